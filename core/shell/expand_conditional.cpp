// ${x-y} ${x=y} ${x?y} ${x+y} and their forms with a colon.
#include "core/shell/expand.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <utility>

namespace asb::shell {

bool is_conditional(ParamOp op) {
    return op == ParamOp::Default || op == ParamOp::Assign || op == ParamOp::Error
           || op == ParamOp::Alternative;
}

bool changes_star(const std::vector<WordPart>& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const WordPart& part) {
        if (part.kind == PartKind::DoubleQuoted)
            return changes_star(part.parts);
        if (part.kind != PartKind::Parameter || (part.param->op == ParamOp::None && !part.param->keys))
            return false;
        const Parameter& p = *part.param;
        if (is_conditional(p.op))
            return p.arg && changes_star(p.arg->parts);
        return p.subscript == SubscriptKind::Star || (p.kind == ParamKind::Special && p.name == "*");
    });
}

/// Whether a $@ or ${a[@]} is going to be expanded, in the words of ${x-…} too.
bool Expander::meets_list(const std::vector<WordPart>& parts, bool quoted) {
    return std::any_of(parts.begin(), parts.end(), [&](const WordPart& part) {
        if (part.kind == PartKind::DoubleQuoted)
            return meets_list(part.parts, true);
        return part.kind == PartKind::Parameter && !part.param->length && gives_list(*part.param, quoted);
    });
}

bool Expander::gives_list(const Parameter& p, bool quoted) {
    const bool list = p.subscript == SubscriptKind::At || (p.kind == ParamKind::Special && p.name == "@");
    if (!is_conditional(p.op))
        return list;
    if (p.indirect || (p.subscript == SubscriptKind::Index && !p.subscript_word->plain))
        return false; // not told without effects
    ParamTarget target;
    ParamValue value;
    if (!find_target(p, target) || !read(target, value))
        return false;
    const bool has_value = value.set && !(p.colon && is_null(p, target, value, quoted));
    if (has_value != (p.op == ParamOp::Alternative))
        return list;
    return p.arg && meets_list(p.arg->parts, quoted);
}

/// bash names the string that it was expanding: the whole word, what stands between the quotes, the word of
/// an operator.
std::string Expander::bad_text(const std::string& part) const {
    const bool around = shell_.expanding.find(part) != std::string_view::npos;
    return around ? std::string(shell_.expanding) : part;
}

bool Expander::operand(const Parameter& p, bool quoted) {
    const bool before = empty_list_;
    const Restore outer(in_operand_, true);
    const Restore expanding(shell_.expanding, p.arg ? std::string_view(p.arg->source) : shell_.expanding);
    const bool ok = !p.arg || parts(p.arg->parts, quoted, true);
    if (quoted) // "${u:-$@}" is a field even without parameters
        empty_list_ = before;
    return ok;
}

/// ${u-$@}: bash makes one string of the list, parted by spaces, before it splits. The elements of a plain
/// list keep what IFS has of them.
void Expander::emit_in_operand(const ParamValue& value) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i > 0)
            sink_.expansion(" ", false);
        std::string item = value.items[i];
        if (value.changed)
            std::replace_if(
                item.begin(), item.end(), [this](char c) { return shell_.separates(c); }, ' ');
        if (value.changed && shell_.separates(' '))
            sink_.expansion(item, false);
        else
            sink_.literal(item, false);
    }
}

/// What the colon asks for. Of a list bash looks at the joined text: by IFS where "$*" would be.
bool Expander::is_null(const Parameter& p, const ParamTarget& target, const ParamValue& value,
                       bool quoted) const {
    if (!value.list)
        return value.text.empty();
    const bool fields = sink_.mode() == ExpandMode::Fields;
    const bool assigned = sink_.mode() == ExpandMode::Text
                          && (sink_.joins == ListJoin::Value || sink_.joins == ListJoin::Declared);
    const bool as_star = quoted || (!fields && target.kind == ParamKind::Special);
    const bool vanishes = value.items.size() > 1 && value.star && as_star && star_separator(shell_).empty();
    const bool made_quoted = p.indirect ? quoted || !fields : assigned && !quoted && !vanishes;
    if (made_quoted && !value.items.empty())
        return false; // the quoted text that bash has made of it is never empty
    if (value.items.size() > 1 && !vanishes)
        return false;
    return std::all_of(value.items.begin(), value.items.end(),
                       [](const std::string& item) { return item.empty(); });
}

