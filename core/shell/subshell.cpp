#include "core/shell/subshell.h"
#include "core/shell/dynamic_variables.h"

#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/pump.h"
#include "core/shell/redirection_text.h"
#include "core/shell/shell.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace asb::shell {

// ---------------------------------------------------------------------------------------------- shared slots

namespace {

constexpr std::size_t kSharedBytes = 16 * 1024;
constexpr std::size_t kSlotCount = kSharedBytes / sizeof(SharedSlots::Slot);

} // namespace

SharedSlots::~SharedSlots() {
    if (slots_ != nullptr)
        munmap(slots_, kSharedBytes);
}

int SharedSlots::take() {
    if (slots_ == nullptr) {
        void* const page =
            mmap(nullptr, kSharedBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED)
            return -1;
        slots_ = static_cast<Slot*>(page);
        used_.assign(kSlotCount, false);
    }
    for (std::size_t i = 0; i < used_.size(); ++i) {
        if (used_[i])
            continue;
        used_[i] = true;
        slots_[i] = {0, 0};
        return static_cast<int>(i);
    }
    return -1;
}

void SharedSlots::give_back(int slot) {
    used_[static_cast<std::size_t>(slot)] = false;
}

void SharedSlots::enter_child() {
    slots_ = nullptr; // stays mapped: this process writes its own slot there
    used_.clear();
}

// ---------------------------------------------------------------------------------------------- fork

namespace {

void become_subshell(Shell& shell, SubshellKind kind, int slot) {
    ProcessState& state = *shell.process;
    const bool background = kind == SubshellKind::Background || kind == SubshellKind::Coproc;
    const bool ignores = background && !shell.options.is(SetOption::Monitor);
    state.traps.enter_subshell(ignores);
    if (kind == SubshellKind::Group || kind == SubshellKind::Coproc)
        state.traps.leave_action();
    state.jobs.enter_subshell(kind == SubshellKind::CommandSubstitution || kind == SubshellKind::Stage);
    state.own_slot = slot >= 0 ? &state.slots.at(slot) : nullptr;
    state.slots.enter_child();
    state.exec_in_place = nullptr;
    state.replacing = {};
    state.command_substitution = kind == SubshellKind::CommandSubstitution;
    state.substitution = state.command_substitution || kind == SubshellKind::ProcessSubstitution;
    state.in_process = 0;
    state.subshell_text_depth = state.text_depth;
    if (kind != SubshellKind::Stage) {
        state.text_scopes = state.redirection_scopes;
        state.leaves_scopes = state.substitution;
    }
    state.group_text_depth = kind == SubshellKind::Group ? state.text_depth : -1;
    if (!state.substitution && kind != SubshellKind::External)
        leave_coproc(state);
    shell.out.discard();
    static_cast<void>(shell.out.capture(nullptr));
    shell.variables.forget_journal();
    shell.random->forget();
    if (kind != SubshellKind::External) {
        shell.lone_command = false;
        shell.in_subshell_process = true;
        state.job_control = false;
        ++shell.subshell_level;
    }
    if (kind == SubshellKind::CommandSubstitution && !shell.options.is(Shopt::InheritErrexit)
        && !shell.options.is(SetOption::Posix))
        shell.options.change(SetOption::Errexit, false);
}

} // namespace

pid_t fork_subshell(Shell& shell, SubshellKind kind, ChildProcess& child) {
    ProcessState& state = *shell.process;
    if (!shell.out.empty())
        static_cast<void>(shell.out.flush());
    const int slot = state.slots.take();
    const bool own_group = state.job_control && kind != SubshellKind::CommandSubstitution
                           && kind != SubshellKind::ProcessSubstitution;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t pid = fork();
    if (pid == 0) {
        if (own_group)
            setpgid(0, state.group);
        become_subshell(shell, kind, slot);
        sigprocmask(SIG_SETMASK, &before, nullptr);
        return 0;
    }
    const int code = errno;
    if (pid > 0 && own_group) {
        setpgid(pid, state.group != 0 ? state.group : pid);
        if (state.group == 0)
            state.group = pid;
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) {
        if (slot >= 0)
            state.slots.give_back(slot);
        shell.error(std::string("fork: ") + std::strerror(code));
        return -1;
    }
    child = ChildProcess();
    child.pid = pid;
    child.slot = slot;
    return pid;
}

