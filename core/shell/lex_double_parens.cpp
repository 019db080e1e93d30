// The expressions of (( … )) and for (( … )).
#include "core/shell/grammar.h"
#include "core/shell/lexer.h"

#include <algorithm>
#include <utility>

namespace asb::shell {

/// What bash calls the token before the end of a text, when it has none: back to a blank or an operator.
static std::string last_token(std::string_view text) {
    const std::size_t newline = text.rfind('\n');
    const std::string_view line = newline == std::string_view::npos ? text : text.substr(newline + 1);
    std::size_t begin = line.find_last_of(" \t;|&");
    if (begin == std::string_view::npos)
        begin = 0;
    else if (line[begin] == ' ' || line[begin] == '\t')
        ++begin;
    return std::string(line.substr(begin));
}

/// At the second ( of a command that begins with ((: its expression, when the text is one.
bool Lexer::read_double_parens(WordPart& expression) {
    const std::size_t close = find_matching('(', ')', pos_ + 1);
    if (close == std::string::npos)
        unclosed_inner();
    if (close + 1 >= text_.size() || text_[close + 1] == '\n') { // not even a subshell in a subshell
        const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(pos_);
        line_ += static_cast<std::uint32_t>(
            std::count(begin, text_.begin() + static_cast<std::ptrdiff_t>(close), '\n'));
        Lexer again(std::string_view(text_).substr(pos_, close + 1 - pos_), options, line_);
        again.end_last_line();
        static_cast<void>(Grammar(again).complete_command()); // what is wrong with it is said first
        pos_ = close + 1;
        fail(line_, "syntax error near `" + last_token(std::string_view(text_).substr(0, pos_)) + "'", true);
    }
    if (text_[close + 1] != ')') {
        read_again_ = {pos_, close + 2};
        return false;
    }
    ++pos_;
    const std::size_t mark = source_.size();
    expression = arithmetic_part(close);
    source_.resize(mark);
    pos_ += 2;
    return true;
}

std::optional<SyntaxError> Lexer::read_for_expressions(std::array<WordPart, 3>& expressions) {
    const std::size_t close = find_matching('(', ')', pos_ + 1);
    if (close == std::string::npos)
        unclosed_inner();
    const std::string whole = text_.substr(pos_ - 1, close + 2 - (pos_ - 1));
    std::optional<SyntaxError> refused;
    const auto refuse = [&](const char* why) {
        refused.emplace();
        refused->messages.push_back({line_, why, false});
        refused->messages.push_back({line_, "syntax error: `" + whole + "'", false});
    };
    if (close + 1 >= text_.size()
        || text_[close + 1] != ')') { // to bash the input ends here: not a word of it
        SyntaxError error{{}, ParseResult::kKeepStatus, false, false, false};
        gives_up_in_substitution(error);
        throw error;
    }
    ++pos_;
    std::vector<std::size_t> behind; // how much of the text stands behind each ;
    std::string stack;
    for (std::size_t i = pos_; i < close; ++i) { // ; at the outer level
        const char c = text_[i];
        if (c == '\\')
            ++i;
        else if (!stack.empty() && c == stack.back())
            stack.pop_back();
        else if (c == '(' || c == '"' || c == '\'')
            stack += c == '(' ? ')' : c;
        else if (c == ';' && stack.empty())
            behind.push_back(text_.size() - i);
    }
    if (behind.size() < 2)
        refuse("syntax error: arithmetic expression required");
    if (behind.size() > 2)
        refuse("syntax error: `;' unexpected");
    if (refused) {
        while (pos_ <= close + 1)
            skip();
        return refused;
    }
    behind.push_back(text_.size() - close);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t mark = source_.size();
        while (text_.size() - pos_ > behind[i] && (raw() == ' ' || raw() == '\t'))
            skip();
        expressions[i] = arithmetic_part(text_.size() - behind[i]);
        source_.resize(mark);
        ++pos_;
    }
    ++pos_;
    return refused;
}

} // namespace asb::shell