bool Expander::conditional(const Parameter& p, const ParamTarget& target, ParamValue& value, bool quoted) {
    const bool has_value = value.set && !(p.colon && is_null(p, target, value, quoted));
    if (p.op == ParamOp::Alternative) {
        if (has_value)
            return operand(p, quoted);
        if (value.list && !value.star && value.items.empty() && quoted)
            empty_list_ = true;
        return true;
    }
    if (has_value) {
        emit(value, quoted);
        return true;
    }
    switch (p.op) {
    case ParamOp::Assign:
        return assign_default(p, target, quoted);
    case ParamOp::Error:
        return error_if_unset(p, target, quoted);
    default:
        return operand(p, quoted);
    }
}

bool Expander::assign_default(const Parameter& p, const ParamTarget& target, bool quoted) {
    std::string text;
    if (p.arg) {
        ExpansionSink sink(shell_, ExpandMode::Text);
        const Restore expanding(shell_.expanding, std::string_view(p.arg->source));
        if (!Expander(shell_, sink).parts(p.arg->parts, quoted))
            return false;
        text = std::move(sink.text());
    }
    const bool list = target.is_list();
    if (target.kind != ParamKind::Variable) {
        shell_.report("$" + target.name + ": cannot assign in this way");
        shell_.abort_command();
        return false;
    }
    if (p.indirect && target.subscript != SubscriptKind::None) {
        shell_.report(target.shown() + ": invalid variable name");
        shell_.abort_command();
        return false;
    }
    const Slot slot = shell_.variables.resolve(target.slot).slot;
    const Variable* const variable = slot == kNoSlot ? nullptr : shell_.variables.find(slot);
    if (list && !(variable && variable->has(kAssoc))) {
        shell_.report(target.shown() + ": bad array subscript");
        shell_.abort_default();
        return false;
    }
    // In ${m[@]:=x} it is a key of an associative array; for others it is a wrong subscript.
    const bool element = target.subscript != SubscriptKind::None;
    std::string key = target.subscript == SubscriptKind::At     ? "@"
                      : target.subscript == SubscriptKind::Star ? "*"
                                                                : target.key;
    if (target.subscript == SubscriptKind::Index && !(variable && variable->has(kAssoc))) {
        const std::optional<std::int64_t> index = evaluate_subscript(shell_, key);
        if (!index)
            return false;
        key = std::to_string(*index); // it is read again below
    }
    const bool ok = element ? shell_.variables.assign_element(target.slot, key, text, false, target.written)
                            : shell_.variables.assign(target.slot, text);
    if (!ok) {
        if (shell_.unwind == Unwind::None)
            shell_.abort_default();
        return false;
    }
    const Value* now =
        element ? shell_.variables.element(target.slot, key) : shell_.variables.value(target.slot);
    sink_.expansion(now ? now->text() : std::string_view{}, quoted);
    if (quoted) // also beside a list without elements
        sink_.presence();
    return true;
}

bool Expander::error_if_unset(const Parameter& p, const ParamTarget& target, bool quoted) {
    std::string text = p.colon ? "parameter null or not set" : "parameter not set";
    if (p.arg && !p.arg->source.empty()) {
        ExpansionSink sink(shell_, ExpandMode::Text);
        // Quotes are removed from the message even between double quotes.
        const WordPtr bare =
            quoted ? parse_word_text(p.arg->source, WordContext::Plain, shell_.parser_options(), shell_.line)
                   : nullptr;
        if (!Expander(shell_, sink).parts(bare ? bare->parts : p.arg->parts, false))
            return false;
        text = std::move(sink.text());
    }
    shell_.report((p.indirect ? indirect_name(p) : target.shown()) + ": " + text);
    shell_.fatal_expansion();
    return false;
}

} // namespace asb::shell
