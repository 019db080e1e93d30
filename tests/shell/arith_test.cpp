// Arithmetic against a host of its own: values, order of effects, bash's error texts, limits.
#include "core/shell/arith.h"
#include "core/shell/names.h"

#include <QtTest>

#include <map>
#include <string>

using namespace asb::shell;

namespace {

class Host : public ArithHost {
public:
    std::map<std::string, std::string> scalars;
    std::map<std::string, std::map<std::int64_t, std::int64_t>> arrays;
    std::map<std::string, std::map<std::string, std::int64_t>> maps;
    bool strict = false;

    ArithOperand variable(Slot slot) override {
        const auto it = scalars.find(name_of(slot));
        if (it == scalars.end())
            return {};
        return {ArithOperand::Kind::Text, 0, it->second};
    }
    bool is_associative(Slot slot) override { return maps.count(name_of(slot)) != 0; }
    ArithOperand element(Slot slot, std::int64_t index) override {
        return {ArithOperand::Kind::Integer, arrays[name_of(slot)][index], {}};
    }
    ArithOperand element(Slot slot, const std::string& key) override {
        return {ArithOperand::Kind::Integer, maps[name_of(slot)][key], {}};
    }
    std::string expand_key(std::string_view text) override { return std::string(text); }
    std::string expand_index(std::string_view text) override { return std::string(text); }
    bool assign(Slot slot, std::int64_t value) override {
        if (name_of(slot) == "r")
            return false;
        scalars[name_of(slot)] = std::to_string(value);
        return true;
    }
    bool assign(Slot slot, std::int64_t index, std::string_view /*written*/, std::int64_t value) override {
        arrays[name_of(slot)][index] = value;
        return true;
    }
    bool assign(Slot slot, const std::string& key, std::int64_t value) override {
        maps[name_of(slot)][key] = value;
        return true;
    }
    ArithOperand parameter(Slot slot, std::uint32_t) override {
        return slot == kNoSlot ? ArithOperand{} : variable(slot);
    }
    std::string unbound(Slot slot) override {
        const std::string& name = name_of(slot);
        return strict && !scalars.contains(name) && !arrays.contains(name) && !maps.contains(name)
                   ? name
                   : std::string();
    }
};

} // namespace

class ArithTest : public QObject {
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void errors_data();
    void errors();
    void effects_before_an_error();
    void refused_assignment();
    void unset_under_nounset();
    void prepared();
    void limits();
};

void ArithTest::values_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("value");
    const auto row = [](const char* text, qlonglong value) { QTest::newRow(text) << text << value; };
    row("", 0);
    row("1+2*3", 7);
    row("2**3**2", 512);
    row("-7%3", -1);
    row("-2**2", 4);
    row("1<<4|1", 17);
    row("010+0x1f+2#101", 44);
    row("64#@_", 62 * 64 + 63);
    row("9223372036854775807+1", std::numeric_limits<qlonglong>::min());
    row("x*2", 8); // x is 1+3: its value is evaluated
    row("y", 4);   // y names x
    row("1?2:3", 2);
    row("0?z=9:5", 5);
    row("0&&(z=9)", 0);
    row("n++ + ++n", 12);
    row("a[1]=3,a[1]*=4", 12);
    row("m[k]+=2", 2);
    row("(1,2)", 2);
    row("!0+~0", 0);
    row("1--1", 2);
}

void ArithTest::values() {
    QFETCH(QString, text);
    QFETCH(qlonglong, value);
    Host host;
    host.scalars = {{"x", "1+3"}, {"y", "x"}, {"n", "5"}};
    host.maps["m"];
    const ArithResult result = evaluate_arith(text.toStdString(), host);
    QVERIFY2(result.ok, result.error.c_str());
    QCOMPARE(static_cast<qlonglong>(result.value), value);
    QVERIFY(host.scalars.count("z") == 0);
}

void ArithTest::errors_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* text, const char* error) { QTest::newRow(text) << text << error; };
    row("1/0", "1/0: division by 0 (error token is \"0\")");
    row("1 + + ", "1 + + : syntax error: operand expected (error token is \"+ \")");
    row("08+1", "08: value too great for base (error token is \"08\")");
    row("1 2", "1 2: syntax error in expression (error token is \"2\")");
    row("1=2", "1=2: attempted assignment to non-variable (error token is \"=2\")");
    row("2**-1", "2**-1: exponent less than 0 (error token is \"1\")");
    row("(1", "(1: missing `)' (error token is \"1\")");
    row("1?2", "1?2: `:' expected for conditional expression (error token is \"2\")");
    row("x @", "x @: syntax error: invalid arithmetic operator (error token is \"@\")");
    row("bad", "1+: syntax error: operand expected (error token is \"+\")");
    row("loop", "loop: expression recursion level exceeded (error token is \"loop\")");
    row("99#1", "99#1: invalid arithmetic base (error token is \"99#1\")");
    row("--5++x", "--5++x: syntax error in expression (error token is \"++x\")");
}

void ArithTest::errors() {
    QFETCH(QString, text);
    QFETCH(QString, error);
    Host host;
    host.scalars = {{"bad", "1+"}, {"loop", "loop"}};
    const ArithResult result = evaluate_arith(text.toStdString(), host);
    QVERIFY(!result.ok);
    QCOMPARE(QString::fromStdString(result.error), error);
}

void ArithTest::effects_before_an_error() {
    Host host;
    QVERIFY(!evaluate_arith("p=1, q=2, 3+", host).ok);
    QCOMPARE(host.scalars["p"], std::string("1"));
    QCOMPARE(host.scalars["q"], std::string("2"));
    QVERIFY(!evaluate_arith("0 && (s=1) +", host).ok); // noticed though it is skipped
    QVERIFY(host.scalars.count("s") == 0);
}

void ArithTest::refused_assignment() {
    Host host;
    const ArithResult result = evaluate_arith("r=1", host);
    QVERIFY(!result.ok);
    QVERIFY(result.error.empty());
}

void ArithTest::unset_under_nounset() {
    Host host;
    host.strict = true;
    const ArithResult result = evaluate_arith("nothing+1", host);
    QVERIFY(result.unbound);
    QCOMPARE(result.error, std::string("nothing: unbound variable"));
}

void ArithTest::prepared() {
    Host host;
    host.scalars = {{"x", "4"}, {"t", "1+1"}};
    const auto tree = prepare_arith("$x * 2 + ${x}");
    QVERIFY(tree != nullptr);
    QCOMPARE(evaluate_arith(*tree, host).value, std::int64_t{12});
    const auto text = prepare_arith("i++ + $t * 2");
    QVERIFY(text != nullptr);
    QVERIFY(evaluate_arith(*text, host).needs_text);
    QVERIFY(host.scalars.count("i") == 0); // nothing was evaluated yet
    for (const char* joined : {"$x$x", "1$x", "${x}1", "$x[1]", "$(x)", "a[$x]", "1+"})
        QVERIFY2(prepare_arith(joined) == nullptr, joined);
}

void ArithTest::limits() {
    Host host;
    std::string sum = "1";
    for (int i = 0; i < 200'000; ++i)
        sum += "+1";
    QCOMPARE(evaluate_arith(sum, host).value, std::int64_t{200'001});
    QVERIFY(!evaluate_arith(std::string(100'000, '('), host).ok);
    QVERIFY(!evaluate_arith(std::string(100'000, '-') + "1", host).ok);
    std::string chain;
    for (int i = 0; i < 100'000; ++i)
        chain += "1?";
    QVERIFY(!evaluate_arith(chain, host).ok);
}

QTEST_APPLESS_MAIN(ArithTest)
#include "arith_test.moc"
