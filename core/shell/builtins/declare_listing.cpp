#include "core/shell/builtins/declare_listing.h"

#include "core/shell/names.h"
#include "core/shell/shell.h"
#include "core/shell/unparse.h"

#include <algorithm>

namespace asb::shell {
namespace {

std::string function_letters(const Function& function) {
    std::string letters = "f";
    if (function.readonly)
        letters += 'r';
    if (function.traced)
        letters += 't';
    if (function.exported)
        letters += 'x';
    return letters;
}

void print_function(Shell& shell, const Function& function, bool names_only, bool listing) {
    const std::string letters = function_letters(function);
    if (names_only) {
        if (listing)
            shell.out.write("declare -" + letters + " " + function.name + "\n");
        else if (shell.options.is(Shopt::Extdebug))
            shell.out.write(function.name + " " + std::to_string(function.line) + " " + function.source
                            + "\n");
        else
            shell.out.write(function.name + "\n");
        return;
    }
    shell.out.write(unparse_function(function.name, *function.body) + "\n");
    if (listing && letters.size() > 1)
        shell.out.write("declare -" + letters + " " + function.name + "\n");
}

/// NAME=… or NAME[…]=…, with or without a "+".
bool is_assignment(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
        return false;
    const std::string target = word.substr(0, word[equals - 1] == '+' ? equals - 1 : equals);
    std::string name;
    std::string subscript;
    return is_name(target) || split_reference(target, name, subscript);
}

} // namespace

int functions_command(Shell& shell, const Arguments& arguments, std::size_t first,
                      const DeclareFlags& flags) {
    const std::uint16_t changes = (flags.on | flags.off) & (kReadonly | kTrace | kExported);
    if (first < arguments.size() && flags.off_functions)
        return 0;
    for (const auto& [attribute, letter] :
         {std::pair{kIndexed, "-a"}, {kAssoc, "-A"}, {kInteger, "-i"}, {kNameref, "-n"}}) {
        if (first < arguments.size() && (flags.on & attribute) != 0) {
            shell.builtin_error(std::string(letter) + ": invalid option");
            return 1;
        }
    }
    if (first >= arguments.size()) {
        for (const FunctionPtr& function : shell.functions.sorted()) {
            const bool wanted = (changes & flags.on) == 0
                                || ((flags.on & kReadonly) != 0 && function->readonly)
                                || ((flags.on & kTrace) != 0 && function->traced)
                                || ((flags.on & kExported) != 0 && function->exported);
            if (wanted)
                print_function(shell, *function, flags.function_names, true);
        }
        return 0;
    }
    int status = 0;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        const bool assigns = is_assignment(arguments[i]);
        if (!flags.print && !assigns && shell.options.is(SetOption::Posix) && !is_name(arguments[i])) {
            shell.builtin_error("`" + arguments[i] + "': not a valid identifier");
            shell.assignment_refused = true;
            status = 1;
            continue;
        }
        if (!flags.print && assigns) {
            shell.builtin_error("cannot use `-f' to make functions");
            return 1;
        }
        const FunctionPtr function = shell.functions.find(arguments[i]);
        if (!function) {
            if (flags.print && !flags.function_names)
                shell.builtin_error(arguments[i] + ": not found");
            status = 1;
            continue;
        }
        if (function->readonly && (flags.off & kReadonly) != 0) {
            shell.builtin_error(arguments[i] + ": readonly function");
            status = 1;
            continue;
        }
        if (flags.on == 0 && flags.off == 0) {
            print_function(shell, *function, flags.function_names, flags.print);
            continue;
        }
        if ((flags.on & kReadonly) != 0)
            function->readonly = true;
        if ((changes & kTrace) != 0)
            function->traced = (flags.on & kTrace) != 0;
        if ((changes & kExported) != 0) {
            function->exported = (flags.on & kExported) != 0;
            shell.variables.environment_changed();
        }
    }
    return status;
}

void list_with(Shell& shell, std::uint16_t attributes) {
    const std::uint16_t kind = attributes & kIndexed ? kIndexed : attributes & kAssoc ? kAssoc : 0;
    if (attributes != kind) // of the arrays those with one of the other attributes
        attributes = static_cast<std::uint16_t>(attributes & ~kind);
    shell.variables.for_each_listed([&](Slot slot) {
        if (kind != 0 && !shell.variables.raw(slot).has(kind))
            return;
        if (attributes == 0 || (shell.variables.raw(slot).attributes & attributes) != 0)
            shell.out.write(shell.variables.declaration(slot, false) + "\n");
    });
}

int print_names(Shell& shell, const Arguments& arguments, std::size_t first, bool locals) {
    int status = 0;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        const Slot slot = find_slot(arguments[i]);
        const bool known = slot != kNoSlot && (!locals || shell.variables.is_local(slot));
        const std::string text = known ? shell.variables.declaration(slot) : std::string{};
        if (text.empty()) {
            shell.builtin_error(arguments[i] + ": not found");
            status = 1;
            continue;
        }
        shell.out.write(text + "\n");
    }
    return status;
}

void list_locals(Shell& shell) {
    std::vector<Slot> slots = shell.variables.local_slots();
    std::sort(slots.begin(), slots.end(), [](Slot a, Slot b) { return name_of(a) < name_of(b); });
    for (const Slot slot : slots) {
        const std::string text = shell.variables.declaration(slot);
        if (!text.empty())
            shell.out.write(text + "\n");
    }
}

} // namespace asb::shell
