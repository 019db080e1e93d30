// `set` and `shopt` options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asb::shell {

/// In the order of `set -o`.
enum class SetOption : std::uint8_t {
    Allexport,
    Braceexpand,
    Emacs,
    Errexit,
    Errtrace,
    Functrace,
    Hashall,
    Histexpand,
    History,
    Ignoreeof,
    InteractiveComments,
    Keyword,
    Monitor,
    Noclobber,
    Noexec,
    Noglob,
    Nolog,
    Notify,
    Nounset,
    Onecmd,
    Physical,
    Pipefail,
    Posix,
    Privileged,
    Verbose,
    Vi,
    Xtrace,
    Count,
};

/// In the order of `shopt`.
enum class Shopt : std::uint8_t {
    Autocd,
    AssocExpandOnce,
    CdableVars,
    Cdspell,
    Checkhash,
    Checkjobs,
    Checkwinsize,
    Cmdhist,
    Compat31,
    Compat32,
    Compat40,
    Compat41,
    Compat42,
    Compat43,
    Compat44,
    CompleteFullquote,
    Direxpand,
    Dirspell,
    Dotglob,
    Execfail,
    ExpandAliases,
    Extdebug,
    Extglob,
    Extquote,
    Failglob,
    ForceFignore,
    Globasciiranges,
    Globskipdots,
    Globstar,
    GnuErrfmt,
    Histappend,
    Histreedit,
    Histverify,
    Hostcomplete,
    Huponexit,
    InheritErrexit,
    InteractiveComments,
    Lastpipe,
    Lithist,
    LocalvarInherit,
    LocalvarUnset,
    LoginShell,
    Mailwarn,
    NoEmptyCmdCompletion,
    Nocaseglob,
    Nocasematch,
    NoexpandTranslation,
    Nullglob,
    PatsubReplacement,
    Progcomp,
    ProgcompAlias,
    Promptvars,
    RestrictedShell,
    ShiftVerbose,
    Sourcepath,
    SyslogHistory,
    VarredirClose,
    XpgEcho,
    Count,
};

class Options {
public:
    Options();
    bool is(SetOption option) const { return set_[static_cast<std::size_t>(option)]; }
    bool is(Shopt option) const { return shopt_[static_cast<std::size_t>(option)]; }
    void change(SetOption option, bool on) { set_[static_cast<std::size_t>(option)] = on; }
    void change(Shopt option, bool on) { shopt_[static_cast<std::size_t>(option)] = on; }
    /// Those of `set` as `other` has them, with what POSIX mode switches.
    void take_set_options(const Options& other) {
        set_ = other.set_;
        take_posix_options(other);
    }
    /// Those of `shopt` that POSIX mode switches.
    void take_posix_options(const Options& other);

    static std::optional<SetOption> set_option(std::string_view name);
    static std::optional<SetOption> set_option(char letter);
    static std::optional<Shopt> shopt_option(std::string_view name);
    static std::string_view name(SetOption option);
    static std::string_view name(Shopt option);
    static char letter(SetOption option); ///< 0 when it has none
    std::string dash() const;             ///< $-
    std::string shellopts() const;        ///< $SHELLOPTS
    std::string bashopts() const;         ///< $BASHOPTS

private:
    std::array<bool, static_cast<std::size_t>(SetOption::Count)> set_{};
    std::array<bool, static_cast<std::size_t>(Shopt::Count)> shopt_{};
};

} // namespace asb::shell
