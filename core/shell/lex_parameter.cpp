// ${ … } in all its forms (bash manual, "Shell Parameter Expansion").
#include "core/shell/lexer.h"

#include "core/shell/lex_parts.h"
#include "core/shell/names.h"

#include <functional>
#include <string>
#include <string_view>

namespace asb::shell {

namespace {

/// The word of "${x-word}" as bash expands it: without the double quotes in it.
class StrippedWord {
public:
    /// `inner_end(i)`: the index of the last character of the $(, ${ or ` that begins at i, i for no such
    /// thing.
    StrippedWord(std::string_view word, const std::function<std::size_t(std::size_t)>& inner_end) {
        for (std::size_t i = 0; i < word.size(); ++i) {
            const bool translated = word[i] == '$' && !quoted_ && word.substr(i + 1, 1) == "\"";
            if (word[i] == '"' || translated) {
                quoted_ = !quoted_;
                behind_quote_ = true;
                i += translated ? 1 : 0;
                continue;
            }
            const bool escape = word[i] == '\\' && i + 1 < word.size();
            const bool dropped =
                escape && quoted_ && std::string_view("$`\"\\\n").find(word[i + 1]) == std::string_view::npos;
            behind_quote_ = behind_quote_ || dropped; // it goes away as well
            look(static_cast<unsigned char>(word[dropped ? i + 1 : i]));
            std::size_t last = inner_end(i);
            if (last > i)
                before_ = Before::Other;
            if (escape) {
                last = i + 1;
                i += dropped ? 1 : 0;
            }
            text_.append(word, i, last + 1 - i);
            i = last;
        }
    }

    const std::string& text() const { return text_; }
    /// A `$` or a `$name` that stood before a quote gets more characters, and so is another parameter.
    bool joins() const { return joins_; }

private:
    enum class Before : unsigned char { Other, Dollar, Name };

    void look(int c) {
        const bool begins = name_start(c) || is_digit(c) || is_special_parameter(c) || c == '(' || c == '[';
        if (behind_quote_)
            joins_ =
                joins_ || (before_ == Before::Dollar && begins) || (before_ == Before::Name && name_char(c));
        behind_quote_ = false;
        if (before_ == Before::Dollar)
            before_ = name_start(c) ? Before::Name : Before::Other;
        else if (before_ != Before::Name || !name_char(c))
            before_ = c == '$' ? Before::Dollar : Before::Other;
    }

