// What hostile text may do to the machine while it is fuzzed: nothing. By the kernel, should the fuzzer's own
// choice of what it runs have a hole.
#pragma once

#include <string>
#include <vector>

namespace asb::fuzz {

/// From now on, for good: this process makes no other process, starts no program, ends nobody, opens no
/// socket, and writes, removes and lists files only beneath `folders` (the fuzzer's own). Threads go on
/// working, the leak checker does not. False, with the reason on stderr: the kernel refused; nothing may be
/// run then.
bool close_cage(const std::vector<std::string>& folders);

} // namespace asb::fuzz
