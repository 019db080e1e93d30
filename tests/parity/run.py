#!/usr/bin/env python3
"""`agent-sandbox claude` and `agent-sandbox --no-gui claude` differ in nothing but the viewer.

    run.py --prefix DIR

The same scripted session without a display, with --no-gui, and on a desktop, where a viewer comes up by itself and looks
on: results, status, words on the terminal, records, and the programs that ran are compared. Where the window is not
installed, the last of the three is left out. The last line is `N passed, N failed`.
"""
import argparse
import contextlib
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, "e2e"), os.path.join(TESTS, "desktop")]

import framework  # noqa: E402 the folder has to be on the path first
import processes  # noqa: E402
from framework import check, equal  # noqa: E402
from world import bash  # noqa: E402

CALLS = ["seq 3 | tail -1", "git log --oneline", "git push origin main", "cat no-such-file", "(sleep 0.1; echo later) & wait", "cd sub && pwd"]
VIEWER = "agent-sandbox-gui"
# Times, ids, and the order in which the stages of a pipeline start.
VARIABLE = ("command", "time_ms", "pid", "parent", "peer_pid", "user_us", "system_us", "max_rss_kb", "duration_us", "sequence", "pids")


def without_names(text):
    """Less what each session names anew: its folder, nono's, its ports."""
    text = re.sub(r"/var/tmp/asb-\w{6}(/n2/nono-tool-sandbox-[\w-]+)?", "RUN", text)
    return re.sub(r"127\.0\.0\.1:\d+", "PORT", text)


def session(context, front, desktop=False):
    world = context.world()
    with contextlib.ExitStack() as stack:
        if desktop:
            from desktop import Desktop  # what it needs is there only where the window is tested
            seat = stack.enter_context(Desktop(world.environment()))
            world.more_env.update({k: v for k, v in seat.env.items() if k not in world.environment()})
        return played(context, world, front, seat if desktop else None)


def played(context, world, front, seat):
    world.play([[bash(c)] for c in CALLS] + ["DONE"])
    running = world.start(argv=[context.program, *front, "claude", "--", "-p", "do it", "--allowedTools", "Bash"])
    programs = set()

    def ended():
        programs.update((p.program, tuple(p.argv[1:2])) for p in processes.descendants() if p.program.startswith("agent-sandbox"))
        return running.process.poll() is not None
    check(processes.wait_until(ended, 60, 0.01), "the session did not end")
    done = running.finish(10)
    if seat:
        check(any(name == VIEWER for name, _ in programs), "no viewer came up")
        seat.wait_painted(seat.wait_window())
    records = [{k: without_names(str(v)) for k, v in r.items() if k not in VARIABLE} for r in world.log() if r.get("type") != "session"]
    text = re.sub(r"/var/tmp/asb-\w{6}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16}", "ID", done.err)
    world.close()
    # Each list is a sample, so only what stays for the whole session is sure to be seen.
    lasting = {(name, "front" if word and word[0] in ("claude", "--no-gui") else word) for name, word in programs
               if name not in ("agent-sandbox", "agent-sandbox-bash", VIEWER) or word and word[0] in ("claude", "--no-gui", "execd")}
    return {"status": done.status, "stdout": done.out, "stderr": text, "results": [(r["is_error"], r["text"]) for r in done.results],
            "records": sorted(map(str, records)), "programs": lasting}


def compared(context):
    no_gui = session(context, ["--no-gui"])
    equal(no_gui["status"], 0, "status")
    ways = {"without a display": lambda: session(context, [])}
    if os.path.exists(os.path.join(context.libexec, VIEWER)):
        ways["with a window"] = lambda: session(context, [], desktop=True)
    for way, run in ways.items():
        got = run()
        for key in no_gui:
            with context.sub("%s: %s" % (way, key)):
                equal(got[key], no_gui[key], "%s and with --no-gui, %s" % (way, key))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    args = parser.parse_args()
    processes.become_subreaper()
    context = framework.Context(os.path.realpath(args.prefix))
    try:
        context.run("parity", compared)
    finally:
        context.close()
    print("%d passed, %d failed" % (context.passed, context.failed))
    return 1 if context.failed or not context.passed else 0


if __name__ == "__main__":
    sys.exit(main())
