// One word of declare, typeset, local, export or readonly: NAME, NAME=value, NAME[sub]=value, NAME=( … ).
#pragma once

#include "core/shell/builtins/declare_listing.h"

#include "core/shell/shell.h"

#include <string>
#include <vector>

namespace asb::shell {

/// NAME, NAME=value, NAME+=value, NAME[sub]=value as it reached the builtin.
struct DeclareWord {
    std::string text; ///< as it was given
    std::string name;
    std::string subscript;
    std::string value;
    bool has_subscript = false;
    bool has_value = false;
    bool append = false;
    const Assignment* compound = nullptr;  ///< NAME=( … ), which is carried out while words are expanded
    std::vector<ExpandedElement> elements; ///< of it
};

/// set -a exports a variable that a declaration makes without a value, but an array or a local.
void export_new(const Shell& shell, Variable& v);

/// `x=1 declare -x x`, `x=1 export x`: the prefix assignment `v` becomes the variable's own value.
void make_lasting(Variables& variables, Slot slot, const Variable& v);

/// The attribute that an option letter of `declare` stands for; 0: none.
std::uint16_t attribute_of(int letter);
/// Takes a word apart. False: it begins with no name; the message has been written.
bool make_word(Shell& shell, const std::string& text, DeclareWord& word);
/// Gives the variable its array attributes. Answers 1 when it cannot have them (message written).
int shape(Shell& shell, Variable& variable, const DeclareWord& word, const DeclareFlags& flags);
/// "( … )" as a text.
bool looks_like_list(const std::string& value);
/// The word's value into the variable. Answers the status.
int give_value(Shell& shell, Slot slot, Variable& variable, const DeclareWord& word, bool lists);
/// `declare` for one word; `local`: for the running function. Answers the status.
int declare_word(Shell& shell, const DeclareWord& word, const DeclareFlags& flags, bool local);

/// NAME=( … ) among the words of a declaration builtin: bash gives the value when it expands the words, with
/// the options that came before (`words`: the command's name and what follows it); the builtin then only sees
/// the name. False: refused (message written), the command is not to run.
bool declare_compound(Shell& shell, const Arguments& words, const Assignment& assignment);

} // namespace asb::shell