    std::string text_;
    Before before_ = Before::Other;
    bool quoted_ = false;
    bool behind_quote_ = false;
    bool joins_ = false;
};

const std::string kUnclosedBrace = "bad substitution: no closing `}' in ";

void name_word(std::vector<WordPart>& parts, const std::string& source) {
    for (WordPart& part : parts) {
        if (part.text2 == kUnclosedBrace)
            part.text2 += source;
        name_word(part.parts, source);
    }
}

} // namespace

void Lexer::name_unclosed_braces(Word& word) {
    if (has_unclosed_braces_)
        name_word(word.parts, word.source);
}

void Lexer::scan_braced(Parts& parts, const Scan& how) { // at the {
    const Nest nest(*this);
    const State start = save();
    const std::size_t mark = source_.size() - 1; // with the $
    bump();
    WordPart part;
    part.kind = PartKind::Parameter;
    part.quoted = how.quote != Quote::None;
    part.param = std::make_unique<Parameter>();
    part.param->braced = true;
    if (document_ && !how.brace_end && find_matching('\0', '}', pos_) == std::string::npos) {
        unclosed_in_document(part);
        parts.add(PartKind::Parameter) = std::move(part);
        return;
    }
    const bool good = parse_braced(*part.param, how) && cur() == '}' && pos_ < limit(how);
    if (good) {
        bump();
        parts.add(PartKind::Parameter) = std::move(part);
        return;
    }
    const bool in_subscript = cur() == '[' && part.param->subscript == SubscriptKind::None
                              && how.quote == Quote::Double && !part.param->length
                              && part.param->kind != ParamKind::Special
                              && (part.param->kind == ParamKind::Positional || !part.param->name.empty());
    // Not a form that there is: bash takes the text up to the } and refuses it when it is expanded.
    restore(start);
    forget_source(mark + 1);
    std::size_t close = find_matching('\0', '}', pos_ + 1);
    if (close == std::string::npos || close >= limit(how)) {
        if (!lenient)
            unclosed_inner();
        close = std::min(limit(how), text_.size());
    }
    while (pos_ < text_.size() && pos_ <= close && pos_ < limit(how))
        bump();
    part.param = std::make_unique<Parameter>();
    part.param->braced = true;
    part.param->op = ParamOp::BadSubstitution;
    ++bad_substitutions;
    part.text = source_.substr(mark);
    if (in_subscript && part.quoted) { // ${a[} between double quotes: finish_word names the word
        part.text2 = kUnclosedBrace;
        has_unclosed_braces_ = true;
    }
    parts.add(PartKind::Parameter) = std::move(part);
}

/// Behind ${ without a } in a here-document, where quotes inside the braces hide it: an error of the
/// expansion, which names the whole text.
void Lexer::unclosed_in_document(WordPart& part) {
    std::size_t k = pos_;
    while (k < text_.size() && name_char(static_cast<unsigned char>(text_[k])))
        ++k;
    part.param->op = ParamOp::BadSubstitution;
    part.text = text_;
    if (k < text_.size() && std::string_view("-+=?:#%/^,@").find(text_[k]) != std::string_view::npos)
        part.text2 = kUnclosedBrace + part.text;
    while (pos_ < text_.size())
        skip();
}

/// Between the braces, up to the }. False: not a known form.
bool Lexer::parse_braced(Parameter& parameter, const Scan& how) {
    int c = cur();
    if (c == '#') {
        // ${#} ${#-…} is the count of arguments, ${#x} a length.
        bump();
        c = cur();
        const bool length_of_special = is_special_parameter(c) && at(1) == '}';
        if (name_start(c) || is_digit(c) || length_of_special) {
            parameter.length = true;
            return parse_parameter_name(parameter);
        }
        parameter.kind = ParamKind::Special;
        parameter.name.assign(1, '#');        // = "#" trips GCC 12's -Wrestrict
        if (c == '^' || c == ',' || c == '~') // the length of no parameter that there is
            return false;
        if ((c == '/' || c == '%' || c == '=' || c == '+') && at(1) == '}')
            return false;
        return c == '}' || parse_operator(parameter, how);
    }
    if (c == '!') {
        const int next = at(1);
        // POSIX mode knows `$!` with an operator only: ${!#} and ${!?} are no indirections there.
        const bool count_or_status = !options.posix && (next == '#' || (next == '?' && at(2) == '}'));
        if (name_start(next) || is_digit(next) || next == '@' || next == '*' || count_or_status) {
            bump();
            parameter.indirect = true;
            if (!parse_parameter_name(parameter))
                return false;
            if (parse_indirection(parameter))
                return true;
            return cur() == '}' || parse_operator(parameter, how);
        }
    }
    if (!parse_parameter_name(parameter))
        return false;
    const bool changes_case = cur() == '^' || cur() == ',' || cur() == '~';
    if (changes_case && parameter.kind == ParamKind::Special
        && (parameter.name == "?" || parameter.name == "-")) // bash has them not
        return false;
    return cur() == '}' || parse_operator(parameter, how);
}

/// Behind ${!name: the forms that list names or keys.
bool Lexer::parse_indirection(Parameter& parameter) {
    if ((cur() == '@' || cur() == '*') && at(1) == '}' && parameter.kind == ParamKind::Variable
        && parameter.subscript == SubscriptKind::None) {
        parameter.subscript = cur() == '@' ? SubscriptKind::At : SubscriptKind::Star;
        parameter.names = true;
        parameter.indirect = false;
        bump();
        return true;
    }
    if (cur() == '}'
        && (parameter.subscript == SubscriptKind::At || parameter.subscript == SubscriptKind::Star)
        && parameter.kind == ParamKind::Variable) {
        parameter.keys = true;
        parameter.indirect = false;
        return true;
    }
    return false;
}

bool Lexer::parse_parameter_name(Parameter& parameter) {
    const int c = cur();
    if (is_digit(c)) {
        std::uint64_t index = 0;
        while (is_digit(cur())) {
            index = index * 10 + static_cast<std::uint64_t>(raw() - '0');
            if (index > 0x7fffffff)
                return false;
            bump();
        }
        parameter.kind = ParamKind::Positional;
        parameter.index = static_cast<std::uint32_t>(index);
        return true;
    }
    if (name_start(c)) {
        while (name_char(cur())) {
            parameter.name += static_cast<char>(raw());
            bump();
        }
        parameter.kind = ParamKind::Variable;
        parameter.slot = intern(parameter.name);
        return cur() != '[' || parse_subscript(parameter);
    }
    if (!is_special_parameter(c))
        return false;
    parameter.kind = ParamKind::Special;
    parameter.name = static_cast<char>(c);
    if (c == '@' || c == '*')
        parameter.subscript = c == '@' ? SubscriptKind::At : SubscriptKind::Star;
    bump();
    return true;
}

bool Lexer::parse_subscript(Parameter& parameter) {
    bool star = false;
    bool all = false;
    WordPtr subscript =
        find_matching('[', ']', pos_ + 1) != std::string::npos ? read_subscript(star, all) : nullptr;
    if (!subscript)
        return false;
    bad_substitutions += subscript->source.empty() ? 1 : 0;
    parameter.subscript = star ? SubscriptKind::Star : all ? SubscriptKind::At : SubscriptKind::Index;
    if (parameter.subscript == SubscriptKind::Index)
        parameter.subscript_word = std::move(subscript);
    return true;
}

/// At the [: the subscript and its ]. Null when it is not closed.
WordPtr Lexer::read_subscript(bool& star, bool& all) {
    bump();
    auto word = std::make_unique<Word>();
    const std::size_t mark = source_.size();
    word->line = line_;
    Scan how;
    how.stop = ']';
    how.no_process_sub = true;
    scan(word->parts, how);
    const std::string source = source_.substr(mark);
    finish_word(*word, mark);
    source_ += source;
    star = source == "*";
    all = source == "@";
    if (cur() != ']')
        return nullptr;
    bump();
    return word;
}

WordPtr Lexer::scan_operand(const Scan& outer, char stop, bool pattern, bool tilde, bool take_first) {
    auto word = std::make_unique<Word>();
    const std::size_t mark = source_.size();
    word->line = line_;
    Scan how;
    how.brace_end = true;
    how.stop = stop;
    how.behind = outer.behind;
    how.document = outer.document;
    how.no_process_sub = outer.quote != Quote::None;
    const bool quoted = outer.quote != Quote::None && !outer.pattern;
    if (quoted && !pattern)
        how.quote = Quote::Double;
    how.tilde_start = tilde && (pattern || !quoted);
    how.colon_tilde = outer.colon_tilde && !pattern && !quoted;
    if (take_first) {
        Parts(word->parts).literal(static_cast<char>(raw()), false);
        bump();
    }
    const std::size_t begin = pos_;
    scan(word->parts, how);
    const std::string source = source_.substr(mark);
    if (how.quote == Quote::Double && !how.document && source.find('"') != std::string::npos)
        strip_quotes(*word, begin);
    finish_word(*word, mark);
    source_ += source;
    return word;
}

/// The word of "${x-word}", read from `begin` to here, loses its quotes before it is expanded.
void Lexer::strip_quotes(Word& word, std::size_t begin) {
    const auto inner_end = [&](std::size_t i) {
        const std::size_t place = begin + i;
        std::size_t end = std::string::npos;
        if (text_[place] == '`')
            end = find_matching('\0', '`', place + 1);
        else if (text_.compare(place, 2, "$(") == 0)
            end = find_matching('(', ')', place + 2);
        else if (text_.compare(place, 2, "${") == 0)
            end = find_matching('\0', '}', place + 2);
        return end < pos_ ? end - begin : i;
    };
    const StrippedWord stripped(std::string_view(text_).substr(begin, pos_ - begin), inner_end);
    if (stripped.joins())
        word.parts =
            std::move(parse_word_text(stripped.text(), WordContext::DoubleQuoted, options, line_)->parts);
}

bool Lexer::parse_operator(Parameter& parameter, const Scan& how) {
    const int c = cur();
    if (parameter.length)
        return false;
    switch (c) {
    case ':':
        bump();
        if (cur() == '-' || cur() == '=' || cur() == '?' || cur() == '+') {
            parameter.colon = true;
            return parse_word_operator(parameter, how, cur());
        }
        return parse_substring(parameter, how);
    case '-':
    case '=':
    case '?':
    case '+':
        return parse_word_operator(parameter, how, c);
    case '#':
    case '%': {
        bump();
        const bool twice = cur() == c;
        if (twice)
            bump();
        parameter.op = c == '#' ? (twice ? ParamOp::PrefixLong : ParamOp::PrefixShort)
                                : (twice ? ParamOp::SuffixLong : ParamOp::SuffixShort);
        parameter.arg = scan_operand(how, 0, true, true);
        return true;
    }
    case '/':
        return parse_replacement(parameter, how);
    case '^':
    case ',':
    case '~': {
        bump();
        const bool twice = cur() == c;
        if (twice)
            bump();
        parameter.op = c == '^'   ? (twice ? ParamOp::UpperAll : ParamOp::UpperFirst)
                       : c == ',' ? (twice ? ParamOp::LowerAll : ParamOp::LowerFirst)
                                  : (twice ? ParamOp::ToggleAll : ParamOp::ToggleFirst);
        if (cur() != '}')
            parameter.arg = scan_operand(how, 0, true, true);
        return true;
    }
    case '@': {
        const std::string_view letters =
            std::string_view(text_).substr(pos_ + 1, text_.find('}', pos_) - pos_ - 1);
        const bool known =
            letters.size() == 1 && std::string_view("UuLQEPAKak").find(letters[0]) != std::string_view::npos;
        if (!known && letters.find_first_of("\\'\"$`\n") != std::string_view::npos)
            return false;
        parameter.op = ParamOp::Transform;
        parameter.transform = known ? letters[0] : '\0';
        parameter.unknown = known ? "" : letters;
        bad_substitutions += known ? 0 : 1;
        for (std::size_t i = 0; i <= letters.size(); ++i)
            bump();
        return true;
    }
    default:
        return false;
    }
}

bool Lexer::parse_word_operator(Parameter& parameter, const Scan& how, int c) {
    bump();
    parameter.op = c == '-'   ? ParamOp::Default
                   : c == '=' ? ParamOp::Assign
                   : c == '?' ? ParamOp::Error
                              : ParamOp::Alternative;
    Scan outer =
        how; // x=${y-~:~}: the rules of the assignment go on inside, but for a value that is assigned
    outer.colon_tilde = how.colon_tilde && c != '=';
    parameter.arg = scan_operand(outer, 0, false, true);
    return true;
}

bool Lexer::parse_replacement(Parameter& parameter, const Scan& how) {
    bump();
    parameter.op = ParamOp::ReplaceFirst;
    if (cur() == '/' || cur() == '#' || cur() == '%') {
        parameter.op = cur() == '/'   ? ParamOp::ReplaceAll
                       : cur() == '#' ? ParamOp::ReplacePrefix
                                      : ParamOp::ReplaceSuffix;
        bump();
    }
    // A / right behind the // is the pattern's first character.
    const bool slash = parameter.op == ParamOp::ReplaceAll && cur() == '/';
    const bool anchored = parameter.op == ParamOp::ReplacePrefix || parameter.op == ParamOp::ReplaceSuffix;
    parameter.arg = scan_operand(how, '/', true, !anchored, slash);
    if (cur() == '/') {
        bump();
        parameter.has_arg2 = true;
        parameter.arg2 = scan_operand(how, 0, true, true);
    }
    return true;
}

/// Offset and length are arithmetic: read as such.
bool Lexer::parse_substring(Parameter& parameter, const Scan& outer) {
    parameter.op = ParamOp::Substring;
    if (cur() == '}') // ${x:}
        return false;
    const auto expression = [&](char stop) {
        auto word = std::make_unique<Word>();
        const std::size_t mark = source_.size();
        word->line = line_;
        Scan how;
        how.quote = Quote::Arith;
        how.bare_ansi = outer.quote == Quote::Double;
        how.brace_end = true;
        how.stop = stop;
        how.behind = outer.behind;
        scan(word->parts, how);
        const std::string source = source_.substr(mark);
        finish_word(*word, mark);
        source_ += source;
        return word;
    };
    parameter.arg = expression(':');
    if (cur() == ':') {
        bump();
        parameter.has_arg2 = true;
        parameter.arg2 = expression(0);
    }
    return true;
}

} // namespace asb::shell
