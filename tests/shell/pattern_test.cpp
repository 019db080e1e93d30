// Patterns, pathname expansion.
#include "core/shell/glob.h"
#include "core/shell/pattern.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <string>

using namespace asb::shell;

namespace {

PatternOptions options(bool nocase = false) {
    PatternOptions out;
    out.extglob = true;
    out.utf8 = true;
    out.nocase = nocase;
    return out;
}

std::string cut(std::string_view text, std::size_t from, std::size_t to) {
    return from == Pattern::npos || to == Pattern::npos ? "-" : std::string(text.substr(from, to - from));
}

} // namespace

class PatternTest : public QObject {
    Q_OBJECT

private slots:
    void matches_data();
    void matches();
    void parts();
    void no_case();
    void finds();
    void polynomial();
    void globs();
    void globstar();
    void ignore();
};

void PatternTest::matches_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("yes");
    QTest::addColumn<QString>("no");
    QTest::newRow("literal") << "abc"
                             << "abc"
                             << "abcd";
    QTest::newRow("star") << "a*c"
                          << "abbc"
                          << "abcd";
    QTest::newRow("quoted star") << "a\\*c"
                                 << "a*c"
                                 << "abc";
    QTest::newRow("any") << "a?" << QString::fromUtf8("aé") << "a";
    QTest::newRow("class") << "[[:digit:]-]x"
                           << "-x"
                           << "ax";
    QTest::newRow("negated") << "[!a-c]"
                             << "d"
                             << "b";
    QTest::newRow("closing first") << "[]a]"
                                   << "]"
                                   << "b";
    QTest::newRow("open bracket") << "[a"
                                  << "[a"
                                  << "a";
    QTest::newRow("range of letters") << QString::fromUtf8("[à-ü]") << QString::fromUtf8("é") << "e";
    QTest::newRow("one of") << "@(a|b)c"
                            << "bc"
                            << "c";
    QTest::newRow("none of") << "!(a|b)"
                             << "c"
                             << "a";
    QTest::newRow("some of") << "+(ab|c)"
                             << "abcab"
                             << "aba";
    QTest::newRow("nested") << "*(a|+(b)c)"
                            << "abbca"
                            << "ab";
    QTest::newRow("not with tail") << "!(*.c)"
                                   << "a.h"
                                   << "a.c";
}

void PatternTest::matches() {
    QFETCH(QString, pattern);
    QFETCH(QString, yes);
    QFETCH(QString, no);
    const Pattern prepared(pattern.toStdString(), options());
    QVERIFY(prepared.matches(yes.toStdString()));
    QVERIFY(!prepared.matches(no.toStdString()));
}

void PatternTest::parts() {
    const std::string path = "a/b/c.tar.gz";
    const Pattern up_to_slash("*/", options());
    QCOMPARE(cut(path, 0, up_to_slash.shortest_prefix(path)), std::string("a/"));
    QCOMPARE(cut(path, 0, up_to_slash.longest_prefix(path)), std::string("a/b/"));
    const Pattern suffix(".*", options());
    QCOMPARE(cut(path, suffix.shortest_suffix(path), path.size()), std::string(".gz"));
    QCOMPARE(cut(path, suffix.longest_suffix(path), path.size()), std::string(".tar.gz"));
    QCOMPARE(Pattern("x*", options()).shortest_prefix(path), Pattern::npos);
    QCOMPARE(Pattern("", options()).shortest_suffix(path), path.size());
}

void PatternTest::no_case() {
    QVERIFY(Pattern("AbC*", options(true)).matches("aBcd"));
    QVERIFY(Pattern("[A-C]", options(true)).matches("b"));
    QVERIFY(!Pattern("[A-C]", options()).matches("b"));
}

void PatternTest::finds() {
    std::size_t begin = 0;
    std::size_t end = 0;
    QVERIFY(Pattern("+(b)", options()).find("aabbbcb", 0, begin, end));
    QCOMPARE(begin, std::size_t{2});
    QCOMPARE(end, std::size_t{5});
    QVERIFY(Pattern("b", options()).find("aabbbcb", 5, begin, end));
    QCOMPARE(begin, std::size_t{6});
    QVERIFY(!Pattern("[x-z]", options()).find("aabbbcb", 0, begin, end));
}

void PatternTest::polynomial() {
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!Pattern("*a*a*a*a*a*a*a*a*a*b", options()).matches(std::string(20000, 'a')));
    std::string nested;
    for (int i = 0; i < 20; ++i)
        nested += "*(a|!(b*";
    nested.append(40, ')');
    static_cast<void>(Pattern(nested + "c", options()).matches(std::string(60, 'a')));
    QVERIFY(!Pattern("+(a|aa|aaa)b", options()).matches(std::string(1000, 'a')));
    QVERIFY2(timer.elapsed() < 60'000, "a pattern took more than polynomial time");
}

void PatternTest::globs() {
    const QTemporaryDir folder;
    const QString base = folder.path();
    for (const char* name : {"b", "a", ".h", "a.c", "A"}) {
        QFile file(base + "/" + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QVERIFY(QDir(base).mkpath("d/e"));
    const auto names = [&](const std::string& pattern, GlobOptions how = {}) {
        std::string out;
        for (const std::string& name : expand_glob(base.toStdString() + "/" + pattern, how).names)
            out += name.substr(static_cast<std::size_t>(base.toUtf8().size()) + 1) + " ";
        return out;
    };
    QCOMPARE(names("*"), std::string("A a a.c b d "));
    QCOMPARE(names("[ab]"), std::string("a b "));
    QCOMPARE(names(".*"), std::string(".h "));
    QCOMPARE(names("*/"), std::string("d/ "));
    QCOMPARE(names("*/*"), std::string("d/e "));
    QCOMPARE(names("\\**"), std::string());
    GlobOptions how;
    how.nocaseglob = true;
    QCOMPARE(names("a", how), std::string("a "));
    QCOMPARE(names("a*", how), std::string("A a a.c "));
    how = GlobOptions();
    how.dotglob = how.extglob = true;
    QCOMPARE(names("!(a*|A|d)", how), std::string(".h b "));
    how.limit = 2;
    QVERIFY(expand_glob(base.toStdString() + "/*", how).too_many);
}

void PatternTest::globstar() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("x/y"));
    QVERIFY(QFile::link(folder.path(), folder.path() + "/x/loop"));
    GlobOptions how;
    how.globstar = true;
    const std::string base = folder.path().toStdString();
    QCOMPARE(expand_glob(base + "/**", how).names,
             (std::vector<std::string>{base + "/", base + "/x", base + "/x/loop", base + "/x/y"}));
    QCOMPARE(expand_glob(base + "/**/y", how).names, std::vector<std::string>{base + "/x/y"});
}

void PatternTest::ignore() {
    const QTemporaryDir folder;
    for (const char* name : {"a", "b", ".c"}) {
        QFile file(folder.path() + "/" + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    GlobOptions how;
    how.ignore = "*/a:zz";
    const std::string base = folder.path().toStdString();
    how.ignore = base + "/a:zz";
    QCOMPARE(expand_glob(base + "/*", how).names, (std::vector<std::string>{base + "/.c", base + "/b"}));
}

QTEST_APPLESS_MAIN(PatternTest)
#include "pattern_test.moc"
