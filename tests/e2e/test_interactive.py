"""The same road in an interactive session on a pseudo terminal: resize, Ctrl-C, `!cmd`, /exit."""
import os
import re
import signal
import time

import processes
from framework import check, equal, nothing_left, test
from processes import wait_until
from terminal import Terminal
from test_basic import normal
from world import REASON, bash

CALLS = [
    bash("seq 1 60 | grep 7 | sort -rn | head -3"),
    bash("cd sub && ls"),
    bash("pwd; cat data.txt"),
    bash("cat > note.txt <<'END'\nfirst 'line'\nEND\ncat note.txt"),
    bash("printf '%s\\n' one two | while read -r word; do /bin/echo \"<$word>\"; done"),
    bash("ls no-such-file"),
    bash("grep nothing data.txt"),
    bash("git log --oneline"),
]
REFUSED = bash("git push origin main")
SETTINGS = ("--allowedTools", "Bash", "--permission-mode", "default")


def session(world, turns, sandboxed=True, arguments=SETTINGS):
    world.play(turns)
    return Terminal(world.argv(list(arguments), sandboxed), world.environment(sandboxed), world.proj)


def ready(terminal):
    check(terminal.wait_for(r"❯|> ", 30), "the client shows no prompt", terminal.text()[-3000:])
    time.sleep(1)


def leave(terminal):
    terminal.type_line("/exit")
    return terminal.wait(20)


def results(world, number, seconds=60):
    got = wait_until(lambda: len(world.api.results()) >= number and world.api.results(), seconds, 0.1)
    return got or world.api.results()


def scripted(world, sandboxed):
    terminal = session(world, [[c] for c in [*CALLS, REFUSED]] + ["ALL DONE"], sandboxed)
    try:
        ready(terminal)
        terminal.type_line("please run it")
        got = results(world, len(CALLS) + 1)
        check(len(got) == len(CALLS) + 1, "not all results came: %d" % len(got), terminal.text()[-3000:])
        check(terminal.wait_for(r"ALL\s*DONE", 20), "the answer is not on the screen", terminal.text()[-3000:])
        status = leave(terminal)
        check(status == 0, "/exit gave status %s" % status, terminal.text()[-2000:])
        return [(r["is_error"], normal(r["text"], world)) for r in got]
    finally:
        terminal.close()


@test
def same_results(context):
    reference = scripted(context.world(), False)
    world = context.world()
    got = scripted(world, True)
    for index, call in enumerate(CALLS):
        with context.sub("call %d" % index):
            equal(got[index], reference[index], call["input"]["command"])
    with context.sub("refused"):
        check(REASON in got[-1][1] and got[-1][0] and "Exit code 126" in got[-1][1], "the refusal does not carry the reason", got[-1])
    with context.sub("nothing left"):
        nothing_left(context, world)


@test
def resize(context):
    world = context.world()
    terminal = session(world, ["X" * 70])
    try:
        ready(terminal)
        mark = terminal.mark()
        terminal.resize(30, 80)

        def widths():
            return [len(run) for run in re.findall("─+", terminal.text(mark))]
        check(wait_until(lambda: 80 in widths(), 10), "no line of the new width was drawn: %s" % widths(), terminal.text(mark)[-1500:])
        time.sleep(1)
        check(110 not in widths()[widths().index(80):], "a line of the old width was drawn: %s" % widths(), terminal.text(mark)[-1500:])
        equal(leave(terminal), 0, "status of /exit")
    finally:
        terminal.close()


@test
def interrupt_a_command(context):
    """Escape ends the running command and the session goes on; Ctrl-C twice ends the client."""
    world = context.world()
    terminal = session(world, [[bash("trap 'echo got term > trapped' TERM; echo $$ > started; sleep 60 & wait $!; echo after")], "NEXT TURN"])
    try:
        ready(terminal)
        terminal.type_line("please run it")
        check(wait_until(lambda: world.exists("proj/started"), 30), "the command did not start", terminal.text()[-3000:])
        time.sleep(0.5)
        terminal.send("\x03")
        check(wait_until(lambda: world.exists("proj/trapped"), 10), "the command's trap for TERM did not run", terminal.text()[-3000:])
        check(terminal.process.poll() is None, "Ctrl-C ended the session")
        time.sleep(1)
        status = leave(terminal)
        check(status == 0, "/exit gave status %s" % status, terminal.text()[-3000:])
    finally:
        terminal.close()
    nothing_left(context, world)


STUBBORN = "(trap '' TERM INT HUP; echo >> started; sleep 307; sleep 308) & setsid -f sleep 309; sleep 310 | git cat-file --batch-check & echo >> started; sleep 311"


def ended_by_key(context, key):
    """A key ends all of a running command within 3 s, and the session goes on."""
    world = context.world()
    world.write("proj/stubborn.sh", STUBBORN + "\n")
    terminal = session(world, [[bash(". ./stubborn.sh")], "NEXT TURN"])

    def left():
        return [p for p in processes.descendants() if re.match(r"sleep 3(0[7-9]|1[01])$", " ".join(p.argv)) or "cat-file" in p.argv]
    try:
        ready(terminal)
        terminal.type_line("please run it")
        check(wait_until(lambda: world.exists("proj/started") and world.read("proj/started").count("\n") == 2 and len(left()) >= 5, 30),
              "the command did not start", terminal.text()[-3000:], *left())
        terminal.send(key)
        check(wait_until(lambda: not left(), 3), "processes of the command are left 3 s after the key", *left())
        check(terminal.process.poll() is None, "the key ended the session")
        time.sleep(1)
        equal(leave(terminal), 0, "status of /exit")
    finally:
        terminal.close()
    nothing_left(context, world)


@test
def escape_ends_a_command(context):
    ended_by_key(context, "\x1b")


@test
def ctrl_c_ends_a_command(context):
    ended_by_key(context, "\x03")


@test
def typed_command(context):
    """A command the person types behind `!` runs in the command sandbox."""
    world = context.world()
    terminal = session(world, ["seen"])
    try:
        ready(terminal)
        terminal.type_line("! echo \"tag=${AGENT_SANDBOX_TAG:-none} key=${ANTHROPIC_API_KEY:-none}\" > typed; /usr/bin/env > typed.env")
        check(wait_until(lambda: world.exists("proj/typed.env"), 20), "the typed command did not run", terminal.text()[-3000:])
        time.sleep(1)
        equal(leave(terminal), 0, "status of /exit")
        check("AGENT_SANDBOX_TAG=" in world.read("proj/typed.env"), "the typed command did not run through execd", world.read("proj/typed.env"))
        check("ANTHROPIC_API_KEY" not in world.read("proj/typed.env"), "the typed command has the agent's key")
    finally:
        terminal.close()
    nothing_left(context, world)


@test
def terminal_modes(context):
    """After the client was killed, the terminal is as it was before."""
    world = context.world()
    terminal = session(world, ["never"])
    try:
        ready(terminal)
        check(terminal.modes() != terminal.modes_before, "the client did not change the terminal's modes")
        claude = [p for p in processes.descendants(terminal.process.pid) if p.exe == context.claude]
        check(claude, "no client is running", *processes.descendants())
        os.kill(claude[0].pid, signal.SIGKILL)
        status = terminal.wait(10)
        check(status not in (0, None), "status %s after the client was killed" % status)
        equal(terminal.modes(), terminal.modes_before, "terminal modes")
    finally:
        terminal.close()
    nothing_left(context, world)
