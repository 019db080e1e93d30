// Redirections, the parts below process.h: expanded one after another, carried out on the shell's own descriptors
// (RedirectionScope), or made ready in the parent for a vfork child (bash manual, "Redirections").
#pragma once

#include "core/base/fd.h"
#include "core/shell/ast.h"

#include <string>
#include <vector>

namespace asb::shell {

class Shell;

/// Lowest descriptor for the shell's own use: saved originals, {name}> descriptors (bash's SHELL_FD_BASE).
inline constexpr int kShellFdBase = 10;

/// One redirection after expansion.
struct RedirStep {
    enum class Kind { Open, Dup, Close, Text } kind{};
    int fd = -1;               ///< descriptor that is changed; -1: {name} form, the shell picks one
    int source = -1;           ///< Dup: what it becomes a copy of; also where Open/Text found theirs once carried out
    bool close_source = false; ///< move form [n]>&digit-
    bool also_stderr = false;  ///< &> and &>>: descriptor 2 follows
    int flags = 0;             ///< Open: flags of open(2)
    bool noclobber = false;    ///< Open: refuse an existing regular file
    std::string path;          ///< Open
    std::string text;          ///< Text: contents of a here-document or here-string
    std::string variable;      ///< {name}
};

/// Redirections of one external command, made ready in the parent: all files are open, the child has only dup2 and
/// close to do.
class RedirectionPlan {
public:
    struct Move {
        int from; ///< -1: close `to`
        int to;
    };
    /// False when expanding these words in the parent could be noticed (bash expands them in the child): assignments,
    /// arithmetic, command substitutions, `set -u`, {name}; then the command is run by a plain fork.
    static bool suits(Shell& shell, const std::vector<Redirection>& redirections);
    /// False when one failed; message written to where descriptor 2 would point by then. Status is then 1.
    bool prepare(Shell& shell, const std::vector<Redirection>& redirections);
    const std::vector<Move>& moves() const { return moves_; }
    /// What descriptor `fd` will be in the child, as a descriptor of this process; -1 closed.
    int resolve(int fd) const;

private:
    bool add(Shell& shell, const RedirStep& step, const Redirection& redirection);
    int hold(Fd fd);
    std::vector<Move> moves_;
    std::vector<Fd> opened_;
    bool high_ = false; ///< descriptors above 2 are named: keep ours out of the way
};

/// Expands one redirection. False: message written.
bool expand_redirection(Shell& shell, const Redirection& redirection, RedirStep& step);

/// A descriptor from which `text` can be read: a pipe when it fits, else a deleted temporary file.
Fd here_document(const std::string& text);

/// Opens the file of a step: /dev/fd/N, /dev/std*, /dev/tcp, noclobber included. Invalid with errno set.
Fd open_step(Shell& shell, const RedirStep& step);

} // namespace asb::shell
