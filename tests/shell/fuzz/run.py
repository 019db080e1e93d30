#!/usr/bin/env python3
"""Differential fuzzer: lines from a grammar under /bin/bash and under our shell; stdout, status and files have to be equal.

    run.py [--wide | --builtins] [--seed N] [--lines N] [--batch N] [--jobs N] [--time SECONDS] DRIVER
    run.py [--wide | --builtins] --show SEED DRIVER    the line of one seed, and what both make of it

`--wide`: with the forms of wide_grammar.py too. `--builtins`: the lines of builtin_grammar.py.

A seed names a line. Many lines run in one process, each in a subshell of its own and in its own folder; a line that
differs there is run again by itself, as `-c LINE`, and made smaller while it differs. A difference that `explained.txt`
names (a regular expression for the smallest form, a NUL and what bash says of it, and a reason) is counted but no failure. As root both shells run as the
user `asb-test` (or `tester`). The last line is `N passed, N failed`.
"""
import argparse
import os
import pwd
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import grammar  # noqa: E402 the folder has to be on the path first
import builtin_grammar  # noqa: E402
import wide_grammar  # noqa: E402

LIMIT = 5
OUR_LIMIT = 60 # for a line that bash ends within the other one: only a busy machine takes so long
MOST_TRIALS = 150
MOST_SECONDS = 120 # for making a line smaller: each trial of one that goes on and on takes its whole limit
TOO_MUCH = 128 + signal.SIGXFSZ # see limit_children()
FAULT = re.compile(rb"syntax error|unexpected EOF|unexpected end|bad substitution|command not found|not a valid identifier")
# Each line in a subshell in its own folder; a mark and the status follow its output.
RUNNER = r"""i=0
while IFS= read -r -d '' line <&9; do
    ( exec 9<&-; cd "w$i" && set -- one 'two words' && eval "$line" ) 2>/dev/null </dev/null
    printf '\001%s %s\002' "$i" "$?"
    i=$((i + 1))
done 9<lines
"""


def make_line(seed, kind):
    return kind(random.Random(seed)).line()


def argument(line):
    """bash takes what follows -c for more options when it begins like them."""
    return " " + line if line[:1] in "+-" else line


class Side:
    """One of the two shells. Both work in the same folder, one after the other, so that its name may be printed."""

    def __init__(self, argv, base, limit):
        self.argv, self.base, self.limit, self.last = argv, base, limit, threading.local()

    def folder(self):
        made = os.path.join(self.base, "p%d" % threading.get_ident())
        os.mkdir(made)
        os.chmod(made, 0o777)
        return made

    def leave(self, folder):
        """What cannot be removed is out of the next one's way."""
        left = tempfile.mkdtemp(dir=self.base)
        os.rename(folder, left)
        shutil.rmtree(left, ignore_errors=True)

    def call(self, arguments, folder, seconds):
        """(stdout, status, stderr); status None: it had to be ended."""
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8", "TMPDIR": "/tmp"}
        with tempfile.TemporaryFile(dir=self.base) as out, tempfile.TemporaryFile(dir=self.base) as err:
            process = subprocess.Popen(self.argv + arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       start_new_session=True)
            try:
                status = process.wait(seconds)
            except subprocess.TimeoutExpired:
                status = None
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            out.seek(0)
            err.seek(0)
            text, said = out.read(1 << 22), err.read(1 << 16)
        return text, status if status is None or status >= 0 else 128 - status, said

    def batch(self, lines):
        """One answer a line: (stdout, status, files); None where none came."""
        folder = self.folder()
        answers = [None] * len(lines)
        with open(os.path.join(folder, "lines"), "wb") as f:
            f.write(b"".join(line.encode() + b"\0" for line in lines))
        for i in range(len(lines)):
            fill(os.path.join(folder, "w%d" % i))
        text, _, _ = self.call(["-c", RUNNER, "bash"], folder, LIMIT + len(lines) * 0.1)
        at = 0
        for mark in re.finditer(rb"\001(\d+) (\d+)\002", text):
            i = int(mark[1])
            answers[i] = (text[at:mark.start()], int(mark[2]), listing(os.path.join(folder, "w%d" % i)))
            at = mark.end()
        self.leave(folder)
        return answers

    def single(self, line):
        folder = self.folder()
        work = os.path.join(folder, "w")
        fill(work)
        text, status, self.last.said = self.call(["-c", argument(line), "bash", "one", "two words"], work, self.limit)
        answer = (text, status, listing(work))
        self.leave(folder)
        return answer

    def faults(self):
        """What was wrong with the line that ran last."""
        return set(FAULT.findall(self.last.said))


