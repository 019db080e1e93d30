"""The tests of a run: registration, checks, accounting after each of them."""
import contextlib
import fnmatch
import glob
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

import processes
import world as world_module

TESTS = []


class Failure(Exception):
    pass


def test(function=None, *, root=False):
    """Registers a test; `root`: it also runs in the root subset."""
    def register(f):
        TESTS.append((f.__module__.removeprefix("test_") + "." + f.__name__, f, root))
        return f
    return register(function) if function else register


def check(condition, message, *details):
    if not condition:
        raise Failure(message + "".join("\n" + str(d) for d in details))


def equal(got, want, what):
    check(got == want, "%s:\n  got  %r\n  want %r" % (what, got, want))


class Context:
    """One run: where the product is, which programs it uses, the counts."""

    def __init__(self, prefix, program=None):
        self.prefix = prefix
        self.program = program or os.path.join(prefix, "bin", "agent-sandbox")
        self.libexec = os.path.join(prefix, "libexec", "agent-sandbox")
        self.path = os.environ.get("PATH", "/usr/local/bin:/usr/bin:/bin")
        # On a disk, short (socket paths have 108 bytes), and not of the form of a session's own folder.
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="e2e-", dir=os.environ.get("TMPDIR", "/var/tmp")))
        self.temporary = os.environ.get("TMPDIR", "/tmp")
        self.claude = self._claude()
        self.passed, self.failed, self.failures = 0, 0, []
        self.worlds = []
        self.seen_before = set()
        for top in ("/var/tmp", "/tmp", self.temporary):
            with contextlib.suppress(OSError):
                self.seen_before |= {os.path.join(top, n) for n in os.listdir(top)}

    def _claude(self):
        found = shutil.which("claude", path=self.path)
        return os.path.realpath(found) if found else None

    def world(self, name="w"):
        made = world_module.World(self, name)
        self.worlds.append(made)
        return made

    def wait_for_request(self, world, seconds=30):
        """Until the agent of this world has talked to the API."""
        check(processes.wait_until(world.api.requests, seconds, 0.05), "the agent did not ask the API")

    def report(self, name, error, seconds):
        if error is None:
            self.passed += 1
            print("PASS %s (%.1f s)" % (name, seconds), flush=True)
        else:
            self.failed += 1
            self.failures.append(name)
            print("FAIL %s: %s" % (name, error), flush=True)

    @contextlib.contextmanager
    def sub(self, name):
        """A part of a test that is counted for itself; its failure does not end the test."""
        start, error = time.monotonic(), None
        try:
            yield
        except Failure as e:
            error = str(e)
        self.report("%s/%s" % (self.current, name), error, time.monotonic() - start)

    def run(self, name, function):
        self.current = name
        start, error = time.monotonic(), None
        try:
            function(self)
            left = processes.none_left(3)
            check(not left, "processes are left 3 s after the end:", *left)
        except Failure as e:
            error = str(e)
        except Exception:  # a fault of a test is a failed test
            error = traceback.format_exc()
        for made in self.worlds:
            made.close()
        self.worlds = []
        processes.end_all()
        self.report(name, error, time.monotonic() - start)

    def close(self):
        subprocess.run(["chmod", "-R", "u+rwX", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def chosen(folder, only, root_subset=False):
    """The tests of a folder whose names fit one of the patterns (or hold one); all of them without patterns."""
    for path in sorted(glob.glob(os.path.join(folder, "test_*.py"))):
        importlib.import_module(os.path.basename(path)[:-3])
    return [test for test in TESTS if (test[2] or not root_subset)
            and (not only or any(fnmatch.fnmatch(test[0], pattern) or pattern in test[0] for pattern in only))]


def run_all(context, tests):
    """Runs them, prints the last line; the exit status of the program."""
    try:
        for name, function, _ in tests:
            context.run(name, function)
    finally:
        if os.environ.get("ASB_TEST_KEEP") == "1":
            print("kept: %s" % context.folder)
        else:
            context.close()
    if context.failures:
        print("failed: %s" % " ".join(context.failures))
    print("%d passed, %d failed" % (context.passed, context.failed))
    return 1 if context.failed or not context.passed else 0


def nothing_left(context, world, seconds=3, killed=False):
    """No process of ours and no file but what may stay."""
    left = processes.none_left(seconds)
    check(not left, "processes are left %d s after the end:" % seconds, *left)
    files = processes.wait_until(lambda: not world.leftovers(killed), seconds) or world.leftovers(killed)
    check(files is True or not files, "files are left:", *(files if files is not True else []))
    check(context.worlds, "the test's world is gone")
    sys.stdout.flush()
