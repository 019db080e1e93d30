#include "core/shell/builtins/process_builtins.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"
#include "core/shell/spawn.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace asb::shell {

namespace {

void tell_directory(Shell& shell, const std::string& name) {
    shell.builtin_error(name + ": cannot execute: " + std::strerror(EISDIR));
}

/// There is no such program; what is told of a folder here is not that.
int tell_missing(Shell& shell, const std::string& name) {
    if (is_directory(name)) {
        tell_directory(shell, name);
        return 126;
    }
    shell.builtin_error(name + ": not found");
    return 127;
}

/// What bash says after execve has failed, beyond what was said about the file.
int tell_failure(Shell& shell, const std::string& path, int status) {
    if (status == 127)
        return status;
    if (status == 0) { // an empty file
        shell.error(path + ": " + std::strerror(0));
        return status;
    }
    if (is_directory(path))
        tell_directory(shell, path);
    else if (access(path.c_str(), X_OK) != 0
             && !shell.errexit_counts()) // set -e ends the shell before this message
        shell.builtin_error(path + ": cannot execute: " + std::strerror(errno));
    return 126;
}

} // namespace

int builtin_exec(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "cla:");
    bool clear = false;
    bool login = false;
    const std::string* name = nullptr;
    std::string given_name;
    while (const int letter = options.next()) {
        switch (letter) {
        case 'c':
            clear = true;
            break;
        case 'l':
            login = true;
            break;
        case 'a':
            given_name = options.argument();
            name = &given_name;
            break;
        default:
            return kUsageStatus;
        }
    }
    const Arguments words(arguments.begin() + static_cast<std::ptrdiff_t>(options.index()), arguments.end());
    if (shell.restricted && !words.empty()) {
        shell.builtin_error("restricted");
        return 1;
    }
    if (words.empty()) {
        if (shell.redirections != nullptr)
            shell.redirections->keep();
        return 0;
    }
    std::string argv0 = name != nullptr ? *name : words[0];
    if (login)
        argv0.insert(0, 1, '-');
    std::string path = search_path(shell, words[0]);
    if (path.starts_with("./") || path.starts_with("../")) // bash takes it by its whole name
        path = (std::filesystem::path(shell.variables.text("PWD")) / path).lexically_normal().string();
    int status = 0;
    if (path.empty()) {
        status = tell_missing(shell, words[0]);
    } else {
        static_cast<void>(shell.out.flush());
        const bool replaces = shell.process->group_text_depth < 0; // ( … ) is one level already
        const std::string_view builtin_name = std::exchange(shell.builtin_name, {});
        status = exec_in_place(shell, path, words, {replaces, &argv0, clear});
        shell.builtin_name = builtin_name;
        if (shell.in_subshell_process || !shell.options.is(Shopt::Execfail))
            shell.process->traps.set(kTrapExit, std::nullopt); // bash has put the traps away by then
        status = tell_failure(shell, path, status);
    }
    if (shell.in_subshell_process || !shell.options.is(Shopt::Execfail))
        shell.set_unwind_exit(status);
    return status;
}

} // namespace asb::shell
