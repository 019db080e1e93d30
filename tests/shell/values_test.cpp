// Values, arrays, generators and scopes of variables: what the differential tables cannot see from outside.
#include "core/shell/dynamic_variables.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <QTest>

#include <algorithm>

using namespace asb::shell;

namespace {

class SilentHost : public Host {
public:
    void report(asb::Event) override {}
    std::uint64_t next_command_number() override { return 1; }
    std::string tag_prefix() const override { return {}; }
    bool is_declared(const std::string&) const override { return false; }
    asb::Fd acquire_places(int) override { return {}; }
    bool is_private(int) const override { return false; }
};

std::string keys_in_order(const AssocArray& array) {
    std::string text;
    array.for_each([&](const std::string& key, const Value&) { text += key + " "; });
    return text;
}

} // namespace

class ValuesTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_are_trusted_only_when_plain() {
        std::int64_t n = 0;
        QVERIFY(Value(std::string("42")).number(n));
        QCOMPARE(n, 42);
        QVERIFY(Value(std::string("-7")).number(n));
        QCOMPARE(n, -7);
        for (const char* text : {"", "08", "-0", "1 ", " 1", "+1", "1x", "-", "99999999999999999999"})
            QVERIFY2(!Value(std::string(text)).number(n), text);
    }

    void text_and_number_follow_each_other() {
        Value v(std::int64_t{41});
        QCOMPARE(v.text(), std::string("41"));
        v.append("2");
        std::int64_t n = 0;
        QVERIFY(v.number(n));
        QCOMPARE(n, 412);
        v.set(std::int64_t{5});
        QCOMPARE(v.text(), std::string("5"));
    }

    void indexed_array_goes_sparse_and_keeps_everything() {
        IndexedArray a;
        for (int i = 0; i < 10; ++i)
            a.push_back(Value(std::int64_t{i}));
        QVERIFY(a.erase(3));
        QVERIFY(!a.erase(3));
        a.at(1'000'000'000) = Value(std::string("far"));
        QCOMPARE(a.size(), std::size_t{10});
        QCOMPARE(a.max_index(), std::int64_t{1'000'000'000});
        QCOMPARE(a.next(3), std::int64_t{4});
        QVERIFY(!a.find(3));
        QCOMPARE(a.find(9)->text(), std::string("9"));
        a.clear();
        QVERIFY(a.empty());
        QCOMPARE(a.max_index(), std::int64_t{-1});
    }

    void erasing_the_end_moves_the_highest_index() {
        IndexedArray a;
        a.at(0) = Value(std::string("a"));
        a.at(5) = Value(std::string("b"));
        QVERIFY(a.erase(5));
        QCOMPARE(a.max_index(), std::int64_t{0});
    }

    void
    associative_order_is_bashs() { // bash 5.2: declare -A m; for k in …; do m[$k]=1; done; echo "${!m[@]}"
        AssocArray m;
        for (const char* key : {"one", "two", "three", "four", "five", "six", "seven"})
            m.at(key) = Value(std::string("1"));
        QCOMPARE(keys_in_order(m), std::string(kSeven));
        const AssocArray copy = m;
        QCOMPARE(keys_in_order(copy), keys_in_order(m));
        QVERIFY(m.erase("two"));
        QVERIFY(!m.find("two"));
        QVERIFY(copy.find("two"));
    }

    void associative_array_grows() {
        AssocArray m;
        for (int i = 0; i < 5000; ++i)
            m.at("k" + std::to_string(i)) = Value(std::int64_t{i});
        QCOMPARE(m.size(), std::size_t{5000});
        for (int i = 0; i < 5000; ++i)
            QCOMPARE(m.find("k" + std::to_string(i))->text(), std::to_string(i));
    }

    void random_is_bashs_generator() { // RANDOM=42; echo $RANDOM $RANDOM $RANDOM
        RandomSource random;
        random.seed(42);
        QCOMPARE(random.next(false), 17772);
        QCOMPARE(random.next(false), 26794);
        QCOMPARE(random.next(false), 1435);
        random.seed(42);
        QCOMPARE(random.next(true), 17766);
        QCOMPARE(random.next(true), 11151);
    }

    void locals_give_way_when_their_scope_ends() {
        SilentHost host;
        Shell shell(ShellStart{}, host);
        Variables& v = shell.variables;
        const Slot x = intern("x");
        v.assign(x, "global");
        v.push_scope(Variables::ScopeKind::Function);
        Variable& local = v.make_local(x);
        QVERIFY(!local.is_set);
        v.assign(x, "inner");
        v.push_scope(Variables::ScopeKind::Function);
        v.assign(x, "seen from below");
        QCOMPARE(v.text(x), std::string("seen from below"));
        QVERIFY(v.unset(x)); // an outer function's local: the global shows up
        QCOMPARE(v.text(x), std::string("global"));
        v.pop_scope();
        v.pop_scope();
        QCOMPARE(v.text(x), std::string("global"));
    }

    void namerefs_are_followed_and_circles_end() {
        SilentHost host;
        Shell shell(ShellStart{}, host);
        Variables& v = shell.variables;
        const auto refer = [&](const char* from, const char* to) {
            Variable& ref = v.raw(intern(from));
            ref.exists = ref.is_set = true;
            ref.attributes = kNameref;
            ref.value.set(std::string(to));
        };
        refer("r", "target");
        QVERIFY(v.assign("r", "v"));
        QCOMPARE(v.text("target"), std::string("v"));
        refer("e", "arr[2]");
        QVERIFY(v.assign("e", "third"));
        QCOMPARE(v.raw(intern("arr")).array->find(2)->text(), std::string("third"));
        refer("c1", "c2");
        refer("c2", "c1");
        QCOMPARE(v.resolve(intern("c1")).slot, kNoSlot);
    }

    void the_environment_is_rebuilt_when_it_changed() {
        SilentHost host;
        ShellStart start;
        start.environment = {"A=1", "not a name=kept", "B=2"};
        Shell shell(start, host);
        Variables& v = shell.variables;
        const auto has = [&](const std::string& entry) {
            const auto& all = v.environment();
            return std::find(all.begin(), all.end(), entry) != all.end();
        };
        QVERIFY(has("A=1") && has("B=2") && has("not a name=kept"));
        v.assign("A", "9");
        QVERIFY(has("A=9") && !has("A=1"));
        v.push_scope(Variables::ScopeKind::Temporary);
        v.bind_temporary(intern("B"), "temporary");
        QVERIFY(has("B=temporary"));
        v.pop_scope();
        QVERIFY(has("B=2"));
        QVERIFY(v.unset(intern("A")));
        QVERIFY(!has("A=9"));
    }

    void recursion_without_end_is_an_error_of_the_line() {
        SilentHost host;
        ShellStart start;
        start.line = "f() { f; }; f 2>/dev/null; echo not reached";
        QCOMPARE(run_command_string(start, host), 139);
    }

private:
    static const char* const kSeven;
};

const char* const ValuesTest::kSeven = "four seven two three six one five ";

QTEST_APPLESS_MAIN(ValuesTest)
#include "values_test.moc"
