// $( … ), ` … `, <( … ) and >( … ).
#include "core/shell/in_process.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/redirect.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"
#include "core/shell/unparse.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace asb::shell {

namespace {

constexpr std::size_t kMostOutput = Output::kMostCaptured;

void tell_too_large(Shell& shell, std::string& output) {
    shell.error("command substitution: output is larger than 512 MiB");
    output.clear();
}

/// Reads to end-of-file. False: over the limit, or a signal ends the shell.
bool read_all(Shell& shell, int fd, std::string& output) {
    constexpr std::size_t kChunk = 64 * 1024;
    std::size_t size = 0;
    for (;;) {
        if (output.size() < size + kChunk)
            output.resize(std::max(size + kChunk, size * 2));
        const ssize_t got = read(fd, output.data() + size, output.size() - size);
        if (got > 0) {
            size += static_cast<std::size_t>(got);
            if (size > kMostOutput) {
                tell_too_large(shell, output);
                return false;
            }
            continue;
        }
        if (got < 0 && errno == EINTR && !shell.process->traps.fatal_pending())
            continue;
        output.resize(size);
        return got == 0;
    }
}

void finish_output(Shell& shell, std::string& output) {
    if (std::memchr(output.data(), '\0', output.size()) != nullptr) {
        shell.error("warning: command substitution: ignored null byte in input");
        std::erase(output, '\0');
    }
    while (!output.empty() && output.back() == '\n')
        output.pop_back();
}

/// `$(<file)`: the one redirection, else null.
const Redirection* file_of(const List& body) {
    if (body.items.size() != 1 || body.items[0].background
        || body.items[0].command->kind != CommandKind::Simple)
        return nullptr;
    const auto& command = static_cast<const SimpleCommand&>(*body.items[0].command);
    if (!command.words.empty() || !command.assignments.empty() || command.redirections.size() != 1)
        return nullptr;
    const Redirection& redirection = command.redirections[0];
    const bool plain =
        redirection.kind == RedirKind::In && redirection.fd == 0 && redirection.fd_variable.empty();
    return plain ? &redirection : nullptr;
}

/// Nothing, with status 1, when it cannot be opened (the message has been written).
Fd open_named_file(Shell& shell, const Redirection& redirection) {
    RedirStep step;
    shell.status = 1;
    if (!expand_redirection(shell, redirection, step))
        return {};
    Fd file = open_step(shell, step);
    if (!file)
        tell_redirection_failure(shell, redirection, step, errno);
    else
        shell.status = 0;
    return file;
}

bool read_named_file(Shell& shell, const Redirection& redirection, std::string& output) {
    const Fd file = open_named_file(shell, redirection);
    if (!file && shell.errexit_counts())
        shell.set_unwind_exit(1);
    if (!file)
        return shell.unwind == Unwind::None;
    if (!read_all(shell, file.get(), output)) {
        shell.abort_command();
        return false;
    }
    finish_output(shell, output);
    return true;
}

/// $(program …): no copy of the shell is needed.
bool start_directly(Shell& shell, const WordPart& part, int output, ChildProcess& child) {
    if (!part.body || part.body->items.size() != 1 || part.body->items[0].background)
        return false;
    // Lines of the body count from the line of the command that contains it.
    const std::uint32_t base = std::exchange(shell.line_base, shell.line);
    const std::uint32_t line = shell.line;
    const Command& command = *part.body->items[0].command;
    const bool started = launch_directly(shell, command, -1, output, command.redirections.empty(), child);
    shell.line_base = base;
    shell.line = line;
    return started;
}

/// <(<file) is the file's text, as $(<file) is.
void write_named_file(Shell& shell, const Redirection& redirection) {
    const Fd file = open_named_file(shell, redirection);
    char buffer[64 * 1024];
    ssize_t got = 0;
    while (file && (got = read(file.get(), buffer, sizeof buffer)) > 0) {
        if (!write_all(1, {buffer, static_cast<std::size_t>(got)}))
            return;
    }
}

/// An alias may stand in the text: it is parsed when it runs.
bool names_alias(const Shell& shell, std::string_view text) {
    if (text.find('\n') != std::string_view::npos && text.find("alias") != std::string_view::npos)
        return true; // it may make one, or allow them
    if (!shell.options.is(Shopt::ExpandAliases) || shell.options.is(SetOption::Posix))
        return false;
    const auto parts = [](char c) { return std::strchr(" \t\n;&|()<>{}`", c) != nullptr; };
    return std::any_of(shell.aliases.begin(), shell.aliases.end(), [&](const auto& alias) {
        const std::string& name = alias.first;
        for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            if ((at == 0 || parts(text[at - 1])) && (end == text.size() || parts(text[end])))
                return true;
        }
        return false;
    });
}

