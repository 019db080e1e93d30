// NAME=value and NAME=( … ) as statements, and xtrace.
#include "core/base/fd.h"
#include "core/shell/arith_host.h"
#include "core/shell/arith_text.h"
#include "core/shell/expand.h"
#include "core/shell/lexer.h"
#include "core/shell/names.h"
#include "core/shell/process_state.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

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
            if (options.is(SetOption::Xtrace))
                trace(assignment.source);
            report(assignment.name + "[" + assignment.subscript->source
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
    if (!expand_to_string(assignment.value, value))
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
            return variables.assign_element(assignment.slot, index, assignment.subscript->source,
                                            std::move(value), assignment.append);
        if (known == SubscriptNumber::Failed)
            return false;
    }
    std::string subscript;
    if (!expand_subscript(*this, *assignment.subscript, assignment.slot, subscript))
        return false;
    if (options.is(SetOption::Xtrace))
        trace(assignment.name + "[" + assignment.subscript->source + (assignment.append ? "]+=" : "]=")
              + trace_quote(value));
    if (assignment.subscript->source.empty()
        || (subscript.empty() && variables.array_view(assignment.slot).assoc != nullptr)) {
        report(assignment.name + "[" + assignment.subscript->source + "]: bad array subscript");
        return false;
    }
    return variables.assign_element(assignment.slot, subscript, std::move(value), assignment.append,
                                    assignment.subscript->source);
}

bool Shell::expand_element(const ArrayElement& element, std::vector<ExpandedElement>& expanded) {
    ExpandedElement one;
    one.has_subscript = true;
    one.append = element.append;
    if (!expand_to_string(*element.subscript, one.subscript)
        || !expand_joined(*this, element.value, ListJoin::Element, one.value))
        return false;
    const bool unbalanced = one.subscript.find_first_of("[]'\"`$\\") != std::string::npos
                            && skip_subscript("[" + one.subscript + "]", 0) != one.subscript.size() + 1;
    if (unbalanced) { // a value like any other
        one.value = "[" + one.subscript + (one.append ? "]+=" : "]=") + one.value;
        one.has_subscript = false;
    }
    expanded.push_back(std::move(one));
    return true;
}

// ------------------------------------------------------------------------------------- associative arrays

namespace {

/// ( k v … ): the first word says whether keys and values come by turns.
bool begins_with_key(const std::vector<ArrayElement>& elements) {
    return !elements.empty() && !elements[0].subscript && elements[0].value.source.compare(0, 1, "[") != 0;
}

/// Keys and values of an associative array's ( … ) are expanded without their tildes and process
/// substitutions.
bool expand_pair_word(Shell& shell, const Word& word, std::string& text) {
    if (word.source.find('~') == std::string::npos
        && std::none_of(word.parts.begin(), word.parts.end(),
                        [](const WordPart& part) { return part.kind == PartKind::ProcessSub; }))
        return expand_joined(shell, word, ListJoin::Spaces, text);
    Word copy;
    copy.source = word.source;
    for (const WordPart& part : word.parts) {
        if (part.kind == PartKind::ProcessSub) {
            copy.parts.emplace_back().text = part.text2 + "(" + part.text + ")";
            continue;
        }
        if (part.kind != PartKind::Tilde) {
            copy.parts.push_back(clone_part(part));
            continue;
        }
        copy.parts.emplace_back().text = "~" + part.text;
        if (!part.alternatives.empty()) {
            for (const WordPart& behind : part.alternatives[1])
                copy.parts.push_back(clone_part(behind));
        }
    }
    return expand_joined(shell, copy, ListJoin::Spaces, text);
}

} // namespace

/// `as_written`: what has no [key]= is not expanded.
bool Shell::expand_associative(const ArrayElement& element, bool pairs, bool as_written,
                               std::vector<ExpandedElement>& expanded) {
    ExpandedElement& one = expanded.emplace_back();
    one.source = element.value.source;
    one.pair = pairs || as_written;
    if (!element.subscript) { // not split
        if (!as_written)
            return expand_pair_word(*this, element.value, one.value);
        one.value = element.value.source;
        return true;
    }
    one.has_subscript = true;
    one.append = element.append;
    one.key = element.subscript->source;
    if (!expand_joined(*this, *element.subscript, ListJoin::Spaces, one.subscript)
        || !expand_pair_word(*this, element.value, one.value))
        return false;
    if (one.pair) // [x]=y is a key or a value like any other
        one.value = "[" + one.subscript + (one.append ? "]+=" : "]=") + one.value;
    return true;
}

