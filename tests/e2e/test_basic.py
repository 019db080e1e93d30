"""A `claude -p` session with every kind of command; the same without a sandbox is the reference."""
import re

from framework import check, equal, nothing_left, test
from world import REASON, bash

HERE_DOCUMENT = "cat > note.txt <<'END'\nfirst 'line'\n\"second\" $HOME\nEND\ncat note.txt"
LOOP = "printf '%s\\n' one two three | while read -r word; do /bin/echo \"<$word>\" | tr a-z A-Z; done"

# name, call; None: what it gives differs by design, and is looked at by itself.
CALLS = [
    ("pipeline", bash("seq 1 60 | grep 7 | sort -rn | head -3")),
    ("cd", bash("cd sub && ls")),
    ("after cd", bash("pwd; cat data.txt")),
    ("here-document", bash(HERE_DOCUMENT)),
    ("loop over a pipe", bash(LOOP)),
    ("fails", bash("ls no-such-file")),
    ("status", bash("echo out; echo err >&2; exit 7")),
    ("false", bash("false")),
    ("grep without a match", bash("grep nothing data.txt")),
    ("diff", bash("diff data.txt note.txt")),
    ("not found", bash("no-such-command --at-all")),
    ("syntax error", bash("echo (")),
    ("not found on a later line", bash("echo one\necho two\n\nno-such-command\necho $LINENO")),
    ("syntax error on a later line", bash("echo one\nif true; then\necho two\nfi fi\necho never")),
    ("here-document without an end", bash("echo one\ncat <<END\nbody")),
    ("quoting", bash("echo \"it's\" 'a \"b\"' $'x\\ty' \"$((6 * 7))\" \\\\ '$HOME' `echo tick`")),
    ("control bytes", bash("printf 'a\\tb\\033[1mc\\0d\\377e\\r\\n'")),
    ("nothing printed", bash("true")),
    ("killed", bash("kill -9 $$")),
    ("subshell", bash("(cd / && pwd); x=$(cat data.txt | wc -l); echo \"$x\"")),
    ("unicode", bash("echo 'grüße 漢字 🙂'")),
    ("big output", bash("seq 1 20000")),
    ("background", bash("sleep 1; echo finished", run_in_background=True)),
    ("cd back", bash("cd .. && pwd")),
    ("declared", bash("git log --oneline")),
    ("declared in a pipeline", bash("git log --oneline | wc -l; x=$(git rev-parse HEAD); echo ${#x}")),
    ("declared fails", bash("git rev-parse no-such-thing")),
]
REFUSED = bash("git push origin main")


def turns():
    return [[call] for _, call in CALLS] + [[REFUSED], "DONE", "DONE", "DONE"]


def normal(text, world):
    """Without ids, times and the agent's temporary paths."""
    text = re.sub(r"with ID: \w+", "with ID: TASK", text)
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID", text)
    text = re.sub(r"(/var/tmp/asb-\w{6}/a|%s)/claude-\d+/" % re.escape(world.path("tmp")), "AGENT-TEMP/", text)
    text = re.sub(r"/tasks/\w+\.output", "/tasks/TASK.output", text)
    return re.sub(r"(tool-results)/[\w-]+\.txt", r"\1/RESULT.txt", text)


def run_both(context, world, arguments):
    alone = world.claude(turns(), arguments, sandboxed=False)
    check(alone.status == 0, "the reference without a sandbox did not work", alone)
    reference = [(r["is_error"], normal(r["text"], world)) for r in alone.results]
    world = context.world()
    inside = world.claude(turns(), arguments)
    return reference, inside, world


@test(root=True)
def print_session(context):
    arguments = ("-p", "do the scripted thing", "--allowedTools", "Bash")
    reference, inside, world = run_both(context, context.world(), arguments)
    equal(inside.status, 0, "status of the session (%s)" % inside)
    check("DONE" in inside.out, "the client's answer is missing", inside)
    got = [(r["is_error"], normal(r["text"], world)) for r in inside.results]
    equal(len(got), len(CALLS) + 1, "number of results (%s)" % inside)
    for index, (name, _) in enumerate(CALLS):
        with context.sub(name):
            equal(got[index], reference[index], "result")
    with context.sub("refused"):
        error, text = got[len(CALLS)]
        check(error, "a refused push is no error for the model", text)
        equal(text, "Exit code 126\nnono: command policy denied git: Command 'git' is blocked: " + REASON, "text of the refusal")
    with context.sub("nothing left"):
        nothing_left(context, world)
