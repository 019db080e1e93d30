// cd and pwd.
#include "core/shell/builtins/language.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/spawn.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {
namespace {

/// What the C library allocated, or nothing.
std::string taken(char* text) {
    std::string path = text ? text : "";
    std::free(text);
    return path;
}

struct Change {
    bool physical = false;
    bool check = false; ///< -e
};

/// The steps of `base` and `path` without the empty ones and the dots.
std::string relative_path(const std::string& base, const std::string& path) {
    const std::string whole = base + "/" + path;
    std::string result;
    for (std::size_t at = 0; at < whole.size();) {
        const std::size_t end = std::min(whole.find('/', at), whole.size());
        const std::string_view part = std::string_view(whole).substr(at, end - at);
        if (!part.empty() && part != ".")
            result.append(result.empty() ? "" : "/").append(part);
        at = end + 1;
    }
    return result.empty() ? "." : result;
}

/// A relative change where the current folder has no name: the steps are its name from then on.
bool change_from_nowhere(Shell& shell, const std::string& target) {
    if (shell.working_directory.empty())
        tell_lost_directory(shell, "chdir", ENOENT);
    if (chdir(target.c_str()) != 0)
        return false;
    shell.working_directory = relative_path(shell.working_directory, target);
    return true;
}

/// POSIX keeps two at the beginning.
bool has_two_slashes(const std::string& path) {
    return path.starts_with("//") && !path.starts_with("///");
}

/// chdir and the new logical name. False with errno.
bool change_to(Shell& shell, const std::string& target, bool physical) {
    if (target[0] != '/' && shell.working_directory[0] != '/') // the folder was gone when the shell began
        return change_from_nowhere(shell, target);
    errno = 0;
    const std::string logical = physical ? std::string{} : logical_path(shell.working_directory, target);
    if (!logical.empty() && chdir(logical.c_str()) == 0) {
        shell.working_directory = logical;
        return true;
    }
    const int first_error = errno;
    if (!physical && shell.options.is(SetOption::Posix)) { // POSIX, cd, step 8
        errno =
            logical.empty() && first_error != ENOENT && first_error != ENAMETOOLONG ? ENOTDIR : first_error;
        return false;
    }
    if (chdir(target.c_str()) != 0) {
        errno = logical.empty() ? errno : first_error;
        return false;
    }
    const std::string real = physical_directory();
    if (!real.empty()) {
        const bool two_slashes =
            physical && has_two_slashes(target[0] == '/' ? target : shell.working_directory);
        shell.working_directory = (two_slashes ? "/" : "") + real;
    } else {
        tell_lost_directory(shell, "cd", errno);
        shell.working_directory += "/" + target;
    }
    return true;
}

/// The variables after a change. Without PWD there is no OLDPWD either.
int publish(Shell& shell) {
    bool ok = true;
    static const Slot old_slot = intern("OLDPWD");
    if (const Value* old = shell.variables.value("PWD")) {
        ok = shell.variables.assign(old_slot, old->text());
    } else {
        Variable& v = shell.variables.raw(old_slot);
        v.is_set = false;
        v.value = Value{};
        shell.variables.touched(old_slot);
    }
    ok = shell.variables.assign("PWD", shell.working_directory) && ok;
    return ok ? 0 : 1;
}

/// Tries the folders of CDPATH. True when one of them worked, whose path is `target` then; `print`: it was
/// not the current one.
bool try_cdpath(Shell& shell, std::string& target, bool physical, bool& print) {
    const Value* value = shell.variables.value("CDPATH");
    const bool relative = target[0] != '/' && target != "." && target != ".."
                          && target.compare(0, 2, "./") != 0 && target.compare(0, 3, "../") != 0;
    if (!value || !relative)
        return false;
    const std::string path = value->text();
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        const std::string folder = expand_folder(shell, path.substr(at, end - at));
        at = end + 1;
        const std::string start = folder.empty() && target.empty()         ? "."
                                  : folder.empty() || folder.back() == '/' ? folder
                                                                           : folder + "/";
        if (is_directory(start + target) && change_to(shell, start + target, physical)) {
            print = !folder.empty();
            target.insert(0, start);
            return true;
        }
    }
    return false;
}

