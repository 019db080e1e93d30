#!/usr/bin/env python3
"""Runs the handed shell cases with our shell and compares with bash.

    run.py --driver build/tests/shell-driver --program PREFIX/bin/agent-sandbox [--least 160] [--show]

Twice: with the shell alone, and through `agent-sandbox exec` and an execd that is started here by hand. A case that
differs from bash is printed; the run fails when fewer than --least agree. Run it as an ordinary user: cases are
arbitrary shell lines. The last line is `N passed, N failed`, where a case that differs counts as skipped as long as
enough agree.
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def run_cases(label, command, least, show, extra):
    argv = [sys.executable, os.path.join(HERE, "agent-shapes", "run-cases.py"), "--timeout", "60", *extra]
    if show:
        argv.append("--show")
    done = subprocess.run([*argv, command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="backslashreplace", check=False)
    line = re.search(r"^(\d+) passed, (\d+) failed$", done.stdout, re.M)
    if not line:
        print(done.stdout)
        print("FAIL cases %s: the case runner gave no closing line" % label)
        return 0, 1, 0
    agree, differ = int(line.group(1)), int(line.group(2))
    wanted = done.stdout if show else "".join(x + "\n" for x in done.stdout.splitlines() if x.startswith("FAIL "))
    sys.stdout.write(re.sub(r"(?m)^FAIL ", "  differs from bash: ", re.sub(r"(?m)^\d+ passed, \d+ failed$", "", wanted)))
    enough = agree >= least
    print("%s cases %s: %d of %d give bash's answer (at least %d needed)" % ("PASS" if enough else "FAIL", label, agree, agree + differ, least))
    return (agree + 1, 0, differ) if enough else (agree, differ, 0)


def wait_for_socket(path, daemon):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if os.path.exists(path):
            return True
        if daemon.poll() is not None:
            return False
        time.sleep(0.02)
    return False


def run_through_execd(program, least, show):
    folder = tempfile.mkdtemp(prefix="asb-cases-")
    path = os.path.join(folder, "execd.sock")
    # Its stdin is a pipe that we hold: should this runner die, execd ends.
    with open(os.path.join(folder, "events"), "wb") as events, subprocess.Popen(
            [program, "execd", "--socket", path], stdin=subprocess.PIPE, stdout=events, stderr=events) as daemon:
        try:
            if not wait_for_socket(path, daemon):
                print("FAIL cases exec: execd did not come up, status %s" % daemon.poll())
                return 0, 1, 0
            command = "/usr/bin/env AGENT_SANDBOX_EXECD_SOCKET=%s %s exec -- {script}" % (path, program)
            counts = run_cases("exec", command, least, show, ["--inject-env"])
            if daemon.poll() is not None:
                print("FAIL cases exec: execd died, status %s" % daemon.returncode)
                return counts[0], counts[1] + 1, counts[2]
            return counts
        finally:
            if daemon.poll() is None:
                daemon.send_signal(signal.SIGTERM)
                try:
                    daemon.wait(10)
                except subprocess.TimeoutExpired:
                    daemon.kill()
            shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver")
    parser.add_argument("--program")
    parser.add_argument("--least", type=int, default=160)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    total = [0, 0, 0]
    if args.driver:
        total = [a + b for a, b in zip(total, run_cases("shell-driver", args.driver + " -c {script}", args.least, args.show, []))]
    if args.program:
        total = [a + b for a, b in zip(total, run_through_execd(args.program, args.least, args.show))]
    print("%d passed, %d failed%s" % (total[0], total[1], ", %d skipped" % total[2] if total[2] else ""))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
