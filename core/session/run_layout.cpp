#include "core/session/run_layout.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace asb {
namespace {
constexpr std::size_t kMaxNonoTemp = 28;
} // namespace

Status make_run_layout(const RunLayout& folder) {
    struct stat state {};
    if (::lstat(folder.root.c_str(), &state) != 0)
        return system_error("use the session's folder " + folder.root, errno,
                            "start sessions with `agent-sandbox`, which makes it");
    if (!S_ISDIR(state.st_mode) || state.st_uid != ::geteuid() || (state.st_mode & 077) != 0)
        return Error{"use the session's folder " + folder.root + ": it is not a private folder of this user",
                     "start sessions with `agent-sandbox`, which makes it", EPERM};
    if (folder.command_nono_temp().size() > kMaxNonoTemp)
        return Error{"use the session's folder " + folder.root + ": its path is too long for nono's socket",
                     "keep TMPDIR-like paths at 25 bytes or fewer", ENAMETOOLONG};
    for (const std::string& path : {folder.socket_folder(), folder.agent_nono_temp(),
                                    folder.command_nono_temp(), folder.agent_temp(), folder.command_temp()}) {
        if (const Status made = make_dirs(path, 0700); !made)
            return made;
    }
    return write_file_atomically(folder.canary(), "no sandbox may read this\n", 0600);
}

} // namespace asb
