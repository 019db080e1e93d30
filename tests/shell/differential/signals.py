#!/usr/bin/env python3
"""INT, TERM and HUP to running lines, under /bin/bash and under a driver of our shell: same output, messages and status.

    signals.py DRIVER

Each line gets the signal after 0.45 s, once to its process group (as ^C comes) and once to the shell alone. Run by hand: it
depends on time, so a loaded machine can show differences that are none; run such a line again.
"""
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

LINES = [
    'sleep 5; echo after',
    'trap "echo t" INT TERM; sleep 1; echo after',
    'python3 -c "import signal,time,sys\nsignal.signal(2,lambda *a: sys.exit(3))\nsignal.signal(15,lambda *a: sys.exit(4))\ntime.sleep(3)"; echo after $?',
    'while :; do :; done; echo no',
    'read x; echo after',
    'sleep 3 & wait; echo after $?',
    '(sleep 3; echo sub); echo after',
    'sleep 3 | cat; echo after',
    'x=$(sleep 3); echo after $?',
    'trap "echo bye" EXIT; sleep 3; echo after',
    'trap "echo bye" EXIT; while :; do :; done',
    'trap "echo got; exit 9" INT TERM HUP; (sleep 3); echo after $?',
    'trap "" INT; sleep 1; echo after $?',
    'f() { trap "echo ft" INT; sleep 1; echo in; }; f; echo after',
    '{ sleep 3; echo g; } | { cat; echo h; }; echo after',
    'trap "echo t; break" INT; for i in 1 2 3; do sleep .7; echo $i; done; echo end',
    'for i in 1 2 3 4 5 6 7 8; do sleep .3; done; echo end',
    'sleep 2 & trap "echo t" INT TERM; wait $!; echo $?; wait; echo $?',
    'trap "echo t" INT TERM; read -t 2 x; echo $?',
    'set -e; trap "echo bye \\$?" EXIT; sleep 3; echo no',
    'cat < <(sleep 3; echo x); echo after',
    'coproc sleep 3; wait; echo after',
    'trap "echo t" INT TERM; x=$(sleep 1; echo o); echo $x',
    'trap "echo t" INT TERM; sleep 1 | cat; echo after; (trap; sleep .1); echo z',
    '(trap "echo sub" INT TERM; sleep 1; echo s); echo after $?',
    'sleep 2; echo $?; sleep .2; echo end',
    'bash -c "sleep 2; echo in"; echo after $?',
    'timeout 3 sleep 2; echo after $?',
    'eval "sleep 2; echo ev"; echo after',
    'if sleep 2; then echo t; else echo e; fi; echo z',
    'sleep 2 && echo t || echo e $?; echo z',
    '! sleep 2; echo z',
    'while sleep 2; do echo w; break; done; echo z',
    'time sleep 2; echo z',
    'exec sleep 2',
    'trap "echo d" DEBUG; sleep 2; echo z',
    'trap "echo t" ERR; sleep 2; echo z',
    'trap "echo usr" USR1; sleep 1; echo z',
    'trap "echo e" EXIT; (sleep 2; echo i) ; echo z',
    'sleep 2 < /dev/null > /dev/null; echo z',
    'a() { sleep 2; }; a; echo z',
    'printf "x\n" | while read l; do sleep 2; echo $l; done; echo z',
]
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def clean(text):
    text = re.sub(r"0m\d.\d+s", "TIME", text.decode(errors="replace").replace("/bin/bash:", "bash:"))
    return re.sub(r"\b\d{3,7} ", "PID ", text)


def run(command, line, number, group):
    shell = subprocess.Popen([command, "-c", line], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             start_new_session=True, env=ENVIRONMENT)
    time.sleep(0.45)
    try:
        (os.killpg if group else os.kill)(shell.pid, number)
    except ProcessLookupError:
        pass
    try:
        out, err = shell.communicate(timeout=8)
        status = shell.returncode if shell.returncode >= 0 else 128 - shell.returncode
    except subprocess.TimeoutExpired:
        os.killpg(shell.pid, signal.SIGKILL)
        out, err = shell.communicate()
        status = "timeout"
    return clean(out), clean(err), status


def main():
    driver = os.path.abspath(sys.argv[1])
    jobs = [(line, number, group) for line in LINES for number in (signal.SIGINT, signal.SIGTERM) for group in (True, False)]
    jobs += [(line, signal.SIGHUP, False) for line in LINES]
    different = 0
    with ThreadPoolExecutor(4) as pool:
        for job, want, have in pool.map(lambda job: (job, run("/bin/bash", *job), run(driver, *job)), jobs):
            if want != have:
                different += 1
                print("===", job, "\nbash", want, "\nours", have)
    print(f"{len(jobs) - different} of {len(jobs)} as bash")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
