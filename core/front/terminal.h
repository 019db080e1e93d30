// The modes of the user's terminal, kept over a session that may end without putting them back.
#pragma once

#include <string>
#include <sys/types.h>
#include <termios.h>

namespace asb {

class TerminalKeeper {
public:
    /// Remembers the modes and the foreground group of the terminal on `fd` (stdout); does nothing when it is
    /// none.
    explicit TerminalKeeper(int fd);

    /// Puts both back. With `unclean`, or when the modes differ from those at the start, it also leaves the
    /// alternate screen, bracketed paste, mouse, focus and keyboard modes and shows the cursor. Only while
    /// the caller's process group had the terminal at the start.
    void restore(bool unclean);

private:
    bool modes_differ(const termios& now) const;

    int fd_;
    bool active_ = false;
    pid_t foreground_ = -1;
    termios modes_{};
};

/// What restore() writes; a terminal that is in none of these modes shows no change.
extern const char* const terminal_reset_sequence;

} // namespace asb
