// A forked child that runs a function with stdin, stdout and stderr of its own; for tests of code that is a
// whole program.
#pragma once

#include "core/base/clock.h"
#include "core/base/fd.h"
#include "tests/support/patience.h"

#include <csignal>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace asb::test {

inline void pause_ms(long milliseconds) {
    const timespec pause{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
    ::nanosleep(&pause, nullptr);
}

/// True as soon as `condition` holds, false after `limit_ms`.
inline bool eventually(const std::function<bool()>& condition, std::int64_t limit_ms = kPatienceMs) {
    const std::int64_t deadline = monotonic_us() + limit_ms * 1000;
    while (!condition()) {
        if (monotonic_us() >= deadline)
            return false;
        pause_ms(5);
    }
    return true;
}

class Child {
public:
    explicit Child(const std::function<int()>& body, const std::string& input = {}) {
        for (Fd& file : files_)
            file = Fd(::memfd_create("test", MFD_CLOEXEC));
        static_cast<void>(write_all(files_[0].get(), input));
        ::lseek(files_[0].get(), 0, SEEK_SET);
        pid_ = ::fork();
        if (pid_ != 0)
            return;
        for (int fd = 0; fd <= 2; ++fd)
            ::dup2(files_[fd].get(), fd);
        ::_exit(body());
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
    }

    pid_t pid() const { return pid_; }
    void signal(int number) const {
        if (pid_ > 0) // it may have ended and been waited for
            ::kill(pid_, number);
    }
    /// True as soon as it holds `number` back, to read it from a descriptor.
    bool wait_blocks(int number) const {
        return eventually([&] { return is_in_mask("\nSigBlk:", number); });
    }
    /// True as soon as no `number` waits for it any more.
    bool wait_taken(int number) const {
        return eventually([&] { return !is_in_mask("\nShdPnd:", number); });
    }
    /// Exit status, or 128+n; -1 when it did not end in time.
    int wait(std::int64_t limit_ms = kPatienceMs) {
        int status = 0;
        const bool ended = eventually([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; }, limit_ms);
        if (!ended)
            return -1;
        pid_ = -1;
        by_signal_ = WIFSIGNALED(status);
        return by_signal_ ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    bool ended_by_signal() const { return by_signal_; }
    std::string out() const { return text_of(1); }
    std::string err() const { return text_of(2); }

private:
    /// One of the masks in proc(5), /proc/pid/status.
    bool is_in_mask(const std::string& name, int number) const {
        const Result<std::string> status = read_file("/proc/" + std::to_string(pid_) + "/status");
        const std::size_t at = status ? status->find(name) : std::string::npos;
        if (at == std::string::npos)
            return false;
        const std::uint64_t mask = std::strtoull(status->c_str() + at + name.size(), nullptr, 16);
        return (mask >> static_cast<unsigned>(number - 1) & 1U) != 0;
    }
    std::string text_of(int which) const {
        std::string text;
        char chunk[4096];
        off_t at = 0;
        for (;;) {
            const ssize_t count = ::pread(files_[which].get(), chunk, sizeof chunk, at);
            if (count <= 0)
                return text;
            text.append(chunk, static_cast<std::size_t>(count));
            at += count;
        }
    }

    Fd files_[3];
    pid_t pid_ = -1;
    bool by_signal_ = false;
};

} // namespace asb::test
