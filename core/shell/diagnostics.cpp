// Messages on stderr in bash's words, and the output buffer of builtins.
#include "core/base/fd.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/unparse.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace asb::shell {

bool Output::flush() {
    if (buffer_.empty())
        return error_ == 0;
    if (target_)
        target_->append(buffer_);
    else if (!write_all(1, buffer_) && error_ == 0)
        error_ = errno;
    buffer_.clear();
    return error_ == 0;
}

std::string* Output::capture(std::string* target) {
    flush();
    return std::exchange(target_, target);
}

void Output::flush_lines() {
    const std::size_t end = buffer_.rfind('\n');
    if (end == std::string::npos)
        return;
    const std::string rest = buffer_.substr(end + 1);
    buffer_.resize(end + 1);
    flush();
    buffer_ = rest;
}

int Output::take_error() {
    return std::exchange(error_, 0);
}

std::string Shell::error_prefix() const {
    std::string name = shell_name;
    if (!frames.empty() && !frames.back().source.empty())
        name = frames.back().source;
    if (line == 0)
        return name + ": ";
    return name + (options.is(Shopt::GnuErrfmt) ? ":" : ": line ") + std::to_string(line) + ": ";
}

void Shell::write_error(std::string_view text) {
    out.flush_lines();
    std::string message(text);
    message += '\n';
    static_cast<void>(write_all(2, message));
}

void Shell::error(std::string_view text) {
    write_error(error_prefix().append(text));
}

void Shell::report(std::string_view text) {
    error(text);
    if (!errexit_counts())
        return;
    set_unwind_exit(status == 0 ? 1 : status);
    exit_in_place(true); // redirections are still in force
}

void Shell::builtin_error(std::string_view text) {
    std::string message = error_prefix();
    const std::string_view name = builtin_name.empty() ? outer_name : builtin_name;
    if (!name.empty())
        message.append(name).append(": ");
    write_error(message.append(text));
}

void Shell::report_syntax(const ParserMessage& message, std::string_view origin) {
    const std::uint32_t before = std::exchange(line, 0);
    std::string prefix = error_prefix();
    line = before;
    if (!origin.empty() && !message.warning)
        prefix.append(origin).append(": ");
    prefix.append("line ").append(std::to_string(message.line)).append(": ");
    write_error(prefix + message.text);
}

std::string Shell::command_text() const {
    if (!current_command)
        return {};
    const auto words = [](std::string text, const std::vector<Word>& list) {
        for (const Word& word : list)
            text.append(" ").append(word.source);
        return text;
    };
    switch (current_command->kind) {
    case CommandKind::For:
    case CommandKind::Select: { // only the head: the body's commands follow
        const auto& loop = static_cast<const ForCommand&>(*current_command);
        const std::string head = (loop.kind == CommandKind::For ? "for " : "select ") + loop.name + " in";
        return loop.has_words ? words(head, loop.words) : head + " \"$@\"";
    }
    case CommandKind::Case:
        return "case " + static_cast<const CaseCommand&>(*current_command).subject.source + " in ";
    case CommandKind::ArithFor: { // at its end
        const std::string& last = static_cast<const ArithForCommand&>(*current_command).condition.text;
        return "((" + (last.empty() ? "1" : last) + "))";
    }
    default:
        return unparse(*current_command);
    }
}

} // namespace asb::shell
