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

namespace {

bool all_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Digits to a descriptor; -1 when it is too large to be one.
int descriptor_of(std::string_view digits) {
    long number = 0;
    for (const char c : digits) {
        number = number * 10 + (c - '0');
        if (number > 1000000)
            return -1;
    }
    return static_cast<int>(number);
}

/// The file name or descriptor word; splitting and globbing must leave one word.
bool expand_target(Shell& shell, const Word& word, std::string& text) {
    if (word.plain) {
        text = word.literal;
        return true;
    }
    std::vector<std::string> fields;
    if (shell.options.is(SetOption::Posix) && !word.has_brace) { // no splitting, no file names
        if (!shell.expand_to_string(word, text))
            return false;
        if (!text.empty() || word.source.find_first_of("'\"") != std::string::npos)
            return true;
    } else if (!shell.expand_word(word, fields)) {
        return false;
    }
    if (fields.size() != 1) {
        shell.error(word.source + ": ambiguous redirect");
        return false;
    }
    text = std::move(fields.front());
    return true;
}

int open_flags(RedirKind kind) {
    switch (kind) {
    case RedirKind::In:
        return O_RDONLY;
    case RedirKind::InOut:
        return O_RDWR | O_CREAT;
    case RedirKind::Append:
    case RedirKind::AppendErr:
        return O_WRONLY | O_CREAT | O_APPEND;
    default:
        return O_WRONLY | O_CREAT | O_TRUNC;
    }
}

/// n>&word and n<&word once `text` is known.
bool expand_duplication(Shell& shell, const Redirection& redirection, const std::string& text,
                        RedirStep& step) {
    if (text == "-") {
        step.kind = RedirStep::Kind::Close;
        return true;
    }
    std::string_view digits = text;
    if (digits.size() > 1 && digits.back() == '-') {
        digits.remove_suffix(1);
        step.close_source = true;
    }
    if (digits.empty() || all_digits(digits)) {
        step.kind = RedirStep::Kind::Dup;
        step.source = digits.empty() ? -1 : descriptor_of(digits);
        return true;
    }
    step.close_source = false;
    if (redirection.kind == RedirKind::DupOut && redirection.fd == 1 && redirection.fd_variable.empty()) {
        step.kind = RedirStep::Kind::Open;
        step.flags = open_flags(RedirKind::OutErr);
        step.noclobber = shell.options.is(SetOption::Noclobber);
        step.also_stderr = true;
        step.path = text;
        return true;
    }
    shell.error(text + ": ambiguous redirect");
    return false;
}

/// {name}>&- and {name}>&N- take the descriptor from the variable.
bool fd_from_variable(Shell& shell, const Redirection& redirection, RedirStep& step) {
    std::string name;
    std::string subscript;
    std::string text;
    if (!split_reference(redirection.fd_variable, name, subscript))
        text = shell.variables.text(redirection.fd_variable);
    else if (const Value* const element = shell.variables.element(intern(name), subscript))
        text = element->text();
    if (text.empty()) {
        shell.error(redirection.fd_variable + ": ambiguous redirect");
        return false;
    }
    step.fd = all_digits(text) ? descriptor_of(text) : -1;
    return true;
}

} // namespace

bool expand_redirection(Shell& shell, const Redirection& redirection, RedirStep& step) {
    step = RedirStep();
    step.fd = redirection.fd_variable.empty() ? redirection.fd : -1;
    std::string text;
    switch (redirection.kind) {
    case RedirKind::HereDoc:
        step.kind = RedirStep::Kind::Text;
        return shell.expand_document(*redirection.body, step.text);
    case RedirKind::HereString:
        step.kind = RedirStep::Kind::Text;
        if (!shell.expand_to_string(redirection.target, step.text))
            return false;
        step.text += '\n';
        return true;
    case RedirKind::DupIn:
    case RedirKind::DupOut:
        if (!expand_target(shell, redirection.target, text)
            || !expand_duplication(shell, redirection, text, step))
            return false;
        if (step.kind == RedirStep::Kind::Close && step.fd < 0)
            return fd_from_variable(shell, redirection, step);
        return true;
    default:
        break;
    }
    if (!expand_target(shell, redirection.target, step.path))
        return false;
    step.flags = open_flags(redirection.kind);
    if (shell.restricted && (step.flags & O_ACCMODE) != O_RDONLY) {
        shell.error(step.path + ": restricted: cannot redirect output");
        return false;
    }
    step.also_stderr = redirection.kind == RedirKind::OutErr || redirection.kind == RedirKind::AppendErr;
    step.noclobber = shell.options.is(SetOption::Noclobber)
                     && (redirection.kind == RedirKind::Out || redirection.kind == RedirKind::OutErr);
    return true;
}

namespace {

bool is_word_duplication(const Redirection& redirection) {
    return redirection.kind == RedirKind::DupIn || redirection.kind == RedirKind::DupOut;
}

} // namespace

