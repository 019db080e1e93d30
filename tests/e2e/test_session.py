"""What a session keeps, passes on and grants beyond its first line."""
import os
import subprocess

import processes
from framework import check, equal, nothing_left, test
from world import bash

ALLOW = ("--allowedTools", "Bash")


@test
def continued(context):
    """--continue: the earlier conversation goes on, in new sandboxes, and its outputs can be read."""
    world = context.world()
    first = world.claude([[bash("echo first > one; echo made")], "REMEMBERED"], ("-p", "first prompt", *ALLOW))
    equal(first.status, 0, "status of the first (%s)" % first)
    turns = ["unused", "unused", [bash("seq 1 20000")], [bash("f={{capture:saved to: (\\S+)}}; tail -n 1 \"$f\"")], "DONE"]
    second = world.claude(turns, ("-p", "second prompt", "--continue", *ALLOW))
    equal(second.status, 0, "status of the second (%s)" % second)
    equal(second.results[-1]["text"], "20000", "what a command read of the agent's own output")
    check(any("first prompt" in str(r.get("first_user")) for r in second.requests), "the conversation did not go on", second)
    nothing_left(context, world)


@test
def git_worktree(context):
    """In a linked work tree git can write where its common folder is."""
    world = context.world()
    tree = world.path("tree")
    world.git("worktree", "add", "-q", "-b", "side", tree)
    main, world.proj = world.proj, tree
    world.play([[bash("git log --oneline | wc -l; echo x > new && git add new && git commit -q -m three && git log --oneline | wc -l; git status --short")], "DONE"])
    ended = world.start(("-p", "do it", *ALLOW)).finish(60)
    equal(ended.text(0), "2\n3", "result (%s)" % ended)
    log = subprocess.run(["git", "log", "--format=%s", "side"], cwd=main, env=dict(world.environment()), stdout=subprocess.PIPE, text=True, check=True).stdout
    equal(log.split(), ["three", "two", "one"], "the branch as the main work tree sees it")


@test
def status_of_the_client(context):
    world = context.world()
    world.play([{"status": 400, "error": {"type": "invalid_request_error", "message": "planted"}, "times": 100, "content": []}])
    ended = world.start(("-p", "do it")).finish(60)
    alone = world.start(("-p", "do it"), sandboxed=False).finish(60)
    check(alone.status not in (0, None), "the reference did not fail", alone)
    equal(ended.status, alone.status, "status (%s)" % ended)
    nothing_left(context, world)


@test
def jobs_live_until_the_end(context):
    """A job of a line that ended normally lives on, and ends with the session."""
    world = context.world()
    turns = [[bash("(while :; do date +%s%N > beat; sleep 0.1; done) > /dev/null 2>&1 & echo started")], [bash("until [ -s beat ]; do sleep 0.1; done; a=$(cat beat); for i in {1..300}; do sleep 0.1; [ \"$a\" != \"$(cat beat)\" ] && break; done; echo beat $((i < 300))")], "DONE"]
    ended = world.claude(turns, ("-p", "do it", *ALLOW))
    equal(ended.text(1), "beat 1", "result (%s)" % ended)
    nothing_left(context, world)


@test
def two_sessions_at_once(context):
    """In one project at the same time; each has its own record."""
    first, second = context.world("one"), context.world("two")
    second.proj = first.proj
    running = []
    for world, word in ((first, "first"), (second, "second")):
        world.play([[bash("echo %s; sleep 1; git log --oneline | wc -l" % word)], "DONE"])
        running.append(world.start(("-p", "do it", *ALLOW)))
        # The profiles are read at the start; the second's would replace the first's before that.
        context.wait_for_request(world)
    for run, word in zip(running, ("first", "second")):
        ended = run.finish(60)
        equal(ended.text(0), "%s\n2" % word, "result (%s)" % ended)
    for world in (first, second):
        lines = [r.get("line", "") for r in world.log() if r.get("type") == "request_end"]
        check(len(lines) == 1, "records of one session in the other's log", *lines)


