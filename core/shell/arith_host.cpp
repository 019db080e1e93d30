#include "core/shell/arith_host.h"

#include "core/shell/arith_quick.h"
#include "core/shell/arith_text.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace asb::shell {
namespace {

class ShellArith : public ArithHost {
public:
    explicit ShellArith(Shell& shell, const std::vector<WordPart>* parts = nullptr)
        : shell_(shell), parts_(parts) {}

    ArithOperand variable(Slot slot) override { return operand(shell_.variables.value(slot)); }

    bool is_associative(Slot slot) override { return shell_.variables.is_associative(slot); }

    ArithOperand element(Slot slot, std::int64_t index) override {
        return operand(shell_.variables.element(slot, index));
    }
    ArithOperand element(Slot slot, const std::string& key) override {
        const bool none = key_text_.empty();
        const bool bad = none || (is_associative(slot) ? key.empty() : all_elements_subscript(key));
        if (!bad)
            return operand(shell_.variables.element(slot, key));
        for (int told = none ? 0 : 1; told < 2; ++told) // bash looks twice at a name with []
            shell_.report(name_of(slot) + "[" + key_text_ + "]: bad array subscript");
        return {};
    }

    std::string expand_key(std::string_view text) override {
        key_text_ = std::string(text);
        std::string key;
        if (!shell_.expand_subscript_text(text, key))
            return {};
        return key;
    }

    std::string expand_index(std::string_view text) override {
        std::string index;
        if (!shell_.expand_index_text(text, index))
            return {};
        return index;
    }

    bool assign(Slot slot, std::int64_t value) override {
        return shell_.variables.assign_number(slot, value);
    }
    bool assign(Slot slot, std::int64_t index, std::string_view written, std::int64_t value) override {
        return shell_.variables.assign_element_number(slot, index, written, value) || !is_readonly(slot);
    }
    bool assign(Slot slot, const std::string& key, std::int64_t value) override {
        if (key.empty() && (key_text_.empty() || !is_associative(slot))) {
            const std::string_view by = shell_.arith_name.empty() ? shell_.builtin_name : shell_.arith_name;
            const std::string prefix = by.empty() ? std::string() : std::string(by) + ": ";
            shell_.report(prefix + "`" + name_of(slot) + "[]': not a valid identifier");
            return true;
        }
        if (key.empty()) {
            shell_.report(name_of(slot) + "[" + key_text_ + "]: bad array subscript");
            return true;
        }
        return shell_.variables.assign_element(slot, key, std::to_string(value)) || !is_readonly(slot);
    }

    ArithOperand parameter(Slot slot, std::uint32_t index) override {
        if (slot != kNoSlot)
            return variable(slot);
        if (index == 0)
            return {ArithOperand::Kind::Text, 0, shell_.shell_name};
        if (index > shell_.positionals.size())
            return {};
        return {ArithOperand::Kind::Text, 0, shell_.positionals[index - 1]};
    }

    ArithOperand expansion(std::size_t ordinal) override {
        if (!parts_ || shell_.unwind != Unwind::None)
            return {};
        for (const WordPart& part : *parts_) {
            if (part.kind == PartKind::Literal || ordinal-- > 0)
                continue;
            if (const std::optional<std::size_t> length = list_length(part))
                return {ArithOperand::Kind::Integer, static_cast<std::int64_t>(*length), {}};
            ExpansionSink sink(shell_, ExpandMode::Text);
            if (part.kind != PartKind::Parameter || !Expander(shell_, sink).part(part, true))
                return {};
            text_ = std::move(sink.text());
            return {ArithOperand::Kind::Text, 0, text_};
        }
        return {};
    }

    bool unwanted() override { return traps_pending() && shell_.interrupted(); }
    std::string unbound(Slot slot) override {
        if (!shell_.options.is(SetOption::Nounset))
            return {};
        const Slot target = shell_.variables.resolve(slot).slot;
        if (target == kNoSlot)
            return name_of(slot);
        const Variable* const variable = shell_.variables.find(target);
        return variable && variable->is_set ? std::string() : name_of(target);
    }

private:
    bool is_readonly(Slot slot) const {
        const Slot target = shell_.variables.resolve(slot).slot;
        return target != kNoSlot && shell_.variables.raw(target).has(kReadonly);
    }

    /// ${#list[@]} where nothing is out of the ordinary, without a text of it.
    std::optional<std::size_t> list_length(const WordPart& part) const {
        if (part.kind != PartKind::Parameter)
            return std::nullopt;
        const Parameter& p = *part.param;
        if (!p.length || p.kind != ParamKind::Variable || p.op != ParamOp::None || p.indirect
            || (p.subscript != SubscriptKind::At && p.subscript != SubscriptKind::Star)
            || shell_.options.is(SetOption::Nounset) || shell_.variables.raw(p.slot).has(kNameref))
            return std::nullopt;
        return shell_.variables.array_view(p.slot).size();
    }

