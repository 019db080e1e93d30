// What the utility builtins keep between two calls.
#pragma once

#include "core/shell/completion.h"

#include <cstddef>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace asb::shell {

/// A pipe of this process alone into which tee(2) copies what waits in another pipe, to look at it.
struct PeekPipe {
    PeekPipe() = default;
    PeekPipe(const PeekPipe&) = delete;
    PeekPipe& operator=(const PeekPipe&) = delete;
    ~PeekPipe();
    bool ready();
    void close_both();
    int read_end = -1;
    int write_end = -1;
    pid_t owner = 0;
};

/// Where getopts stands: OPTIND is only what it shows, and what others may set.
struct GetoptsState {
    long index = 1;         ///< of the next word; 0: begin anew
    long word = 0;          ///< the word with several letters that is being read
    std::size_t offset = 0; ///< of the next letter in it; 0: none is left
};

struct UtilityState {
    int status_before_return = 0;  ///< what RETURN traps see as $?
    bool parameters_given = false; ///< by `set`, outside functions, since the running file was sourced
    GetoptsState getopts;
    std::vector<std::string> directory_stack; ///< below the current directory, top first
    PeekPipe peek;
    CompletionTable completions;
    std::vector<std::string> history;
    std::optional<bool> named_utf8;  ///< see writes_utf8
    std::size_t unsaved_history = 0; ///< how many of its last lines `history -a` has not written
};

} // namespace asb::shell
