// Proofs outside a sandbox: what they take for held, and that they leave nothing. Planted faults:
// tests/front/launch_test.cpp.
#include "core/base/fd.h"
#include "core/base/proof.h"
#include "core/base/unix_socket.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <sys/stat.h>
#include <unistd.h>

using namespace asb;

class ProofTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::string path(const std::string& name) const { return dir_.path().toStdString() + '/' + name; }
    Status prove(const std::string& specification) {
        const Result<Proof> proof = parse_proof(specification);
        if (!proof)
            return proof.error();
        return check(*proof);
    }

private slots:
    void names_are_read_back() {
        for (const char* text :
             {"must-read=/a=b", "must-not-read=/x", "must-not-write=/x", "must-execute=/x",
              "must-not-connect=192.0.2.1:443", "must-not-connect=[::1]:80", "must-connect-unix=/x"}) {
            const Result<Proof> proof = parse_proof(text);
            QVERIFY2(proof, text);
            QCOMPARE(to_string(*proof), std::string(text));
        }
        for (const char* text :
             {"", "=", "must-read", "must-read=", "must-fly=/x", "must-not-connect=host:80",
              "must-not-connect=1.2.3.4", "must-not-connect=1.2.3.4:0", "must-not-connect=1.2.3.4:99999",
              "must-not-connect=[::1]", "must-not-connect=1.2.3.4:80x"}) {
            const Result<Proof> proof = parse_proof(text);
            QVERIFY2(!proof, text);
            QVERIFY(!proof.error().what.empty());
        }
    }

    void what_is_there() {
        QVERIFY(write_file_atomically(path("file"), "x"));
        QVERIFY(prove("must-read=" + path("file")));
        QVERIFY(prove("must-read=" + dir_.path().toStdString()));
        QVERIFY(prove("must-execute=/bin/true"));
        QVERIFY(!prove("must-execute=" + path("file")));
        const Result<Fd> socket = listen_unix(path("socket"));
        QVERIFY(socket);
        QVERIFY(prove("must-connect-unix=" + path("socket")));
        ::unlink(path("socket").c_str());
    }

    void the_program_does_not_get_to_run() {
        QVERIFY(write_file_atomically(path("touches"), "#!/bin/sh\necho > " + path("ran") + '\n', 0755));
        for (int i = 0; i < 20; ++i)
            QVERIFY(prove("must-execute=" + path("touches")));
        QVERIFY(!QFile::exists(QString::fromStdString(path("ran"))));
    }

    void a_fifo_does_not_block() {
        QCOMPARE(::mkfifo(path("fifo").c_str(), 0600), 0);
        QVERIFY(prove("must-read=" + path("fifo")));
        QVERIFY(!prove("must-not-read=" + path("fifo")));
        ::unlink(path("fifo").c_str());
    }

    void refusals_hold() {
        if (::geteuid() == 0)
            QSKIP("nothing refuses root here");
        QVERIFY(write_file_atomically(path("secret"), "x", 0));
        QVERIFY(prove("must-not-read=" + path("secret")));
        QVERIFY(prove("must-not-write=" + path("secret")));
        QVERIFY(prove("must-not-write=/usr/bin"));
        QVERIFY(prove("must-not-write=/usr/bin/env"));
        QVERIFY(!prove("must-read=" + path("secret")));
    }

    void nothing_is_left() {
        const QStringList before = QDir(dir_.path()).entryList(QDir::AllEntries | QDir::Hidden);
        const Status held = prove("must-not-write=" + dir_.path().toStdString());
        QVERIFY(!held);
        QVERIFY(!held.error().hint.empty());
        QCOMPARE(QDir(dir_.path()).entryList(QDir::AllEntries | QDir::Hidden), before);
    }
};

QTEST_APPLESS_MAIN(ProofTest)
#include "proof_test.moc"
