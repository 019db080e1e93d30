"""Planted faults: each stops the launch, says what is wrong, and the agent never starts."""
import os
import re
import shutil

from framework import check, nothing_left, test
from world import bash, declared

NONO = shutil.which("nono") or "/usr/local/bin/nono"


def stand_in(world, text):
    """A `nono` of our own in front of the real one. It is a fault, so it need not be good."""
    world.write("bin/nono", "#!/bin/bash\nreal=%s\n%s\nexec \"$real\" \"$@\"\n" % (NONO, text), 0o755)
    world.more_env["PATH"] = world.path("bin") + ":" + world.context.path


# How a stand-in tells the two sides apart and finds the started program.
SIDES = """side=other; after=(); seen=
for a; do
  [ "$seen" ] && after+=("$a")
  [ "$a" = -- ] && [ -z "$seen" ] && seen=1
  [ "$seen" ] && { [ "$a" = execd ] && side=command; [ "$a" = launch ] && side=agent; }
done
case " $* " in *" --dry-run "* | *" why "* | *" profile "*) side=other ;; *" run "*) ;; *) side=other ;; esac
"""


def missing_config(world):
    os.unlink(world.path("proj/agent-sandbox.toml"))


def unknown_key(world):
    world.write("proj/agent-sandbox.toml", "comand_profile = \"x.json\"\n" + world.read("proj/agent-sandbox.toml"))


def agent_profile_missing(world):
    os.unlink(world.path("config/agent.json"))


def command_profile_missing(world):
    os.unlink(world.path("config/command.json"))


def profile_not_json(world):
    world.write("config/agent.json", "{ this is not JSON")


def profile_unknown_field(world):
    world.command_profile["filesytem"] = {}
    world.configure()


def no_nono(world):
    os.makedirs(world.path("bin"))
    for name in ("bash", "env", "git", "sh", "id"):
        os.symlink("/usr/bin/" + name, world.path("bin", name))
    os.symlink(world.context.claude, world.path("bin/claude"))
    world.more_env["PATH"] = world.path("bin")


def no_claude_on_path(world):
    no_nono(world)
    os.symlink(NONO, world.path("bin/nono"))
    os.unlink(world.path("bin/claude"))


def old_nono(world):
    stand_in(world, '[ "$1" = --version ] && { echo "nono 0.70.1"; exit 0; }')


def no_agent_program(world):
    world.config["agent"] = ['program = "no-such-agent"']
    world.configure()


def agent_program_not_executable(world):
    world.write("bin/claude", "#!/bin/sh\n", 0o644)
    world.config["agent"] = ['program = "%s"' % world.path("bin/claude")]
    world.configure()


def commands_read_everything(world):
    world.command_profile["filesystem"].setdefault("read", []).append("/var/tmp")
    world.configure()


def agent_reads_everything(world):
    world.agent_profile["filesystem"].setdefault("read", []).append("/var/tmp")
    world.configure()


def commands_write_our_programs(world):
    # A copy of the product, so that the real one is not put at risk.
    copy = world.path("copy")
    shutil.copytree(world.context.prefix, copy, symlinks=True)
    world.program = os.path.join(copy, "bin/agent-sandbox")
    world.command_profile["filesystem"]["allow"].append(copy)
    world.configure()


def commands_write_nonos_folder(world):
    world.command_profile["groups"]["exclude"] = []
    world.command_profile["filesystem"]["allow"].append("/var/tmp")
    world.configure()


def no_sandbox_for_agent(world):
    stand_in(world, SIDES + '[ "$side" = agent ] && exec "${after[@]}"')


def no_sandbox_for_commands(world):
    stand_in(world, SIDES + '[ "$side" = command ] && exec "${after[@]}"')


def agents_network_open(world):
    # What nono does silently in some of its ways to start: the profile's network section does not hold.
    world.agent_profile["network"] = {"block": True}
    world.configure()
    stand_in(world, SIDES + """if [ "$side" = agent ]; then
  n=(); while [ $# -gt 0 ]; do [ "$1" = --profile ] && { sed 's/"block": true/"block": false/' "$2" > "$2.open"; n+=("$1" "$2.open"); shift 2; continue; }; n+=("$1"); shift; done
  set -- "${n[@]}"
fi""")


def exec_socket_not_granted(world):
    stand_in(world, SIDES + """if [ "$side" = agent ]; then
  n=(); while [ $# -gt 0 ]; do case $1 in --allow-unix-socket*) shift 2; continue ;; esac; n+=("$1"); shift; done
  set -- "${n[@]}"
fi""")


def command_side_dies(world):
    stand_in(world, SIDES + '[ "$side" = command ] && { echo "nono: planted death" >&2; exit 1; }')


def agent_side_dies(world):
    stand_in(world, SIDES + '[ "$side" = agent ] && { echo "nono: planted death" >&2; exit 1; }')


def shell_link_missing(world):
    copy = world.path("copy")
    shutil.copytree(world.context.prefix, copy, symlinks=True)
    world.program = os.path.join(copy, "bin/agent-sandbox")
    os.unlink(os.path.join(copy, "libexec/agent-sandbox/agent-sandbox-bash"))


def project_not_granted(world):
    world.agent_profile["workdir"]["access"] = "none"
    world.configure()


def project_not_granted_to_commands(world):
    world.command_profile["filesystem"]["allow"].remove("$WORKDIR")
    world.configure()


