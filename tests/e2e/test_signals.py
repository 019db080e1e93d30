"""Ctrl-C, TERM and HUP at each step of a launch: status, no process, no file."""
import signal
import time

import processes
import states
from framework import Failure, check, nothing_left, test
from states import run_folders
from world import bash

STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
# Points that can be seen from outside, in their order; Ctrl-C belongs to the agent once it runs.
POINTS = ("RUN", "session", "command_nono", "agent_nono", "execd", "launch")
# The client refuses a plain long sleep, and a session that ends by itself shows nothing.
LONG = "while [ ! -e go ]; do sleep 0.2; done"
DELAYS = (0.0, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4)


def send(running, number):
    # Ctrl-C goes to the terminal's whole foreground group.
    running.signal(number, group=number == signal.SIGINT)


def reach(running, context, point, before):
    if point == "RUN":
        found = processes.wait_until(lambda: set(run_folders()) - before or running.process.poll() is not None, 10, 0)
        return isinstance(found, set) and bool(found)
    # `launch` becomes the client within milliseconds: that is as near as can be looked at.
    return states.wait_for(running, context, point, *(["claude"] if point == "launch" else [])) is not None


def agent_ran(world):
    """What the session's own record says; it may not have come so far as to have one."""
    try:
        return any(r.get("type") == "session" and r.get("text") == "running" for r in world.log())
    except RuntimeError:
        return False


def interrupted(context, world, number, reached):
    before = set(run_folders())
    running = world.start(("-p", "do it", "--allowedTools", "Bash"))
    check(reached(running, before), "the point was not reached", running.text())
    claude_ran = states.Parts(running, context).claude is not None
    send(running, number)
    status = running.ended(10)
    left = processes.none_left(3, own=(running.pid,))
    ended = running.finish(5)
    check(status is not None, "no end within 10 s", running.text())
    # It may have been started between the look and the signal.
    if number != signal.SIGINT or not (claude_ran or world.api.requests() or agent_ran(world)):
        check(status == STATUS[number], "status %s, not %d" % (status, STATUS[number]), ended)
    check(not left, "processes are left 3 s later:", *left)
    nothing_left(context, world)


def at_points(context, number, points=POINTS):
    for point in points:
        with context.sub(point):
            world = context.world()
            world.play([[bash(LONG)], "DONE"])
            interrupted(context, world, number, lambda running, before, point=point: reach(running, context, point, before))
            world.close()


@test(root=True)
def terminate(context):
    at_points(context, signal.SIGTERM, (*POINTS, "claude"))


@test
def hang_up(context):
    at_points(context, signal.SIGHUP, (*POINTS, "claude"))


@test
def ctrl_c(context):
    at_points(context, signal.SIGINT)


@test
def at_any_time(context):
    """The same without looking: twelve delays for each signal."""
    failures = []
    for number in STATUS:
        for delay in DELAYS:
            world = context.world()
            world.play([[bash(LONG)], "DONE"])

            def wait(running, before, delay=delay):
                time.sleep(delay)
                return True
            try:
                interrupted(context, world, number, wait)
            except Failure as error:
                failures.append("%s after %.2f s: %s" % (number.name, delay, error))
            world.close()
    check(not failures, "%d of %d failed:" % (len(failures), len(STATUS) * len(DELAYS)), *failures)


@test
def second_ctrl_c(context):
    """Two Ctrl-C in a row end a launch as one does."""
    world = context.world()
    world.play([[bash(LONG)], "DONE"])

    def twice(running, before):
        if states.wait_for(running, context, "command_nono") is None:
            return False
        send(running, signal.SIGINT)
        return True
    interrupted(context, world, signal.SIGINT, twice)
