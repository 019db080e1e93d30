// Arithmetic against the shell's variables.
#pragma once

#include "core/shell/arith.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace asb::shell {

class Shell;

/// What an arithmetic error does after its message.
enum class ArithFailure {
    Status,    ///< nothing: the caller makes it a status (let, ((, [[ )
    Abort,     ///< drops the current complete command: ${x:o:l}
    Expansion, ///< the same, in POSIX mode ends the shell: $(( ))
    ExitShell, ///< ends the shell: subscripts, integer variables
};

/// Evaluates a text whose expansions are done. False: the message has been written as
/// `[name: ]text` where name is the running builtin's (or `((`, `[[`, see Shell::arith_name).
bool evaluate_expression(Shell& shell, std::string_view text, std::int64_t& value, ArithFailure failure);

/// A parsed arithmetic part ($(( )), (( )), for (( )), substring offsets): by its tree when it has one, else
/// by expanding its text.
bool evaluate_part(Shell& shell, const WordPart& part, std::int64_t& value, ArithFailure failure);
/// An expression of (( )): xtrace shows it with its expansions done.
bool evaluate_command(Shell& shell, const WordPart& part, std::int64_t& value);
/// The two steps of that.
bool expand_command(Shell& shell, const WordPart& part, std::string& text);
bool evaluate_command_text(Shell& shell, const std::string& text, std::int64_t& value);

/// $(( )) in a word.
bool evaluate_in_word(Shell& shell, const WordPart& part, std::int64_t& value);

/// Offset and length of ${x:offset:length}.
bool evaluate_operand(Shell& shell, const Word& word, std::int64_t& value, ArithFailure failure);
/// Of `let`: with assoc_expand_once the keys of associative arrays stand there as they are.
bool evaluate_expanded(Shell& shell, std::string_view text, std::int64_t& value, ArithFailure failure);

} // namespace asb::shell
