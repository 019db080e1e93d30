// The value that a declaration gives.
#include "core/shell/builtins/declare_word.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <utility>

namespace asb::shell {

bool looks_like_list(const std::string& value) {
    return value.size() >= 2 && value.front() == '(' && value.back() == ')';
}

namespace {

/// "(a b)" given as text to an array.
bool compound_text(Shell& shell, const Variable& v, const DeclareWord& word,
                   std::vector<ArrayElement>& elements) {
    return v.is_array() && !word.has_subscript && looks_like_list(word.value)
           && parse_array_text(word.value, shell.parser_options(), elements);
}

/// assoc_expand_once: the key of a word that was an assignment has been expanded with it.
bool key_is_known(const Shell& shell, const DeclareWord& word) {
    if (!shell.options.is(Shopt::AssocExpandOnce) || shell.builtin_words == nullptr)
        return false;
    const std::vector<Assignment>& written = shell.builtin_words->word_assignments;
    return std::any_of(written.begin(), written.end(),
                       [&](const Assignment& a) { return a.subscript && a.name == word.name; });
}

} // namespace

int give_value(Shell& shell, Slot slot, Variable& v, const DeclareWord& word, bool lists) {
    bool ok = true;
    std::vector<ArrayElement> elements;
    if (word.compound) {
        ok = shell.store_declared(slot, word.elements, word.compound->append);
    } else if (word.has_subscript && word.has_value) {
        if (word.subscript.empty()) {
            shell.report(word.name + "[]: bad array subscript");
            shell.assignment_refused = true;
            return 1;
        }
        std::string subscript = word.subscript;
        const bool known = v.has(kAssoc) && key_is_known(shell, word);
        if (!known && !shell.expand_reference_subscript(word.subscript, v.has(kAssoc), subscript))
            return 1;
        ok = shell.variables.assign_element(slot, subscript, word.value, word.append, word.subscript);
    } else if (word.has_value && lists && compound_text(shell, v, word, elements)) {
        const std::string_view name = std::exchange(shell.builtin_name, std::string_view{});
        ok = shell.assign_compound(slot, elements, word.append); // its messages name no builtin
        shell.builtin_name = name;
    } else if (word.has_value) {
        const bool exported = v.has(kExported);
        ok = shell.variables.assign(slot, word.value, word.append);
        if (v.is_array() && !exported) // set -a
            v.attributes = static_cast<std::uint16_t>(v.attributes & ~kExported);
    }
    return ok ? 0 : 1;
}

void export_new(const Shell& shell, Variable& v) {
    if (shell.options.is(SetOption::Allexport))
        v.attributes |= kExported;
}

void make_lasting(Variables& variables, Slot slot, const Variable& v) {
    Variable& outer = variables.global(slot);
    if (&outer == &v)
        return;
    const Existence before = outer.exists;
    outer = v.clone();
    outer.attributes = static_cast<std::uint16_t>(outer.attributes & ~kTemporary);
    outer.scope = 0;
    outer.exists = before;
    outer.exists = true; // with its place among the others when it had one
}

} // namespace asb::shell
