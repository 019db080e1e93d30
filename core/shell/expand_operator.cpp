// The operators of ${…} that work on a value: strip, replace, case, substring, @transformations. On lists
// they work on each element.
#include "core/shell/arith_host.h"
#include "core/shell/escapes.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/quote.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <algorithm>

namespace asb::shell {
namespace {

constexpr std::size_t kValueLimit = std::size_t{1} << 30;

/// Then bash does not expand the operator's words.
bool is_nothing(const ParamValue& value) {
    return value.list ? value.items.empty() : !value.set;
}

template <typename F>
void for_each_text(ParamValue& value, F change) {
    if (!value.list) {
        if (value.set)
            value.text = change(value.text);
        return;
    }
    for (std::string& item : value.items)
        item = change(item);
}

CaseChange case_change(ParamOp op) {
    switch (op) {
    case ParamOp::UpperFirst:
        return CaseChange::UpperFirst;
    case ParamOp::UpperAll:
        return CaseChange::Upper;
    case ParamOp::LowerFirst:
        return CaseChange::LowerFirst;
    case ParamOp::LowerAll:
        return CaseChange::Lower;
    case ParamOp::ToggleFirst:
        return CaseChange::ToggleFirst;
    default:
        return CaseChange::Toggle;
    }
}

/// Replacement text: `\&` and `\\` are literal, & is the match.
void append_replacement(std::string& out, std::string_view replacement, std::string_view match,
                        bool ampersand) {
    if (!ampersand) {
        out.append(replacement);
        return;
    }
    for (std::size_t i = 0; i < replacement.size(); ++i) {
        const char c = replacement[i];
        if (c == '\\' && i + 1 < replacement.size()
            && (replacement[i + 1] == '&' || replacement[i + 1] == '\\'))
            out += replacement[++i];
        else if (c == '&')
            out.append(match);
        else
            out += c;
    }
}

struct Replacement {
    ParamOp op;
    const Pattern& pattern;
    std::string_view text;
    bool ampersand;
};

std::string replace_in(const std::string& text, const Replacement& how) {
    std::string out;
    const auto at_edge = [&](std::size_t begin, std::size_t end) {
        out.append(text, 0, begin);
        append_replacement(out, how.text, std::string_view(text).substr(begin, end - begin), how.ampersand);
        out.append(text, end, std::string::npos);
        return out;
    };
    if (how.op == ParamOp::ReplacePrefix) {
        const std::size_t end = how.pattern.replaced_prefix(text);
        return end == Pattern::npos ? text : at_edge(0, end);
    }
    if (how.op == ParamOp::ReplaceSuffix) {
        const std::size_t begin = how.pattern.replaced_suffix(text);
        return begin == Pattern::npos ? text : at_edge(begin, text.size());
    }
    if (how.pattern.is_literal() && how.pattern.literal().empty())
        return text;
    std::size_t at = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    if (text.empty()) // the loop below looks at no position of an empty text
        return how.pattern.find(text, 0, begin, end) ? at_edge(0, 0) : text;
    while (at < text.size() && how.pattern.find(text, at, begin, end)) {
        out.append(text, at, begin - at);
        append_replacement(out, how.text, std::string_view(text).substr(begin, end - begin), how.ampersand);
        at = end;
        if (how.op == ParamOp::ReplaceFirst || out.size() > kValueLimit)
            break;
        if (begin == end && at < text.size())
            out += text[at++];
    }
    out.append(text, at, std::string::npos);
    return out;
}

std::string strip_in(const std::string& text, ParamOp op, const Pattern& pattern) {
    std::size_t cut = Pattern::npos;
    switch (op) {
    case ParamOp::PrefixShort:
        cut = pattern.shortest_prefix(text);
        break;
    case ParamOp::PrefixLong:
        cut = pattern.longest_prefix(text);
        break;
    case ParamOp::SuffixShort:
        cut = pattern.shortest_suffix(text);
        break;
    default:
        cut = pattern.longest_suffix(text);
        break;
    }
    if (cut == Pattern::npos)
        return text;
    return op == ParamOp::PrefixShort || op == ParamOp::PrefixLong ? text.substr(cut) : text.substr(0, cut);
}

} // namespace

bool Expander::apply(const Parameter& p, const ParamTarget& target, ParamValue& value, bool quoted) {
    switch (p.op) {
    case ParamOp::PrefixShort:
    case ParamOp::PrefixLong:
    case ParamOp::SuffixShort:
    case ParamOp::SuffixLong:
        return strip(p, value);
    case ParamOp::ReplaceFirst:
    case ParamOp::ReplaceAll:
    case ParamOp::ReplacePrefix:
    case ParamOp::ReplaceSuffix:
        return replace(p, value);
    case ParamOp::Substring:
        return substring(p, target, value);
    case ParamOp::Transform:
        return transform(p, target, value, quoted);
    default:
        return change(p, value);
    }
}

bool Expander::strip(const Parameter& p, ParamValue& value) {
    if (!p.arg || is_nothing(value) || (!value.list && value.text.empty()))
        return true;
    const PreparedPattern* prepared = shell_.prepare_pattern(*p.arg, shell_.pattern_options());
    if (!prepared)
        return false;
    for_each_text(value, [&](const std::string& item) { return strip_in(item, p.op, prepared->pattern); });
    return true;
}

namespace {

/// bash tries only texts of the length that it has counted for the pattern, and it counts [^]…] and [!]…] as
/// if their first ] closed them: without a * such a pattern replaces nothing.
bool is_counted_wrongly(std::string_view pattern, bool extglob) {
    bool found = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        const std::string_view rest = pattern.substr(i + 1);
        if (c == '\\')
            ++i;
        else if (c == '*' || (extglob && rest.starts_with('(') && std::string_view("?+@!").find(c) < 4))
            return false;
        else
            found = found || (c == '[' && (rest.starts_with("^]") || rest.starts_with("!]")));
    }
    return found;
}

} // namespace

