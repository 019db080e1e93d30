#include "core/shell/dynamic_variables.h"

#include "core/shell/arith_host.h"
#include "core/shell/builtins/language.h"
#include "core/shell/builtins/utility.h"
#include "core/shell/builtins/utility_state.h"
#include "core/shell/linked_variables.h"
#include "core/shell/names.h"
#include "core/shell/option_effects.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <pwd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {

int RandomSource::next(bool compatible_50) {
    if (!seeded_) {
        std::uint32_t value = 0;
        if (getrandom(&value, sizeof value, GRND_NONBLOCK) != sizeof value)
            value = static_cast<std::uint32_t>(std::time(nullptr) ^ (getpid() << 8));
        seed(value);
    }
    int value = 0;
    do {
        const std::uint32_t x = state_ != 0 ? state_ : 123459876U;
        const std::uint32_t high = x / 127773U;
        const std::uint32_t low = x - 127773U * high;
        const auto t = static_cast<std::int32_t>(16807U * low - 2836U * high);
        state_ = static_cast<std::uint32_t>(t < 0 ? t + 0x7fffffff : t);
        value = static_cast<int>((compatible_50 ? state_ : (state_ >> 16) ^ (state_ & 65535U)) & 32767U);
    } while (value == last_);
    return last_ = value;
}

