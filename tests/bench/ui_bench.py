#!/usr/bin/env python3
"""What the window costs, each against its limit (issue 4, "Speed").

    ui_bench.py --prefix DIR --programs DIR [--only NAME]...

  store   store-bench: a record of 1 000 000 rows, its newest page and filters' first pages
  rate    ui-rate: the traffic page at 20 000 events a second while a filter is typed
  start   ui-start: start to first paint against an empty QMainWindow                        at most 1.5
  viewer  a loop of commands in a session, looked at by a viewer or not                      at most 1.03

--prefix is an installed product, --programs the folder `tests` of the build. What is over its limit is measured up to
three times before it fails. The last line is `N passed, N failed`.
"""
import argparse
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]

import framework  # noqa: E402 the folders have to be on the path first
import processes  # noqa: E402
import run  # noqa: E402
from world import bash  # noqa: E402

# One line of the agent that times a loop of commands whenever it is asked to.
ON_REQUEST = ('while [ ! -e stop ]; do if [ -e go ]; then rm go; a=$EPOCHREALTIME; for ((i = 0; i < 600; i++)); do /bin/true; done; b=$EPOCHREALTIME; '
              'echo "$a $b" >took.new; mv took.new took; fi; sleep 0.1; done')
SECONDS = 60


def bench_program(name):
    """A program that judges by itself; its words are shown."""
    def bench(context):
        for attempt in range(run.TRIES):
            done = subprocess.run([os.path.join(context.programs, name)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", timeout=600, check=False)
            print("".join("  %s\n" % line for line in done.stdout.splitlines()), end="", flush=True)
            if done.returncode == 0:
                return "within its limits" + (" at attempt %d" % (attempt + 1) if attempt else "")
        raise run.TooSlow("over its limits %d times" % run.TRIES)
    return bench


def cpu_ticks(pid):
    with open("/proc/%d/stat" % pid, encoding="ascii", errors="replace") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


class Viewer:
    """The window off the screen; ready when it has read what there is and only follows."""

    def __init__(self, context, world):
        env = dict(world.environment(), QT_QPA_PLATFORM="offscreen", DBUS_SESSION_BUS_ADDRESS="disabled:")
        self.process = subprocess.Popen([os.path.join(context.libexec, "agent-sandbox-gui")], env=env, cwd=world.home, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        end = time.monotonic() + SECONDS
        before = -100
        while time.monotonic() < end:
            time.sleep(0.5)
            if self.process.poll() is not None:
                raise run.TooSlow("the viewer ended with %d" % self.process.returncode)
            now = cpu_ticks(self.process.pid)
            if 10 < now <= before + 5:
                return self
            before = now
        raise run.TooSlow("the viewer does not come to rest")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(SECONDS)


def timed_loop(world):
    """Milliseconds of the loop inside the session."""
    took = os.path.join(world.proj, "took")
    if os.path.exists(took):
        os.unlink(took)
    world.write("proj/go", "")
    if not processes.wait_until(lambda: os.path.exists(took), SECONDS, 0.02):
        raise run.TooSlow("the loop in the session does not answer")
    start, end = (float(word) for word in world.read("proj/took").split())
    return (end - start) * 1000


def bench_viewer(context):
    world = context.world("viewer")
    world.play([[bash(ON_REQUEST, timeout=600000)], "DONE"])
    session = world.start(("-p", "do the scripted thing", "--allowedTools", "Bash"))

    def looked_at():
        with Viewer(context, world):
            return timed_loop(world)
    try:
        return run.compare("viewer", 1.03, looked_at, lambda: timed_loop(world), 11)
    finally:
        world.write("proj/stop", "")
        ended = session.finish(SECONDS)
        if ended.status != 0:
            print("  the session: %s" % ended, flush=True)


BENCHES = {"store": bench_program("store-bench"), "rate": bench_program("ui-rate"), "start": bench_program("ui-start"), "viewer": bench_viewer}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--programs", required=True)
    parser.add_argument("--only", action="append", default=[], choices=sorted(BENCHES))
    args = parser.parse_args()
    context = framework.Context(os.path.realpath(args.prefix))
    context.programs = os.path.realpath(args.programs)
    return run.finish(context, {name: bench for name, bench in BENCHES.items() if not args.only or name in args.only})


if __name__ == "__main__":
    sys.exit(main())
