#include "core/base/proof.h"

#include "core/base/clock.h"
#include "core/base/fd.h"
#include "core/base/unix_socket.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb {
namespace {

struct KindName {
    std::string_view name;
    Proof::Kind kind;
};

constexpr std::array<KindName, 6> kKinds{{
    {"must-read", Proof::Kind::MustRead},
    {"must-not-read", Proof::Kind::MustNotRead},
    {"must-not-write", Proof::Kind::MustNotWrite},
    {"must-execute", Proof::Kind::MustExecute},
    {"must-not-connect", Proof::Kind::MustNotConnect},
    {"must-connect-unix", Proof::Kind::MustConnectUnix},
}};

constexpr int kConnectLimitMs = 3000;

bool is_refusal(int code) {
    return code == EACCES || code == EPERM;
}

std::string reason(int code) {
    return std::strerror(code);
}

/// The object of a must-not proof could not be tried, so nothing is proved.
Error proves_nothing(const std::string& what, int code) {
    return {what + ": " + reason(code) + ", so nothing is proved", "the object of this check has to exist",
            code};
}

Status check_read(const std::string& path) {
    const Fd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!file)
        return system_error("tried to read " + path, errno, "grant it in the profile of this sandbox");
    return success();
}

Status check_not_read(const std::string& path) {
    const Fd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (file)
        return Error{"tried to read " + path + ", which must be refused: it was opened",
                     "remove the grant that covers it from the profile of this sandbox", 0};
    if (is_refusal(errno))
        return success();
    return proves_nothing("tried to read " + path + ", which must be refused", errno);
}

/// Tries to make a fresh file in `folder`; gone again at once when that worked.
Status check_folder_not_writable(const std::string& folder) {
    const std::string path =
        folder + "/.asb-proof-" + std::to_string(::getpid()) + '-' + std::to_string(monotonic_us());
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file) {
        ::unlink(path.c_str());
        return Error{"tried to write in " + folder + ", which must be refused: a file was made (and removed)",
                     "remove the write grant that covers this folder from the profile of this sandbox", 0};
    }
    if (is_refusal(errno) || errno == EROFS)
        return success();
    return proves_nothing("tried to write in " + folder + ", which must be refused", errno);
}

Status check_not_write(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0 && !is_refusal(errno))
        return proves_nothing("tried to write " + path + ", which must be refused", errno);
    if (S_ISDIR(info.st_mode))
        return check_folder_not_writable(path);
    const Fd file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    if (file)
        return Error{"tried to open " + path + " for writing, which must be refused: it was opened",
                     "remove the write grant that covers it from the profile of this sandbox", 0};
    if (is_refusal(errno) || errno == EROFS)
        return success();
    // A program that runs answers "text file busy" before the sandbox is asked; to replace it, its folder is
    // needed.
    if (errno == ETXTBSY)
        return check_folder_not_writable(path.substr(0, path.rfind('/')));
    return proves_nothing("tried to write " + path + ", which must be refused", errno);
}

/// Child of check_execute: becomes `path`, or tells its errno through `report`. Where tracing is permitted
/// the kernel stops the new program before its first instruction.
[[noreturn]] void run_execute_child(const char* path, int report) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= 2 && null >= 0; ++fd)
        ::dup2(null, fd);
    char version[] = "--version";
    std::string name = path;
    char* const arguments[] = {name.data(), version, nullptr};
    char* const environment[] = {nullptr};
    ::execve(path, arguments, environment);
    const int code = errno;
    static_cast<void>(::write(report, &code, sizeof code));
    ::_exit(127);
}

/// access(2) does not ask Landlock, only an exec does: so it is tried, and the new program is killed at its
/// start.
Status check_execute(const std::string& path) {
    Result<Pipe> report = make_pipe();
    if (!report)
        return report.error();
    const pid_t child = ::fork();
    if (child < 0)
        return system_error("tried to execute " + path + ": fork", errno);
    if (child == 0)
        run_execute_child(path.c_str(), report->write_end.get());
    report->write_end.reset();
    int code = 0;
    const bool failed = read_exact(report->read_end.get(), &code, sizeof code);
    ::kill(child, SIGKILL);
    int status = 0; // a traced child may report its stop before its end
    while ((::waitpid(child, &status, __WALL) < 0 && errno == EINTR) || WIFSTOPPED(status)) {
    }
    if (failed)
        return system_error("tried to execute " + path, code,
                            "the profile of this sandbox has to let it be read and executed");
    return success();
}

