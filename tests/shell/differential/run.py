#!/usr/bin/env python3
"""Runs scripts under /bin/bash and under a driver of our shell and compares stdout, stderr and status.

    run.py [--filter TEXT] [--verbose] [--jobs N] DRIVER [TABLE...]

DRIVER is called as `DRIVER -c SCRIPT`. A table (*.scripts beside this file by default) holds scripts parted by lines that
begin with `### ` (the rest of such a line names the script; `stderr=no` in it: messages are not compared; `bash=TEXT` is a
remark); in a *.lines table each line is a script (empty ones and those that begin with `# ` are not). Each script runs in an empty folder of its own with a fixed environment. As root both run as the user `asb-test` (or `tester`).
A script with a short `sleep` in it that gives different answers is tried again with ten times the pause: a busy machine
may take longer than the short one for what was to happen meanwhile.
"""
import argparse
import concurrent.futures
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 60
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
        done = subprocess.run(command + ["-c", script], cwd=work, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT, start_new_session=True, **who)
        status = done.returncode if done.returncode >= 0 else 128 - done.returncode # a worker answers 128+n
        return clean(done.stdout, folder), clean(done.stderr, folder), status
    except subprocess.TimeoutExpired as late:
        return clean(late.stdout or b"", folder), b"(timeout)", -99
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def clean(text, folder):
    text = text.replace(folder.encode(), b"@DIR@")
    # Process ids in messages about jobs differ from run to run.
    text = re.sub(rb"(?m)(line \d+: |^ |\() *\d{2,7}(?= [A-Z|]|\) - )", rb"\1PID", text)
    return re.sub(rb"(?m)^(/bin/|/usr/bin/)?bash: ", b"bash: ", text)


def compare(job):
    name, script, driver, base, who = job
    tries = [script] + [PAUSE.sub(lambda pause: "sleep %g" % (float(pause[1]) * 10), script)] * bool(PAUSE.search(script))
    for text in tries:
        want = run_one(["bash"], text, base, {"executable": "/bin/bash", **who})
        have = run_one(driver, text, base, who)
        different = want[0] != have[0] or want[2] != have[2] or ("stderr=no" not in name and want[1] != have[1])
        if not different:
            break
    return name, text, want, have, different


def show(name, script, want, have):
    print(f"=== {name}\n{script}\n--- bash: status {want[2]}")
    for label, w, h in (("stdout", want[0], have[0]), ("stderr", want[1], have[1])):
        if w == h:
            continue
        print(f"--- bash {label}\n{w.decode(errors='replace')}--- ours {label}\n{h.decode(errors='replace')}", end="")
    if want[2] != have[2]:
        print(f"--- ours: status {have[2]}")


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
    failed = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
            for name, script, want, have, different in pool.map(compare, jobs):
                failed += different
                if different:
                    show(name, script, want, have)
                elif options.verbose:
                    print(f"ok  {name}")
    finally:
        shutil.rmtree(base, ignore_errors=True)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
