// Where our programs and our files are.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace asb {

/// /proc/self/exe, resolved.
Result<std::string> self_path();

/// Folder of the private programs and of the agent's shell link: <prefix>/libexec/agent-sandbox, found from
/// self_path() (bin/.. or libexec/agent-sandbox itself; in a build tree the folder of the program).
Result<std::string> libexec_dir();

/// Path of the link that the agent takes for its shell; its name contains "bash" (Claude Code takes only
/// such).
Result<std::string> agent_shell_path();

/// Home of the user: $HOME, else the password database.
std::string home_dir();
/// $XDG_STATE_HOME/agent-sandbox or ~/.local/state/agent-sandbox. Not created.
std::string state_dir();
/// $XDG_CONFIG_HOME/agent-sandbox or ~/.config/agent-sandbox.
std::string config_dir();
/// $XDG_CACHE_HOME/agent-sandbox or ~/.cache/agent-sandbox. Not created; its content may vanish at any time.
std::string cache_dir();
/// $XDG_RUNTIME_DIR/agent-sandbox, else /tmp/agent-sandbox-<uid>; made 0700 and checked to be ours, else an
/// Error.
Result<std::string> runtime_dir();

/// mkdir -p with `mode` for what is new.
Status make_dirs(const std::string& path, unsigned mode = 0700);
/// Whether the file system of `folder` can hold the private folder of a session: nono keeps about 220 MB
/// there while it runs, and starts programs from it. `room_mb` gets what is free, if it is known.
Status check_room_for_session(const std::string& folder, std::uint64_t* room_mb = nullptr);

/// `error` of an attempt to write in state_dir(), with the hint what is kept there and where else it can be.
Error in_state_dir(Error error);
/// Removes a tree without following links; makes unwritable folders writable first (nono's shims folder is
/// 0500).
Status remove_tree(const std::string& path);

/// Absolute, lexically normal form of `path` against `base`.
std::string absolute_path(const std::string& path, const std::string& base);

/// The folder part of `path`: "/" for what lies there, "." when no folder is named.
std::string parent_folder(const std::string& path);

/// `path` with every link followed, absolute; empty when it cannot be.
std::string real_path(const std::string& path);
/// The same, but `path` as it is when it cannot be.
std::string real_path_or_same(const std::string& path);

/// A search path (entries joined by ':') without the entries that are the same folder as one before them, as
/// /bin is /usr/bin on a merged system. A search finds the same in both.
std::string without_repeated_folders(const std::string& search_path);

/// Searches $PATH for an executable regular file; empty when there is none.
std::string find_program(const std::string& name);

const char* product_version();

} // namespace asb
