#include "core/shell/traps.h"

#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/quote.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <utility>

namespace asb::shell {

namespace {

// Written by the handlers, taken by TrapTable between commands.
volatile std::sig_atomic_t g_any_pending = 0;
volatile std::sig_atomic_t g_pending[kSignalCount];

void on_signal(int signal) {
    g_pending[signal] = g_pending[signal] + 1;
    g_any_pending = 1;
}

/// Signals that run the EXIT trap before they end the shell (bash's terminating signals that are no faults of
/// ours).
constexpr int kExitSignals[] = {SIGHUP,  SIGTRAP, SIGABRT, SIGSYS,    SIGPIPE, SIGALRM,
                                SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGUSR1, SIGUSR2};

bool is_exit_signal(int signal) {
    return std::find(std::begin(kExitSignals), std::end(kExitSignals), signal) != std::end(kExitSignals);
}

/// What messages about the text of a trap call it.
std::string_view origin_of(int trap) {
    switch (trap) {
    case kTrapExit:
        return "exit trap";
    case kTrapDebug:
        return "debug trap";
    case kTrapErr:
        return "error trap";
    case kTrapReturn:
        return "return trap";
    default:
        return "trap";
    }
}

bool is_ignored(int signal) {
    struct sigaction now {};
    return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

} // namespace

void TrapTable::start() {
    for (int signal = 1; signal < kSignalCount; ++signal)
        ignored_at_entry_[index(signal)] = is_ignored(signal);
    if (!ignored_at_entry_[SIGINT])
        change_disposition(SIGINT, false, true);
    change_disposition(SIGCHLD, false, false); // ignored, the kernel would take our children's statuses away
    if (!ignored_at_entry_[SIGQUIT])
        ignore_for_shell_only(SIGQUIT);
}

/// As bash does with QUIT: programs get the default again.
void TrapTable::ignore_for_shell_only(int signal) {
    change_disposition(signal, true, false);
    handled_.push_back(signal);
}

void TrapTable::change_disposition(int signal, bool ignore, bool handle) {
    struct sigaction action {};
    sigemptyset(&action.sa_mask);
    if (ignore)
        action.sa_handler = SIG_IGN;
    else if (handle)
        action.sa_handler = on_signal;
    else
        action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    handled_.erase(std::remove(handled_.begin(), handled_.end(), signal), handled_.end());
    if (handle && !ignore)
        handled_.push_back(signal);
}

void TrapTable::enter_subshell(bool background) {
    if (!show_inherited_)
        inherited_ = actions_;
    show_inherited_ = true;
    exit_before_ = shell_.process->in_process == 0 ? actions_[kTrapExit] : std::nullopt;
    inside_ = running();
    running_.reset();
    fatal_signal_ = 0;
    exit_handlers_ = false;
    for (auto& count : g_pending)
        count = 0;
    g_any_pending = 0;
    actions_[kTrapExit].reset();
    if (!shell_.options.is(SetOption::Functrace)) {
        actions_[kTrapDebug].reset();
        actions_[kTrapReturn].reset();
    }
    if (!shell_.options.is(SetOption::Errtrace))
        actions_[kTrapErr].reset();
    for (const int signal : std::vector<int>(handled_)) {
        if (signal != SIGINT)
            change_disposition(signal, false, false);
    }
    for (int signal = 1; signal < kSignalCount; ++signal) {
        auto& action = actions_[index(signal)];
        if (action && !action->empty())
            action.reset();
    }
    if (!ignored_at_entry_[SIGINT] && !actions_[SIGINT])
        change_disposition(SIGINT, false, true);
    if (background) {
        change_disposition(SIGINT, true, false);
        change_disposition(SIGQUIT, true, false);
    }
}

void TrapTable::take_up_exit() {
    actions_[kTrapExit] = exit_before_;
}

bool TrapTable::has_action(int trap) const {
    const auto& action = actions_[index(trap)];
    if (!action || action->empty())
        return false;
    switch (trap) {
    case kTrapDebug:
    case kTrapErr:
    case kTrapReturn:
        return !running_[index(trap)];
    default:
        return true;
    }
}

void TrapTable::set(int trap, std::optional<std::string> action) {
    if (show_inherited_) {
        show_inherited_ = false;
        for (auto& text : inherited_)
            text.reset();
    }
    const bool is_signal = trap > 0 && trap < kSignalCount;
    if (is_signal && ignored_at_entry_[index(trap)])
        return;
    actions_[index(trap)] = std::move(action);
    const auto& now = actions_[index(trap)];
    if (is_signal) {
        const bool ignore = now && now->empty();
        const bool handle = (now && !ignore) || trap == SIGINT || (exit_handlers_ && is_exit_signal(trap));
        if (trap == SIGQUIT && !now && !shell_.in_subshell_process)
            ignore_for_shell_only(SIGQUIT);
        else if (trap != SIGCHLD) // counted when a child is taken in
            change_disposition(trap, ignore, handle);
    }
    if (trap == kTrapExit)
        update_exit_handlers();
}

void TrapTable::update_exit_handlers() {
    const bool wanted = has_action(kTrapExit);
    if (wanted == exit_handlers_)
        return;
    exit_handlers_ = wanted;
    for (const int signal : kExitSignals) {
        if (!actions_[index(signal)] && !ignored_at_entry_[index(signal)])
            change_disposition(signal, false, wanted);
    }
}

/// One that ends the shell goes on: the EXIT trap does not run it again, and is run at once in a function,
/// whose variables and redirections are still there.
void TrapTable::end_action(int trap, bool outer) {
    if (shell_.unwind != Unwind::Exit)
        running_.set(index(trap), outer);
    else if (trap != kTrapExit && shell_.process->in_process == 0 && shell_.variables.in_function())
        run_exit();
}

void TrapTable::run_action(int trap, std::uint32_t first_line) {
    const std::string action = *actions_[index(trap)];
    const int status = shell_.status;
    const std::vector<int> pipe_status = shell_.pipe_status;
    const bool outer = running_[index(trap)];
    running_.set(index(trap));
    // What xtrace shows: the shell's own EXIT trap and that of $( ) are run when their text has ended.
    const bool ends_text = trap == kTrapExit && (!shell_.in_subshell_process || shell_.process->substitution);
    const int deeper = ends_text ? 0 : 1;
    shell_.trace_level += deeper;
    const std::uint32_t line = shell_.line;
    const Command* const command = shell_.current_command;
    const Restore<int> counts(shell_.errexit_ignored, 0); // of the interrupted command
    shell_.run_text(action, first_line, origin_of(trap));
    shell_.trace_level -= deeper;
    shell_.current_command = command;
    shell_.line = line;
    end_action(trap, outer);
    if (shell_.unwind == Unwind::None) {
        shell_.status = status;
        shell_.pipe_status = pipe_status;
    }
}

void TrapTable::run_pending() {
    while (g_any_pending != 0 && shell_.unwind == Unwind::None) {
        g_any_pending = 0;
        for (int signal = 1; signal < kSignalCount && shell_.unwind == Unwind::None; ++signal) {
            while (g_pending[signal] != 0 && shell_.unwind == Unwind::None) {
                // Only the CHLD trap runs once for each child.
                g_pending[signal] = signal == SIGCHLD ? g_pending[signal] - 1 : 0;
                if (has_action(signal)) {
                    const int status = shell_.status;
                    run_action(signal, 1);
                    if (signal == SIGCHLD && shell_.unwind == Unwind::Exit)
                        shell_.status = status; // what it exits with is lost in bash
                } else if (!actions_[index(signal)] && signal != SIGCHLD) {
                    fatal_signal_ = signal;
                    status_before_fatal_ = shell_.status;
                    shell_.unwind = Unwind::Exit;
                    if (shell_.process->in_process == 0 && !running_.any())
                        run_exit(); // redirections and functions are still what they were
                }
            }
        }
    }
}

void TrapTable::run_exit() {
    if (!has_action(kTrapExit)) {
        if (fatal_signal_ != 0)
            shell_.status = 128 + fatal_signal_;
        return;
    }
    shell_.unwind = Unwind::None;
    if (fatal_signal_ != 0)
        shell_.status = status_before_fatal_;
    const int status = shell_.status;
    shell_.expansion_ended = false;
    run_action(kTrapExit, 1);
    if (shell_.unwind == Unwind::Exit && shell_.expansion_ended)
        shell_.status = status;
    if (const int late = fatal_pending() ? pending_signal() : 0; late != 0) // came with its last command
        fatal_signal_ = late;
    actions_[kTrapExit].reset();
    shell_.unwind = Unwind::Exit;
    if (fatal_signal_ != 0)
        shell_.status = 128 + fatal_signal_;
}

void TrapTable::run_error() {
    if (has_action(kTrapErr))
        run_action(kTrapErr, shell_.line);
}

bool TrapTable::run_debug() {
    if (!has_action(kTrapDebug))
        return true;
    const bool extended = shell_.options.is(Shopt::Extdebug);
    if (!extended) {
        run_action(kTrapDebug, shell_.line);
        return true;
    }
    const int before = shell_.status;
    const std::string action = *actions_[kTrapDebug];
    running_.set(kTrapDebug);
    const std::uint32_t line = shell_.line;
    const Command* const command = shell_.current_command;
    ++shell_.trace_level;
    shell_.run_text(action, line, origin_of(kTrapDebug));
    --shell_.trace_level;
    const int answer = shell_.status;
    shell_.current_command = command;
    shell_.line = line;
    end_action(kTrapDebug, false);
    if (shell_.unwind == Unwind::None)
        shell_.status = before;
    if (answer == 2 && !shell_.frames.empty() && shell_.unwind == Unwind::None) {
        shell_.status = answer; // as `return 2`
        shell_.unwind = Unwind::Return;
    }
    return answer == 0;
}

void TrapTable::run_return() {
    if (has_action(kTrapReturn))
        run_action(kTrapReturn, shell_.line);
}

std::unique_ptr<TrapMask> TrapTable::mask(bool keep_debug_return, bool keep_error) {
    const bool debug = !keep_debug_return && actions_[kTrapDebug];
    // What a DEBUG action calls returns in silence.
    const bool returns = (!keep_debug_return || running_[kTrapDebug]) && actions_[kTrapReturn];
    const bool error = !keep_error && actions_[kTrapErr];
    if (!debug && !returns && !error)
        return nullptr;
    auto old = std::make_unique<TrapMask>();
    if (debug)
        old->debug.swap(actions_[kTrapDebug]);
    if (returns)
        old->returns.swap(actions_[kTrapReturn]);
    if (error)
        old->error.swap(actions_[kTrapErr]);
    return old;
}

void TrapTable::unmask(TrapMask& mask) {
    if (mask.debug && !actions_[kTrapDebug])
        actions_[kTrapDebug] = std::move(mask.debug);
    if (mask.error && !actions_[kTrapErr])
        actions_[kTrapErr] = std::move(mask.error);
    if (mask.returns && !actions_[kTrapReturn])
        actions_[kTrapReturn] = std::move(mask.returns);
}

int TrapTable::pending_signal() const {
    if (g_any_pending == 0)
        return 0;
    for (int signal = 1; signal < kSignalCount; ++signal) {
        if (g_pending[signal] != 0 && signal != SIGCHLD && (has_action(signal) || !actions_[index(signal)]))
            return signal;
    }
    return 0;
}

bool TrapTable::fatal_pending() const {
    const int signal = pending_signal();
    return signal != 0 && signal != SIGINT && !has_action(signal);
}

void TrapTable::child_ended() {
    if (has_action(SIGCHLD))
        on_signal(SIGCHLD);
}

void TrapTable::forget_interrupt() {
    if (!has_action(SIGINT))
        g_pending[SIGINT] = 0;
}

bool TrapTable::interrupt_pending() const {
    return g_pending[SIGINT] != 0;
}

std::string TrapTable::listing(const std::vector<int>& which, bool with_default) const {
    std::string lines;
    const auto& shown = show_inherited_ ? inherited_ : actions_;
    for (int trap = 0; trap < kTrapCount; ++trap) {
        if (!which.empty() && std::find(which.begin(), which.end(), trap) == which.end())
            continue;
        const bool is_signal = trap > 0 && trap < kSignalCount;
        const bool from_entry = is_signal && ignored_at_entry_[index(trap)];
        const bool set = shown[index(trap)] || from_entry;
        if (!set && !with_default)
            continue;
        lines += "trap -- ";
        lines += !set ? "-" : quote_single(from_entry ? std::string() : *shown[index(trap)]);
        const std::string name = signal_name(trap);
        lines += is_signal && !name.empty() && !shell_.options.is(SetOption::Posix) ? " SIG" : " ";
        lines += name.empty() ? std::to_string(trap) : name;
        lines += '\n';
    }
    return lines;
}

bool TrapTable::forbids_exec() const {
    if (has_action(kTrapExit) || has_action(kTrapErr))
        return true;
    for (int signal = 1; signal < kSignalCount; ++signal) {
        if (has_action(signal))
            return true;
    }
    return false;
}

bool TrapTable::only_exit() const {
    return std::none_of(actions_.begin() + 1, actions_.end(),
                        [](const auto& action) { return action.has_value(); });
}

void TrapTable::restore_handlers() {
    for (const int signal : std::vector<int>(handled_))
        change_disposition(signal, false, false);
}

// ---------------------------------------------------------------------------------------------- calls of the
// interpreter

void run_pending_traps(Shell& shell) {
    shell.process->traps.run_pending();
}
bool traps_pending() {
    return g_any_pending != 0;
}
bool run_debug_trap(Shell& shell) {
    return shell.process->traps.run_debug();
}
void run_error_trap(Shell& shell) {
    shell.process->traps.run_error();
}
void run_return_trap(Shell& shell) {
    shell.process->traps.run_return();
}
void run_exit_trap(Shell& shell) {
    shell.process->traps.run_exit();
}
bool has_debug_trap(const Shell& shell) {
    return shell.process->traps.has_action(kTrapDebug);
}
bool has_error_trap(const Shell& shell) {
    return shell.process->traps.has_action(kTrapErr);
}
bool has_return_trap(const Shell& shell) {
    return shell.process->traps.has_action(kTrapReturn);
}
ErrexitPause::ErrexitPause(Shell& shell)
    : shell_(shell), ignored_(std::exchange(shell.errexit_ignored, 0)), paused_(shell.errexit_paused) {
    if (ignored_ == 0)
        return;
    shell_.errexit_paused = true;
    error_trap_ = shell_.process->traps.exchange_error(std::nullopt);
}
ErrexitPause::~ErrexitPause() {
    if (ignored_ == 0)
        return;
    shell_.errexit_ignored = ignored_;
    shell_.errexit_paused = paused_;
    if (error_trap_)
        shell_.process->traps.exchange_error(std::move(error_trap_));
}
std::unique_ptr<TrapMask> mask_function_traps(Shell& shell, bool keep_debug_return, bool keep_error) {
    return shell.process->traps.mask(keep_debug_return, keep_error);
}
void unmask_function_traps(Shell& shell, std::unique_ptr<TrapMask> mask) {
    if (mask)
        shell.process->traps.unmask(*mask);
}

} // namespace asb::shell
