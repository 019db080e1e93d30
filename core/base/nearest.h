// "did you mean …" for keys and names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace asb {

/// The candidate with the smallest edit distance to `word`, if it is at most a third of the longer length
/// (and at least 1, at most 4); empty otherwise.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// "a, b, c".
std::string join_names(const std::vector<std::string>& names);

} // namespace asb
