"""kill -9 of every part in mid-command: what is left 3 s later."""
import os
import re
import signal
import time

import processes
from framework import check, nothing_left, test
from states import Parts
from world import bash

# A background job, a daemon in a session of its own, a declared command that waits for its input, a child that ignores TERM.
BUSY = ("sleep 300 & setsid -f sleep 301; (sleep 302 | git cat-file --batch-check >/dev/null) & "
        "bash -c 'trap \"\" TERM HUP INT; echo ready >> started; sleep 303; sleep 304' & "
        "( (setsid sleep 305 &) & ); sleep 1; echo $$ >> started; sleep 306")


def busy_session(context, *more):
    world = context.world()
    # Sourced: the client asks about some forms of `&` when it sees them.
    world.write("proj/busy.sh", BUSY + "\n")
    world.play([[bash(". ./busy.sh")], *more, "DONE"])
    running = world.start(("-p", "do it", "--allowedTools", "Bash"))
    started = processes.wait_until(lambda: world.exists("proj/started") and world.read("proj/started").count("\n") >= 2, 30)
    check(started, "the command did not start", running.text())
    parts = Parts(running, context)
    check(all(getattr(parts, n) for n in ("session", "agent_nono", "command_nono", "claude", "execd")), "not all parts were found: %s" % parts,
          *processes.descendants())

    def there():
        words = [" ".join(p.argv) for p in processes.descendants()]
        return sum(1 for w in words if re.match(r"sleep 30[0-6]", w)) >= 5 and any("cat-file" in w for w in words)
    check(processes.wait_until(there, 20), "the command's processes are not all there", *processes.descendants())
    return world, running, parts


def kill(context, part):
    world, running, parts = busy_session(context)
    os.kill(getattr(parts, part), signal.SIGKILL)
    left = processes.none_left(3, own=(running.pid,))
    status = running.ended(1)
    check(not left, "processes are left 3 s after kill -9 of %s:" % part, *left)
    check(status not in (None, 0), "status %s after kill -9 of %s" % (status, part))
    running.finish(5)
    nothing_left_but_by_keeper(context, world, part)


def nothing_left_but_by_keeper(context, world, part):
    if part != "keeper":
        nothing_left(context, world, killed=part == "session")
        return
    # Nobody is left to remove RUN at once after the keeper's own death: the session program does it, or the next start.
    files = processes.wait_until(lambda: not world.leftovers(), 3) or world.leftovers()
    check(files is True, "files are left 3 s after kill -9 of the keeper:", *(files if files is not True else []))


@test
def keeper(context):
    kill(context, "keeper")


@test
def session_program(context):
    kill(context, "session")


@test
def agents_nono(context):
    kill(context, "agent_nono")


@test
def agent(context):
    kill(context, "claude")


def kill_command_side(context, part):
    """What ran ends at once; the next command says so; all is gone 3 s after the agent's end."""
    world, running, parts = busy_session(context, [bash("echo alive")])
    os.kill(getattr(parts, part), signal.SIGKILL)

    def quiet():
        processes.reap_strangers((running.pid,))
        return not [p for p in processes.descendants() if re.match(r"sleep 30[0-6]", " ".join(p.argv)) or "cat-file" in p.argv]
    check(processes.wait_until(quiet, 3), "what execd ran lives 3 s after kill -9 of %s:" % part, *processes.descendants())
    ended = running.finish(30)
    check(len(ended.results) == 2, "the next command's result did not come", ended)
    check(ended.results[1]["is_error"] and "alive" not in ended.text(1) and re.search("execd|daemon|agent-sandbox", ended.text(1)),
          "the next command does not say that execd is gone", ended)
    nothing_left(context, world)


@test
def execd(context):
    kill_command_side(context, "execd")


@test
def commands_nono(context):
    kill_command_side(context, "command_nono")


@test
def next_start_removes_a_dead_folder(context):
    """RUN of a session whose every process died at once goes with the next start."""
    world, running, _ = busy_session(context)
    for p in processes.descendants():
        try:
            os.kill(p.pid, signal.SIGSTOP)
        except ProcessLookupError:
            pass
    running.process.kill()
    processes.end_all((running.pid,))
    running.process.wait()
    running.finish(5)
    check(world.leftovers(), "nothing was left to remove: the test shows nothing")
    again = world.claude([[bash("echo again")], "DONE"], ("-p", "do it"))
    check(again.text(0) == "again", "the next session did not work", again)
    time.sleep(0.1)
    nothing_left(context, world, killed=True)


def ordered(context, number, status):
    world, running, _ = busy_session(context)
    running.signal(number)
    got = running.ended(10)
    left = processes.none_left(3, own=(running.pid,))
    running.finish(5)
    check(got == status, "status %s after signal %d, not %d" % (got, number, status), running.text())
    check(not left, "processes are left:", *left)
    nothing_left(context, world)


@test(root=True)
def terminate(context):
    ordered(context, signal.SIGTERM, 143)


@test
def hang_up(context):
    ordered(context, signal.SIGHUP, 129)