namespace {

void set_number(Variable& v, std::int64_t number) {
    v.value.set(number);
    v.is_set = true;
}
void set_text(Variable& v, std::string text) {
    v.value.set(std::move(text));
    v.is_set = true;
}
template <typename F>
void fill(Variable& v, F add_all) {
    if (!v.array)
        v.array = std::make_unique<IndexedArray>();
    v.array->clear();
    add_all(*v.array);
    v.is_set = true;
}

std::int64_t monotonic_offset_seconds(const Shell& shell) {
    return std::time(nullptr) - shell.started_at;
}

/// What is assigned to RANDOM or SECONDS: an expression once the variable is an integer, else a number.
/// False: it is none; an error in the expression has been told and ends nothing.
bool assigned_number(Shell& shell, const Variable& v, const std::string& text, std::int64_t& number) {
    if (v.has(kInteger))
        return evaluate_expression(shell, text, number, ArithFailure::Status);
    return legal_number(text, number);
}

const DynamicVariable kRandom{
    [](Shell& shell, Variable& v) { set_number(v, shell.random->next(compatibility_level(shell) <= 50)); },
    [](Shell& shell, Variable& v, const std::string& text) {
        std::int64_t number = 0;
        if (assigned_number(shell, v, text, number))
            shell.random->seed(static_cast<std::uint32_t>(number));
    },
    nullptr};

const DynamicVariable kSrandom{[](Shell&, Variable& v) {
                                   std::uint32_t value = 0;
                                   static_cast<void>(getrandom(&value, sizeof value, 0));
                                   set_number(v, value);
                               },
                               [](Shell&, Variable&, const std::string&) {}, nullptr};

const DynamicVariable kSeconds{[](Shell& shell, Variable& v) {
                                   set_number(v, monotonic_offset_seconds(shell));
                                   v.attributes |= kInteger; // from its first use on
                               },
                               [](Shell& shell, Variable& v, const std::string& text) {
                                   std::int64_t number = 0;
                                   if (!assigned_number(shell, v, text, number))
                                       number = 0;
                                   shell.started_at = std::time(nullptr) - number;
                               },
                               nullptr};

const DynamicVariable kLineno{[](Shell& shell, Variable& v) { set_number(v, shell.line); },
                              [](Shell&, Variable&, const std::string&) {}, nullptr};
const DynamicVariable kBashpid{[](Shell&, Variable& v) { set_number(v, getpid()); },
                               [](Shell&, Variable&, const std::string&) {}, nullptr};
const DynamicVariable kSubshell{[](Shell& shell, Variable& v) { set_number(v, shell.subshell_level); },
                                [](Shell& shell, Variable&, const std::string& text) {
                                    shell.subshell_level =
                                        static_cast<int>(std::strtol(text.c_str(), nullptr, 10));
                                },
                                nullptr};
const DynamicVariable kCommand{[](Shell& shell, Variable& v) { set_text(v, shell.command_text()); },
                               [](Shell&, Variable&, const std::string&) {}, nullptr};
const DynamicVariable kHistoryNumber{[](Shell&, Variable& v) { set_number(v, 0); }, nullptr, nullptr};
const DynamicVariable kWordBreaks{[](Shell&, Variable& v) {
                                      if (!v.is_set)
                                          set_text(v, " \t\n\"'@><=;|&(:");
                                  },
                                  [](Shell&, Variable& v, const std::string& text) { set_text(v, text); },
                                  nullptr};
const DynamicVariable kEpochSeconds{[](Shell&, Variable& v) { set_number(v, std::time(nullptr)); },
                                    [](Shell&, Variable&, const std::string&) {}, nullptr};
const DynamicVariable kEpochRealtime{[](Shell&, Variable& v) {
                                         timespec now{};
                                         clock_gettime(CLOCK_REALTIME, &now);
                                         char buffer[48];
                                         std::snprintf(buffer, sizeof buffer, "%lld.%06ld",
                                                       static_cast<long long>(now.tv_sec),
                                                       now.tv_nsec / 1000);
                                         set_text(v, buffer);
                                     },
                                     [](Shell&, Variable&, const std::string&) {}, nullptr};
const DynamicVariable kArgv0{
    [](Shell& shell, Variable& v) { set_text(v, shell.shell_name); },
    [](Shell& shell, Variable&, const std::string& text) { shell.shell_name = text; }, nullptr};
const DynamicVariable kUnderscore{
    [](Shell& shell, Variable& v) { set_text(v, shell.last_argument); },
    [](Shell& shell, Variable&, const std::string& text) { shell.last_argument = text; }, nullptr};
const DynamicVariable kShellopts{[](Shell& shell, Variable& v) { set_text(v, shell.options.shellopts()); },
                                 nullptr, nullptr};
const DynamicVariable kBashopts{[](Shell& shell, Variable& v) { set_text(v, shell.options.bashopts()); },
                                nullptr, nullptr};

// ---------------------------------------------------------------------------------------------- arrays

const DynamicVariable kPipestatus{[](Shell& shell, Variable& v) {
                                      fill(v, [&](IndexedArray& a) {
                                          for (const int status : shell.pipe_status)
                                              a.push_back(Value(std::int64_t{status}));
                                      });
                                      v.is_set = !shell.pipe_status.empty();
                                  },
                                  nullptr, nullptr};

const DynamicVariable kFuncname{[](Shell& shell, Variable& v) {
                                    fill(v, [&](IndexedArray& a) {
                                        const bool function = std::any_of(
                                            shell.frames.begin(), shell.frames.end(), [](const CallFrame& f) {
                                                return f.kind == CallFrame::Kind::Function;
                                            });
                                        if (!function) // a file that is sourced shows only behind a function
                                            return;
                                        for (auto it = shell.frames.rbegin(); it != shell.frames.rend(); ++it)
                                            a.push_back(Value(it->name));
                                        if (shell.script_mode)
                                            a.push_back(Value(std::string_view("main")));
                                    });
                                    v.is_set = !v.array->empty();
                                },
                                nullptr, nullptr};

const DynamicVariable kSource{[](Shell& shell, Variable& v) {
                                  fill(v, [&](IndexedArray& a) {
                                      for (auto it = shell.frames.rbegin(); it != shell.frames.rend(); ++it)
                                          a.push_back(Value(it->source));
                                      if (shell.script_mode)
                                          a.push_back(Value(shell.shell_name));
                                  });
                              },
                              nullptr, nullptr};

const DynamicVariable kBashLineno{[](Shell& shell, Variable& v) {
                                      fill(v, [&](IndexedArray& a) {
                                          for (auto it = shell.frames.rbegin(); it != shell.frames.rend();
                                               ++it)
                                              a.push_back(Value(std::int64_t{it->call_line}));
                                          if (shell.script_mode)
                                              a.push_back(Value(std::int64_t{0}));
                                      });
                                  },
                                  nullptr, nullptr};

const DynamicVariable kDirstack{[](Shell& shell, Variable& v) {
                                    fill(v, [&](IndexedArray& a) {
                                        a.push_back(Value(shell.variables.text("PWD")));
                                        for (const std::string& folder : shell.utilities->directory_stack)
                                            a.push_back(Value(folder));
                                    });
                                },
                                nullptr, [](Shell& shell, Slot slot) { // only what is there can be changed
                                    const Variable& v = shell.variables.raw(slot);
                                    std::vector<std::string>& stack = shell.utilities->directory_stack;
                                    for (std::size_t i = 0; v.array && i < stack.size(); ++i) {
                                        if (const Value* item =
                                                v.array->find(static_cast<std::int64_t>(i) + 1))
                                            stack[i] = item->text();
                                    }
                                }};

const DynamicVariable kGroups{[](Shell&, Variable& v) {
                                  fill(v, [](IndexedArray& a) {
                                      gid_t groups[256];
                                      const gid_t own = getgid();
                                      const int count = getgroups(256, groups);
                                      a.push_back(Value(std::int64_t{own}));
                                      for (int i = 0; i < count; ++i) {
                                          if (groups[i] != own)
                                              a.push_back(Value(std::int64_t{groups[i]}));
                                      }
                                  });
                              },
                              nullptr, nullptr};

// ---------------------------------------------------------------------------------------------- hooks

const DynamicVariable kIfsHook{nullptr, nullptr, [](Shell& shell, Slot) { shell.ifs_changed(); }};
const DynamicVariable kLocaleHook{nullptr, nullptr,
                                  [](Shell& shell, Slot slot) { shell.locale_changed(slot); }};
const DynamicVariable kOptindHook{nullptr, nullptr, [](Shell& shell, Slot slot) { // 1: all begins anew
                                      const Value* const v = shell.variables.value(slot);
                                      const long start = v ? std::strtol(v->text().c_str(), nullptr, 10) : 0;
                                      shell.utilities->getopts.index = start < 0 || start == 1 ? 0 : start;
                                  }};
const DynamicVariable kPathHook{nullptr, nullptr, [](Shell& shell, Slot) { shell.process->paths.clear(); }};
const DynamicVariable kTimezoneHook{nullptr, nullptr, [](Shell& shell, Slot slot) {
                                        const Value* v = shell.variables.value(slot);
                                        if (v)
                                            setenv("TZ", v->text().c_str(), 1);
                                        else
                                            unsetenv("TZ");
                                        tzset();
                                    }};

Variable& declare(Shell& shell, std::string_view name, std::uint16_t attributes,
                  const DynamicVariable* dynamic) {
    Variable& v = shell.variables.raw(intern(name));
    v.exists = true;
    v.attributes = static_cast<std::uint16_t>(v.attributes | attributes);
    v.dynamic = dynamic;
    return v;
}

void declare_array(Shell& shell, std::string_view name, std::uint16_t attributes,
                   const DynamicVariable* dynamic) {
    Variable& v = declare(shell, name, static_cast<std::uint16_t>(attributes | kIndexed), dynamic);
    v.value = Value{};
    v.array = std::make_unique<IndexedArray>();
    v.is_set = true;
}

void hook(Shell& shell, std::string_view name, const DynamicVariable* dynamic) {
    shell.variables.raw(intern(name)).dynamic = dynamic;
}

void declare_plain(Shell& shell, std::string_view name, std::string value, std::uint16_t attributes = 0) {
    Variable& v = declare(shell, name, attributes, shell.variables.raw(intern(name)).dynamic);
    set_text(v, std::move(value));
}

/// PWD is taken from the environment when it names the current directory; pwd then gives it without . and ..
void declare_directories(Shell& shell) {
    Variables& variables = shell.variables;
    const std::string given = variables.text("PWD");
    const bool good = !given.empty() && given[0] == '/' && names_working_directory(given);
    std::string logical = good ? logical_path({}, given) : std::string{};
    if (logical.empty()) {
        logical = physical_directory();
        if (logical.empty())
            tell_lost_directory(shell, "shell-init", errno);
    }
    shell.working_directory = logical;
    declare_plain(shell, "PWD", good || logical.empty() ? given : logical, kExported);
    Variable& old = variables.raw(intern("OLDPWD"));
    struct stat folder {};
    if (old.is_set && (stat(old.value.text().c_str(), &folder) != 0 || !S_ISDIR(folder.st_mode))) {
        old.is_set = false;
        old.value = Value{};
    }
    old.exists = true;
    old.attributes |= kExported;
}

/// Where bash would say it was started from.
std::string program_path(Shell& shell) {
    if (shell.shell_name.find('/') != std::string::npos)
        return shell.shell_name;
    const std::string found = search_path(shell, "bash");
    return found.empty() ? "/bin/bash" : found;
}

std::string login_shell() {
    const passwd* entry = getpwuid(getuid());
    return entry && entry->pw_shell && *entry->pw_shell ? entry->pw_shell : "/bin/sh";
}

void declare_start_values(Shell& shell) {
    Variables& variables = shell.variables;
    declare_directories(shell);
    declare_plain(shell, "IFS", " \t\n");
    variables.raw(intern("IFS")).attributes = 0; // never taken from the environment
    declare_plain(shell, "OPTIND", "1", kInteger);
    declare_plain(shell, "OPTERR", "1");
    declare_plain(shell, "PS4", variables.is_set(intern("PS4")) ? variables.text("PS4") : "+ ");
    declare_plain(shell, "SHLVL", shell_level(variables.text("SHLVL"), 1), kExported);
    if (!variables.is_set(intern("PATH")))
        declare_plain(shell, "PATH", "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:.");
    if (!variables.is_set(intern("TERM")))
        declare_plain(shell, "TERM", "dumb");
    if (!variables.is_set(intern("SHELL")))
        declare_plain(shell, "SHELL", login_shell());
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    if (!variables.is_set(intern("HOSTNAME")))
        declare_plain(shell, "HOSTNAME", host);
    declare_plain(shell, "BASH", program_path(shell));
    declare_plain(shell, "BASH_VERSION", "5.2.15(1)-release");
    declare_plain(shell, "BASH_EXECUTION_STRING", shell.execution_string);
    declare_plain(
        shell, "BASH_LOADABLES_PATH",
        "/usr/local/lib/bash:/usr/lib/bash:/opt/local/lib/bash:/usr/pkg/lib/bash:/opt/pkg/lib/bash:.");
    declare_plain(shell, "HOSTTYPE", "x86_64");
    declare_plain(shell, "MACHTYPE", "x86_64-pc-linux-gnu");
    declare_plain(shell, "OSTYPE", "linux-gnu");
    for (const auto& [name, number] : {std::pair<const char*, std::int64_t>{"PPID", shell.parent_pid},
                                       {"UID", getuid()},
                                       {"EUID", geteuid()}})
        declare_plain(shell, name, std::to_string(number), kInteger | kReadonly);
    Variable& version = declare(shell, "BASH_VERSINFO", kIndexed | kReadonly, nullptr);
    fill(version, [](IndexedArray& a) {
        for (const std::string_view item : {"5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"})
            a.push_back(Value(item));
    });
}

} // namespace

