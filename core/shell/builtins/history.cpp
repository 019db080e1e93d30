// history, fc, bind, logout: what a bash without a terminal answers. No command is entered into the list but
// by `history -s` and `history -r`.
#include "core/shell/builtins/utility.h"
#include "core/shell/builtins/utility_state.h"

#include "core/base/fd.h"
#include "core/shell/shell.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace asb::shell {
namespace {

bool to_number(std::string_view text, long& value) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc{} && result.ptr == text.data() + text.size();
}

std::string joined(const Arguments& arguments, std::size_t first) {
    std::string text;
    for (std::size_t i = first; i < arguments.size(); ++i)
        text.append(i > first ? " " : "").append(arguments[i]);
    return text;
}

void show_lines(Shell& shell, std::size_t last_lines) {
    const std::vector<std::string>& lines = shell.utilities->history;
    for (std::size_t i = lines.size() - std::min(lines.size(), last_lines); i < lines.size(); ++i) {
        std::string number = std::to_string(i + 1);
        number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
        shell.out.write(number + "  " + lines[i] + "\n");
    }
}

/// -d N, -d -N, -d N-M.
int delete_lines(Shell& shell, const std::string& range) {
    std::vector<std::string>& lines = shell.utilities->history;
    const std::size_t dash = range.find('-', 1);
    const auto position = [&](std::string_view text, std::size_t& index) {
        long value = 0;
        if (!to_number(text, value))
            return false;
        value = value < 0 ? value + static_cast<long>(lines.size()) : value - 1;
        index = static_cast<std::size_t>(value);
        return value >= 0 && index < lines.size();
    };
    std::size_t from = 0;
    std::size_t to = 0;
    const std::string_view text = range;
    if (!position(text.substr(0, dash), from)
        || !position(dash == std::string::npos ? text : text.substr(dash + 1), to) || to < from) {
        shell.builtin_error(range + ": history position out of range");
        return 1;
    }
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(from),
                lines.begin() + static_cast<std::ptrdiff_t>(to) + 1);
    return 0;
}

/// -a, -n, -r, -w with a file, else $HISTFILE.
int use_file(Shell& shell, int letter, const std::string& given) {
    const std::string path = given.empty() ? shell.variables.text("HISTFILE") : given;
    if (path.empty())
        return letter == 'r' || letter == 'n' ? 1 : 0;
    std::vector<std::string>& lines = shell.utilities->history;
    if (letter == 'r' || letter == 'n') {
        std::ifstream file(path);
        if (!file)
            return 1;
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        return 0;
    }
    if (letter == 'a' && shell.utilities->unsaved_history == 0)
        return 0;
    if (const int made = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600); made >= 0)
        close(made); // a new one is for its owner only
    std::ofstream file(path, letter == 'a' ? std::ios::app : std::ios::trunc);
    const std::size_t count =
        letter == 'a' ? std::min(shell.utilities->unsaved_history, lines.size()) : lines.size();
    for (std::size_t i = lines.size() - count; i < lines.size(); ++i)
        file << lines[i] << '\n';
    if (letter == 'a')
        shell.utilities->unsaved_history = 0;
    if (file.flush())
        return 0;
    shell.builtin_error(path + ": cannot create: " + std::strerror(errno));
    return 1;
}

} // namespace

int builtin_history(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "acd:npsrw");
    int action = 0;
    bool clear = false;
    std::string range;
    std::string files; ///< which of -anrw are there
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        if (letter == 'd')
            range = options.argument();
        if (letter == 'c')
            clear = true;
        else
            action = letter;
        if ((letter == 'a' || letter == 'n' || letter == 'r' || letter == 'w')
            && files.find(static_cast<char>(letter)) == std::string::npos)
            files += static_cast<char>(letter);
    }
    if (files.size() > 1) {
        shell.builtin_error("cannot use more than one of -anrw");
        return 1;
    }
    std::vector<std::string>& lines = shell.utilities->history;
    const std::size_t first = options.index();
    if (clear)
        lines.clear();
    switch (action) {
    case 'd':
        return delete_lines(shell, range);
    case 's':
        if (first < arguments.size()) {
            lines.push_back(joined(arguments, first));
            ++shell.utilities->unsaved_history;
        }
        return 0;
    case 'p':
        for (std::size_t i = first; i < arguments.size(); ++i)
            shell.out.write(arguments[i] == "!!" && !lines.empty() ? lines.back() + "\n"
                                                                   : arguments[i] + "\n");
        return 0;
    case 0:
        break;
    default:
        return use_file(shell, action, first < arguments.size() ? arguments[first] : std::string());
    }
    if (clear)
        return 0;
    auto count = static_cast<std::int64_t>(lines.size());
    if (first < arguments.size() && !legal_number(arguments[first], count)) {
        shell.builtin_error(arguments[first] + ": numeric argument required");
        return 1;
    }
    if (first + 1 < arguments.size()) {
        shell.builtin_error("too many arguments");
        shell.set_unwind_exit(1);
        return 1;
    }
    show_lines(shell, static_cast<std::size_t>(std::max(count, -count)));
    return 0;
}

int builtin_fc(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "e:lnrs");
    bool repeats = false;
    bool lists = false;
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        repeats = repeats || letter == 's';
        lists = lists || letter == 'l';
    }
    const std::vector<std::string>& lines = shell.utilities->history;
    if (lists) {
        constexpr std::size_t kShown = 16;
        for (std::size_t i = lines.size() - std::min(lines.size(), kShown); i < lines.size(); ++i)
            shell.out.write(std::to_string(i + 1) + "\t " + lines[i] + "\n");
        return 0;
    }
    if (!repeats)
        return 0;
    if (lines.empty()) {
        shell.builtin_error("no command found");
        return 1;
    }
    const std::string line = lines.back();
    shell.write_error(line);
    return shell.run_text(line, shell.line);
}

int builtin_bind(Shell& shell, const Arguments& arguments) {
    shell.builtin_error("warning: line editing not enabled");
    OptionParser options(shell, arguments, "lvpVPsSXf:q:u:m:r:x:");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
    }
    return 0;
}

int builtin_logout(Shell& shell, const Arguments&) {
    shell.builtin_error("not login shell: use `exit'");
    return 1;
}

} // namespace asb::shell
