// A long match asks now and then whether it is still wanted.
#pragma once

#include <functional>

namespace asb::shell {

/// Set by the shell (a process has one). True: a signal has ended the line, the match answers "no".
inline std::function<bool()> match_is_unwanted;

} // namespace asb::shell
