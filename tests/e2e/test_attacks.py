"""What a command might try against execd, the record, the socket, the shims: one test each."""
import json
import os
import textwrap

from framework import check, equal, nothing_left, test
from world import REASON, bash

ALLOW = ("-p", "do the scripted thing", "--allowedTools", "Bash")
AFTER = bash("echo still here")


def python(code):
    return "python3 - <<'PYTHON'\n%s\nPYTHON" % textwrap.dedent(code).strip()


def attack(context, *lines, world=None):
    """Runs the lines, one call each, and proves that execd answers afterwards and the session ends well."""
    world = world or context.world()
    ended = world.claude([[bash(line)] for line in lines] + [[AFTER], "DONE"], ALLOW)
    equal(ended.status, 0, "status (%s)" % ended)
    equal(ended.text(len(lines)), "still here", "a call after the attack (%s)" % ended)
    return world, ended


# A line's parent is execd itself: workers are its own children.
FIND_EXECD = "e=$PPID; tr '\\0' ' ' < /proc/$e/cmdline; echo; "


def is_execd(text):
    check("execd" in text.split("\n")[0], "the parent of a line is not execd, so nothing was attacked", text)


@test
def kill_execd(context):
    _, ended = attack(context, FIND_EXECD + "kill -9 $e; echo status $?; kill -TERM $e; echo status $?",
                      FIND_EXECD + python("""
                        import os
                        for pid in (int(p) for p in os.listdir('/proc') if p.isdigit()):
                            try:
                                if b'execd' in open('/proc/%d/cmdline' % pid, 'rb').read().split(b'\\0') and pid != os.getpid():
                                    os.kill(pid, 9)
                                    print('killed', pid, flush=True)
                            except PermissionError:
                                print('refused', flush=True)  # its own worker, and with it the line, may come next
                            except OSError:
                                pass
                        """))
    is_execd(ended.text(0))
    check(ended.text(0).count("status 1") == 2, "kill of execd was not refused", ended.text(0))
    check("refused" in ended.text(1), "no process of execd was tried", ended.text(1))


@test
def kill_everything(context):
    """`kill -9 -1` ends at most what commands started (and the spawner, which comes again)."""
    world = context.world()
    ended = world.claude([[bash("kill -9 -1; echo survived")], [AFTER], [bash("git log --oneline | wc -l")], "DONE"], ALLOW)
    equal(ended.status, 0, "status (%s)" % ended)
    equal(ended.text(1), "still here", "a call after it")
    equal(ended.text(2), "2", "a declared call after it")


@test
def trace_execd(context):
    _, ended = attack(context, FIND_EXECD + "export e; " + python("""
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        pid = int(os.environ['e'])
        for request in (16, 0x4206):
            print('ptrace', libc.ptrace(request, pid, None, None), ctypes.get_errno())
        class Vec(ctypes.Structure):
            _fields_ = [('base', ctypes.c_void_p), ('len', ctypes.c_size_t)]
        mine = ctypes.create_string_buffer(16)
        local, remote = Vec(ctypes.addressof(mine), 16), Vec(0x400000, 16)
        print('readv', libc.process_vm_readv(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0), ctypes.get_errno())
        fd = libc.syscall(434, pid, 0)
        print('getfd', libc.syscall(438, fd, 0, 0), ctypes.get_errno())
        """))
    is_execd(ended.text(0))
    equal(ended.text(0).split("\n")[1:], ["ptrace -1 1", "ptrace -1 1", "readv -1 1", "getfd -1 1"], "what came back (1 is EPERM)")


@test
def read_execd(context):
    _, ended = attack(context, FIND_EXECD + "for f in environ mem maps fd/0 fd/1 root; do cat /proc/$e/$f >/dev/null 2>&1 && echo read $f; done; ls /proc/$e/fd 2>&1 | head -3")
    is_execd(ended.text(0))
    check("read " not in ended.text(0), "something of execd could be read", ended.text(0))