def agents_program_not_granted(world):
    # A program outside /usr, which every sandbox may read, and a nono that loses its grant.
    program = world.path("outside/claude")
    shutil.copy("/bin/true", program)
    world.config["agent"] = ['program = "%s"' % program]
    world.configure()
    stand_in(world, SIDES + """if [ "$side" = agent ]; then
  n=(); while [ $# -gt 0 ]; do [ "$1 $2" = "--read-file %s" ] && { shift 2; continue; }; n+=("$1"); shift; done
  set -- "${n[@]}"
fi""" % program)


def socket_variable_not_passed(world):
    world.agent_profile["environment"]["allow_vars"].remove("AGENT_SANDBOX_EXECD_SOCKET")
    world.configure()


def declared_binary_writable(world):
    world.write("proj/tool", "#!/bin/sh\n", 0o755)
    world.more_env["PATH"] = world.path("proj") + ":" + world.context.path
    world.command_profile["command_policies"]["commands"]["tool"] = declared()
    world.configure()


# Both sides start at the same time, so the client may have asked its service before execd's proofs end it; no line of its runs.
COMMAND_SIDE = (commands_read_everything, commands_write_our_programs, commands_write_nonos_folder, no_sandbox_for_commands, command_side_dies,
                project_not_granted_to_commands, declared_binary_writable)

# name, fault, what the text must speak of.
FAULTS = [
    ("no config", missing_config, r"agent-sandbox\.toml.*init|init.*agent-sandbox\.toml"),
    ("unknown key in the config", unknown_key, r"comand_profile"),
    ("agent profile missing", agent_profile_missing, r"agent\.json"),
    ("command profile missing", command_profile_missing, r"command\.json"),
    ("profile is not JSON", profile_not_json, r"agent\.json|JSON"),
    ("unknown field in a profile", profile_unknown_field, r"filesytem"),
    ("no nono", no_nono, r"nono"),
    ("nono too old", old_nono, r"0\.70"),
    ("no agent program", no_agent_program, r"no-such-agent"),
    ("claude is not on PATH", no_claude_on_path, r"claude.*PATH|PATH.*claude"),
    ("agent program not executable", agent_program_not_executable, r"claude"),
    ("commands may read everything", commands_read_everything, r"read|canary|/var/tmp"),
    ("agent may read everything", agent_reads_everything, r"read|canary|/var/tmp"),
    ("commands may write our programs", commands_write_our_programs, r"folder of agent-sandbox's programs.*writable-programs"),
    # nono itself refuses where the home lies in /var/tmp too.
    ("commands may write nono's folder", commands_write_nonos_folder, r"nono's own folder.*writable-nono-folder|overlaps protected nono state"),
    ("no sandbox around the agent", no_sandbox_for_agent, r"sandbox|read"),
    ("no sandbox around execd", no_sandbox_for_commands, r"sandbox|read"),
    ("agent's network is open", agents_network_open, r"network|connect"),
    ("exec socket not granted", exec_socket_not_granted, r"socket|execd"),
    ("command side dies", command_side_dies, r"planted death"),
    ("agent side dies", agent_side_dies, r"planted death"),
    ("shell link missing", shell_link_missing, r"agent-sandbox-bash"),
    ("project not granted to the agent", project_not_granted, r"workdir|cwd|project|folder"),
    ("project not granted to the commands", project_not_granted_to_commands, r"tried to read \S+/proj: .*grant it in the profile"),
    ("agent's program not granted", agents_program_not_granted, r"tried to read \S+/outside/claude: .*grant it in the profile"),
    ("socket variable not passed", socket_variable_not_passed, r"AGENT_SANDBOX_EXECD_SOCKET"),
    ("declared binary writable", declared_binary_writable, r"replaceable through writable"),
]


@test
def planted(context):
    for name, fault, words in FAULTS:
        with context.sub(name):
            world = context.world()
            world.program = context.program
            world.play([[bash("touch ran")], "DONE"])
            fault(world)
            running = world.start(argv=[world.program, "--no-gui", "claude", "--", "-p", "do it", "--allowedTools", "Bash"])
            ended = running.finish(45)
            check(isinstance(ended.status, int) and ended.status != 0, "the launch went on", ended)
            check(not ended.results and not world.exists("proj/ran"), "a line of the agent ran", ended)
            check(fault in COMMAND_SIDE or not ended.requests, "the agent was started", ended)
            said = re.sub(r"\s+", " ", ended.err)
            check(re.search(words, said), "the text does not speak of it (%s)" % words, ended.err)
            check(len(ended.err.strip()) < 4000, "the text is too long", ended.err)
            nothing_left(context, world)
            world.close()


@test
def accepted_risk(context):
    """A risk that the config accepts by name does not stop the launch."""
    world = context.world()
    world.program = context.program
    world.config["accept_risks"] = ["writable-programs"]
    world.play([[bash("echo went on")], "DONE"])
    commands_write_our_programs(world)
    ended = world.start(argv=[world.program, "--no-gui", "claude", "--", "-p", "do it", "--allowedTools", "Bash"]).finish(60)
    check(ended.status == 0 and ended.text(0) == "went on", "an accepted risk stopped the launch", ended)


@test
def reserved_options(context):
    """Options of the client that would undo the mediation are refused before anything starts."""
    for words in (["--settings", "{}"], ["--settings={}"]):
        with context.sub(" ".join(words)):
            world = context.world()
            world.play(["DONE"])
            ended = world.start(("-p", "do it", *words)).finish(30)
            check(ended.status not in (0, None) and "--settings" in ended.err and not ended.requests, "not refused", ended)
            world.close()