    static ArithOperand operand(const Value* value) {
        if (!value)
            return {};
        ArithOperand result;
        if (value->number(result.number)) {
            result.kind = ArithOperand::Kind::Integer;
        } else {
            result.kind = ArithOperand::Kind::Text;
            result.text = value->text();
        }
        return result;
    }
    Shell& shell_;
    const std::vector<WordPart>* const parts_; ///< of the word that the expression is
    std::string text_;
    std::string key_text_; ///< as it was written
};

/// bash gives up all that it reads but a script file, where the next command follows.
void end_text(Shell& shell) {
    if (shell.script_mode && !shell.in_subshell_process)
        shell.abort_command();
    else
        shell.set_unwind_exit(1);
}

bool tell_failure(Shell& shell, const ArithResult& result, ArithFailure failure) {
    if (!result.error.empty()) {
        if (result.unbound) {
            shell.report(result.error);
            shell.fatal_expansion();
            return false;
        }
        if (result.fatal) {
            shell.error(result.error);
            end_text(shell);
            return false;
        }
        const std::string_view name = shell.arith_name.empty() ? shell.builtin_name : shell.arith_name;
        shell.error(name.empty() ? result.error : std::string(name) + ": " + result.error);
    }
    if (shell.unwind != Unwind::None)
        return false;
    if (failure == ArithFailure::Abort)
        shell.abort_command();
    else if (failure == ArithFailure::Expansion)
        shell.abort_expansion();
    else if (failure == ArithFailure::ExitShell)
        end_text(shell);
    return false;
}

} // namespace

bool evaluate_expression(Shell& shell, std::string_view text, std::int64_t& value, ArithFailure failure) {
    if (plain_number(text, value))
        return true;
    ShellArith host(shell);
    const ArithResult result = evaluate_arith(text, host);
    value = result.value;
    if (result.ok && shell.unwind != Unwind::Exit && shell.unwind != Unwind::Abort)
        return true;
    return tell_failure(shell, result, failure);
}

bool evaluate_part(Shell& shell, const WordPart& part, std::int64_t& value, ArithFailure failure) {
    if (part.arith) {
        if (evaluate_quickly(shell, *part.arith, value))
            return true;
        ShellArith host(shell, &part.parts);
        const ArithResult result = evaluate_arith(*part.arith, host);
        if (result.ok && shell.unwind != Unwind::Exit && shell.unwind != Unwind::Abort) {
            value = result.value;
            return true;
        }
        if (!result.needs_text)
            return tell_failure(shell, result, failure);
        if (shell.unwind != Unwind::None) // one of its expansions failed, and has said so
            return false;
    }
    std::string text;
    if (!expand_expression(shell, part.parts, part.text, text))
        return false;
    return evaluate_expression(shell, text, value, failure);
}

bool evaluate_operand(Shell& shell, const Word& word, std::int64_t& value, ArithFailure failure) {
    std::string text;
    return expand_expression(shell, word.parts, word.source, text)
           && evaluate_expression(shell, text, value, failure);
}

bool evaluate_command(Shell& shell, const WordPart& part, std::int64_t& value) {
    if (shell.options.is(SetOption::Xtrace)) {
        std::string text;
        if (!expand_command(shell, part, text))
            return false;
        shell.trace("(( " + text + " ))");
        return evaluate_command_text(shell, text, value);
    }
    shell.arith_name = "((";
    const bool ok = evaluate_part(shell, part, value, ArithFailure::Status);
    shell.arith_name = {};
    return ok;
}

bool expand_command(Shell& shell, const WordPart& part, std::string& text) {
    return expand_expression(shell, part.parts, part.text, text);
}

bool evaluate_command_text(Shell& shell, const std::string& text, std::int64_t& value) {
    shell.arith_name = "((";
    const bool ok = evaluate_expression(shell, text, value, ArithFailure::Status);
    shell.arith_name = {};
    return ok;
}

Shell::SubscriptNumber Shell::subscript_number(const Word& word, Slot slot, std::int64_t& number) {
    if (!word.plain || word.quoted || word.literal.empty())
        return SubscriptNumber::None;
    const NameTarget target = variables.resolve(slot);
    if (target.slot == kNoSlot || target.has_subscript || variables.raw(target.slot).has(kAssoc))
        return SubscriptNumber::None;
    if (!std::exchange(word.subscript_known, true))
        word.subscript = prepare_arith(word.literal);
    if (!word.subscript)
        return SubscriptNumber::None;
    if (evaluate_quickly(*this, *word.subscript, number))
        return SubscriptNumber::Number;
    ShellArith arith(*this);
    const ArithResult result = evaluate_arith(*word.subscript, arith);
    if (result.ok && unwind != Unwind::Exit && unwind != Unwind::Abort) {
        number = result.value;
        return SubscriptNumber::Number;
    }
    tell_failure(*this, result, ArithFailure::ExitShell);
    return SubscriptNumber::Failed;
}

bool evaluate_in_word(Shell& shell, const WordPart& part, std::int64_t& value) {
    const std::string_view name = std::exchange(shell.arith_name, std::string_view{});
    const std::string_view builtin = std::exchange(shell.builtin_name, std::string_view{});
    const bool ok = evaluate_part(shell, part, value, ArithFailure::Expansion);
    shell.arith_name = name;
    shell.builtin_name = builtin;
    return ok;
}

bool evaluate_expanded(Shell& shell, std::string_view text, std::int64_t& value, ArithFailure failure) {
    if (!shell.options.is(Shopt::AssocExpandOnce) || text.find('[') == std::string_view::npos)
        return evaluate_expression(shell, text, value, failure);
    std::string quoted;
    for (;;) {
        const std::size_t open = text.find('[');
        const std::size_t close = text.find(']', std::min(open, text.size()));
        if (close == std::string_view::npos)
            break;
        std::size_t begin = open;
        while (begin > 0 && is_name_char(text[begin - 1]))
            --begin;
        quoted.append(text.substr(0, open + 1));
        const std::string_view key = text.substr(open + 1, close - open - 1);
        if (shell.variables.is_associative(text.substr(begin, open - begin)))
            append_subscript(key, quoted);
        else
            quoted.append(key);
        text.remove_prefix(close);
    }
    return evaluate_expression(shell, quoted.append(text), value, failure);
}

} // namespace asb::shell
