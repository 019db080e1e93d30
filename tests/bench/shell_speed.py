"""Small programs of shell/*.sh: our shell against bash, and whether twice the input takes more than twice the time.

    shell_speed.py (--prefix DIR | --driver PROGRAM) [--only NAME]... [--rounds N] [--no-growth]

Each program's first line says `# KIND SIZE [INPUT]: what it does`. SIZE is the value of $n; INPUT names what stands in
its folder: `lines` (a file of n lines), `text` (n bytes of words), `names` (n files). KIND sets the limit of the ratio:

    compute   at most 0.1 of bash's time        process, other   not slower than bash

and the geometric mean of all is at most 0.2. Both print into a pipe that is read, and have to print the same. Opponents
take turns; medians are compared. Growth is measured on ours alone, on inputs that take long enough to tell.

With --prefix lines go through `exec` and a running execd, with --driver to a shell without one (for profiles).
"""
import argparse
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIMITS = {"compute": 0.1, "process": 1.0, "other": 1.0}
MEAN = 0.2
GROWTH = 2.2
TRIES = 3
ENOUGH_MS = 60  # a run that is to be compared with one of twice the input takes at least so long
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}


class Program:
    def __init__(self, path):
        self.name = os.path.basename(path)[:-3]
        with open(path, encoding="utf-8") as source:
            self.text = source.read()
        head = self.text.split("\n", 1)[0].split(":", 1)[0].split()
        self.kind, self.size = head[1], int(head[2])
        self.input = head[3] if len(head) > 3 else None

    def line(self, size):
        return "n=%d\n%s" % (size, self.text)


def programs():
    return [Program(os.path.join(HERE, "shell", name)) for name in sorted(os.listdir(os.path.join(HERE, "shell"))) if name.endswith(".sh")]


class Folders:
    """What the programs read, one folder for each kind and size."""

    def __init__(self):
        self.base = tempfile.mkdtemp(prefix="bench-", dir=os.environ.get("TMPDIR", "/var/tmp"))
        self.made = {}

    def close(self):
        shutil.rmtree(self.base, ignore_errors=True)

    def get(self, kind, size):
        if (kind, size) not in self.made:
            folder = os.path.join(self.base, "%s-%d" % (kind, size))
            os.mkdir(folder)
            self.made[kind, size] = folder
            if kind:
                getattr(self, "_" + kind)(folder, size)
        return self.made[kind, size]

    @staticmethod
    def _lines(folder, size):
        with open(os.path.join(folder, "lines"), "w", encoding="ascii") as f:
            f.writelines("name%d,%d\n" % (i % 1000, i % 97) for i in range(size))

    @staticmethod
    def _text(folder, size):
        words = ["alpha", "bee", "gamma", "d", "epsilon", "fig", "house", "a-longer-word"]
        text, length, i = [], 0, 0
        while length < size:
            text.append(words[i * 7 % 8 if i % 3 else i % 8])
            length += len(text[-1]) + 1
            i += 1
        with open(os.path.join(folder, "text"), "w", encoding="ascii") as f:
            f.write(" ".join(text)[:size])

    @staticmethod
    def _names(folder, size):
        os.mkdir(os.path.join(folder, "names"))
        for i in range(size):
            with open(os.path.join(folder, "names", "file%d%s" % (i, ".txt" if i % 5 == 0 else "")), "w", encoding="ascii"):
                pass


class Different(Exception):
    pass


def run(argv, folder, environment):
    """(milliseconds, output, status)"""
    start = time.perf_counter()
    done = subprocess.run(argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return (time.perf_counter() - start) * 1000, done.stdout, done.returncode


class Opponents:
    def __init__(self, ours, environment):
        self.ours, self.environment = ours, environment
        self.folders = Folders()

    def mine(self, program, size):
        return run(self.ours + [program.line(size)], self.folders.get(program.input, size), self.environment)

    def bash(self, program, size):
        return run(["/bin/bash", "-c", program.line(size)], self.folders.get(program.input, size), ENVIRONMENT)

    def ratio(self, program, rounds):
        """(ours, bash) in milliseconds, medians."""
        mine, other = [], []
        for i in range(rounds):
            pair = [(self.mine, mine), (self.bash, other)]
            answers = {}
            for which, times in pair if i % 2 else reversed(pair):
                took, output, status = which(program, program.size)
                times.append(took)
                answers[which.__name__] = (output, status)
            if answers["mine"] != answers["bash"]:
                raise Different("prints something else than bash: %r against %r" % (answers["mine"][0][-200:], answers["bash"][0][-200:]))
        return statistics.median(mine), statistics.median(other)

    def growth(self, program):
        """Time of twice the input by time of the input; the best of some runs each, as noise only adds."""
        size, took = program.size, 0
        while True:
            took = min(self.mine(program, size)[0] for _ in range(2))
            if took >= ENOUGH_MS:
                break
            size *= 2 if took > ENOUGH_MS / 2 else 4
        best = {size: [took], 2 * size: []}
        for _ in range(4):
            for n, times in best.items():
                times.append(self.mine(program, n)[0])
            if len(best[size]) > 2 and min(best[2 * size]) / min(best[size]) <= GROWTH:
                break
        return min(best[2 * size]) / min(best[size])


def judge(opponents, chosen, rounds, growth, say):
    """Measures and prints; answers (passed, failed)."""
    passed = failed = 0
    ratios = []

    def verdict(good, text):
        nonlocal passed, failed
        passed, failed = passed + good, failed + (not good)
        say("%s %s" % ("PASS" if good else "FAIL", text))
    for program in chosen:
        limit = LIMITS[program.kind]
        try:
            for _ in range(TRIES):
                mine, other = opponents.ratio(program, rounds)
                if mine / other <= limit:
                    break
            ratios.append(mine / other)
            verdict(mine / other <= limit, "shell/%s: ratio %.3f (%.1f ms : %.1f ms), limit %.2f" % (program.name, mine / other, mine, other, limit))
            if growth:
                for _ in range(TRIES):
                    grew = opponents.growth(program)
                    if grew <= GROWTH:
                        break
                verdict(grew <= GROWTH, "shell/%s: twice the input takes %.2f of the time, limit %.2f" % (program.name, grew, GROWTH))
        except Different as error:
            verdict(False, "shell/%s: %s" % (program.name, error))
    if ratios:
        mean = math.exp(sum(math.log(r) for r in ratios) / len(ratios))
        verdict(mean <= MEAN or len(ratios) < len(programs()), "shell: geometric mean of %d ratios %.3f, limit %.2f" % (len(ratios), mean, MEAN))
    return passed, failed


def measure(ours, environment, only=(), rounds=5, growth=True, say=lambda text: print(text, flush=True)):
    opponents = Opponents(ours, environment)
    try:
        return judge(opponents, [p for p in programs() if not only or p.name in only], rounds, growth, say)
    finally:
        opponents.folders.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix")
    parser.add_argument("--driver")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-growth", action="store_true")
    args = parser.parse_args()
    if args.driver:
        passed, failed = measure([os.path.realpath(args.driver), "-c"], ENVIRONMENT, args.only, args.rounds, not args.no_growth)
    elif args.prefix:
        import run as bench  # execd by hand is there
        program = os.path.join(os.path.realpath(args.prefix), "bin", "agent-sandbox")
        with bench.Execd(program) as execd:
            passed, failed = measure([program, "exec", "--"], execd.env, args.only, args.rounds, not args.no_growth)
    else:
        parser.error("--prefix or --driver is needed")
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
