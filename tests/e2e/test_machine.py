"""Machines that are not as they should be: /var/tmp full, or without the right to execute (needs root, for a mount namespace)."""
import os
import shutil
import tempfile

from framework import check, equal, nothing_left, test
from world import bash

# $1: mount options of the stand-in for /var/tmp; $2: a folder outside it; then what of /var/tmp has to stay visible, "--", the program.
OTHER_VAR_TMP = r"""set -e
options=$1 hold=$2; shift 2
mount --make-rprivate /
mount --bind /var/tmp "$hold"
mount -t tmpfs -o "$options,mode=1777" tmpfs /var/tmp
while [ "$1" != -- ]; do mkdir -p "$1"; mount --bind "$hold${1#/var/tmp}" "$1"; shift; done
shift
exec "$@"
"""


def top_in_var_tmp(path):
    """The folder directly in /var/tmp that holds `path`; none when it lies elsewhere."""
    parts = os.path.realpath(path).split("/")
    return ["/".join(parts[:4])] if parts[1:3] == ["var", "tmp"] and len(parts) > 3 else []


def on_other_var_tmp(context, world, options, *words):
    """argv of a session on a machine with another /var/tmp."""
    hold = tempfile.mkdtemp(prefix="e2e-hold-", dir="/run")
    stay = sorted({top for path in (world.base, context.prefix, context.claude) for top in top_in_var_tmp(path)})
    argv = [shutil.which("unshare"), "-m", "/bin/bash", "-c", OTHER_VAR_TMP, "other-var-tmp", options, hold, *stay, "--", *words]
    return hold, argv


def attempt(context, options, said):
    """A session there does not start, says why, and leaves nothing."""
    world = context.world()
    world.play([[bash("touch ran")], "DONE"])
    hold, argv = on_other_var_tmp(context, world, options, *world.argv(["-p", "do it", "--allowedTools", "Bash"]))
    try:
        ended = world.start(argv=argv).finish(60)
        check(ended.status not in (0, None) and not world.exists("proj/ran"), "the session went on", ended)
        check("/var/tmp" in ended.err and any(word in ended.err for word in said), "the text does not speak of it (%s)" % ", ".join(said), ended.err)
        check(len(ended.err) < 4000, "the text is too long", ended.err)
        hold2, argv = on_other_var_tmp(context, world, options, context.program, "doctor")
        try:
            status = world.start(argv=argv)
            code = status.ended(120)
            text = status.text("out") + status.text("err")
            status.finish(5)
            check(code == 1 and "/var/tmp" in text and any(word in text for word in said), "doctor does not say it", text)
        finally:
            os.rmdir(hold2)
    finally:
        os.rmdir(hold)
    nothing_left(context, world)


def is_root():
    if os.getuid() == 0:
        return True
    print("  needs root: left to the root part", flush=True)
    return False


@test(root=True)
def usual_other_var_tmp(context):
    """The stand-in itself is no fault: a session works on it."""
    if not is_root():
        return
    world = context.world()
    world.play([[bash("echo here")], "DONE"])
    hold, argv = on_other_var_tmp(context, world, "size=1g", *world.argv(["-p", "do it", "--allowedTools", "Bash"]))
    try:
        ended = world.start(argv=argv).finish(60)
        equal((ended.status, ended.text(0)), (0, "here"), "status and result (%s)" % ended)
    finally:
        os.rmdir(hold)


@test(root=True)
def full_var_tmp(context):
    if is_root():
        attempt(context, "size=4m", ("MB free",))


@test(root=True)
def no_programs_in_var_tmp(context):
    if is_root():
        attempt(context, "size=1g,noexec", ("noexec",))
