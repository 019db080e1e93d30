// The primaries that test, [ and [[ ]] share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace asb::shell {

class Shell;

/// -f FILE and the like; `op` is one that is_unary_test knows.
bool unary_test(Shell& shell, std::string_view op, const std::string& operand);

/// -nt -ot -ef.
bool file_comparison(std::string_view op, const std::string& left, const std::string& right);

/// -eq … on numbers.
bool compare_numbers(std::string_view op, long long left, long long right);
bool is_number_operator(std::string_view op);

/// A decimal number with blanks around it, as test takes it (legal_number).
std::optional<long long> test_integer(const std::string& text);

/// `name` or `name[subscript]` is set: -v. `once`: assoc_expand_once counts.
bool variable_is_set(Shell& shell, const std::string& reference, bool once);

} // namespace asb::shell