bool Expander::replace(const Parameter& p, ParamValue& value) {
    if (!p.arg || is_nothing(value))
        return true;
    PatternOptions options = shell_.pattern_options();
    options.nocase = shell_.options.is(Shopt::Nocasematch);
    const PreparedPattern* found = shell_.prepare_pattern(*p.arg, options);
    if (!found)
        return false;
    if (is_counted_wrongly(found->text, options.extglob))
        return true;
    const Pattern pattern = found->pattern; // the replacement's expansion may use the word again
    std::string replacement;
    const bool ampersand = shell_.options.is(Shopt::PatsubReplacement);
    if (p.arg2) {
        ExpansionSink sink(shell_, ampersand ? ExpandMode::Replacement : ExpandMode::Text);
        const Restore expanding(shell_.expanding, std::string_view(p.arg2->source));
        if (!Expander(shell_, sink).parts(p.arg2->parts, false))
            return false;
        replacement = std::move(sink.text());
    }
    const Replacement how{p.op, pattern, replacement, ampersand};
    for_each_text(value, [&](const std::string& item) { return replace_in(item, how); });
    return true;
}

bool Expander::change(const Parameter& p, ParamValue& value) {
    PatternText text;
    if (is_nothing(value))
        return true;
    if (p.arg && !shell_.expand_to_pattern(*p.arg, text))
        return false;
    const Pattern pattern(text, shell_.pattern_options());
    const Pattern* only = p.arg && !p.arg->parts.empty() ? &pattern : nullptr;
    for_each_text(value, [&](const std::string& item) {
        return change_case(item, case_change(p.op), shell_.utf8(), only);
    });
    return true;
}

// ----------------------------------------------------------------------------------------------
// ${x:offset:length}

namespace {

/// Arithmetic errors name the variable meanwhile.
class NamedArithmetic {
public:
    NamedArithmetic(Shell& shell, std::string_view name)
        : shell_(shell), old_(std::exchange(shell.arith_name, name)) {}
    ~NamedArithmetic() { shell_.arith_name = old_; }
    NamedArithmetic(const NamedArithmetic&) = delete;
    NamedArithmetic& operator=(const NamedArithmetic&) = delete;

private:
    Shell& shell_;
    std::string_view old_;
};

} // namespace

bool Expander::arithmetic_operand(const Word& word, std::int64_t& value) {
    return evaluate_operand(shell_, word, value, ArithFailure::Abort);
}

