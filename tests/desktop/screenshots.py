#!/usr/bin/python3
"""Pictures of each page, light and dark, at 100 and 200 %, in each language, in a small window and with hard texts.

    screenshots.py --prefix DIR --out DIR [--only NAME]...

A demo session is run under the real nono and looked at from a real viewer on a private desktop. Files are PAGE-NAME.png,
where NAME is THEME-SCALE (light-100 and so on), a language, small or hard.
"""
import argparse
import collections
import json
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]

import access  # noqa: E402 the folders have to be on the path first
import framework  # noqa: E402
import processes  # noqa: E402
from desktop import Desktop  # noqa: E402
from patience import SECONDS, soon  # noqa: E402
from processes import wait_until  # noqa: E402
from world import bash  # noqa: E402

PAGES = ("traffic", "refused", "running", "profiles", "network", "session")
CALLS = ["ls -la && git status --short", "make test 2>&1 | tail -5", "git log --oneline | head -3", "cat > note.md <<'END'\n# Plan\n1. fix the test\nEND\nwc -l note.md",
         "git add -A && git push origin main", "python3 -c 'import sys; sys.exit(3)'", "grep -rn TODO . | head", "cat /etc/shadow", "(cd sub && sort -r data.txt)",
         "for f in *.md; do echo \"$f: $(wc -l <\"$f\") lines\"; done", "make -s test; sleep 300 & echo started"]
WAITS = "while [ ! -e done ]; do sleep 5; done"
# Long, of many lines, in other scripts, and with characters that would change the look of what stands beside them.
HARD_CALLS = ["echo " + "a-rather-long-word-" * 40, "echo 日本語のファイル名 'Größe' $'\\x1b[31mred'",
              "echo '<b>bold</b> &amp; <img src=x>' && git push '<b>main</b>' " + "refs/heads/" + "very/deep/" * 20 + "branch",
              *("echo line %d of many" % n for n in range(60)), "echo both; sleep 301 & sleep 302 & echo left"]
Look = collections.namedtuple("Look", "name theme scale language size", defaults=("light", 100, "en", (1240, 800)))
LOOKS = (Look("light-100"), Look("dark-100", "dark"), Look("light-200", scale=200), Look("dark-200", "dark", 200),
         *(Look(code, language=code) for code in ("de", "ja", "sv")), Look("small", size=(640, 440)), Look("small-de", language="de", size=(640, 440)))


def choose(world, look):
    world.write("config/agent-sandbox/viewer.json", json.dumps({"theme": look.theme, "language": look.language}))


def prepare(context, name):
    world = context.world(name)
    os.rename(world.proj, world.path("web-shop"))
    os.symlink("web-shop", world.proj)
    world.proj = world.path("web-shop")
    world.write("web-shop/Makefile", "test:\n\t@echo '12 passed'; echo '1 failed: cart total'; exit 1\n")
    return world


def shoot(desktop, window, path):
    """When the picture does not change any more, or nearly: what runs gets older."""
    last = [b""]

    def same():
        desktop.picture(window, path)
        with open(path, "rb") as f:
            now, last[0] = f.read(), last[0]
        equal = now == last[0]
        last[0] = now
        return equal
    wait_until(same, 5, 0.2)


def view(context, world, out, look):
    width, height = (n * look.scale // 100 for n in look.size)
    choose(world, look)
    env = dict(world.environment(), QT_SCALE_FACTOR=str(look.scale / 100))

    def path(page):
        return os.path.join(out, "%s-%s.png" % (page, look.name))
    with Desktop(env, "%dx%d" % (width + 60, height + 80)) as desktop:
        viewer = desktop.start([context.program])
        window = desktop.wait_window()
        root = access.application(desktop, viewer.pid)
        desktop.output("xdotool", "windowsize", "--sync", window, str(width), str(height))
        desktop.output("xdotool", "windowmove", "--sync", window, "20", "30")
        desktop.wait_painted(window)
        table = root.wait("table", what="of the traffic")
        soon(lambda: any(WAITS in row for row in table.sentences()))
        for number, page in enumerate(PAGES, 1):
            desktop.activate(window)
            desktop.key("ctrl+%d" % number)
            if page == "traffic":
                choose_row(desktop, table)
            shoot(desktop, window, path(page))
        for name, key in (("start", "ctrl+n"), ("settings", "ctrl+comma"), ("shortcuts", "F1")):
            desktop.activate(window)
            desktop.key(key)
            if soon(lambda: len(desktop.windows()) == 2):
                shoot(desktop, desktop.windows()[-1], path(name))
                desktop.key("Escape")
                soon(lambda: len(desktop.windows()) == 1)


def choose_row(desktop, table):
    """The refused line, with the keyboard: the filter finds it, Tab comes to it."""
    desktop.key("ctrl+f")
    desktop.type("denied")
    soon(lambda: 0 < table.rows() < 5)
    desktop.key("Tab", "Home", "Return")
    desktop.key("ctrl+f", "Escape")
    soon(lambda: table.rows() > 5)


def empty(context, out, look):
    world = context.world("empty-" + look.name)
    choose(world, look)
    with Desktop(world.environment()) as desktop:
        desktop.start([context.program])
        window = desktop.wait_window()
        desktop.wait_painted(window)
        shoot(desktop, window, os.path.join(out, "empty-%s.png" % look.name))


def picture(context, out, looks, calls, name):
    """A session with these lines that waits at its end, seen in each of these looks."""
    world = prepare(context, name)
    world.play([[bash(c)] for c in calls] + [[bash(WAITS)], "DONE"])
    session = world.start(argv=[context.program, "--no-gui", "claude", "--", "-p", "do it", "--allowedTools", "Bash"])
    for look in looks:
        view(context, world, out, look)
    world.write("web-shop/done", "")
    session.finish(3 * SECONDS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", action="append", default=[], help="light-100, de, hard and so on")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    processes.become_subreaper()
    context = framework.Context(os.path.realpath(args.prefix))
    try:
        looks = [look for look in LOOKS if not args.only or look.name in args.only]
        if looks:
            picture(context, args.out, looks, CALLS, "shop")
        if not args.only or "hard" in args.only:
            picture(context, args.out, [Look("hard")], HARD_CALLS, "hard")
        for look in looks:
            if look.scale == 100:
                empty(context, args.out, look)
    finally:
        processes.end_all()
        context.close()
    made = sorted(f for f in os.listdir(args.out) if f.endswith(".png"))
    print("%d pictures in %s" % (len(made), args.out))
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main())
