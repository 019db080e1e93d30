// The parser: what it makes of texts, bash's error texts, the layout of printed commands, hostile input.
#include "core/shell/braces.h"
#include "core/shell/parser.h"
#include "core/shell/unparse.h"

#include <QtTest>

#include <string>

using namespace asb::shell;

namespace {

struct Parsed {
    std::shared_ptr<const List> list;
    std::string messages;
    int status = 0;
};

Parsed parse(const std::string& text, const ParserOptions& options = {}) {
    Parser parser(text, options);
    ParseResult result = parser.next();
    Parsed out;
    out.list = result.list;
    out.status = result.kind == ParseResult::Kind::Error ? result.status : 0;
    for (const ParserMessage& message : result.messages)
        out.messages += std::to_string(message.line) + ": " + message.text + "\n";
    return out;
}

const SimpleCommand& simple(const Parsed& parsed) {
    return static_cast<const SimpleCommand&>(*parsed.list->items.front().command);
}

std::string repeated(const std::string& text, int count) {
    std::string out;
    while (count-- > 0)
        out += text;
    return out;
}

} // namespace

class ParserTest : public QObject {
    Q_OBJECT

private slots:
    void errors_data();
    void errors();
    void prints_data();
    void prints();
    void one_command_at_a_time();
    void here_documents();
    void here_document_without_end();
    void here_documents_of_texts_read_twice();
    void here_documents_of_refused_commands();
    void quotes_of_expressions_read_twice();
    void assignments();
    void declarations();
    void braces();
    void aliases();
    void extglob_follows_the_option();
    void lines_inside_substitutions();
    void resumes_after_compound_assignment();
    void deep_nesting_is_refused_data();
    void deep_nesting_is_refused();
};

void ParserTest::errors_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("messages");
    QTest::addColumn<int>("status");
    const auto near = [](const char* token, const char* line) {
        return QStringLiteral("1: syntax error near unexpected token `%1'\n1: `%2'\n").arg(token, line);
    };
    QTest::newRow("done") << "while x; fi" << near("fi", "while x; fi") << 2;
    QTest::newRow("paren") << "echo )" << near(")", "echo )") << 2;
    QTest::newRow("newline") << "cat <" << near("newline", "cat <") << 2;
    QTest::newRow("bang") << "a | ! b" << near("!", "a | ! b") << 2;
    QTest::newRow("word") << "f() echo" << near("echo", "f() echo") << 2;
    QTest::newRow("in substitution") << "echo $(if)" << near(")", "echo $(if)") << 127;
    QTest::newRow("in array") << "x=(a & b)" << near("&", "x=(a & b)") << 1;
    QTest::newRow("end") << "if a; then\nb"
                         << "3: syntax error: unexpected end of file\n"
                         << 2;
    QTest::newRow("quote") << "\necho \"a\n\n"
                           << "2: unexpected EOF while looking for matching `\"'\n"
                           << ParseResult::kKeepFailure;
    QTest::newRow("brace") << "${x"
                           << "1: unexpected EOF while looking for matching `}'\n"
                           << ParseResult::kKeepFailure;
    QTest::newRow("substitution") << "a $(b"
                                  << "2: unexpected EOF while looking for matching `)'\n"
                                  << 2;
    QTest::newRow("condition") << "[[ a b ]]"
                               << "1: conditional binary operator expected\n"
                               << -1;
    QTest::newRow("unary") << "[[ -f ]]"
                           << "1: unexpected argument `]]' to conditional unary operator\n"
                           << -1;
    QTest::newRow("for") << "for ((a;b)); do :; done"
                         << "1: syntax error: arithmetic expression required\n1: syntax error: `((a;b))'\n"
                         << 2;
}

void ParserTest::errors() {
    QFETCH(QString, text);
    QFETCH(QString, messages);
    QFETCH(int, status);
    const Parsed parsed = parse(text.toStdString());
    QCOMPARE(QString::fromStdString(parsed.messages), messages);
    QCOMPARE(parsed.status, status);
    QVERIFY(!parsed.list);
}

void ParserTest::prints_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("printed");
    QTest::newRow("list") << "a; b & c"
                          << "    a;\n    b & c";
    QTest::newRow("if")
        << "if a; then b; elif c; then d; fi"
        << "    if a; then\n        b;\n    else\n        if c; then\n            d;\n        fi;\n    fi";
    QTest::newRow("case")
        << "case $x in a|b) c;; *) ;& esac"
        << "    case $x in \n        a | b)\n            c\n        ;;\n        *)\n\n        ;&\n    esac";
    QTest::newRow("redirections") << "a 2>&1 >x <<<y 3<&- >&2"
                                  << "    a 2>&1 > x <<< y 3>&- 1>&2";
    QTest::newRow("document") << "cat <<E | b\nx\nE\n"
                              << "    cat <<E |\nx\nE\n  b";
    QTest::newRow("both") << "a |& b"
                          << "    a 2>&1 | b";
    QTest::newRow("quotes") << "a $'x\\ty' \"$(c;d)\""
                            << "    a 'x\ty' \"$(c; d)\"";
    QTest::newRow("condition") << "[[ a && ! ( b == c ) ]]"
                               << "    [[ -n a && ! ( b == c ) ]]";
}

