"""What grammar.py lacks of the manual: descriptors, traps, namerefs, coprocesses, aliases, options and builtins with all their forms."""
from grammar import ARRAYS, EXTENDED, MAPS, NAMES, PATTERNS, TEXTS, Grammar, quote

TRANSFORMS = ["Q", "E", "U", "u", "L", "a", "A", "K", "k", "P"]
SEPARATORS = ["", ":", "' '", "$' \\t\\n'", ",", "x", "$'\\n'", "': '", "',:'", "é", "o"]
FORMATS = ["%d", "%5d|", "%-5s|", "%05d", "%x", "%#x", "%o", "%#o", "%q", "%Q", "%.3q", "%b", "%c", "%s", "%.2s|", "%+d", "% d", "%%", "%5.1f|", "%i", "%X", "%*d|",
           "%-*s|", "%.*s|", "%e", "%g", "%u", "%(%F %T)T", "%(%H)T", "%5c|", "%-3c|", "%s %s", "\\x41", "\\101", "\\u00e9", "\\t", "%5b|", "%.0s", "%a"]
EXPRESSIONS = ["^f", "o+", "(o)(.)", "([a-z])([a-z]*)", "[0-9]+", "$y", '"o"', "^$", "a|b", "(a)?1", "(x)|(o)", "^(.*)o", "[[:alpha:]]+", "\\.", "[.]", "a{2}", "(^| )b",
               "'.'", '"$x"', "[^a]", "(())", "é", "."]