@test
def forge_an_event(context):
    """Writing to any descriptor of any process in sight."""
    forged = {"v": 1, "type": "verdict", "request": 1, "command": 1, "verdict": "refused", "reason": "FORGED"}
    world, _ = attack(context, "export forged='%s'; " % json.dumps(forged) + python("""
        import glob, os
        me = os.getpid()
        for path in glob.glob('/proc/[0-9]*/fd/*') + glob.glob('/proc/[0-9]*/task/*/fd/*'):
            if path.split('/')[2] == str(me):
                continue
            try:
                fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_APPEND)
                if not os.path.isfile(path):
                    os.write(fd, (os.environ['forged'] + '\\n').encode())
                os.close(fd)
            except OSError:
                pass
        print('tried')
        """))
    records = [r for r in world.log() if r.get("reason") == "FORGED"]
    check(not records, "a forged event is in the record", *records)


@test
def event_channel_through_redirections(context):
    forged = '{"v":1,"type":"note","text":"FORGED"}'
    numbers = "for n in $(seq 3 260); do "
    world, ended = attack(
        context,
        numbers + "{ echo '%s' >&$n; } 2>/dev/null && echo \"wrote $n\"; done; echo end" % forged,
        numbers + "{ echo '%s' > /dev/fd/$n; } 2>/dev/null && echo \"wrote $n\"; done; echo end" % forged,
        numbers + "{ echo '%s' > /proc/self/fd/$n; } 2>/dev/null && echo \"wrote $n\"; done; echo end" % forged,
        numbers + "{ exec {v}>&$n; } 2>/dev/null && { echo '%s' >&$v; echo \"wrote $n\"; }; done; echo end" % forged,
        numbers + "{ exec {v}<&$n; } 2>/dev/null && echo \"read $n\"; { read -t 0.01 -u $n x; } 2>/dev/null && echo \"read $n\"; done; echo end",
        "(for n in $(seq 3 260); do eval \"exec $n>&-\" 2>/dev/null; done; echo closed); echo end",
        "ls /proc/self/fd | wc -l; echo end")
    for index in range(6):
        # A number may name a saved copy of the line's own output, as in bash: then the text comes out there.
        lines = [x for x in ended.text(index).split("\n") if x != forged]
        came_out = ended.text(index).count(forged)
        equal(lines[-1], "end", "line %d" % index)
        check(len([x for x in lines if x.startswith("wrote")]) <= came_out, "a text went to a descriptor that is not the line's own", ended.text(index))
    equal(ended.text(6), "4\nend", "descriptors of a command: three and that of the listing")
    records = [r for r in world.log() if r.get("text") == "FORGED"]
    check(not records, "a forged event is in the record", *records)


@test
def replace_the_exec_socket(context):
    world, ended = attack(context, python("""
        import os, socket
        run = os.path.dirname(os.environ['TMPDIR'])
        path = run + '/s/execd.sock'
        for what in (lambda: os.unlink(path), lambda: os.rename(path, path + '.old'), lambda: os.rename(run + '/s', run + '/t'),
                     lambda: socket.socket(socket.AF_UNIX).bind(run + '/s/other.sock'), lambda: os.listdir(run), lambda: os.listdir(run + '/s'),
                     lambda: open(run + '/s/file', 'w'), lambda: open(run + '/canary').read()):
            try:
                what()
                print('DONE')
            except OSError as e:
                print(type(e).__name__)
        """))
    check("DONE" not in ended.text(0), "the socket or its folder could be changed", ended.text(0))
    check("PermissionError" in ended.text(0), "nothing was tried", ended.text(0))
    nothing_left(context, world)


