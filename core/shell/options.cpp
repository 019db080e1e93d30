#include "core/shell/options.h"

#include <algorithm>

namespace asb::shell {
namespace {

struct SetName {
    std::string_view name;
    char letter;
};
constexpr std::array<SetName, static_cast<std::size_t>(SetOption::Count)> kSetNames{{
    {"allexport", 'a'},
    {"braceexpand", 'B'},
    {"emacs", 0},
    {"errexit", 'e'},
    {"errtrace", 'E'},
    {"functrace", 'T'},
    {"hashall", 'h'},
    {"histexpand", 'H'},
    {"history", 0},
    {"ignoreeof", 0},
    {"interactive-comments", 0},
    {"keyword", 'k'},
    {"monitor", 'm'},
    {"noclobber", 'C'},
    {"noexec", 'n'},
    {"noglob", 'f'},
    {"nolog", 0},
    {"notify", 'b'},
    {"nounset", 'u'},
    {"onecmd", 't'},
    {"physical", 'P'},
    {"pipefail", 0},
    {"posix", 0},
    {"privileged", 'p'},
    {"verbose", 'v'},
    {"vi", 0},
    {"xtrace", 'x'},
}};

constexpr std::array<std::string_view, static_cast<std::size_t>(Shopt::Count)> kShoptNames{
    "autocd",
    "assoc_expand_once",
    "cdable_vars",
    "cdspell",
    "checkhash",
    "checkjobs",
    "checkwinsize",
    "cmdhist",
    "compat31",
    "compat32",
    "compat40",
    "compat41",
    "compat42",
    "compat43",
    "compat44",
    "complete_fullquote",
    "direxpand",
    "dirspell",
    "dotglob",
    "execfail",
    "expand_aliases",
    "extdebug",
    "extglob",
    "extquote",
    "failglob",
    "force_fignore",
    "globasciiranges",
    "globskipdots",
    "globstar",
    "gnu_errfmt",
    "histappend",
    "histreedit",
    "histverify",
    "hostcomplete",
    "huponexit",
    "inherit_errexit",
    "interactive_comments",
    "lastpipe",
    "lithist",
    "localvar_inherit",
    "localvar_unset",
    "login_shell",
    "mailwarn",
    "no_empty_cmd_completion",
    "nocaseglob",
    "nocasematch",
    "noexpand_translation",
    "nullglob",
    "patsub_replacement",
    "progcomp",
    "progcomp_alias",
    "promptvars",
    "restricted_shell",
    "shift_verbose",
    "sourcepath",
    "syslog_history",
    "varredir_close",
    "xpg_echo",
};

} // namespace

Options::Options() {
    for (const SetOption on : {SetOption::Braceexpand, SetOption::Hashall, SetOption::InteractiveComments})
        change(on, true);
    for (const Shopt on :
         {Shopt::Checkwinsize, Shopt::Cmdhist, Shopt::CompleteFullquote, Shopt::Extquote, Shopt::ForceFignore,
          Shopt::Globasciiranges, Shopt::Globskipdots, Shopt::Hostcomplete, Shopt::InteractiveComments,
          Shopt::PatsubReplacement, Shopt::Progcomp, Shopt::Promptvars, Shopt::Sourcepath})
        change(on, true);
}

void Options::take_posix_options(const Options& other) {
    for (const Shopt option : {Shopt::InteractiveComments, Shopt::Sourcepath, Shopt::ExpandAliases,
                               Shopt::InheritErrexit, Shopt::ShiftVerbose})
        change(option, other.is(option));
}

std::optional<SetOption> Options::set_option(std::string_view name) {
    for (std::size_t i = 0; i < kSetNames.size(); ++i) {
        if (kSetNames[i].name == name)
            return static_cast<SetOption>(i);
    }
    return std::nullopt;
}

std::optional<SetOption> Options::set_option(char letter) {
    for (std::size_t i = 0; letter && i < kSetNames.size(); ++i) {
        if (kSetNames[i].letter == letter)
            return static_cast<SetOption>(i);
    }
    return std::nullopt;
}

std::optional<Shopt> Options::shopt_option(std::string_view name) {
    const auto it = std::find(kShoptNames.begin(), kShoptNames.end(), name);
    if (it == kShoptNames.end() || *it == "syslog_history")
        return std::nullopt;
    return static_cast<Shopt>(it - kShoptNames.begin());
}

std::string_view Options::name(SetOption option) {
    return kSetNames[static_cast<std::size_t>(option)].name;
}
std::string_view Options::name(Shopt option) {
    return kShoptNames[static_cast<std::size_t>(option)];
}
char Options::letter(SetOption option) {
    return kSetNames[static_cast<std::size_t>(option)].letter;
}

std::string Options::dash() const {
    // bash's order of flags.c; `c` stands for -c.
    std::string letters;
    for (const char c : std::string_view("abefhkmnptuvxBCEHPT")) {
        const auto option = set_option(c);
        if (option && is(*option))
            letters += c;
    }
    return letters + "c";
}

std::string Options::shellopts() const {
    std::string text;
    for (std::size_t i = 0; i < kSetNames.size(); ++i) {
        if (set_[i])
            text.append(text.empty() ? "" : ":").append(kSetNames[i].name);
    }
    return text;
}

std::string Options::bashopts() const {
    std::string text;
    for (std::size_t i = 0; i < kShoptNames.size(); ++i) {
        if (shopt_[i])
            text.append(text.empty() ? "" : ":").append(kShoptNames[i]);
    }
    return text;
}

} // namespace asb::shell
