#include "core/shell/arith_text.h"

#include "core/shell/expand.h"
#include "core/shell/parser.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <cstring>

namespace asb::shell {

void append_subscript(std::string_view subscript, std::string& text) {
    for (const char c : subscript) {
        if (c != '\0' && std::strchr("[]$`\"'\\~", c) != nullptr)
            text += '\\';
        text += c;
    }
}

namespace {

/// Characters that make bash expand an expression's text; without them it only takes quotes off.
constexpr std::string_view kExpands = "$`~";

/// The first [ or " that is not quoted, nor inside an expansion.
std::size_t find_bracket_or_quote(std::string_view source, bool single_quotes) {
    for (std::size_t i = 0; i < source.size(); ++i) {
        const char c = source[i];
        const char next = i + 1 < source.size() ? source[i + 1] : '\0';
        if (c == '[' || c == '"')
            return i;
        if (c == '\\')
            ++i;
        else if (c == '`' || (c == '\'' && single_quotes) || (c == '$' && (next == '(' || next == '{')))
            i = skip_subscript(source, i); // passes over these too
        if (i == std::string_view::npos)
            break;
    }
    return std::string_view::npos;
}

/// What stands between double quotes, where \" is a " already.
std::string between_quotes(std::string_view source) {
    std::string text;
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\\' && i + 1 < source.size() && source[++i] != '"')
            text += '\\';
        text += source[i];
    }
    return text;
}

/// `context`: of what stands around the subscripts, Arithmetic or Subscript (a word).
bool expand_by_subscripts(Shell& shell, std::string_view source, WordContext context, std::string& text) {
    const bool word = context != WordContext::Arithmetic;
    while (!source.empty()) {
        const std::size_t open = find_bracket_or_quote(source, word);
        std::string piece;
        if (!shell.expand_in(source.substr(0, open), context, piece))
            return false;
        text.append(piece);
        if (open == std::string_view::npos)
            return true;
        std::size_t close = skip_subscript(source, open);
        const bool quote = source[open] == '"';
        const std::string_view inside = source.substr(open + 1, std::min(close, source.size()) - open - 1);
        if (quote) {
            if (!expand_by_subscripts(shell, between_quotes(inside), WordContext::Arithmetic, text))
                return false;
        } else if (close == std::string_view::npos || inside.empty()) {
            text += '['; // no subscript
            close = open;
        } else {
            if (!shell.expand_subscript_text(inside, piece))
                return false;
            text += '[';
            append_subscript(piece, text);
            text += ']';
        }
        source.remove_prefix(std::min(close, source.size() - 1) + 1);
    }
    return true;
}

/// The same from parts, where no quotes are to be looked at.
bool expand_parts_by_subscripts(Shell& shell, const std::vector<WordPart>& parts, bool quoted,
                                std::string& text) {
    int depth = 0;
    for (const WordPart& inner : parts) {
        if (inner.kind != PartKind::Literal) {
            ExpansionSink sink(shell, ExpandMode::Text);
            if (!Expander(shell, sink).part(inner, quoted))
                return false;
            if (depth > 0)
                append_subscript(sink.text(), text);
            else
                text.append(sink.text());
            continue;
        }
        for (const char c : inner.text) {
            depth -= c == ']' && depth > 0 ? 1 : 0;
            if (depth > 0)
                append_subscript({&c, 1}, text);
            else
                text += c;
            depth += c == '[' ? 1 : 0;
        }
    }
    return true;
}

bool has_bracket(const std::vector<WordPart>& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const WordPart& part) {
        return part.kind == PartKind::Literal        ? part.text.find('[') != std::string::npos
               : part.kind == PartKind::DoubleQuoted ? has_bracket(part.parts)
                                                     : false;
    });
}

bool has_process_substitution(const std::vector<WordPart>& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [](const WordPart& part) { return part.kind == PartKind::ProcessSub; });
}

bool has_quotes(std::string_view source) {
    return source.find_first_of("'\"\\") != std::string_view::npos;
}

} // namespace

bool expand_expression(Shell& shell, const std::vector<WordPart>& parts, std::string_view source,
                       std::string& text) {
    const Restore expanding(shell.expanding, source);
    if (!has_bracket(parts) || source.find_first_of(kExpands) == std::string_view::npos)
        return shell.expand_parts(parts, text);
    if (has_quotes(source))
        return expand_by_subscripts(shell, source, WordContext::Arithmetic, text);
    return expand_parts_by_subscripts(shell, parts, true, text);
}

bool expand_number_operand(Shell& shell, const Word& word, std::string& text) {
    if (!has_bracket(word.parts))
        return expand_joined(shell, word, ListJoin::Spaces, text);
    const Restore expanding(shell.expanding, std::string_view(word.source));
    if (has_quotes(word.source) || has_process_substitution(word.parts))
        return expand_by_subscripts(shell, word.source, WordContext::Plain, text);
    return expand_parts_by_subscripts(shell, word.parts, false, text);
}

bool expand_subscript(Shell& shell, const Word& word, Slot slot, std::string& text) {
    const bool may_be_list = word.quoted || word.source.find_first_of("@*") != std::string::npos;
    if (may_be_list && shell.variables.is_associative(slot)) // which warns of circles
        return expand_joined(shell, word, ListJoin::Spaces, text);
    if (word.quoted && word.source.find_first_of("'\\[") != std::string::npos)
        return shell.expand_index_text(word.source, text);
    return has_bracket(word.parts) ? expand_expression(shell, word.parts, word.source, text)
                                   : shell.expand_to_string(word, text);
}

/// bash's array_expand_index().
bool Shell::expand_index_text(std::string_view source, std::string& index) {
    if (source.find_first_of(kExpands) != std::string_view::npos) {
        index.clear();
        return expand_by_subscripts(*this, source, WordContext::Arithmetic, index);
    }
    if (has_quotes(source))
        return expand_in(source, WordContext::Arithmetic, index);
    index = source;
    return true;
}

} // namespace asb::shell
