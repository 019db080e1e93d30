#include "core/shell/builtins/utility.h"

#include "core/shell/shell.h"

namespace asb::shell {

void add_utility_builtins(std::vector<Builtin>& table) {
    const Builtin own[] = {
        {"echo", builtin_echo, 0, "echo [-neE] [arg ...]"},
        {"printf", builtin_printf, 0, "printf [-v var] format [arguments]"},
        {"test", builtin_test, 0, "test [expr]"},
        {"[", builtin_bracket, 0, "[ arg... ]"},
        {"read", builtin_read, 0,
         "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u "
         "fd] "
         "[name ...]"},
        {"mapfile", builtin_mapfile, 0,
         "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] "
         "[array]"},
        {"readarray", builtin_mapfile, 0,
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
    };
    table.insert(table.end(), std::begin(own), std::end(own));
}

void invalid_identifier(Shell& shell, const std::string& name) {
    shell.builtin_error("`" + name + "': not a valid identifier");
}

} // namespace asb::shell
