// NAME=value and NAME=( … ) as statements, and xtrace.
#include "core/base/fd.h"
#include "core/shell/arith_host.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <cstdlib>

namespace asb::shell {

namespace {

/// A value as xtrace shows it.
std::string trace_quote(const std::string& text) {
    if (has_shell_metas(text))
        return quote_single(text);
    return needs_ansi(text) ? quote_ansi(text) : text;
}

} // namespace

namespace {

/// The $(( )) that the whole word is: its number needs no text on its way into a variable.
const WordPart* arithmetic_value(const Assignment& assignment) {
    if (assignment.append || assignment.value.parts.size() != 1)
        return nullptr;
    const WordPart* part = assignment.value.parts.data();
    if (part->kind == PartKind::DoubleQuoted && part->parts.size() == 1)
        part = part->parts.data();
    return part->kind == PartKind::Arithmetic ? part : nullptr;
}

} // namespace

bool Shell::run_assignment(const Assignment& assignment) {
    if (assignment.is_array) {
        if (assignment.subscript) {
            error(assignment.name + "[" + assignment.subscript->source
                  + "]: cannot assign list to array member");
            return false;
        }
        if (options.is(SetOption::Xtrace))
            trace(assignment.source);
        return assign_compound(assignment.slot, assignment.elements, assignment.append);
    }
    if (const WordPart* part = assignment.subscript ? nullptr : arithmetic_value(assignment);
        part && !options.is(SetOption::Xtrace)) {
        std::int64_t number = 0;
        return evaluate_in_word(*this, *part, number) && variables.assign_number(assignment.slot, number);
    }
    std::string value;
    if (!expand_assignment_value(assignment.value, value))
        return false;
    if (!assignment.subscript) {
        if (options.is(SetOption::Xtrace))
            trace(assignment.name + (assignment.append ? "+=" : "=") + trace_quote(value));
        return variables.assign(assignment.slot, std::move(value), assignment.append);
    }
    if (!options.is(SetOption::Xtrace)) {
        std::int64_t index = 0;
        const SubscriptNumber known = subscript_number(*assignment.subscript, assignment.slot, index);
        if (known == SubscriptNumber::Number)
            return variables.assign_element(assignment.slot, index, assignment.subscript->literal,
                                            std::move(value), assignment.append);
        if (known == SubscriptNumber::Failed)
            return false;
    }
    if (assignment.subscript->source.empty()) {
        error(assignment.name + "[]: bad array subscript");
        return false;
    }
    std::string subscript;
    if (!expand_subscript(*this, *assignment.subscript, assignment.slot, subscript))
        return false;
    if (options.is(SetOption::Xtrace))
        trace(assignment.name + "[" + assignment.subscript->source + (assignment.append ? "]+=" : "]=")
              + trace_quote(value));
    return variables.assign_element(assignment.slot, subscript, std::move(value), assignment.append);
}

bool Shell::expand_elements(const std::vector<ArrayElement>& elements, bool associative,
                            std::vector<ExpandedElement>& expanded) {
    for (const ArrayElement& element : elements) {
        if (!element.subscript) {
            std::vector<std::string> fields;
            if (associative) { // keys and values are not split
                fields.emplace_back();
                if (!expand_to_string(element.value, fields.back()))
                    return false;
            } else if (!expand_word(element.value, fields)) {
                return false;
            }
            for (std::string& field : fields)
                expanded.push_back(ExpandedElement{false, false, {}, std::move(field), element.value.source});
            continue;
        }
        ExpandedElement one;
        one.has_subscript = true;
        one.append = element.append;
        if (!expand_to_string(*element.subscript, one.subscript)
            || !expand_assignment_value(element.value, one.value))
            return false;
        expanded.push_back(std::move(one));
    }
    return true;
}

bool Shell::store_elements(Slot slot, std::vector<ExpandedElement> elements, bool append) {
    Variable& v = variables.raw(slot);
    const std::string& name = name_of(slot);
    bool ok = true;
    if (v.has(kAssoc)) {
        if (!append)
            v.assoc->clear();
        const bool pairs = !elements.empty() && !elements[0].has_subscript;
        for (std::size_t i = 0; i < elements.size() && unwind == Unwind::None; ++i) {
            ExpandedElement& e = elements[i];
            if (pairs) {
                std::string value =
                    i + 1 < elements.size() ? std::move(elements[i + 1].value) : std::string{};
                ok = variables.assign_element(slot, e.value, std::move(value)) && ok;
                ++i;
            } else if (!e.has_subscript) {
                error(std::string(name).append(": ").append(e.source).append(
                    ": must use subscript when assigning associative array"));
            } else if (e.subscript.empty()) {
                error("[" + e.subscript + "]=" + e.value + ": bad array subscript");
            } else {
                ok = variables.assign_element(slot, e.subscript, std::move(e.value), e.append) && ok;
            }
        }
        return ok && unwind == Unwind::None;
    }
    if (!append)
        v.array->clear();
    std::int64_t next = v.array->max_index() + 1;
    for (ExpandedElement& e : elements) {
        if (e.has_subscript) {
            const auto index = e.subscript.empty()
                                   ? std::optional<std::int64_t>{}
                                   : array_index(*this, name, e.subscript, v.array->max_index());
            if (e.subscript.empty())
                error("[" + e.subscript + "]=" + e.value + ": bad array subscript");
            if (unwind != Unwind::None)
                return false;
            if (!index)
                continue;
            next = *index;
        }
        if (v.attributes == kIndexed) {
            Value& place = v.array->at(next);
            if (e.append)
                place.append(e.value);
            else
                place.set(std::move(e.value));
        } else if (!variables.assign_element(slot, std::to_string(next), std::move(e.value), e.append)) {
            return false;
        }
        ++next;
    }
    return ok;
}

bool Shell::assign_compound(Slot slot, const std::vector<ArrayElement>& elements, bool append,
                            std::string* trace_text) {
    const NameTarget target = variables.resolve(slot);
    if (target.slot == kNoSlot)
        return false;
    variables.record(target.slot);
    Variable& v = variables.raw(target.slot);
    if (v.has(kReadonly)) {
        error(name_of(target.slot) + ": readonly variable");
        return false;
    }
    std::vector<ExpandedElement> expanded;
    if (!expand_elements(elements, v.has(kAssoc), expanded))
        return false;
    if (trace_text) {
        *trace_text = "(";
        for (const ExpandedElement& e : expanded) {
            trace_text->append(trace_text->size() > 1 ? " " : "");
            if (e.has_subscript)
                trace_text->append("[")
                    .append(v.has(kAssoc) ? quote_single(e.subscript) : e.subscript)
                    .append(e.append ? "]+=" : "]=");
            trace_text->append(quote_single(e.value));
        }
        trace_text->append(")");
    }
    if (v.has(kNoAssign))
        return true;
    if (!v.is_array() && !append) {
        v.is_set = false;
        v.value = Value{};
    }
    variables.make_indexed(v);
    v.exists = true;
    v.is_set = true;
    const bool ok = store_elements(target.slot, std::move(expanded), append);
    variables.touched(target.slot);
    return ok;
}

// ---------------------------------------------------------------------------------------------- xtrace

void Shell::trace(std::string_view text) {
    options.change(SetOption::Xtrace, false);
    const int before = status;
    std::string prefix;
    const Value* ps4 = variables.value("PS4");
    if (ps4 && !expand_prompt(*this, ps4->text(), prefix))
        prefix.clear();
    status = before;
    options.change(SetOption::Xtrace, true);
    if (!prefix.empty() && trace_level > 1) {
        const std::string first = prefix.substr(0, character_length(prefix, utf8()));
        for (int i = 1; i < trace_level; ++i)
            prefix.insert(0, first);
    }
    std::int64_t fd = 2;
    const Value* given = variables.value("BASH_XTRACEFD");
    if (given && (!given->number(fd) || fd < 0 || host.is_private(static_cast<int>(fd))))
        fd = 2;
    out.flush_lines();
    static_cast<void>(write_all(static_cast<int>(fd), prefix.append(text).append("\n")));
}

void Shell::trace_assignment(const std::string& name, const std::string& value) {
    trace(name + "=" + trace_quote(value));
}

void Shell::trace_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : " ").append(word.empty() ? "''" : trace_quote(word));
    trace(text);
}

} // namespace asb::shell
