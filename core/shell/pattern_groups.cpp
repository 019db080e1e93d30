// Extended globs: a pattern is run over sets of positions, each element takes the set of places that those
// before it have reached to the next one.
#include "core/shell/pattern_matcher.h"
#include "core/shell/pattern_stop.h"

#include <utility>

namespace asb::shell {

namespace {

using Kind = PatternElement::Kind;

Positions marked(const std::vector<bool>& reached) {
    Positions out;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        if (reached[i])
            out.points.push_back(i);
    }
    return out;
}

} // namespace

// ------------------------------------------------------------------------- a star before an extended glob
//
// What follows a star is tried at each place before the end of the text, not at the end: "*@(|b)" is not
// matched by "a". Nothing but wildcards may follow for the star to reach the end: * ? *(...) ?(...), and of
// these
// ?(...) is also tried where the star stands. A "!(" behind the star, but in a group, makes it match at the
// end whatever follows. bash has these rules, and what is matched by "*!(a)" hangs on them.

/// The places reached so far, by what is still wanted there.
struct Matcher::Open {
    Positions plain;      ///< nothing
    Positions bare;       ///< text: what stands behind a star has taken none yet
    Positions wild;       ///< nothing: in the wildcards that begin with a star
    Positions bare_wild;  ///< text, for a star before them
    Positions ends;       ///< a match if the text ends there
    bool starred = false; ///< a star stands before, without a group between: the first place is enough
    bool nested = false;  ///< the sequence stands in a group
};

Positions Matcher::run(const PatternSequence& sequence, Positions from, bool nested) const {
    bool starred = false;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        if (from.empty())
            return {};
        const PatternElement& element = sequence[i];
        if (element.before_group) {
            Open at;
            at.plain = from;
            at.nested = nested;
            at.starred = starred;
            return run_open(sequence, i, at);
        }
        starred = element.kind != Kind::Group && (starred || element.kind == Kind::Star);
        from = step(element, from);
    }
    return from;
}

