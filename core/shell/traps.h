// Traps and signals (bash manual, "Signals", `trap`). The interpreter's calls are in process.h.
#pragma once

#include "core/shell/process.h"

#include <array>
#include <bitset>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

class Shell;

/// Numbers of the traps that are no signals; they follow the real-time signals, as in bash's listing.
inline constexpr int kTrapExit = 0;
inline constexpr int kTrapDebug = 65;
inline constexpr int kTrapErr = 66;
inline constexpr int kTrapReturn = 67;
inline constexpr int kTrapCount = 68;
inline constexpr int kSignalCount = 65; ///< 1 to 64 are signals

class TrapTable {
public:
    explicit TrapTable(Shell& shell) : shell_(shell) {}

    /// At the start of the shell: remembers what is ignored (it stays so) and takes SIGINT.
    void start();

    /// In a forked child: traps go back to default, ignored signals stay so; the texts are kept for `trap -p`
    /// until one is set. `background` without job control: INT and QUIT are ignored.
    void enter_subshell(bool background);
    /// In the process of a simple command of a pipeline or in the background: its expansion failed, which
    /// bash meets before it takes away the traps, so that it runs the one on EXIT.
    void take_up_exit();

    /// Runs the actions of signals that have come. A signal that ends the shell (INT without a trap, TERM and
    /// others when there is an EXIT trap) sets unwind Exit with 128+n.
    void run_pending();

    bool is_set(int trap) const { return actions_[index(trap)].has_value(); }
    /// A trap with an action that is to be run now: set, not ignored, not running already.
    bool has_action(int trap) const;

    /// `trap`: an empty action ignores, nullopt is the default again. Nothing happens to signals ignored at
    /// the start.
    void set(int trap, std::optional<std::string> action);

    /// What ERR was set to; now it is `action`.
    std::optional<std::string> exchange_error(std::optional<std::string> action) {
        return std::exchange(actions_[kTrapErr], std::move(action));
    }

    std::optional<std::string> exchange_debug(std::optional<std::string> action) {
        return std::exchange(actions_[kTrapDebug], std::move(action));
    }

    void run_exit();
    void run_error();
    /// False when shopt extdebug and the action's status say to skip the command.
    bool run_debug();
    void run_return();

    /// At the entry of a function that does not inherit DEBUG and RETURN, or ERR: takes them away.
    std::unique_ptr<TrapMask> mask(bool keep_debug_return, bool keep_error);
    /// At its end: they are back where the function has not set its own.
    void unmask(TrapMask& mask);

    /// A compound command that is a process of its own is no part of the action in which it stands.
    void leave_action() { inside_ = false; }
    bool running() const { return inside_ || running_.any(); } ///< inside a trap's action
    /// No trap is set but on EXIT: a subshell's traps are then the shell's own.
    bool only_exit() const;
    /// A signal with a trap (or one that ends the shell) waits; 0 none. `wait` answers 128+n then.
    int pending_signal() const;
    /// A signal came that ends the shell at once, child or not (not INT, which waits for the foreground
    /// command).
    bool fatal_pending() const;
    /// Some handler must be able to interrupt a wait for a foreground command.
    bool careful_wait() const { return exit_handlers_; }
    /// A child was taken in: one more run of the CHLD trap.
    void child_ended();
    /// SIGINT came while a foreground command ran that dealt with it itself: bash forgets it then.
    void forget_interrupt();
    bool interrupt_pending() const;
    /// The signal that ends this shell process, 0 none.
    int fatal_signal() const { return fatal_signal_; }

    /// Lines of `trap -p` for these numbers, or for all. `with_default`: also those without an action.
    std::string listing(const std::vector<int>& which, bool with_default = false) const;
    /// Signals with a handler of ours: a vfork child puts them back to default before exec.
    const std::vector<int>& handled() const { return handled_; }
    /// Any trap on a signal, EXIT or ERR: then a last command gets a process of its own.
    bool forbids_exec() const;
    /// Puts all handlers back to default: before this process itself execs.
    void restore_handlers();

private:
    static std::size_t index(int trap) { return static_cast<std::size_t>(trap); }
    void run_action(int trap, std::uint32_t first_line);
    void end_action(int trap, bool outer);
    void change_disposition(int signal, bool ignore, bool handle);
    void ignore_for_shell_only(int signal);
    void update_exit_handlers();

    Shell& shell_;
    std::array<std::optional<std::string>, kTrapCount> actions_;
    std::optional<std::string> exit_before_;                       ///< of the shell that has forked this one
    std::array<std::optional<std::string>, kTrapCount> inherited_; ///< what trap -p shows in a fresh subshell
    bool show_inherited_ = false;
    std::array<bool, kSignalCount> ignored_at_entry_{};
    std::vector<int> handled_;
    bool exit_handlers_ = false;
    std::bitset<kTrapCount> running_; ///< whose actions are being run
    bool inside_ = false;             ///< this subshell was begun in such an action
    int fatal_signal_ = 0;
    int status_before_fatal_ = 0; ///< what $? is in the EXIT trap
};

/// "TERM", "SIGTERM", "term", "15"; with `pseudo` also EXIT (0), DEBUG, ERR, RETURN. -1: unknown.
int signal_number(std::string_view name, bool pseudo);
/// "TERM", "EXIT"; "" when unknown.
std::string signal_name(int number);
/// "Terminated", "Killed", "Segmentation fault" … as bash writes them.
std::string signal_description(int number);

} // namespace asb::shell
