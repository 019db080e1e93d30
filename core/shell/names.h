// Interned names of variables, functions and aliases: a name is turned into a small number once, at parse
// time. The table only grows and is the shell's one global (a process runs one line; children inherit it by
// fork).
#pragma once

#include "core/shell/ast.h"

#include <string>
#include <string_view>

namespace asb::shell {

/// The slot of `name`; a new one when the name was never seen. Slots count up from 0 without gaps.
Slot intern(std::string_view name);

/// Another slot with the name of `slot`, which intern and find_slot never give.
Slot twin_slot(Slot slot);

/// The slot of `name`, or kNoSlot when it was never interned.
Slot find_slot(std::string_view name);

/// The text of an interned name. The reference stays valid for the life of the process.
const std::string& name_of(Slot slot);

/// How many names there are: every slot is below it.
std::size_t slot_count();

/// True for [A-Za-z_][A-Za-z0-9_]*: what may name a variable.
bool is_name(std::string_view text);

inline bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool is_name_char(char c) {
    return is_name_start(c) || (c >= '0' && c <= '9');
}

} // namespace asb::shell