void end_subshell(Shell& shell) {
    if (!shell.out.empty())
        static_cast<void>(shell.out.flush());
    if (const int signal = shell.process->traps.fatal_signal())
        die_by_signal(signal);
    _exit(shell.status & 0xff);
}

// ---------------------------------------------------------------------------------------------- exec in
// place

const Command* last_simple_command(const Command& command) {
    if (!command.redirections.empty() && command.kind != CommandKind::Simple)
        return nullptr;
    switch (command.kind) {
    case CommandKind::Simple:
        return &command;
    case CommandKind::AndOr: {
        const auto& chain = static_cast<const AndOrCommand&>(command);
        return chain.rest.empty() ? nullptr : last_simple_command(*chain.rest.back().command);
    }
    default:
        return nullptr;
    }
}

const Command* last_simple_command(const List& body) {
    const std::size_t count = body.items.size();
    if (count == 0 || body.items.back().background)
        return nullptr;
    const Command& last = *body.items.back().command;
    if (count == 1)
        return last_simple_command(last);
    return last.kind == CommandKind::Simple && !body.items[count - 2].background ? &last : nullptr;
}

bool is_simple_command(const List& body) {
    return body.items.size() == 1 && body.items[0].command->kind == CommandKind::Simple;
}

void run_child(Shell& shell, const Command& command, bool stage, bool piped) {
    ProcessState& state = *shell.process;
    if (command.kind == CommandKind::Subshell) { // the child is the subshell
        state.stdin_redirected = piped || redirects_stdin(command);
        state.group_text_depth = state.text_depth;
        RedirectionScope scope(shell);
        if (!scope.apply(command.redirections)) {
            shell.status = shell.unwind != Unwind::None ? shell.status : 1;
            end_subshell(shell);
        }
        scope.keep();
        const List& body = static_cast<const SubshellCommand&>(command).body;
        state.replacing.alone = is_simple_command(body);
        run_child(shell, body);
    }
    state.exec_in_place = command.kind == CommandKind::Simple ? &command : nullptr;
    if (!stage)
        state.replacing = {state.exec_in_place, true};
    shell.status = shell.run_in_subshell(command);
    end_subshell(shell);
}

const Command* only_subshell(const List& body) {
    if (body.items.size() != 1 || body.items[0].background)
        return nullptr;
    const Command* const only = body.items[0].command.get();
    return only->kind == CommandKind::Subshell ? only : nullptr;
}

void run_child(Shell& shell, const List& body) {
    shell.process->exec_in_place = shell.process->replacing.command = last_simple_command(body);
    shell.status = shell.run_list_in_subshell(body);
    end_subshell(shell);
}

// ---------------------------------------------------------------------------------------------- descriptors

void move_descriptor(int from, int to) {
    if (from == to) {
        static_cast<void>(set_cloexec(to, false));
        return;
    }
    dup2(from, to);
    close(from);
}

bool open_pipe(Shell& shell, Fd& reading, Fd& writing) {
    Result<Pipe> made = make_pipe();
    int code = made ? 0 : made.error().code;
    if (made) {
        for (Fd* const end : {&made->read_end, &made->write_end}) {
            if (end->get() > 2)
                continue;
            const int high = fcntl(end->get(), F_DUPFD_CLOEXEC, 3);
            if (high < 0)
                code = errno;
            end->reset(high);
        }
    }
    if (code != 0) {
        shell.error(std::string("pipe error: ") + std::strerror(code));
        return false;
    }
    reading = std::move(made->read_end);
    writing = std::move(made->write_end);
    return true;
}

int move_to_high_descriptor(Fd fd) {
    constexpr int kHighest = 63;
    constexpr int kLowest = 20;
    int high = kHighest;
    while (high >= kLowest && (fcntl(high, F_GETFD) >= 0 || errno != EBADF))
        --high;
    if (high >= kLowest && dup2(fd.get(), high) >= 0)
        return high;
    static_cast<void>(set_cloexec(fd.get(), false));
    return fd.release();
}

} // namespace asb::shell
