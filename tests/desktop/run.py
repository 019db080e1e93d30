#!/usr/bin/python3
"""The window and the tray on a private desktop, with real programs around them.

    run.py --prefix DIR [--only PATTERN]... [--list]

DIR is an installed agent-sandbox with its window. Each test prints `PASS name` or `FAIL name: why`; the last line is
`N passed, N failed`. ASB_TEST_KEEP=1 keeps the folder of the tests.
"""
import argparse
import os
import shutil
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]

import framework  # noqa: E402 the folders have to be on the path first
import processes  # noqa: E402

TOOLS = ("Xvfb", "dbus-daemon", "openbox", "trayer", "dunst", "xterm", "xdotool", "xprop", "xwininfo", "xev", "import")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    tests = framework.chosen(HERE, args.only)
    if args.list:
        print("\n".join(t[0] for t in tests))
        return 0
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print("FAIL setup: not installed: %s (packaging/setup.sh --test does it)\n0 passed, 1 failed" % " ".join(missing))
        return 1
    processes.become_subreaper()
    context = framework.Context(os.path.realpath(args.prefix))
    return framework.run_all(context, tests)


if __name__ == "__main__":
    sys.exit(main())
