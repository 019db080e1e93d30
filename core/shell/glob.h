// Pathname expansion (bash manual, "Filename Expansion").
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

struct GlobOptions {
    bool extglob = false;
    bool dotglob = false;
    bool globstar = false;
    bool nocaseglob = false;
    bool globskipdots = true; ///< `.*` never gives . and ..
    bool utf8 = false;
    bool sort_by_locale = false;    ///< strcoll instead of bytes
    std::string ignore;             ///< GLOBIGNORE; when it is not empty dotglob is taken as on
    std::size_t limit = 4'000'000;  ///< matches
    bool sorted = true;             ///< else in bash's order without sorting (of a folder: last entry first)
    std::function<bool()> unwanted; ///< asked now and then; true: a signal has ended the line
};

struct GlobResult {
    std::vector<std::string> names; ///< sorted; empty: nothing matched
    bool too_many = false;          ///< the limit was reached
};

/// Expands one pattern (backslash quotes, see pattern.h) against the file system. nullglob, failglob and "no
/// match keeps the word" are the caller's business.
GlobResult expand_glob(std::string_view pattern, const GlobOptions& options);

/// The patterns of GLOBIGNORE or EXECIGNORE, which colons part.
std::vector<std::string> split_ignored(std::string_view list);

} // namespace asb::shell
