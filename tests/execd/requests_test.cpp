// Requests from start to end: status, queue, limits, signals, and what is left afterwards.
#include "tests/execd/harness.h"

using namespace asb;
using namespace asb::test;

namespace {

/// A tree that answers TERM with nothing, one part of it in a session of its own. Prints the pids.
constexpr const char* kStubborn =
    "trap '' TERM; setsid bash -c 'trap \"\" TERM; echo $$; while :; do sleep 5; done' & "
    "bash -c 'trap \"\" TERM; echo $$; while :; do sleep 5; done' & wait";

/// Four orphans, each in a session of its own and within execve most of the time. Prints their pids.
const std::string kExecForEver = "for i in 1 2 3 4; do (setsid sh -c 'echo $$; exec sh -c \"$0\" \"$0\"' "
                                 "'exec sh -c \"$0\" \"$0\"' &); done; ";

std::vector<pid_t> pids_in(const std::string& text) {
    std::vector<pid_t> pids;
    for (const QString& word : QString::fromStdString(text).split('\n', Qt::SkipEmptyParts))
        pids.push_back(word.toInt());
    return pids;
}

bool all_gone(const std::vector<pid_t>& pids) {
    return std::none_of(pids.begin(), pids.end(), is_alive);
}

} // namespace

class RequestsTest : public QObject {
    Q_OBJECT
private slots:
    void status_output_and_directory() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QCOMPARE(client.run(daemon, "echo out; echo err >&2; exit 7"), 7);
        QCOMPARE(client.out(), std::string("out\n"));
        QCOMPARE(client.err(), std::string("err\n"));
        Client status;
        QCOMPARE(status.run(daemon, "@status 3"), 3);
        QCOMPARE(status.cwd, std::string("/"));
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 2));
        const Event* start = daemon.find(EventType::RequestStart, 1);
        QVERIFY(start != nullptr);
        QCOMPARE(start->line, std::string("echo out; echo err >&2; exit 7"));
        QCOMPARE(start->origin, std::string("exec"));
        QCOMPARE(start->peer_pid, ::getpid());
        const Event* end = daemon.find(EventType::RequestEnd, 1);
        QVERIFY(end != nullptr && end->status == 7 && end->end_reason == EndReason::Exit);
        std::uint64_t expected = 0;
        for (const Event& event : daemon.seen)
            QCOMPARE(event.sequence, ++expected);
    }

    void worker_starts_clean() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QCOMPARE(client.run(daemon, "@descriptors"), 0);
        Client masks;
        QCOMPARE(masks.run(daemon, "grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f2 | sort -u"), 0);
        QCOMPARE(masks.out(), std::string("0000000000000000\n"));
        Client limit;
        rlimit own{};
        ::getrlimit(RLIMIT_NOFILE, &own);
        QCOMPARE(limit.run(daemon, "ulimit -n"), 0);
        QCOMPARE(limit.out(), std::to_string(own.rlim_cur) + "\n");
    }

    void environment_by_hand() {
        ::setenv(wire::kSocketVariable, "/x", 1);
        Daemon daemon;
        QVERIFY(daemon.start());
        ::unsetenv(wire::kSocketVariable);
        Client own;
        QCOMPARE(own.run(daemon, std::string("echo ${") + wire::kSocketVariable + "-none}"), 0);
        QCOMPARE(own.out(), std::string("none\n"));
        Client given;
        given.request.environment = {"PATH=/bin:/usr/bin", "GIVEN=yes",
                                     std::string(wire::kSocketVariable) + "=/x"};
        QCOMPARE(
            given.run(daemon, std::string("echo $GIVEN ${") + wire::kSocketVariable + "-none} ${HOME-none}"),
            0);
        QCOMPARE(given.out(), std::string("yes none none\n"));
    }

    void missing_directory_is_named() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        client.request.cwd = "/nonexistent/folder";
        QCOMPARE(client.run(daemon, "true"), -1);
        QCOMPARE(client.failure, std::string("bash: cd: /nonexistent/folder: No such file or directory"));
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        QVERIFY(daemon.find(EventType::RequestEnd, 1)->status == 1);
    }

    void long_lines() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QCOMPARE(client.run(daemon, "@status 5" + std::string(3 << 20, ' ')), 5);
    }

    void many_parallel_clients() {
        Daemon daemon;
        QVERIFY(daemon.start());
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 200; ++i) {
            clients.push_back(std::make_unique<Client>());
            QVERIFY(clients.back()->start(daemon,
                                          "echo " + std::to_string(i) + "; exit " + std::to_string(i % 100)));
        }
        for (int i = 0; i < 200; ++i) {
            QCOMPARE(clients[static_cast<std::size_t>(i)]->wait(60'000), i % 100);
            QCOMPARE(clients[static_cast<std::size_t>(i)]->out(), std::to_string(i) + "\n");
        }
        QVERIFY(wait_until([&] {
            static_cast<void>(daemon.read_events(0));
            return std::count_if(daemon.seen.begin(), daemon.seen.end(),
                                 [](const Event& e) { return e.type == EventType::RequestEnd; })
                   == 200;
        }));
        QCOMPARE(daemon.bad_lines, 0);
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
        ASB_VERIFY_DESCRIPTORS(daemon, before);
    }

    void queue_keeps_order_and_drops_the_dead() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--workers", "1"}));
        Result<Pipe> gate = make_pipe();
        Client first;
        QVERIFY(first.start(daemon, "echo up; read x", 0, gate->read_end.get()));
        QVERIFY(first.wait_out("up"));
        const QTemporaryDir folder;
        const std::string order = folder.path().toStdString() + "/order";
        std::vector<std::unique_ptr<Client>> waiting;
        for (int i = 0; i < 5; ++i) {
            waiting.push_back(std::make_unique<Client>());
            QVERIFY(waiting.back()->start(daemon, "echo " + std::to_string(i) + " >> " + order));
        }
        Client timed;
        QVERIFY(timed.start(daemon, "true", 50));
        Client signalled;
        QVERIFY(signalled.start(daemon, "true"));
        signalled.signal(SIGINT);
        QCOMPARE(timed.wait(), 124);
        QCOMPARE(timed.err(), std::string("agent-sandbox: command timed out after 50ms\n"));
        QCOMPARE(signalled.wait(), 130);
        waiting[2]->hang_up();
        gate->write_end.reset();
        QCOMPARE(first.wait(), 1);
        for (const std::size_t i : {0U, 1U, 3U, 4U})
            QCOMPARE(waiting[i]->wait(), 0);
        QCOMPARE(read_file(order).ok() ? *read_file(order) : std::string(), std::string("0\n1\n3\n4\n"));
    }

    void timeout_ends_a_stubborn_tree() {
        Daemon daemon;
        QVERIFY(daemon.start());
        const auto client =
            start_timed(daemon, kStubborn, [](const Client& one) { return pids_in(one.out()).size() == 2; });
        QVERIFY(client);
        const std::vector<pid_t> pids = pids_in(client->out());
        QCOMPARE(client->wait(), 124);
        QCOMPARE(client->err(), "agent-sandbox: command timed out after "
                                    + std::to_string(client->request.timeout_ms) + "ms\n");
        QVERIFY(all_gone(pids)); // at once: the answer comes after the end
        QVERIFY(daemon.wait_type(EventType::RequestEnd));
        QVERIFY(daemon.find(EventType::RequestEnd)->end_reason == EndReason::Timeout);
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    void timeout_with_full_stderr_does_not_block() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Result<Pipe> full = make_pipe(O_NONBLOCK);
        while (::write(full->write_end.get(), "xxxxxxxx", 8) > 0) {
        }
        Result<Fd> socket = connect_unix(daemon.socket_path);
        const int end = full->write_end.get();
        QVERIFY(set_nonblocking(end, false));
        QVERIFY(send_with_fds(socket->get(), wire::encode_hello(wire::Role::Request), {0, end, end}));
        wire::Request request{"sleep 100", "/", "bash", 100, wire::Origin::Exec, {}};
        QVERIFY(wire::send_frame(socket->get(), wire::encode_request(request)));
        wire::FrameReader reader;
        QVERIFY(wire::receive_frame(socket->get(), reader).ok());
        Client other;
        QCOMPARE(other.run(daemon, "exit 4"), 4);
    }

    void lost_client_takes_its_tree_along() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QVERIFY(client.start(daemon, std::string(kStubborn)));
        QVERIFY(wait_until([&] { return pids_in(client.out()).size() == 2; }));
        const std::vector<pid_t> pids = pids_in(client.out());
        client.hang_up();
        QVERIFY(wait_until([&] { return all_gone(pids); }));
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        QVERIFY(daemon.find(EventType::RequestEnd, 1)->end_reason == EndReason::ClientLost);
        QVERIFY(client.err().empty());
    }

    void lost_client_takes_a_daemon_along() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client; // its parent is gone and its session is its own: only the tag tells
        QVERIFY(client.start(daemon, "(setsid bash -c 'echo $$; exec sleep 300' &); sleep 300"));
        QVERIFY(wait_until([&] { return client.out_pid() > 0; }));
        const pid_t escaped = client.out_pid();
        QVERIFY(is_alive(escaped));
        client.hang_up();
        QVERIFY(wait_until([&] { return !is_alive(escaped); }));
    }

    /// Orphans that are within execve nearly always: their tag cannot be seen there.
    void cancelled_while_its_daemons_exec() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--grace-ms", "1000"}));
        for (int round = 0; round < 15; ++round) {
            Client client;
            QVERIFY(client.start(daemon, kExecForEver + "sleep 300"));
            QVERIFY(wait_until([&] { return pids_in(client.out()).size() == 4; }));
            const std::vector<pid_t> pids = pids_in(client.out());
            client.signal(SIGTERM);
            QCOMPARE(client.wait(), 143);
            QVERIFY(wait_until([&] { return all_gone(pids); }));
        }
    }

    void daemons_left_within_exec_are_told() {
        Daemon daemon;
        QVERIFY(daemon.start());
        for (std::uint64_t request = 1; request <= 15; ++request) {
            Client client;
            QCOMPARE(client.run(daemon, kExecForEver), 0);
            QVERIFY(wait_until([&] { return pids_in(client.out()).size() == 4; }));
            const std::vector<pid_t> pids = pids_in(client.out());
            const auto told = [&](const Event& e) {
                return e.type == EventType::JobLeft && e.request == request;
            };
            QVERIFY(wait_until([&] {
                daemon.read_events(20);
                return std::count_if(daemon.seen.begin(), daemon.seen.end(), told) == 4;
            }));
            for (const pid_t pid : pids)
                ::kill(pid, SIGKILL);
        }
    }

    void client_lost_at_once() {
        Daemon daemon;
        QVERIFY(daemon.start());
        for (int i = 0; i < 30; ++i) {
            Client client;
            QVERIFY(client.start(daemon, "sleep 300"));
        }
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
        Client after;
        QCOMPARE(after.run(daemon, "exit 2"), 2);
    }

    void signals_reach_traps() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, kPatient));
        Client trapped;
        QVERIFY(trapped.start(daemon, "trap 'exit 5' TERM; echo up; while :; do sleep 0.01; done"));
        QVERIFY(trapped.wait_out("up"));
        trapped.signal(SIGTERM);
        QCOMPARE(trapped.wait(), 5);
        Client plain;
        QVERIFY(plain.start(daemon, "setsid sleep 300 & echo $!; sleep 300"));
        QVERIFY(wait_until([&] { return plain.out_pid() > 0; }));
        plain.signal(SIGINT);
        QCOMPARE(plain.wait(), 130);
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
        Client killed;
        QVERIFY(killed.start(daemon, "trap '' TERM INT; echo up; sleep 300"));
        QVERIFY(killed.wait_out("up"));
        killed.signal(SIGKILL);
        QCOMPARE(killed.wait(), 137);
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 3));
        QVERIFY(daemon.find(EventType::RequestEnd, 2)->end_reason == EndReason::Cancelled);
    }

    void signal_right_behind_the_request() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, kPatient));
        Client client;
        QVERIFY(client.start(daemon, "sleep 300"));
        client.signal(SIGTERM);
        QCOMPARE(client.wait(), 143);
    }

    void cancelled_at_any_moment() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, kPatient));
        for (const int number : {SIGKILL, SIGTERM, SIGHUP}) {
            std::vector<std::unique_ptr<Client>> clients; // some have a worker, some wait for one
            for (int i = 0; i < 30; ++i) {
                clients.push_back(std::make_unique<Client>());
                QVERIFY(clients.back()->start(daemon, "sleep 300"));
                clients.back()->signal(number);
            }
            for (const auto& client : clients)
                QCOMPARE(client->wait(), 128 + number);
        }
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    /// Workers that end just when execd looks who is left: the answer has their status all the same.
    void a_worker_that_ends_at_a_look_keeps_its_status() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, kPatient));
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 40; ++i) {
            clients.push_back(std::make_unique<Client>());
            const std::string rest = std::to_string(30 + i); // ms; the look comes after 50
            QVERIFY(clients.back()->start(
                daemon, "trap 'sleep 0.0" + rest + "; exit 9' TERM; echo up; while :; do sleep 0.01; done"));
        }
        for (const auto& client : clients)
            QVERIFY(client->wait_out("up"));
        for (const auto& client : clients)
            client->signal(SIGTERM);
        for (const auto& client : clients)
            QCOMPARE(client->wait(), 9);
    }

    void killed_worker() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QVERIFY(client.start(daemon, "echo $$; sleep 300; true"));
        QVERIFY(wait_until([&] { return client.out_pid() > 0; }));
        const pid_t worker = client.out_pid();
        QVERIFY(worker > 0);
        ::kill(worker, SIGKILL);
        QCOMPARE(client.wait(), 137);
        QCOMPARE(client.err(), std::string()); // bash's own way: a line may do that to itself
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; })); // its sleep went along
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        QVERIFY(daemon.find(EventType::RequestEnd, 1)->end_reason == EndReason::WorkerLost);
        Client crashed;
        QCOMPARE(crashed.run(daemon, "kill -SEGV $$"), 139);
        QVERIFY2(crashed.err().find("the shell of this line died: Segmentation fault") != std::string::npos,
                 crashed.err().c_str());
        Client own;
        QCOMPARE(own.run(daemon, "kill -TERM $$"), 143);
        QCOMPARE(own.err(), std::string());
    }

    void killed_spawner_is_replaced() {
        Daemon daemon;
        QVERIFY(daemon.start());
        for (int round = 0; round < 5; ++round) {
            const pid_t old = daemon.settled_spawner();
            QVERIFY(old > 0);
            ::kill(old, SIGKILL);
            Client client;
            QCOMPARE(client.run(daemon, "exit 6"), 6);
            const pid_t next = daemon.settled_spawner();
            QVERIFY(next > 0 && next != old);
        }
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        // Killed amid a crowd: everybody gets an answer.
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 100; ++i) {
            clients.push_back(std::make_unique<Client>());
            QVERIFY(clients.back()->start(daemon, "exit 6"));
            pid_t victim = 0;
            if (i % 20 == 10 && wait_until([&] { return (victim = daemon.spawner()) > 0; }))
                ::kill(victim, SIGKILL);
        }
        for (const auto& client : clients)
            QCOMPARE(client->wait(), 6);
        ASB_VERIFY_DESCRIPTORS(daemon, before);
    }

    void stopped_spawner_goes_on() {
        Daemon daemon;
        QVERIFY(daemon.start());
        const pid_t spawner = daemon.settled_spawner();
        QVERIFY(spawner > 0);
        ::kill(spawner, SIGSTOP);
        Client client;
        QCOMPARE(client.run(daemon, "exit 6"), 6);
    }

    void events_of_a_chatty_line() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QVERIFY(client.start(daemon, "@events 5000"));
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1, 30'000));
        QCOMPARE(client.wait(), 0);
        std::uint64_t counted = 0;
        for (const Event& event : daemon.seen) {
            if (event.type == EventType::CommandStart)
                ++counted;
            else if (event.type == EventType::Gap)
                counted += event.count;
        }
        QCOMPARE(counted, std::uint64_t{5000});
        QCOMPARE(daemon.find(EventType::CommandStart)->argv.size(), std::size_t{2});
    }

    // The last events of a line are lost: no later event can tell that.
    void lost_events_at_the_end_of_a_line_are_told() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client chatty;
        QVERIFY(chatty.start(daemon, "@events 20000"));
        QVERIFY(daemon.wait_type(EventType::CommandStart, 1));
        ::kill(daemon.pid, SIGSTOP);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        ::kill(daemon.pid, SIGCONT);
        QCOMPARE(chatty.wait(), 0);
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1, 30'000));
        std::uint64_t counted = 0;
        for (const Event& event : daemon.seen)
            counted += event.type == EventType::CommandStart ? 1
                       : event.type == EventType::Gap        ? event.count
                                                             : 0;
        QCOMPARE(counted, std::uint64_t{20000});
    }
};

ASB_EXECD_TEST_MAIN(RequestsTest)
#include "requests_test.moc"
