"""What neither a command nor the agent's own tools may read or write."""
import os

from framework import check, equal, test
from world import bash

ALLOW = ("-p", "do the scripted thing", "--dangerously-skip-permissions")


def arguments():
    # As root the client refuses that flag.
    return ALLOW if os.getuid() != 0 else ("-p", "do the scripted thing", "--allowedTools", "Bash", "Read", "Write")


@test(root=True)
def outside_the_grants(context):
    world = context.world()
    secret, settings = world.path("outside/secret.txt"), world.path("home/.claude/settings.json")
    calls = [
        bash("cat %s" % secret),
        {"name": "Read", "input": {"file_path": secret}},
        {"name": "Write", "input": {"file_path": settings, "content": "{\"disableAllHooks\":true}"}},
        {"name": "Write", "input": {"file_path": world.path("outside/new.txt"), "content": "x"}},
        bash("echo x > %s" % world.path("outside/new.txt")),
        bash("cat %s" % world.path("home/.claude/.claude.json")),
        bash("ls -a %s" % world.path("state")),
        bash("echo x > /dev/shm/asb-e2e-probe && rm /dev/shm/asb-e2e-probe && (cd \"$TMPDIR\" && mktemp -d >/dev/null) && echo fine"),
    ]
    ended = world.claude([[c] for c in calls] + ["DONE"], arguments())
    equal(ended.status, 0, "status (%s)" % ended)
    with context.sub("command reads"):
        equal(ended.text(0), "Exit code 1\ncat: %s: Permission denied" % secret, "result")
    with context.sub("Read tool"):
        check("EACCES" in ended.text(1) and "the secret" not in ended.text(1), "the agent's own Read was not refused", ended.text(1))
    with context.sub("Write tool, user's settings"):
        check(ended.results[2]["is_error"] and not os.path.exists(settings), "the agent wrote its user's settings", ended.text(2))
    with context.sub("Write tool, outside"):
        check(ended.results[3]["is_error"] and not world.exists("outside/new.txt"), "the agent wrote outside", ended.text(3))
    with context.sub("command writes"):
        check("Permission denied" in ended.text(4) and not world.exists("outside/new.txt"), "a command wrote outside", ended.text(4))
    with context.sub("agent's state"):
        check("Permission denied" in ended.text(5), "a command read the agent's state", ended.text(5))
    with context.sub("our state"):
        check("Permission denied" in ended.text(6), "a command listed the state folder", ended.text(6))
    with context.sub("what is granted works"):
        equal(ended.text(7), "fine", "result")


@test
def own_outputs_can_be_read(context):
    """The model reads the output file of its background call by Bash."""
    world = context.world()
    turns = [[bash("echo from the background; sleep 0.2", run_in_background=True)], [bash("f={{capture:written to: (\\S+\\.output)}}; for i in {1..300}; do [ -s \"$f\" ] && break; sleep 0.1; done; cat \"$f\"")], "DONE", "DONE"]
    ended = world.claude(turns, ("-p", "do it"))
    equal(ended.status, 0, "status (%s)" % ended)
    equal(ended.text(1).split("\n")[0], "from the background", "what the second call read")


@test
def the_whole_path(context):
    """nono is started without the folders that are there twice; commands have them all the same."""
    world = context.world()
    whole = context.path + ":/usr/bin:/bin:/absent"
    world.more_env["PATH"] = whole
    ended = world.claude([[bash("echo \"$PATH\"; env | grep ^PATH=; type -a true")], "DONE"], ("-p", "do it"))
    equal(ended.status, 0, "status (%s)" % ended)
    shell, child, *found = ended.text(0).split("\n")
    check(shell.endswith(":" + whole) or shell == whole, "PATH of a line", shell)
    equal(child, "PATH=" + shell, "PATH of its commands")
    check("true is /bin/true" in found, "a folder is missing in the search", ended.text(0))


@test
def no_network(context):
    world = context.world()
    ended = world.claude([[bash("python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", %d), 3)' 2>&1 | tail -1" % 9)], "DONE"], ("-p", "do it"))
    check("PermissionError" in ended.text(0), "a command may open a socket", ended)
    world = context.world()
    world.play(["unused"])
    port = world.api.port
    ended = world.claude([[bash("python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", %d), 3)' 2>&1 | tail -1" % port)], "DONE"], ("-p", "do it"))
    check("PermissionError" in ended.text(0), "a command reaches the agent's API", ended)