struct Address {
    sockaddr_storage storage{};
    socklen_t length = 0;
};

/// "1.2.3.4:443" or "[::1]:443".
bool parse_address(std::string_view text, Address& address) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return false;
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + colon + 1, end, port);
    if (parsed.ec != std::errc() || parsed.ptr != end || port == 0)
        return false;
    std::string host(text.substr(0, colon));
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        sockaddr_in6 v6{};
        v6.sin6_family = AF_INET6;
        v6.sin6_port = htons(port);
        host = host.substr(1, host.size() - 2);
        std::memcpy(&address.storage, &v6, sizeof v6);
        auto* target = reinterpret_cast<sockaddr_in6*>(&address.storage);
        address.length = sizeof v6;
        return ::inet_pton(AF_INET6, host.c_str(), &target->sin6_addr) == 1;
    }
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    const bool numeric = ::inet_pton(AF_INET, host.c_str(), &v4.sin_addr) == 1;
    std::memcpy(&address.storage, &v4, sizeof v4);
    address.length = sizeof v4;
    return numeric;
}

/// errno of a TCP connect to `address`; 0 when it was made, ETIMEDOUT when nothing came back in time.
int try_connect(const Address& address) {
    const Fd socket(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket)
        return errno;
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.length) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    pollfd wait{socket.get(), POLLOUT, 0};
    if (::poll(&wait, 1, kConnectLimitMs) <= 0)
        return ETIMEDOUT;
    int code = 0;
    socklen_t size = sizeof code;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &code, &size);
    return code;
}

/// Only a refusal by the sandbox counts: "connection refused" or "no route" mean that the packet was let out.
Status check_not_connect(const std::string& object) {
    Address address;
    if (!parse_address(object, address))
        return Error{"proof must-not-connect=" + object + ": not a numeric HOST:PORT", {}, EINVAL};
    const int code = try_connect(address);
    if (is_refusal(code))
        return success();
    const std::string answer = code == 0 ? "the connection was made" : reason(code);
    return Error{"tried to connect to " + object + ", which the sandbox must refuse: " + answer,
                 "the network of this sandbox is open: look at the \"network\" part of its profile", code};
}

Status check_connect_unix(const std::string& path) {
    const Result<Fd> socket = connect_unix(path);
    if (socket)
        return success();
    const Error& error = socket.error();
    return Error{"tried to connect to the socket " + path + ": "
                     + (error.code != 0 ? reason(error.code) : error.what),
                 "the profile of this sandbox has to let this socket be used", error.code};
}

} // namespace

Result<Proof> parse_proof(std::string_view specification) {
    const std::size_t equals = specification.find('=');
    const std::string_view name = specification.substr(0, equals);
    for (const KindName& entry : kKinds) {
        if (entry.name != name)
            continue;
        if (equals == std::string_view::npos || equals + 1 == specification.size())
            return Error{"proof " + std::string(name) + ": nothing after it",
                         "write " + std::string(name) + "=OBJECT", EINVAL};
        const std::string object(specification.substr(equals + 1));
        Address address;
        if (entry.kind == Proof::Kind::MustNotConnect && !parse_address(object, address))
            return Error{"proof must-not-connect=" + object + ": not a numeric HOST:PORT",
                         "write for example must-not-connect=192.0.2.1:443", EINVAL};
        return Proof{entry.kind, object};
    }
    std::string known;
    for (const KindName& entry : kKinds)
        known += (known.empty() ? "" : ", ") + std::string(entry.name);
    return Error{"unknown proof \"" + std::string(name) + '"', "known are: " + known, EINVAL};
}

std::string to_string(const Proof& proof) {
    for (const KindName& entry : kKinds) {
        if (entry.kind == proof.kind)
            return std::string(entry.name) + '=' + proof.object;
    }
    return proof.object;
}

Status check(const Proof& proof) {
    switch (proof.kind) {
    case Proof::Kind::MustRead:
        return check_read(proof.object);
    case Proof::Kind::MustNotRead:
        return check_not_read(proof.object);
    case Proof::Kind::MustNotWrite:
        return check_not_write(proof.object);
    case Proof::Kind::MustExecute:
        return check_execute(proof.object);
    case Proof::Kind::MustNotConnect:
        return check_not_connect(proof.object);
    case Proof::Kind::MustConnectUnix:
        return check_connect_unix(proof.object);
    }
    return Error{"unknown kind of proof", {}, EINVAL};
}

} // namespace asb
