#!/usr/bin/env python3
"""The rules that the build has to keep: what the programs link, who may include whom, how long a file is.

    architecture_test.py [--build DIR]

With --build the programs of that build tree are looked at too. The last line is `N passed, N failed`.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = {"app", "core", "ui", "resources", "translations", "tests", "packaging"}
LINES = 500
# Not ours: handed tools, kept as they came.
HANDED = ("tests/e2e/fake-anthropic/", "tests/cases/agent-shapes/")

QT_FREE = {
    "core/base": {"core/base"},
    "core/shell": {"core/base", "core/shell"},
    "core/execd": {"core/base", "core/shell", "core/execd"},
    "core/config": {"core/base", "core/config"},
    "core/front": {"core/base", "core/config", "core/front"},
}
QT_CORE = ("nono", "agents", "session", "events", "ipc", "desktop", "commands")
CORE = {"core/base", "core/config"} | {"core/" + name for name in QT_CORE}
ALLOWED = dict(QT_FREE, **{"core/" + name: CORE for name in QT_CORE})
APP = {"app/main.cpp": {"core/base", "core/config", "core/front", "core/execd"}, "app/session_main.cpp": CORE, "app/gui_main.cpp": CORE | {"ui"}}

LIBRARIES = {
    "agent-sandbox": (r"libQt|libstdc\+\+|libgcc_s", r"libc\.so"),
    "agent-sandbox-session": (r"libQt6(Gui|Widgets|DBus|Svg|Quick|Qml)|libX11|libxcb", r"libQt6Core"),
    "agent-sandbox-gui": (None, r"libQt6Widgets"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
passed = failed = 0


def result(name, faults):
    global passed, failed
    if faults:
        failed += 1
        print("FAIL %s:\n  %s" % (name, "\n  ".join(faults)))
    else:
        passed += 1
        print("PASS %s" % name)


def code(*tops):
    for top in tops:
        for folder, _, names in os.walk(os.path.join(TOP, top)):
            for name in sorted(names):
                if name.endswith((".cpp", ".h")):
                    yield os.path.relpath(os.path.join(folder, name), TOP)


def includes(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            found = INCLUDE.match(line)
            if found:
                yield number, found.group(1)


def qt_headers(*modules):
    names = set()
    for module in modules:
        for root in glob.glob("/usr/include/*/qt6") + glob.glob("/usr/include/qt6"):
            names |= set(os.listdir(os.path.join(root, module))) if os.path.isdir(os.path.join(root, module)) else set()
    return {n for n in names if n.startswith(("Q", "q"))}


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "core" else parts[0]


def check_arrows():
    for folder in sorted(ALLOWED):
        faults = []
        for path in code(folder):
            for number, header in includes(path):
                if header.startswith(("core/", "ui/", "app/")) and folder_of(header) not in ALLOWED[folder]:
                    faults.append("%s:%d includes %s" % (path, number, header))
        result("arrows point down: " + folder, faults)
    for path in sorted(APP):
        if os.path.exists(os.path.join(TOP, path)):
            faults = ["%s:%d includes %s" % (path, number, header) for number, header in includes(path)
                      if header.startswith(("core/", "ui/")) and folder_of(header) not in APP[path]]
            result("arrows point down: " + path, faults)


def check_qt():
    every = qt_headers(*{os.path.basename(m) for r in glob.glob("/usr/include/*/qt6") + glob.glob("/usr/include/qt6") for m in glob.glob(r + "/Qt*")})
    windows = qt_headers("QtGui", "QtWidgets", "QtDBus", "QtSvg", "QtOpenGL") - qt_headers("QtCore", "QtNetwork", "QtSql")
    result("Qt's headers are known", [] if "QWidget" in windows and "QString" in every else ["no Qt 6 headers below /usr/include: nothing can be checked"])
    faults = ["%s:%d includes %s" % (path, number, header) for path in [*code(*QT_FREE), "app/main.cpp"] if os.path.exists(os.path.join(TOP, path))
              for number, header in includes(path) if header.split("/")[-1] in every and not header.startswith("core/") or header.startswith("Qt")]
    result("no Qt header in the Qt-free part", faults)
    faults = ["%s:%d includes %s" % (path, number, header) for path in code("core") for number, header in includes(path)
              if header.split("/")[-1] in windows or header.startswith(("QtGui", "QtWidgets", "QtDBus"))]
    result("no window header in core", faults)


def check_sources():
    tracked = subprocess.run(["git", "-C", TOP, "ls-files"], stdout=subprocess.PIPE, text=True, check=False).stdout.split("\n")
    tops = {p.split("/")[0] for p in tracked if "/" in p and not p.startswith(".")}
    result("top-level folders", sorted(tops - FOLDERS - {"cmake"}))
    faults = []
    for path in tracked:
        if path.endswith((".cpp", ".h", ".py", ".sh", ".cmake")) and not path.startswith(HANDED) and os.path.exists(os.path.join(TOP, path)):
            with open(os.path.join(TOP, path), encoding="utf-8", errors="replace") as f:
                count = sum(1 for _ in f)
            if count > LINES:
                faults.append("%s has %d lines" % (path, count))
    result("no file over %d lines" % LINES, faults)
    faults = [p for p in tracked if re.search(r"(^|/)(build|__pycache__)/|\.(o|a|so|pyc)$", p)]
    result("no build output in the repository", faults)
    faults = []
    for path in code("core", "app", "ui"):
        with open(os.path.join(TOP, path), encoding="utf-8") as f:
            if path.endswith(".h") and "#pragma once" not in f.read():
                faults.append(path)
    result("headers are guarded", faults)


def check_commands(build):
    """No precompiled header and no include folder brings Qt to where no source asks for it."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        entries = json.load(f)
    free = [e for e in entries if any(("/" + top + "/") in e["file"] for top in QT_FREE)]
    faults = [e["file"] for e in free if re.search(r"/qt6\b|cmake_pch|-DQT_", e["command"])]
    result("Qt is not on the command lines of the Qt-free part", faults if free else ["no command lines in " + build])


def check_programs(build):
    for name, (never, needs) in LIBRARIES.items():
        path = os.path.join(build, "bin", name)
        if not os.path.exists(path):
            if name != "agent-sandbox-gui":
                result("libraries of " + name, ["%s was not built" % path])
            continue
        dynamic = subprocess.run(["readelf", "-d", path], stdout=subprocess.PIPE, text=True, check=True).stdout
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
        faults = ["needs " + n for n in needs and needed if never and re.search(never, n)]
        if not any(re.search(needs, n) for n in needed):
            faults.append("does not need %s: is it the right program?" % needs)
        result("libraries of " + name, faults)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build")
    args = parser.parse_args()
    check_arrows()
    check_qt()
    check_sources()
    if args.build:
        check_commands(args.build)
        check_programs(args.build)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
