// Coprocesses. bash knows one at a time: the variables of an older one stay as they are.
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"
#include "core/shell/unparse.h"

#include <optional>
#include <unistd.h>
#include <utility>

namespace asb::shell {
namespace {

/// The name may be any word, which is expanded; empty: it is no name (message written).
std::string coproc_name(Shell& shell, const CoprocCommand& command) {
    std::string name = command.name;
    if (!is_name(name)) {
        const WordPtr word =
            parse_word_text(command.name, WordContext::Plain, shell.parser_options(), command.line);
        if (!word || !shell.expand_to_string(*word, name))
            return {};
    }
    if (is_name(name))
        return name;
    shell.error("`" + name + "': not a valid identifier");
    return {};
}

/// NAME and NAME_PID; a nameref to a name without a variable gives its own name away.
void set_variables(Shell& shell, Coproc& coproc) {
    Variables& variables = shell.variables;
    const NameTarget target = variables.resolve(intern(coproc.name));
    if (target.slot != kNoSlot && !target.has_subscript) {
        Variable& variable = variables.raw(target.slot);
        if (!variable.exists)
            coproc.name = name_of(target.slot);
        if (variable.has(kAssoc) && !variable.has(kReadonly)) {
            variable.attributes &= ~kAssoc;
            variable.assoc.reset();
        }
    }
    IndexedArray* const array = variables.array_for_builtin(coproc.name, false);
    if (!array)
        return;
    array->at(0).set(std::to_string(coproc.read_fd));
    array->at(1).set(std::to_string(coproc.write_fd));
    static_cast<void>(variables.assign(coproc.name + "_PID", std::to_string(coproc.pid)));
}

void unset_variables(Shell& shell, const std::string& name) {
    Variables& variables = shell.variables;
    const Slot process = intern(name + "_PID");
    variables.raw(process).attributes &= ~kReadonly; // bash does not ask here
    static_cast<void>(variables.unset(process));
    const Slot own = intern(name);
    const NameTarget target = variables.resolve(own);
    const bool there = target.slot != kNoSlot && variables.raw(target.slot).exists;
    if (!variables.unset(there ? target.slot : own))
        shell.error(name + ": cannot unset: readonly variable");
}

} // namespace

int run_coproc(Shell& shell, const CoprocCommand& command) {
    const std::string name = coproc_name(shell, command);
    if (name.empty())
        return 1;
    std::optional<Coproc>& known = shell.process->coproc;
    if (known && (known->read_fd >= 0 || known->write_fd >= 0))
        shell.error("warning: execute_coproc: coproc [" + std::to_string(known->pid) + ":" + known->name
                    + "] still exists");
    known.reset();
    Fd from_child, child_out, child_in, to_child;
    if (!open_pipe(shell, from_child, child_out) || !open_pipe(shell, child_in, to_child))
        return 1;
    ChildProcess child;
    shell.process->group = 0;
    const pid_t pid = fork_subshell(shell, SubshellKind::Coproc, child);
    if (pid < 0)
        return 254;
    if (pid == 0) {
        from_child.reset();
        to_child.reset();
        move_descriptor(child_in.release(), 0);
        move_descriptor(child_out.release(), 1);
        run_child(shell, *command.body);
    }
    // bash moves all four ends up before it closes the child's two: 63 and 60.
    Coproc coproc;
    coproc.name = name;
    coproc.pid = pid;
    coproc.read_fd = move_to_high_descriptor(std::move(from_child));
    const Fd second(move_to_high_descriptor(std::move(child_out)));
    const Fd third(move_to_high_descriptor(std::move(child_in)));
    coproc.write_fd = move_to_high_descriptor(std::move(to_child));
    static_cast<void>(set_cloexec(coproc.read_fd, true));
    static_cast<void>(set_cloexec(coproc.write_fd, true));
    child.text = unparse(command);
    std::vector<ChildProcess> processes;
    processes.push_back(std::move(child));
    shell.process->jobs.add(std::move(processes), shell.process->group, shell.variables.text("PWD"));
    set_variables(shell, coproc);
    known = std::move(coproc);
    return 0;
}

void coproc_descriptor_closed(Shell& shell, int fd) {
    std::optional<Coproc>& coproc = shell.process->coproc;
    if (!coproc || (coproc->read_fd != fd && coproc->write_fd != fd))
        return;
    (coproc->read_fd == fd ? coproc->read_fd : coproc->write_fd) = -1;
    set_variables(shell, *coproc);
}

void leave_coproc(ProcessState& state) {
    if (!state.coproc)
        return;
    for (const int fd : {state.coproc->read_fd, state.coproc->write_fd}) {
        if (fd >= 0)
            close(fd);
    }
    state.coproc.reset();
}

void reap_coproc(Shell& shell) {
    std::optional<Coproc>& coproc = shell.process->coproc;
    if (!coproc || !coproc->ended)
        return;
    for (const int fd : {coproc->read_fd, coproc->write_fd}) {
        if (fd >= 0)
            close(fd);
    }
    const std::string name = coproc->name;
    coproc.reset();
    unset_variables(shell, name);
}

} // namespace asb::shell
