#include "core/shell/builtins/language.h"

namespace asb::shell {

void add_language_builtins(std::vector<Builtin>& table) {
    constexpr unsigned kSpecial = kSpecialBuiltin;
    constexpr unsigned kDeclares = kDeclaration;
    const Builtin own[] = {
        {":", builtin_true, kSpecial, ":"},
        {"true", builtin_true, 0, "true"},
        {"false", builtin_false, 0, "false"},
        {"break", builtin_break, kSpecial, "break [n]"},
        {"continue", builtin_continue, kSpecial, "continue [n]"},
        {"return", builtin_return, kSpecial, "return [n]"},
        {"exit", builtin_exit, kSpecial, "exit [n]"},
        {"eval", builtin_eval, kSpecial | kMergesPrefix, "eval [arg ...]"},
        {"source", builtin_source, kSpecial | kMergesPrefix, "source filename [arguments]"},
        {".", builtin_source, kSpecial | kMergesPrefix, ". filename [arguments]"},
        {"builtin", builtin_builtin, 0, "builtin [shell-builtin [arg ...]]"},
        {"declare", builtin_declare, kDeclares,
         "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]"},
        {"typeset", builtin_declare, kDeclares,
         "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]"},
        {"local", builtin_local, kDeclares, "local [option] name[=value] ..."},
        {"export", builtin_export, kSpecial | kDeclares, "export [-fn] [name[=value] ...] or export -p"},
        {"readonly", builtin_readonly, kSpecial | kDeclares,
         "readonly [-aAf] [name[=value] ...] or readonly -p"},
        {"unset", builtin_unset, kSpecial | kMergesPrefix, "unset [-f] [-v] [-n] [name ...]"},
        {"shift", builtin_shift, kSpecial, "shift [n]"},
        {"set", builtin_set, kSpecial, "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]"},
        {"shopt", builtin_shopt, 0, "shopt [-pqsu] [-o] [optname ...]"},
        {"cd", builtin_cd, 0, "cd [-L|[-P [-e]] [-@]] [dir]"},
        {"pwd", builtin_pwd, 0, "pwd [-LP]"},
        {"alias", builtin_alias, 0, "alias [-p] [name[=value] ... ]"},
        {"unalias", builtin_unalias, 0, "unalias [-a] name [name ...]"},
    };
    table.insert(table.end(), std::begin(own), std::end(own));
}

} // namespace asb::shell
