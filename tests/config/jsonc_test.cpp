#include "core/config/jsonc.h"

#include <QTest>

using namespace asb;
using jsonc::Value;
using Kind = jsonc::Value::Kind;

namespace {

std::string bytes(const char* text, std::size_t size) {
    return std::string(text, size);
}

/// One line that shows a value completely.
std::string shown(const Value& value) {
    std::string out;
    switch (value.kind) {
    case Kind::Null:
        return "null";
    case Kind::Boolean:
        return value.boolean ? "true" : "false";
    case Kind::Number:
        return value.text;
    case Kind::String:
        return "'" + value.text + "'";
    case Kind::Array:
        for (const Value& item : value.items)
            out += (out.empty() ? "" : ",") + shown(item);
        return "[" + out + "]";
    case Kind::Object:
        for (std::size_t i = 0; i < value.items.size(); ++i)
            out += (out.empty() ? "" : ",") + value.keys[i] + ":" + shown(value.items[i]);
        return "{" + out + "}";
    }
    return out;
}

} // namespace

class JsoncTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void values_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
        };
        row("plain", "{\"a\": [1, -2.5e+3, true, false, null, \"x\"]}",
            "{a:[1,-2.5e+3,true,false,null,'x']}");
        row("line comments", "// a\n{ // b\n\"a\": 1 // c\n}\n// d", "{a:1}");
        row("block comments", "/* a */ [/* b\n */1/**/,/* * / */ 2]/* d */", "[1,2]");
        row("comment signs in a string", "[\"// x\", \"/* y */\"]", "['// x','/* y */']");
        row("trailing commas", "{\"a\": [1, 2,], \"b\": {},}", "{a:[1,2],b:{}}");
        row("missing commas", "{\"a\": [1 2] \"b\": {} c: 3}", "{a:[1,2],b:{},c:3}");
        row("bare and single-quoted keys", "{a: 'x', 'b': \"y\", $c-d_1: 1, true: 2, null: 3, 4: 5}",
            "{a:'x',b:'y',$c-d_1:1,true:2,null:3,4:5}");
        row("escapes", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\", '\\'', \"\\'\"]", "['\"\\/\b\f\n\r\t',''',''']");
        row("unicode escapes", "[\"\\u00e4\\u20AC\\ud83d\\ude00\"]",
            "['\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80']");
        row("JSON5 escapes", "[\"\\x41\\v\\\nz\\\r\ny\\q\"]", "['A\vzyq']");
        row("JSON5 numbers", "[0x1F, +1, .5, 5., -0x2, Infinity, -Infinity, NaN, 1e5]",
            "[0x1F,+1,.5,5.,-0x2,Infinity,-Infinity,NaN,1e5]");
        row("key that begins like a number word", "{Infinity_count: 1, NaN-key: 2}",
            "{Infinity_count:1,NaN-key:2}");
        row("wide blanks", "\xC2\xA0[\xE3\x80\x80 1\xE2\x80\xA8]", "[1]");
        row("CRLF and CR", "// a\r[1]\r\n", "[1]");
        row("raw newline in a string", "[\"a\nb\"]", "['a\nb']");
        row("scalar", "  3 ", "3");
        row("twice", "{\"a\": 1, \"a\": 2}", "{a:1,a:2}");
    }

    void values() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        const Result<Value> value = jsonc::parse(text.toStdString(), "f");
        QVERIFY2(value.ok(), value ? "" : value.error().what.c_str());
        QCOMPARE(shown(*value), expected.toStdString());
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("told");
        const auto row = [](const char* name, const std::string& text, const char* told) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(told);
        };
        row("nothing", "", "f:1:1: there is no value");
        row("only a comment", "// x\n", "f:2:1: there is no value");
        row("open comment", "{}\n/* x", "f:2:1: the comment");
        row("open string", "{\n \"a", "f:2:2: the string");
        row("open object", "{\"a\": 1", "f:1:1: the object");
        row("open list", "[\n[1]", "f:1:1: the list");
        row("two values", "{} {}", "f:1:4: more than one value");
        row("two commas", "[1,,2]", "f:1:4: a value");
        row("comma first", "{,}", "f:1:2: a key");
        row("no colon", "{\"a\" 1}", "f:1:6: a colon");
        row("no value", "{\"a\":}", "f:1:6: a value");
        row("wrong close", "[1}", "f:1:3: a value");
        row("word", "[yes]", "f:1:2: unexpected word 'yes'");
        row("stray sign", "[1;2]", "f:1:3: unexpected character");
        row("slash", "[1 / 2]", "f:1:4: unexpected character");
        row("bad number", "[-]", "f:1:3: a digit");
        row("bad exponent", "[1e]", "f:1:4: a digit");
        row("bad hexadecimal", "[0x]", "f:1:4: a hexadecimal");
        row("octal escape", "[\"\\1\"]", "f:1:3: bad escape");
        row("short unicode", "[\"\\u12\"]", "f:1:7: a hexadecimal");
        row("half a pair", "[\"\\ud83d\"]", "f:1:3: half of a surrogate");
        row("second half alone", "[\"\\ude00\"]", "f:1:3: half of a surrogate");
        row("pair of firsts", "[\"\\ud83d\\ud83d\"]", "f:1:3: half of a surrogate");
        row("NUL", bytes("[1\0]", 4), "f:1:3: unexpected character");
        row("bad UTF-8", "[\"\xff\"]", "f:1:1: the file is not UTF-8");
        row("surrogate in UTF-8", "[\"\xED\xA0\x80\"]", "f:1:1: the file is not UTF-8");
        row("byte order mark", "\xEF\xBB\xBF{}", "f:1:1:");
        row("deep lists", std::string(100000, '['), "f:1:513: nested too deeply");
        row("too many values", "[" + std::string(500000, '1') + "]", "");
    }

    void faults() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, told);
        const Result<Value> value = jsonc::parse(text.toStdString(), "f");
        if (told.isEmpty())
            return; // only that it ends
        QVERIFY(!value);
        QVERIFY2(value.error().what.rfind(told.toStdString(), 0) == 0, value.error().what.c_str());
    }

    void manyValuesAreRefused() {
        std::string text = "[";
        for (std::size_t i = 0; i < jsonc::maximum_values + 1; ++i)
            text += "1,";
        const Result<Value> value = jsonc::parse(text + "]", "f");
        QVERIFY(!value);
        QVERIFY(value.error().what.find("too many values") != std::string::npos);
    }

    void depthAtTheLimitIsRead() {
        const std::string open(jsonc::maximum_depth, '['), close(jsonc::maximum_depth, ']');
        QVERIFY(jsonc::parse(open + close, "f").ok());
        QVERIFY(!jsonc::parse("[" + open + close + "]", "f").ok());
    }

    void everyPrefixOfAProfileEnds() {
        const std::string text = "{\"a\": [1, 'x\\u00e4', {b: -0x1f,}, /* c */ null], // d\n"
                                 "            \"e\": \"\\ud83d\\ude00\"}";
        QVERIFY(jsonc::parse(text, "f").ok());
        for (std::size_t size = 0; size + 1 < text.size(); ++size)
            QVERIFY2(!jsonc::parse(text.substr(0, size), "f"), std::to_string(size).c_str());
        for (std::size_t at = 0; at < text.size();
             ++at) { // any byte changed: an error or another value, never a crash
            for (const char c : {'\0', '"', '{', ']', '\\', '\xff', '*'}) {
                std::string changed = text;
                changed[at] = c;
                static_cast<void>(jsonc::parse(changed, "f"));
            }
        }
    }

    void positionsAreThoseOfTheText() {
        const Result<Value> value =
            jsonc::parse("// c\n{\n  \"a\": {\n    \"b\": [\n      {}, {}\n    ]}}", "f");
        QVERIFY(value.ok());
        const Value* list = value->find("a")->find("b");
        QCOMPARE(list->line, 4);
        QCOMPARE(list->column, 10);
        QCOMPARE(list->items[1].line, 5);
        QCOMPARE(list->items[1].column, 11);
    }

    void findTakesTheLastAndNoNull() {
        const Result<Value> value = jsonc::parse("{\"a\": 1, \"a\": 2, \"n\": 3, \"n\": null}", "f");
        QCOMPARE(value->find("a")->text, std::string("2"));
        QVERIFY(value->find("n") == nullptr);
        QVERIFY(value->find("x") == nullptr);
        QVERIFY(value->find("a")->find("x") == nullptr);
    }
};

QTEST_APPLESS_MAIN(JsoncTest)
#include "jsonc_test.moc"
