"""A running session from another terminal: sessions, ps, kill, stop; and the question after one whose profile changed."""
import contextlib
import json
import socket

from framework import check, equal, nothing_left, test
from processes import wait_until
from terminal import Terminal
from world import REASON, bash

ALLOW = ("-p", "do the scripted thing", "--allowedTools", "Bash")
# (The client itself refuses a line that only sleeps.) A declared command that stays: nono's child runs it, not ours.
SLOW_GIT = "git -c alias.wait='!sleep 97' wait"


def objects(world, *words):
    status, out, err = world.product(*words, "--json")
    equal(status, 0, "status of %s (%s)" % (" ".join(words), err))
    return [json.loads(line) for line in out.splitlines()]


def processes_of(world, text):
    return [p for p in objects(world, "ps") if text in p["text"]]


def shown(world, text, kind="command"):
    """Waits until ps shows a command with this text."""
    return wait_until(lambda: [p for p in processes_of(world, text) if p["kind"] == kind], 30, 0.1) or []


@test
def seen_from_another_terminal(context):
    world = context.world()
    world.play([[bash("tail -f README")], [bash("git push origin main; sleep 96 & echo left")], [bash("tail -f sub/data.txt")], "DONE"])
    running = world.start(ALLOW)
    commands = shown(world, "tail -f README")
    check(len(commands) == 1, "ps does not show the command", *objects(world, "ps"))
    session = objects(world, "sessions", "--running")
    equal([s["state"] for s in session], ["running"], "state")
    equal(session[0]["project"], world.proj, "project")
    with context.sub("kill a command"):
        tag = "%d.%d" % (commands[0]["request"], commands[0]["command"])
        equal(world.product("kill", tag)[0], 0, "status of kill")
        check(shown(world, "tail -f sub"), "the line did not end", *objects(world, "ps"))
    with context.sub("what a line left"):
        left = shown(world, "sleep 96", "leftover")
        check(len(left) == 1 and left[0]["memory_kb"] > 0, "ps does not show it", *objects(world, "ps"))
        equal(objects(world, "kill", "leftovers")[0]["ended"], 1, "ended")
        check(wait_until(lambda: not processes_of(world, "sleep 96"), 10, 0.1), "it still runs", *objects(world, "ps"))
    with context.sub("what is none of it"):
        status, _, err = world.product("kill", "pid:%d" % running.process.pid)
        check(status == 1 and "none of this session's commands" in err, "status %d" % status, err)
    with context.sub("counted"):
        def counted():
            session = objects(world, "sessions")[0]
            return session["refused"] == 1 and session["unseen"] == 1 and session["requests"] >= 3
        check(wait_until(counted, 10, 0.1), "counts", *objects(world, "sessions"))
    with context.sub("kill a line"):
        line = shown(world, "tail -f sub", "line")
        equal(world.product("kill", str(line[0]["request"]))[0], 0, "status of kill")
    running.finish(60)
    with context.sub("afterwards"):
        session = objects(world, "sessions")[0]
        equal((session["state"], session["refused"]), ("ended", 1), "session")
        equal(objects(world, "ps"), [], "ps")
        equal(world.product("stop")[0], 1, "status of stop without a session")
        records = world.log("--filter", "tail type:command -denied status!=0")
        check(records and all(r["argv"][0] == "tail" for r in records), "filter", *records)
        equal([r["reason"] for r in world.log("--denied", "--since", "1h")], [REASON], "--denied --since")
        nothing_left(context, world)


@test
def a_command_behind_a_shim_is_ended(context):
    world = context.world()
    world.play([[bash(SLOW_GIT)], "DONE"])
    running = world.start(ALLOW)
    commands = shown(world, "alias.wait")
    check(commands and commands[0]["declared"], "ps does not show the declared command", *objects(world, "ps"))
    check(wait_until(lambda: [p for p in processes_of(world, "sleep 97") if p["declared"] and p["kind"] == "process"], 20, 0.1),
          "ps does not show what runs behind the shim", *objects(world, "ps"))
    tag = "%d.%d" % (commands[0]["request"], commands[0]["command"])
    ended = objects(world, "kill", tag)[0]["ended"]
    check(ended >= 3, "told to end: %d" % ended)
    running.finish(60)
    nothing_left(context, world)


@test
def stopped_from_another_terminal(context):
    world = context.world()
    world.play([[bash("tail -f README")], "DONE"])
    running = world.start(ALLOW)
    check(shown(world, "tail -f README"), "the command does not run")
    session = objects(world, "sessions")[0]["id"]
    equal(world.product("stop", "zz")[0], 1, "status of stop for a wrong id")
    status, out, err = world.product("stop", session[:6])
    equal(status, 0, "status of stop (%s)" % (out + err))
    check(running.ended(5) is not None, "the session goes on")
    running.finish(5)
    nothing_left(context, world)


