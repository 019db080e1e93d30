// Matching. Patterns without groups take a loop that remembers the last star only; those with extended globs
// are run over sets of positions, so that no pattern needs more than polynomial time.
#include "core/shell/pattern.h"

#include "core/shell/pattern_matcher.h"
#include "core/shell/pattern_node.h"

#include <memory>

namespace asb::shell {

namespace {

using Kind = PatternElement::Kind;

bool is_boundary(std::string_view text, std::size_t i, bool utf8) {
    return !utf8 || i == 0 || i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
}

} // namespace

Pattern::Pattern() = default;

Pattern::Pattern(std::string_view text, const PatternOptions& options) : options_(options) {
    auto root = std::make_shared<PatternNode>();
    compile_pattern(text, options.extglob, options.nocase, options.utf8, *root);
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

// Only a pattern that begins with a star is tried where no text is left.
std::size_t Pattern::replaced_prefix(std::string_view text) const {
    const std::size_t end = longest_prefix(text);
    if (end == npos || !root_ || !root_->has_group)
        return end;
    if (text.empty() ? !root_->begins_with_star : !matches_beside_stars(text, false, true))
        return npos;
    return end;
}

std::size_t Pattern::replaced_suffix(std::string_view text) const {
    const std::size_t begin = longest_suffix(text);
    if (begin == npos || !root_ || !root_->has_group)
        return begin;
    return matches_beside_stars(text, true, false) ? begin : npos;
}

/// The whole text matches the pattern with a star before or behind it.
bool Pattern::matches_beside_stars(std::string_view text, bool before, bool behind) const {
    Pattern wider = *this;
    auto root = std::make_shared<PatternNode>(*root_);
    PatternElement star;
    star.kind = Kind::Star;
    if (behind)
        root->sequence.push_back(star);
    if (before && root->sequence.front().kind != Kind::Star)
        root->sequence.insert(root->sequence.begin(), star);
    mark_stars(root->sequence);
    wider.root_ = std::move(root);
    wider.is_literal_ = false;
    return wider.matches(text);
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
    if (root_->look_first && !matches_beside_stars(text.substr(from), true, true))
        return false;
    if (text.empty()) {
        begin = end = 0;
        return matches(text)
               && (!root_->has_group || (root_->begins_with_star && matches_beside_stars(text, true, true)));
    }
    for (std::size_t i = from; i < text.size(); ++i) {
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
