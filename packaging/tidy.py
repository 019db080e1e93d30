#!/usr/bin/env python3
"""clang-tidy over the sources of a build tree, a few files of one folder at a time.

    packaging/tidy.py [--jobs N] [--seconds N] BUILD [FOLDER...]

BUILD has the compile_commands.json of a clang build (it need not be built, but for the files that moc makes).
Reading the headers and looking through them costs ten times what a source of ours does, so the files of a
folder that are compiled alike are read as one text. Names that two files have to themselves may clash in it: then the
text is halved until it compiles. Findings go to stdout; the last line is `N passed, N failed`, in files.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import time

TOGETHER = 12  # files; more makes the last text of a run a long wait for one core
PRECOMPILED = re.compile(r" -Xclang -include-pch -Xclang \S+ -Xclang -include -Xclang \S+")
SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))


def flags_of(entry):
    """The compiler's words without the source, the output, the dependency file and the precompiled header, which need not
    have been built; the launcher is cut."""
    words = shlex.split(PRECOMPILED.sub(" ", entry["command"]))
    while words and not os.path.basename(words[0]).startswith("clang"):
        words.pop(0)
    kept = []
    skip = False
    for word in words[1:]:
        if skip:
            skip = False
        elif word in ("-o", "-MT", "-MF", "-c"):
            skip = word != "-c"
        elif word not in (entry["file"], "-MD"):
            kept.append(word)
    return kept


def groups_of(build, folders):
    """Lists of (files, flags, working folder)."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as stream:
        entries = json.load(stream)
    alike = {}
    for entry in entries:
        name = os.path.relpath(entry["file"], SOURCE)
        if name.startswith("..") or not any(name.startswith(folder + "/") for folder in folders):
            continue
        if name.startswith("build/"):
            continue
        flags = flags_of(entry)
        key = (os.path.dirname(name), tuple(flags), entry["directory"])
        alike.setdefault(key, []).append(entry["file"])
    groups = []
    for (_, flags, directory), files in sorted(alike.items()):
        files = sorted(set(files))
        parts = -(-len(files) // TOGETHER)
        size = -(-len(files) // parts)
        groups += [(files[i : i + size], list(flags), directory) for i in range(0, len(files), size)]
    return sorted(groups, key=lambda group: -len(group[0]))


class Tidy:
    def __init__(self, build, end):
        self.folder = os.path.join(build, "tidy")
        os.makedirs(self.folder, exist_ok=True)
        self.end = end
        self.number = 0

    def text(self, files):
        if len(files) == 1:
            return files[0]
        self.number += 1
        path = os.path.join(self.folder, f"{self.number}-{os.path.basename(os.path.dirname(files[0]))}.cpp")
        with open(path, "w", encoding="utf-8") as stream:
            stream.writelines(f'#include "{file}"\n' for file in files)
        return path

    def run(self, files, flags, directory):
        """What was found, and the number of files without and with findings."""
        left = self.end - time.monotonic()
        if left <= 0:
            return "", 0, len(files), "no time was left for " + ", ".join(files)
        path = self.text(files)
        if len(files) > 1:
            tried = subprocess.run(["clang++", *flags, "-w", "-fsyntax-only", path], cwd=directory, capture_output=True)
            if tried.returncode != 0:
                half = len(files) // 2
                first = self.run(files[:half], flags, directory)
                second = self.run(files[half:], flags, directory)
                return tuple(a + b for a, b in zip(first, second))
        words = ["clang-tidy", "--quiet", "--config-file=" + os.path.join(SOURCE, ".clang-tidy"),
                 "--header-filter=^" + re.escape(SOURCE) + "/(core|ui|app)/", path, "--", *flags]
        if len(files) > 1:
            words.insert(1, "--checks=-bugprone-suspicious-include")  # that is this script's doing
        try:
            done = subprocess.run(words, cwd=directory, capture_output=True, text=True, timeout=left)
        except subprocess.TimeoutExpired:
            return "", 0, len(files), "no time was left for " + ", ".join(files)
        found = {match for match in re.findall(r"^(\S+?):\d+:\d+: (?:error|warning):", done.stdout, re.M)}
        bad = min(len(files), max(len(found), 1 if done.returncode != 0 else 0))
        told = "" if done.returncode == 0 or found else done.stderr
        return done.stdout, len(files) - bad, bad, told


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("folders", nargs="*", default=["core", "app", "ui"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=3600)
    options = parser.parse_args()
    groups = groups_of(os.path.realpath(options.build), options.folders)
    tidy = Tidy(os.path.realpath(options.build), time.monotonic() + options.seconds)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = {pool.submit(tidy.run, *group): group for group in groups}
        for done in concurrent.futures.as_completed(work):
            found, good, bad, told = done.result()
            passed += good
            failed += bad
            print(found + told, end="", flush=True)
            files = work[done][0]
            print(f"tidy: {passed + failed} files, last of {os.path.relpath(os.path.dirname(files[0]), SOURCE)}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
