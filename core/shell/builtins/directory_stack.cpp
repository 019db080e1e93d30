// pushd, popd, dirs: the list is the current directory followed by UtilityState::directory_stack.
#include "core/shell/builtins/language.h"
#include "core/shell/builtins/utility.h"
#include "core/shell/builtins/utility_state.h"

#include "core/shell/shell.h"

#include <algorithm>
#include <cstdint>

namespace asb::shell {

namespace {

std::vector<std::string>& stack_of(Shell& shell) {
    return shell.utilities->directory_stack;
}

std::string with_tilde(Shell& shell, const std::string& path) {
    const std::string home = shell.variables.text("HOME");
    if (home.empty() || home == "/" || path.compare(0, home.size(), home) != 0)
        return path;
    if (path.size() > home.size() && path[home.size()] != '/')
        return path;
    return "~" + path.substr(home.size());
}

std::vector<std::string> whole_list(Shell& shell) {
    std::vector<std::string> list{shell.working_directory};
    list.insert(list.end(), stack_of(shell).begin(), stack_of(shell).end());
    return list;
}

struct StackIndex {
    char side = '+'; ///< '+': from the left, '-': from the right
    std::int64_t number = 0;
    std::string word; ///< for messages
    bool given() const { return !word.empty(); }
};

/// +N and -N, N as the numbers of all builtins are written. False: a usage error was told.
bool read_index(Shell& shell, const std::string& word, StackIndex& index) {
    if (!legal_number(word.substr(1), index.number)) {
        shell.builtin_error(word + ": invalid number");
        return false;
    }
    index.side = word[0];
    index.word = word;
    return true;
}

bool starts_index(const std::string& word) {
    return !word.empty() && (word[0] == '+' || word[0] == '-');
}

/// The place from the left; false: out of range (message written).
bool find_index(Shell& shell, const StackIndex& index, bool with_sign, std::size_t& place) {
    const auto last = static_cast<std::int64_t>(stack_of(shell).size());
    if (index.number >= 0 && index.number <= last) {
        place = static_cast<std::size_t>(index.side == '+' ? index.number : last - index.number);
        return true;
    }
    if (last == 0)
        shell.builtin_error("directory stack empty");
    else
        shell.builtin_error((with_sign ? index.word : index.word.substr(1))
                            + ": directory stack index out of range");
    return false;
}

void show(Shell& shell) {
    std::string line;
    for (const std::string& path : whole_list(shell))
        line += (line.empty() ? "" : " ") + with_tilde(shell, path);
    shell.out.write(line + "\n");
}

bool change_directory(Shell& shell, const std::string& target) {
    return builtin_cd(shell,
                      {shell.builtin_name.empty() ? std::string("cd") : std::string(shell.builtin_name), "--",
                       target})
           == 0;
}

/// The list turns even where the change of directory then fails: what was to be the current one is lost.
int rotate(Shell& shell, std::size_t place, bool stay) {
    std::vector<std::string> list = whole_list(shell);
    std::rotate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(place), list.end());
    stack_of(shell).assign(list.begin() + 1, list.end());
    if (stay)
        return 0;
    if (!change_directory(shell, list.front()))
        return 1;
    show(shell);
    return 0;
}

} // namespace

int builtin_pushd(Shell& shell, const Arguments& arguments) {
    bool stay = false;
    StackIndex turn;
    std::size_t place = 0;
    std::size_t i = 1;
    for (; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "-n") {
            stay = true;
        } else if (word == "--") {
            ++i;
            break;
        } else if (word == "-" || !starts_index(word)) {
            break;
        } else if (!read_index(shell, word, turn)) {
            return usage_error(shell);
        } else if (!find_index(shell, turn, true, place)) {
            return 1;
        }
    }
    if (turn.given())
        return rotate(shell, place, stay);
    std::vector<std::string>& stack = stack_of(shell);
    if (i >= arguments.size() && stay)
        return 0;
    if (i >= arguments.size()) {
        if (stack.empty()) {
            shell.builtin_error("no other directory");
            return 1;
        }
        if (stay)
            return 0;
        const std::string old = shell.working_directory;
        if (!change_directory(shell, stack.front()))
            return 1;
        stack.front() = old;
        show(shell);
        return 0;
    }
    if (i + 1 < arguments.size() && !stay) {
        shell.builtin_error("too many arguments");
        return 1;
    }
    if (stay) {
        stack.insert(stack.begin(), arguments[i]);
    } else {
        const std::string old = shell.working_directory;
        if (!change_directory(shell, arguments[i]))
            return 1;
        stack.insert(stack.begin(), old);
    }
    show(shell);
    return 0;
}

int builtin_popd(Shell& shell, const Arguments& arguments) {
    bool stay = false;
    StackIndex which;
    std::vector<std::string>& stack = stack_of(shell);
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "-n") {
            stay = true;
        } else if (word == "--") {
            break;
        } else if (word.empty()) {
            which = StackIndex{'-', 0, {}}; // the last one, as bash has it
            break;
        } else if (!starts_index(word)) {
            shell.builtin_error(word + ": invalid argument");
            return usage_error(shell);
        } else if (!read_index(shell, word, which)) {
            return usage_error(shell);
        }
    }
    if (stack.empty()) {
        shell.builtin_error("directory stack empty");
        return 1;
    }
    std::size_t index = 0;
    if (!find_index(shell, which, true, index))
        return 1;
    if (index == 0 && !stay) {
        if (!change_directory(shell, stack.front()))
            return 1;
        stack.erase(stack.begin());
    } else {
        stack.erase(stack.begin() + static_cast<std::ptrdiff_t>(index == 0 ? 0 : index - 1));
    }
    show(shell);
    return 0;
}

int builtin_dirs(Shell& shell, const Arguments& arguments) {
    bool full = false;
    bool numbered = false;
    bool lines = false;
    bool clear = false;
    StackIndex which;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "-l") {
            full = true;
        } else if (word == "-c") {
            clear = true;
        } else if (word == "-v") {
            numbered = lines = true;
        } else if (word == "-p") {
            lines = true;
        } else if (word == "--") {
            break;
        } else if (!starts_index(word)) {
            shell.builtin_error(word + ": invalid option");
            return usage_error(shell);
        } else if (!read_index(shell, word, which)) {
            return usage_error(shell);
        }
    }
    if (clear) {
        stack_of(shell).clear();
        return 0;
    }
    const std::vector<std::string> list = whole_list(shell);
    const auto text = [&](std::size_t i) {
        std::string path = full ? list[i] : with_tilde(shell, list[i]);
        if (!numbered)
            return path;
        std::string number = std::to_string(i);
        if (number.size() < 2)
            number.insert(0, 1, ' ');
        return number + "  " + path;
    };
    if (which.given()) {
        std::size_t index = 0;
        if (!find_index(shell, which, false, index))
            return 1;
        shell.out.write(text(index) + "\n");
        return 0;
    }
    for (std::size_t i = 0; i < list.size(); ++i)
        shell.out.write((i == 0 ? "" : lines ? "\n" : " ") + text(i));
    shell.out.put('\n');
    return 0;
}

} // namespace asb::shell