namespace {

/// An element without [key]=: as the words of a command are.
bool split_element(Shell& shell, const ArrayElement& element, std::vector<ExpandedElement>& expanded,
                   PatternFields& patterns) {
    std::vector<std::string> fields;
    PatternFields found;
    if (!split_word(shell, element.whole ? *element.whole : element.value, fields, found))
        return false;
    for (PatternField& pattern : found)
        patterns.push_back({expanded.size() + pattern.field, std::move(pattern.quoted)});
    for (std::string& field : fields)
        expanded.emplace_back().value = std::move(field);
    return true;
}

bool expand_pathnames(Shell& shell, const PatternFields& patterns, std::vector<ExpandedElement>& expanded) {
    const auto names_of = [&](ExpandedElement& element, const PatternField& pattern,
                              std::vector<ExpandedElement>& out) {
        std::vector<std::string> names;
        if (!expand_pathname(shell, element.value, pattern, names))
            return false;
        for (std::string& name : names)
            out.emplace_back().value = std::move(name);
        return true;
    };
    return replace_patterns(patterns, expanded, names_of);
}

} // namespace

bool Shell::expand_elements(const std::vector<ArrayElement>& elements, bool associative, bool declared,
                            std::vector<ExpandedElement>& expanded) {
    const bool pairs = begins_with_key(elements);
    const bool as_written = declared && !pairs && !elements.empty() && !elements[0].subscript;
    PatternFields patterns;
    for (const ArrayElement& element : elements) {
        const bool word = !element.subscript || element.whole;
        if (!(associative ? expand_associative(element, pairs, as_written, expanded)
              : word      ? split_element(*this, element, expanded, patterns)
                          : expand_element(element, expanded)))
            return false;
    }
    return expand_pathnames(*this, patterns, expanded);
}

/// Keys and values by turns.
bool Shell::store_pairs(Slot slot, const std::vector<ExpandedElement>& elements, bool declared) {
    bool ok = true;
    for (std::size_t i = 0; i < elements.size() && unwind == Unwind::None; i += 2) {
        if (elements[i].value.empty())
            report((declared ? "''" : std::string(elements[i].source)) + ": bad array subscript");
        else
            ok = variables.assign_element(slot, elements[i].value,
                                          i + 1 < elements.size() ? elements[i + 1].value : std::string{})
                 && ok;
    }
    return ok && unwind == Unwind::None;
}

/// m+=( … ): each element is stored before the next one is expanded.
bool Shell::add_associative(Slot slot, const std::vector<ArrayElement>& elements) {
    const bool pairs = begins_with_key(elements);
    std::vector<ExpandedElement> expanded;
    bool ok = true;
    for (const ArrayElement& element : elements) {
        if (!expand_associative(element, pairs, false, expanded))
            return false;
        if (!pairs || expanded.size() == 2)
            ok = store_associative(slot, std::exchange(expanded, {}), false, nullptr) && ok;
        if (unwind != Unwind::None)
            return false;
    }
    return store_associative(slot, std::move(expanded), false, nullptr) && ok;
}

/// m=( … ): [x]+= adds to what the array had before.
bool Shell::replace_associative(Slot slot, std::vector<ExpandedElement> elements, bool declared) {
    std::unique_ptr<AssocArray> old;
    AssocArray& array = *variables.raw(slot).assoc;
    if (std::any_of(elements.begin(), elements.end(), [](const ExpandedElement& e) { return e.append; }))
        old = std::make_unique<AssocArray>(array);
    array.clear();
    return store_associative(slot, std::move(elements), declared, old.get());
}

/// `old`: what [x]+= adds to; null: the array itself.
bool Shell::store_associative(Slot slot, std::vector<ExpandedElement> elements, bool declared,
                              const AssocArray* old) {
    if (!elements.empty() && elements[0].pair)
        return store_pairs(slot, elements, declared);
    bool ok = true;
    Variable& v = variables.raw(slot);
    for (ExpandedElement& e : elements) {
        if (old && e.append && !e.subscript.empty()) {
            const Value* const before = old->find(e.subscript);
            v.assoc->at(e.subscript).set(before ? before->text() : std::string{});
        }
        if (!e.has_subscript) {
            report(name_of(slot) + ": " + (declared ? quote_single(e.source) : std::string(e.source))
                   + ": must use subscript when assigning associative array");
        } else if (e.subscript.empty()) {
            std::string text = declared ? "['']=" + quote_single(e.value) : "[";
            if (!declared)
                text.append(e.key).append(e.append ? "]+=" : "]=").append(e.source);
            report(text + ": bad array subscript");
        } else {
            ok = variables.assign_element(slot, e.subscript, std::move(e.value), e.append) && ok;
        }
        if (unwind != Unwind::None)
            return false;
    }
    return ok;
}

