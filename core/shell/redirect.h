// Redirections, the parts below process.h: expanded one after another, carried out on the shell's own
// descriptors (RedirectionScope), or made ready in the parent for a vfork child (bash manual,
// "Redirections").
#pragma once

#include "core/base/fd.h"
#include "core/shell/ast.h"

#include <string>
#include <utility>
#include <vector>

namespace asb::shell {

class Shell;

/// Lowest descriptor that {name}> hands out (bash's SHELL_FD_BASE).
inline constexpr int kVariableFdBase = 10;
/// Where the shell's own descriptors live, out of the way of numbers that lines use.
inline constexpr int kPrivateFdBase = 200;

/// One redirection after expansion.
struct RedirStep {
    enum class Kind { Open, Dup, Close, Text } kind = Kind::Open;
    int fd = -1;               ///< descriptor that is changed; -1: {name} form, the shell picks one
    int source = -1;           ///< Dup
    bool close_source = false; ///< move form: n<&m-
    bool also_stderr = false;  ///< &> and &>>: descriptor 2 follows
    int flags = 0;             ///< Open: flags of open(2)
    bool noclobber = false;    ///< Open: an existing regular file is refused
    std::string path;          ///< Open
    std::string text;          ///< Text: contents of a here-document or here-string
};

/// Expands one redirection. False: the message has been written or unwind is set.
bool expand_redirection(Shell& shell, const Redirection& redirection, RedirStep& step);

/// A descriptor of our own for what an Open or Text step names: /dev/fd/N, /dev/std*, /dev/tcp and /dev/udp
/// included. Invalid with errno set; errno 0: refused by noclobber.
Fd open_step(Shell& shell, const RedirStep& step);

/// bash's words for a failed step, written.
void tell_redirection_failure(Shell& shell, const Redirection& redirection, const RedirStep& step, int code);

/// True when expanding these parts in the parent instead of the child cannot be noticed: no assignment,
/// arithmetic, substitution, no variable that tells processes apart, no error under `set -u`.
bool is_harmless(const std::vector<WordPart>& parts, bool nounset);

/// dup of `fd` out of the way, close-on-exec; -1 when `fd` is not open.
int duplicate_private(int fd);

/// /dev/tcp/HOST/PORT and /dev/udp/HOST/PORT: a connected socket, or invalid with errno set. Writes bash's
/// message for names that are not known.
Fd open_network(Shell& shell, const std::string& path);

/// Lets the shell's messages go to another descriptor (-1: nowhere) for a while.
class BorrowedStderr {
public:
    explicit BorrowedStderr(int by);
    ~BorrowedStderr();
    BorrowedStderr(const BorrowedStderr&) = delete;
    BorrowedStderr& operator=(const BorrowedStderr&) = delete;

private:
    int saved_ = -1;
    bool borrowed_ = false;
};

/// Redirections of one external command, made ready in the parent: everything is open, the child has only
/// dup2 and close to do, in this order.
class RedirectionPlan {
public:
    struct Move {
        int from; ///< -1: close `to`
        int to;
    };
    /// False when expanding these words in the parent could be noticed (bash expands them in the child): then
    /// the command is run by a plain fork.
    static bool suits(Shell& shell, const std::vector<Redirection>& redirections);
    /// False when one failed; the message went to where descriptor 2 led by then. Status is then 1.
    bool prepare(Shell& shell, const std::vector<Redirection>& redirections);
    const std::vector<Move>& moves() const { return moves_; }
    /// What `fd` will be in the child, as a descriptor of this process; -1 closed.
    int resolve(int fd) const;
    bool changes(int fd) const;

private:
    bool add(Shell& shell, const RedirStep& step, const Redirection& redirection);
    void set(int from, int to, int here);
    std::vector<Move> moves_;
    std::vector<std::pair<int, int>> now_; ///< descriptor of the child -> descriptor here
    std::vector<Fd> opened_;
    bool keep_high_ = false; ///< descriptors above 2 are named: ours must be out of the way
};

} // namespace asb::shell
