"""One private world for a test: home, project, XDG folders, profiles, config, and a scripted API."""
import importlib.util
import json
import os
import re
import select
import shutil
import subprocess
import sys
import threading
import time

import processes

HERE = os.path.dirname(os.path.abspath(__file__))
_spec = importlib.util.spec_from_file_location("fake_anthropic", os.path.join(HERE, "fake-anthropic", "fake_anthropic.py"))
fake_anthropic = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(fake_anthropic)

REASON = "pushing is for people: ask the operator"
GIT_DATES = {"GIT_AUTHOR_DATE": "2024-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2024-01-02T03:04:05Z"}
SESSION_FOLDER = re.compile(r"^asb-[A-Za-z0-9]{6}$")


def bash(command, **more):
    """A model's Bash call."""
    return {"type": "tool_use", "name": "Bash", "input": dict({"command": command, "description": "scripted"}, **more)}


def declared(sandbox=None, deny=()):
    """The policy of a declared command; nothing is refused but what `deny` holds."""
    system = ["/usr/bin", "/bin", "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/lib64", "/usr/lib/locale"]
    base = {"fs_read": [p for p in system if os.path.exists(p)], "environment": {"allow_vars": ["PATH", "LANG", "AGENT_SANDBOX_TAG"]}}
    base.update(sandbox or {})
    return {"from": {"session": {"sandbox": base, "invocation_policy": {"default": "allow", "deny": list(deny)}}}}


class Api:
    """The scripted Messages API on a free port, for one session."""

    def __init__(self, scenario, log, port=0):
        self.log = log
        self.server = fake_anthropic.make_server(fake_anthropic.Scenario(scenario), log, port)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    @property
    def port(self):
        return self.server.server_address[1]

    @property
    def url(self):
        return fake_anthropic.url_of(self.server)

    def stop(self):
        self.server.state.stopping.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)

    def requests(self):
        return [r for r in fake_anthropic.read_log(self.log) if r.get("path") == "/v1/messages"]

    def results(self):
        return fake_anthropic.results_of(fake_anthropic.read_log(self.log))


class Ended:
    """What a session left: status, output, the results that reached the API."""

    def __init__(self, status, out, err, api):
        self.status, self.out, self.err = status, out, err
        self.results = api.results()
        self.requests = api.requests()

    def text(self, index):
        return self.results[index]["text"] if index < len(self.results) else "(no result %d: %s)" % (index, self.err[-600:])

    def __str__(self):
        shown = "\n".join("  [%d%s] %s" % (i, " error" if r["is_error"] else "", r["text"]) for i, r in enumerate(self.results))
        return "status %s\nstdout: %s\nstderr: %s\nresults:\n%s" % (self.status, self.out[-1500:], self.err[-3000:], shown)


