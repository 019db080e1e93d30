#include "core/shell/builtins/utility.h"

#include "core/shell/shell.h"

#include <cerrno>
#include <cstdlib>

namespace asb::shell {

void add_utility_builtins(std::vector<Builtin>& table) {
    const Builtin own[] = {
        {"echo", builtin_echo, 0, "echo [-neE] [arg ...]"},
        {"printf", builtin_printf, 0, "printf [-v var] format [arguments]"},
        {"test", builtin_test, 0, "test [expr]"},
        {"[", builtin_bracket, 0, "[ arg... ]"},
        {"read", builtin_read, kKeepsPrefix,
         "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u "
         "fd] "
         "[name ...]"},
        {"mapfile", builtin_mapfile, kKeepsPrefix,
         "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] "
         "[array]"},
        {"readarray", builtin_mapfile, kKeepsPrefix,
         "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] "
         "[array]"},
        {"getopts", builtin_getopts, 0, "getopts optstring name [arg ...]"},
        {"let", builtin_let, 0, "let arg [arg ...]"},
        {"pushd", builtin_pushd, 0, "pushd [-n] [+N | -N | dir]"},
        {"popd", builtin_popd, 0, "popd [-n] [+N | -N]"},
        {"dirs", builtin_dirs, 0, "dirs [-clpv] [+N] [-N]"},
        {"hash", builtin_hash, 0, "hash [-lr] [-p pathname] [-dt] [name ...]"},
        {"type", builtin_type, 0, "type [-afptP] name [name ...]"},
        {"command", builtin_command, 0, "command [-pVv] command [arg ...]"},
        {"times", builtin_times, kSpecialBuiltin, "times"},
        {"help", builtin_help, 0, "help [-dms] [pattern ...]"},
        {"caller", builtin_caller, 0, "caller [expr]"},
        {"enable", builtin_enable, 0, "enable [-a] [-dnps] [-f filename] [name ...]"},
        {"compgen", builtin_compgen, 0,
         "compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] "
         "[-C command] [-X filterpat] [-P prefix] [-S suffix] [word]"},
        {"complete", builtin_complete, 0,
         "complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] "
         "[-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]"},
        {"compopt", builtin_compopt, 0, "compopt [-o|+o option] [-DEI] [name ...]"},
        {"history", builtin_history, 0,
         "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]"},
        {"fc", builtin_fc, kKeepsPrefix, "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]"},
        {"bind", builtin_bind, 0,
         "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x "
         "keyseq:shell-command] [keyseq:readline-function or readline-command]"},
        {"logout", builtin_logout, 0, "logout [n]"},
    };
    table.insert(table.end(), std::begin(own), std::end(own));
}

void invalid_identifier(Shell& shell, const std::string& name) {
    shell.builtin_error("`" + name + "': not a valid identifier");
}

bool legal_number(const std::string& text, std::int64_t& value) {
    char* end = nullptr;
    errno = 0;
    const long long number = std::strtoll(text.c_str(), &end, 10);
    if (errno != 0 || end == text.c_str())
        return false;
    while (*end == ' ' || *end == '\t')
        ++end;
    value = number;
    return *end == '\0';
}

std::string invalid_number(const std::string& text) {
    const bool zero = text.size() > 1 && text[0] == '0';
    if (zero && text[1] >= '0' && text[1] <= '9')
        return text + ": invalid octal number";
    return text + (zero && text[1] == 'x' ? ": invalid hex number" : ": invalid number");
}

} // namespace asb::shell