bool Expander::substring(const Parameter& p, const ParamTarget& target, ParamValue& value) {
    const bool no_elements = value.list && value.items.empty() && target.kind == ParamKind::Variable;
    if (no_elements || (!value.set && !value.list)) // bash does not look at the numbers then
        return true;
    if (value.list && target.kind == ParamKind::Variable && !shell_.variables.is_array(target.slot)) {
        value.list = false; // ${scalar[@]:1:2} takes characters
        value.text = value.items.front();
    }
    std::int64_t offset = 0;
    std::int64_t length = 0;
    const std::string name = target.name + (p.indirect ? std::string() : written_subscript(p));
    const NamedArithmetic named(shell_, name);
    if (p.arg && !arithmetic_operand(*p.arg, offset))
        return false;
    if (value.list)
        return slice(p, target, offset, value);
    const auto size = static_cast<std::int64_t>(count_characters(value.text, shell_.utf8()));
    if (offset < 0)
        offset += size;
    if (offset < 0 || offset > size) {
        value.set = false;
        value.text.clear();
        return true;
    }
    if (p.arg2 && !arithmetic_operand(*p.arg2, length))
        return false;
    std::int64_t end = size;
    if (p.has_arg2) {
        end = length < 0 ? size + length : offset + std::min(length, size - offset);
        if (end < offset) {
            shell_.error(p.arg2->source + ": substring expression < 0");
            shell_.abort_command();
            return false;
        }
    }
    const std::size_t begin = character_offset(value.text, static_cast<std::size_t>(offset), shell_.utf8());
    const std::size_t bytes = character_offset(std::string_view(value.text).substr(begin),
                                               static_cast<std::size_t>(end - offset), shell_.utf8());
    value.text = value.text.substr(begin, bytes);
    return true;
}

bool Expander::slice(const Parameter& p, const ParamTarget& target, std::int64_t offset, ParamValue& value) {
    const bool positional = target.kind == ParamKind::Special;
    const NameTarget resolved = positional ? NameTarget{} : shell_.variables.resolve(target.slot);
    const Variable* v =
        positional || resolved.slot == kNoSlot ? nullptr : shell_.variables.find(resolved.slot);
    std::int64_t end = static_cast<std::int64_t>(value.items.size());
    if (v && v->has(kIndexed))
        end = v->array->max_index() + 1;
    if (v && v->has(kAssoc))
        ++end;
    if (positional) { // $0 counts when asked for
        value.items.insert(value.items.begin(), shell_.shell_name);
        ++end;
    }
    if (offset < 0)
        offset += end;
    const bool associative = v && v->has(kAssoc);
    if (offset < 0 || offset > (v && v->is_array() ? end - 1 : end) || value.items.empty()) {
        value.items.clear();
        return true;
    }
    std::int64_t length = 0; // not looked at behind the end
    if (p.arg2 && !arithmetic_operand(*p.arg2, length))
        return false;
    if (p.has_arg2 && length < 0) {
        shell_.error(p.arg2->source + ": substring expression < 0");
        shell_.abort_command();
        return false;
    }
    if (associative) { // counts from 1 there, and gives an element at least
        offset -= offset > 0 ? 1 : 0;
        length = std::max<std::int64_t>(length, 1);
    }
    std::size_t skip = static_cast<std::size_t>(offset);
    if (v && v->has(kIndexed)) { // the offset is an index, the length counts elements
        skip = 0;
        v->array->for_each([&](std::int64_t index, const Value&) { skip += index < offset ? 1 : 0; });
    }
    skip = std::min(skip, value.items.size());
    value.items.erase(value.items.begin(), value.items.begin() + static_cast<std::ptrdiff_t>(skip));
    if (p.has_arg2 && static_cast<std::size_t>(length) < value.items.size())
        value.items.resize(static_cast<std::size_t>(length));
    return true;
}

// ---------------------------------------------------------------------------------------------- ${x@…}

namespace {

std::string assignment_form(const std::string& name, const Variable* v, const std::string& text, bool set) {
    const std::string letters = v ? Variables::attribute_letters(*v) : std::string{};
    if (letters.empty())
        return set ? name + "=" + quote_at_q(text) : std::string{};
    const std::string head = "declare -" + letters + " " + name;
    return set ? head + "=" + quote_at_q(text) : head;
}

} // namespace

/// ${a@a} and ${a@A} of an array with elements are no use of its element 0.
bool Expander::asks_of_array(const Parameter& p, const ParamTarget& target) const {
    if ((p.transform != 'a' && p.transform != 'A') || target.kind != ParamKind::Variable
        || target.subscript != SubscriptKind::None)
        return false;
    const Variables::ArrayView view = shell_.variables.array_view(target.slot);
    return (view.array && !view.array->empty()) || (view.assoc && !view.assoc->empty());
}

