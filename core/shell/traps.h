// Traps and signals (bash manual, "Signals", `trap`).
#pragma once

#include <array>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class Shell;

inline constexpr int kTrapExit = 0;
inline constexpr int kTrapDebug = 65;
inline constexpr int kTrapErr = 66;
inline constexpr int kTrapReturn = 67;
inline constexpr int kTrapCount = 68;

/// Set by the signal handlers, looked at between commands. The only globals of the shell beside the name table.
namespace signals {
extern volatile std::sig_atomic_t any_pending; ///< some signal came: call TrapTable::run_pending
}

class TrapTable {
public:
    explicit TrapTable(Shell& shell);

    /// At the start: remembers what is ignored (it stays so), takes SIGINT.
    void start();

    /// In a forked child: traps go back to default, ignored ones stay; the texts stay for `trap -p` until one is set.
    void enter_subshell(bool background);

    /// Between commands, when signals::any_pending is set: runs the actions of trapped signals; a SIGINT without a trap
    /// ends the shell (Unwind and, at the end, the signal itself).
    void run_pending();

    bool is_set(int trap) const { return actions_[static_cast<std::size_t>(trap)].has_value(); }
    const std::string& action(int trap) const { return *actions_[static_cast<std::size_t>(trap)]; }

    /// The `trap` builtin. Empty action = ignore; nullopt = default. False when the signal was ignored at entry.
    bool set(int trap, std::optional<std::string> action);

    /// EXIT: runs once; answers the status to exit with (an `exit N` inside changes it).
    int run_exit(int status);
    /// Status of the failed command in; the trap leaves $? as it was.
    void run_err();
    /// `line` is what LINENO shows. Answers false with shopt extdebug when the command must not run.
    bool run_debug();
    void run_return();

    /// Depth of function/sourced frames changes what is inherited: without functrace (errtrace) DEBUG and RETURN (ERR) are
    /// off inside functions. The interpreter calls these around a function call.
    struct Hidden {
        bool debug = false, error = false, returns = false;
    };
    Hidden enter_function(bool traced);
    void leave_function(const Hidden& hidden);

    bool running() const { return running_ >= 0; } ///< inside a trap's action
    int running_signal() const { return running_; }
    /// True when a signal with a trap (or SIGINT) waits: `wait` and `read` answer 128+n then.
    int pending_signal() const;

    /// Lines of `trap -p`.
    std::string listing(const std::vector<int>& which) const;
    /// Puts every trapped or handled signal to what an external program must get (in children, before exec).
    void restore_for_exec() const;
    /// Signals whose handlers are ours.
    bool any() const;

private:
    friend class SignalGuard;
    void run_action(int trap);
    void install(int signal);

    Shell& shell_;
    std::array<std::optional<std::string>, kTrapCount> actions_;
    std::array<bool, NSIG> ignored_at_entry_{};
    std::array<std::optional<std::string>, kTrapCount> inherited_; ///< texts shown by trap -p in a subshell
    bool show_inherited_ = false;
    bool exit_ran_ = false;
    int running_ = -1;
    bool debug_hidden_ = false, error_hidden_ = false, return_hidden_ = false;
};

/// "TERM", "SIGTERM", "15", "EXIT", "term" -> number; -1 unknown.
int signal_number(std::string_view name, bool with_pseudo);
/// "TERM"; "" unknown.
std::string signal_name(int number);
/// "Terminated", "Killed", "Segmentation fault" … as bash writes them.
std::string signal_description(int number);

} // namespace asb::shell
