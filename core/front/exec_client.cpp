#include "core/front/exec_client.h"

#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/base/unix_socket.h"
#include "core/front/console.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::array<int, 4> kRelayed{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::size_t kNoteLimit = 4096;

/// Turns the relayed signals into bytes of a descriptor as long as it lives. What is ignored (nohup, `cmd &`
/// of a shell without job control) is left alone: a blocked signal would be queued although it is ignored.
class SignalWatch {
public:
    SignalWatch() {
        sigset_t watched;
        sigemptyset(&watched);
        for (const int number : kRelayed) {
            struct sigaction action {};
            if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
                sigaddset(&watched, number);
        }
        ::sigprocmask(SIG_BLOCK, &watched, &before_);
        fd_ = Fd(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
    }
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

    int fd() const { return fd_.get(); }
    /// Number of a signal that came, 0 when there is none.
    int take() {
        signalfd_siginfo info{};
        return ::read(fd_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
    }

private:
    Fd fd_;
    sigset_t before_{};
};

/// One request on its way. run() blocks until there is a status.
class Conversation {
public:
    explicit Conversation(int socket) : socket_(socket) {}

    LineResult run() {
        SignalWatch signals;
        while (!done_) {
            pollfd waits[] = {{socket_, POLLIN, 0}, {signals.fd(), POLLIN, 0}};
            if (::poll(waits, 2, -1) < 0 && errno != EINTR) {
                lost(std::strerror(errno));
                break;
            }
            if (waits[1].revents != 0)
                relay(signals.take());
            if (!done_ && waits[0].revents != 0)
                receive();
        }
        return result_;
    }

private:
    void relay(int number) {
        if (number == 0)
            return;
        const bool interrupts = number == SIGINT || number == SIGTERM;
        if (interrupts && ++interrupts_ == 2) {
            print_error("second interrupt: the command is cancelled without waiting for its end");
            finish(128 + number);
            return;
        }
        // A send that fails means that execd is gone; reading says so next.
        static_cast<void>(wire::send_frame(socket_, wire::encode_signal(number)));
    }

    void receive() {
        char chunk[4096];
        const ssize_t count = ::read(socket_, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            return;
        if (count <= 0) {
            lost(count < 0 ? std::strerror(errno) : "execd has ended");
            return;
        }
        reader_.append(std::string_view(chunk, static_cast<std::size_t>(count)));
        wire::Frame frame;
        const Result<bool> have = reader_.next(frame);
        if (!have)
            lost(have.error().what);
        else if (*have)
            take(frame);
    }

    void take(const wire::Frame& frame) {
        if (frame.type == wire::FrameType::Failure) {
            print_error("execd could not run the command: " + visible_text(frame.payload, true, 4096));
            finish(kFrontFailureStatus);
            return;
        }
        if (frame.type != wire::FrameType::Exit) {
            lost("execd sent a frame that is not an answer");
            return;
        }
        Result<wire::Exit> exit = wire::decode_exit(frame.payload);
        if (!exit) {
            lost(exit.error().what);
            return;
        }
        if (exit->status < 0 && exit->status >= -SIGRTMAX)
            result_.signal = -exit->status;
        finish(result_.signal != 0 ? 128 + result_.signal : exit->status & 0xFF);
        result_.answered = true;
        result_.cwd = std::move(exit->cwd);
    }

    void lost(const std::string& why) {
        print_error("the connection to execd was lost before the command's status came (" + why
                    + "); the command counts as cancelled, end this session and start a new one");
        finish(kFrontFailureStatus);
    }

    void finish(int status) {
        done_ = true;
        result_.status = status;
    }

    int socket_;
    wire::FrameReader reader_;
    LineResult result_;
    int interrupts_ = 0;
    bool done_ = false;
};

LineResult failed(const std::string& text) {
    print_error(text);
    return LineResult{kFrontFailureStatus, 0, false, {}};
}

const char* socket_path() {
    const char* path = ::getenv(wire::kSocketVariable);
    return path != nullptr && path[0] != '\0' ? path : nullptr;
}

std::string connect_advice(int code) {
    if (code == EACCES || code == EPERM)
        return "the agent profile has to let this socket's folder be used; agent-sandbox doctor shows what "
               "is missing";
    return "the session's execd has ended, so no command can run: end this session and start a new one with "
           "agent-sandbox claude";
}

} // namespace

LineResult run_line(const wire::Request& request, const std::array<int, 3>& fds) {
    const char* path = socket_path();
    if (path == nullptr)
        return failed(std::string("the exec daemon is not available: ") + wire::kSocketVariable
                      + " is not set; commands run inside a session: start one with agent-sandbox claude");
    const std::string message = wire::encode_request(request);
    if (message.size() > wire::kMaxPayload)
        return failed("the command line of " + std::to_string(request.line.size())
                      + " bytes is longer than execd takes");
    const Result<Fd> socket = connect_unix(path);
    if (!socket)
        return failed("the exec daemon is not available: " + socket.error().what + "; "
                      + connect_advice(socket.error().code));
    const std::vector<int> passed(fds.begin(), fds.end());
    if (!send_with_fds(socket->get(), wire::encode_hello(wire::Role::Request) + message, passed))
        return failed(std::string("the command could not be sent to execd: ") + std::strerror(errno) + "; "
                      + connect_advice(0));
    return Conversation(socket->get()).run();
}

std::string current_directory() {
    char path[PATH_MAX];
    // Linux marks a directory outside the root with "(unreachable)": only absolute answers count.
    if (::getcwd(path, sizeof path) != nullptr && path[0] == '/')
        return path;
    const char* variable = ::getenv("PWD");
    return variable != nullptr && variable[0] == '/' ? variable : "";
}

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool send_note(wire::NoteKind kind, std::string_view text) {
    return send_notes({wire::Note{kind, std::string(text)}});
}

bool send_notes(const std::vector<wire::Note>& notes, int taken_ms) {
    const char* path = socket_path();
    if (path == nullptr)
        return false;
    const Result<Fd> socket = connect_unix(path);
    if (!socket)
        return false;
    std::string frames = wire::encode_hello(wire::Role::Note);
    for (const wire::Note& note : notes)
        frames += wire::encode_note(note.kind, std::string_view(note.text).substr(0, kNoteLimit));
    if (!wire::send_frame(socket->get(), frames))
        return false;
    if (taken_ms == 0)
        return true;
    // execd closes when it has read to the end.
    ::shutdown(socket->get(), SHUT_WR);
    pollfd end{socket->get(), POLLIN, 0};
    return ::poll(&end, 1, taken_ms) == 1;
}

} // namespace asb
