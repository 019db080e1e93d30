// The signals that a keeper waits for, held back from the first moment of its program to the last.
#pragma once

#include <csignal>

namespace asb {

/// INT, QUIT, TERM, HUP and CHLD, blocked as long as this lives. To be made as the first thing in main():
/// what comes before a handler is there would end the program before there is anybody who cleans up. What
/// nobody has waited for is dropped at the end.
class BlockedSignals {
public:
    BlockedSignals();
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;
    ~BlockedSignals();

    /// Waits for the next one; its number.
    int wait() const;
    /// A signal that asks for the end and is waiting already; 0 when there is none. Ignored ones do not
    /// count.
    int take_early_end() const;
    /// For a child, before it becomes another program: the mask as it was.
    void restore_in_child() const;

    static bool is_ignored(int number);

private:
    sigset_t set_{};
    sigset_t before_{};
};

} // namespace asb
