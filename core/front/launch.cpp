#include "core/front/launch.h"

#include "core/base/clock.h"
#include "core/base/command_line.h"
#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/proof.h"
#include "core/base/unix_socket.h"
#include "core/base/wire.h"
#include "core/front/console.h"
#include "core/front/exec_client.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kNotesTakenMs = 2'000; ///< then it goes on without an answer

struct LaunchOptions {
    std::vector<Proof> proofs;
    std::int64_t wait_ms = 20'000;
    std::vector<std::string> program;
};

Result<LaunchOptions> parse_options(const std::vector<std::string>& arguments) {
    const std::vector<OptionSpec> known{{"--proof", "SPEC"}, {"--wait-ms", "N"}};
    Result<CommandLine> words = parse_command_line("launch", arguments, known);
    if (!words)
        return words.error();
    if (!words->operands.empty())
        return unexpected_word("launch", words->operands[0], known);
    LaunchOptions options;
    for (const CommandLine::Option& option : words->options) {
        const std::string& value = option.value;
        if (option.name == "--proof") {
            Result<Proof> proof = parse_proof(value);
            if (!proof)
                return proof.error();
            options.proofs.push_back(*std::move(proof));
            continue;
        }
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.wait_ms);
        if (error != std::errc() || end != value.data() + value.size() || options.wait_ms < 0
            || options.wait_ms > 3'600'000)
            return Error{"launch: --wait-ms needs milliseconds, not " + value, {}, 0};
    }
    if (words->rest.empty())
        return Error{"launch: no program given",
                     "usage: agent-sandbox launch [--proof SPEC]... -- PROGRAM ARG...", 0};
    options.program = std::move(words->rest);
    return options;
}

/// True when the parent that started us is gone: then nobody would ever tell us to end. An orphan belongs to
/// init or to the keeper, which is a subreaper and has our program's name.
bool is_orphan(pid_t parent_before) {
    const pid_t parent = ::getppid();
    if (parent != parent_before || parent == 1)
        return true;
    const Result<std::string> name = read_file("/proc/" + std::to_string(parent) + "/comm", 256);
    return name && *name == "agent-sandbox\n";
}

void tell_person(const std::string& text) {
    print_error("launch: " + text);
}

/// "launch" is not the place to die silently: both the person and the session program are told.
int fail(const std::string& text, int status = kFrontFailureStatus) {
    tell_person(text);
    send_note(wire::NoteKind::ProofFailed, text);
    return status;
}

enum class Answer { Yes, NotYet, Refused };

/// One Ping. NotYet: nobody listens yet, or execd went away before it answered.
Answer ping(const std::string& path, std::int64_t limit_ms, std::string& why) {
    const Result<Fd> socket = connect_unix(path);
    if (!socket) {
        why = socket.error().what;
        const int code = socket.error().code;
        return code == EACCES || code == EPERM ? Answer::Refused : Answer::NotYet;
    }
    if (!wire::send_frame(socket->get(), wire::encode_hello(wire::Role::Ping))) {
        why = std::string("write to ") + path + ": " + std::strerror(errno);
        return Answer::NotYet;
    }
    pollfd wait{socket->get(), POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(limit_ms)) <= 0) {
        why = "it took the connection and did not answer";
        return Answer::NotYet;
    }
    wire::FrameReader reader;
    const Result<wire::Frame> frame = wire::receive_frame(socket->get(), reader);
    if (frame && frame->type == wire::FrameType::Hello)
        return Answer::Yes;
    why = !frame ? frame.error().what
                 : "it answered with something that is not a hello: " + frame->payload.substr(0, 500);
    return frame ? Answer::Refused : Answer::NotYet;
}

Status wait_for_execd(std::int64_t wait_ms) {
    const char* path = ::getenv(wire::kSocketVariable);
    if (path == nullptr || path[0] == '\0')
        return Error{std::string(wire::kSocketVariable) + " does not reach the agent sandbox",
                     "put it in environment.allow_vars of the agent profile", 0};
    // The socket listens already: what the agent asks of execd waits there until execd is ready, and the
    // session program ends this sandbox when it does not become so.
    if (wait_ms == 0)
        return success();
    const std::int64_t deadline = monotonic_us() + wait_ms * 1000;
    std::string why;
    for (std::int64_t pause_ms = 2;; pause_ms = std::min<std::int64_t>(pause_ms * 2, 50)) {
        const std::int64_t left_ms = std::max<std::int64_t>((deadline - monotonic_us()) / 1000, 0);
        const Answer answer = ping(path, left_ms, why);
        if (answer == Answer::Yes)
            return success();
        if (answer == Answer::Refused)
            return Error{"the exec socket cannot be used from inside the agent sandbox: " + why,
                         "the agent profile or the launch has to let the socket's folder be used", 0};
        if (monotonic_us() >= deadline)
            return Error{"execd did not answer within " + std::to_string(wait_ms) + " ms: " + why,
                         "look at the command sandbox's messages above, or run agent-sandbox doctor", 0};
        const timespec pause{0, static_cast<long>(pause_ms) * 1'000'000};
        ::nanosleep(&pause, nullptr);
    }
}

/// Tries them all, then tells of all at once.
bool run_proofs(const std::vector<Proof>& proofs) {
    std::vector<wire::Note> notes;
    bool all_held = true;
    for (const Proof& proof : proofs) {
        const Status held = check(proof);
        if (held) {
            notes.push_back({wire::NoteKind::ProofPassed, to_string(proof)});
            continue;
        }
        all_held = false;
        const std::string text = "the agent sandbox does not hold what it promises (" + to_string(proof)
                                 + ")\n  " + held.error().text();
        tell_person(text);
        notes.push_back({wire::NoteKind::ProofFailed, text});
    }
    if (all_held)
        notes.push_back({wire::NoteKind::ProofPassed, "all"});
    // An agent that ends at once must not be heard of before its proofs are.
    send_notes(notes, kNotesTakenMs);
    return all_held;
}

int become(std::vector<std::string>& program) {
    std::string path = program[0];
    if (path.find('/') == std::string::npos) {
        path = find_program(program[0]);
        if (path.empty())
            return fail("the agent's program " + program[0] + " is not on PATH inside the agent sandbox",
                        kNotFoundStatus);
    }
    std::vector<char*> arguments;
    arguments.reserve(program.size() + 1);
    for (std::string& word : program)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::signal(SIGPIPE, SIG_DFL); // nono leaves it ignored, and that would be inherited (nono-measured.md §16)
    ::execv(path.c_str(), arguments.data());
    const int code = errno;
    return fail("the agent's program cannot be started: " + path + ": " + std::strerror(code)
                    + (code == EACCES ? "\n  the agent profile has to grant it (filesystem.read_file)" : ""),
                code == ENOENT ? kNotFoundStatus : kCannotExecuteStatus);
}

} // namespace

int launch_command(const std::vector<std::string>& arguments) {
    const pid_t parent = ::getppid();
    Result<LaunchOptions> options = parse_options(arguments);
    if (!options) {
        print_error(options.error());
        return kUsageStatus;
    }
    ::prctl(PR_SET_PDEATHSIG, SIGTERM); // kept over execv, so the agent ends with its nono
    if (is_orphan(parent)) {
        tell_person("the program that started it is gone");
        return kFrontFailureStatus;
    }
    const Status ready = wait_for_execd(options->wait_ms);
    if (!ready)
        return fail(ready.error().text());
    if (!run_proofs(options->proofs))
        return kFrontFailureStatus;
    return become(options->program);
}

} // namespace asb
