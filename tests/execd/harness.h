// execd as a real process, and clients that speak to it. A test program starts itself again as execd
// (stand_in.h).
#pragma once

#include "core/base/event.h"
#include "core/base/fd.h"
#include "core/base/unix_socket.h"
#include "core/base/wire.h"
#include "tests/execd/stand_in.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <poll.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

/// At the end of a test: execd is back at the number of descriptors that it had before, or at less, as that
/// number may have been taken before the last client's were closed.
#define ASB_VERIFY_DESCRIPTORS(daemon, before)                                                               \
    do {                                                                                                     \
        if ((before) < 0)                                                                                    \
            QSKIP("a kernel before 6.2 tells only root how many descriptors execd has");                     \
        QVERIFY(wait_until([&] { return (daemon).open_descriptors() <= (before); }));                        \
    } while (false)

namespace asb::test {

using Clock = std::chrono::steady_clock;

inline bool wait_until(const std::function<bool()>& holds, int limit_ms = kPatienceMs) {
    const auto end = Clock::now() + std::chrono::milliseconds(limit_ms);
    while (!holds()) {
        if (Clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

/// As in /proc/PID/stat: 'R' runs, 'S' waits, 'Z' has ended; 0: there is no such process.
inline char state_of(pid_t pid) {
    const Result<std::string> stat = read_file("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t close = stat ? stat->rfind(')') : std::string::npos;
    return close != std::string::npos && close + 2 < stat->size() ? (*stat)[close + 2] : '\0';
}

inline bool is_alive(pid_t pid) {
    const char state = state_of(pid);
    return state != '\0' && state != 'Z';
}

inline int words_in_directory(const std::string& path) {
    return static_cast<int>(
        QDir(QString::fromStdString(path)).entryList(QDir::AllEntries | QDir::System).size());
}

// --- execd as a child
// ----------------------------------------------------------------------------------------------

enum class Form { ByHand, Listening };

inline const std::string kRealShell = "/proc/self/exe";

/// For a line that ends of TERM itself: not to be killed before it had the processor.
inline const std::vector<std::string> kPatient{"--grace-ms", "15000"};

class Daemon {
public:
    Daemon() = default;
    ~Daemon() { stop(); }
    Daemon(const Daemon&) = delete;
    Daemon& operator=(const Daemon&) = delete;

    /// Starts execd and waits for its hello. `program` empty: this test program with the stand-in;
    /// kRealShell: this program with the shell of the product; else a path of agent-sandbox.
    bool start(Form form = Form::ByHand, std::vector<std::string> options = {},
               const std::string& program = {}) {
        form_ = form;
        socket_path = folder_.path().toStdString() + "/s";
        std::vector<std::string> words{program.empty() ? "/proc/self/exe" : program,
                                       program.empty() ? "stand-in-execd" : "execd"};
        if (form == Form::ByHand) {
            words.emplace_back("--socket");
            words.push_back(socket_path);
        }
        words.insert(words.end(), options.begin(), options.end());
        Fd input;
        Fd output;
        if (form == Form::ByHand) {
            Result<Pipe> in = make_pipe();
            Result<Pipe> out = make_pipe();
            input = std::move(in->read_end);
            stdin_ = std::move(in->write_end);
            output = std::move(out->write_end);
            events_ = std::move(out->read_end);
        } else {
            input = std::move(*listen_unix(socket_path));
            output.reset(::open("/dev/null", O_WRONLY | O_CLOEXEC));
        }
        spawn(words, input.get(), output.get());
        if (form == Form::Listening && !connect_control())
            return false;
        return wait_event([](const Event& e) { return e.type == EventType::Hello; });
    }

    bool connect_control() {
        Result<Fd> control = connect_unix(socket_path);
        if (!control || !wire::send_frame(control->get(), wire::encode_hello(wire::Role::Control)))
            return false;
        events_ = std::move(*control);
        return true;
    }

    void order(OrderType type, std::uint64_t request = 0, int job = 0) const {
        static_cast<void>(write_all(events_.get(), to_json(Order{type, request, job}) + "\n"));
    }

    /// Reads events until one is wanted; all that were read stand in `seen`.
    bool wait_event(const std::function<bool(const Event&)>& wanted, int limit_ms = kPatienceMs) {
        for (const Event& event : seen) {
            if (wanted(event))
                return true;
        }
        const auto end = Clock::now() + std::chrono::milliseconds(limit_ms);
        while (Clock::now() < end) {
            const std::size_t before = seen.size();
            if (!read_events(20))
                return false;
            for (std::size_t i = before; i < seen.size(); ++i) {
                if (wanted(seen[i]))
                    return true;
            }
        }
        return false;
    }

    bool wait_type(EventType type, std::uint64_t request = 0, int limit_ms = kPatienceMs) {
        return wait_event(
            [&](const Event& e) { return e.type == type && (request == 0 || e.request == request); },
            limit_ms);
    }

    const Event* find(EventType type, std::uint64_t request = 0) const {
        for (const Event& event : seen) {
            if (event.type == type && (request == 0 || event.request == request))
                return &event;
        }
        return nullptr;
    }

    /// The last one of a kind that was read.
    const Event* newest(EventType type) const {
        const auto found =
            std::find_if(seen.rbegin(), seen.rend(), [&](const Event& event) { return event.type == type; });
        return found == seen.rend() ? nullptr : &*found;
    }

    /// False at end of file.
    bool read_events(int wait_ms) {
        pollfd entry{events_.get(), POLLIN, 0};
        if (::poll(&entry, 1, wait_ms) != 1)
            return true;
        char chunk[65536];
        const ssize_t got = ::read(events_.get(), chunk, sizeof(chunk));
        if (got <= 0)
            return false;
        text_.append(chunk, static_cast<std::size_t>(got));
        std::size_t start = 0;
        for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', start)) {
            const Result<Event> event = event_from_json(std::string_view(text_).substr(start, at - start));
            if (event)
                seen.push_back(*event);
            else
                ++bad_lines;
            start = at + 1;
        }
        text_.erase(0, start);
        return true;
    }

    /// EOF of stdin or of the control connection; returns the exit status (-1: had to be killed).
    int end() {
        stdin_.reset();
        if (form_ == Form::Listening)
            events_.reset();
        return wait_exit();
    }

    int wait_exit(int limit_ms = kPatienceMs) {
        int status = 0;
        const bool ended = wait_until([&] { return ::waitpid(pid, &status, WNOHANG) == pid; }, limit_ms);
        if (!ended)
            return -1;
        pid = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

    void stop() {
        if (pid == 0)
            return;
        stdin_.reset();
        events_.reset();
        ::kill(pid, SIGTERM);
        if (wait_exit() < 0) {
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
            pid = 0;
        }
    }

    /// Children of execd but the worker that stands ready.
    std::vector<pid_t> children() const { return children_named("asb-worker", false); }
    /// 0: it is not there or at work. (A worker that has just been cloned from it still has its name.)
    pid_t spawner() const {
        for (const pid_t child : children_named("asb-spawner", true)) {
            if (state_of(child) == 'S')
                return child;
        }
        return 0;
    }
    /// Workers that stand ready.
    std::size_t spares() const { return children_named("asb-worker", true).size(); }
    /// True when the spawner is there, one worker stands ready, and there is nobody else: nothing is on the
    /// move. An answered worker may take a moment to go.
    bool is_settled() const { return spawner() > 0 && spares() == 1 && children().size() == 1; }
    /// The spawner once nothing is on the move; 0 when that does not come.
    pid_t settled_spawner() const {
        pid_t found = 0;
        static_cast<void>(wait_until([&] { return (found = spawner()) > 0 && is_settled(); }));
        return found;
    }
    /// How many descriptors execd has open; -1: this kernel does not tell. It is the size of the folder
    /// (Linux 6.2 on), which everybody may ask for; the folder's list is closed to an ordinary user, as execd
    /// hides itself.
    int open_descriptors() const {
        struct stat state {};
        const std::string folder = "/proc/" + std::to_string(pid) + "/fd";
        if (::stat(folder.c_str(), &state) == 0 && state.st_size > 0)
            return static_cast<int>(state.st_size);
        return ::geteuid() == 0 ? words_in_directory(folder) : -1;
    }

    pid_t pid = 0;
    std::string socket_path;
    std::vector<Event> seen;
    int bad_lines = 0;

private:
    std::vector<pid_t> children_named(const std::string& name, bool wanted) const {
        std::vector<pid_t> found;
        for (const ProcessInfo& process : list_processes()) {
            if (process.parent != pid)
                continue;
            const Result<std::string> comm = read_file("/proc/" + std::to_string(process.pid) + "/comm");
            if (comm && (*comm == name + "\n") == wanted)
                found.push_back(process.pid);
        }
        return found;
    }

    void spawn(std::vector<std::string>& words, int input, int output) {
        std::vector<char*> argv;
        for (std::string& word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        pid = ::fork();
        if (pid != 0)
            return;
        ::dup2(input, 0);
        ::dup2(output, 1);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }

    QTemporaryDir folder_;
    Form form_ = Form::ByHand;
    Fd stdin_;
    Fd events_;
    std::string text_;
};

// --- a client
// ------------------------------------------------------------------------------------------------------

/// stdout and stderr of a line go to memory files: nothing can fill up.
class Client {
public:
    Client() : out_(make_file("out")), err_(make_file("err")) {}

    /// False: it is not connected. That execd refuses a client which still speaks is told by wait().
    bool start(const Daemon& daemon, const std::string& line, std::uint64_t timeout_ms = 0, int input = -1) {
        Result<Fd> socket = connect_unix(daemon.socket_path);
        if (!socket)
            return false;
        socket_ = std::move(*socket);
        request.line = line;
        request.timeout_ms = timeout_ms;
        const Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        const int in = input >= 0 ? input : null.get();
        if (send_with_fds(socket_.get(), wire::encode_hello(wire::Role::Request),
                          {in, out_.get(), err_.get()}))
            static_cast<void>(wire::send_frame(socket_.get(), wire::encode_request(request)));
        return true;
    }
    void signal(int number) const {
        static_cast<void>(wire::send_frame(socket_.get(), wire::encode_signal(number)));
    }
    void hang_up() { socket_.reset(); }

    /// Exit status; -1: a Failure frame (its text is in `failure`); -2: nothing in time or end of file.
    int wait(int limit_ms = kPatienceMs) {
        pollfd entry{socket_.get(), POLLIN, 0};
        if (::poll(&entry, 1, limit_ms) != 1)
            return -2;
        const Result<wire::Frame> frame = wire::receive_frame(socket_.get(), reader_);
        if (!frame)
            return -2;
        if (frame->type == wire::FrameType::Failure) {
            failure = frame->payload;
            return -1;
        }
        const Result<wire::Exit> exit = wire::decode_exit(frame->payload);
        if (!exit)
            return -2;
        cwd = exit->cwd;
        return exit->status < 0 ? 128 - exit->status : exit->status; // -n: signal n ended the worker
    }
    int run(const Daemon& daemon, const std::string& line, std::uint64_t timeout_ms = 0) {
        return start(daemon, line, timeout_ms) ? wait() : -3;
    }
    std::string out() const { return contents(out_); }
    std::string err() const { return contents(err_); }
    bool wait_out(const std::string& text) const {
        return wait_until([&] { return out().find(text) != std::string::npos; });
    }
    /// The number on the first line of the output, for lines that print a pid.
    pid_t out_pid() const { return static_cast<pid_t>(std::atoi(out().c_str())); }
    int socket() const { return socket_.get(); }
    bool is_answered() const {
        pollfd entry{socket_.get(), POLLIN, 0};
        return ::poll(&entry, 1, 0) == 1;
    }

    wire::Request request{"true", "/", "bash", 0, wire::Origin::Exec, {}};
    std::string cwd;
    std::string failure;

private:
    /// Appending: a memfd's offset is not locked, so that of two writers at once one would be lost.
    static Fd make_file(const char* name) {
        Fd file(::memfd_create(name, MFD_CLOEXEC));
        ::fcntl(file.get(), F_SETFL, O_APPEND);
        return file;
    }
    static std::string contents(const Fd& file) {
        std::string text(std::size_t{1} << 16, '\0');
        const ssize_t got = ::pread(file.get(), text.data(), text.size(), 0);
        text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        return text;
    }

    Fd socket_;
    Fd out_;
    Fd err_;
    wire::FrameReader reader_;
};

/// Runs a line with a time limit that it meets only when `is_up`: where it has not come so far, with twice
/// the time. Null: it never is.
inline std::unique_ptr<Client> start_timed(const Daemon& daemon, const std::string& line,
                                           const std::function<bool(const Client&)>& is_up) {
    for (std::uint64_t limit_ms = 500; limit_ms <= kPatienceMs; limit_ms *= 2) {
        std::unique_ptr<Client> client = std::make_unique<Client>();
        if (!client->start(daemon, line, limit_ms))
            break;
        bool up = false;
        static_cast<void>(wait_until([&] { return (up = is_up(*client)) || client->is_answered(); }));
        if (up)
            return client;
    }
    return {};
}

template <typename Test>
int run_tests(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "stand-in-execd") == 0)
        return run_stand_in(argc, argv);
    if (argc > 1 && std::strcmp(argv[1], "execd") == 0)
        return execd_main(std::vector<std::string>(argv + 2, argv + argc));
    ::signal(SIGPIPE, SIG_IGN);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace asb::test

#define ASB_EXECD_TEST_MAIN(Class)                                                                           \
    int main(int argc, char** argv) {                                                                        \
        return asb::test::run_tests<Class>(argc, argv);                                                      \
    }
