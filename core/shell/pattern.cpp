// Matching. Patterns without groups take a loop that remembers the last star only; those with extended globs
// are run over sets of positions, so that no pattern needs more than polynomial time.
#include "core/shell/pattern.h"

#include "core/shell/pattern_node.h"
#include "core/shell/pattern_stop.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace asb::shell {

namespace {

using Kind = PatternElement::Kind;

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
        if (element.kind == Kind::Any)
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
            if (e < sequence.size() && sequence[e].kind == Kind::Star) {
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
            } else if (sequence[e].kind == Kind::Literal) {
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

    /// Positions behind the sequence for all starts in `from`.
    Positions run(const PatternSequence& sequence, Positions from) const {
        for (const PatternElement& element : sequence) {
            if (from.empty())
                return {};
            from = step(element, from);
        }
        return from;
    }

private:
    /// The star takes one more character (or all up to the literal behind it).
    bool advance_star(const PatternSequence& sequence, std::size_t star, std::size_t& star_at) const {
        if (star_at >= text_.size())
            return false;
        std::uint32_t code = 0;
        star_at += decode_character(text_, star_at, utf8_, code);
        if (star < sequence.size() && sequence[star].kind == Kind::Literal) {
            const std::size_t found = text_.find(sequence[star].literal, star_at);
            if (found == std::string_view::npos)
                return false;
            star_at = found;
        }
        return true;
    }

    Positions step(const PatternElement& element, const Positions& from) const {
        Positions out;
        switch (element.kind) {
        case Kind::Star:
            out.all_from = dotted_ && from.lowest() == 0 ? behind_dot(from) : from.lowest();
            return out;
        case Kind::Literal:
            return literal(element.literal, from);
        case Kind::Any:
        case Kind::Bracket:
            for_each(from, [&](std::size_t i) {
                if (const std::size_t n = one(element, i))
                    out.points.push_back(i + n);
            });
            out.tidy();
            return out;
        case Kind::Group:
            return group(element, from);
        }
        return out;
    }

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

    Positions literal(const std::string& wanted, const Positions& from) const {
        Positions out;
        for (const std::size_t i : from.points) {
            if (text_.compare(i, wanted.size(), wanted) == 0)
                out.points.push_back(i + wanted.size());
        }
        if (from.all_from != Positions::npos) {
            std::size_t i = text_.find(wanted, from.all_from);
            while (i != std::string_view::npos) {
                out.points.push_back(i + wanted.size());
                i = text_.find(wanted, i + 1);
            }
        }
        out.tidy();
        return out;
    }

    /// Where the alternatives of a group end that begin at `start`: worked out once for each place, so that
    /// nested groups cost no more than their number times the length of the text.
    const Positions& alternatives(const PatternElement& element, std::size_t start) const {
        std::unique_ptr<Positions>& known = known_[{&element, start}];
        if ((known_.size() & 63) == 0 && match_is_unwanted && match_is_unwanted())
            stopped_ = true;
        if (!known && stopped_)
            known = std::make_unique<Positions>();
        if (!known) {
            auto found = std::make_unique<Positions>();
            Positions from;
            from.points.push_back(start);
            for (const PatternSequence& alternative : element.alternatives)
                found->add(run(alternative, from));
            known_[{&element, start}] = std::move(found); // the recursion may have moved `known`
        }
        return *known_[{&element, start}];
    }

    Positions group(const PatternElement& element, const Positions& from) const {
        std::vector<bool> reached(text_.size() + 1, false);
        if (element.op == '!') {
            for_each(from, [&](std::size_t start) {
                if (!dotted_ || start > 0)
                    negated(alternatives(element, start), start, reached);
            });
        } else {
            repeated(element, from, reached);
        }
        Positions out;
        for (std::size_t i = 0; i < reached.size(); ++i) {
            if (reached[i])
                out.points.push_back(i);
        }
        return out;
    }

    /// Everything from `start` on that no alternative takes.
    void negated(const Positions& taken, std::size_t start, std::vector<bool>& reached) const {
        Positions rest;
        rest.all_from = start;
        std::size_t next = 0;
        for_each(rest, [&](std::size_t end) {
            while (next < taken.points.size() && taken.points[next] < end)
                ++next;
            const bool hit =
                (next < taken.points.size() && taken.points[next] == end) || end >= taken.all_from;
            if (!hit)
                reached[end] = true;
        });
    }

    /// ? * + @ from all starts together: each place is looked at once.
    void repeated(const PatternElement& element, const Positions& from, std::vector<bool>& reached) const {
        const bool optional = element.op == '?' || element.op == '*';
        const bool again = element.op == '+' || element.op == '*';
        std::vector<std::size_t> open;
        std::vector<bool> seen(text_.size() + 1, false);
        for_each(from, [&](std::size_t start) {
            open.push_back(start);
            seen[start] = true;
            reached[start] = reached[start] || optional;
        });
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            for_each(alternatives(element, at), [&](std::size_t end) {
                reached[end] = true;
                if (again && !seen[end]) {
                    seen[end] = true;
                    open.push_back(end);
                }
            });
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

Positions at_point(std::size_t i) {
    Positions set;
    set.points.push_back(i);
    return set;
}

bool is_boundary(std::string_view text, std::size_t i, bool utf8) {
    return !utf8 || i == 0 || i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
}

} // namespace

Pattern::Pattern() = default;

Pattern::Pattern(std::string_view text, const PatternOptions& options) : options_(options) {
    auto root = std::make_shared<PatternNode>();
    root->sequence = compile_pattern(text, options.extglob, options.nocase, options.utf8, root->has_group);
    is_literal_ =
        root->sequence.empty()
        || (root->sequence.size() == 1 && root->sequence.front().kind == Kind::Literal && !options.nocase);
    if (is_literal_ && !root->sequence.empty())
        literal_ = root->sequence.front().literal;
    root_ = std::move(root);
}

bool Pattern::matches(std::string_view text) const {
    if (is_literal_)
        return text == literal_;
    const std::string folded = options_.nocase ? fold_case(text, options_.utf8) : std::string();
    Matcher matcher(options_.nocase ? std::string_view(folded) : text, text, options_.utf8, options_.nocase);
    if (!root_->has_group)
        return matcher.whole(root_->sequence, 0);
    matcher.heed_dots(options_.dots);
    return matcher.run(root_->sequence, at_point(0)).contains(text.size());
}

std::size_t Pattern::shortest_prefix(std::string_view text) const {
    if (is_literal_)
        return text.substr(0, literal_.size()) == literal_ ? literal_.size() : npos;
    const std::string changed = options_.nocase ? fold_case(text, options_.utf8) : std::string();
    const std::string_view folded = options_.nocase ? std::string_view(changed) : text;
    const Positions ends =
        Matcher(folded, text, options_.utf8, options_.nocase).run(root_->sequence, at_point(0));
    return ends.lowest();
}

std::size_t Pattern::longest_prefix(std::string_view text) const {
    if (is_literal_)
        return text.substr(0, literal_.size()) == literal_ ? literal_.size() : npos;
    const std::string changed = options_.nocase ? fold_case(text, options_.utf8) : std::string();
    const std::string_view folded = options_.nocase ? std::string_view(changed) : text;
    const Positions ends =
        Matcher(folded, text, options_.utf8, options_.nocase).run(root_->sequence, at_point(0));
    if (ends.all_from != npos)
        return text.size();
    return ends.points.empty() ? npos : ends.points.back();
}

// Suffixes: the first literal of the pattern, if it begins with one, says where a match can begin.
std::size_t Pattern::shortest_suffix(std::string_view text) const {
    if (is_literal_)
        return text.size() >= literal_.size() && text.substr(text.size() - literal_.size()) == literal_
                   ? text.size() - literal_.size()
                   : npos;
    const std::string changed = options_.nocase ? fold_case(text, options_.utf8) : std::string();
    const std::string_view folded = options_.nocase ? std::string_view(changed) : text;
    const Matcher matcher(folded, text, options_.utf8, options_.nocase);
    const PatternSequence& sequence = root_->sequence;
    const bool anchored = sequence.front().kind == Kind::Literal;
    for (std::size_t i = text.size() + 1; i-- > 0;) {
        if (anchored) {
            i = folded.rfind(sequence.front().literal, i);
            if (i == npos)
                return npos;
        }
        if (!is_boundary(folded, i, options_.utf8))
            continue;
        const bool hit = root_->has_group ? matcher.run(sequence, at_point(i)).contains(text.size())
                                          : matcher.whole(sequence, i);
        if (hit)
            return i;
    }
    return npos;
}

std::size_t Pattern::longest_suffix(std::string_view text) const {
    if (is_literal_)
        return shortest_suffix(text);
    const std::string changed = options_.nocase ? fold_case(text, options_.utf8) : std::string();
    const std::string_view folded = options_.nocase ? std::string_view(changed) : text;
    const Matcher matcher(folded, text, options_.utf8, options_.nocase);
    const PatternSequence& sequence = root_->sequence;
    const bool anchored = sequence.front().kind == Kind::Literal;
    const bool starred = sequence.front().kind == Kind::Star && !root_->has_group;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (anchored) {
            i = folded.find(sequence.front().literal, i);
            if (i == npos)
                return npos;
        }
        if (!is_boundary(folded, i, options_.utf8))
            continue;
        const bool hit = root_->has_group ? matcher.run(sequence, at_point(i)).contains(text.size())
                                          : matcher.whole(sequence, i);
        if (hit)
            return i;
        if (starred) // a star takes any beginning: no later one can match either
            return npos;
    }
    return npos;
}

bool Pattern::find(std::string_view text, std::size_t from, std::size_t& begin, std::size_t& end) const {
    if (is_literal_) {
        begin = text.find(literal_, from);
        end = begin + literal_.size();
        return begin != npos;
    }
    const std::string folded = options_.nocase ? fold_case(text, options_.utf8) : std::string();
    const std::string_view subject = options_.nocase ? std::string_view(folded) : text;
    const Matcher matcher(subject, text, options_.utf8, options_.nocase);
    const PatternSequence& sequence = root_->sequence;
    const PatternElement& first = sequence.front();
    for (std::size_t i = from; i <= text.size(); ++i) {
        if (first.kind == Kind::Literal) {
            i = subject.find(first.literal, i);
            if (i == npos)
                return false;
        } else if ((first.kind == Kind::Any || first.kind == Kind::Bracket) && matcher.one(first, i) == 0) {
            continue;
        }
        if (!is_boundary(subject, i, options_.utf8))
            continue;
        if (sequence.size() == 1 && (first.kind == Kind::Any || first.kind == Kind::Bracket)) {
            begin = i;
            end = i + matcher.one(first, i);
            return true;
        }
        const Positions ends = matcher.run(sequence, at_point(i));
        if (!ends.empty()) {
            begin = i;
            end = ends.all_from != npos ? text.size() : ends.points.back();
            return true;
        }
        if (first.kind == Kind::Star)
            return false;
    }
    return false;
}

} // namespace asb::shell
