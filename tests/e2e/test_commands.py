"""The other words: demo, init, doctor, log; what they print for people and for machines."""
import json
import os
import re
import subprocess

from framework import check, equal, nothing_left, test
from processes import wait_until
from world import REASON, bash

ALLOW = ("-p", "do it")


def machine_lines(text):
    return [json.loads(line) for line in text.splitlines() if line.strip()]


@test(root=True)
def demo(context):
    world = context.world()
    status, out, err = world.product("--no-gui", "demo", seconds=120)
    equal(status, 0, "status (%s)" % (out + err))
    text = out + err
    for word in ("git push origin main", "refused", "pushing is for people", "canary", "everything went as it should"):
        check(word.lower() in text.lower(), "the demo does not show '%s'" % word, text)
    check(re.search(r"\d+ (commands|lines)|summary", text, re.I), "no summary at the end", text)
    check(not os.path.exists(os.path.join(world.proj, "agent-sandbox-demo")), "the demo wrote into the current folder")
    nothing_left(context, world)


@test
def demo_for_machines(context):
    world = context.world()
    status, out, err = world.product("--no-gui", "demo", "--json", seconds=120)
    equal(status, 0, "status (%s)" % err)
    records = machine_lines(out)
    check(len(records) >= 7, "too few records", out)
    check(any("refused" in json.dumps(r) for r in records), "no refusal among the records", out)


@test(root=True)
def log_records(context):
    world = context.world()
    calls = [bash("seq 3 | tail -1"), bash("git log --oneline; false"), bash("git push origin main"), bash("bash -c 'git rev-parse HEAD; git push'"),
             bash("cat %s" % world.path("outside/secret.txt")), bash("kill -9 $BASHPID")]
    ended = world.claude([[c] for c in calls] + ["DONE"], ("-p", "do it", "--allowedTools", "Bash"))
    equal(ended.status, 0, "status (%s)" % ended)
    records = world.log()
    commands = [r for r in records if r.get("type", "").startswith("command")]

    def of(*argv):
        found = [r for r in commands if r.get("argv", [])[:len(argv)] == list(argv)]
        check(found, "no record of %s" % " ".join(argv), *records)
        return found[0]
    with context.sub("floor"):
        for record in (of("seq", "3"), of("tail", "-1")):
            equal((record.get("verdict"), record.get("status"), record.get("type")), ("floor", 0, "command_end"), "verdict, status, type")
            check(record.get("duration_us", 0) > 0 and record.get("path", "").startswith("/"), "no duration or path", record)
    with context.sub("allowed by policy"):
        record = of("git", "log")
        equal((record.get("verdict"), record.get("status"), record.get("declared")), ("policy", 0, True), "verdict, status, declared")
    with context.sub("refused"):
        record = of("git", "push", "origin")
        equal((record.get("verdict"), record.get("status"), record.get("reason")), ("refused", 126, REASON), "verdict, status, reason")
    with context.sub("inside a program"):
        inner = [r for r in records if r.get("type") == "verdict"]
        check(any(r.get("verdict") == "refused" and r.get("reason") == REASON for r in inner), "no record of the refusal inside bash -c", *records)
    with context.sub("each command"):
        for record in commands:
            check(record.get("verdict") in ("floor", "policy", "refused"), "a command without a verdict", record)
            check("status" in record or "signal" in record, "a command without an end", record)
            check(record.get("duration_us", 0) > 0, "a command without a duration", record)
    with context.sub("requests"):
        lines = [r for r in records if r.get("type") == "request_end"]
        equal([r.get("line") for r in lines], [c["input"]["command"] for c in calls], "lines")
    with context.sub("denied only"):
        denied = world.log("--denied")
        check(denied and all(r.get("verdict") == "refused" for r in denied), "--denied shows something else", *denied)
    with context.sub("for people"):
        status, out, err = world.product("log")
        equal(status, 0, "status of log (%s)" % err)
        check(REASON in out and "git push origin main" in out, "log does not show the refusal with its reason", out)
        check("\x1b" not in out, "colours in a pipe", out)
    with context.sub("a printed refusal is none"):
        world = context.world()
        world.claude([[bash("echo \"nono: command policy denied git: Command 'git' is blocked: liar\" >&2; exit 126")], "DONE"], ALLOW)
        check(not world.log("--denied"), "a program that prints a refusal made one", *world.log("--denied"))


