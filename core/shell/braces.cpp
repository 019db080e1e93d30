#include "core/shell/braces.h"

#include "core/shell/names.h"

#include <algorithm>
#include <cstdlib>

namespace asb::shell {

namespace {

struct Sequence {
    char kind = 'i';
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint64_t step = 1;
    int width = 0;
};

Sequence decode(const std::string& text) {
    Sequence s;
    s.kind = text[0];
    char* end = nullptr;
    s.from = std::strtoll(text.c_str() + 1, &end, 10);
    s.to = std::strtoll(end, &end, 10);
    s.step = std::strtoull(end, &end, 10);
    s.width = static_cast<int>(std::strtol(end, &end, 10));
    return s;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    if (a != 0 && b > BraceExpander::kMany / a)
        return BraceExpander::kMany;
    return std::min(a * b, BraceExpander::kMany);
}

std::uint64_t length(const Sequence& s) {
    const auto from = static_cast<std::uint64_t>(s.from);
    const auto to = static_cast<std::uint64_t>(s.to);
    const std::uint64_t distance = s.from <= s.to ? to - from : from - to;
    return std::min(distance / s.step + (distance / s.step < BraceExpander::kMany ? 1 : 0),
                    BraceExpander::kMany);
}

std::uint64_t count_parts(const std::vector<WordPart>& parts) {
    std::uint64_t product = 1;
    for (const WordPart& part : parts) {
        if (part.kind != PartKind::Brace)
            continue;
        if (!part.text2.empty()) {
            product = multiply(product, length(decode(part.text2)));
            continue;
        }
        std::uint64_t sum = 0;
        for (const auto& alternative : part.alternatives)
            sum = std::min(sum + count_parts(alternative), BraceExpander::kMany);
        product = multiply(product, sum);
    }
    return product;
}

std::string element(const Sequence& s, std::uint64_t index) {
    const std::uint64_t offset = index * s.step;
    const auto from = static_cast<std::uint64_t>(s.from);
    const auto value = static_cast<std::int64_t>(s.from <= s.to ? from + offset : from - offset);
    if (s.kind == 'c') {
        const char c = static_cast<char>(value);
        return c == '\\' ? std::string() : std::string(1, c); // bash removes it later as a quote
    }
    std::string digits = std::to_string(value);
    if (static_cast<int>(digits.size()) < s.width)
        digits.insert(value < 0 ? 1 : 0, static_cast<std::size_t>(s.width) - digits.size(), '0');
    return digits;
}

} // namespace

BraceExpander::BraceExpander(const Word& word) : word_(word), count_(count_parts(word.parts)) {}

bool BraceExpander::next(std::vector<const WordPart*>& parts) {
    parts.clear();
    made_.clear();
    if (index_ >= count_)
        return false;
    append(word_.parts, index_++, parts);
    lengthen_names(parts);
    return true;
}

/// In bash braces are multiplied out before a word is read: `$x{a,b}` is `$xa $xb`.
void BraceExpander::lengthen_names(std::vector<const WordPart*>& parts) {
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const WordPart& name = *parts[i];
        const WordPart& next = *parts[i + 1];
        if (name.kind != PartKind::Parameter || name.param->braced || name.param->kind != ParamKind::Variable
            || name.param->op == ParamOp::BadSubstitution || next.kind != PartKind::Literal || next.quoted
            || next.text.empty() || !is_name_char(next.text[0]))
            continue;
        std::size_t end = 1;
        while (end < next.text.size() && is_name_char(next.text[end]))
            ++end;
        WordPart& longer = made_.emplace_back();
        longer.kind = PartKind::Parameter;
        longer.text = name.text + next.text.substr(0, end);
        longer.param = std::make_unique<Parameter>();
        longer.param->name = name.param->name + next.text.substr(0, end);
        longer.param->slot = intern(longer.param->name);
        parts[i] = &longer;
        WordPart& rest = made_.emplace_back();
        rest.text = next.text.substr(end);
        parts[i + 1] = &rest;
        if (rest.text.empty()) {
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            --i; // the next piece may go on with the name
        }
    }
}

// The index counts words: the last brace of a run is its lowest digit.
void BraceExpander::append(const std::vector<WordPart>& from, std::uint64_t index,
                           std::vector<const WordPart*>& out) {
    std::uint64_t rest = count_parts(from);
    for (const WordPart& part : from) {
        if (part.kind != PartKind::Brace) {
            out.push_back(&part);
            continue;
        }
        std::uint64_t own = 0;
        if (!part.text2.empty()) {
            own = length(decode(part.text2));
        } else {
            for (const auto& alternative : part.alternatives)
                own = std::min(own + count_parts(alternative), kMany);
        }
        rest = own == 0 ? 1 : rest / own;
        rest = std::max<std::uint64_t>(rest, 1);
        append_term(part, index / rest, out);
        index %= rest;
    }
}

void BraceExpander::append_term(const WordPart& brace, std::uint64_t index,
                                std::vector<const WordPart*>& out) {
    if (!brace.text2.empty()) {
        WordPart& made = made_.emplace_back();
        made.text = element(decode(brace.text2), index);
        made.quoted = made.text.empty();
        if (made.text.empty() || made.text == "`")
            made.text2 = brace.text; // in bash what is behind the brace is read together with it
        out.push_back(&made);
        return;
    }
    for (const auto& alternative : brace.alternatives) {
        const std::uint64_t own = count_parts(alternative);
        if (index < own) {
            append(alternative, index, out);
            return;
        }
        index -= own;
    }
}

} // namespace asb::shell