def in_terminal(world, arguments=("--allowedTools", "Bash")):
    world.play(["DONE"] * 8)
    terminal = Terminal(world.argv(list(arguments)), world.environment(), world.proj)
    check(terminal.wait_for(r"❯|> ", 30), "the client shows no prompt", terminal.text()[-3000:])
    return terminal


def leave_with_change(world, terminal, change):
    change()
    terminal.type_line("/exit")


def add_rule(world):
    world.command_profile["command_policies"]["commands"]["git"]["from"]["session"]["invocation_policy"]["deny"].append(
        {"argv": {"contains": ["fetch"]}, "reason": "no fetching"})
    world.configure()


QUESTION = r"command\.json changed while this session ran: 1 rule added\. It applies to the next session\."


@contextlib.contextmanager
def question(context):
    """A session that has ended and asks about its changed profile; afterwards nothing of it is left."""
    world = context.world()
    terminal = in_terminal(world)
    try:
        leave_with_change(world, terminal, lambda: add_rule(world))
        check(terminal.wait_for(QUESTION, 20), "no question", terminal.text()[-2000:])
        yield world, terminal
    finally:
        terminal.close()
    nothing_left(context, world)


@test
def a_changed_profile_asks_and_starts_again(context):
    with question(context) as (world, terminal):
        equal([s["state"] for s in objects(world, "sessions", "--running")], ["asking"], "state")
        mark = terminal.mark()
        terminal.type_line("d")
        check(terminal.wait_for(r"\+ commands\.git\.from\.session: deny contains fetch", 10, mark), "no difference", terminal.text(mark))
        mark = terminal.mark()
        terminal.type_line("a")
        check(terminal.wait_for(r"❯|> ", 30, mark), "no second session", terminal.text(mark)[-2000:])
        equal(len(objects(world, "sessions")), 2, "sessions")
        mark = terminal.mark()
        terminal.type_line("/exit")
        equal(terminal.wait(20), 0, "status")
        check("changed while" not in terminal.text(mark), "it asks again", terminal.text(mark))


@test
def later_and_stop_end_the_question(context):
    with question(context) as (_, terminal):
        terminal.type_line("l")
        equal(terminal.wait(20), 0, "status after `later`")


def answer(world, word):
    """Answers the question as a window does; the reply."""
    session = objects(world, "sessions", "--running")[0]["id"]
    folder = world.path("run/agent-sandbox")
    with open("%s/%s.token" % (folder, session), encoding="ascii") as f:
        token = f.read().strip()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(10)
        line.connect("%s/%s.sock" % (folder, session))
        replies = line.makefile("r", encoding="utf-8")
        for request in ({"hello": 1, "token": token}, {"verb": "reload", "answer": word}):
            line.sendall((json.dumps(request) + "\n").encode())
            reply = json.loads(replies.readline())
    return reply


@test
def the_question_is_answered_over_the_control_socket(context):
    with question(context) as (world, terminal):
        check("deny contains fetch" in json.dumps(answer(world, "difference")), "no difference")
        equal(answer(world, "later").get("ok"), True, "the answer's reply")
        equal(terminal.wait(20), 0, "status after `later`")


@test
def an_invalid_profile_is_told_and_not_asked_about(context):
    world = context.world()
    terminal = in_terminal(world)
    try:
        leave_with_change(world, terminal, lambda: world.write("config/command.json", '{"meta": {"name": "x"}, "nonsense": '))
        check(terminal.wait_for(r"cannot be used as it stands", 20), "it is not told", terminal.text()[-2000:])
        equal(terminal.wait(20), 0, "status")
    finally:
        terminal.close()
    nothing_left(context, world)


@test
def nobody_is_asked_in_a_run_without_a_terminal(context):
    world = context.world()
    world.play([[bash("touch started; for i in $(seq 400); do [ -e go ] && break; sleep 0.05; done")], "DONE"])
    running = world.start(ALLOW)
    check(wait_until(lambda: world.exists("proj/started"), 30, 0.05), "the line does not run")
    add_rule(world)
    world.write("proj/go", "")
    ended = running.finish(60)
    equal(ended.status, 0, "status")
    equal(ended.err.count("command.json changed while this session ran: 1 rule added. It applies to the next session."), 1, "told once")
    session = objects(world, "sessions")[0]
    equal(session.get("changed_profiles"), [world.path("config/command.json")], "changed profiles")
    nothing_left(context, world)
