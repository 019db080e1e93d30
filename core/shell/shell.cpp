#include "core/shell/shell.h"

#include "core/shell/builtins/utility_state.h"
#include "core/shell/dynamic_variables.h"
#include "core/shell/names.h"
#include "core/shell/option_effects.h"
#include "core/shell/pattern_stop.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/subshell.h"

#include <algorithm>
#include <ctime>
#include <unistd.h>

namespace asb::shell {
namespace {

/// The options that are on in SHELLOPTS and BASHOPTS of the environment.
void import_options(Shell& shell, const std::vector<std::string>& environment) {
    for (const std::string_view entry : environment) {
        const bool set = entry.starts_with("SHELLOPTS=");
        if (!set && !entry.starts_with("BASHOPTS="))
            continue;
        for (std::size_t at = entry.find('=') + 1, end = at; at < entry.size(); at = end + 1) {
            end = std::min(entry.find(':', at), entry.size());
            const std::string_view name = entry.substr(at, end - at);
            if (const auto option = set ? Options::set_option(name) : std::nullopt)
                change_option(shell, *option, true);
            else if (const auto shopt = set ? std::nullopt : Options::shopt_option(name))
                change_option(shell, *shopt, true);
        }
    }
}

} // namespace

Shell::Shell(const ShellStart& start, Host& host_)
    : host(host_),
      variables(*this),
      utilities(std::make_unique<UtilityState>()),
      shell_name(start.shell_name),
      execution_string(start.line),
      shell_pid(getpid()),
      parent_pid(getppid()),
      started_at(std::time(nullptr)),
      random(std::make_unique<RandomSource>()) {
    process = make_process_state(*this);
    positionals.set(start.arguments);
    variables.import_environment(start.environment);
    last_argument = variables.is_set(intern("_")) ? variables.text("_") : shell_name;
    declare_special_variables(*this);
    import_options(*this, start.environment);
    pipe_status.clear(); // no pipeline yet
    ifs_changed();
    start_locale();
    match_is_unwanted = [this] { return traps_pending() && interrupted(); };
    import_functions(start.environment);
}

Shell::~Shell() {
    match_is_unwanted = nullptr;
}

void Shell::import_functions(const std::vector<std::string>& environment) {
    for (const std::string& entry : environment) {
        const std::size_t mark = entry.find("%%=() {");
        if (entry.compare(0, 10, "BASH_FUNC_") != 0 || mark == std::string::npos || mark <= 10)
            continue;
        const std::string name = entry.substr(10, mark - 10);
        const WholeParse parsed = parse_whole(name + " " + entry.substr(mark + 3), parser_options(), 0);
        for (const ParserMessage& message : parsed.messages)
            write_error(shell_name + ": " + name + ": line " + std::to_string(message.line) + ": "
                        + message.text);
        if (!parsed.list || parsed.list->items.size() != 1
            || parsed.list->items[0].command->kind != CommandKind::Function) {
            if (parsed.list)
                error("warning: " + name + ": ignoring function definition attempt");
            error("error importing function definition for `" + name + "'");
            continue;
        }
        const auto& definition = static_cast<const FunctionCommand&>(*parsed.list->items[0].command);
        auto function = std::make_shared<Function>();
        function->name = name;
        function->body = definition.body;
        function->source = "environment";
        function->exported = true;
        functions.define(std::move(function));
    }
}

PatternOptions Shell::pattern_options() const {
    PatternOptions how;
    how.extglob = options.is(Shopt::Extglob);
    how.utf8 = utf8_;
    return how;
}

ParserOptions Shell::parser_options() {
    ParserOptions how;
    how.extglob = options.is(Shopt::Extglob);
    how.posix = options.is(SetOption::Posix);
    how.brace_expand = options.is(SetOption::Braceexpand);
    if (options.is(Shopt::ExpandAliases)) {
        how.alias = [this](const std::string& name) -> const std::string* {
            const auto it = aliases.find(name);
            return it == aliases.end() ? nullptr : &it->second;
        };
    }
    return how;
}

void Shell::ifs_changed() {
    const Value* value = variables.value("IFS");
    ifs_ = value ? value->text() : " \t\n";
    separators_.fill(false);
    for (const char c : ifs_)
        separators_[static_cast<unsigned char>(c)] = true;
}

bool Shell::interrupted() {
    if (traps_pending())
        run_pending_traps(*this);
    return unwind != Unwind::None;
}

/// The text is done: what is left to do before the shell ends.
static int end_shell(Shell& shell) {
    if (shell.unwind == Unwind::None || shell.unwind == Unwind::Exit || shell.unwind == Unwind::Abort) {
        shell.unwind = Unwind::None;
        shell.interrupted();
        run_exit_trap(shell);
    }
    return shell.status & 0xff;
}

int run_script_file(const ShellStart& start, const Shell& from) {
    end_on_exhausted_memory(start.shell_name);
    Shell shell(start, from.host);
    shell.script_mode = true;
    shell.subshell_level = from.subshell_level;
    shell.trace_level = from.trace_level + 1;
    shell.variables.unset(intern("BASH_EXECUTION_STRING"));
    shell.options.change(Shopt::Globskipdots, from.options.is(Shopt::Globskipdots));
    shell.run_text(start.line, 1, {});
    return end_shell(shell);
}

int run_command_string(const ShellStart& start, Host& host) {
    end_on_exhausted_memory(start.shell_name);
    Shell shell(start, host);
    if (start.eval_form) {
        const auto newlines = std::count(start.line.begin(), start.line.end(), '\n');
        shell.process->text_depth = 1;
        shell.run_text(start.line, 1 + static_cast<std::uint32_t>(newlines), "eval");
    } else {
        shell.run_text(start.line, 1, "-c");
    }
    return end_shell(shell);
}

} // namespace asb::shell
