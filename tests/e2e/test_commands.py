"""The other words: demo, init, doctor, log; what they print for people and for machines."""
import json
import os
import re
import subprocess
import time

from framework import check, equal, nothing_left, test
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
    world.play([[bash("echo first > one; while [ ! -e go ]; do sleep 0.05; done; git push origin x")], "DONE"])
    running = world.start(ALLOW)
    for _ in range(400):
        if world.exists("proj/one"):
            break
        time.sleep(0.05)
    follower = subprocess.Popen([context.program, "log", "--follow", "--json"], cwd=world.proj, env=world.environment(), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    world.write("proj/go", "")
    running.finish(60)
    try:
        out, err = follower.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        # It may go on to wait for the next session; what counts is what it showed.
        follower.terminate()
        out, err = follower.communicate(timeout=10)
    check(any(r.get("reason") == REASON for r in machine_lines(out)), "log --follow did not show the refusal", out, err)


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
    status, out, err = world.product("no-such-word")
    check(status not in (0, None) and "no-such-word" in err and not out, "an unknown word", out, err)
    status, out, err = world.product()
    check(status in (0, 1), "no word", out, err)