// ------------------------------------------------------------------------------------------ indexed arrays

/// The subscript of [sub]=value has been expanded as a word; as an expression it is expanded again.
static bool evaluate_twice_expanded(Shell& shell, const std::string& subscript, std::int64_t& index) {
    std::string again;
    return shell.expand_index_text(subscript, again)
           && evaluate_expression(shell, again, index, ArithFailure::ExitShell);
}

/// Where [sub]=value of ( … ) goes; none: refused, with a message.
std::optional<std::int64_t> Shell::element_index(const ExpandedElement& element, std::int64_t max_index) {
    std::int64_t index = -1;
    const bool all = all_elements_subscript(element.subscript);
    if (!all && !element.subscript.empty() && !evaluate_twice_expanded(*this, element.subscript, index))
        return std::nullopt;
    if (index < 0 && !element.subscript.empty())
        index += max_index + 1;
    if (index >= 0 && !all)
        return index;
    report("[" + element.subscript + (element.append ? "]+=" : "]=") + element.value
           + (all ? ": cannot assign to non-numeric index" : ": bad array subscript"));
    return std::nullopt;
}

bool Shell::store_elements(Slot slot, std::vector<ExpandedElement> elements) {
    Variable& v = variables.raw(slot);
    std::int64_t next = v.array->max_index() + 1;
    for (ExpandedElement& e : elements) {
        if (e.has_subscript) {
            const std::optional<std::int64_t> index = element_index(e, v.array->max_index());
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
    return true;
}

void Shell::trace_compound(Slot slot, const std::vector<ExpandedElement>& elements, bool append) {
    std::string text;
    for (const ExpandedElement& e : elements) {
        text.append(text.empty() ? "" : " ");
        if (e.has_subscript)
            text.append("[").append(quote_single(e.subscript)).append(e.append ? "]+=" : "]=");
        text.append(quote_single(e.value));
    }
    trace(name_of(slot) + (append ? "+=(" : "=(") + text + ")");
}

/// The variable that is to become an array. False: refused (message written).
bool Shell::array_target(Slot slot, Slot& target) {
    const NameTarget named = variables.resolve(slot);
    target = named.slot;
    if (target == kNoSlot)
        return false;
    if (named.has_subscript) {
        error("`" + name_of(target) + "[" + named.subscript + "]': not a valid identifier");
        return false;
    }
    variables.record(target);
    Variable& v = variables.raw(target);
    variables.drop_nameref(v, name_of(target));
    if (v.has(kReadonly)) {
        report(name_of(slot) + ": readonly variable");
        return false;
    }
    if (!v.has(kNoAssign)) { // from now on, with a value that it had
        variables.make_indexed(v);
        v.exists = true;
        v.is_set = true;
    }
    return true;
}

bool Shell::assign_compound(Slot slot, const std::vector<ArrayElement>& elements, bool append) {
    Slot target = kNoSlot;
    if (!array_target(slot, target))
        return false;
    Variable& v = variables.raw(target);
    bool ok = true;
    if (v.has(kAssoc) && append) {
        ok = add_associative(target, elements);
        variables.touched(target);
        return ok;
    }
    std::vector<ExpandedElement> expanded;
    if (!expand_elements(elements, v.has(kAssoc), false, expanded))
        return false;
    if (v.has(kNoAssign))
        return false; // a single value is ignored, a list is refused; both without a word
    if (v.has(kAssoc)) {
        ok = replace_associative(target, std::move(expanded), false);
    } else {
        if (!append)
            v.array->clear();
        ok = store_elements(target, std::move(expanded));
    }
    variables.touched(target);
    return ok;
}

bool Shell::store_declared(Slot slot, std::vector<ExpandedElement> elements, bool append) {
    Slot target = kNoSlot;
    if (!array_target(slot, target))
        return false;
    if (options.is(SetOption::Xtrace))
        trace_compound(target, elements, append);
    Variable& v = variables.raw(target);
    if (v.has(kNoAssign))
        return true;
    bool ok = true;
    if (v.has(kAssoc) && append) {
        ok = store_associative(target, std::move(elements), true, nullptr);
    } else if (v.has(kAssoc)) {
        ok = replace_associative(target, std::move(elements), true);
    } else {
        if (!append)
            v.array->clear();
        ok = store_elements(target, std::move(elements));
    }
    variables.touched(target);
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
    out.flush_lines();
    static_cast<void>(
        write_all(process->trace_fd < 0 ? 2 : process->trace_fd, prefix.append(text).append("\n")));
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
