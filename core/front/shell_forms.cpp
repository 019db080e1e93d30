#include "core/front/shell_forms.h"

#include "core/base/text.h"

namespace asb {
namespace {

/// Reads a script from left to right; each step either takes exactly what it names or takes nothing.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    bool take(std::string_view expected) {
        if (text_.substr(position_, expected.size()) != expected)
            return false;
        position_ += expected.size();
        return true;
    }
    bool take_word(std::string& word) {
        std::optional<std::string> read = read_literal_word(text_, position_);
        if (!read)
            return false;
        word = std::move(*read);
        return true;
    }
    /// A word in single quotes that is followed by ';' (read_literal_word wants a blank or the end).
    bool take_quoted_name() {
        if (!take("'"))
            return false;
        const std::size_t close = text_.find('\'', position_);
        if (close == std::string_view::npos)
            return false;
        position_ = close + 1;
        return true;
    }
    /// Everything up to `mark`, which is not taken.
    bool take_until(std::string_view mark, std::string& taken) {
        const std::size_t found = text_.find(mark, position_);
        if (found == std::string_view::npos)
            return false;
        taken = text_.substr(position_, found - position_);
        position_ = found;
        return true;
    }
    bool at_end() const { return position_ == text_.size(); }
    std::size_t position() const { return position_; }
    void go_back(std::size_t position) { position_ = position; }

private:
    std::string_view text_;
    std::size_t position_ = 0;
};

ShellForm unknown(std::string reason) {
    ShellForm form;
    form.reason = std::move(reason);
    return form;
}

bool take_extglob(Reader& reader) {
    return reader.take("\\builtin shopt -u extglob 2>/dev/null || true && ")
           || reader.take("shopt -u extglob 2>/dev/null || true && ");
}

/// "{ \builtin unalias -- 'which'; \builtin unset -f -- 'which'; } >/dev/null 2>&1 || true && "
bool take_unalias(Reader& reader) {
    const std::size_t start = reader.position();
    if (reader.take("{ \\builtin unalias -- ") && reader.take_quoted_name()
        && reader.take("; \\builtin unset -f -- ") && reader.take_quoted_name()
        && reader.take("; } >/dev/null 2>&1 || true && "))
        return true;
    reader.go_back(start);
    return false;
}

/// Stands first when the line has something that an old bash reads differently (backquotes, an odd
/// parenthesis, a backslash at its end).
constexpr std::string_view kVersionGuard =
    R"({ case "${BASH_VERSINFO-}" in '2'|'3') \builtin printf '%s\n' )"
    R"('__CLAUDE_CODE_DID_NOT_RUN_BASH_TOO_OLD='"${BASH_VERSION-}" >&2; \builtin exit 126; \exit 126;; esac; } && )";

/// The part in front of eval; it only prepares a shell that has read a snapshot, ours has not.
bool take_prologue(Reader& reader, ShellForm& form) {
    std::string snapshot;
    static_cast<void>(reader.take(kVersionGuard));
    const std::size_t start = reader.position();
    if (reader.take("source ") && !(reader.take_word(snapshot) && reader.take(" 2>/dev/null || true && ")))
        reader.go_back(start);
    const std::size_t behind_source = reader.position();
    if (!take_extglob(reader)) {
        constexpr std::string_view kEnd = "\n: && ";
        if (!reader.take_until("\n: && \\builtin shopt -u extglob 2>/dev/null || true && ",
                               form.environment)) {
            reader.go_back(behind_source);
            return false;
        }
        static_cast<void>(reader.take(kEnd) && take_extglob(reader));
    }
    while (take_unalias(reader)) {
    }
    return true;
}

ShellForm parse_command(std::string_view script) {
    ShellForm form;
    Reader reader(script);
    if (!take_prologue(reader, form))
        return unknown("the text in front of eval is not the one that Claude Code writes");
    if (!reader.take("eval ") || !reader.take_word(form.line))
        return unknown("eval and one quoted word are not where they should be");
    static_cast<void>(reader.take(" < /dev/null"));
    if (!reader.take(" && pwd -P >| ") || !reader.take_word(form.directory_file) || !reader.at_end())
        return unknown("the script does not end with the one command and `pwd -P >| FILE`");
    form.kind = ShellForm::Kind::RunCommand;
    return form;
}

ShellForm parse_snapshot(std::string_view script) {
    ShellForm form;
    Reader reader(script);
    if (!reader.take("SNAPSHOT_FILE=") || !reader.take_word(form.snapshot_file) || !reader.take("\n"))
        return unknown("no SNAPSHOT_FILE=PATH in its first line");
    if (form.snapshot_file[0] != '/'
        || script.find("echo \"# Snapshot file\" >| \"$SNAPSHOT_FILE\"") == script.npos)
        return unknown("the snapshot script is not the one that Claude Code writes");
    form.kind = ShellForm::Kind::MakeSnapshot;
    return form;
}

} // namespace

ShellForm parse_shell_arguments(const std::vector<std::string>& arguments) {
    const bool login = arguments.size() == 3 && arguments[1] == "-l";
    if (arguments.empty() || arguments[0] != "-c" || !(arguments.size() == 2 || login))
        return unknown("it takes only -c SCRIPT and -c -l SCRIPT");
    const std::string& script = arguments.back();
    if (!login && script == "env") {
        ShellForm form;
        form.kind = ShellForm::Kind::PrintEnvironment;
        return form;
    }
    if (login && script.compare(0, 14, "SNAPSHOT_FILE=") == 0)
        return parse_snapshot(script);
    return parse_command(script);
}

std::string wrap_hook_line(std::string_view line, std::string_view program) {
    return shell_quote(program) + " exec -- " + single_quote(line) + " </dev/null";
}

std::optional<std::string> unwrap_hook_line(std::string_view line, std::string_view program) {
    Reader reader(line);
    std::string word;
    if (!reader.take(shell_quote(program)) || !reader.take(" exec -- "))
        return std::nullopt;
    if (line.substr(reader.position(), 1) != "'" || !reader.take_word(word))
        return std::nullopt;
    static_cast<void>(reader.take(" </dev/null"));
    return reader.at_end() ? std::optional(std::move(word)) : std::nullopt;
}

} // namespace asb
