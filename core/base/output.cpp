#include "core/base/output.h"

#include "core/base/fd.h"
#include "core/base/result.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::size_t kBufferBytes = 65536;

struct Output {
    std::string buffered;
    int failure = 0; ///< errno
};

Output& output() {
    static Output one;
    return one;
}

} // namespace

bool put_out(std::string_view text) {
    Output& out = output();
    if (out.failure != 0)
        return false;
    out.buffered += text;
    return out.buffered.size() < kBufferBytes || flush_out();
}

bool flush_out() {
    Output& out = output();
    if (out.failure == 0 && !out.buffered.empty() && !write_all(STDOUT_FILENO, out.buffered))
        out.failure = errno != 0 ? errno : EIO;
    out.buffered.clear();
    return out.failure == 0;
}

int output_status(int status) {
    Output& out = output();
    flush_out();
    if (std::fflush(stdout) != 0 && out.failure == 0)
        out.failure = errno;
    if (std::ferror(stdout) != 0 && out.failure == 0)
        out.failure = EIO;
    if (out.failure == 0)
        return status;
    const int failure = out.failure;
    out.failure = 0;
    if (failure == EPIPE)
        return status != 0 ? status : 128 + SIGPIPE;
    const Error error = system_error("write the output", failure);
    static_cast<void>(write_all(STDERR_FILENO, "agent-sandbox: " + error.text() + '\n'));
    return status != 0 ? status : 1;
}

} // namespace asb