void declare_special_variables(Shell& shell) {
    constexpr std::uint16_t kHidden = kDynamic | kInvisible;
    declare_start_values(shell);
    declare(shell, "RANDOM", kHidden | kInteger, &kRandom);
    declare(shell, "SRANDOM", kHidden | kInteger, &kSrandom);
    declare(shell, "SECONDS", kHidden, &kSeconds);
    declare(shell, "LINENO", kHidden, &kLineno);
    declare(shell, "BASHPID", kHidden | kInteger, &kBashpid);
    declare(shell, "BASH_SUBSHELL", kHidden, &kSubshell);
    declare(shell, "BASH_COMMAND", kHidden, &kCommand);
    declare(shell, "BASH_ARGV0", kHidden, &kArgv0);
    declare(shell, "EPOCHSECONDS", kHidden, &kEpochSeconds);
    declare(shell, "EPOCHREALTIME", kHidden, &kEpochRealtime);
    declare(shell, "_", kDynamic, &kUnderscore).attributes &= static_cast<std::uint16_t>(~kExported & 0xffff);
    declare(shell, "SHELLOPTS", kDynamic | kReadonly, &kShellopts);
    declare(shell, "BASHOPTS", kDynamic | kReadonly, &kBashopts);
    declare_array(shell, "PIPESTATUS", kDynamic, &kPipestatus);
    declare_array(shell, "FUNCNAME", kDynamic | kNoAssign, &kFuncname);
    shell.variables.raw(intern("FUNCNAME")).is_set = false;
    declare_array(shell, "BASH_SOURCE", kDynamic | kNoAssign, &kSource);
    declare_array(shell, "BASH_LINENO", kDynamic | kNoAssign, &kBashLineno);
    declare_array(shell, "DIRSTACK", kHidden, &kDirstack);
    declare_array(shell, "GROUPS", kHidden | kNoAssign, &kGroups);
    declare(shell, "COMP_WORDBREAKS", kHidden, &kWordBreaks);
    declare(shell, "HISTCMD", kHidden | kInteger, &kHistoryNumber);
    declare_linked_variables(shell);
    hook(shell, "IFS", &kIfsHook);
    for (const std::string_view name :
         {"LANG", "LC_ALL", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME"})
        hook(shell, name, &kLocaleHook);
    hook(shell, "OPTIND", &kOptindHook);
    hook(shell, "PATH", &kPathHook);
    hook(shell, "TZ", &kTimezoneHook);
}

} // namespace asb::shell
