"""Lines of shell from a grammar. Everything is drawn from one random.Random, so that a seed names a line.

What bash itself leaves open is not made: process ids, times, random numbers, the order of stages that print at the same
time, how far a writer gets whose reader has gone.
"""

NAMES = ["a", "b", "x", "y", "s", "n"]
ARRAYS = ["arr", "lst"]
MAPS = ["map"]
TEXTS = ["", "a", "b c", " lead", "trail ", "x=y", "-n", "*", "?", "[ab]*", "a.txt", "08", "7", "-3", "12", "0x1f", "a:b:c",
         ":", "a\\b", "it's", 'q"q', "é", "naïve", "tab\there", "new\nline", "~", "~/x", "{a,b}", "$x", "`", "\\", "!", "#c", "a b  c",
         "foobar", "FooBar", "1 2 3", "%s", "\\n", "&", "a&b", "(", "]", "x]y", "/", "/a//b/", "aXbXc"]
PATTERNS = ["*", "?", "a*", "*b", "[a-c]", "[!a]", "[^a]*", "*[0-9]", "??", "a?c", "*.txt", "[[:alpha:]]*", "[[:digit:]]", "x", "o", "oo",
            "[a-c]*", "*/", "b", "\\*", "[]]", "[a]", "é", "*o", "o*"]
EXTENDED = ["@(a|b)", "!(a)", "*(o)", "+([0-9])", "?(x)y", "!(*b)", "@(foo|bar)*", "+(a|b)", "*(a|bc)", "!(a|b)*"]
FILES = ["a.txt", "b.txt", "c.c", "d/e", ".hid", "sp ace", "f1", "f2"]


def quote(text):
    return "'" + text.replace("'", "'\\''") + "'"


