// What the process side keeps in a Shell.
#pragma once

#include "core/base/fd.h"
#include "core/shell/ast.h"
#include "core/shell/jobs.h"
#include "core/shell/spawn.h"
#include "core/shell/traps.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace asb::shell {

/// A page that this process shares with its children: a child that execs in place leaves the number of its
/// simple command there, so that the parent, which waits for it, can report its end.
class SharedSlots {
public:
    struct Slot {
        std::uint64_t command;
        std::int64_t started_us;
    };
    SharedSlots() = default;
    SharedSlots(const SharedSlots&) = delete;
    SharedSlots& operator=(const SharedSlots&) = delete;
    ~SharedSlots();
    /// A free slot, -1 when there is none.
    int take();
    Slot& at(int slot) { return slots_[slot]; }
    void give_back(int slot);
    /// In a child: the parent's page stays mapped for its own slot, slots for its own children are new.
    void enter_child();

private:
    Slot* slots_ = nullptr;
    std::vector<bool> used_;
};

struct Coproc {
    std::string name;
    pid_t pid = 0;
    int read_fd = -1;
    int write_fd = -1;
    bool ended = false;
};

struct OpenSubstitution {
    int fd = -1;
    pid_t pid = 0;
};

/// The simple command that bash, as the last thing of its process (the -c text, a subshell, a background
/// command), executes without a fork: the program is not one level deeper, and nobody tells of its death.
struct Replacing {
    const Command* command = nullptr;
    bool alone = false; ///< all that the process has to do: redirections and traps do not count
};

struct ProcessState {
    explicit ProcessState(Shell& shell) : traps(shell), jobs(shell) {}

    TrapTable traps;
    JobTable jobs;
    PathCache paths;
    std::string cached_path; ///< $PATH that `paths` was learnt from
    Fd places;               ///< of a declared stage: taken by the pipeline for all of its stages together
    SharedSlots slots;
    std::vector<OpenSubstitution> substitutions; ///< process substitutions whose descriptor is open
    std::optional<Coproc> coproc;
    /// This simple command is the last thing that this (forked) process does: it may exec in place.
    const Command* exec_in_place = nullptr;
    Replacing replacing;
    bool replaced_by(const Command* current, bool redirected) const {
        return replacing.command != nullptr && replacing.command == current
               && (replacing.alone || (!redirected && !traps.forbids_exec()));
    }
    int trace_fd = -1; ///< BASH_XTRACEFD, while it is open
    /// The DEBUG trap of this simple command has run, before the fork of the process that it has for itself.
    const Command* announced = nullptr;
    int text_depth = 0;                    ///< texts (-c, eval, traps) that are being run
    SharedSlots::Slot* own_slot = nullptr; ///< in a child: where an exec in place leaves its number
    pid_t group = 0; ///< process group of the pipeline that is being started, with job control
    /// A compound command around, or the pipeline, says what standard input is: background commands keep it
    /// (bash's stdin_redir, which stays set when that command has ended).
    bool stdin_redirected = false;
    int in_process = 0;          ///< subshells without a process of their own that are being run
    int subshell_text_depth = 0; ///< text_depth when this subshell began
    int group_text_depth =
        -1; ///< the innermost subshell is a ( … ): text_depth when it began; -1: it is none
    class RedirectionScope* redirection_scopes = nullptr; ///< the innermost one that has redirected
    class RedirectionScope* text_scopes = nullptr; ///< what it was when the innermost text (-c, eval) began
    bool leaves_scopes = true; ///< an error ends such a text, not a ( … ) or a background job
    bool substitution = false; ///< $( ) or <( ): a text of its own, whose EXIT trap is run when it has ended
    bool job_control = false;  ///< `set -m` was said to this very process
    bool command_substitution = false; ///< inside $( ): bash is silent about signals there
};

} // namespace asb::shell
