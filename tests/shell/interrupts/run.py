#!/usr/bin/env python3
"""A time limit ends a line wherever it is; what could grow without bounds ends by itself, with a message.

    run.py --prefix DIR [--only TEXT]

Each line runs through `exec --timeout` and a running execd, once by itself and once with an EXIT trap (then the shell has a
handler for the signal and has to look for it): the limit and 100 ms later it is over, with status 124, and nothing of it is
left. How long a plain `sleep` takes that way is measured first and taken off. Four times it may be late, and more often while
others keep the machine busy. The last line is `N passed, N failed`.
"""
import argparse
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(TESTS, "bench"), os.path.join(TESTS, "e2e")]

import processes  # noqa: E402 the folders have to be on the path first
import run as bench  # noqa: E402

LIMIT = 0.4
LATE = 0.1
# With a trap this may be inside the kernel, or give back what it has found so far; execd's KILL, 200 ms after its TERM, ends it.
BY_KILL = {"globs"}
GRACE = 0.2
TRIES = 4

ENDLESS = {
    "while": "while :; do :; done",
    "until": "until false; do :; done",
    "for ((": "for ((;;)); do :; done",
    "for over many words": "for i in {1..7000000}; do for j in {1..7000000}; do :; done; done",
    "(( )) in a loop": "while ((1)); do ((i++)); done",
    "recursion in two branches": "f() { (($1 > 0)) && { f $(($1-1)); f $(($1-1)); }; }; f 60",
    "continue": "while :; do continue; done",
    "case": "while :; do case x in a) ;; *) ;; esac; done",
    "substitutions": "while :; do x=$(echo a); done",
    "endless substitution": "x=$(while :; do :; done); echo never",
    "endless substitution with output": "x=$(while :; do echo a; done); echo never",
    "subshell": "(while :; do :; done); echo never",
    "pipeline of builtins": "echo a | while :; do :; done; echo never",
    "forked subshells": "while :; do (trap '' HUP); done",
    "externals": "while :; do /bin/true; done",
    "output nobody reads": "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done",
    "read": "read x </dev/zero",
    "read from a silent pipe": "sleep 100 | read x",
    "read from a silent descriptor": "exec 3<> <(sleep 100); read -u 3 x",
    "read with a far limit": "sleep 100 | read -t 100 x",
    "mapfile": "sleep 100 | mapfile x",
    "select": "sleep 100 | select x in a b; do :; done",
    "wait": "sleep 100 & wait",
    "wait -n": "sleep 100 & wait -n",
    "a fifo": "mkfifo \"$TMPDIR/asb-interrupt-$$\"; { rm \"$TMPDIR/asb-interrupt-$$\"; exec 3<\"$TMPDIR/none\"; } 2>/dev/null; sleep 100",
    "external": "sleep 100",
    "pipeline": "sleep 100 | cat",
    "arithmetic": "x='y+y' y='z+z' z='w+w' w='v+v' v='u+u' u='t+t' t='s+s' s='r+r' r='q+q' q='p+p' p='o+o' o='n+n' n='m+m' m='l+l' l='k+k' k='j+j' j='i+i' i='h+h' "
                  "h='g+g' g='f+f' f='e+e' e='d+d' d='c+c' c='b+b' b='a+a' a=1; while :; do : $((x)); done",
    "stars": "x=$(printf '%0200000d' 0); while :; do [[ $x == *0*0*0*0*0*0*0*1 ]]; done",
    "nested groups": "shopt -s extglob; x=$(printf '%05000d' 0); while :; do [[ $x == +(+(+(0|00)|000)|0000)1 ]]; done",
    "negated groups": "shopt -s extglob; x=$(printf '%03000d' 0); while :; do [[ $x == !(*(!(0*1)))1 ]]; done",
    "strip": "x=$(printf '%0100000d' 0); while :; do : ${x##*0*0*1}; done",
    "replace": "x=$(printf '%0100000d' 0); while :; do : ${x//0*1/}; done",
    "regex": "x=$(printf '%03000d' 0); while :; do [[ $x =~ (0*)*(0*)*1 ]]; done",
    "long brace expansion": "while :; do : {1..2000000}; done",
    "nested braces": "while :; do : {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}; done",
    "splitting": "x=$(printf '%0999999d' 0); x=${x//0/a }; while :; do : $x; done",
    "globs": "cd /usr; shopt -s globstar; while :; do : **; done",
    "sorting by hand": "a=({1..20000}); while :; do b=(\"${a[@]}\"); done",
    "string that grows": "x=a; while :; do y=$x$x; x=${y:0:1000000}$x; x=${x:0:1000000}; done",
    "printf": "while :; do printf -v x '%1000000s' a; done",
    "eval": "while :; do eval 'x=1'; done",
    "trap that loops": "trap 'while :; do :; done' EXIT; exit",
    "DEBUG trap": "trap : DEBUG; while :; do :; done",
    "ERR trap": "trap : ERR; while :; do false; done",
    "background jobs": "while :; do : & wait; done",
    "coproc": "coproc cat; read -u ${COPROC[0]} x",
    "process substitution": "while read -r x; do :; done < <(sleep 100)",
    "here-document": "while :; do read x <<<abc; done",
    "lastpipe": "shopt -s lastpipe; sleep 100 | while read -r x; do :; done",
}

