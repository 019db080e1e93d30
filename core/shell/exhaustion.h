// What becomes of a line that uses up its memory or its stack: it ends as bash ends, with a message, and not
// by a crash of the shell.
#pragma once

#include <cstddef>
#include <string_view>

namespace asb::shell {

/// From now on a failed allocation anywhere in this process ends it as it ends bash: "NAME: xmalloc: cannot
/// allocate memory" on stderr, status 2, no trap. Nothing is unwound: there is no memory to do it with.
/// Any other uncaught exception aborts without libstdc++'s words; who waits for this process tells of it.
void end_on_exhausted_memory(std::string_view shell_name);

/// How deep the interpreter may go on this process's main stack.
class StackRoom {
public:
    /// The first one of a process has to be made near the stack's top. The kernel gives a stack what
    /// RLIMIT_STACK says at the moment of its growth, so that one makes sure of a least room, whatever
    /// `ulimit -s` says later.
    StackRoom() { limit_changed(); }
    /// After a change of RLIMIT_STACK (`ulimit -s`).
    void limit_changed();
    /// True when the caller's frame lies in the last quarter, which is for builtins and libraries.
    bool is_used_up() const { return static_cast<const char*>(__builtin_frame_address(0)) <= lowest_; }

private:
    const char* lowest_ = nullptr; ///< address
};

} // namespace asb::shell