bool Expander::transform(const Parameter& p, const ParamTarget& target, ParamValue& value, bool quoted) {
    const Variable* v = nullptr;
    Slot slot = kNoSlot;
    bool element = false; // of an array, by a nameref: it has no attributes of its own
    if (target.kind == ParamKind::Variable) {
        const NameTarget named = shell_.variables.resolve(target.slot);
        slot = named.slot;
        element = named.has_subscript && target.subscript == SubscriptKind::None;
        v = slot == kNoSlot ? nullptr : shell_.variables.find(slot);
    }
    const std::string attributes = v ? Variables::attribute_letters(*v) : std::string{};
    bool ok = true;
    if (element && (p.transform == 'a' || p.transform == 'A')) {
        value.text.clear();
        return true;
    }
    if (v && v->has(kNameref) && !v->is_set && (p.transform == 'a' || p.transform == 'A'))
        return true; // it names nothing yet
    if (!value.set && (p.transform == 'a' || p.transform == 'A') && p.subscript == SubscriptKind::Index
        && !p.indirect) { // bash looks for it again
        ParamTarget again;
        if (!find_target(p, again) || !read(again, value))
            return false;
    }
    switch (p.transform) {
    case 'Q':
        for_each_text(value, [](const std::string& s) { return quote_at_q(s); });
        return true;
    case 'E':
        for_each_text(value,
                      [&](const std::string& s) { return decode_ansi_quotes(s, writes_utf8(shell_)); });
        return true;
    case 'P':
        for_each_text(value, [&](const std::string& s) {
            std::string out;
            ok = expand_prompt(shell_, s, out) && ok;
            return out;
        });
        return ok;
    case 'U':
    case 'u':
    case 'L': {
        const CaseChange how = p.transform == 'U'   ? CaseChange::Upper
                               : p.transform == 'u' ? CaseChange::UpperFirst
                                                    : CaseChange::Lower;
        for_each_text(value, [&](const std::string& s) { return change_case(s, how, shell_.utf8()); });
        return true;
    }
    case 'a':
        if (value.list && !value.star && attributes.empty()) {
            if (target.kind == ParamKind::Variable)
                value.items.clear(); // "${x[@]@a}" is no field then
            std::fill(value.items.begin(), value.items.end(), attributes);
        } else if (value.list && (!value.items.empty() || (v && v->is_set))) {
            std::fill(value.items.begin(), value.items.end(), attributes);
        } else {
            value.list = false;
            value.text = attributes;
        }
        return true;
    case 'A':
        if (value.list && target.kind == ParamKind::Special) {
            if (!value.items.empty()) {
                const bool joined = value.star && (quoted || sink_.mode() != ExpandMode::Fields);
                const std::string separator = !joined && shell_.ifs().empty() ? " " : star_separator(shell_);
                value.text = "set -- ";
                for (const std::string& item : value.items)
                    value.text.append(&item == value.items.data() ? "" : separator).append(quote_at_q(item));
                value.list = false;
                value.source = true;
            }
        } else if (value.list && (v || value.star)) {
            value.list = false;
            value.source = true;
            value.text = v && v->is_array()
                             ? shell_.variables.declaration(slot)
                             : assignment_form(target.name, v, value.items.empty() ? "" : value.items[0],
                                               !value.items.empty());
        } else if (value.list) {
            value.items.clear();
        } else if (target.kind == ParamKind::Variable) {
            value.text =
                assignment_form(name_of(slot == kNoSlot ? target.slot : slot), v, value.text, value.set);
        } else {
            value.text.clear();
        }
        return true;
    case 'K':
    case 'k':
        if (!value.list || !v || !v->is_array()) {
            for_each_text(value, [](const std::string& s) { return quote_at_q(s); });
            return true;
        }
        if (p.transform == 'K' && value.items.empty())
            return true;
        if (p.transform == 'K') {
            value.list = false;
            value.text = Variables::pairs_text(*v);
            return true;
        }
        value.items.clear();
        if (v->has(kIndexed)) {
            v->array->for_each([&](std::int64_t i, const Value& item) {
                value.items.push_back(std::to_string(i));
                value.items.push_back(item.text());
            });
        } else {
            v->assoc->for_each([&](const std::string& key, const Value& item) {
                value.items.push_back(key);
                value.items.push_back(item.text());
            });
        }
        return true;
    default:
        if (value.list ? value.items.empty() : !value.set)
            return true;
        shell_.report(bad_text("${" + target.shown() + "@" + p.unknown + "}") + ": bad substitution");
        shell_.fatal_expansion();
        return false;
    }
}

} // namespace asb::shell
