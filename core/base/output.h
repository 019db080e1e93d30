// Standard output of our own programs. What could not be written is never passed over in silence: a full disk
// is an error, a reader that has gone (`log | head`) is an end without words.
#pragma once

#include <string_view>

namespace asb {

/// Writes behind what was written before, buffered. False once anything could not be written; nothing more
/// is tried then, and a caller with much to say can stop.
bool put_out(std::string_view text);

/// Sends what is buffered; false as put_out().
bool flush_out();

/// The exit status of a program that would end with `status`: flushes, stdio's stdout too; when something
/// could not be written it says so on stderr, once, and a status 0 becomes 1 (128+SIGPIPE without words for a
/// reader that has gone).
int output_status(int status);

} // namespace asb