# What has to end by itself: the words that its message holds, and its status.
BOUNDED = {
    "recursion": ("f() { f; }; f; echo never", "maximum function nesting level exceeded", None),
    "recursion through eval": ("f() { eval f; }; f; echo never", "maximum function nesting level exceeded", None),
    "recursion through source": ("echo '. ./s' >s; . ./s; echo never", "", None),
    "recursion through an alias of text": ("shopt -s expand_aliases; alias a='a '; a 2>&1; echo on", "not found", None),
    "braces": ("echo {1..999999999}; echo $?", "brace expansion", None),
    "nested braces": ("echo {1..9999}{1..9999}{1..9999}; echo $?", "brace expansion", None),
    "arithmetic that names itself": ("x=x; echo $((x)); echo never", "expression recursion level exceeded", None),
    "an indirection to itself": ("r='m[${!r}]'; echo ${!r}; echo never", "maximum function nesting level exceeded", None),
    "a name reference to itself": ("declare -n r='a[$r]'; echo $r; echo never", "maximum function nesting level exceeded", None),
    "deep parentheses": ("echo $((" + "(" * 20000 + "1" + ")" * 20000 + "))", "", None),
    "deep groups": ("{ " * 20000 + ":; " + "}; " * 20000, "", None),
    "deep substitutions": ("echo " + "$(echo " * 3000 + "a" + ")" * 3000, "", None),
    "deep parameters": ("echo " + "${x:-" * 20000 + "a" + "}" * 20000, "", None),
    "deep patterns": ("shopt -s extglob\n[[ a == " + "@(" * 5000 + "a" + ")" * 5000 + " ]]", "", None),
    "endless substitution": ("x=$(cat /dev/zero | head -c 900000000 | tr '\\0' a); echo $?", "larger than 512 MiB", None),
    "name references in a circle": ("declare -n a=b b=a; echo \"$a\"", "circular name reference", None),
}


def run(program, env, line, limit, folder):
    """(seconds, status, output)"""
    start = time.monotonic()
    done = subprocess.run([program, "exec", "--timeout", limit, "--", line], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=120)
    return time.monotonic() - start, done.returncode, done.stdout.decode(errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    program = os.path.join(os.path.realpath(args.prefix), "bin", "agent-sandbox")
    passed = failed = 0

    def verdict(name, good, said):
        nonlocal passed, failed
        passed, failed = passed + good, failed + (not good)
        if not good or args.only:
            print("%s %s: %s" % ("PASS" if good else "FAIL", name, said), flush=True)
    with bench.Execd(program) as execd:
        env = dict(execd.env, TMPDIR=execd.folder)
        limit = "%dms" % (LIMIT * 1000)
        for name, line in ENDLESS.items():
            for form, text in (("", line), (" with a trap", "trap : EXIT; " + line)):
                if args.only not in name:
                    continue
                tried, left = [], TRIES
                while left > 0:
                    usual = run(program, env, "sleep 100", limit, execd.folder)[0]
                    took, status, out = run(program, env, text, limit, execd.folder)
                    tried.append("%.2f s (sleep: %.2f s), status %d" % (took, usual, status))
                    left -= processes.share()
                    grace = GRACE if form and name in BY_KILL else 0
                    if took <= usual + LATE + grace and status == 124:
                        break
                else:
                    verdict(name + form, False, "; ".join(tried))
                    continue
                verdict(name + form, True, tried[-1])
        for name, (line, words, wanted) in BOUNDED.items():
            if args.only not in name:
                continue
            took, status, out = run(program, env, line, "60s", execd.folder)
            good = status not in (124, 125) and words in out and "never" not in out and (wanted is None or wanted == status)
            verdict("bounded: " + name, good, "status %d after %.1f s: %r" % (status, took, out[-300:]))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