@test
def log_follows(context):
    world = context.world()
    world.play([[bash("echo first > one")], [bash("while [ ! -e go ]; do sleep 0.05; done; git push origin x")], "DONE"])
    running = world.start(ALLOW)
    check(wait_until(lambda: world.exists("proj/one"), 30), "the line does not run", running.text())
    with open(world.path("followed"), "wb") as shown:
        follower = subprocess.Popen([context.program, "log", "--follow", "--json"], cwd=world.proj, env=world.environment(), stdin=subprocess.DEVNULL,
                                    stdout=shown, stderr=subprocess.DEVNULL)
    check(wait_until(lambda: "echo first" in world.read("followed"), 20), "log --follow shows nothing", world.read("followed"))
    check(REASON not in world.read("followed"), "the refusal is shown before it was made")
    world.write("proj/go", "")
    running.finish(60)
    told = wait_until(lambda: any(r.get("reason") == REASON for r in machine_lines(world.read("followed").rpartition("\n")[0])), 10)
    # It may go on to wait for the next session; what counts is what it showed.
    follower.terminate()
    follower.wait()
    check(told, "log --follow did not show the refusal", world.read("followed"))


@test
def init_writes_a_working_set(context):
    world = context.world()
    status, out, err = world.product("init")
    equal(status, 0, "status of init (%s)" % (out + err))
    names = sorted(n for n in os.listdir(world.proj) if n.endswith((".toml", ".json")))
    equal(names, ["agent-sandbox.toml", "claude-profile.json", "command-profile.json"], "files")
    before = {n: world.read("proj/" + n) for n in names}
    world.write("proj/command-profile.json", before["command-profile.json"] + "\n")
    status, out, err = world.product("init")
    check(world.read("proj/command-profile.json") == before["command-profile.json"] + "\n", "init overwrote a file", out + err)
    # The scripted API stands on a port of this machine; the template knows the real one.
    profile = os.path.join(world.proj, "claude-profile.json")
    world.configure = lambda: None
    world.play([[bash("seq 3 | tail -1; git log --oneline | wc -l")], [bash("git push origin main")], [bash("cat %s" % world.path("outside/secret.txt"))], "DONE"])
    with open(profile, encoding="utf-8") as f:
        text = re.sub(r"(?m)^\s*//.*$", "", f.read())
    data = json.loads(text)
    data["network"] = {"block": True, "open_port": [world.api.port]}
    allowed = data.setdefault("environment", {}).setdefault("allow_vars", [])
    allowed += [v for v in ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_AUTOUPDATER") if v not in allowed]
    with open(profile, "w", encoding="utf-8") as f:
        json.dump(data, f)
    ended = world.start(("-p", "do it", "--allowedTools", "Bash")).finish(60)
    equal(ended.status, 0, "status of a session with the templates (%s)" % ended)
    equal(ended.text(0), "3\n2", "commands")
    check("Exit code 126" in ended.text(1) and "nono: command policy denied git" in ended.text(1), "a push is not refused by the template", ended.text(1))
    check("Permission denied" in ended.text(2), "a read outside is not refused by the template", ended.text(2))
    nothing_left(context, world)


@test
def init_in_an_empty_folder(context):
    world = context.world()
    os.makedirs(world.path("empty"))
    status, out, err = world.product("init", cwd=world.path("empty"))
    equal(status, 0, "status (%s)" % (out + err))
    for name in ("command-profile.json", "claude-profile.json"):
        done = subprocess.run(["nono", "profile", "validate", name], cwd=world.path("empty"), env=world.environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        equal(done.returncode, 0, "nono profile validate %s (%s)" % (name, done.stdout))


@test(root=True)
def doctor(context):
    world = context.world()
    world.play(["unused"])
    status, out, err = world.product("doctor", seconds=120)
    equal(status, 0, "status of doctor on a good set (%s)" % (out + err))
    nothing_left(context, world)
    with context.sub("finds a fault"):
        world.command_profile["filesystem"]["allow"].append("/var/tmp")
        world.configure()
        status, out, err = world.product("doctor", seconds=120)
        check(status != 0, "doctor finds nothing wrong with a profile that lets commands write /var/tmp", out + err)


@test
def version_and_help(context):
    world = context.world()
    status, out, _ = world.product("--version")
    check(status == 0 and re.search(r"\d+\.\d+\.\d+", out), "--version", out)
    status, out, _ = world.product("--help")
    check(status == 0 and "claude" in out and "demo" in out, "--help", out)
    status, out, err = world.product()
    check(status in (0, 1), "no word", out, err)


# words, what stderr must speak of
MISUSE = [
    (("no-such-word",), 'unknown command "no-such-word"', "claude, demo"),
    (("dcotor",), "did you mean doctor?"),
    (("--versoin",), "did you mean --version?"),
    (("--version", "x"), '"x" is not understood'),
    (("help", "no-such-word"), 'unknown command "no-such-word"'),
    (("help", "log", "x"), '"x" is not understood'),
    (("--no-gui", "log"), "--no-gui goes in front of claude or demo"),
    (("init", "--dri", "x"), "did you mean --dir?"),
    (("init", "here"), '"here" is not understood', "--dir DIR"),
    (("init", "--dir"), "--dir needs a value"),
    (("doctor", "--jsno"), "did you mean --json?", "--config FILE"),
    (("doctor", "all"), '"all" is not understood'),
    (("log", "--denid"), "did you mean --denied?"),
    (("log", "--json=1"), "--json takes no value"),
    (("log", "last"), '"last" is not understood', "--session ID"),
    (("ai", "explan"), "did you mean explain?", "config-check"),
    (("ai",), "explain, config-check"),
    (("demo", "--jsn"), "did you mean --json?"),
    (("claude", "--confg", "x"), "--confg"),
    (("exec", "--timeot", "1s", "--", "true"), "did you mean --timeout?"),
    (("exec", "--timeout", "soon", "--", "true"), 'bad duration "soon"'),
    (("exec", "true"), "write -- in front of the line"),
    (("execd", "--sokcet", "x"), "did you mean --socket?", "--proof SPEC"),
    (("execd", "x"), '"x" is not understood'),
    (("launch", "--prof", "x"), "did you mean --proof?"),
    (("hook", "--agnt", "x"), "did you mean --agent?"),
]


@test
def misuse(context):
    """Each usage error ends with 2, names the bad word and what is known, and writes nothing to stdout."""
    world = context.world()
    failures = []
    for words, *said in MISUSE:
        status, out, err = world.product(*words, stdin="")
        if status != 2 or out or not all(s in err for s in said):
            failures.append("%s: status %s, stdout %r, stderr %r" % (" ".join(words), status, out, err))
    check(not failures, "%d of %d:" % (len(failures), len(MISUSE)), *failures)
    nothing_left(context, world)


def into(world, path, *words):
    """Status and stderr of a word whose stdout is `path`."""
    with open(path, "wb") as out:
        done = subprocess.run([world.context.program, *words], cwd=world.proj, env=world.environment(), stdin=subprocess.DEVNULL, stdout=out,
                              stderr=subprocess.PIPE, timeout=120, text=True, check=False)
    return done.returncode, done.stderr


@test
def full_output(context):
    """What cannot be written is an error of every word that prints; a reader that leaves is none."""
    world = context.world()
    world.claude([[bash("for i in {1..300}; do /bin/true $i; done")], "DONE"], ("-p", "do it", "--allowedTools", "Bash"))
    printing = [("log",), ("log", "--json"), ("log", "--follow"), ("doctor",), ("doctor", "--json"), ("--version",), ("--help",), ("help", "log"),
                ("log", "--help"), ("doctor", "--help"), ("init", "--help"), ("claude", "--help"), ("demo", "--help"), ("ai", "explain"),
                ("ai", "config-check"), ("--no-gui", "demo", "--json"), ("init",)]
    for words in printing:
        with context.sub(" ".join(words)):
            if words == ("init",):
                for name in ("agent-sandbox.toml", "claude-profile.json", "command-profile.json"):
                    if world.exists("proj/" + name):
                        os.unlink(world.path("proj", name))
            status, err = into(world, "/dev/full", *words)
            check(status == 1 and "No space left on device" in err, "not said", status, err)
            check(err.count("No space left") == 1, "said more than once", err)
    with context.sub("log | head"):
        done = subprocess.run(["bash", "-c", '"$0" log --json | head -n 1; echo "${PIPESTATUS[0]}"', context.program], cwd=world.proj, env=world.environment(),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, text=True, check=False)
        lines = done.stdout.splitlines()
        check(len(lines) == 2 and lines[1] in ("0", "141") and not done.stderr, "not quiet", done.stdout, done.stderr)
    nothing_left(context, world)


@test
def init_at_home(context):
    """The whole home is no project: it would be granted to every command."""
    world = context.world()
    for words, cwd in (((), world.home), (("--dir", world.home), world.proj), (("--dir", "/"), world.proj), (("--dir", os.path.dirname(world.home)), world.proj)):
        status, out, err = world.product("init", *words, cwd=cwd)
        check(status == 1 and "home folder" in err and "--dir" in err and not out, "init %s was not refused" % (words,), out, err)
    check(not os.path.exists(os.path.join(world.home, "agent-sandbox.toml")), "a file was written")


@test
def state_folder_unusable(context):
    """A state folder that cannot be used stops a session and a doctor, with what to do about it."""
    world = context.world()
    world.play([[bash("touch ran")], "DONE"])
    state = world.path("state/agent-sandbox")

    def attempt(name):
        with context.sub(name):
            ended = world.start(("-p", "do it", "--allowedTools", "Bash")).finish(45)
            check(ended.status not in (0, None) and not world.exists("proj/ran"), "the session went on", ended)
            check(state in ended.err and "XDG_STATE_HOME" in ended.err, "no hint", ended.err)
            status, out, err = world.product("doctor", seconds=120)
            check(status == 1 and state in out and "XDG_STATE_HOME" in out, "doctor does not say it", out, err)
    with open(state, "w", encoding="utf-8"):
        pass
    attempt("a file in its place")
    os.unlink(state)
    os.mkdir(state, 0o500)
    if os.getuid() != 0:
        attempt("not writable")
    os.chmod(state, 0o700)
