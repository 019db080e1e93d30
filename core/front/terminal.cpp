#include "core/front/terminal.h"

#include "core/base/fd.h"

#include <csignal>
#include <cstring>
#include <unistd.h>

namespace asb {

// Cursor saved first, so that leaving an alternate screen that was never entered does not move it (xterm and
// its kin keep one saved cursor for each screen).
const char* const terminal_reset_sequence =
    "\0337\033[?1049l"                             // normal screen
    "\033[?2004l"                                  // bracketed paste
    "\033[?1000l\033[?1002l\033[?1003l"            // mouse
    "\033[?1005l\033[?1006l\033[?1015l\033[?1004l" // its encodings, focus
    "\033[?2026l\033[<u\033[>4;0m"                 // held output, keyboard modes
    "\033[?1l\033>\033[?7h\033[?25h\033[0m";       // keypad, wrap, cursor, colours

TerminalKeeper::TerminalKeeper(int fd) : fd_(fd) {
    if (::isatty(fd) != 1 || ::tcgetattr(fd, &modes_) != 0)
        return;
    foreground_ = ::tcgetpgrp(fd);
    active_ = foreground_ == ::getpgrp();
}

bool TerminalKeeper::modes_differ(const termios& now) const {
    return now.c_iflag != modes_.c_iflag || now.c_oflag != modes_.c_oflag || now.c_lflag != modes_.c_lflag
           || now.c_cflag != modes_.c_cflag || std::memcmp(now.c_cc, modes_.c_cc, sizeof now.c_cc) != 0;
}

void TerminalKeeper::restore(bool unclean) {
    if (!active_)
        return;
    termios now{};
    if (::tcgetattr(fd_, &now) != 0)
        return;
    // Whoever is not in the foreground is stopped by TTOU for this; a blocked one lets it through.
    sigset_t stop;
    sigset_t before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    ::sigprocmask(SIG_BLOCK, &stop, &before);
    if (::tcgetpgrp(fd_) != foreground_)
        ::tcsetpgrp(fd_, foreground_);
    if (unclean || modes_differ(now)) {
        ::tcsetattr(fd_, TCSANOW, &modes_);
        // Typed answers to the agent's queries and mouse reports are not for the shell that comes next.
        ::tcflush(fd_, TCIFLUSH);
        static_cast<void>(write_all(fd_, terminal_reset_sequence));
    }
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
}

} // namespace asb
