#include "core/front/console.h"

#include "core/base/fd.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace asb {

void print_error(std::string_view text) {
    std::string line = "agent-sandbox: ";
    line += text;
    line += '\n';
    static_cast<void>(write_all(STDERR_FILENO, line));
}

void print_error(const Error& error) {
    print_error(error.text());
}

void ensure_standard_descriptors() {
    for (int fd = 0; fd <= STDERR_FILENO; ++fd) {
        if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
            continue;
        // open(2) gives the lowest free number, which is this one. A sandbox may grant only one direction.
        if (::open("/dev/null", O_RDWR) < 0)
            static_cast<void>(::open("/dev/null", fd == STDIN_FILENO ? O_RDONLY : O_WRONLY));
    }
}

} // namespace asb