class WideGrammar(Grammar):
    # ------------------------------------------------------------------------------------------ words

    def list_subject(self):
        return self.pick([self.pick(ARRAYS + MAPS) + self.pick(["[@]", "[*]"]), "@", "*"])

    def transformed(self):
        return "${" + self.pick([self.list_subject(), self.list_subject(), self.pick(NAMES), self.element(), "1"]) + "@" + self.pick(TRANSFORMS) + "}"

    def each(self):
        """An operator on every element."""
        name = self.list_subject()
        return "${" + name + self.weighted([
            (3, lambda: self.pick(["#", "##", "%", "%%"]) + self.pattern()), (3, lambda: self.pick(["/", "//", "/#", "/%"]) + self.pattern() + self.pick(["/X", "/<&>", "/$x", ""])),
            (3, lambda: ":" + self.pick(["0", "1", "2", " -1", " -2", " -3", "n", "5"]) + self.pick(["", ":1", ":2", ":0", ":n"])),
            (2, lambda: self.pick(["^", "^^", ",", ",,"]) + self.pick(["", "[a-m]"])), (2, lambda: self.pick([":-", "-", ":+", "+"]) + self.operand())]) + "}"

    def sequence(self):
        ends = ["0", "1", "5", "-2", "10", "03", "a", "e", "z", "A", "-05"]
        return self.pick(["", "x"]) + "{" + self.pick(ends) + ".." + self.pick(ends) + self.pick(["", "..2", "..-2", "..0", "..3", "..x"]) + "}" + self.pick(["", "y", "{a,b}", "$x"])

    def expansion(self):
        return self.weighted([(12, super().expansion), (2, self.transformed), (2, self.each), (1, self.indirect), (1, lambda: "<(echo p)" if self.chance(2) else "$" + self.pick(NAMES))])

    def indirect(self):
        return "${!" + self.pick(["x", "y", "r", "1", "arr[0]", "n"]) + self.pick(["", "-d", ":1", "#a", "@Q", "^"]) + "}"

    def word(self):
        return self.sequence() if self.chance(4) else super().word()

    def arith(self):
        if self.chance(15):
            return self.pick(["n", "i", "arr[1]", "map[k]"]) + self.pick(["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="]) + self.pick(["1", "2", "16#ff", "8#17", "64#_@", "2#-1", "'3'", '"4"', "n"])
        if self.chance(5):
            return self.pick(["10#08", "16#fF", "37#zZ", "64#@", "0b1", "1#0", "65#1", "9#9", "0x", "2**-1", "-2**2", "7/-2", "-7%3", "1<<63", "1<<64", "n--+n", "!n++", "~0", "$((1))+1"])
        return super().arith()

    # ------------------------------------------------------------------------------------------ variables

    def shown(self):
        return self.pick(["printf '<%s>' ", "printf '<%s>' ", "echo "]) + self.pick(['"', ""]).join(["", self.pick([self.transformed(), self.each()]), ""])

    def nameref(self):
        target = self.pick(["x", "y", "arr", "arr[1]", "map[k]", "map", "nope", "n", "a[0]", "r", "1x", ""])
        use = self.pick(["r=" + self.word(), "r+=z", "echo \"$r ${!r} ${#r}\"", "echo \"${r[@]}\" ${r[0]}", "unset r", "unset -n r", "declare -p r", "r[1]=q", "declare -i r", "((r++))", "read -r r <<<v",
                          "for r in x y; do echo $r; done", "printf -v r v", "mapfile -t r <a.txt", "declare -n r=y", "echo ${r+set}", "r=(1 2)", "[[ -R r ]] && echo ref", "local r=1", "export r", "echo ${r@A}"])
        return "declare -n r=" + target + "; " + use + "; declare -p r x y arr 2>/dev/null"

    def associative(self):
        keys = [self.pick(["k", "a", "b", "'x y'", "$x", "é", "0", "1", "-1", "@", "foo", "bar", "]", "'*'", "\"q\"", "z1", "key10", "A"]) for _ in range(self.rng.randrange(1, 8))]
        keys = [key for key in keys if key not in ("@", "]", "$x")]
        made = self.pick(["declare -A map=(", "unset map; declare -A map; map+=(", "declare -A map; map=("]) + " ".join("[" + key + "]=" + self.word() for key in keys) + ")"
        return made + "; " + self.pick(["echo \"${!map[@]}\"", "declare -p map", "printf '<%s>' \"${map[@]}\"", "for x in \"${!map[@]}\"; do echo \"$x=${map[$x]}\"; done", "unset 'map[k]' 'map[a]'; declare -p map",
                                        "echo ${#map[@]} ${map[nope]-none}", "echo \"${map[@]@K}\" \"${map[*]@k}\"", "map=(); declare -p map", "map+=([new]=1 [k]+=2); declare -p map", "[[ -v map[k] ]]; echo $?"])

    def attributes(self):
        flags = self.pick(["-i", "-u", "-l", "-x", "-a", "-A", "-r" if self.chance(30) else "-i", "-ix", "-au", "-al", "-Ai", "+i", "+x", "+u", "-t", "-ia", "-lu"])
        name = self.pick(["x", "y", "w"])
        if "a" in flags or "A" in flags:
            name = "w"
        return "declare " + flags + " " + name + self.pick(["", "=" + self.word(), "=(a B 3+4)" if "a" in flags else "=5", "+=7"]) + "; " + self.pick([name + "+=" + self.word(), name + "=" + self.word(), name + "[2]=Ab",
                                                                                                                         ":", "unset " + name]) + "; declare -p " + name + self.pick(["", "; echo \"${" + name + "@a} ${" + name + "@A}\""])

    def read_back(self):
        name = self.pick(ARRAYS + MAPS + ["x", "y"])
        return self.pick(["v=$(declare -p " + name + " 2>/dev/null); unset " + name + "; eval \"$v\"; declare -p " + name, "v=${" + name + "@A}; unset " + name + "; eval \"$v\"; echo \"$v ${" + name + "[*]}\"",
                          "eval \"x=(${arr[*]@Q})\"; declare -p x", "v=$(set | grep '^x='); eval \"$v\"; echo \"$x\"", "printf -v v %q \"$x\"; eval \"y=$v\"; [[ $x == \"$y\" ]]; echo $? \"$v\"",
                          "h() { " + self.ended(self.statement()) + "}; v=$(declare -f h); eval \"$v\"; [[ $v == \"$(declare -f h)\" ]]; echo $?; echo \"$v\"", "export -p | grep ' x='", "alias q='a b'; alias -p; unalias q"])

    def slices(self):
        return "arr=(" + self.words(6) + "); " + self.pick(["", "unset 'arr[1]'; ", "arr[9]=z; ", "arr[-1]=w; "]) + self.pick(
            ["printf '<%s>' \"${arr[@]: -2:1}\"", "printf '<%s>' \"${arr[@]:1:2}\"", "echo ${arr[-2]-none} ${!arr[@]}", "unset 'arr[-1]'; declare -p arr", "arr=(\"${arr[@]:1}\"); declare -p arr", "arr+=(q [3]=r s); declare -p arr",
             "arr=([5]=a b [2]=c d); declare -p arr", "echo \"${arr[*]: -3}\" ${#arr[-1]}", "printf '<%s>' \"${@:0:2}\" \"${@: -1}\"", "echo ${arr[@]:(-2)} ${arr[*]:0:-1}"])

    def scopes(self):
        inner = self.pick(["unset x", "unset x; x=in", "x=in", "local x; echo \"${x-unset}\"", "local x=2; unset x; echo \"${x-unset}\"", "declare -g x=glob", "local -n x=y; x=v", "export x", "declare -x x", "unset x; unset x", "local x; local x=3; unset x",
                           "local -i x=1+1", "local -p", "local x+=z; echo $x", "readonly y2=1; y2=2", "local -a x; x+=(1 2); declare -p x", "local -I x; echo $x"])
        return "x=out; g() { " + inner + "; echo \"g:${x-unset}\"; }; f() { local " + self.pick(["x=loc", "x", "-x x=e", "y", "-i x=2", "-r z=1", "-u x=up"]) + "; g; echo \"f:${x-unset}\"; }; f; echo \"t:${x-unset}\"; declare -p x 2>/dev/null"

    def local_options(self):
        return "f() { local -; set " + self.pick(["-f", "-u", "-e", "+B", "-o pipefail", "-C", "-o noglob", "-x", "-k", "-a"]) + "; echo \"$-\"; " + self.pick(["", "shopt -s nullglob; ", "return 2; "]) + "} 2>/dev/null; f; echo \"$? $-\"; " + self.pick(["echo *", "shopt -po pipefail noglob", "echo {a,b}"])

    # ------------------------------------------------------------------------------------------ builtins

    def reading(self):
        if self.chance(40):
            return super().reading()
        options = self.pick(["-r", "-a arr", "-ra arr", "-d x -r", "-n 3", "-N 4", "-rn 2", "-d ''", "-t 0", "-u 3", "-p pr", "-s", "-rN 2", "-n 0", "-d $'\\n'", "-e", "-i q", "-d é", "-t 1"])
        source = self.pick(["<<<" + self.word(), "<b.txt", "< <(printf 'a x:b\\\\\\nc d\\n')", "3<a.txt", "<<<' a  b  c '", "<<<'a::b:'", "<<<$'1\\t2 3'", "< <(printf 'no end')", "< <(printf 'a\\0b\\n')", "</dev/null"])
        if options == "-t 0": # whether there is input already
            source = self.pick(["<b.txt", "<<<a", "</dev/null"])
        separator = self.pick(["", "", "IFS=" + self.pick(SEPARATORS) + " "])
        names = "" if "arr" in options else self.pick(["", "x", "x y", "x y s", "arr[1] x", "map[k]"])
        return separator + "read " + options + " " + names + " " + source + "; echo $?; declare -p " + self.pick(["REPLY x y s arr map", "x y", "arr REPLY"]) + " 2>/dev/null"

    def mapfile(self):
        flags = " ".join(self.pick(["-t", "-n 1", "-s 1", "-O 2", "-d :", "-d ''", "-c 1 -C cb", "-c 2 -C 'echo cb'", "-n 0", "-O -1", "-u 3", "-n 2"]) for _ in range(self.rng.randrange(3)))
        return "cb() { echo \"cb $1 [$2]\"; }; arr=(o p q r); " + self.pick(["mapfile ", "readarray "]) + flags + self.pick([" arr", " arr", "", " lst"]) + self.pick([" <a.txt", " 3<b.txt", " < <(printf 'a\\nb\\n\\nc')", " <<<" + self.word(), " < <(printf 'a:b\\0c:d')"]) \
            + "; echo $?; declare -p arr MAPFILE lst 2>/dev/null"

    def printing(self):
        chosen = "".join(self.pick(FORMATS) for _ in range(self.rng.randrange(1, 4)))
        arguments = " ".join(self.pick([self.word(), self.number(), "\"'a\"", "0x1f", "3.7", "'a\\tb\\c'", "010", "1e2", "''", "-5", "99999999999999999999", "'\"é'", "0", "86400"]) for _ in range(self.rng.randrange(4)))
        return "TZ=UTC0 printf " + self.pick(["", "", "-v x ", "-v 'arr[2]' ", "-- "]) + quote(chosen + "\\n") + " " + arguments + "; echo \"$? $x\""

    def options_parsing(self):
        given = self.pick(["-a -b v x", "-ab", "-bv -c", "-- -a", "-z", "-b", "-a x -b v", "-acb v w", "- -a", "-:", "-a '' -b ''"])
        return self.pick(["OPTIND=1; ", "unset OPTIND; OPTIND=1; ", "OPTERR=0 OPTIND=1; "]) + "set -- " + given + "; while getopts " + self.pick(["ab:c", ":ab:c", "a:b", "':b:'", "c"]) + " o; do echo \"$o ${OPTARG-unset} $OPTIND\"; done; echo \"$? $o $OPTIND $*\""

    def asking(self):
        name = self.pick(["echo", "f", "if", "nope", "cat", "[", "[[", "while", "test", "q", "/bin/cat", "./a.txt"])
        return self.pick(["type -t ", "type -a ", "command -v ", "command -V ", "type ", "type -p ", "type -P ", "type -f "]) + name + self.pick(["", " echo"]) + "; echo $?"

    def tests(self):
        return self.weighted([
            (3, lambda: "x=" + self.single() + "; [[ $x " + self.pick(["==", "!="]) + " " + self.pick(EXTENDED + PATTERNS) + " ]]; echo $?"),
            (4, lambda: "x=" + self.pick([self.single(), "foobar", "a1b2", "foo.bar"]) + "; [[ $x =~ " + self.pick(EXPRESSIONS) + " ]]; echo $?; declare -p BASH_REMATCH"),
            (2, lambda: "[[ " + self.pick(["a.txt -nt b.txt", "a.txt -ef a.txt", "-s a.txt", "-r c.c", "-h d", "-v arr[1]", "-v map[k]", "-v arr[@]", "-v arr", "-o nounset", "x<y", "-t 9", "-R r", "! -e nope", "-n $x && -z $y || a == a",
                                           "( -n $x || -n $y ) && ! -z a", "$x -ef $y", "-p /dev/fd/0", "n -eq $n+0", "$n -le 5"]) + " ]]; echo $?"),
            (2, lambda: self.pick(["test", "["]) + " " + self.pick(["$x", "\"$x\" = a -o \"$y\" = b", "! \"$x\"", "\\( a = a \\)", "-n", "a -a ''", "$n -eq 1", "-v x", "-o errexit", "-z $nope", "= = =", "! = !", "'(' x ')'", "-t", "1 -lt x", "a b", "-f a.txt -a -d d"])),
            (1, lambda: "shopt -s nocasematch; [[ " + self.word() + " == " + self.pick(["FOO*", "[A-C]*", "A", "É"]) + " ]]; echo $?; case aB in Ab) echo c;; esac; x=aXbx; echo ${x//x/-}; [[ Foo =~ fOO ]]; echo $?")])

    def options_use(self):
        return self.weighted([
            (2, lambda: "shopt -s lastpipe; echo " + self.word() + " | { read x; cat; }; echo \"$x ${PIPESTATUS[@]}\""), (1, lambda: "shopt -s globstar; echo ** d/** **/e"),
            (1, lambda: "mkdir -p d/g; >d/g/x; shopt -s globstar dotglob; printf '<%s>' ** **/ */**"), (1, lambda: "set -e; shopt -s inherit_errexit; x=$(false; echo a); echo \"no $x\""),
            (1, lambda: "shopt -s " + self.pick(["nullglob", "failglob", "dotglob", "nocaseglob"]) + "; echo " + self.glob() + " A*" + "; echo $?"), (1, lambda: "GLOBIGNORE=" + self.pick(["*.txt", "a*:b*", "''", "d", ".*"]) + "; echo * .*"),
            (1, lambda: "shopt -" + self.pick(["p", "q", "s", "u"]) + " " + self.pick(["extglob", "nullglob", "xpg_echo", "nope"]) + "; echo $?"), (1, lambda: "set -o | grep " + self.pick(["pipefail", "noglob", "errexit"]) + "; echo $-"),
            (1, lambda: "set -" + self.pick(["a", "b", "k", "h", "B", "P", "E", "T", "t" if self.chance(20) else "H"]) + "; x=1; env | grep '^x='; echo $?"), (1, lambda: "shopt -s xpg_echo; echo 'a\\tb'"), (1, lambda: "set -C; echo 1 >f1; echo 2 >f1; echo $?; echo 3 >|f1; cat f1"),
            (1, lambda: "IFS=" + self.pick(SEPARATORS) + "; x=" + self.pick(TEXTS and [quote(t) for t in TEXTS]) + "; printf '<%s>' $x \"$*\" $* ${arr[*]} \"${arr[*]}\"; set -- $x; echo $#"),
            (1, lambda: "LC_ALL=" + self.pick(["C", "C.UTF-8", "POSIX"]) + "; x=" + self.pick(["naïve", "é", "aéb"]) + "; echo ${#x} \"${x:0:3}\" ${x^^}; [[ $x == " + self.pick(["???", "?", "*[[:alpha:]]", "a?b"]) + " ]]; echo $?; printf '%q %s\\n' \"$x\" \"${x@Q}\"")])

    # ------------------------------------------------------------------------------------------ descriptors and processes

    def descriptors(self):
        return self.pick([
            "exec {v}>f1; echo hi >&$v; exec {v}>&-; cat f1; ((v > 9)); echo $?", "exec 3>f1 4>&3-; echo x >&4; echo y >&3; echo $?; cat f1", "{ echo out; echo err >&2; } &>>f1; cat f1", "echo a &>f1; echo b &>>f1; cat f1", "exec 3<a.txt; read -u 3 x; read y <&3; echo \"$x $y\"; exec 3<&-",
            "{ echo a; echo b >&2; } 2>&1 >f2 | cat; cat f2", "exec 5<>a.txt; read -u5 x; echo new >&5; cat a.txt", "cat <&3 3<b.txt", "echo x 3>&1 >&3 3>&-", "f() { cat; } <a.txt; f; f <b.txt", "{ cat; } <<<a <<<b", "cat 0<a.txt <&0-", "echo a >f1 >f2; cat f1 f2", ": {v}<a.txt; read x <&$v; echo $x",
            "while read -u 4 x; do echo \"$x\"; done 4<a.txt", "exec 3>&1; (echo sub >&3) >f1; cat f1", "echo a >&9; echo $?", "exec 9<nope; echo $?", "echo x >d; echo $?", "echo a | tee f1 >/dev/null; cat f1 -", "read x < <(echo p); echo $x", "cat <(echo a) <(echo b)", "echo x > >(cat >f2); wait $!; cat f2",
            "exec {v}<a.txt {w}<b.txt; read -u $v x; read -u $w y; echo \"$x $y\"; exec {v}<&- {w}<&-", "{ exec 3>f1; echo z >&3; } 3>f2; cat f1 f2", "echo a 1>&2 2>&1 | cat", "ls nope 2>&1 >/dev/null | wc -l", "echo hi >/dev/fd/1; cat /dev/fd/3 3<a.txt; cat </dev/stdin <a.txt", "for x in 1 2; do echo $x; done >f1; cat f1",
            "if read x; then echo $x; fi <a.txt", "case a in a) cat ;; esac <b.txt", "[[ a ]] >f1; ls f1", "((1)) 2>f2; echo $?", "(exec >f1; echo in); echo out; cat f1", "2>&1; echo $?", ">f1 <nope; echo $?; ls f1", "x=1 >f1; echo $x; ls f1", "exec 3>f1; f() { echo in >&3; }; f; f 3>f2; cat f1 f2", "cat <&$n", "echo a >&x"])

    def documents(self):
        mark = self.pick(["E", "'E'", '"E"', "\\E", "E''", "$'E'", "\"E\"x"])
        plain = mark.replace("'", "").replace('"', "").replace("\\", "").replace("$", "")
        lines = [self.pick(["a $x b", "${y:-z}", "$((n+1))", "\\$x \\\\ \\a \\` \\\"", "\"q\" 'r'", "$(echo \"hi\")", "\ttab", "é*", "", "a\\", "`echo b`", "${x/a/'b'}", "\"${x:-\"q\"}\"", "$'a'", "${y:+'z'}", "{a,b} ~", "$", "\\", "${#x}", "${arr[@]}", "$@", "!x"]) for _ in range(self.rng.randrange(1, 5))]
        text = "\n".join(lines).rstrip("\\")
        return self.pick(["cat", "while read -r l; do echo \"[$l]\"; done", "read -r x y", "mapfile -t arr", "cat - a.txt", "f() { cat; }; f", "cat <<A; echo m"]) .replace("<<A", "<<<s") + " <<" + self.pick(["", "-", " "]) + mark + self.pick(["", " | tr a b", " && echo ok", " >f1"]) + "\n" + text + "\n" + plain + "\necho \"$? $x\"\n"

    def processes(self):
        return self.pick([
            "coproc { read x; echo \"got $x\"; }; echo v >&${COPROC[1]}; read y <&${COPROC[0]}; echo $y; wait", "coproc C { cat; }; echo a >&${C[1]}; exec {C[1]}>&-; cat <&${C[0]}", "(exit 3) & wait $!; echo $?", "false | true | (exit 2); echo \"${PIPESTATUS[@]}\" $?", "true | false; echo ${PIPESTATUS[1]} ${PIPESTATUS[*]}",
            "set -o pipefail; false | true; echo $?; ! false | true; echo $?", "{ sleep 0.01; exit 4; } & wait $!; echo $?", "wait nope; echo $?", "(exit 1) & (exit 2) & wait; echo $?", "x=$(exit 7); echo $?", "echo $(echo a; exit 3) $?", "kill -l 15 TERM 130", "(trap 'echo t' TERM; kill -TERM $BASHPID; echo after)",
            "(kill -9 $BASHPID); echo $?", "trap 'echo usr' USR1; kill -USR1 $$; echo after" if self.depth == 0 else "echo $BASH_SUBSHELL", "( ( echo $BASH_SUBSHELL ) ); echo $(echo $BASH_SUBSHELL)", "command_not_found_handle() { echo \"nf $*\"; return 5; }; nope_x a; echo $?",
            "jobs; echo $?", "f() { return 3; }; f | cat; echo ${PIPESTATUS[0]}", "select v in a 'b c' d; do echo \"$REPLY:$v\"; [[ $v ]] && break; done <<<$'9\\n\\n2' 2>/dev/null", "PS3=; select v; do echo $v; done <<<1 2>/dev/null; echo $?", "exec cat a.txt", "(exec nope 2>/dev/null); echo $?", "printf 'echo \"s $1 $#\"; return 3' >f1; . ./f1 q; echo $?",
            "printf 'x=src; set -- n' >f1; source ./f1; echo $x $1", "eval 'echo a' 'b;' echo c", "f() { echo \"e $1\"; }; export -f f; bash -c 'f x'", "export x; bash -c 'echo \"$x\"'", "x=5 bash -c 'echo $x'; echo \"$x\"", "env -i x=1 /bin/echo a", "umask 027; umask; umask -S; >f1", "cd d && echo ${PWD##*/} && cd - >/dev/null; [[ $PWD == */d ]]; echo $?",
            "pushd d >/dev/null; echo ${DIRSTACK[0]##*/} ${#DIRSTACK[@]}; popd >/dev/null", "hash -r; hash; echo $?", "times >/dev/null; echo $?", "let; echo $?", "compgen -W 'aa ab b' a; compgen -A function; compgen -v arr", "enable -n echo; type -t echo; enable echo", "builtin echo b; command echo c", "caller; echo $?", "printf 'a\\0b' | wc -c"])

    def traps(self):
        action = self.pick(["echo \"D:$BASH_COMMAND\"", "echo \"E:$?\"", "echo \"L:$LINENO\"", "echo \"F:${FUNCNAME[*]}\"", "x=t", "echo $_ >/dev/null", "false", "return 0", "echo r"])
        event = self.pick(["DEBUG", "ERR", "RETURN", "EXIT", "ERR", "'ERR EXIT'"])
        mode = self.pick(["", "set -T; ", "set -E; ", "set -ET; ", "set -o functrace; ", "set -o errtrace; ", "shopt -s extdebug; " if self.chance(10) else ""])
        body = self.pick(["f() { false; echo in; }; f", "f() { (false); }; f x", "x=$(false)", "(false; echo s)", "false || true; ! true; false", "f() { return 2; }; f; f || :", "if false; then :; fi; false", "for i in 1 2; do false; done", "f() { g; }; g() { trap 'echo g' " + self.pick(["ERR", "RETURN"]) + "; false; }; f; false",
                          "{ false; }; echo $(false)", "case a in a) false ;; esac; ((0)); [[ a == b ]]", "false | true; true | false", ". ./c.c; eval false", "f() { local x; false; }; (f); f", "while false; do :; done; until true; do :; done", "exit 3" if self.depth == 0 else "false"])
        return mode + "trap " + quote(action) + " " + event.strip("'") + "; " + body + "; " + self.pick(["trap - " + event.strip("'") + "; ", "", "trap -p; "]) + "echo $?"

    def strict(self):
        body = self.pick(["false && true; echo a", "false; echo a", "x=$(false); echo a", "local_ok() { local x=$(false); echo b; }; local_ok; echo a", "if false; then :; fi; echo a", "f() { false; echo f; }; f || echo o; echo a", "(false); echo a", "(false) || echo a", "! true; echo a", "true | false; echo a", "false | true; echo a",
                          "((0)); echo a", "[[ a == b ]]; echo a", "echo $(false) a", "while false; do :; done; echo a", "f() { false; }; f && echo; echo a", "eval false; echo a", "{ false; } ; echo a", "let 0; echo a", "true && false; echo a", "echo $nope; echo a", "echo ${nope-} \"$@\" ${arr[@]}; echo a", "echo ${arr[7]}; echo a", "echo $((nope)); echo a",
                          "[[ $nope ]]; echo a", "[[ -v nope ]] || echo a", "x+=$nope; echo a", "echo ${#nope}; echo a", "unset arr; echo \"${arr[@]}\"; echo a", "set --; echo $* $1", "for i in $nope; do :; done; echo a", "case $nope in *) echo a ;; esac", "echo ${nope:?msg}; echo a", "echo ${!nope}; echo a", "echo ${nope[@]} ${!nope[@]}; echo a", "(echo $nope); echo a",
                          "declare x=$(false); echo a", "x=1 f=$(false) true; echo a", "read x </dev/null; echo a", "f() { return 1; }; x=$(f) || echo o; echo a", "trap 'echo T $?' EXIT ERR; false; echo a", "until false; do break; done; echo a"])
        return "(set -" + self.pick(["e", "u", "eu", "eE", "eo pipefail", "euo pipefail"]) + "; " + body + "); echo \"$?\""

    def aliases(self):
        return "shopt -s expand_aliases\nalias " + self.pick(["e=echo", "e='echo '", "e='echo a;'", "e='if true; then'", "e='echo \"'", "e='x=1 '", "e='for i in'", "e=e", "e='{'", "e='echo $x #'", "e='! '", "e='cat <<E'"]) + " w='word two'\n" \
            + self.pick(["e w", "e 1 2; fi", "e q\"", "e echo $x", "e 1 2; do echo $i; done", "e echo b; }", "\\e w; 'e' w", "x=2 e w", "e w | cat", "f() { e w; }; f", "$(e w)", "case w in w) e c ;; esac", "e\nE\n", "unalias e; e w", "if e w; then e t; fi"]) + "\necho \"$?\"; type -t e; alias e\n"

    def calling(self):
        return self.pick(["f() { echo \"${FUNCNAME[@]} $# $1\"; caller 0; }; g() { f \"$@\"; }; g a b", "f() { echo $LINENO\necho $LINENO\n}\nf", "f() { (( $1 > 0 )) && { echo $1; f $(($1 - 1)); }; }; f 3", "f() { local i; for i in 1 2 3; do [[ $i == 2 ]] && return 7; done; }; f; echo $?", "f() { f2() { echo nested; }; }; f; f2",
                          "f() { set -- p q; echo $*; }; f a; echo $*", "f() { shift; echo \"$@\"; }; f a b c", "f() { echo ${BASH_SOURCE[0]} ${BASH_LINENO[0]}; }; f", "f() ( x=in; exit 3 ); f; echo $? $x", "f() if [[ $1 ]]; then echo y; fi; f; f 1", "function f { unset -f f; echo still; }; f; type -t f", "f() { return; }; false; f; echo $?", "f() { break; }; for i in 1 2; do f; echo $i; done",
                          "for i in 1 2; do for x in a b; do echo $i$x; continue 2; done; done", "while :; do while :; do break 2; done; done; echo $?", "for ((i=0,n=3;i<n;i++)); do echo $i; ((i==1)) && continue; done; echo $i", "case foo in f*) echo 1 ;& x) echo 2 ;;& *o) echo 3 ;; *) echo 4 ;; esac", "f() { declare -g gx=1; declare lx=2; }; f; echo $gx $lx"])

    # ------------------------------------------------------------------------------------------ lines

    def wide(self):
        return self.weighted([
            (4, self.shown), (3, self.nameref), (3, self.associative), (3, self.attributes), (2, self.read_back), (3, self.slices), (3, self.scopes), (1, self.local_options), (3, self.reading), (3, self.mapfile), (4, self.printing), (2, self.options_parsing), (2, self.asking), (5, self.tests),
            (4, self.options_use), (4, self.descriptors), (4, self.processes), (4, self.traps), (4, self.strict), (3, self.calling)])

    def simple(self):
        return self.wide() if self.depth < 3 and self.chance(30) else super().simple()

    def compound(self):
        return self.documents() if self.depth == 0 and self.chance(8) else super().compound()

    def line(self):
        made = super().line()
        if self.chance(5):
            made.insert(self.rng.randrange(len(made)), self.aliases())
        return made