/// The child's part: the body is known, or is parsed now.
[[noreturn]] void run_substitution(Shell& shell, const WordPart& part) {
    const std::uint32_t line = shell.line;
    shell.line_base = line;
    ++shell.trace_level;
    const Redirection* const file = part.body ? file_of(*part.body) : nullptr;
    if (file) {
        write_named_file(shell, *file);
        end_subshell(shell);
    }
    shell.outer_line = 0;
    if (part.body)
        run_child(shell, *part.body);
    shell.run_text(part.text, line, "command substitution");
    shell.unwind = Unwind::None;
    run_exit_trap(shell);
    end_subshell(shell);
}

/// What was wrong with a substitution when it was read: lines of "line N: TEXT", or of "+N: TEXT" in a
/// here-document, counted from the line behind the command's. One blank: bash says nothing.
void tell_faults(Shell& shell, const std::string& faults) {
    const std::uint32_t line = std::exchange(shell.line, 0);
    for (std::size_t begin = 0; begin < faults.size() && faults != " ";) {
        const std::size_t end = std::min(faults.find('\n', begin), faults.size());
        std::string text = faults.substr(begin, end - begin);
        if (text.front() == '+')
            text.replace(0, text.find(':'), "line " + std::to_string(line + 1 + std::stoul(text)));
        shell.error("command substitution: " + text);
        begin = end + 1;
    }
    shell.line = line;
}

} // namespace

bool substitute_command(Shell& shell, const WordPart& part, std::string& output) {
    output.clear();
    if (!part.text2.empty()) { // in a here-document: what was wrong with it
        tell_faults(shell, part.text2);
        shell.abort_command();
        return false;
    }
    if (part.body && names_alias(shell, part.text)) {
        WordPart text;
        text.text = part.text;
        return substitute_command(shell, text, output);
    }
    if (part.body) {
        if (const Redirection* const redirection = file_of(*part.body))
            return read_named_file(shell, *redirection, output);
    }
    if (part.body && part.body->items.empty()) {
        shell.status = 0;
        return true;
    }
    if (part.body && may_run_in_process(shell) && is_harmless_body(shell, *part.body)) {
        Shell::SubshellBody body;
        body.list = part.body.get();
        body.substitution = true;
        shell.status = shell.run_in_process(body, &output);
        if (output.size() > Output::kMostCaptured) {
            tell_too_large(shell, output);
            shell.abort_command();
            return false;
        }
        finish_output(shell, output);
        return shell.unwind == Unwind::None;
    }
    Fd reading;
    Fd writing;
    if (!open_pipe(shell, reading, writing)) {
        shell.abort_command();
        return false;
    }
    ChildProcess child;
    if (!start_directly(shell, part, writing.get(), child)) {
        const pid_t pid = fork_subshell(shell, SubshellKind::CommandSubstitution, child);
        if (pid < 0) {
            shell.abort_command(254);
            return false;
        }
        if (pid == 0) {
            reading.reset();
            move_descriptor(writing.release(), 1);
            run_substitution(shell, part);
        }
    }
    writing.reset();
    const bool read_whole = read_all(shell, reading.get(), output);
    reading.reset();
    const int status = shell.process->jobs.wait_foreground(child, Telling::Silent);
    shell.status = status;
    if (!read_whole && shell.process->traps.pending_signal() == 0) {
        shell.abort_command();
        return false;
    }
    finish_output(shell, output);
    return shell.unwind == Unwind::None;
}

bool substitute_process(Shell& shell, const WordPart& part, std::string& path) {
    const bool for_reading = part.text2 == "<";
    Fd reading;
    Fd writing;
    if (!open_pipe(shell, reading, writing)) {
        shell.abort_command();
        return false;
    }
    ChildProcess child;
    const pid_t pid = fork_subshell(shell, SubshellKind::ProcessSubstitution, child);
    if (pid < 0) {
        shell.abort_command(254);
        return false;
    }
    if (pid == 0) {
        Fd& theirs = for_reading ? reading : writing;
        Fd& ours = for_reading ? writing : reading;
        theirs.reset();
        for (const OpenSubstitution& open : shell.process->substitutions)
            close(open.fd);
        shell.process->substitutions.clear();
        move_descriptor(ours.release(), for_reading ? 1 : 0);
        run_substitution(shell, part);
    }
    const int fd = move_to_high_descriptor(std::move(for_reading ? reading : writing));
    shell.process->substitutions.push_back({fd, pid});
    shell.process->jobs.add_extra(std::move(child), true);
    path = "/dev/fd/" + std::to_string(fd);
    return true;
}

std::size_t process_substitution_mark(Shell& shell) {
    return shell.process->substitutions.size();
}

void process_substitution_release(Shell& shell, std::size_t mark) {
    auto& open = shell.process->substitutions;
    while (open.size() > mark) {
        close(open.back().fd);
        open.pop_back();
    }
}

} // namespace asb::shell
