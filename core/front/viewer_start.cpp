#include "core/front/viewer_start.h"

#include "core/base/fd.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb {
namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && value[0] != '\0';
}

[[noreturn]] void become_viewer(const char* program, const BlockedSignals& signals) {
    ::setsid();
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || ::chdir("/") != 0)
        ::_exit(1);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(null, standard);
    signals.restore_in_child();
    char name[] = "agent-sandbox-gui";
    char word[] = "--background";
    char* const arguments[] = {name, word, nullptr};
    ::execv(program, arguments);
    ::_exit(127);
}

} // namespace

bool viewer_wanted(const std::string& program) {
    return (is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")) && ::access(program.c_str(), X_OK) == 0;
}

bool viewer_is_up(const std::string& socket) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket.size() >= sizeof address.sun_path)
        return false;
    std::memcpy(address.sun_path, socket.c_str(), socket.size() + 1);
    const Fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!probe)
        return false;
    // EAGAIN: its queue is full, so it is there.
    return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0
           || errno == EAGAIN;
}

void start_viewer(const std::string& program, const BlockedSignals& signals) {
    const pid_t first = ::fork();
    if (first < 0)
        return;
    if (first == 0) {
        // A second fork, so that the viewer is nobody's child here.
        if (::fork() == 0)
            become_viewer(program.c_str(), signals);
        ::_exit(0);
    }
    while (::waitpid(first, nullptr, 0) < 0 && errno == EINTR) {
    }
}

} // namespace asb
