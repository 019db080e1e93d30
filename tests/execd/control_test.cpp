// The form that the session program starts: listening socket as stdin, control connection, orders, jobs, the
// end.
#include "tests/execd/harness.h"

#include <sys/stat.h>

using namespace asb;
using namespace asb::test;

class ControlTest : public QObject {
    Q_OBJECT
private slots:
    void hello_tells_facts() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening));
        const Event* hello = daemon.find(EventType::Hello);
        QCOMPARE(hello->pid, daemon.pid);
        QVERIFY(!hello->status);
        if (::geteuid() == 0)
            QVERIFY(hello->text.find("root") != std::string::npos);
        Client client;
        QCOMPARE(client.run(daemon, "exit 7"), 7);
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        QCOMPARE(daemon.end(), 0);
    }

    void first_connection_must_be_control() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/s";
        Result<Fd> listener = listen_unix(path);
        const pid_t child = ::fork();
        if (child == 0) {
            ::dup2(listener->get(), 0);
            const int null = ::open("/dev/null", O_WRONLY);
            ::dup2(null, 2);
            ::execl("/proc/self/exe", "t", "stand-in-execd", nullptr);
            ::_exit(127);
        }
        Result<Fd> socket = connect_unix(path);
        QVERIFY(wire::send_frame(socket->get(), wire::encode_hello(wire::Role::Ping)));
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(WEXITSTATUS(status), 1);
    }

    void second_control_and_environment_are_refused() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening));
        Result<Fd> second = connect_unix(daemon.socket_path);
        QVERIFY(wire::send_frame(second->get(), wire::encode_hello(wire::Role::Control)));
        wire::FrameReader reader;
        const Result<wire::Frame> frame = wire::receive_frame(second->get(), reader);
        QVERIFY(frame.ok() && frame->type == wire::FrameType::Failure);
        Client client;
        client.request.environment = {"LD_PRELOAD=/tmp/x.so"};
        QCOMPARE(client.run(daemon, "true"), -1);
        Client good;
        QCOMPARE(good.run(daemon, "exit 2"), 2);
    }

    void stdin_that_does_not_listen_is_an_error() {
        const pid_t child = ::fork();
        if (child == 0) {
            const int null = ::open("/dev/null", O_RDWR);
            ::dup2(null, 0);
            ::dup2(null, 2);
            ::execl("/proc/self/exe", "t", "stand-in-execd", nullptr);
            ::_exit(127);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(WEXITSTATUS(status), 1);
    }

    void end_of_control_ends_everything() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening));
        Client job;
        QCOMPARE(job.run(daemon, "setsid sleep 300 >/dev/null & echo $!"), 0);
        Client running;
        QVERIFY(running.start(daemon, "trap '' TERM; echo $$; while :; do sleep 1; done"));
        QVERIFY(wait_until([&] { return running.out_pid() > 0; }));
        Client escaped; // clean environment, session of its own, no parent: found by the last sweep
        QCOMPARE(
            escaped.run(daemon, "env -i setsid bash -c 'trap \"\" TERM; echo $$; sleep 300; :' & sleep 0.2"),
            0);
        pid_t spawner = 0;
        QVERIFY(wait_until([&] { return escaped.out_pid() > 0 && (spawner = daemon.spawner()) > 0; }));
        const std::vector<pid_t> pids{job.out_pid(), running.out_pid(), escaped.out_pid(), spawner};
        QVERIFY(std::all_of(pids.begin(), pids.end(), is_alive));
        QCOMPARE(daemon.end(), 0);
        QVERIFY(std::none_of(pids.begin(), pids.end(), is_alive));
        QCOMPARE(running.wait(), 137);
    }

    void signals_end_both_forms() {
        for (const int signal : {SIGTERM, SIGINT}) {
            for (const Form form : {Form::ByHand, Form::Listening}) {
                Daemon daemon;
                QVERIFY(daemon.start(form, kPatient));
                Client client;
                QVERIFY(client.start(daemon, "echo $$; sleep 300"));
                QVERIFY(wait_until([&] { return client.out_pid() > 0; }));
                ::kill(daemon.pid, signal);
                QCOMPARE(daemon.wait_exit(), 0);
                QVERIFY(!is_alive(client.out_pid()));
                QCOMPARE(client.wait(), 143);
                QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
                struct stat info {};
                QCOMPARE(::stat(daemon.socket_path.c_str(), &info) == 0, form == Form::Listening);
            }
        }
    }

    void end_of_stdin_ends_by_hand() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QVERIFY(client.start(daemon, "sleep 300"));
        QCOMPARE(daemon.end(), 0);
    }

    void orders() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, kPatient));
        Client client;
        QVERIFY(client.start(daemon, "echo up; sleep 300"));
        QVERIFY(client.wait_out("up"));
        daemon.order(OrderType::Cancel, 1);
        QCOMPARE(client.wait(), 143);
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        QVERIFY(daemon.find(EventType::RequestEnd, 1)->end_reason == EndReason::Cancelled);
        daemon.order(OrderType::Cancel, 999);
        daemon.order(OrderType::KillJob, 0, daemon.pid); // not a job
        daemon.order(OrderType::Shutdown);
        QCOMPARE(daemon.wait_exit(), 0);
    }

    void jobs_are_listed_and_ended() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, kPatient));
        Client first;
        QCOMPARE(first.run(daemon,
                           "sleep 300 >/dev/null & echo $!; setsid sleep 301 & "
                           "until head -c 5 /proc/$!/cmdline | tr -d '\\0' | grep -qx sleep; do :; done"),
                 0);
        Client second;
        QCOMPARE(second.run(daemon, "(sleep 302; :) & echo $!"), 0);
        Client brief;
        QTemporaryDir folder;
        const QString end = folder.filePath("end");
        QCOMPARE(brief.run(daemon, "(until [ -e " + end.toStdString() + " ]; do sleep 0.02; done; exit 4) &"),
                 0);
        const auto left = [](std::uint64_t request) {
            return [request](const Event& e) { return e.type == EventType::JobLeft && e.request == request; };
        };
        QVERIFY(daemon.wait_event(left(1)));
        QVERIFY(daemon.wait_event([](const Event& e) {
            return e.type == EventType::JobLeft && e.argv == std::vector<std::string>{"sleep", "301"};
        }));
        QVERIFY(daemon.wait_event(left(2)));
        QVERIFY(is_alive(first.out_pid()));
        QVERIFY(daemon.wait_event(left(3)));
        QVERIFY(write_file_atomically(end.toStdString(), ""));
        QVERIFY(daemon.wait_event(
            [&](const Event& e) { return e.type == EventType::JobEnd && e.request == 3 && e.status == 4; }));

        daemon.order(OrderType::KillJob, 0, first.out_pid());
        QVERIFY(daemon.wait_event([&](const Event& e) {
            return e.type == EventType::JobEnd && e.pid == first.out_pid() && e.signal == SIGTERM;
        }));
        QVERIFY(is_alive(second.out_pid()));
        daemon.order(OrderType::Cancel, 2); // ended long ago: its jobs
        QVERIFY(daemon.wait_event(
            [&](const Event& e) { return e.type == EventType::JobEnd && e.pid == second.out_pid(); }));
        daemon.order(OrderType::EndAllJobs);
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    void real_programs_end_first() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, {"--hold-ms", "60000"}));
        const auto client = start_timed(daemon, "@declared", [&](const Client&) {
            static_cast<void>(daemon.read_events(0));
            const Event* line = daemon.newest(EventType::RequestStart);
            return line != nullptr && daemon.find(EventType::CommandStart, line->request) != nullptr;
        });
        QVERIFY(client);
        const std::uint64_t number = daemon.newest(EventType::RequestStart)->request;
        const pid_t shim = daemon.find(EventType::CommandStart, number)->pid;
        QVERIFY(daemon.wait_type(EventType::Ending, number));
        QVERIFY(daemon.find(EventType::Ending, number)->pids == std::vector<int>{shim});
        QVERIFY(is_alive(shim));
        // The session program ends the real program; the shim's end must not let the line go on.
        ::kill(shim, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        daemon.order(OrderType::Ended, number);
        QCOMPARE(client->wait(), 124);
        QCOMPARE(client->out(), std::string());
    }

    void real_programs_of_jobs_end_first() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, {"--shell", "real", "--hold-ms", "60000"}));
        QTemporaryDir folder;
        const std::string shims = folder.path().toStdString() + "/nono-tool-sandbox-1/shims";
        QVERIFY(QDir().mkpath(QString::fromStdString(shims)));
        QVERIFY(write_file_atomically(shims + "/linger", "#!/bin/sh\nexec sleep 300\n", 0755).ok());
        Client client;
        QCOMPARE(client.run(daemon, "PATH=" + shims + ":$PATH; linger & echo $!; sleep 0.3"), 0);
        QVERIFY(daemon.wait_type(EventType::JobLeft, 1));
        QVERIFY(daemon.wait_event(
            [](const Event& e) { return e.type == EventType::CommandStart && e.declared; }));
        daemon.order(OrderType::KillJob, 0, client.out_pid());
        QVERIFY(daemon.wait_type(EventType::Ending, 1));
        QCOMPARE(daemon.find(EventType::Ending)->pids.size(), std::size_t{1});
        QVERIFY(is_alive(daemon.find(EventType::Ending)->pids[0]));
        daemon.order(OrderType::Ended, 1);
        QVERIFY(daemon.wait_type(EventType::JobEnd, 1));
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    void nobody_ends_real_programs() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, kPatient));
        Client client;
        QVERIFY(client.start(daemon, "@declared"));
        QVERIFY(daemon.wait_type(EventType::CommandStart, 1));
        const auto begun = Clock::now();
        client.signal(SIGTERM);
        QVERIFY(daemon.wait_type(EventType::Ending, 1));
        QCOMPARE(client.wait(), 143);
        const auto took = Clock::now() - begun;
        QVERIFY(took >= std::chrono::milliseconds(290) && took < std::chrono::seconds(15));
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
        QCOMPARE(client.out(), std::string());
    }

    void slow_reader_blocks_nobody() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, {"--sink-events", "300"}));
        Client client;
        QVERIFY(client.start(daemon, "@events 20000")); // nobody reads the control connection meanwhile
        QCOMPARE(client.wait(), 0);
        Client other;
        QCOMPARE(other.run(daemon, "exit 3"), 3);
        static_cast<void>(daemon.wait_event([](const Event&) { return false; }, 300));
        Client last;
        QCOMPARE(last.run(daemon, "exit 3"), 3);
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 3));
        std::uint64_t lost = 0;
        std::uint64_t sequence = 0;
        for (const Event& event : daemon.seen) {
            QCOMPARE(event.sequence, ++sequence);
            lost += event.type == EventType::Gap ? event.count : 0;
        }
        QVERIFY(lost > 1000);
        QCOMPARE(daemon.bad_lines, 0);
    }

    void bad_orders_are_noted() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening));
        daemon.order(static_cast<OrderType>(99));
        QVERIFY(daemon.wait_type(EventType::Note));
        Client client;
        QCOMPARE(client.run(daemon, "exit 3"), 3);
    }
};

ASB_EXECD_TEST_MAIN(ControlTest)
#include "control_test.moc"
