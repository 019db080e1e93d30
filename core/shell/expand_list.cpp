// What comes of lists: "$@", ${a[*]} and what operators have made of them (bash manual, "Special Parameters",
// "Arrays").
#include "core/shell/expand.h"
#include "core/shell/shell.h"

#include <string>
#include <string_view>
#include <utility>

namespace asb::shell {

namespace {

bool changes_case(ParamOp op) {
    return op == ParamOp::UpperFirst || op == ParamOp::UpperAll || op == ParamOp::LowerFirst
           || op == ParamOp::LowerAll || op == ParamOp::ToggleFirst || op == ParamOp::ToggleAll;
}

bool replaces(ParamOp op) {
    return op == ParamOp::ReplaceFirst || op == ParamOp::ReplaceAll || op == ParamOp::ReplacePrefix
           || op == ParamOp::ReplaceSuffix;
}

/// What "$*" puts between its elements is white space of IFS.
bool star_is_blank(const Shell& shell) {
    const std::string separator = star_separator(shell);
    return separator == " " || separator == "\t" || separator == "\n";
}

} // namespace

/// A list that an operator has changed is joined where a plain "$@" would not be: by the first character of
/// IFS where there is no splitting, by spaces when IFS is empty and it stands unquoted.
void Expander::changed_list(ParamValue& value, bool quoted, ParamOp op, bool positional) {
    if (!value.list || value.items.size() < 2)
        return;
    const bool no_ifs = shell_.ifs().empty();
    const bool cases = changes_case(op);
    value.spaced = !cases && (positional || !replaces(op));
    if (sink_.mode() == ExpandMode::Fields && quoted && beside_list_ && op != ParamOp::None && !no_ifs) {
        value.split = value.star; // "${*#x}$@": the separators part it as words are split
        value.star = false;
    } else if (sink_.mode() != ExpandMode::Fields) {
        value.elements =
            value.star && sink_.mode() == ExpandMode::Document && !beside_list_ && (cases || replaces(op));
        const bool joins =
            quoted || op == ParamOp::Transform || (sink_.mode() == ExpandMode::Text && is_strip(op));
        const bool spaces =
            sink_.joins == ListJoin::Spaces || (sink_.joins == ListJoin::Element && in_operand_ && !quoted);
        value.star = value.star || (!no_ifs && op != ParamOp::None && joins && !spaces);
    } else if (!quoted && !positional && no_ifs && (is_strip(op) || op == ParamOp::None)) {
        for (std::string& item : value.items)
            value.text.append(&item == value.items.data() ? "" : " ").append(item);
        value.list = false;
    }
}

/// Between the elements of a list that is one string. Of a here-document bash joins by IFS only a plain
/// ${a[*]} and what replaces in a list or changes its case.
std::string Expander::list_separator(const ParamValue& value, bool quoted) const {
    const bool bare = in_operand_ && !quoted;
    const bool element = sink_.joins == ListJoin::Element && !bare;
    if (!(value.star || element) || (sink_.mode() == ExpandMode::Document && !value.elements))
        return " ";
    const std::string separator = star_separator(shell_);
    const bool spaced = value.changed ? value.spaced : !value.elements; // in ${u-$*}, for an empty IFS
    const bool listed = bare || (sink_.joins == ListJoin::Declared && !quoted);
    const bool never_empty =
        element ? !(quoted && value.star) : listed && (spaced || sink_.joins == ListJoin::Element);
    return separator.empty() && never_empty ? " " : separator;
}

/// ${!prefix*} and ${!prefix@}.
void Expander::join_names(ParamValue& value, bool quoted) {
    if (sink_.mode() != ExpandMode::Fields) {
        changed_list(value, quoted, ParamOp::Transform, false);
    } else if (value.star && !quoted && shell_.ifs().empty()) {
        for (const std::string& name : value.items)
            value.text.append(name);
        value.list = false;
    }
}

namespace {

/// Shell text parted where one of these characters is not quoted.
ParamValue source_words(const std::string& text, std::string_view separators) {
    ParamValue words;
    words.set = words.list = true;
    words.items.emplace_back();
    char quote = 0; // ' " or, for $'…', $
    int depth = 0;  // inside the parentheses of an array
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == 0 && depth == 0 && separators.find(c) != std::string_view::npos) {
            words.items.emplace_back();
            continue;
        }
        words.items.back() += c;
        if (c == '\\' && quote != '\'' && i + 1 < text.size())
            words.items.back() += text[++i];
        else if (quote != 0)
            quote = c == (quote == '$' ? '\'' : quote) ? '\0' : quote;
        else if (c == '\'' || c == '"')
            quote = c == '\'' && i > 0 && text[i - 1] == '$' ? '$' : c;
        else if (c == '(' || c == ')')
            depth += c == '(' ? 1 : -1;
    }
    return words;
}

} // namespace

void Expander::emit(const ParamValue& value, bool quoted) {
    if (!value.list) {
        const std::string& ifs = shell_.ifs();
        if (value.source && sink_.mode() == ExpandMode::Fields
            && (quoted ? !value.star || beside_list_ : ifs.empty()))
            emit(source_words(value.text, ifs.empty() ? " " : ifs), quoted);
        else
            sink_.expansion(value.text, quoted);
        if (value.present && quoted && value.text.empty())
            sink_.presence();
        return;
    }
    const bool undivided = value.star && !in_operand_ && shell_.star_undivided && shell_.ifs().empty();
    if (sink_.mode() != ExpandMode::Fields || (quoted && value.star) || undivided) {
        const std::string separator = list_separator(value, quoted);
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            if (i > 0)
                sink_.literal(separator, quoted && (value.star || sink_.mode() != ExpandMode::TracedPattern));
            sink_.expansion(value.items[i], quoted);
        }
        return;
    }
    if (in_operand_ && !quoted && !value.star && !shell_.ifs().empty() && shell_.ifs()[0] != ' ')
        return emit_in_operand(value);
    if (value.items.empty() && quoted)
        empty_list_ = true;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        // White space that "${*#x}$@" begins with parts nothing.
        const bool leading = value.split && sink_.activity() == quoted_from_ && star_is_blank(shell_);
        if (i > 0 && !leading)
            sink_.separate(quoted && !value.split);
        if (quoted && !value.split)
            sink_.presence();
        sink_.expansion(value.items[i], quoted);
    }
}

} // namespace asb::shell
