#include "core/shell/test_primaries.h"

#include "core/shell/conditional.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {

namespace {

bool newer(const timespec& a, const timespec& b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/// /dev/fd/N and the like name this shell's descriptors; everything else is stat.
bool file_status(const std::string& path, struct stat& info) {
    return !path.empty() && stat(path.c_str(), &info) == 0;
}

bool file_test(char op, const std::string& path) {
    struct stat info {};
    if (op == 'h' || op == 'L')
        return !path.empty() && lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
    if (op == 'r' || op == 'w' || op == 'x') {
        const int mode = op == 'r' ? R_OK : op == 'w' ? W_OK : X_OK;
        return !path.empty() && faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0;
    }
    if (!file_status(path, info))
        return false;
    switch (op) {
    case 'a':
    case 'e':
        return true;
    case 'b':
        return S_ISBLK(info.st_mode);
    case 'c':
        return S_ISCHR(info.st_mode);
    case 'd':
        return S_ISDIR(info.st_mode);
    case 'f':
        return S_ISREG(info.st_mode);
    case 'p':
        return S_ISFIFO(info.st_mode);
    case 'S':
        return S_ISSOCK(info.st_mode);
    case 's':
        return info.st_size > 0;
    case 'g':
        return (info.st_mode & S_ISGID) != 0;
    case 'k':
        return (info.st_mode & S_ISVTX) != 0;
    case 'u':
        return (info.st_mode & S_ISUID) != 0;
    case 'O':
        return info.st_uid == geteuid();
    case 'G':
        return info.st_gid == getegid();
    case 'N':
        return newer(info.st_mtim, info.st_atim);
    default:
        return false;
    }
}

} // namespace

bool is_unary_test(std::string_view op) {
    return op.size() == 2 && op[0] == '-'
           && std::string_view("abcdefghknoprstuvwxzGLNORS").find(op[1]) != std::string_view::npos;
}

bool is_number_operator(std::string_view op) {
    return op == "-eq" || op == "-ne" || op == "-lt" || op == "-le" || op == "-gt" || op == "-ge";
}

bool is_binary_test(std::string_view op) {
    return op == "=" || op == "==" || op == "!=" || op == "<" || op == ">" || op == "-nt" || op == "-ot"
           || op == "-ef" || is_number_operator(op);
}

std::optional<long long> test_integer(const std::string& text) {
    if (text.empty())
        return std::nullopt;
    char* end = nullptr;
    errno = 0;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    if (errno != 0 || end == text.c_str())
        return std::nullopt;
    while (*end == ' ' || *end == '\t' || *end == '\n')
        ++end;
    if (end != text.c_str() + text.size())
        return std::nullopt;
    return value;
}

bool compare_numbers(std::string_view op, long long left, long long right) {
    if (op == "-eq")
        return left == right;
    if (op == "-ne")
        return left != right;
    if (op == "-lt")
        return left < right;
    if (op == "-le")
        return left <= right;
    if (op == "-gt")
        return left > right;
    return left >= right;
}

bool file_comparison(std::string_view op, const std::string& left, const std::string& right) {
    struct stat a {};
    struct stat b {};
    const bool has_a = file_status(left, a);
    const bool has_b = file_status(right, b);
    if (op == "-ef")
        return has_a && has_b && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    if (op == "-nt")
        return has_a && (!has_b || newer(a.st_mtim, b.st_mtim));
    return has_b && (!has_a || newer(b.st_mtim, a.st_mtim));
}

bool variable_is_set(Shell& shell, const std::string& reference, bool once) {
    std::string name;
    std::string subscript;
    if (!split_reference(reference, name, subscript)) {
        if (const std::optional<long long> index = test_integer(reference); index && *index >= 0)
            return *index == 0 || static_cast<std::size_t>(*index) <= shell.positionals.size();
        if (!is_name(reference))
            return false;
        return shell.variables.value(intern(reference)) != nullptr;
    }
    if (!is_name(name))
        return false;
    const NameTarget target = shell.variables.resolve(intern(name));
    if (target.slot == kNoSlot)
        return false;
    const Variable* variable = shell.variables.find(target.slot);
    if (!variable)
        return false;
    if (all_elements_subscript(subscript) && variable->is_array()) {
        if (variable->has(kAssoc)) // there it is a key
            return variable->assoc && variable->assoc->find(subscript) != nullptr;
        return variable->array && !variable->array->empty();
    }
    if (variable->has(kAssoc)) {
        if (subscript.empty()) // no reference to an element
            return false;
        std::string key = subscript;
        const bool known = once && shell.options.is(Shopt::AssocExpandOnce);
        if (!known && !shell.expand_subscript_text(subscript, key))
            return false;
        if (key.empty())
            shell.report(name + ": bad array subscript");
        return variable->assoc->find(key) != nullptr;
    }
    if (all_elements_subscript(subscript))
        return variable->is_set;
    std::string index;
    return shell.expand_index_text(subscript, index)
           && shell.variables.element(target.slot, index) != nullptr;
}

bool unary_test(Shell& shell, std::string_view op, const std::string& operand) {
    switch (op[1]) {
    case 'n':
        return !operand.empty();
    case 'z':
        return operand.empty();
    case 't': {
        const std::optional<long long> fd = test_integer(operand);
        return fd && *fd >= 0 && *fd <= 0x7fffffff && isatty(static_cast<int>(*fd)) != 0;
    }
    case 'o': {
        const std::optional<SetOption> option = Options::set_option(operand);
        return option && shell.options.is(*option);
    }
    case 'v':
        return variable_is_set(shell, operand, true);
    case 'R': {
        const Slot slot = find_slot(operand);
        if (slot == kNoSlot || slot >= slot_count())
            return false;
        const Variable* variable = shell.variables.find(slot);
        return variable && variable->has(kNameref) && variable->is_set;
    }
    default:
        return file_test(op[1], operand);
    }
}

} // namespace asb::shell
