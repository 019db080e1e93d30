#include "core/base/text.h"

#include <QtTest>

using namespace asb;

class TextTest : public QObject {
    Q_OBJECT

private slots:
    void quoting() {
        QCOMPARE(shell_quote("a-b_c/1.2:3,4=5+6%7@8"), std::string("a-b_c/1.2:3,4=5+6%7@8"));
        QCOMPARE(shell_quote(""), std::string("''"));
        QCOMPARE(shell_quote("a b"), std::string("'a b'"));
        QCOMPARE(shell_quote("it's"), std::string("'it'\\''s'"));
        QCOMPARE(shell_quote("~"), std::string("'~'"));
        QCOMPARE(single_quote("a"), std::string("'a'"));
        QCOMPARE(shell_join({"a", "b c", ""}), std::string("a 'b c' ''"));
    }

    void literal_words_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<int>("end"); // -1: not a literal word
        QTest::newRow("bare") << QByteArray("abc def") << QByteArray("abc") << 3;
        QTest::newRow("quoted") << QByteArray("'a b' c") << QByteArray("a b") << 5;
        QTest::newRow("empty quotes") << QByteArray("''") << QByteArray("") << 2;
        QTest::newRow("agent's quote") << QByteArray("'it'\"'\"'s'") << QByteArray("it's") << 10;
        QTest::newRow("backslash quote") << QByteArray("'it'\\''s'\n") << QByteArray("it's") << 9;
        QTest::newRow("mixed") << QByteArray("a'b c'd\tx") << QByteArray("ab cd") << 7;
        QTest::newRow("newline inside") << QByteArray("'a\nb'") << QByteArray("a\nb") << 5;
        QTest::newRow("utf-8") << QByteArray("/h\xc3\xa9/x y") << QByteArray("/h\xc3\xa9/x") << 6;
        for (const char* bad : {"",     " a",  "'open", "$x",   "a$x", "`x`", "\"a\"", "\"",    "a\"b",
                                "a\\b", "a;b", "a;",    "'a';", "a&",  "a|b", "a>b",   "(a",    "a*",
                                "a?",   "[a",  "{a",    "~",    "#a",  "!a",  "a\\",   "\"''\""})
            QTest::newRow(bad) << QByteArray(bad) << QByteArray() << -1;
    }
    void literal_words() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, word);
        QFETCH(int, end);
        std::size_t position = 0;
        const std::optional<std::string> read = read_literal_word(text.toStdString(), position);
        QCOMPARE(read.has_value(), end >= 0);
        QCOMPARE(position, static_cast<std::size_t>(std::max(end, 0)));
        if (read)
            QCOMPARE(QByteArray::fromStdString(*read), word);
    }

    void quoted_words_are_read_back() {
        for (int length = 0; length < 200; ++length) {
            std::string word;
            for (int i = 0; i < length; ++i)
                word += static_cast<char>(1 + (i * 37 + length * 11) % 255);
            const std::string quoted = single_quote(word);
            std::size_t position = 0;
            QCOMPARE(read_literal_word(quoted + " rest", position), std::optional<std::string>(word));
            QCOMPARE(position, quoted.size());
        }
    }

    void visible_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& shown) {
            QTest::newRow(name) << text << shown;
        };
        row("plain", "a b", "a b");
        row("umlaut and emoji", "\xc3\xa4 \xf0\x9f\x98\x80", "\xc3\xa4 \xf0\x9f\x98\x80");
        row("escape", "\x1b[31m", "^[[31m");
        row("delete", "\x7f", "^?");
        row("newline", "a\nb\tc", "a^Jb^Ic");
        row("nul", QByteArray("a\0b", 3), "a^@b");
        row("c1 control", "\xc2\x9b", "<U+009B>");
        row("bidi",
            "a\xe2\x80\xae"
            "b",
            "a<U+202E>b");
        row("isolate", "\xe2\x81\xa6", "<U+2066>");
        row("zero width", "\xe2\x80\x8b\xef\xbb\xbf", "<U+200B><U+FEFF>");
        row("tag", "\xf3\xa0\x81\x81", "<U+E0041>");
        row("bad byte",
            "a\xff"
            "b",
            "a\\xFFb");
        row("cut off", "\xe2\x80", "\\xE2\\x80");
        row("overlong", "\xc0\xaf", "\\xC0\\xAF");
        row("surrogate", "\xed\xa0\x80", "\\xED\\xA0\\x80");
        row("too large", "\xf4\x90\x80\x80", "\\xF4\\x90\\x80\\x80");
    }
    void visible() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(visible_text(text.toStdString())), shown);
        QVERIFY(is_valid_utf8(visible_text(text.toStdString())));
    }

    void visible_multiline() { QCOMPARE(visible_text("a\n\tb\r", true), std::string("a\n\tb^M")); }

    void visible_is_never_longer_than_the_limit() {
        const std::string text = "a\xc3\xa4\x1b\xff\xe2\x80\xae"
                                 "bcdef";
        const std::string whole = visible_text(text);
        for (std::size_t limit = 0; limit <= whole.size() + 1; ++limit) {
            const std::string shown = visible_text(text, false, limit);
            QVERIFY(shown.size() <= limit);
            QVERIFY(is_valid_utf8(shown));
            QCOMPARE(shown == whole, limit >= whole.size());
        }
    }
};

QTEST_APPLESS_MAIN(TextTest)
#include "text_test.moc"