void ParserTest::prints() {
    QFETCH(QString, body);
    QFETCH(QString, printed);
    const Parsed parsed = parse("f() {\n" + body.toStdString() + "\n}");
    QVERIFY2(parsed.list, parsed.messages.c_str());
    const auto& function = static_cast<const FunctionCommand&>(*parsed.list->items.front().command);
    QCOMPARE(QString::fromStdString(unparse_function("f", *function.body)), "f () \n{ \n" + printed + "\n}");
}

void ParserTest::one_command_at_a_time() {
    Parser parser("echo a; echo b\nif x; then\ny; fi\n)\n");
    ParseResult first = parser.next();
    QCOMPARE(first.kind, ParseResult::Kind::Commands);
    QCOMPARE(first.list->items.size(), std::size_t{2});
    QCOMPARE(parser.next().kind, ParseResult::Kind::Commands);
    const ParseResult last = parser.next();
    QCOMPARE(last.kind, ParseResult::Kind::Error);
    QCOMPARE(last.messages.front().line, 4U);
}

void ParserTest::here_documents() {
    const Parsed parsed = parse("cat <<A <<-'B'\n$x\nA\n\t$y\n\tB\n");
    const auto& redirections = simple(parsed).redirections;
    QCOMPARE(redirections.size(), std::size_t{2});
    QCOMPARE(redirections[0].body->source, std::string("$x\n"));
    QCOMPARE(redirections[0].body->parts.front().kind, PartKind::Parameter);
    QCOMPARE(redirections[1].body->literal, std::string("$y\n"));
    QVERIFY(redirections[1].body_quoted);
}

void ParserTest::here_document_without_end() {
    const Parsed parsed = parse("cat <<E\nhi");
    QCOMPARE(parsed.messages,
             std::string("2: warning: here-document at line 1 delimited by end-of-file (wanted `E')\n"));
    QCOMPARE(simple(parsed).redirections[0].body->source, std::string("hi\n"));
}

/// What was read first is gone then, and must not wait for its here-document any more.
void ParserTest::here_documents_of_texts_read_twice() {
    for (const char* const text :
         {"p=($((()))''$(<<X))\ntext\nX\necho b", "p=([1]={a,b}$(cat <<X)\ntext\nX\nc)\necho b",
          "cat <<A; function f (\nbody\nA\necho a\n)\necho b", "cat <<A; x[$(<<B)]=1\nbody\nA\nB\necho b",
          "$(f=(\"$(r=(\"\")<<e)\")x)\ntext\ne\necho b",
          "$(f=($(r=()<<e) $(cat <<g))\ntext\ne\ng\n)\necho b"}) {
        Parser parser(text, ParserOptions{}, 1);
        std::string last;
        for (ParseResult result = parser.next(); result.kind != ParseResult::Kind::End;
             result = parser.next())
            last = std::string(parser.source(result.begin, result.end));
        QCOMPARE(last, std::string("echo b\n")); // the last line ends, written or not
    }
}

/// The commands are gone by the time that the rest of the line, and the texts behind it, are passed over.
void ParserTest::here_documents_of_refused_commands() {
    for (const char* const text :
         {"cat <<X; [[ a b ]]; echo one\nbody\nX\necho b", "{ cat <<X; [[ ( ]]; echo one\nbody\nX\n}\necho b",
          "cat <<X; ((1 +; [[ a b\nbody\nX\necho b",
          "echo ${x:-$(cat <<X; [[ a b ]]; echo one\nbody\nX\n)}\necho b",
          "echo $(echo $(cat <<X; [[ a b ]]; echo one\nbody\nX\n)\n)\necho b"}) {
        Parser parser(text, ParserOptions{}, 1);
        bool refused = false;
        for (ParseResult result = parser.next(); result.kind != ParseResult::Kind::End && !refused;
             result = parser.next())
            refused = result.kind == ParseResult::Kind::Error;
        QVERIFY2(refused, text);
    }
}

/// Quotes that were seen in a first reading are none of the text that the second one keeps.
void ParserTest::quotes_of_expressions_read_twice() {
    const Parsed parsed = parse("echo $[2\"${!a[c]}\" 4\"${b[\"$[3\"${!d[e}\" 5]\"}\"6]");
    QVERIFY(parsed.list || !parsed.messages.empty());
    const char* const crash =
        "p(){ printf ''\"${#a}\" \"${#a[help -f; --help\"$[2j\"${!aSc]}\" 4\"); p {[*]$a}\"\" "
        "${a[*]} \"${a[@[:1}\" \"@]:j -1; test --help\"$[2j\"${!aSc]}\" 4\"); p {[*]$a}\"\" "
        "${a[*]} \"${a[@[:1}\" \"@]:j \"@]:j -1; test --help\"$[2j\"${!aSc]}\" 4\"); p";
    static_cast<void>(parse(crash));
    const Parsed nested = parse("echo $(( $(echo $(( \"1\" + \"22\" ))) + \"3\" ))");
    QCOMPARE(nested.messages, std::string());
}

