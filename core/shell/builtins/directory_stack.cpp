// pushd, popd, dirs: the list is the current directory followed by UtilityState::directory_stack.
#include "core/shell/builtins/language.h"
#include "core/shell/builtins/utility.h"
#include "core/shell/builtins/utility_state.h"

#include "core/shell/shell.h"

#include <algorithm>
#include <cstdlib>

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

bool is_index(const std::string& word) {
    return word.size() > 1 && (word[0] == '+' || word[0] == '-')
           && word.find_first_not_of("0123456789", 1) == std::string::npos;
}

/// +N from the left, -N from the right; false: out of range (message written).
bool find_index(Shell& shell, const std::string& word, bool with_sign, std::size_t& index) {
    const std::size_t n = stack_of(shell).size() + 1;
    const unsigned long number = std::strtoul(word.c_str() + 1, nullptr, 10);
    if (number < n) {
        index = word[0] == '+' ? number : n - 1 - number;
        return true;
    }
    if (n == 1)
        shell.builtin_error("directory stack empty");
    else
        shell.builtin_error((with_sign ? word : word.substr(1)) + ": directory stack index out of range");
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

int rotate(Shell& shell, std::size_t index, bool stay) {
    std::vector<std::string> list = whole_list(shell);
    std::rotate(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(index), list.end());
    if (!stay && !change_directory(shell, list.front()))
        return 1;
    stack_of(shell).assign(list.begin() + 1, list.end());
    if (!stay)
        show(shell);
    return 0;
}

} // namespace

int builtin_pushd(Shell& shell, const Arguments& arguments) {
    bool stay = false;
    std::size_t i = 1;
    for (; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "-n") {
            stay = true;
        } else if (word == "--") {
            ++i;
            break;
        } else if (is_index(word)) {
            std::size_t index = 0;
            return find_index(shell, word, true, index) ? rotate(shell, index, stay) : 1;
        } else if ((word.size() > 1 && word[0] == '-') || (!word.empty() && word[0] == '+')) {
            shell.builtin_error(word + ": invalid number");
            return usage_error(shell);
        } else {
            break;
        }
    }
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
    if (i + 1 < arguments.size()) {
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
    bool given = false;
    std::size_t index = 0;
    std::vector<std::string>& stack = stack_of(shell);
    std::string which;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "-n") {
            stay = true;
        } else if (word == "--") {
            break;
        } else if (is_index(word)) {
            which = word;
            given = true;
        } else if (!word.empty() && word[0] == '-') {
            shell.builtin_error(word + ": invalid number");
            return usage_error(shell);
        } else {
            shell.builtin_error(word + ": invalid argument");
            return usage_error(shell);
        }
    }
    if (stack.empty()) {
        shell.builtin_error("directory stack empty");
        return 1;
    }
    if (given && !find_index(shell, which, true, index))
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
    std::string which;
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
        } else if (is_index(word)) {
            which = word;
        } else {
            shell.builtin_error(word
                                + (word.size() > 1 && (word[0] == '-' || word[0] == '+')
                                       ? ": invalid number"
                                       : ": invalid option"));
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
    if (!which.empty()) {
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
