// The texts of expressions and subscripts, with their expansions done. What stands in a subscript is expanded
// as a word of its own and then quoted, since the evaluation expands subscripts a second time (as keys, or as
// expressions).
#pragma once

#include "core/shell/ast.h"

#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class Shell;

/// An expression of the source: its parts, and its text without double quotes.
bool expand_expression(Shell& shell, const std::vector<WordPart>& parts, std::string_view source,
                       std::string& text);

/// An operand of [[ a -eq b ]] or [[ -v a ]]: a word, but in its subscripts as an expression.
bool expand_number_operand(Shell& shell, const Word& word, std::string& text);

/// The text of a subscript: the key of an associative array with its quotes removed, else an expression, in
/// which single quotes and backslashes stand for themselves, as in double quotes.
bool expand_subscript(Shell& shell, const Word& word, Slot slot, std::string& text);

/// Adds what a subscript has been expanded to so that one more expansion gives the same text.
void append_subscript(std::string_view subscript, std::string& text);

} // namespace asb::shell
