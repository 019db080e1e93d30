// Private to pattern.cpp: the prepared form of a pattern.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

struct Bracket {
    bool negated = false;
    std::bitset<256> bytes;                                      ///< single bytes (ASCII; all when not UTF-8)
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges; ///< code points from 128 on
    std::bitset<256> class_bytes;     ///< single bytes of the [:class:]es, which never disregard case
    std::vector<std::string> classes; ///< their names, for code points from 128 on
};

struct PatternElement;
using PatternSequence = std::vector<PatternElement>;

struct PatternElement {
    enum class Kind : std::uint8_t { Literal, Any, Star, Bracket, Group } kind = Kind::Literal;
    char op = 0;               ///< Group: ? * + @ !
    bool before_group = false; ///< Star: the next that is no * or ? is a group
    std::string literal;
    std::shared_ptr<const Bracket> bracket;
    std::vector<PatternSequence> alternatives;
};

struct PatternNode {
    PatternSequence sequence;
    bool has_group = false;
    bool begins_with_star = false; ///< also with *(...)
    bool look_first = false; ///< find() asks for a match of the whole first: !(...) behind a star, ? in front
};

/// Notes at the stars of a sequence what stands behind them; true: a !(...) behind one.
bool mark_stars(PatternSequence& sequence);

/// Prepares a pattern.
void compile_pattern(std::string_view text, bool extglob, bool nocase, bool utf8, PatternNode& node);

/// Length of the character at text[i] (1 for a byte that is no UTF-8); its code point in `code` (byte value
/// then).
std::size_t decode_character(std::string_view text, std::size_t i, bool utf8, std::uint32_t& code);

/// Lower case of each character that keeps its length.
std::string fold_case(std::string_view text, bool utf8);

/// `written`: the character before fold_case().
bool bracket_matches(const Bracket& bracket, std::uint32_t code, std::uint32_t written, bool single_byte,
                     bool nocase);

} // namespace asb::shell