Positions Matcher::step(const PatternElement& element, const Positions& from) const {
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

Positions Matcher::literal(const std::string& wanted, const Positions& from) const {
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

Positions Matcher::run_open(const PatternSequence& sequence, std::size_t i, Open& at) const {
    for (; i < sequence.size(); ++i)
        open_step(sequence[i], at);
    Positions out = std::move(at.ends);
    out.add(at.plain);
    Positions rest;
    rest.all_from = at.wild.lowest();
    out.add(rest);
    if (!at.bare_wild.empty())
        out.add(behind(at.bare_wild.lowest()));
    return out;
}

void Matcher::open_step(const PatternElement& element, Open& at) const {
    Open next;
    next.ends = std::move(at.ends);
    next.nested = at.nested;
    next.starred = element.kind != Kind::Group && (at.starred || element.kind == Kind::Star);
    const bool group = element.kind == Kind::Group;
    if (element.kind == Kind::Star) {
        Positions from = at.starred ? at_point(at.plain.lowest()) : std::move(at.plain);
        if (dotted_ && from.lowest() == 0)
            from = at_point(behind_dot(from));
        next.wild = std::move(at.wild);
        next.wild.add(from);
        next.bare_wild = std::move(at.bare_wild);
        next.bare_wild.add(at.bare);
        at = std::move(next);
        return;
    }
    next.plain = step(element, at.plain);
    if (element.kind == Kind::Any) {
        next.plain.add(step(element, at.bare));
        next.wild = step(element, at.wild);
        next.wild.add(step(element, at.bare_wild));
    } else if (group && element.op == '?') {
        take(element, at.bare, next);
        next.plain.add(step(element, at.wild));
        take(element, at.bare_wild, next);
        next.wild = std::move(at.wild);
        next.bare_wild = std::move(at.bare_wild);
    } else {
        if (group && element.op == '!' && !at.nested)
            next.ends.add(at.wild);
        Positions from = std::move(at.bare);
        from.all_from = std::min({from.all_from, at.wild.lowest(), at.bare_wild.lowest()});
        from.tidy();
        take(element, from, next);
        if (group && element.op == '*') {
            next.wild = std::move(at.wild);
            next.bare_wild = std::move(at.bare_wild);
        }
    }
    at = std::move(next);
}

/// The element at places where text is wanted: some it leaves with the want, from others it goes on without.
void Matcher::take(const PatternElement& element, const Positions& from, Open& to) const {
    if (from.empty())
        return;
    if (element.kind != Kind::Group) {
        to.plain.add(step(element, from));
        return;
    }
    Positions same;
    to.plain.add(taking_group(element, from, same));
    to.bare.add(same);
}

Positions Matcher::behind(std::size_t place) const {
    Positions out;
    if (place < text_.size()) {
        std::uint32_t code = 0;
        out.all_from = place + decode_character(text_, place, utf8_, code);
    }
    return out;
}

// ------------------------------------------------------------------------------------------------- groups

/// Where the alternatives of a group end that begin at `start`: worked out once for each place, so that
/// nested groups cost no more than their number times the length of the text.
const Positions& Matcher::alternatives(const PatternElement& element, std::size_t start) const {
    std::unique_ptr<Positions>& known = known_[{&element, start}];
    if ((known_.size() & 63) == 0 && match_is_unwanted && match_is_unwanted())
        stopped_ = true;
    if (!known && stopped_)
        known = std::make_unique<Positions>();
    if (!known) {
        auto found = std::make_unique<Positions>();
        const Positions from = at_point(start);
        for (const PatternSequence& alternative : element.alternatives)
            found->add(run(alternative, from, true));
        known_[{&element, start}] = std::move(found); // the recursion may have moved `known`
    }
    return *known_[{&element, start}];
}

Positions Matcher::group(const PatternElement& element, const Positions& from) const {
    std::vector<bool> reached(text_.size() + 1, false);
    if (element.op == '!') {
        for_each(from, [&](std::size_t start) {
            if (!dotted_ || start > 0)
                negated(alternatives(element, start), start, reached);
        });
    } else {
        repeated(element, from, element.op == '?' || element.op == '*', reached);
    }
    return marked(reached);
}

/// What group() reaches beyond the places it starts from; `same` gets those that it may leave where they are.
Positions Matcher::taking_group(const PatternElement& element, const Positions& from, Positions& same) const {
    std::vector<bool> reached(text_.size() + 1, false);
    Positions taken;
    for_each(from, [&](std::size_t start) {
        if (element.op == '!' && (!dotted_ || start > 0)) {
            const bool before = reached[start];
            negated(alternatives(element, start), start, reached);
            if (!alternatives(element, start).contains(start))
                same.points.push_back(start);
            reached[start] = before;
        } else if (element.op != '!') {
            bool stays = element.op == '?' || element.op == '*';
            for_each(alternatives(element, start), [&](std::size_t end) {
                stays = stays || end == start;
                if (end != start)
                    taken.points.push_back(end);
            });
            if (stays)
                same.points.push_back(start);
        }
    });
    if (element.op == '!')
        return marked(reached);
    taken.tidy();
    if (element.op == '?' || element.op == '@')
        return taken;
    repeated(element, taken, true, reached);
    return marked(reached);
}

/// Everything from `start` on that no alternative takes.
void Matcher::negated(const Positions& taken, std::size_t start, std::vector<bool>& reached) const {
    Positions rest;
    rest.all_from = start;
    std::size_t next = 0;
    for_each(rest, [&](std::size_t end) {
        while (next < taken.points.size() && taken.points[next] < end)
            ++next;
        const bool hit = (next < taken.points.size() && taken.points[next] == end) || end >= taken.all_from;
        if (!hit)
            reached[end] = true;
    });
}

/// ? * + @ from all starts together: each place is looked at once.
void Matcher::repeated(const PatternElement& element, const Positions& from, bool optional,
                       std::vector<bool>& reached) const {
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

} // namespace asb::shell
