// Shell patterns: * ? [ ] and, with extglob, ?( *( +( @( !( . In a pattern's text a backslash takes the
// special meaning from the next character: the expansion writes quoted characters so. No pattern takes more
// than polynomial time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace asb::shell {

/// Which text's first dot is matched by nothing but a dot in the pattern.
enum class PatternDots : unsigned char { None, Special, Leading }; ///< Special: of "." and ".."

struct PatternOptions {
    bool extglob = false;
    bool nocase = false;                  ///< nocasematch, nocaseglob
    PatternDots dots = PatternDots::None; ///< heeded where there are extended globs
    bool utf8 = false; ///< ? and [ ] take whole UTF-8 characters; a byte that is no UTF-8 is one character
};

struct PatternNode;

/// A prepared pattern. Copies share the preparation.
class Pattern {
public:
    static constexpr std::size_t npos = std::string_view::npos;

    Pattern();
    Pattern(std::string_view text, const PatternOptions& options);

    /// The whole of `text` matches.
    bool matches(std::string_view text) const;

    /// Length of the shortest/longest prefix that matches, npos for none (${x#p}, ${x##p}).
    std::size_t shortest_prefix(std::string_view text) const;
    std::size_t longest_prefix(std::string_view text) const;
    /// Where the shortest/longest suffix that matches begins, npos for none (${x%p}, ${x%%p}).
    std::size_t shortest_suffix(std::string_view text) const;
    std::size_t longest_suffix(std::string_view text) const;

    /// Leftmost longest match that begins at or after `from` (${x/p/r}); false for none. Empty matches count,
    /// but for one at the end of the text.
    bool find(std::string_view text, std::size_t from, std::size_t& begin, std::size_t& end) const;

    /// The place of a replacement at the beginning or end of the text (${x/#p/r}, ${x/%p/r}): where the
    /// longest prefix ends, where the longest suffix begins; npos for none. As in find(), bash first looks
    /// whether the pattern with a star beside it matches, which with extended globs is not the same question.
    std::size_t replaced_prefix(std::string_view text) const;
    std::size_t replaced_suffix(std::string_view text) const;

    /// True when nothing in it is special; `literal()` is then its text without backslashes.
    bool is_literal() const { return is_literal_; }
    const std::string& literal() const { return literal_; }

private:
    bool matches_beside_stars(std::string_view text, bool before, bool behind) const;

    std::shared_ptr<const PatternNode> root_;
    std::string literal_;
    PatternOptions options_;
    bool is_literal_ = true;
};

/// True when the text (backslash quotes) holds an active * ? or [ … ] or an extended glob: pathname expansion
/// has to be tried. As in bash a lone [ without ] does not count.
bool has_pattern_characters(std::string_view text, bool extglob, bool path_name = true);

/// The text with each backslash removed that quotes a character.
std::string remove_pattern_quotes(std::string_view text);

/// The text with every character that is special in patterns (and backslash) quoted by a backslash.
std::string quote_pattern(std::string_view text);

/// True when the locale of the environment's LC_ALL, LC_CTYPE, LANG (in that order) names UTF-8.
bool is_utf8_locale(std::string_view lc_all, std::string_view lc_ctype, std::string_view lang);

} // namespace asb::shell
