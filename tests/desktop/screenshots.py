#!/usr/bin/python3
"""Pictures of each page, light and dark, at 100 and 200 %.

    screenshots.py --prefix DIR --out DIR

A demo session is run under the real nono and looked at from a real viewer on a private desktop. Files are
PAGE-THEME-SCALE.png.
"""
import argparse
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
from processes import wait_until  # noqa: E402
from world import bash  # noqa: E402

PAGES = ("traffic", "refused", "running", "profiles", "network", "session")
CALLS = ["ls -la && git status --short", "make test 2>&1 | tail -5", "git log --oneline | head -3", "cat > note.md <<'END'\n# Plan\n1. fix the test\nEND\nwc -l note.md",
         "git add -A && git push origin main", "python3 -c 'import sys; sys.exit(3)'", "grep -rn TODO . | head", "cat ../outside/secret.txt", "(cd sub && sort -r data.txt)",
         "for f in *.md; do echo \"$f: $(wc -l <\"$f\") lines\"; done", "sleep 300 & echo started"]
WAITS = "while [ ! -e done ]; do sleep 5; done"
SIZE = (1240, 800)


def choose_theme(world, theme):
    world.write("config/agent-sandbox/viewer.json", json.dumps({"theme": theme}))


def prepare(context):
    world = context.world("shop")
    os.rename(world.proj, world.path("web-shop"))
    os.symlink("web-shop", world.proj)
    world.proj = world.path("web-shop")
    world.write("web-shop/Makefile", "test:\n\t@echo '12 passed'; echo '1 failed: cart total'; exit 1\n")
    return world


def shoot(desktop, window, path):
    """When the picture does not change any more."""
    last = [b""]

    def same():
        desktop.picture(window, path)
        with open(path, "rb") as f:
            now, last[0] = f.read(), last[0]
        equal = now == last[0]
        last[0] = now
        return equal
    wait_until(same, 5, 0.2)


def view(context, world, out, theme, scale):
    width, height = (n * scale // 100 for n in SIZE)
    choose_theme(world, theme)
    env = dict(world.environment(), QT_SCALE_FACTOR=str(scale / 100))
    with Desktop(env, "%dx%d" % (width + 60, height + 80)) as desktop:
        viewer = desktop.start([context.program])
        window = desktop.wait_window()
        root = access.application(desktop, viewer.pid)
        desktop.output("xdotool", "windowsize", "--sync", window, str(width), str(height))
        desktop.output("xdotool", "windowmove", "--sync", window, "20", "30")
        desktop.wait_painted(window)
        table = root.wait("table", what="of the traffic")
        wait_until(lambda: any(WAITS in row for row in table.sentences()), 15, 0.1)
        for number, page in enumerate(PAGES, 1):
            desktop.activate(window)
            desktop.key("ctrl+%d" % number)
            if page == "traffic":
                choose_row(desktop, table)
            shoot(desktop, window, os.path.join(out, "%s-%s-%d.png" % (page, theme, scale)))
        for name, key in (("start", "ctrl+n"), ("settings", "ctrl+comma"), ("shortcuts", "F1")):
            desktop.activate(window)
            desktop.key(key)
            if wait_until(lambda: len(desktop.windows()) == 2, 5, 0.05):
                shoot(desktop, desktop.windows()[-1], os.path.join(out, "%s-%s-%d.png" % (name, theme, scale)))
                desktop.key("Escape")
                wait_until(lambda: len(desktop.windows()) == 1, 5, 0.05)


def choose_row(desktop, table):
    """The refused line, with the keyboard: the filter finds it, Tab comes to it."""
    desktop.key("ctrl+f")
    desktop.type("denied")
    wait_until(lambda: 0 < table.rows() < 5, 5, 0.05)
    desktop.key("Tab", "Home", "Return")
    desktop.key("ctrl+f", "Escape")
    wait_until(lambda: table.rows() > 5, 5, 0.05)


def empty(context, out, theme):
    world = context.world("empty-" + theme)
    choose_theme(world, theme)
    with Desktop(world.environment()) as desktop:
        viewer = desktop.start([context.program])
        window = desktop.wait_window()
        desktop.wait_painted(window)
        shoot(desktop, window, os.path.join(out, "empty-%s-100.png" % theme))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", help="THEME-SCALE, for example dark-200")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    processes.become_subreaper()
    context = framework.Context(os.path.realpath(args.prefix))
    try:
        world = prepare(context)
        world.play([[bash(c)] for c in CALLS] + [[bash(WAITS)], "DONE"])
        session = world.start(argv=[context.program, "--no-gui", "claude", "--", "-p", "do it", "--allowedTools", "Bash"])
        for scale in (100, 200):
            for theme in ("light", "dark"):
                if not args.only or args.only == "%s-%d" % (theme, scale):
                    view(context, world, args.out, theme, scale)
        if not args.only:
            for theme in ("light", "dark"):
                empty(context, args.out, theme)
        world.write("web-shop/done", "")
        session.finish(30)
    finally:
        processes.end_all()
        context.close()
    made = sorted(f for f in os.listdir(args.out) if f.endswith(".png"))
    print("%d pictures in %s" % (len(made), args.out))
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main())