void ParserTest::assignments() {
    const Parsed parsed = parse("x=1 a[1 + 2]+=b y=(p [3]=q) cmd z=4");
    const SimpleCommand& command = simple(parsed);
    QCOMPARE(command.assignments.size(), std::size_t{3});
    QVERIFY(command.assignments[1].append);
    QCOMPARE(command.assignments[1].subscript->source, std::string("1 + 2"));
    QVERIFY(command.assignments[2].is_array);
    QCOMPARE(command.assignments[2].elements.size(), std::size_t{2});
    QVERIFY(command.assignments[2].elements[1].subscript != nullptr);
    QCOMPARE(command.words.size(), std::size_t{2});
}

void ParserTest::declarations() {
    const Parsed parsed = parse("declare -x a=(1 2) b=$c d");
    const SimpleCommand& command = simple(parsed);
    QCOMPARE(command.words.size(), std::size_t{5});
    QCOMPARE(command.word_assignment, (std::vector<int>{-1, -1, 0, 1, -1}));
    QVERIFY(command.word_assignments[0].is_array);
    QCOMPARE(parse("command declare a=(1)").status, 2); // only behind the builtin itself, as in bash
}

void ParserTest::braces() {
    const Parsed parsed = parse("echo x{a,b{1..3}}y {9..1..4} {} {a} $v{p,q}");
    const auto expand = [&](std::size_t i) {
        BraceExpander expander(simple(parsed).words[i]);
        std::vector<const WordPart*> parts;
        std::string out;
        while (expander.next(parts)) {
            for (const WordPart* part : parts)
                out += part->text;
            out += ' ';
        }
        return out;
    };
    QCOMPARE(expand(1), std::string("xay xb1y xb2y xb3y "));
    QCOMPARE(expand(2), std::string("9 5 1 "));
    QCOMPARE(expand(3), std::string("{} "));
    QCOMPARE(expand(4), std::string("{a} "));
    QCOMPARE(expand(5), std::string("$vp $vq "));
    const Parsed many = parse("echo {1..9999999999}{1..9999999999}{1..9999999999}");
    QCOMPARE(BraceExpander(simple(many).words[1]).count(), BraceExpander::kMany);
}

void ParserTest::aliases() {
    ParserOptions options;
    const std::string value = "if true; then";
    const std::string loop = "loop x";
    options.alias = [&](const std::string& name) {
        return name == "g" ? &value : name == "loop" ? &loop : nullptr;
    };
    QVERIFY(parse("g a; fi", options).list != nullptr);
    QCOMPARE(simple(parse("loop", options)).words.size(), std::size_t{2});
    QCOMPARE(simple(parse("\\loop", options)).words.size(), std::size_t{1});
}

void ParserTest::extglob_follows_the_option() {
    QCOMPARE(parse("echo !(a)").status, 2);
    ParserOptions options;
    options.extglob = true;
    QVERIFY(simple(parse("echo !(a|b c)", options)).words[1].has_glob);
    QVERIFY(parse("[[ x == @(x|y) ]]").list != nullptr);
}

void ParserTest::lines_inside_substitutions() {
    const Parsed parsed = parse("\necho $(\n\na\n\nb) c");
    const WordPart& part = simple(parsed).words[1].parts.front();
    QCOMPARE(part.body->items[0].command->line, 0U);
    QCOMPARE(part.body->items[1].command->line, 1U);
    QCOMPARE(part.text, std::string("a\nb"));
}

void ParserTest::resumes_after_compound_assignment() {
    Parser parser("x=(a & b); echo no\necho yes\n");
    const ParseResult error = parser.next();
    QVERIFY(error.resumes);
    const ParseResult next = parser.next();
    QCOMPARE(next.kind, ParseResult::Kind::Commands);
    QCOMPARE(unparse(*next.list->items.front().command), std::string("echo yes"));
}

void ParserTest::deep_nesting_is_refused_data() {
    QTest::addColumn<QString>("opener");
    for (const char* opener :
         {"(",      "{ ", "$(",    "${x:-", "\"$(", "`",  "if ", "while ",          "case x in x) ",
          "f() { ", "! ", "[[ ( ", "$((",   "((",   "<(", "x=(", "for x in a; do ", "coproc ",
          "{a,",    "a[", "@(",    "[[ ! ", "a |& "})
        QTest::newRow(opener) << QString(opener);
}

void ParserTest::deep_nesting_is_refused() {
    QFETCH(QString, opener);
    for (const int count : {300, 5000, 50000}) {
        ParserOptions options;
        options.extglob = true;
        static_cast<void>(parse(repeated(opener.toStdString(), count), options)); // must end, must not crash
    }
}

QTEST_APPLESS_MAIN(ParserTest)
#include "parser_test.moc"
