#!/usr/bin/env python3
"""Ratios against a named opponent, both measured in one run.

    run.py --prefix DIR [--only NAME]...

  exec    `agent-sandbox exec -- /bin/true` (execd by hand) against `bash -c /bin/true`   at most 1.3
  hook    `agent-sandbox hook` against `/bin/true`                                        at most 2
  memory  execd and its spawner, idle: proportional set size together                     at most 4 MB
  turn    `claude -p` of one turn in the sandbox against the agent alone                  at most 1.25
  shell   the programs of shell/*.sh through `exec` against bash, see shell_speed.py      each its own limit

Opponents take turns, medians of many are compared, and what is over its limit is measured up to three times before it
fails. While others keep the machine busy, the fastest of each are compared: ours are several processes, and each of them
waits for its turn. The last line is `N passed, N failed`.
"""
import argparse
import json
import math
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "e2e"))

import framework  # noqa: E402 the folder has to be on the path first
import processes  # noqa: E402
import shell_speed  # noqa: E402

TRIES = 3
SHELL_SIDE = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}


class TooSlow(Exception):
    pass


def spawn(argv, env, stdin="/dev/null"):
    """Milliseconds from the start to the end of one program; it has to end with status 0."""
    actions = [(os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    start = time.perf_counter_ns()
    pid = os.posix_spawn(argv[0], argv, env, file_actions=actions)
    _, status = os.waitpid(pid, 0)
    took = (time.perf_counter_ns() - start) / 1e6
    if status != 0:
        raise TooSlow("%s ended with %d" % (" ".join(argv), os.waitstatus_to_exitcode(status)))
    return took


def compare(name, limit, ours, theirs, rounds):
    """`ours` and `theirs` give milliseconds; who is first changes every round."""
    said, fastest = [], (math.inf, math.inf)
    for _ in range(TRIES):
        mine, other, disturbed = [], [], 0
        for i in range(rounds + 2):
            disturbed += processes.share() < 1
            pairs = [(ours, mine), (theirs, other)]
            for run, times in pairs if i % 2 else reversed(pairs):
                took = run()
                if i >= 2:  # the first two warm caches
                    times.append(took)
        busy = disturbed > rounds / 10
        fastest = min(fastest[0], *mine), min(fastest[1], *other)
        a, b = fastest if busy else (statistics.median(mine), statistics.median(other))
        said.append("%.2f (%.2f ms : %.2f ms%s)" % (a / b, a, b, ", the fastest" if busy else ""))
        if a / b <= limit:
            break
    else:
        raise TooSlow("ratio %s, the limit is %.2f" % (", ".join(said), limit))
    return "ratio %s, limit %.2f, %d of each" % (", then ".join(said), limit, rounds)


class Execd:
    """execd by hand, outside nono."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="bench-")
        self.socket = os.path.join(self.folder, "execd.sock")
        self.env = dict(SHELL_SIDE, AGENT_SANDBOX_EXECD_SOCKET=self.socket)
        self.process = subprocess.Popen([program, "execd", "--socket", self.socket], env=SHELL_SIDE, stdin=subprocess.PIPE,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not processes.wait_until(lambda: os.path.exists(self.socket), 10):
            raise TooSlow("execd did not come up")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdin.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def bench_exec(context):
    with Execd(context.program) as execd:
        ours = [context.program, "exec", "--", "/bin/true"]
        return compare("exec", 1.3, lambda: spawn(ours, execd.env), lambda: spawn(["/bin/bash", "-c", "/bin/true"], SHELL_SIDE), 300)


def bench_hook(context):
    folder = tempfile.mkdtemp(prefix="bench-")
    try:
        path = os.path.join(folder, "input.json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump({"session_id": "e45b0000-0000-4000-8000-000000000000", "transcript_path": "/nonexistent/t.jsonl", "cwd": "/", "permission_mode": "default",
                       "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "echo hi && id -u | cat", "description": "d"},
                       "tool_use_id": "toolu_1"}, f)
        env = dict(SHELL_SIDE, CLAUDE_CODE_SHELL=os.path.join(context.libexec, "agent-sandbox-bash"), AGENT_SANDBOX_EXECD_SOCKET=folder + "/s")
        ours = [context.program, "hook", "--agent", "claude", "--mediation", "shell"]
        return compare("hook", 2.0, lambda: spawn(ours, env, path), lambda: spawn(["/bin/true"], env, path), 300)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def proportional(pid):
    with open("/proc/%d/smaps_rollup" % pid, encoding="ascii") as f:
        for line in f:
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def bench_memory(context):
    with Execd(context.program) as execd:
        for _ in range(5):
            spawn([context.program, "exec", "--", "seq 100 | tail -1"], execd.env)
        time.sleep(0.5)
        pids = [execd.process.pid] + [p.pid for p in processes.descendants(execd.process.pid)]
        sizes = [proportional(pid) for pid in pids]
    total = sum(sizes) / 1024
    said = "%.2f MB in %d processes (%s kB), limit 4 MB" % (total, len(sizes), " + ".join(str(s) for s in sizes))
    if total > 4:
        raise TooSlow(said)
    return said


def bench_turn(context):
    arguments = ("-p", "say it")

    def turn(world, sandboxed):
        world.play(["DONE"])
        world.port = world.api.port  # the profiles of a person's second session are those of the first
        start = time.perf_counter()
        running = world.start(arguments, sandboxed)
        status = running.ended(60)
        took = (time.perf_counter() - start) * 1000
        ended = running.finish(1)
        world.stop_api()
        if status != 0 or "DONE" not in ended.out:
            raise TooSlow("a turn failed: %s" % ended)
        return took
    inside, alone = context.world("inside"), context.world("alone")
    return compare("turn", 1.25, lambda: turn(inside, True), lambda: turn(alone, False), 21)


def bench_shell(context):
    with Execd(context.program) as execd:
        passed, failed = shell_speed.measure([context.program, "exec", "--"], execd.env, say=lambda text: print("  " + text, flush=True))
    if failed:
        raise TooSlow("%d of %d checks failed" % (failed, passed + failed))
    return "%d checks" % passed


BENCHES = {"exec": bench_exec, "hook": bench_hook, "memory": bench_memory, "turn": bench_turn, "shell": bench_shell}


def finish(context, benches):
    """Runs them all, says how each ended, and gives the exit status."""
    passed = failed = skipped = 0
    for name, bench in benches.items():
        try:
            print("PASS %s: %s" % (name, bench(context)), flush=True)
            passed += 1
        except PermissionError as error:
            # execd hides itself from its own user; root can look.
            print("SKIP %s: %s" % (name, error), flush=True)
            skipped += 1
        except Exception as error:  # whatever went wrong, the bench did not pass
            print("FAIL %s: %s" % (name, error), flush=True)
            failed += 1
    for world in context.worlds:
        world.close()
    context.close()
    print("%d passed, %d failed%s" % (passed, failed, ", %d skipped" % skipped if skipped else ""))
    return 1 if failed or not passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--only", action="append", default=[], choices=sorted(BENCHES))
    args = parser.parse_args()
    context = framework.Context(os.path.realpath(args.prefix))
    return finish(context, {name: bench for name, bench in BENCHES.items() if not args.only or name in args.only})


if __name__ == "__main__":
    sys.exit(main())
