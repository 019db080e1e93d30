// The frequent arithmetic: numbers, variables and elements that hold plain numbers, operators without
// effects, and one assignment around them. Everything else is left to the evaluator (arith.h).
#pragma once

#include "core/shell/arith_tree.h"

#include <cstdint>

namespace asb::shell {

class Shell;

/// True and `value` set when the expression was of that kind; otherwise nothing has happened yet.
bool evaluate_quickly(Shell& shell, const ArithExpr& expression, std::int64_t& value);

} // namespace asb::shell
