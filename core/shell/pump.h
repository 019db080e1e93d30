// Private pipes of a declared command. nono hands the descriptors of a declared command to unrelated
// programs, so a pipe that somebody waits on must never reach one: standard input, output and error that are
// pipes or sockets are replaced by pipes of our own, and this process copies until the shim has ended (not
// until end-of-file, which may never come). Files and terminals go directly. See nono-measured.md, section 4.
#pragma once

#include "core/base/fd.h"
#include "core/shell/redirect.h"

#include <array>
#include <csignal>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace asb::shell {

class TrapTable;

class Pump {
public:
    /// `standard`: what 0, 1 and 2 of the child will be, as descriptors of this process, -1 closed. Makes
    /// private pipes where they are needed and adds the child's ends to `moves`, last. False with errno set
    /// when none can be made.
    bool prepare(const std::array<int, 3>& standard, std::vector<RedirectionPlan::Move>& moves);

    /// After the start: closes the child's ends here.
    void started() { child_ends_.clear(); }

    /// Copies until `pid` has ended, then takes what is left in its output pipes. Standard input is taken
    /// from its source only as far as the program has read it: who shares the source finds the rest, as
    /// without a pump. `own_process`: this process exists for the pump alone; it passes signals on and gives
    /// up its own standard input once the program has closed it. `traps` (may be null): a signal that ends
    /// the shell ends the wait too; false then.
    bool run(pid_t pid, bool own_process, const TrapTable* traps, int& raw, struct rusage& usage);

private:
    /// From the source to the program, one page at a time.
    struct Input {
        int source = -1;
        Fd pipe; ///< writing end of the private pipe
        std::size_t ahead =
            0; ///< bytes in the private pipe or read by the program that are still in the source
        bool is_socket = false;
        bool source_ready = false;
        bool open() const { return static_cast<bool>(pipe); }
    };
    struct Output {
        Fd pipe; ///< reading end of the private pipe
        int target = -1;
        bool target_is_socket = false;
        bool full = false; ///< the target took nothing more
    };
    bool make_input(int source, std::vector<RedirectionPlan::Move>& moves);
    bool make_output(int fd, int target, std::vector<RedirectionPlan::Move>& moves);
    void feed();
    void settle_input();
    void close_input(bool give_up_source);
    void copy(Output& output);
    bool copy_some(Output& output, std::size_t limit, std::size_t& done);
    void drain(Output& output);
    void serve_once(int pid_fd, const sigset_t* mask, int timeout_ms, bool own_process, bool& ended);

    Input input_;
    std::vector<Output> outputs_;
    std::vector<Fd> child_ends_;
};

/// For a process that exists for a pump alone: signals that would end it go to the program instead
/// (signal_for_program), and this process then ends as the program did.
class PumpSignals {
public:
    PumpSignals();
    static const sigset_t& set();
    /// Passes on what has come.
    static void pass_on(pid_t pid);
};

/// Ends this process by the signal, without a core file.
[[noreturn]] void die_by_signal(int signal);

} // namespace asb::shell
