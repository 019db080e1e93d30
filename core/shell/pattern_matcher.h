// Private to the matching of patterns: a text and the places in it that a pattern reaches.
#pragma once

#include "core/shell/pattern.h"
#include "core/shell/pattern_node.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace asb::shell {

/// Positions in a text: some points, and everything from `all_from` on.
struct Positions {
    static constexpr std::size_t npos = std::string_view::npos;
    std::vector<std::size_t> points; ///< sorted, below all_from
    std::size_t all_from = npos;

    bool empty() const { return points.empty() && all_from == npos; }
    void tidy() {
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        if (all_from != npos)
            points.erase(std::lower_bound(points.begin(), points.end(), all_from), points.end());
    }
    bool contains(std::size_t i) const {
        return (all_from != npos && i >= all_from) || std::binary_search(points.begin(), points.end(), i);
    }
    void add(const Positions& other) {
        points.insert(points.end(), other.points.begin(), other.points.end());
        all_from = std::min(all_from, other.all_from);
        tidy();
    }
    std::size_t lowest() const { return points.empty() ? all_from : points.front(); }
};

/// Just i; npos: none.
inline Positions at_point(std::size_t i) {
    Positions set;
    if (i != Positions::npos)
        set.points.push_back(i);
    return set;
}

class Matcher {
public:
    /// `text`: what fold_case() has made of `written`, without regard to case; else the same.
    Matcher(std::string_view text, std::string_view written, bool utf8, bool nocase)
        : text_(text), written_(written), utf8_(utf8), nocase_(nocase) {}

    void heed_dots(PatternDots dots) {
        dotted_ = dots == PatternDots::Leading
                      ? text_.substr(0, 1) == "."
                      : dots == PatternDots::Special && (text_ == "." || text_ == "..");
    }

    /// Length of the character at i that the element takes, 0 when it does not take it.
    std::size_t one(const PatternElement& element, std::size_t i) const {
        if (i >= text_.size() || (dotted_ && i == 0))
            return 0;
        std::uint32_t code = 0;
        const std::size_t n = decode_character(text_, i, utf8_, code);
        if (element.kind == PatternElement::Kind::Any)
            return n;
        std::uint32_t written = code;
        if (nocase_)
            decode_character(written_, i, utf8_, written);
        return bracket_matches(*element.bracket, code, written, n == 1, nocase_) ? n : 0;
    }

    bool whole(const PatternSequence& sequence, std::size_t begin) const {
        std::size_t e = 0;
        std::size_t i = begin;
        std::size_t star = PatternNode().sequence.max_size(); // element behind the last star
        std::size_t star_at = 0;
        bool starred = false;
        for (;;) {
            if (e < sequence.size() && sequence[e].kind == PatternElement::Kind::Star) {
                star = ++e;
                star_at = i;
                starred = true;
                if (e == sequence.size())
                    return true;
                continue;
            }
            if (e == sequence.size()) {
                if (i == text_.size())
                    return true;
            } else if (sequence[e].kind == PatternElement::Kind::Literal) {
                if (text_.compare(i, sequence[e].literal.size(), sequence[e].literal) == 0) {
                    i += sequence[e].literal.size();
                    ++e;
                    continue;
                }
            } else if (const std::size_t n = one(sequence[e], i)) {
                i += n;
                ++e;
                continue;
            }
            if (!starred || !advance_star(sequence, star, star_at))
                return false;
            i = star_at;
            e = star;
        }
    }

    /// Positions behind the sequence for all starts in `from`; `nested`: it stands in a group.
    Positions run(const PatternSequence& sequence, Positions from, bool nested = false) const;

private:
    /// The star takes one more character (or all up to the literal behind it).
    bool advance_star(const PatternSequence& sequence, std::size_t star, std::size_t& star_at) const {
        if (star_at >= text_.size())
            return false;
        std::uint32_t code = 0;
        star_at += decode_character(text_, star_at, utf8_, code);
        if (star < sequence.size() && sequence[star].kind == PatternElement::Kind::Literal) {
            const std::size_t found = text_.find(sequence[star].literal, star_at);
            if (found == std::string_view::npos)
                return false;
            star_at = found;
        }
        return true;
    }

    Positions step(const PatternElement& element, const Positions& from) const;

    struct Open;
    Positions run_open(const PatternSequence& sequence, std::size_t i, Open& at) const;
    void open_step(const PatternElement& element, Open& at) const;
    void take(const PatternElement& element, const Positions& from, Open& to) const;

    Positions literal(const std::string& wanted, const Positions& from) const;
    const Positions& alternatives(const PatternElement& element, std::size_t start) const;
    Positions group(const PatternElement& element, const Positions& from) const;
    Positions taking_group(const PatternElement& element, const Positions& from, Positions& same) const;
    void negated(const Positions& taken, std::size_t start, std::vector<bool>& reached) const;
    void repeated(const PatternElement& element, const Positions& from, bool optional,
                  std::vector<bool>& reached) const;
    Positions behind(std::size_t place) const;

    /// The first of the places that is not the beginning.
    static std::size_t behind_dot(const Positions& from) {
        return from.points.size() > 1 ? from.points[1] : from.points.empty() ? 1 : from.all_from;
    }

    template <typename F>
    void for_each(const Positions& set, F visit) const {
        for (const std::size_t i : set.points)
            visit(i);
        if (set.all_from == Positions::npos)
            return;
        for (std::size_t i = set.all_from; i <= text_.size();) {
            visit(i);
            if (i == text_.size())
                break;
            std::uint32_t code = 0;
            i += decode_character(text_, i, utf8_, code);
        }
    }

    struct Place {
        const PatternElement* element;
        std::size_t start;
        bool operator==(const Place& other) const { return element == other.element && start == other.start; }
    };
    struct PlaceHash {
        std::size_t operator()(const Place& place) const {
            return std::hash<const void*>()(place.element) * 31 + place.start;
        }
    };
    mutable bool stopped_ = false;
    mutable std::unordered_map<Place, std::unique_ptr<Positions>, PlaceHash> known_;
    std::string_view text_;
    std::string_view written_;
    bool utf8_;
    bool nocase_;
    bool dotted_ = false; ///< the dot at the beginning is matched by a dot only
};

} // namespace asb::shell
