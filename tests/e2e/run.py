#!/usr/bin/env python3
"""Runs the end-to-end tests: real nono, real Claude Code, scripted API.

    run.py --prefix DIR [--only PATTERN]... [--root-subset] [--list]

DIR is an installed agent-sandbox. nono and claude are taken from PATH. Each test prints `PASS name` or
`FAIL name: why`; the last line is `N passed, N failed`. Everything lies in a fresh folder below $TMPDIR (default
/var/tmp), which goes at the end (ASB_TEST_KEEP=1 keeps it).
"""
import argparse
import os
import shutil
import signal
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import framework  # noqa: E402 the folder has to be on the path first
import processes  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--only", action="append", default=[], help="shell pattern of test names, or a part of a name")
    parser.add_argument("--root-subset", action="store_true")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    # What starts us may ignore signals (nohup does), and ignored ones stay ignored in all that we start.
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts with & ignores it
    tests = framework.chosen(HERE, args.only, args.root_subset)
    if args.list:
        print("\n".join(t[0] for t in tests))
        return 0
    processes.become_subreaper()
    context = framework.Context(os.path.realpath(args.prefix))
    for name, path in (("agent-sandbox", context.program), ("claude", context.claude), ("nono", shutil.which("nono", path=context.path))):
        if not path or not os.path.exists(path):
            print("FAIL setup: %s is not there (%s)\n0 passed, 1 failed" % (name, path))
            return 1
    return framework.run_all(context, tests)


if __name__ == "__main__":
    sys.exit(main())
