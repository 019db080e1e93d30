// Tests: [[ … ]] and the primaries that it shares with test and [.
#pragma once

#include "core/shell/ast.h"

#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class Shell;

/// -f, -z … of [[ ]] and test.
bool is_unary_test(std::string_view op);
/// ==, -lt, -nt … (without =~).
bool is_binary_test(std::string_view op);

/// Runs [[ … ]]: 0 true, 1 false, 2 error (reported). Expands the operands itself, in order, with short
/// circuit.
int evaluate_conditional(Shell& shell, const Condition& condition);

/// The test builtin's evaluation; `words` are the arguments without the command's name and without the
/// closing ]. 0 true, 1 false, 2 error (reported).
int evaluate_test(Shell& shell, const std::vector<std::string>& words);

} // namespace asb::shell