/// `shopt -s cdable_vars`: the value of a variable that has the name. False with the errno of before.
bool try_variable(Shell& shell, std::string& target, bool physical) {
    const int failure = errno;
    const Value* value = shell.options.is(Shopt::CdableVars) && is_identifier(target)
                             ? shell.variables.value(target)
                             : nullptr;
    if (value && change_to(shell, value->text(), physical)) {
        target = value->text();
        return true;
    }
    errno = failure;
    return false;
}

} // namespace

std::string physical_directory() {
    return taken(getcwd(nullptr, 0));
}

bool names_working_directory(const std::string& path) {
    struct stat here {};
    struct stat there {};
    return stat(".", &here) == 0 && stat(path.c_str(), &there) == 0 && here.st_dev == there.st_dev
           && here.st_ino == there.st_ino;
}

void tell_lost_directory(Shell& shell, std::string_view who, int code) {
    shell.write_error(std::string(who)
                      + ": error retrieving current directory: getcwd: cannot access parent directories: "
                      + std::strerror(code));
}

std::string logical_path(const std::string& base, const std::string& path) {
    const std::string whole = path[0] == '/' ? path : base + (base.ends_with('/') ? "" : "/") + path;
    std::string result;
    for (std::size_t at = 0; at < whole.size();) {
        const std::size_t begin = whole.find_first_not_of('/', at);
        if (begin == std::string::npos)
            break;
        const std::size_t end = std::min(whole.find('/', begin), whole.size());
        const std::string_view part = std::string_view(whole).substr(begin, end - begin);
        at = end;
        if (part == ".")
            continue;
        if (part == "..") {
            if (!result.empty() && !is_directory(result))
                return {};
            result.resize(result.empty() ? 0 : result.rfind('/'));
            continue;
        }
        result.append("/").append(part);
    }
    return (has_two_slashes(whole) ? "/" : "") + (result.empty() ? "/" : result);
}

int builtin_cd(Shell& shell, const Arguments& arguments) {
    if (shell.restricted) {
        shell.builtin_error("restricted");
        return 1;
    }
    Change how;
    how.physical = shell.options.is(SetOption::Physical);
    OptionParser options(shell, arguments, "LPe");
    while (const int letter = options.next()) {
        switch (letter) {
        case 'L':
            how.physical = false;
            break;
        case 'P':
            how.physical = true;
            break;
        case 'e':
            how.check = true;
            break;
        default:
            return kUsageStatus;
        }
    }
    const std::size_t first = options.index();
    if (first + 1 < arguments.size()) {
        shell.builtin_error("too many arguments");
        return 1;
    }
    std::string target;
    bool print = false;
    if (first >= arguments.size() || arguments[first] == "-") {
        const char* name = first >= arguments.size() ? "HOME" : "OLDPWD";
        const Value* value = shell.variables.value(name);
        if (!value) {
            shell.builtin_error(std::string(name) + " not set");
            return 1;
        }
        target = value->text();
        print = first < arguments.size();
        if (target.empty() && !print)
            return 0;
    } else {
        target = arguments[first];
    }
    bool done = first < arguments.size() && !print && try_cdpath(shell, target, how.physical, print);
    if (!done && target.empty() && !how.physical)
        return publish(shell);
    done = done || change_to(shell, target, how.physical);
    if (!done && try_variable(shell, target, how.physical))
        done = print = true;
    if (!done) {
        shell.builtin_error(printable_name(target) + ": " + std::strerror(errno));
        return 1;
    }
    if (print)
        shell.out.write((how.physical ? target : shell.working_directory) + "\n");
    return publish(shell);
}

int builtin_pwd(Shell& shell, const Arguments& arguments) {
    bool physical = shell.options.is(SetOption::Physical);
    OptionParser options(shell, arguments, "LP");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        physical = letter == 'P';
    }
    std::string path = shell.working_directory;
    if (physical && !path.empty())
        path = (has_two_slashes(path) ? "/" : "") + taken(realpath(path.c_str(), nullptr));
    if (path.empty() || (shell.options.is(SetOption::Posix) && !names_working_directory(path))) {
        path = physical_directory();
        shell.working_directory = path; // nothing, if it is lost: cd goes on from there
    }
    if (path.empty()) {
        tell_lost_directory(shell, "pwd", errno);
        return 1;
    }
    shell.out.write(path + "\n");
    return 0;
}

} // namespace asb::shell
