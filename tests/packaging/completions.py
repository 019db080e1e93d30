"""The completions of bash, zsh and fish against the program's real words and options, each in its real shell."""
import os
import pty
import re
import select
import subprocess
import time


def help_of(program, *words):
    return subprocess.run([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=30,
                          check=False).stdout


def real_words(program):
    """What `agent-sandbox --help` lists."""
    block = help_of(program, "--help").split("Words:\n", 1)[1].split("\n\n", 1)[0]
    return [line.split()[0] for line in block.splitlines()]


def real_options(program, word):
    """Options that the help of a word names in its usage or describes, less --no-gui, which stands in front of the word."""
    text = help_of(program, "help", word)
    usage = re.split(r"\n\s*\n", text, maxsplit=1)[0]
    found = re.findall(r"\[(--[a-z-]+)", usage) + re.findall(r"^  (--[a-z-]+)", text, re.M)
    return sorted(set(found) - {"--no-gui"})


def clean_env(program, home):
    return {"PATH": os.path.dirname(program) + ":/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8", "TERM": "dumb", "XDG_STATE_HOME": home,
            "XDG_RUNTIME_DIR": home, "XDG_CONFIG_HOME": home}


def from_bash(installed, words, home):
    """Candidates for the last of the words."""
    script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent_sandbox; printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "--norc", "--noprofile", "-c", script, "bash", installed.path("share/bash-completion/completions/agent-sandbox"), *words],
                          env=clean_env(installed.program, home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=30, check=False)
    return {line for line in done.stdout.splitlines() if line}, done.stderr


def from_fish(installed, words, home):
    line = " ".join(words)
    done = subprocess.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]",
                           installed.path("share/fish/vendor_completions.d/agent-sandbox.fish"), line],
                          env=clean_env(installed.program, home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=60, check=False)
    return {row.split("\t")[0] for row in done.stdout.splitlines() if row}, done.stderr


class Zsh:
    """An interactive zsh on a terminal of its own; Tab shows the candidates between two marks."""

    SETUP = ("PS1=; PS2=; unsetopt zle_bracketed_paste prompt_cr; fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' list-grouped false\n"
             "compadd() { local -a candidates; builtin compadd -A candidates \"$@\"; [[ $#candidates = 0 ]] || print -r -- \"<$candidates>\"; return 1 }\n"
             "shown() { print -r -- '[['; _main_complete; print -r -- ']]'; compstate[insert]=''; compstate[list]='' }\n"
             "zle -C shown complete-word shown; bindkey '^I' shown; print ready-$((6 * 7))\n")

    def __init__(self, installed, home):
        pid, self.master = pty.fork()
        if pid == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], clean_env(installed.program, home))
        self.pid = pid
        self.type(self.SETUP % installed.path("share/zsh/site-functions"), r"ready-42")

    def type(self, text, until):
        os.write(self.master, text.encode())
        return self.read(until)

    def read(self, until, seconds=30):
        seen, end = "", time.monotonic() + seconds
        while not re.search(until, seen):
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise RuntimeError("zsh did not answer: %r" % seen[-500:])
            seen += os.read(self.master, 65536).decode(errors="replace")
        return seen

    def candidates(self, words):
        text = self.type("\x15" + " ".join(words) + "\t", r"\]\]")
        return {word for group in re.findall(r"<([^<>\r\n]*)>", text) for word in group.split()}, text

    def close(self):
        os.write(self.master, b"\x15exit\n")
        os.close(self.master)
        os.waitpid(self.pid, 0)


def test_shell(shell, ask, program, result):
    words = real_words(program)
    got, told = ask(["agent-sandbox", ""])
    result("%s offers exactly the real words" % shell, got - {"--no-gui", "--version", "--help"} == set(words), got, told)
    got, told = ask(["agent-sandbox", "--no-gui", ""])
    result("%s: behind --no-gui stand claude and demo" % shell, got == {"claude", "demo"}, got, told)
    for word in words:
        got, told = ask(["agent-sandbox", word, "--"])
        want = set(real_options(program, word)) | {"--help"}
        result("%s offers exactly the options of %s" % (shell, word), {g for g in got if g != "--"} == want, "got %s" % got, "want %s" % want, told)
    got, told = ask(["agent-sandbox", "hook", "--mediation", ""])
    result("%s offers the values of --mediation" % shell, got == {"shell", "ask", "rewrite"}, got, told)
    got, told = ask(["agent-sandbox", "claude", "--config", "/etc/host"])
    result("%s offers files for a FILE" % shell, any("hosts" in g for g in got), got, told)
    got, told = ask(["agent-sandbox", "exec", "--", "/etc/host"])
    result("%s offers files behind --" % shell, any("hosts" in g for g in got), got, told)
    got, told = ask(["agent-sandbox", "kill", ""])
    result("%s offers what can be killed" % shell, "leftovers" in got, got, told)
    got, told = ask(["agent-sandbox", "ai", ""])
    result("%s offers the parts of ai" % shell, {"explain", "config-check"} <= got, got, told)


def test_all(installed, result, have, scratch):
    home = os.path.join(scratch, "shell-home")
    os.makedirs(home, mode=0o700, exist_ok=True)
    test_shell("bash", lambda words: from_bash(installed, words, home), installed.program, result)
    if have("fish", "completion of fish"):
        test_shell("fish", lambda words: from_fish(installed, words, home), installed.program, result)
    if have("zsh", "completion of zsh"):
        zsh = Zsh(installed, home)
        try:
            test_shell("zsh", zsh.candidates, installed.program, result)
        finally:
            zsh.close()
