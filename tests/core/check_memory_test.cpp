// Which starts may go without asking nono again.
#include "core/base/fd.h"
#include "core/session/check_memory.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace asb;

class CheckMemoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const char* name) const { return (folder_.path() + '/').toStdString() + name; }
    void write(const char* name, const char* text) const {
        QVERIFY(write_file_atomically(path(name), text).ok());
    }
    std::string key() const { return check_key(path("nono"), {path("a.json"), path("b.json")}, "/project"); }

private Q_SLOTS:
    void init() {
        write("nono", "program");
        write("a.json", "{}");
        write("b.json", "{}");
    }

    void the_same_start_has_the_same_key() { QCOMPARE(key(), key()); }

    void whatever_counts_changes_the_key_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a profile") << QByteArray("a.json") << QByteArray("{} ");
        QTest::newRow("the other one") << QByteArray("b.json") << QByteArray("[]");
        QTest::newRow("nono, same size") << QByteArray("nono") << QByteArray("PROGRAM");
    }
    void whatever_counts_changes_the_key() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, text);
        const std::string before = key();
        write(name.constData(), text.constData());
        QVERIFY(key() != before);
    }

    void other_files_and_projects_have_other_keys() {
        QVERIFY(check_key(path("nono"), {path("a.json")}, "/project") != key());
        QVERIFY(check_key(path("nono"), {path("b.json"), path("a.json")}, "/project") != key());
        QVERIFY(check_key(path("nono"), {path("a.json"), path("b.json")}, "/other") != key());
        QVERIFY(QFile::remove(QString::fromStdString(path("b.json"))));
        const std::string absent = key();
        write("b.json", "");
        QVERIFY(key() != absent);
    }

    void remembers_what_was_passed_and_nothing_else() {
        const CheckMemory memory(path("new/folder/checks.json"));
        QVERIFY(!memory.passed("one"));
        memory.remember("one", "0.81.0");
        memory.remember("two", "0.80.0");
        QCOMPARE(memory.passed("one").value_or(""), std::string("0.81.0"));
        QCOMPARE(memory.passed("two").value_or(""), std::string("0.80.0"));
        QVERIFY(!memory.passed("three"));
        memory.remember("one", "0.82.0");
        QCOMPARE(memory.passed("one").value_or(""), std::string("0.82.0"));
    }

    void keeps_the_newest() {
        const CheckMemory memory(path("many.json"));
        for (int i = 0; i < 70; ++i)
            memory.remember("key " + std::to_string(i), "1");
        QVERIFY(!memory.passed("key 5"));
        QVERIFY(memory.passed("key 6"));
        QVERIFY(memory.passed("key 69"));
    }

    void a_damaged_file_counts_as_empty_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no json") << QByteArray("{[");
        QTest::newRow("another shape") << QByteArray(R"({"key":"one","nono":"1"})");
        QTest::newRow("other entries") << QByteArray(R"([1,"one",null,{"key":1},{"nono":"1"}])");
        QTest::newRow("no version") << QByteArray(R"([{"key":"one"}])");
        QTest::newRow("too large") << QByteArray(R"([{"key":"one","nono":")") + QByteArray(100'000, '1')
                                          + "\"}]";
    }
    void a_damaged_file_counts_as_empty() {
        QFETCH(QByteArray, text);
        write("damaged.json", text.constData());
        const CheckMemory memory(path("damaged.json"));
        QVERIFY(!memory.passed("one"));
        memory.remember("one", "0.81.0");
        QCOMPARE(memory.passed("one").value_or(""), std::string("0.81.0"));
    }

    void a_folder_that_cannot_be_written_is_no_failure() {
        const CheckMemory memory("/proc/nowhere/checks.json");
        memory.remember("one", "0.81.0");
        QVERIFY(!memory.passed("one"));
    }
};

QTEST_GUILESS_MAIN(CheckMemoryTest)
#include "check_memory_test.moc"
