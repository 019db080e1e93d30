// Builtin commands: signature, table, option parsing with bash's words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class Shell;

using Arguments = std::vector<std::string>; ///< [0] is the name as typed

/// Runs with its redirections in place. Output goes to shell.out; it is written to descriptor 1 once, after
/// the function has returned (a failed write makes the status 1 and says `NAME: write error: …`). Answers the
/// status.
using BuiltinFunction = int (*)(Shell& shell, const Arguments& arguments);

enum BuiltinFlags : unsigned {
    kSpecialBuiltin = 1, ///< POSIX special
    kDeclaration = 2,    ///< its NAME=value words are assignments (declare, export, local, readonly, typeset)
    kKeepsPrefix = 4,    ///< what it assigns to a variable of its prefix does not reach the one outside
    kMergesPrefix = 8,   ///< runs commands or unsets: POSIX mode keeps what is left of its prefix afterwards
};

struct Builtin {
    std::string_view name;
    BuiltinFunction function;
    unsigned flags;
    /// What stands behind `NAME: usage: `, "" when bash shows none.
    std::string_view usage;
};

/// Null when there is none. `enabled_only`: builtins switched off by `enable -n` are not found.
const Builtin* find_builtin(const Shell& shell, std::string_view name, bool enabled_only = true);
/// All builtins in alphabetical order.
const std::vector<Builtin>& all_builtins();

// Each author lists the builtins of his files in one function; builtin.cpp joins them.
void add_language_builtins(std::vector<Builtin>& table); // S2, builtins/language_table.cpp
void add_utility_builtins(std::vector<Builtin>& table);  // S1, builtins/utility_table.cpp
void add_process_builtins(std::vector<Builtin>& table);  // S3, builtins/process_table.cpp

/// bash's internal_getopt. `spec` as in getopt: "a:b" ; a letter followed by ':' takes an argument, by '#' a
/// number, by
/// ';' an optional attached one. A leading '+' also takes +x options (then plus() is true).
///     OptionParser options(shell, arguments, "d:n:r");
///     while (int letter = options.next()) { if (letter == '?') return kUsageStatus; … options.argument() … }
///     for (std::size_t i = options.index(); i < arguments.size(); ++i) …
/// On an unknown letter it writes `NAME: -x: invalid option` and the usage line, on a missing argument
/// `NAME: -x: option requires an argument` and the usage line, and answers '?'. `--help` is answered by the
/// caller of the builtin.
class OptionParser {
public:
    OptionParser(Shell& shell, const Arguments& arguments, std::string_view spec);
    int next();
    bool plus() const { return plus_; }
    bool has_argument() const { return has_argument_; }
    const std::string& argument() const { return argument_; }
    std::size_t index() const { return index_; } ///< first operand, once next() has answered 0

private:
    Shell& shell_;
    const Arguments& arguments_;
    std::string_view spec_;
    std::size_t index_ = 1;
    std::size_t at_ = 0; ///< position inside the current word, 0 = at its start
    bool accept_plus_ = false;
    bool plus_ = false;
    bool has_argument_ = false;
    std::string argument_;
};

inline constexpr int kUsageStatus = 2;   ///< EX_USAGE
inline constexpr int kRefusedStatus = 4; ///< EX_BADASSIGN, which only a process of its own ends with

/// `bash: line N: NAME: usage: …` is wrong: bash writes `NAME: usage: …` without the prefix. Answers 2.
int usage_error(Shell& shell);

} // namespace asb::shell