void tell_redirection_failure(Shell& shell, const Redirection& redirection, const RedirStep& step, int code) {
    if (shell.unwind == Unwind::Exit) // report() has told, under set -e
        return;
    if (!redirection.fd_variable.empty() && code < 0)
        return shell.error(redirection.fd_variable + ": cannot assign fd to variable");
    if (code == 0)
        return shell.error(step.path + ": cannot overwrite existing file");
    std::string name = step.path;
    if (step.kind == RedirStep::Kind::Text) {
        shell.error(std::string("cannot create temp file for here-document: ") + std::strerror(code));
        return;
    }
    if (is_word_duplication(redirection) && step.path.empty()) {
        // bash guesses which of the two is wrong: a literal number is named itself.
        const std::string& source = redirection.target.source;
        const int usual = redirection.kind == RedirKind::DupIn ? 0 : 1;
        std::string_view digits = source;
        if (digits.ends_with('-'))
            digits.remove_suffix(1);
        if (all_digits(digits))
            name = std::string(digits);
        else
            name = redirection.fd == usual ? source : std::to_string(redirection.fd);
    } else if (code == EBADF && step.fd >= 0) {
        name = std::to_string(step.fd);
    }
    shell.error(name + ": " + std::strerror(code));
}

// ---------------------------------------------------------------------------------------------- for a vfork
// child

bool is_harmless(const std::vector<WordPart>& parts, bool nounset) {
    for (const WordPart& part : parts) {
        switch (part.kind) {
        case PartKind::Literal:
            break;
        case PartKind::Tilde:
            if (!part.alternatives.empty())
                return false;
            break;
        case PartKind::DoubleQuoted:
            if (!is_harmless(part.parts, nounset))
                return false;
            break;
        case PartKind::Parameter:
            if (nounset || !part.param || part.param->op != ParamOp::None || part.param->indirect
                || part.param->subscript != SubscriptKind::None || part.param->names)
                return false;
            for (const char* const name : {"BASHPID", "RANDOM", "SRANDOM", "BASH_SUBSHELL", "BASH_COMMAND"}) {
                if (part.param->name == name)
                    return false;
            }
            break;
        default:
            return false;
        }
    }
    return true;
}

bool RedirectionPlan::suits(Shell& shell, const std::vector<Redirection>& redirections) {
    const bool nounset = shell.options.is(SetOption::Nounset);
    return std::all_of(redirections.begin(), redirections.end(), [nounset](const Redirection& redirection) {
        if (!redirection.fd_variable.empty() || redirection.fd < 0)
            return false;
        if (redirection.kind == RedirKind::HereDoc)
            return is_harmless(redirection.body->parts, nounset);
        return redirection.target.plain || is_harmless(redirection.target.parts, nounset);
    });
}

bool RedirectionPlan::changes(int fd) const {
    return std::any_of(now_.begin(), now_.end(), [fd](const auto& entry) { return entry.first == fd; });
}

int RedirectionPlan::resolve(int fd) const {
    for (auto entry = now_.rbegin(); entry != now_.rend(); ++entry) {
        if (entry->first == fd)
            return entry->second;
    }
    return fcntl(fd, F_GETFD) < 0 ? -1 : fd;
}

void RedirectionPlan::set(int from, int to, int here) {
    moves_.push_back({from, to});
    now_.emplace_back(to, here);
}

bool RedirectionPlan::add(Shell& shell, const RedirStep& step, const Redirection& redirection) {
    const auto refuse = [&](int why) {
        tell_redirection_failure(shell, redirection, step, why);
        return false;
    };
    if (step.kind == RedirStep::Kind::Close && shell.host.is_private(step.fd))
        return true;
    if (shell.host.is_private(step.fd))
        return refuse(EBADF);
    if (step.kind == RedirStep::Kind::Close) {
        set(-1, step.fd, -1);
        return true;
    }
    if (step.kind == RedirStep::Kind::Dup) {
        if (step.source == step.fd) // n>&n does nothing, even when n is closed
            return true;
        const int here = step.source < 0 || shell.host.is_private(step.source) ? -1 : resolve(step.source);
        if (here < 0)
            return refuse(EBADF);
        set(step.source, step.fd, here);
        if (step.close_source)
            set(-1, step.source, -1);
        return true;
    }
    errno = 0;
    Fd fresh = open_step(shell, step);
    if (!fresh)
        return refuse(errno);
    if (keep_high_ || fresh.get() <= 2) {
        const int high = duplicate_private(fresh.get());
        if (high < 0)
            return refuse(errno);
        fresh.reset(high);
    }
    const int here = fresh.get();
    opened_.push_back(std::move(fresh));
    set(here, step.fd, here);
    if (step.also_stderr)
        set(step.fd, 2, here);
    return true;
}

BorrowedStderr::BorrowedStderr(int by) {
    if (by == 2)
        return;
    saved_ = duplicate_private(2);
    if (by >= 0)
        dup2(by, 2);
    else
        close(2);
    borrowed_ = true;
}

BorrowedStderr::~BorrowedStderr() {
    if (!borrowed_)
        return;
    if (saved_ < 0) {
        close(2);
        return;
    }
    dup2(saved_, 2);
    close(saved_);
}

bool RedirectionPlan::prepare(Shell& shell, const std::vector<Redirection>& redirections) {
    const PrefixHidden hidden(shell);
    for (const Redirection& redirection : redirections)
        keep_high_ = keep_high_ || redirection.fd > 2 || is_word_duplication(redirection);
    for (const Redirection& redirection : redirections) {
        RedirStep step;
        // Messages of a redirection go where the ones before it have sent descriptor 2.
        if (changes(2)) {
            const BorrowedStderr borrowed(resolve(2));
            if (!expand_redirection(shell, redirection, step) || !add(shell, step, redirection))
                return false;
        } else if (!expand_redirection(shell, redirection, step) || !add(shell, step, redirection)) {
            return false;
        }
    }
    return true;
}

} // namespace asb::shell
