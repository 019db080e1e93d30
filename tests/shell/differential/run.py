#!/usr/bin/env python3
"""Runs scripts under /bin/bash and under a driver of our shell and compares stdout, stderr and status.

    run.py [--filter TEXT] [--verbose] [--jobs N] DRIVER [TABLE...]

DRIVER is called as `DRIVER -c SCRIPT`. A table (*.scripts beside this file by default) holds scripts parted by lines that
begin with `### ` (the rest of such a line names the script; `stderr=no` in it: messages are not compared; `bash=TEXT` is a
remark); in a *.lines table each line is a script (empty ones and those that begin with `# ` are not). Each script runs in an empty folder of its own with a fixed environment. As root both run as the user `asb-test` (or `tester`).
A script whose answers differ is tried twice more, its short pauses ten times as long: a busy machine may take longer than
the short one for what was to happen meanwhile. What is equal then is shown as unsteady, for somebody to find out why; more
than a few of those fail the run. A script that does not end within the limit has failed, whatever the other shell does.
"""
import argparse
import concurrent.futures
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 60
MOST_UNSTEADY = 3
TOO_LATE = -99
PAUSE = re.compile(r"\bsleep (0?\.\d+)")


def read_table(path):
    cases, name, lines = [], None, []
    if path.endswith(".lines"):
        with open(path, encoding="utf-8", errors="surrogateescape") as table:
            for number, line in enumerate(table, 1):
                if line.strip() and not line.startswith("# "):
                    cases.append((str(number), line.rstrip("\n")))
        return cases
    with open(path, encoding="utf-8", errors="surrogateescape") as table:
        for line in table:
            if line.startswith("### "):
                if name is not None:
                    cases.append((name, "".join(lines).rstrip("\n")))
                name, lines = line[4:].strip(), []
            elif name is not None:
                lines.append(line)
    if name is not None:
        cases.append((name, "".join(lines).rstrip("\n")))
    return cases


def privileges():
    if os.geteuid() != 0:
        return {}
    for name in ("asb-test", "tester"):
        try:
            user = pwd.getpwnam(name)
            break
        except KeyError:
            continue
    else:
        sys.exit("run.py: scripts are not run as root: start this as an ordinary user, or make a user asb-test")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def run_one(command, script, base, who):
    folder = tempfile.mkdtemp(dir=base)
    os.chmod(folder, 0o755)
    if "user" in who:
        os.chown(folder, who["user"], who["group"])
    work = os.path.join(folder, "w")
    os.mkdir(work)
    if "user" in who:
        os.chown(work, who["user"], who["group"])
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": work, "LANG": "C.UTF-8", "TERM": "dumb", "TMPDIR": work,
                   "LC_ALL": "C.UTF-8"}
    try:
        with subprocess.Popen(command + ["-c", script], cwd=work, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **who) as process:
            try:
                out, err = process.communicate(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, err = process.communicate(timeout=LIMIT)
                return clean(out, folder), b"(timeout)", TOO_LATE
        status = process.returncode if process.returncode >= 0 else 128 - process.returncode # a worker answers 128+n
        return clean(out, folder), clean(err, folder), status
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def clean(text, folder):
    text = text.replace(folder.encode(), b"@DIR@")
    # Process ids in messages about jobs differ from run to run.
    text = re.sub(rb"(?m)(line \d+: |^ |\() *\d{2,7}(?= [A-Z|]|\) - )", rb"\1PID", text)
    return re.sub(rb"(?m)^(/bin/|/usr/bin/)?bash: ", b"bash: ", text)


def compare(job):
    """(name, script, bash's answer, ours, whether they differ), a tuple for each try."""
    name, script, driver, base, who = job
    slower = PAUSE.sub(lambda pause: "sleep %g" % (float(pause[1]) * 10), script)
    tries = []
    for text in (script, slower, slower):
        want = run_one(["bash"], text, base, {"executable": "/bin/bash", **who})
        have = run_one(driver, text, base, who)
        different = (TOO_LATE in (want[2], have[2]) or want[0] != have[0] or want[2] != have[2]
                     or ("stderr=no" not in name and want[1] != have[1]))
        tries.append((name, text, want, have, different))
        if not different or TOO_LATE in (want[2], have[2]):
            break
    return tries


def show(name, script, want, have):
    print(f"=== {name}\n{script}\n--- bash: status {want[2]}")
    for label, w, h in (("stdout", want[0], have[0]), ("stderr", want[1], have[1])):
        if w == h:
            continue
        print(f"--- bash {label}\n{w.decode(errors='replace')}--- ours {label}\n{h.decode(errors='replace')}", end="")
    if want[2] != have[2]:
        print(f"--- ours: status {have[2]}")
    for label, answer in (("bash", want), ("ours", have)):
        if answer[2] == TOO_LATE:
            print(f"--- {label}: ended by force after {LIMIT} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("driver")
    parser.add_argument("tables", nargs="*")
    options = parser.parse_args()
    tables = options.tables or sorted(os.path.join(HERE, n) for n in os.listdir(HERE) if n.endswith((".scripts", ".lines")))
    who = privileges()
    base = tempfile.mkdtemp(prefix="asb-diff-")
    os.chmod(base, 0o755)
    driver = [os.path.abspath(options.driver)]
    jobs = []
    for path in tables:
        label = os.path.basename(path).rsplit(".", 1)[0]
        for name, script in read_table(path):
            full = f"{label}: {name}"
            if options.filter in full or options.filter in script:
                jobs.append((full, script, driver, base, who))
    failed, unsteady = 0, []
    try:
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
            for tries in pool.map(compare, jobs):
                name, script, want, have, different = tries[-1]
                failed += different
                if different:
                    show(name, script, want, have)
                elif len(tries) > 1:
                    unsteady.append(name)
                    show(*tries[0][:-1])
                    print(f"=== unsteady: {name}: equal at try {len(tries)}")
                elif options.verbose:
                    print(f"ok  {name}")
    finally:
        shutil.rmtree(base, ignore_errors=True)
    if unsteady:
        print(f"{len(unsteady)} unsteady: {'; '.join(unsteady)}")
    if len(unsteady) > MOST_UNSTEADY:
        failed += len(unsteady)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
