#include "core/shell/option_effects.h"

#include "core/shell/names.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <charconv>

namespace asb::shell {
namespace {

constexpr int kOwnLevel = 52;

constexpr std::pair<Shopt, int> kLevels[] = {
    {Shopt::Compat31, 31}, {Shopt::Compat32, 32}, {Shopt::Compat40, 40}, {Shopt::Compat41, 41},
    {Shopt::Compat42, 42}, {Shopt::Compat43, 43}, {Shopt::Compat44, 44},
};

void set_level(Shell& shell, int level) {
    for (const auto& [option, number] : kLevels)
        shell.options.change(option, number == level);
}

/// Level of "42", "4.2"; -1 when it is none.
int level_of(std::string_view text) {
    const bool dotted = text.size() == 3 && text[1] == '.';
    const std::string digits = dotted ? std::string{text[0], text[2]} : std::string(text);
    int level = -1;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), level);
    const bool whole = result.ec == std::errc{} && result.ptr == digits.data() + digits.size();
    return whole && level >= 31 && level <= kOwnLevel ? level : -1;
}

} // namespace

void set_posix_mode(Shell& shell, bool on) {
    Options& options = shell.options;
    options.change(SetOption::Posix, on);
    options.change(Shopt::ExpandAliases, on);
    options.change(Shopt::ShiftVerbose, on);
    if (!on && shell.before_posix) {
        options.take_posix_options(*shell.before_posix);
        if (!shell.quiet_locale) // else the variable is only out of sight for a moment
            shell.before_posix.reset();
    }
    if (on) {
        options.change(SetOption::InteractiveComments, true);
        options.change(Shopt::InteractiveComments, true);
        options.change(Shopt::Sourcepath, true);
        options.change(Shopt::InheritErrexit, true);
    }
    shell.functions.names_changed();
}

void change_option(Shell& shell, SetOption option, bool on) {
    if (option == SetOption::Posix) {
        if (shell.options.is(option) == on)
            return;
        const Slot slot = intern("POSIXLY_CORRECT");
        if (!on) // which ends the mode where it is set
            static_cast<void>(shell.variables.unset(slot));
        if (shell.options.is(option) != on)
            set_posix_mode(shell, on);
        if (on)
            shell.variables.set_plain(slot, "y");
        return;
    }
    shell.options.change(option, on);
    if (option == SetOption::Monitor)
        shell.process->job_control = on;
    if (on && (option == SetOption::Emacs || option == SetOption::Vi)) // one way of editing at a time
        shell.options.change(option == SetOption::Vi ? SetOption::Emacs : SetOption::Vi, false);
    if (option == SetOption::InteractiveComments)
        shell.options.change(Shopt::InteractiveComments, on);
    if (option == SetOption::Ignoreeof) { // the option and the variable are one thing
        const Slot slot = intern("IGNOREEOF");
        if (on)
            static_cast<void>(shell.variables.assign(slot, "10"));
        else
            static_cast<void>(shell.variables.unset(slot));
    }
}

void restore_set_options(Shell& shell, const Options& saved) {
    for (const SetOption option :
         {SetOption::Posix, SetOption::Ignoreeof, SetOption::Monitor}) { // there is more to them
        if (saved.is(option) != shell.options.is(option))
            change_option(shell, option, saved.is(option));
    }
    shell.options.take_set_options(saved);
}

void change_option(Shell& shell, Shopt option, bool on) {
    if (option == Shopt::LoginShell || option == Shopt::RestrictedShell)
        return;
    for (const auto& [compatible, level] : kLevels) {
        if (compatible != option)
            continue;
        set_level(shell, on ? level : kOwnLevel);
        shell.variables.set_plain(intern("BASH_COMPAT"), std::to_string(on ? level : kOwnLevel));
        return;
    }
    shell.options.change(option, on);
    if (option == Shopt::InteractiveComments)
        shell.options.change(SetOption::InteractiveComments, on);
    if (option == Shopt::Extdebug) {
        shell.options.change(SetOption::Errtrace, on);
        shell.options.change(SetOption::Functrace, on);
        if (on)
            shell.argument_stack.start(shell.positionals.all());
    }
}

int compatibility_level(Shell& shell) {
    const std::string text = shell.variables.text("BASH_COMPAT");
    const int level = text.empty() ? kOwnLevel : level_of(text);
    return level < 0 ? kOwnLevel : level;
}

void apply_compatibility(Shell& shell, std::string_view value) {
    int level = value.empty() ? kOwnLevel : level_of(value);
    if (level < 0) {
        shell.error("BASH_COMPAT: " + std::string(value) + ": compatibility value out of range");
        level = kOwnLevel;
    }
    set_level(shell, level);
}

} // namespace asb::shell
