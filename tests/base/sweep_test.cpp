#include "core/base/sweep.h"
#include "tests/front/child.h"

#include <QtTest>
#include <algorithm>
#include <sys/prctl.h>

using namespace asb;
using namespace asb::test;

class SweepTest : public QObject {
    Q_OBJECT

private slots:
    void sees_itself() {
        const std::vector<ProcessInfo> all = list_processes();
        const auto self =
            std::find_if(all.begin(), all.end(), [](const ProcessInfo& p) { return p.pid == ::getpid(); });
        QVERIFY(self != all.end());
        QCOMPARE(self->parent, ::getppid());
        QCOMPARE(self->session, ::getsid(0));
        QVERIFY(self->start_ticks > 0);
    }

    void descendants_in_order() {
        Child child([] {
            if (::fork() == 0)
                pause_ms(60'000);
            pause_ms(60'000);
            return 0;
        });
        std::vector<ProcessInfo> found;
        QVERIFY(eventually([&] {
            found = descendants_of(::getpid());
            return found.size() == 2;
        }));
        QCOMPARE(found[0].pid, child.pid());
        QCOMPARE(found[1].parent, child.pid());
        ::kill(found[1].pid, SIGKILL);
    }

    void strange_names() {
        Child child([] {
            ::prctl(PR_SET_NAME, ") S 1 (x");
            pause_ms(60'000);
            return 0;
        });
        const auto there = [&] {
            const std::vector<ProcessInfo> found = descendants_of(::getpid());
            return found.size() == 1 && found[0].pid == child.pid();
        };
        QVERIFY(eventually(there));
    }

    void a_group_is_signalled_whole_only_when_all_of_it_is_meant() {
        // Two in one group, of which one is meant; two in another one, of which both are.
        const auto waiting = [](pid_t group) {
            return Child([group] {
                ::setpgid(0, group);
                pause_ms(60'000);
                return 0;
            });
        };
        Child meant = waiting(0);
        const auto in_group = [](const Child& child, pid_t group) {
            return eventually([&] { return ::getpgid(child.pid()) == group; });
        };
        QVERIFY(in_group(meant, meant.pid()));
        Child outsider = waiting(meant.pid());
        Child first = waiting(0);
        QVERIFY(in_group(outsider, meant.pid()) && in_group(first, first.pid()));
        Child second = waiting(first.pid());
        QVERIFY(in_group(second, first.pid()));
        const std::vector<ProcessInfo> all = list_processes();
        std::vector<ProcessInfo> chosen = descendants_of(::getpid(), all);
        QCOMPARE(chosen.size(), std::size_t{4});
        std::erase_if(chosen, [&](const ProcessInfo& process) { return process.pid == outsider.pid(); });
        signal_processes(chosen, all, SIGUSR1);
        for (Child* child : {&meant, &first, &second})
            QCOMPARE(child->wait(), 128 + SIGUSR1);
        QCOMPARE(::kill(outsider.pid(), 0), 0);
        QCOMPARE(::waitpid(outsider.pid(), nullptr, WNOHANG), 0);
    }

    void sweeps_daemons_and_reaps() {
        Child keeper([] {
            ::prctl(PR_SET_CHILD_SUBREAPER, 1);
            for (int i = 0; i < 5; ++i) {
                if (::fork() == 0) {
                    ::setsid();
                    if (::fork() == 0)
                        ::signal(SIGTERM, SIG_IGN);
                    else if (i % 2 == 0)
                        ::_exit(0);
                    pause_ms(60'000);
                    ::_exit(0);
                }
            }
            pause_ms(30);
            if (!sweep_descendants(std::chrono::seconds(10)))
                return 1;
            return descendants_of(::getpid()).empty() && ::waitpid(-1, nullptr, WNOHANG) < 0 ? 0 : 2;
        });
        QCOMPARE(keeper.wait(), 0);
    }

    void sweeps_a_process_that_forks_all_the_time() {
        Child keeper([] {
            ::prctl(PR_SET_CHILD_SUBREAPER, 1);
            if (::fork() == 0) {
                for (;;) { // each one leaves a child and ends: no pid stays for long
                    if (::fork() != 0)
                        ::_exit(0);
                    pause_ms(1);
                }
            }
            pause_ms(30);
            return sweep_descendants(std::chrono::seconds(20)) ? 0 : 1;
        });
        QCOMPARE(keeper.wait(40'000), 0);
    }

    void nothing_to_sweep() { QVERIFY(sweep_descendants(std::chrono::milliseconds(0))); }

    void environment() {
        Child child([] {
            char name[] = "ASB_TEST=a=b";
            char empty[] = "ASB=";
            char* const variables[] = {empty, name, nullptr};
            char program[] = "sleep";
            char time[] = "60";
            char* const words[] = {program, time, nullptr};
            return ::execve("/bin/sleep", words, variables);
        });
        QVERIFY(eventually([&] { return environment_of(child.pid(), "ASB_TEST") == "a=b"; }));
        QCOMPARE(environment_of(child.pid(), "ASB"), std::string());
        QCOMPARE(environment_of(child.pid(), "TEST"), std::string());
        QCOMPARE(environment_of(-1, "ASB"), std::string());
    }

    /// A new image shows no environment until execve has written it.
    void environment_within_exec() {
        Child child([] {
            char name[] = "ASB_TEST=a=b";
            char* const variables[] = {name, nullptr};
            char program[] = "sh";
            char option[] = "-c";
            char again[] = R"(exec sh -c "$0" "$0")";
            char* const words[] = {program, option, again, again, nullptr};
            return ::execve("/bin/sh", words, variables);
        });
        const auto value = [&] { return environment_now(child.pid(), "ASB_TEST"); };
        QVERIFY(eventually([&] { return value() == "a=b"; }));
        int undecided = 0;
        for (int look = 0; look < 20'000; ++look) {
            const std::optional<std::string> now = value();
            undecided += now ? 0 : 1;
            QVERIFY(!now || *now == "a=b");
        }
        if (undecided == 0)
            qWarning("no look fell into an execve: this run has shown nothing");
        QCOMPARE(environment_of(child.pid(), "ASB_TEST"), std::string("a=b"));
    }

    void empty_environment_is_no_exec() {
        Child child([] {
            char program[] = "sleep";
            char time[] = "60";
            char* const words[] = {program, time, nullptr};
            char* const variables[] = {nullptr};
            return ::execve("/bin/sleep", words, variables);
        });
        QVERIFY(eventually([&] { return environment_now(child.pid(), "PATH") == ""; }));
        QVERIFY(environment_now(1, "PATH").has_value());
        if (const pid_t kernel = 2; ::getpgid(kernel) == 0) // kthreadd, unless this is a container
            QVERIFY(environment_now(kernel, "PATH").has_value());
    }
};

QTEST_APPLESS_MAIN(SweepTest)
#include "sweep_test.moc"