class World:
    def __init__(self, context, name="w"):
        self.context = context
        self.base = os.path.join(context.folder, name)
        shutil.rmtree(self.base, ignore_errors=True)
        for folder in ("home", "proj", "config", "state", "run", "cache", "data", "tmp", "outside"):
            os.makedirs(self.path(folder), mode=0o700)
        self.home, self.proj = self.path("home"), self.path("proj")
        self.claude_dir = os.path.join(self.home, ".claude")
        for folder in ("projects", "sessions", "session-env", "shell-snapshots"):
            os.makedirs(os.path.join(self.claude_dir, folder))
        self.write("home/.claude/history.jsonl", "")
        self.write("home/.gitconfig", "[user]\n\tname = Test User\n\temail = test@example.invalid\n[init]\n\tdefaultBranch = main\n")
        self.write("home/.claude/.claude.json", json.dumps({
            "hasCompletedOnboarding": True, "theme": "dark", "fullscreenUpsellSeenCount": 3, "projects": {self.proj: {"hasTrustDialogAccepted": True}},
            "customApiKeyResponses": {"approved": [fake_anthropic.DUMMY_KEY[-20:]], "rejected": []}}))
        self.write("outside/secret.txt", "the secret outside\n")
        self.agent_profile = self._agent_profile()
        self.command_profile = self._command_profile()
        self.config = {"mediation": "shell", "accept_risks": []}
        self.more_env = {}
        self.api = None
        self.port = 0  # of the API, 0 for any: a profile that names it is another one each time
        self.sessions = 0
        self._project()

    # -- folders and files -------------------------------------------------
    def path(self, *parts):
        return os.path.join(self.base, *parts)

    def write(self, name, text, mode=0o644):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(path, mode)
        return path

    def read(self, name):
        with open(self.path(name), encoding="utf-8", errors="backslashreplace") as f:
            return f.read()

    def exists(self, name):
        return os.path.lexists(self.path(name))

    def git(self, *args):
        env = dict(GIT_DATES, PATH=self.context.path, HOME=self.home, LANG="C.UTF-8")
        subprocess.run(["git", *args], cwd=self.proj, env=env, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.PIPE)

    def _project(self):
        self.write("proj/README", "a scratch project\n")
        self.write("proj/sub/data.txt", "alpha\nbeta\ngamma\n")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "one")
        self.write("proj/README", "a scratch project\nsecond\n")
        self.git("commit", "-q", "-a", "-m", "two")

    # -- profiles and config -----------------------------------------------
    def _agent_profile(self):
        return {
            "meta": {"name": "test-agent", "version": "1.0.0"},
            "groups": {"include": ["git_config"], "exclude": ["system_write_linux"]},
            "workdir": {"access": "readwrite"},
            "filesystem": {
                "read": [self.claude_dir],
                "allow": [os.path.join(self.claude_dir, d) for d in ("projects", "sessions", "session-env", "shell-snapshots")],
                "allow_file": [os.path.join(self.claude_dir, "history.jsonl"), "/dev/null", "/dev/zero", "/dev/full", "/dev/tty"],
                "read_file": [p for p in (self.context.claude, "/etc/gitconfig") if p and os.path.exists(p)],
            },
            "network": {"block": True},
            "linux": {"af_unix_mediation": "pathname"},
            "environment": {
                "allow_vars": ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "COLORTERM", "LANG", "LC_*", "TZ", "ANTHROPIC_API_KEY",
                               "ANTHROPIC_BASE_URL", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_TMPDIR", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING",
                               "DISABLE_AUTOUPDATER", "DISABLE_BUG_COMMAND", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
                               "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL", "AGENT_SANDBOX_EXECD_SOCKET"],
                "set_vars": {"SHLVL": "1"},
            },
        }

    def _command_profile(self):
        git = {"fs_read": ["/usr/lib/git-core", "/usr/share/git-core", "/usr/bin", "/bin", "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/lib64"],
               "fs_read_file": [p for p in (os.path.join(self.home, ".gitconfig"), "/etc/gitconfig") if os.path.exists(p)],
               "fs_write": ["$WORKDIR", "@git:common-dir", "@git:worktree", "$XDG_RUNTIME_DIR"],
               "exec_paths": ["/usr/lib/git-core", "/usr/bin", "/bin"],
               "environment": {"allow_vars": ["PATH", "HOME", "USER", "LANG", "LC_*", "TERM", "TZ", "TMPDIR", "GIT_*", "AGENT_SANDBOX_TAG"]}}
        git["fs_read"] = [p for p in git["fs_read"] if os.path.exists(p)]
        return {
            "meta": {"name": "test-command", "version": "1.0.0"},
            "groups": {"include": ["git_config"], "exclude": ["system_write_linux"]},
            "workdir": {"access": "none"},
            "filesystem": {
                "allow": ["$WORKDIR", "$XDG_RUNTIME_DIR", "/dev/shm"],
                "read_file": ["/etc/gitconfig"] if os.path.exists("/etc/gitconfig") else [],
                "allow_file": ["/dev/null", "/dev/zero", "/dev/full"],
            },
            "network": {"block": True},
            "environment": {
                "allow_vars": ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_*", "TZ"],
                "set_vars": {"TERM": "dumb", "TMPDIR": "$XDG_RUNTIME_DIR", "SHELL": "/bin/bash"},
            },
            "command_policies": {"commands": {"git": declared(git, [{"argv": {"contains": ["push"]}, "reason": REASON}])}},
        }

    def configure(self):
        """Writes both profiles and the config into the project's folder beside the work tree."""
        agent = json.loads(json.dumps(self.agent_profile))
        if self.api and agent.get("network", {}).get("block"):
            agent["network"]["open_port"] = [self.api.port]
        for name, profile in (("agent.json", agent), ("command.json", self.command_profile)):
            self.write("config/" + name, profile if isinstance(profile, str) else json.dumps(profile, indent=1))
        lines = ['command_profile = "%s"' % self.path("config/command.json")]
        if self.config.get("accept_risks"):
            lines.append("accept_risks = %s" % json.dumps(self.config["accept_risks"]))
        lines += self.config.get("top", [])
        lines += ["[agents.claude]", 'profile = "%s"' % self.path("config/agent.json"), 'mediation = "%s"' % self.config["mediation"]]
        lines += self.config.get("agent", [])
        with open(os.path.join(self.proj, "agent-sandbox.toml"), "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
        with open(self.path("proj/.git/info/exclude"), "a", encoding="utf-8") as f:
            f.write("/agent-sandbox.toml\n")

    # -- running -----------------------------------------------------------
    def environment(self, sandboxed=True):
        env = {"PATH": self.context.path, "HOME": self.home, "USER": "test", "LOGNAME": "test", "SHELL": "/bin/bash", "LANG": "C.UTF-8", "TZ": "UTC",
               "TERM": "xterm-256color", "SHLVL": "1", "XDG_CONFIG_HOME": self.path("config"), "XDG_STATE_HOME": self.path("state"),
               "XDG_RUNTIME_DIR": self.path("run"), "XDG_CACHE_HOME": self.path("cache"), "XDG_DATA_HOME": self.path("data"),
               "CLAUDE_CONFIG_DIR": self.claude_dir, "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1"}
        if not sandboxed:
            env["CLAUDE_CODE_TMPDIR"] = self.path("tmp")
        env.update(fake_anthropic.CLIENT_ENV)
        if self.api:
            env["ANTHROPIC_BASE_URL"] = self.api.url
        env.update(self.more_env)
        return {k: v for k, v in env.items() if v is not None}

    def play(self, turns, **scenario):
        """Starts the API with these turns; a session of this world then talks to it."""
        self.stop_api()
        self.sessions += 1
        self.api = Api(dict({"turns": turns}, **scenario), self.path("api-%d.jsonl" % self.sessions), self.port)
        self.configure()
        return self.api

    def stop_api(self):
        if self.api:
            self.api.stop()
            self.api = None

    def argv(self, arguments, sandboxed=True):
        if sandboxed:
            return [self.context.program, "--no-gui", "claude", "--", *arguments]
        return [self.context.claude, *arguments]

    def start(self, arguments=("-p", "do the scripted thing"), sandboxed=True, argv=None, env=None):
        """A running session with pipes; end it with finish()."""
        return Running(self, argv or self.argv(list(arguments), sandboxed), env or self.environment(sandboxed))

    def claude(self, turns, arguments=("-p", "do the scripted thing", "--allowedTools", "Bash"), sandboxed=True, seconds=120, **scenario):
        """A whole session."""
        self.play(turns, **scenario)
        return self.start(arguments, sandboxed).finish(seconds)

    def product(self, *words, seconds=60, cwd=None, env=None, stdin=None):
        """Another word of the product; status, stdout, stderr."""
        done = subprocess.run([self.context.program, *words], cwd=cwd or self.proj, env=env or self.environment(), input=stdin,
                              stdin=subprocess.DEVNULL if stdin is None else None, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds,
                              text=True, errors="backslashreplace", check=False)
        return done.returncode, done.stdout, done.stderr

    def log(self, *words):
        """`log --json` of the newest session, as records."""
        status, out, err = self.product("log", "--json", *words)
        if status != 0:
            raise RuntimeError("log --json: status %d: %s" % (status, err))
        return [json.loads(line) for line in out.splitlines() if line.strip()]

    # -- what is left ------------------------------------------------------
    def leftovers(self, killed=False):
        """Files that no session may leave: RUN folders, sockets and registry entries, nono's runtime files.

        A session's record is its store, its facts and its logs; a log of nono's only when it says something. `killed`: the session program was,
        so SQLite's side files belong to the store until the next reader folds them in.
        """
        found = []
        for top in {"/var/tmp", "/tmp", self.context.temporary}:
            try:
                names = os.listdir(top)
            except OSError:
                continue
            for name in names:
                path = os.path.join(top, name)
                ours = SESSION_FOLDER.match(name) or name.startswith((".nono-", "nono-", "claude-", "cc-socks"))
                try:
                    if ours and os.lstat(path).st_uid == os.getuid() and path not in self.context.seen_before:
                        found.append(path)
                except OSError:
                    pass
        for top, _, files in os.walk(self.path("run")):
            found += [os.path.join(top, f) for f in files]
        for top, _, files in os.walk(self.path("state")):
            inside = os.path.relpath(top, self.path("state"))
            if not re.match(r"^(\.|agent-sandbox(/checks|/sessions(/[0-9a-f]{16}(/profiles(/(agent|commands))?)?)?)?|nono(/.*)?)$", inside):
                found.append(top)
            elif inside.startswith("agent-sandbox/sessions") or inside == "agent-sandbox":
                found += [os.path.join(top, f) for f in files if not self._of_the_record(os.path.join(top, f), killed)]
        return sorted(found)

    @staticmethod
    def _of_the_record(path, killed):
        name = os.path.basename(path)
        if os.path.basename(os.path.dirname(os.path.dirname(path))) == "profiles":
            return name.endswith(".json")  # what the session ran under
        if name in ("nono-agent.log", "nono-commands.log"):
            return os.path.getsize(path) > 0
        return name in ("events.sqlite", "session.json", "session.log") or (killed and name in ("events.sqlite-wal", "events.sqlite-shm"))

    def close(self):
        self.stop_api()


class Running:
    """A started program with its output collected."""

    def __init__(self, world, argv, env):
        self.world = world
        self.process = subprocess.Popen(argv, cwd=world.proj, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        start_new_session=True)
        self.pid = self.process.pid
        self.output = {"out": b"", "err": b""}
        self.readers = [threading.Thread(target=self._read, args=(k, f), daemon=True)
                        for k, f in (("out", self.process.stdout), ("err", self.process.stderr))]
        for reader in self.readers:
            reader.start()

    def _read(self, key, stream):
        while True:
            got = os.read(stream.fileno(), 65536)
            if not got:
                return
            self.output[key] += got

    def text(self, key="err"):
        return self.output[key].decode("utf-8", "backslashreplace")

    def signal(self, number, group=False):
        if group:
            os.killpg(self.pid, number)
        else:
            os.kill(self.pid, number)

    def ended(self, seconds):
        """The status in a shell's terms, or None while it runs."""
        if not processes.wait_until(self._has_ended, seconds, step=0):
            return None
        status = self.process.returncode
        return status if status >= 0 else 128 - status

    def _has_ended(self):
        """Waits a moment for the end, and wakes with it: benchmarks measure up to it."""
        if self.process.poll() is None:
            pidfd = os.pidfd_open(self.process.pid)
            try:
                select.select([pidfd], [], [], 0.02)
            finally:
                os.close(pidfd)
        return self.process.poll() is not None

    def find(self, *words, name=None):
        """Running processes below this program whose argv holds all words (and whose program has this base name)."""
        found = []
        for p in processes.descendants(self.pid) + processes.descendants():
            if all(any(w in a for a in p.argv) for w in words) and (name is None or p.program == name):
                if p.pid not in [f.pid for f in found]:
                    found.append(p)
        return found

    def finish(self, seconds=120):
        status = self.ended(seconds)
        late = status is None
        if late:
            sys.stderr.write("  the session did not end within %d s; processes:\n%s\n" % (
                seconds, "\n".join("    %s" % p for p in processes.descendants())))
            self.process.kill()
            self.process.wait()
        for reader in self.readers:
            reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            stream.close()
        time.sleep(0)
        api = self.world.api
        ended = Ended("none (timeout)" if late else status, self.text("out"), self.text("err"), api) if api else None
        return ended
