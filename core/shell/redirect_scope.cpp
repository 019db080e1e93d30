// Redirections of the shell itself, for compound commands, functions and builtins, and how they are taken
// back.
#include "core/shell/redirect.h"

#include "core/shell/names.h"
#include "core/shell/prefix_hidden.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {

struct RedirectionScope::State {
    struct Saved {
        int fd;
        int copy; ///< the original out of the way, -1: it was not open
    };
    std::vector<Saved> saved;
    std::string* captured = nullptr; ///< where output went before descriptor 1 was changed

    /// Remembers what stands at `fd`, once per change.
    void save(int fd) { saved.push_back({fd, duplicate_private(fd)}); }
    int apply(Shell& shell, const Redirection& redirection, const RedirStep& step, bool& refused);
};

RedirectionScope::RedirectionScope(Shell& shell) : shell_(shell) {}

RedirectionScope::~RedirectionScope() {
    undo();
}

void RedirectionScope::open() {
    state_ = std::make_unique<State>();
    outer_ = std::exchange(shell_.process->redirection_scopes, this);
}

void RedirectionScope::close_state() {
    shell_.process->redirection_scopes = outer_;
    state_.reset();
}

void RedirectionScope::undo_text(Shell& shell) {
    while (shell.process->redirection_scopes != shell.process->text_scopes)
        shell.process->redirection_scopes->undo();
}

void RedirectionScope::keep() {
    if (!state_)
        return;
    for (const State::Saved& saved : state_->saved) {
        if (saved.copy >= 0)
            close(saved.copy);
    }
    close_state();
}

void RedirectionScope::undo() {
    if (!state_)
        return;
    if (!shell_.out.empty())
        static_cast<void>(shell_.out.flush());
    if (state_->captured)
        static_cast<void>(shell_.out.capture(state_->captured));
    for (auto saved = state_->saved.rbegin(); saved != state_->saved.rend(); ++saved) {
        if (saved->copy < 0) {
            close(saved->fd);
            continue;
        }
        dup2(saved->copy, saved->fd);
        close(saved->copy);
    }
    close_state();
}

namespace {

/// {name}>…: the lowest free descriptor from 10 on, its number in the variable.
int place_for_variable(Shell& shell, const Redirection& redirection, int from, int& fd) {
    fd = fcntl(from, F_DUPFD, kVariableFdBase);
    if (fd < 0) { // a low limit of open files: bash says it twice
        const int code = errno;
        shell.write_error(shell.shell_name
                          + ": redirection error: cannot duplicate fd: " + std::strerror(code));
        return code;
    }
    if (!shell.variables.assign_reference(redirection.fd_variable, std::to_string(fd))) {
        close(fd);
        return -1;
    }
    return 0;
}

} // namespace

/// One step on the shell itself. 0, or what tell_redirection_failure takes.
int RedirectionScope::State::apply(Shell& shell, const Redirection& redirection, const RedirStep& step,
                                   bool& refused) {
    refused = true;
    const bool variable = step.fd < 0;
    if (step.kind == RedirStep::Kind::Close && (variable || shell.host.is_private(step.fd))) {
        refused = false; // nothing there that a command could see
        return 0;
    }
    if (!variable && shell.host.is_private(step.fd))
        return EBADF;
    const auto close_for_good = [&](int fd) {
        close(fd);
        if (shell.process->trace_fd == fd)
            shell.process->trace_fd = -1;
        coproc_descriptor_closed(shell, fd);
    };
    if (step.kind == RedirStep::Kind::Close) {
        if (redirection.fd_variable.empty())
            save(step.fd);
        close_for_good(step.fd);
        refused = false;
        return 0;
    }
    errno = 0;
    Fd fresh;
    int source = step.source;
    if (step.kind == RedirStep::Kind::Dup) {
        if (source == step.fd) { // n>&n does nothing, even when n is closed
            refused = false;
            return 0;
        }
        if (source < 0 || shell.host.is_private(source) || fcntl(source, F_GETFD) < 0)
            return EBADF;
    } else {
        fresh = open_step(shell, step);
        if (!fresh)
            return errno;
        source = fresh.get();
    }
    if (variable) {
        int fd = -1;
        const int code = place_for_variable(shell, redirection, source, fd);
        refused = code != 0;
        if (!refused && shell.options.is(Shopt::VarredirClose))
            saved.push_back({fd, -1});
        if (!refused && step.close_source)
            close(source);
        return code;
    }
    if (step.fd != source) {
        save(step.fd);
        if (dup2(source, step.fd) < 0)
            return errno;
    } else if (fresh) { // it was closed, and the file landed on the very number
        saved.push_back({step.fd, -1});
        static_cast<void>(set_cloexec(fresh.release(), false));
    }
    if (step.close_source) {
        if (saved.back().copy >= 0) // bash restores what was moved only together with what it was moved to
            save(step.source);
        close_for_good(step.source);
    }
    if (step.also_stderr) {
        save(2);
        dup2(step.fd, 2);
    }
    refused = false;
    return 0;
}

bool RedirectionScope::apply(const std::vector<Redirection>& redirections) {
    const PrefixHidden hidden(shell_);
    for (const Redirection& redirection : redirections) {
        RedirStep step;
        if (!expand_redirection(shell_, redirection, step))
            return false;
        if (!state_)
            open();
        bool refused = false;
        const int code = state_->apply(shell_, redirection, step, refused);
        if (refused) {
            tell_redirection_failure(shell_, redirection, step, code);
            return false;
        }
        if (step.fd == 1 && shell_.out.capturing())
            state_->captured = shell_.out.capture(nullptr);
    }
    return true;
}

} // namespace asb::shell