@test
def five_sessions_at_once(context):
    """All start, run and end at the same time; none takes another one's folders or processes along."""
    worlds, running = [], []
    for number in range(5):
        world = context.world("w%d" % number)
        world.play([[bash("echo %d > mine; sleep 2; cat mine; git log --oneline | wc -l" % number)], "DONE"])
        worlds.append(world)
    for world in worlds:
        running.append(world.start(("-p", "do it", *ALLOW)))
    for number, run in enumerate(running):
        ended = run.finish(90)
        equal((ended.status, ended.text(0)), (0, "%d\n2" % number), "status and result of session %d (%s)" % (number, ended))
    for world in worlds:
        nothing_left(context, world)


@test
def timeout_in_a_declared_command(context):
    """The client's time limit ends a declared command that runs, a storm of forks and the rest of the line, while the session goes on."""
    world = context.world()
    # Without it the line would live on in the background.
    world.more_env["CLAUDE_CODE_DISABLE_BACKGROUND_TASKS"] = "1"
    world.agent_profile["environment"]["allow_vars"].append("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS")
    # Sourced: the client asks about a sleep that it sees.
    world.write("proj/slow.sh", "for i in {1..10}; do ./storm.sh 28 & done; sleep 301 | git cat-file --batch-check; echo after > after\n")
    # At most 290 processes, each of which starts the next in a session of its own; it ends by itself after 16 s.
    world.write("proj/storm.sh", "#!/bin/bash\ntrap '' TERM HUP INT\necho >> count\n[ $1 -gt 0 ] || exit 0\nsleep 0.6\nsetsid -f \"$0\" $(($1 - 1))\n", 0o755)
    world.play([[bash(". ./slow.sh", timeout=5000)],
                [bash("while [ ! -e go ]; do sleep 0.05; done; echo on")], "DONE"])
    running = world.start(("-p", "do it", *ALLOW))
    check(processes.wait_until(lambda: [p for p in processes.descendants() if "cat-file" in p.argv], 30), "the declared command does not run", running.text())
    check(processes.wait_until(world.api.results, 20), "the line did not end at its time limit", *processes.descendants())

    def left():
        return [p for p in processes.descendants() if "cat-file" in p.argv or p.argv == ["sleep", "301"] or "./storm.sh" in p.argv]
    check(processes.wait_until(lambda: not left(), 3), "processes of the line are left 3 s after its time limit", *left(), *world.api.results())
    started = len(world.read("proj/count"))
    check(10 <= started < 290, "the storm did not run, or to its own end: %d" % started)
    world.write("proj/go", "")
    ended = running.finish(30)
    check(ended.results[0]["is_error"] and not world.exists("proj/after"), "the line went on", ended)
    equal((ended.status, ended.text(1)), (0, "on"), "the session afterwards (%s)" % ended)
    nothing_left(context, world)


@test
def agent_shell_refuses_other_forms(context):
    """Anything but the three forms ends with 126 and a reason; nothing runs."""
    shell = os.path.join(context.libexec, "agent-sandbox-bash")
    world = context.world()
    for words in (["-c", "touch ran"], ["-c", "source /x 2>/dev/null || true && eval 'a' && pwd -P >| /tmp/x; touch ran"], ["-i"], ["ran"], []):
        done = subprocess.run([shell, *words], cwd=world.proj, env=world.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=20, check=False)
        check(done.returncode == 126 and done.stderr and not done.stdout and not world.exists("proj/ran"), "argv %s" % words, done)


@test
def no_socket_variable(context):
    """exec outside a session says so."""
    world = context.world()
    status, out, err = world.product("exec", "--", "echo never")
    check(status not in (0, None) and not out and "AGENT_SANDBOX_EXECD_SOCKET" in err, "exec without a session", status, out, err)
