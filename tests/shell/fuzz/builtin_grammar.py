"""Sequences of calls of builtins with all kinds of options and operands, good and bad, whose messages count as well."""
from grammar import Grammar, quote

FOLDERS = ["/", ".", "..", "usr", "bin", "/usr", "/bin", "-", "''", "~", "//", "./", "../..", "d", "d/in", "d/l", "l", "l/..", "nope", "//usr", "/usr/../bin", "d/../d/in", "$PWD",
           "d/", "'sp ace'", "./d/./in/..", "a.txt", "-P d/l", "-L d/l/..", "-P ..", "-L ..", "-- d", "-P l", "-Pe d", "d in", "+1", "-1", "-0", "~/..", "~+/d", "~-"]
FORMATS = ["%s", "%d", "%i", "%5s", "%-5s|", "%05d", "%+d", "% d", "%x", "%X", "%#x", "%o", "%c", "%q", "%b", "%%", "%e", "%.2f", "%g", "%.3s", "%u", "%ld", "%hd",
           "%a", "%5c|", "%.0f", "%#g", "%5b|", "%.2b", "%8q|", "%.3q", "%Q", "%.1Q", "%z", "%", "%l", "%hhd", "%jd", "%n"]
LITERALS = ["", "a", "\\n", "\\t", "\\x41", "\\101", "\\", "\\c", " ", "\\u41", "\\'", "\\q", "\\0", "\\18"]
OPERANDS = ["1", "-1", "0", "abc", "''", "3.7", "0x1f", "010", "1e3", "\\'A", "99999999999999999999", "-9223372036854775808", "' 5'", "5x", "'a b'", "'\\t\\n'", "'\\x41\\101'", "é", "'*?'",
            "--", "-5", "+7", ".5", "inf", "'a\\cb'", "\\\\", "'it'\\''s'", "~x"]
SIGNALS = ["EXIT", "INT", "TERM", "USR1", "ERR", "DEBUG", "RETURN", "0", "2", "SIGUSR2", "HUP", "nope", "-1", "99", "sigint"]
COMMANDS = ["ls", "echo", "f", "g", "nosuch", "if", "test", "[", "cd", "/bin/ls", "./s", "s", "al", "true", "''", "'a b'", "-x", "for", "bash", "printf"]
LOOKUPS = ["type", "type -t", "type -a", "type -p", "type -P", "type -f", "type -aP", "command -v", "command -V", "command -pv", "hash -t", "hash", "hash -d", "hash -p /bin/ls", "hash -lt", "hash -r",
           "hash -l", "builtin", "command", "unset -f", "unalias"]
MASKS = ["umask", "umask -S", "umask 022", "umask u=rwx,go=", "umask -p", "umask 8", "umask a+x", "umask g-w,o=r", "umask u", "umask go+rw-x", "umask =", "umask -S 027", "ulimit -n", "ulimit -c 0; ulimit -c",
         "ulimit -Sn 100; ulimit -Sn", "ulimit -x", "ulimit -n abc", "ulimit -Hc", "ulimit -n 50 -c 0", "ulimit unlimited"]
OPTIONS = ["set +o | head -3", "shopt -s", "shopt -p extglob", "shopt -q extglob nullglob", "shopt -s extglob nosuch", "shopt -so errexit", "shopt -po pipefail", "shopt -qo noglob", "set -o noglob", "set +o noglob",
           "set -", "set -- a b c", "set x y", "set -u -- ; echo ${1-no}", "set -abc; echo $-", "shopt -su extglob", "set -o nosuch", "echo $- $SHELLOPTS", "echo $BASHOPTS", "set - -x y; echo $@"]
ALIASES = ["alias al='echo hi'", "alias al", "alias -p", "unalias al", "unalias -a", "unalias nosuch", "shopt -s expand_aliases", "alias 'a b'=c", "al x", "alias al='al y'", "alias a=b c=d; alias"]
REST = ["caller", "f() { caller; caller 0; caller 1; }; g() { f; }; g", "let", "let 0", "let 'a=1' 'b=a+1'; echo $b", "let 1+", "shift 5", "shift -1", "shift x", "eval ''; echo $?", "exec 3>&1; echo x >&3; exec 3>&-",
        "exec 9<&-", "source", "source nosuch", "source /dev/null a b; echo $#", "readonly -f f", "export -f f; export -f nosuch; export -fn f", "declare -F f; declare -f nosuch", "local x", "f() { local -; set -u; echo $-; }; f",
        "break", "continue 2", "for i in 1 2; do break 5; done; echo $i", "return", "f() { return x; }; f", "f() { return 300; }; f", "while :; do break 0; done", "unset -v 1x", "unset a[; echo $?", "getopts a", "getopts a 1x",
        "read 1x <<< a", "echo -e 'a\\tb\\0101\\x41\\u41\\cd' x", "echo -nex", "shopt -s xpg_echo; echo 'a\\tb'", "test", "[", "[ a", "[ a = b ]]", "compgen -W 'ab ac b' a", "compgen -v BASH_V", "compgen -f d",
        "compgen -P x -S y -W 'a b'", "compgen -X 'a*' -W 'ab b'", "wait nosuch", "wait -n", "false & wait $!; echo $?", "jobs", "fg", "bg %1", "disown nosuch", "(exit 7) & p=$!; wait -n -p v; echo $? $((p==v))", "times | wc -l"]


