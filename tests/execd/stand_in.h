// execd inside a test program, with bash in the place of our shell (what is tested here is execd, not the
// shell), and with a few lines that start with "@" for what a shell does through its host.
#pragma once

#include "core/base/event.h"
#include "core/base/fd.h"
#include "core/base/wire.h"
#include "core/execd/execd_main.h"
#include "core/execd/server.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace asb::test {

inline Event started(std::uint64_t command, pid_t pid, bool declared) {
    Event event;
    event.type = EventType::CommandStart;
    event.command = command;
    event.pid = pid;
    event.declared = declared;
    event.argv = {"stand-in", "argument"};
    return event;
}

/// "@declared": runs `sleep 300` as a declared command, then prints "went on".
inline int run_declared(shell::Host& host) {
    const Fd places = host.acquire_places(1);
    const std::uint64_t number = host.next_command_number();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl("/bin/sleep", "sleep", "300", nullptr);
        ::_exit(127);
    }
    host.report(started(number, pid, true));
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    Event end = started(number, pid, true);
    end.type = EventType::CommandEnd;
    host.report(end);
    static_cast<void>(write_all(1, "went on\n"));
    return 0;
}

/// "@places N": prints its pid, asks for N places, says that it has them, and holds them until its stdin
/// ends.
inline int run_places(shell::Host& host, int count) {
    static_cast<void>(write_all(1, std::to_string(::getpid()) + "\n"));
    const Fd places = host.acquire_places(count);
    if (!places || !host.is_private(places.get()))
        return 9;
    static_cast<void>(write_all(1, "granted\n"));
    char byte = 0;
    static_cast<void>(read_exact(0, &byte, 1));
    return 0;
}

/// "@events N": reports N starts as fast as it can.
inline int run_events(shell::Host& host, int count) {
    for (int i = 0; i < count; ++i)
        host.report(started(host.next_command_number(), ::getpid(), false));
    return 0;
}

/// "@descriptors": 0 when nothing but stdio and the channel is open and the channel is private.
inline int run_descriptors(shell::Host& host) {
    int open = 0;
    int hidden = 0;
    for (int fd = 3; fd < 20000; ++fd) {
        if (::fcntl(fd, F_GETFD) < 0)
            continue;
        ++open;
        hidden += host.is_private(fd) ? 1 : 0;
    }
    return open == 1 && hidden == 1 && !host.is_private(1) && ::getsid(0) == ::getpid() ? 0 : 1;
}

inline int stand_in(const shell::ShellStart& start, shell::Host& host) {
    const std::string& line = start.line;
    const int number = std::atoi(line.c_str() + std::min(line.size(), line.find(' ')));
    if (line == "@declared")
        return run_declared(host);
    if (line.starts_with("@places "))
        return run_places(host, number);
    if (line.starts_with("@events "))
        return run_events(host, number);
    if (line == "@descriptors")
        return run_descriptors(host);
    if (line.starts_with("@status "))
        return number;
    std::vector<std::string> words{"bash", "-c", line, start.shell_name};
    std::vector<std::string> environment = start.environment;
    environment.insert(environment.begin(), std::string(wire::kTagVariable) + "=" + host.tag_prefix() + "1");
    std::vector<char*> argv;
    std::vector<char*> envp;
    for (std::string& word : words)
        argv.push_back(word.data());
    for (std::string& entry : environment)
        envp.push_back(entry.data());
    argv.push_back(nullptr);
    envp.push_back(nullptr);
    ::execve("/bin/bash", argv.data(), envp.data());
    return 127;
}

/// The other face of a test program: `PROGRAM stand-in-execd [--socket PATH] [--workers N] …`.
inline int run_stand_in(int argc, char** argv) {
    execd::ExecdOptions options;
    options.runner = {stand_in};
    for (int i = 2; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        const int number = std::atoi(argv[i + 1]);
        if (name == "--socket")
            options.socket_path = argv[i + 1];
        else if (name == "--workers")
            options.requests.workers = static_cast<std::size_t>(number);
        else if (name == "--handshake-ms")
            options.connections.handshake = std::chrono::milliseconds(number);
        else if (name == "--connections")
            options.connections.connections = static_cast<std::size_t>(number);
        else if (name == "--sink-events")
            options.sink.events = static_cast<std::size_t>(number);
        else if (name == "--places")
            options.requests.places = number;
        else if (name == "--hold-ms")
            options.requests.ender.hold = std::chrono::milliseconds(number);
        else if (name == "--grace-ms")
            options.requests.ender.grace = std::chrono::milliseconds(number);
        else if (name == "--shell") // ours
            options.runner = {shell::run_command_string, shell::rehearse};
        else if (name == "--must-not-read")
            options.proofs.push_back(Proof{Proof::Kind::MustNotRead, argv[i + 1]});
        else if (name == "--descriptors") {
            const rlimit limit{static_cast<rlim_t>(number), static_cast<rlim_t>(number)};
            ::setrlimit(RLIMIT_NOFILE, &limit);
        }
    }
    return execd::run_execd(std::move(options));
}

} // namespace asb::test