def limit_children():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 22, 1 << 22))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))


def fill(folder):
    os.mkdir(folder)
    os.chmod(folder, 0o777)
    for name, text in (("a.txt", "one:two\nthree four\n"), ("b.txt", "b\\ c  d\nlast"), ("c.c", ""), (".hid", "h\n"), ("sp ace", "")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
    os.mkdir(os.path.join(folder, "d"))
    with open(os.path.join(folder, "d", "e"), "w", encoding="utf-8"):
        pass


def listing(folder):
    found = []
    for top, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(top, name)
            try:
                with open(path, "rb") as f:
                    found.append((path[len(folder):], f.read()))
            except OSError:
                found.append((path[len(folder):], None))
    return sorted(found)


class Fuzzer:
    def __init__(self, driver, base, explained, kind):
        self.bash = Side(["/bin/bash"], base, LIMIT)
        self.ours = Side([driver], base, OUR_LIMIT)
        self.explained, self.kind, self.ends = explained, kind, threading.local()

    def differs(self, line):
        return bool(self.differences(line))

    def differences(self, line):
        """Which of stdout, status and files."""
        theirs = self.bash.single(line)
        if theirs[1] is None: # how far a loop or a recursion without end comes is chance
            self.ends.answer = None, None
            return set()
        mine = self.ours.single(line)
        self.ends.answer = theirs[1], mine[1]
        if theirs[1] == TOO_MUCH and mine[1] in (None, TOO_MUCH):
            return set()
        return set() if b"BASH_EXECUTION_STRING" in theirs[0] else {i for i in range(3) if theirs[i] != mine[i]}

    def smaller(self, parts):
        """Fewer statements, then fewer words and characters, while the shells differ; what is shell stays so."""
        trials = 0
        end = time.monotonic() + MOST_SECONDS
        different = self.differences("".join(parts))
        ends = self.ends.answer
        faults = self.bash.faults(), self.ours.faults()
        ids = re.compile(r"\$\$|\$!|\$\{\$")
        had_ids = ids.search("".join(parts))

        def alike(text):
            """The same difference: no other status, no new fault, no process ids."""
            return (not (ids.search(text) and not had_ids) and self.differences(text) & different and self.ends.answer == ends
                    and self.bash.faults() <= faults[0] and self.ours.faults() <= faults[1])

        def may_try():
            return trials < MOST_TRIALS and time.monotonic() < end

        def reduce(pieces, join):
            nonlocal trials
            size = max(1, len(pieces) // 2)
            while size >= 1 and may_try():
                i = 0
                while i < len(pieces) and may_try():
                    rest = pieces[:i] + pieces[i + size:]
                    trials += 1
                    if rest and alike(join(rest)):
                        pieces = rest
                    else:
                        i += size
                size //= 2
            return pieces
        parts = reduce(parts, "".join)
        tokens = reduce(re.findall(r"[A-Za-z0-9_.]+|\s+|'[^']*'|.", "".join(parts), re.S), "".join)
        return "".join(tokens)

    def run(self, seeds):
        """[(seed, smallest line, bash's answer, ours, reason or None)] of those that differ."""
        lines = [make_line(seed, self.kind) for seed in seeds]
        texts = ["".join(parts) for parts in lines]
        pairs = zip(seeds, lines, texts, self.bash.batch(texts), self.ours.batch(texts))
        different = []
        for seed, parts, text, theirs, mine in pairs:
            if theirs == mine and theirs is not None:
                continue
            if not self.differs(text):
                wrapped = "( set -- one 'two words'; eval " + grammar.quote(text) + " ) </dev/null"
                if self.differs(wrapped):
                    different.append((seed, wrapped, self.bash.single(wrapped), self.ours.single(wrapped), None))
                continue
            small = self.smaller(parts)
            if not all(self.differs(small) for _ in range(3)): # what was left is a race
                small = text
            theirs = self.bash.single(small)
            shown = small + "\0" + self.bash.last.said.decode("utf-8", "replace")
            reason = next((why for pattern, why in self.explained if pattern.search(shown)), None)
            different.append((seed, small, theirs, self.ours.single(small), reason))
        return different


def leave_root():
    """Goes on as an ordinary user: in this very process, so that each start of a shell is cheap."""
    if os.geteuid() != 0:
        return
    for name in ("asb-test", "tester"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        os.setgroups([])
        os.setresgid(user.pw_gid, user.pw_gid, user.pw_gid)
        os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)
        return
    sys.exit("run.py: lines are not run as root: start this as an ordinary user, or make a user asb-test")


def read_explained():
    table = []
    with open(os.path.join(HERE, "explained.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                pattern, reason = line.rstrip("\n").split("\t", 1)
                table.append((re.compile(pattern, re.S), reason.strip()))
    return table


def shortened(answer):
    text = repr(answer)
    return text if len(text) < 1000 else text[:1000] + "…"


def show(seed, line, theirs, mine, reason):
    print("=== seed %d%s\n%s" % (seed, " (explained: %s)" % reason if reason else "", line))
    for label, a, b in (("stdout", theirs[0], mine[0]), ("status", theirs[1], mine[1]), ("files", theirs[2], mine[2])):
        if a != b:
            print("--- bash %s: %s\n--- ours %s: %s" % (label, shortened(a), label, shortened(b)))
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float, default=0, help="stop after so many seconds")
    parser.add_argument("--show", type=int)
    parser.set_defaults(kind=grammar.Grammar)
    parser.add_argument("--wide", dest="kind", action="store_const", const=wide_grammar.WideGrammar)
    parser.add_argument("--builtins", dest="kind", action="store_const", const=builtin_grammar.BuiltinGrammar)
    parser.add_argument("driver")
    args = parser.parse_args()
    leave_root()
    limit_children()
    base = tempfile.mkdtemp(prefix="asb-fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    os.chmod(base, 0o755)
    try:
        fuzzer = Fuzzer(os.path.abspath(args.driver), base, read_explained(), args.kind)
        if args.show is not None:
            line = "".join(make_line(args.show, args.kind))
            show(args.show, line, fuzzer.bash.single(line), fuzzer.ours.single(line), None)
            return 0
        return fuzz(fuzzer, args)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def fuzz(fuzzer, args):
    end = time.monotonic() + args.time if args.time else None
    starts = range(args.seed, args.seed + args.lines, args.batch)
    done = failed = known = 0

    def batch(first):
        if end and time.monotonic() > end:
            return None
        return fuzzer.run(range(first, min(first + args.batch, args.seed + args.lines)))
    with ThreadPoolExecutor(max_workers=args.jobs) as pool:
        for first, different in zip(starts, pool.map(batch, starts)):
            if different is None:
                continue
            done += min(args.batch, args.seed + args.lines - first)
            for found in different:
                show(*found)
                known += found[4] is not None
                failed += found[4] is None
    if known:
        print("%d explained differences" % known)
    print("%d passed, %d failed" % (done - failed, failed))
    return 1 if failed or not done else 0


if __name__ == "__main__":
    sys.exit(main())
