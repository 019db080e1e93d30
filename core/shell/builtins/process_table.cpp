#include "core/shell/builtins/process_builtins.h"

namespace asb::shell {

void add_process_builtins(std::vector<Builtin>& table) {
    table.push_back({"bg", builtin_bg, 0, "bg [job_spec ...]"});
    table.push_back({"disown", builtin_disown, 0, "disown [-h] [-ar] [jobspec ... | pid ...]"});
    table.push_back({"exec", builtin_exec, kSpecialBuiltin,
                     "exec [-cl] [-a name] [command [argument ...]] [redirection ...]"});
    table.push_back({"fg", builtin_fg, 0, "fg [job_spec]"});
    table.push_back({"jobs", builtin_jobs, 0, "jobs [-lnprs] [jobspec ...] or jobs -x command [args]"});
    table.push_back({"kill", builtin_kill, 0,
                     "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]"});
    table.push_back({"suspend", builtin_suspend, 0, "suspend [-f]"});
    table.push_back({"trap", builtin_trap, kSpecialBuiltin, "trap [-lp] [[arg] signal_spec ...]"});
    table.push_back({"ulimit", builtin_ulimit, 0, "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]"});
    table.push_back({"umask", builtin_umask, 0, "umask [-p] [-S] [mode]"});
    table.push_back({"wait", builtin_wait, 0, "wait [-fn] [-p var] [id ...]"});
}

} // namespace asb::shell