@test
def second_control_connection(context):
    """A command that connects to the exec socket as the session program does gets no events and gives no orders."""
    _, ended = attack(context, python("""
        import os, socket, struct
        s = socket.socket(socket.AF_UNIX)
        s.settimeout(5)
        try:
            s.connect(os.path.dirname(os.environ['TMPDIR']) + '/s/execd.sock')
            s.sendall(bytes([1]) + struct.pack('>I', 5) + struct.pack('>IB', 1, 1))
            s.sendall(b'{"order":"shutdown"}\\n')
            got = b''
            while True:
                more = s.recv(4096)
                if not more:
                    break
                got += more
            print('closed', b'"type"' in got)
        except OSError as e:
            print('refused', type(e).__name__)
        """))
    check(ended.text(0).startswith(("closed False", "refused")), "a second control connection was not turned away", ended.text(0))


@test
def overwrite_a_shim(context):
    _, ended = attack(context, "s=$(command -v git); d=${s%/*}; echo \"$s\"; chmod u+w \"$d\" \"$s\"; cp /bin/true \"$s\"; rm -f \"$s\"; "
                               "ln -sf /bin/true \"$d/git\"; rm -f \"$d\"/../supervisor.sock; echo '{}' > \"$NONO_CAP_FILE\"; echo tried",
                      "git push origin main", "git log --oneline | wc -l")
    check("nono-tool-sandbox" in ended.text(0).split("\n")[0] and ended.text(0).endswith("tried"), "git is not behind a shim", ended.text(0))
    check(REASON in ended.text(1), "the shim was overcome", ended.text(1))
    equal(ended.text(2), "2", "a declared call afterwards")


@test
def overwrite_our_programs(context):
    _, ended = attack(context, "for f in %s %s/*; do { : >> $f; } 2>/dev/null && echo \"wrote $f\"; done; touch %s/new 2>/dev/null && echo made; echo end" % (
        context.program, context.libexec, context.libexec))
    equal(ended.text(0), "end", "result")


@test
def control_socket(context):
    """The session's control socket cannot be used without the token, and the token cannot be read."""
    world = context.world()
    folder = world.path("run/agent-sandbox")
    world, ended = attack(context, "export folder='%s'; " % folder + python("""
        import glob, os, socket
        for name in ('*.token', '*.json'):
            for path in glob.glob(os.environ['folder'] + '/' + name):
                try:
                    print('READ', open(path).read())
                except OSError as e:
                    print(type(e).__name__)
        # The folder may not be listed, so the name comes from the session's own argv where that shows it.
        names = set(glob.glob(os.environ['folder'] + '/*.sock'))
        for pid in os.listdir('/proc'):
            try:
                words = open('/proc/%s/cmdline' % pid).read().split('\\0')
                if '--session-id' in words:
                    names.add(os.environ['folder'] + '/' + words[words.index('--session-id') + 1] + '.sock')
            except (OSError, ValueError, IndexError):
                pass
        for path in names:
            for text in ('{"verb":"stop"}', '{"hello":1,"token":"wrong"}', '{"token":""}', '{"v":1,"verb":"end","token":"0"}', 'x' * 100000):
                try:
                    s = socket.socket(socket.AF_UNIX)
                    s.settimeout(1)
                    s.connect(path)
                    s.sendall((text + '\\n').encode())
                    try:
                        print('ANSWER' if b'request' in s.recv(65536) else 'closed')
                    except socket.timeout:
                        print('silent')
                except OSError as e:
                    print(type(e).__name__)
        print('tried', len(names) > 0)
        """), world=world)
    check("READ" not in ended.text(0), "a command read the token or the registry entry", ended.text(0))
    check("ANSWER" not in ended.text(0), "the control socket answered without a token", ended.text(0))
    check(ended.text(0).endswith("tried True"), "no control socket was found to try", ended.text(0))


@test
def leave_the_sandbox_by_environment(context):
    """Variables of a line reach its commands only."""
    _, ended = attack(context, "export LD_PRELOAD=/nonexistent.so BASH_ENV=x PATH=/usr/bin:/bin; env | grep -c . >/dev/null; git --version; echo $?")
    check("126" in ended.text(0) or "127" in ended.text(0) or "Permission denied" in ended.text(0), "git ran past its shim", ended.text(0))
    check(os.path.exists(context.program), "our program is gone")
