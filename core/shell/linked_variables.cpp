#include "core/shell/linked_variables.h"

#include "core/shell/builtins/utility.h"
#include "core/shell/names.h"
#include "core/shell/option_effects.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace asb::shell {
namespace {

// bash keeps nothing in these two arrays: reading shows the table, assigning adds to it, and what is unset in
// the array stays in the table.

const DynamicVariable kAliases{[](Shell& shell, Variable& v) {
                                   v.assoc->clear();
                                   for (const auto& [name, value] : shell.aliases)
                                       v.assoc->at(name).set(value);
                               },
                               nullptr,
                               [](Shell& shell, Slot slot) {
                                   Variable& v = shell.variables.raw(slot);
                                   if (!v.has(kAssoc) || !v.has(kDynamic))
                                       return;
                                   v.assoc->for_each([&](const std::string& name, const Value& value) {
                                       if (valid_alias_name(name))
                                           shell.aliases[name] = value.text();
                                       else
                                           shell.report("`" + name + "': invalid alias name");
                                   });
                                   v.assoc->clear();
                               }};

const DynamicVariable kCommands{[](Shell& shell, Variable& v) {
                                    v.assoc->clear();
                                    for (const PathCache::Entry& entry : shell.process->paths.all())
                                        v.assoc->at(entry.name).set(entry.path);
                                },
                                nullptr,
                                [](Shell& shell, Slot slot) {
                                    Variable& v = shell.variables.raw(slot);
                                    if (!v.has(kAssoc) || !v.has(kDynamic))
                                        return;
                                    PathCache& paths = shell.process->paths;
                                    v.assoc->for_each([&](const std::string& name, const Value& value) {
                                        const PathCache::Entry* entry = paths.find(name);
                                        if (entry && entry->path == value.text())
                                            return;
                                        if (const std::string why = refused_path(shell, value.text());
                                            why.empty())
                                            learn_path(shell, name, value.text());
                                        else
                                            shell.error(why);
                                    });
                                    v.assoc->clear();
                                }};

/// Read at the top level, they show the shell's own arguments without extdebug too.
void start_stack(Shell& shell) {
    if (!shell.variables.in_function())
        shell.argument_stack.start(shell.positionals.all());
}

const DynamicVariable kArgumentCounts{[](Shell& shell, Variable& v) {
                                          start_stack(shell);
                                          v.array->clear();
                                          const auto& counts = shell.argument_stack.counts();
                                          for (auto it = counts.rbegin(); it != counts.rend(); ++it)
                                              v.array->push_back(Value(static_cast<std::int64_t>(*it)));
                                      },
                                      nullptr, nullptr};

const DynamicVariable kArguments{[](Shell& shell, Variable& v) {
                                     start_stack(shell);
                                     v.array->clear();
                                     const auto& all = shell.argument_stack.arguments();
                                     for (auto it = all.rbegin(); it != all.rend(); ++it)
                                         v.array->push_back(Value(std::string_view(*it)));
                                 },
                                 nullptr, nullptr};

const DynamicVariable kCompatibility{nullptr, nullptr, [](Shell& shell, Slot slot) {
                                         apply_compatibility(shell, shell.variables.text(slot));
                                     }};
const DynamicVariable kPosix{
    nullptr, nullptr, [](Shell& shell, Slot slot) { set_posix_mode(shell, shell.variables.is_set(slot)); }};

const DynamicVariable kIgnoreeof{nullptr, nullptr, [](Shell& shell, Slot slot) {
                                     shell.options.change(SetOption::Ignoreeof, shell.variables.is_set(slot));
                                 }};

/// GLOBIGNORE turns dotglob on; only unsetting it turns that off again.
const DynamicVariable kGlobignore{nullptr, nullptr, [](Shell& shell, Slot slot) {
                                      const Value* ignored = shell.variables.value(slot);
                                      if (!ignored || !ignored->text().empty())
                                          shell.options.change(Shopt::Dotglob, ignored != nullptr);
                                  }};

/// BASH_XTRACEFD: bash wraps the descriptor in a stream, and closes it together with the stream.
const DynamicVariable kTraceDescriptor{
    nullptr, nullptr, [](Shell& shell, Slot slot) {
        int& current = shell.process->trace_fd;
        const std::string text = shell.variables.text(slot);
        if (text.empty()) {
            if (current >= 0)
                close(current);
            current = -1;
            return;
        }
        std::size_t begin = text.find_first_not_of(" \t\n\v\f\r");
        begin = begin == std::string::npos ? 0 : begin;
        int fd = -1;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + begin, end, fd);
        if (error == std::errc{} && stop == end && fd >= 0 && fcntl(fd, F_GETFD) >= 0
            && !shell.host.is_private(fd))
            current = fd;
        else
            shell.error("BASH_XTRACEFD: " + text + ": invalid value for trace file descriptor");
    }};

Variable& array_variable(Shell& shell, std::string_view name, std::uint16_t attributes,
                         const DynamicVariable& dynamic) {
    Variable& v = shell.variables.raw(intern(name));
    v = Variable{};
    v.exists = true;
    v.is_set = true;
    v.attributes = static_cast<std::uint16_t>(attributes | kDynamic);
    v.dynamic = &dynamic;
    if (v.has(kAssoc))
        v.assoc = std::make_unique<AssocArray>(name == "BASH_ALIASES" ? 64 : 256); // bash's own tables
    else
        v.array = std::make_unique<IndexedArray>();
    return v;
}

} // namespace

void declare_linked_variables(Shell& shell) {
    array_variable(shell, "BASH_ALIASES", kAssoc, kAliases);
    array_variable(shell, "BASH_CMDS", kAssoc, kCommands);
    array_variable(shell, "BASH_ARGC", kIndexed | kNoAssign | kInvisible, kArgumentCounts);
    array_variable(shell, "BASH_ARGV", kIndexed | kNoAssign | kInvisible, kArguments);
    for (const auto& [name, dynamic] : {std::pair{"BASH_COMPAT", &kCompatibility},
                                        {"POSIXLY_CORRECT", &kPosix},
                                        {"BASH_XTRACEFD", &kTraceDescriptor},
                                        {"IGNOREEOF", &kIgnoreeof},
                                        {"GLOBIGNORE", &kGlobignore}}) {
        const Slot slot = intern(name);
        shell.variables.raw(slot).dynamic = dynamic;
        if (shell.variables.is_set(slot))
            dynamic->changed(shell, slot);
    }
}

} // namespace asb::shell
