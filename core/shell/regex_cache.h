// Compiled regular expressions of [[ =~ ]]: glibc's, as bash uses them; the last ones are kept.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

struct RegexMatch {
    enum class Result { Match, NoMatch, BadPattern } result = Result::NoMatch;
    /// Begin and end of the whole match and each group; {npos, npos} for a group that took no part.
    std::vector<std::pair<std::size_t, std::size_t>> groups;
};

/// Matches an extended regular expression in the process's LC_CTYPE (`locale_key` tells locales apart in the
/// cache). `text` holds no NUL.
RegexMatch match_regex(const std::string& pattern, const std::string& text, bool ignore_case, int locale_key);

} // namespace asb::shell