class BuiltinGrammar(Grammar):
    def options(self, *options):
        return self.pick(["", "", *options])

    # ------------------------------------------------------------------------------------------ families

    def folders(self):
        return self.weighted([
            (10, lambda: "cd " + self.pick(FOLDERS)), (2, lambda: "pushd " + self.pick(FOLDERS + ["-n d", "+0", ""])), (2, lambda: "popd " + self.pick(["", "+0", "-0", "+1", "-n", "-n +1", "+9", "x"])),
            (1, lambda: "dirs " + self.pick(["", "-v", "-p", "-l", "-c", "+1", "-1", "-lv", "+9"])), (2, lambda: self.pick(["pwd", "pwd -P", "pwd -L", "echo $PWD $OLDPWD", "echo ~+ ~- ~1", "echo ${DIRSTACK[@]}"])),
            (1, lambda: "CDPATH=" + self.pick([":/usr", "/", "/usr:.", "d", "~", "..", "'~/d:'", "/usr/:/"])),
            (1, lambda: self.pick(["HOME=/usr", "HOME=$PWD", "unset HOME", "unset OLDPWD", "OLDPWD=/bin", "PWD=/x", "unset PWD", "set -P", "set +P", "shopt -s cdable_vars; v=/usr", "unset CDPATH", "rm -rf d"]))])

    def printf(self):
        text = "".join(self.pick(FORMATS) + self.pick(LITERALS) for _ in range(self.rng.randrange(1, 4)))
        return self.pick(["printf ", "printf ", "printf -v v ", "printf -- "]) + quote(text) + "".join(" " + self.pick(OPERANDS) for _ in range(self.rng.randrange(5))) + "; echo \"|$? $v\""

    def read(self):
        fields = ["a b c", "  a  b  ", "a:b:c", "a\\ b c", "a\\\nb", "", "x", "a\tb", "::a::", "one two three four", "é ü", "a,b;c"]
        data = "\n".join(self.pick(fields) for _ in range(self.rng.randrange(1, 4)))
        options = self.pick(["", "-r ", "-a arr ", "-d : ", "-d '' ", "-n 3 ", "-N 4 ", "-rn 2 ", "-r -a arr ", "-d b ", "-n 0 ", "-N 0 ", "-u 3 ", "-p x ", "-rd ' ' ", "-n1 -d x ", "-N 100 ", "-z ", "-n x "])
        return ("unset x y z arr REPLY; " + self.pick(["", "IFS= ", "IFS=: ", "IFS=', ' ", "IFS=ab ", "IFS=' :' "]) + "read " + options + self.pick(["x", "x y", "x y z", "", "arr[1]", "1x", "x x"])
                + " <<< " + quote(data) + "; echo \"$? <$x> <$y> <$z> <$REPLY> ${#arr[@]} <${arr[*]}>\"")

    def mapfile(self):
        options = self.pick(["", "-t ", "-n 2 ", "-n 0 ", "-s 1 ", "-O 2 ", "-d : ", "-d '' ", "-C 'echo cb' -c 1 ", "-C 'echo cb' -c 2 ", "-t -O -1 ", "-u 9 ", "-n x ", "-td, ", "-s -1 ", "-tn1 -s1 "])
        return "mapfile " + options + self.pick(["arr", "", "arr b", "1x", "arr[1]"]) + " <<< " + self.pick(["$'a\\nb\\nc'", "a:b:c", "a,b,c", "''"]) + "; echo $?; declare -p arr MAPFILE"

    def test(self):
        unary = ["-z", "-n", "-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h", "-p", "-S", "-o", "-v", "-R", "-u", "-k", "-O", "!"]
        binary = ["=", "==", "!=", "'<'", "'>'", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef", "-a", "-o"]
        words = ["''", "a", "b", "1", "2", "' 1 '", "01", "0x1", "a.txt", "d", "l", "/", "nope", "-n", "-z", "!", "'('", "')'", "'*'", "\"$x\"", "-a", "-o", "=", "1a", "999999999999999999999", "arr[0]", "arr[@]"]
        text = self.weighted([(4, lambda: self.pick(unary) + " " + self.pick(words)), (5, lambda: self.pick(words) + " " + self.pick(binary) + " " + self.pick(words)), (1, lambda: self.pick(words)),
                              (2, lambda: " ".join(self.pick(words + unary + binary) for _ in range(self.rng.randrange(3, 7))))])
        return ("[ " + text + " ]" if self.chance(60) else "test " + text) + "; echo $?"

    def declare(self):
        name = self.pick(["a", "b", "A", "r", "n"])
        values = ["1", "'x y'", "2+3", "ABC", "(1 2 3)", "([2]=x [0]=y)", "([k]=v [j]='w w')", "()", "$a", "\"${b[*]}\"", "a", "'a[1]'"]
        flags = ["", "-i", "-a", "-A", "-l", "-u", "-x", "-r", "-n", "+i", "+l", "+x", "+n", "-p", "-ia", "-iA", "-lx", "-I", "-t", "-ai", "--"]
        index = "[" + self.pick(["0", "1", "-1", "k", "1+1", "@", "\"$b\""]) + "]"
        return self.weighted([
            (8, lambda: self.pick(["declare", "typeset", "local", "export", "readonly", "declare -g"]) + " " + self.pick(flags) + " " + name + self.pick(["", "=" + self.pick(values), "+=" + self.pick(values)])),
            (3, lambda: name + self.pick(["=", "+="]) + self.pick(values)), (2, lambda: name + index + self.pick(["=", "+="]) + self.pick(values[:4])),
            (1, lambda: "unset " + self.pick(["", "-v ", "-n ", "-f "]) + name + self.pick(["", "[0]", "[1]", "[k]", "[@]"])),
            (1, lambda: self.pick(["set -u", "shopt -s localvar_inherit", "set -a", "set +a", "(( " + name + "++ ))", "read " + name + " <<< z", "for " + name + " in 1 2; do :; done"])),
            (2, lambda: "echo \"${" + self.pick(["", "#", "!"]) + name + self.pick(["", "[0]", "[@]", "[k]", "[-1]"]) + self.pick(["", ":-d", "@Q", "@A", "@a", "@k", "^^", ":1"]) + "}\"")]) + "; declare -p " + name

    def getopts(self):
        spec = self.pick(["ab", "a:b", ":a:b", "abc:", "a::b", ":", "", "ab-:", ":ab:c:"])
        words = " ".join(self.pick(["-a", "-b", "-ab", "-c", "-a x", "-ax", "-bx", "--", "-", "x", "-c y", "--a", "-:", "+a", "''"]) for _ in range(self.rng.randrange(6)))
        loop = "while getopts '%s' o %s; do echo \"$o <${OPTARG-u}> $OPTIND\"; done" % (spec, words)
        return self.pick(["OPTIND=1; ", "", "OPTERR=0; ", "OPTIND=2; ", "unset OPTIND; "]) + self.pick([loop, "set -- %s; getopts '%s' o; echo $? $o $OPTIND" % (words, spec), "f() { local OPTIND; %s; }; f" % loop])

    def trap(self):
        action = self.pick(["'echo t $?'", "''", "-", "'echo u; return 3'", "'exit 5'", "'false'", "--"])
        return self.weighted([(5, lambda: "trap " + action + "".join(" " + self.pick(SIGNALS) for _ in range(self.rng.randrange(3)))),
                              (1, lambda: "trap " + self.pick(["-p", "-p " + self.pick(SIGNALS), "", self.pick(SIGNALS), "-p EXIT INT"])),
                              (1, lambda: "kill -l " + self.pick(["1", "15", "130", "INT", "sigterm", "0", "200", "x"])),
                              (2, lambda: self.pick(["false", "true", "(exit 3)", "set -e", "set +e", "set -E", "set -T", "! true", "f() { false; }; f", "x=$(false)", "false || echo no"]))])

    def lookup(self):
        return self.pick(LOOKUPS) + "".join(" " + self.pick(COMMANDS) for _ in range(self.rng.randrange(1, 3)))

    # ------------------------------------------------------------------------------------------ lines

    def around(self, call):
        return self.weighted([(12, lambda: call), (1, lambda: "( " + call + " )"), (1, lambda: "f() { " + call + "; }; f a b"), (1, lambda: "eval " + quote(call)), (1, lambda: "x=$(" + call + "); echo \"$x\""),
                              (1, lambda: "{ " + call + "; } 2>&1 | cat"), (1, lambda: call + " || echo no")])

    def line(self):
        any_of_the_rest = [lambda: self.pick(MASKS), lambda: self.pick(OPTIONS), lambda: self.pick(ALIASES), lambda: self.pick(REST), self.lookup, self.mapfile]
        family = self.pick([self.folders, self.printf, self.read, self.test, self.declare, self.getopts, self.trap, None, None, None])
        made = ["exec 2>&1; mkdir d/in; ln -s d/in l; ln -s in d/l; printf 'echo S\\n' > s; chmod +x s; f() { echo F \"$@\"; }\n"]
        for _ in range(self.rng.randrange(3, 8)):
            made.append(self.around((family or self.pick(any_of_the_rest))()) + self.pick(["\n", "; echo $?\n"]))
        return made