class Grammar:
    def __init__(self, rng):
        self.rng = rng
        self.depth = 0
        self.loops = 0
        self.functions = []
        self.extglob = False

    # ------------------------------------------------------------------------------------------ helpers

    def pick(self, items):
        return items[self.rng.randrange(len(items))]

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def weighted(self, table):
        total = sum(weight for weight, _ in table)
        at = self.rng.randrange(total)
        for weight, make in table:
            at -= weight
            if at < 0:
                return make()
        raise AssertionError

    def number(self):
        return self.pick(["0", "1", "2", "3", "5", "10", "-1", "-2", "7", "100", "255"])

    # ------------------------------------------------------------------------------------------ words

    def literal(self):
        return self.pick(["a", "b", "foo", "bar", "x1", "7", "-", "a.b", "k", "z", "é", "0", ":", "/", "a=b", "@", "%", "+", ",", "."])

    def single(self):
        return quote(self.pick(TEXTS))

    def ansi(self):
        return "$'" + self.pick(["a\\tb", "\\x41", "\\101", "\\u00e9", "it\\'s", "\\n", "a\\\\b", "\\e", "\\cA", "", "q\\\"q"]) + "'"

    def double(self):
        parts = []
        for _ in range(self.rng.randrange(4)):
            parts.append(self.weighted([(4, self.literal), (5, self.expansion), (1, lambda: self.pick(["\\$", "\\\\", "\\\"", " ", "  ", "'", "\\a", "*", "~"]))]))
        return '"' + "".join(parts) + '"'

    def expansion(self):
        return self.weighted([(6, lambda: "$" + self.pick(NAMES)), (3, lambda: "${" + self.pick(NAMES) + "}"), (9, self.parameter),
                              (3, self.substitution), (3, lambda: "$((" + self.arithmetic() + "))"),
                              (3, lambda: self.pick(["$1", "$2", "$#", "$*", "$@", "$?", "${@:2}", "${*:1:2}", "${#@}"]))])

    def pattern(self):
        if self.extglob and self.chance(30):
            return self.pick(EXTENDED)
        if self.chance(12):
            return "$" + self.pick(NAMES)
        if self.chance(10):
            return '"' + self.pick(["*", "a", "$x", "?"]) + '"'
        return self.pick(PATTERNS)

    def subject(self):
        """What stands first in ${…}."""
        return self.weighted([(8, lambda: self.pick(NAMES)), (2, lambda: self.pick(["1", "2", "@", "*"])), (4, self.element),
                              (3, lambda: self.pick(ARRAYS) + self.pick(["[@]", "[*]"])), (1, lambda: self.pick(MAPS) + self.pick(["[@]", "[*]"]))])

    def element(self):
        if self.chance(25):
            return "map[" + self.pick(["k", "a", "x y", "$x", "'q'", "é"]) + "]"
        return self.pick(ARRAYS) + "[" + self.pick(["0", "1", "2", "-1", "n", "$n", "5", "1+1", "i", "n-1"]) + "]"

    def operand(self):
        self.depth += 1
        made = self.word() if self.depth < 5 and self.chance(50) else self.pick(["", "a", "x y", "'q r'", '"d e"', "*", "~", "\\}", "$x", "é"])
        self.depth -= 1
        return made.replace("\n", " ") if "'" not in made else made

    def parameter(self):
        name = self.subject()
        form = self.rng.randrange(17)
        if form == 0:
            return "${#" + name + "}"
        if form <= 3:
            return "${" + name + self.pick([":-", "-", ":+", "+", ":-", "+"]) + self.operand() + "}"
        if form == 4:
            return "${" + self.pick(NAMES) + self.pick([":=", "="]) + self.operand() + "}"
        if form <= 6:
            return "${" + name + self.pick(["#", "##", "%", "%%"]) + self.pattern() + "}"
        if form <= 9:
            return "${" + name + self.pick(["/", "//", "/#", "/%"]) + self.pattern() + self.pick(["/", "/X", "/$x", "", "/[&]", '/"$y"', "/\\&"]) + "}"
        if form <= 11:
            return "${" + name + ":" + self.pick(["0", "1", "2", " -1", " -2", "n", "$n", "1+1"]) + self.pick(["", ":1", ":2", ":n", ":-1", ":0"]) + "}"
        if form == 12:
            return "${" + name + self.pick(["^", "^^", ",", ",,", "~", "~~"]) + self.pick(["", "", "[a-m]", "?", "o"]) + "}"
        if form == 13:
            return "${" + name + "@" + self.pick(["Q", "E", "U", "u", "L", "a", "A", "K", "k"]) + "}"
        if form == 14:
            return self.pick(["${!map[@]}", "${!arr[*]}", "${!x}", "${!arr[@]}", "${!n*}", "${#map[@]}", "${#arr[*]}"])
        return "${" + name + "}"

    def substitution(self):
        if self.depth > 3:
            return "$x"
        self.depth += 1
        body = self.weighted([(5, self.observe), (2, self.simple), (1, lambda: self.simple() + "; " + self.observe()), (1, self.compound)])
        self.depth -= 1
        if "<<" in body:
            return "$(\n" + body + "\n)"
        return "$(" + body + ")" if not self.chance(10) or "`" in body or "\\" in body or "$(" in body else "`" + body + "`"

    def glob(self):
        return self.pick(["*", "*.txt", "?.c", "[ab]*", "d/*", "*/", ".*", "[!a]*", "nope*", "*a*", "sp*"])

    def brace(self):
        return self.pick(["{a,b}", "{1..3}", "{a..c}", "x{1,2}y", "{a,b}{1,2}", "{3..1}", "{01..03}", "{1..7..3}", "{a,}", "{a}", "{,}", "{a,{b,c}}",
                          "{$x,b}", "{'a b',c}", "{-1..1}", "{c..a..2}"])

    def word(self):
        pieces = []
        for _ in range(self.pick([1, 1, 1, 1, 2, 2, 3])):
            pieces.append(self.weighted([(6, self.literal), (5, self.single), (8, self.double), (9, self.expansion), (1, self.ansi), (1, self.glob),
                                         (1, self.brace), (1, lambda: self.pick(["~", "\\$", "\\ ", "\\*", '""', "''"]))]))
        return "".join(pieces)

    def words(self, most=4):
        return " ".join(self.word() for _ in range(self.rng.randrange(1, most)))

    # ------------------------------------------------------------------------------------------ arithmetic

    def arithmetic(self):
        self.depth += 1
        made = self.arith()
        self.depth -= 1
        return made

    def arith(self):
        if self.depth > 5:
            return self.pick(["1", "n", "2", "$n"])
        self.depth += 1
        made = self.weighted([
            (6, self.number), (4, lambda: self.pick(["n", "i", "a", "$n", "${n}", "arr[1]", "arr[n]", "${#arr[@]}", "0x1f", "010", "2#101", "36#z"])),
            (9, lambda: self.arith() + " " + self.pick(["+", "-", "*", "/", "%", "<", ">", "<=", "==", "!=", "&&", "||", "&", "|", "^", "<<", ">>", ","]) + " " + self.arith()),
            (2, lambda: self.pick(["-", "+", "!", "~"]) + " " + self.arith()), (2, lambda: "(" + self.arith() + ")"),
            (2, lambda: self.arith() + " ? " + self.arith() + " : " + self.arith()),
            (2, lambda: self.pick(["n", "i", "arr[2]", "lst[n]"]) + " " + self.pick(["=", "+=", "-=", "*=", "|=", "^=", "<<="]) + " " + self.pick(["1", "2", "n", "3"])),
            (2, lambda: self.pick(["n++", "--n", "++i", "i--", "n ** 2", "arr[0]++"]))])
        self.depth -= 1
        return made

    # ------------------------------------------------------------------------------------------ commands

    def observe(self):
        return self.weighted([(6, lambda: "printf '<%s>' " + self.words() + self.pick(["", "; echo"])), (5, lambda: "echo " + self.words()),
                              (1, lambda: "echo " + self.pick(["-n", "-e", "-E", "-ne", "--"]) + " " + self.word()), (1, self.formatted)])

    def formatted(self):
        forms = ["%d", "%5d|", "%-5s|", "%05d", "%x", "%o", "%q", "%b", "%c", "%s", "%.2s|", "%+d", "%%", "%5.1f|", "%i", "%X", "%*d|", "%e", "%g"]
        return "printf '" + "".join(self.pick(forms) for _ in range(self.rng.randrange(1, 3))) + "\\n' " + self.words()

    def assignment(self):
        return self.weighted([
            (8, lambda: self.pick(NAMES) + self.pick(["=", "=", "=", "+="]) + self.word()),
            (3, lambda: "n=" + self.number()), (2, lambda: "n=$((" + self.arithmetic() + "))"),
            (3, lambda: self.pick(ARRAYS) + self.pick(["=", "=", "+="]) + "(" + self.words(4) + ")"),
            (2, lambda: self.pick(ARRAYS) + "=([" + self.pick(["0", "2", "n", "5"]) + "]=" + self.word() + " " + self.word() + ")"),
            (3, lambda: self.element() + self.pick(["=", "+="]) + self.word()),
            (2, lambda: "declare -A map=([k]=" + self.word() + " [" + self.pick(["a", "'x y'", "$x"]) + "]=" + self.word() + ")"),
            (1, lambda: "IFS=" + self.pick(["", ":", "' '", "$' \\t\\n'", ",", "x"])),
            (1, lambda: "set -- " + self.words(4)), (1, lambda: self.pick(NAMES) + "=" + self.word() + " " + self.pick(NAMES) + "=" + self.word())])

    def declaration(self):
        flags = self.pick(["-i", "-u", "-l", "-r" if self.chance(20) else "-x", "-x", "-a", "-ai", "-g", "-u"])
        return "declare " + flags + " " + self.pick(NAMES + ["arr"] if "a" in flags else NAMES) + self.pick(["", "=" + self.word(), "=" + self.number()])

    def query(self):
        return self.weighted([(4, lambda: "declare -p " + self.pick(NAMES + ARRAYS + MAPS) + " 2>&1"), (1, lambda: "type -t " + self.pick(["echo", "f", "if", "nope", "ls"])),
                              (1, lambda: "echo ${#" + self.pick(NAMES) + "}"), (1, lambda: "echo ${!n*} $?"), (1, lambda: "printf '%q\\n' " + self.word())])

    def condition(self):
        self.depth += 1
        made = self.weighted([
            (4, lambda: "[[ " + self.word() + " " + self.pick(["==", "!=", "=", "<", ">"]) + " " + self.pick([self.pattern(), self.word()]) + " ]]"),
            (2, lambda: "[[ " + self.pick(["$x", "foobar", '"$a"', "a1b2"]) + " =~ " + self.pick(["^f", "o+", "(o)(.)", "[0-9]+", "$y", '"o"', "^$", "a|b", "(a)?1"]) + " ]]"),
            (2, lambda: "[[ " + self.pick(["-n", "-z", "-v", "-f", "-d", "-e", "-o"]) + " " + self.pick(["$x", "x", '"$y"', "arr[0]", "a.txt", "d", "errexit", "extglob"]) + " ]]"),
            (2, lambda: "[[ " + self.arith_word() + " " + self.pick(["-eq", "-lt", "-ge", "-ne"]) + " " + self.arith_word() + " ]]"),
            (3, lambda: "((" + self.arithmetic() + "))"),
            (2, lambda: "[ " + self.double() + " " + self.pick(["=", "!=", "-eq", "-lt", "\\<"]) + " " + self.pick([self.double(), self.number()]) + " ]"),
            (2, lambda: "test " + self.pick(["-n", "-z", "-f", "-d", "!"]) + " " + self.word()),
            (1, lambda: self.pick(["true", "false", "!  true", "! false"]))])
        if self.depth < 3 and self.chance(15):
            made += self.pick([" && ", " || "]) + self.condition()
        self.depth -= 1
        return made

    def arith_word(self):
        return self.pick(["n", "$n", "3", "1+1", '"$n"', "0x10", "-1", "x"])

    def redirection(self):
        return self.pick([">f1", ">>f1", ">f2", "2>/dev/null", "<a.txt", ">f1 2>&1", "<<<$x", '<<<"a b"', "<nope", "3>f2 >&3", "2>&1", ">&2", "<b.txt", "&>f2", ">|f1",
                          "<>f1", "4<a.txt <&4", ">$x", "1>&-", "<&-"])

    def reading(self):
        options = self.pick(["", "-r ", "-r ", "-n 2 ", "-d : ", "-a arr ", "-N 3 ", "-rd '' "])
        names = "" if "-a" in options else self.pick(["", "x", "x y", "a b s"])
        return "read " + options + names + " " + self.pick(["<<<" + self.word(), "<a.txt", "<<<'a b  c\\ d'", "< <(echo " + self.word() + ")"]) + "; " + self.pick(["echo $? \"$x|$y\"", "declare -p REPLY arr 2>&1", "echo \"<$a><$b><$s>$REPLY\""])

    def heredoc(self):
        quoted = self.chance(25)
        lines = "\n".join(self.pick(["a $x b", "${y:-z}", "$((n+1))", "plain", "\\$x \\\\ \\a", "\"q\" 'r'", "$(echo hi)", "\ttab", "é*", ""]) for _ in range(self.rng.randrange(1, 4)))
        return self.pick(["cat", "while read -r l; do echo \"[$l]\"; done", "read x y", "mapfile -t arr"]) + " <<" + self.pick(["", "-"]) + ("'E'" if quoted else "E") + "\n" + lines + "\nE\n"

    def simple(self):
        return self.weighted([
            (8, self.observe), (9, self.assignment), (3, self.query), (2, self.declaration), (3, self.condition), (2, self.reading),
            (2, lambda: self.observe() + " " + self.redirection()), (1, lambda: "unset " + self.pick(NAMES + ["arr[0]", "arr", "map[k]", "lst[-1]"])),
            (1, lambda: "shift" + self.pick(["", " 1", " 9"])), (1, lambda: "let " + quote(self.arithmetic())), (1, lambda: "eval " + quote(self.observe())),
            (1, lambda: self.pick(["set -f", "set +f", "set -u", "set +u", "set -e", "set +e", "set -o pipefail", "set -C"])),
            (1, lambda: "shopt " + self.pick(["-s", "-s", "-u"]) + " " + self.pick(["nullglob", "dotglob", "nocasematch", "globstar", "lastpipe", "inherit_errexit", "failglob", "nocaseglob"])),
            (1, lambda: "mapfile -t arr < <(printf '%s\\n' " + self.words() + ")"), (1, lambda: ":"),
            (1, lambda: "printf -v " + self.pick(NAMES + ["arr[1]"]) + " '%s-' " + self.words()), (1, lambda: self.pick(NAMES) + "=" + self.word() + " " + self.observe()),
            (1, lambda: self.call()), (1, lambda: self.pick(["cat a.txt", "cat <f1", "ls", "cat f1 f2 2>/dev/null", "/bin/echo ext", "true", "false", "nope_cmd 2>/dev/null"])),
            (1, lambda: "getopts " + self.pick(["ab:", ":a:b"]) + " x " + self.pick(["-a", "-b v", "-ab v", "-z", ""]) + "; echo \"$x $OPTIND ${OPTARG-unset}\"")])

    def call(self):
        if not self.functions:
            return self.observe()
        return self.pick(self.functions) + " " + self.words(3)

    def function(self):
        name = self.pick(["f", "g"])
        first = self.pick(["local " + self.pick(NAMES) + "=" + self.word() + "; ", "local n=1; ", "", "local -n ref=x; ref=" + self.word() + "; ", "local arr=(1 2); ", "[ $# -gt 3 ] && return 4; "])
        self.depth += 1
        body = first + self.statements(2)
        self.depth -= 1
        if name not in self.functions:
            self.functions.append(name)
        return name + "() { " + self.ended(body + self.pick(["", "; return " + self.pick(["0", "1", "3"]), "; echo \"$1-$#\""])) + "}; " + name + " " + self.words(3)

    def body(self):
        self.depth += 1
        made = self.statements(2)
        self.depth -= 1
        return self.ended(made)

    @staticmethod
    def ended(text):
        return text if text.endswith("\n") else text + "; "

    def compound(self):
        if self.depth > 3:
            return self.simple()
        self.loops += 1
        counter = "c%d" % self.loops
        return self.weighted([
            (4, lambda: "if " + self.ended(self.condition()) + "then " + self.body() + self.pick(["", "else " + self.body(), "elif " + self.ended(self.condition()) + "then " + self.body()]) + "fi"),
            (4, lambda: "for " + self.pick(["i", "x", "y"]) + " in " + self.words(4) + "; do " + self.body() + self.pick(["", "", "break; ", "continue; "]) + "done"),
            (2, lambda: "for ((i=0; i<" + self.pick(["2", "3"]) + "; i++)); do " + self.body() + "done"),
            (2, lambda: counter + "=0; while ((" + counter + "++ < " + self.pick(["2", "3"]) + ")); do " + self.body() + self.pick(["", self.condition() + " && break; "]) + "done"),
            (1, lambda: counter + "=0; until [ $" + counter + " -ge 2 ]; do " + counter + "=$((" + counter + "+1)); " + self.body() + "done"),
            (4, lambda: "case " + self.word() + " in " + self.clauses() + "esac"),
            (3, lambda: "( " + self.body() + ")"), (2, lambda: "{ " + self.body() + "}"),
            (2, lambda: "{ " + self.body() + "} " + self.redirection()), (2, self.pipeline), (2, self.function), (1, self.heredoc),
            (1, lambda: self.condition() + self.pick([" && ", " || "]) + self.simple())])

    def clauses(self):
        made = []
        for _ in range(self.rng.randrange(1, 4)):
            made.append(self.pick(["", "("]) + self.pattern() + self.pick(["", "|" + self.pattern()]) + ") " + self.ended(self.simple())[:-2 or None].rstrip("; ") + self.pick([" ;; ", " ;; ", " ;& ", " ;;& "]))
        return "".join(made)

    def pipeline(self):
        """All stages but the last only print, the others read everything."""
        first = self.pick([self.observe(), "printf '%s\\n' " + self.words(), "{ " + self.ended(self.observe()) + self.ended(self.observe()) + "}", "( " + self.ended(self.simple()) + ")"])
        middle = self.pick(["", "", " | cat", " | tr a b", " | while read -r l; do echo \"<$l>\"; done", " | sort"])
        last = self.pick([" | cat", " | { read x; echo \"$x\"; cat; }", " | while IFS=: read -r x y; do echo \"$y-$x\"; done", " | { mapfile -t arr; echo ${#arr[@]}; }", " | wc -l",
                          " | (cat; exit 3)"])
        return self.pick(["", "", "! "]) + first + middle + last + self.pick(["", "; echo \"${PIPESTATUS[@]}\""])

    def trap(self):
        return "trap " + quote(self.pick(["echo bye", "echo bye $?", "echo err $?", "x=1", "echo \"$n\""])) + " " + self.pick(["EXIT", "EXIT", "ERR", "RETURN", "DEBUG", "USR1"])

    def statement(self):
        return self.weighted([(12, self.simple), (8, self.compound), (1, self.trap if self.depth == 0 else self.simple), (1, lambda: self.pick(["exit 3", "(exit 4)", "return 2 2>/dev/null", "false", "echo $?"]))])

    def statements(self, most):
        made = ""
        for _ in range(self.rng.randrange(1, most + 1)):
            if made:
                made = self.ended(made)
            made += self.statement()
        return made

    def line(self):
        """A list of statements, each ended, that together are the line."""
        made = []
        if self.chance(15):
            self.extglob = True
            made.append("shopt -s extglob\n")
        for _ in range(self.rng.randrange(1, 3)):
            made.append(self.ended(self.assignment()))
        for _ in range(self.rng.randrange(1, 5)):
            made.append(self.ended(self.statement()))
        if self.chance(60):
            made.append(self.pick(["declare -p x y a arr map 2>/dev/null; ", "echo \"$? <$x> <$y> $n ${arr[*]}\"; ", "printf '[%s]' \"$x\" \"${arr[@]}\"; "]))
        return made
