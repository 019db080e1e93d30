#include "core/shell/parser.h"

#include "core/shell/grammar.h"
#include "core/shell/lexer.h"
#include "core/shell/redirection_text.h"

#include <utility>

namespace asb::shell {

Parser::Parser(std::string_view text, ParserOptions options, std::uint32_t first_line)
    : lexer_(std::make_unique<Lexer>(text, options, first_line)) {
    lexer_->end_last_line();
}

Parser::~Parser() = default;

ParseResult Parser::next() {
    ParseResult result;
    result.begin = lexer_->position();
    lexer_->messages.clear();
    try {
        result.list = Grammar(*lexer_).complete_command();
        result.kind = result.list ? ParseResult::Kind::Commands : ParseResult::Kind::End;
        result.messages = std::move(lexer_->messages);
    } catch (SyntaxError& error) {
        if (std::exchange(error.gives_up, false))
            lexer_->skip_given_up(error);
        result.end = lexer_->end_of_line();
        result.kind = ParseResult::Kind::Error;
        result.list.reset();
        result.messages = std::move(lexer_->messages);
        for (ParserMessage& message : error.messages)
            result.messages.push_back(std::move(message));
        result.status = error.status;
        result.exits = error.exits;
        result.resumes = error.resumes;
        if (result.resumes)
            lexer_->skip_rest_of_line();
        else
            lexer_->skip_all();
        lexer_->messages.clear();
        return result;
    }
    lexer_->messages.clear();
    result.end = lexer_->position();
    return result;
}

void Parser::set_options(const ParserOptions& options) {
    lexer_->options = options;
}

std::uint32_t Parser::line() const {
    return lexer_->line();
}

void Parser::count_from(std::uint32_t line) {
    lexer_->count_from(line);
}

std::string_view Parser::source(std::size_t begin, std::size_t end) const {
    return std::string_view(lexer_->text()).substr(begin, end - begin);
}

WholeParse parse_whole(std::string_view text, const ParserOptions& options, std::uint32_t first_line) {
    WholeParse result;
    Parser parser(text, options, first_line);
    auto list = std::make_shared<List>();
    for (;;) {
        ParseResult part = parser.next();
        for (ParserMessage& message : part.messages)
            result.messages.push_back(std::move(message));
        if (part.kind == ParseResult::Kind::Error)
            return result;
        if (part.kind == ParseResult::Kind::End)
            break;
        // The parts were made for this list alone.
        for (ListItem& item : std::const_pointer_cast<List>(part.list)->items)
            list->items.push_back(std::move(item));
        list->end_line = part.list->end_line;
    }
    result.list = std::move(list);
    return result;
}

WordPtr parse_word_text(std::string_view text, WordContext context, const ParserOptions& options,
                        std::uint32_t line, std::string* error) {
    Lexer lexer(text, options, line);
    lexer.lenient = true;
    auto word = std::make_unique<Word>();
    try {
        *word = lexer.read_whole(context);
    } catch (const SyntaxError& failure) {
        if (error && !failure.messages.empty())
            *error = failure.messages.front().text;
        *word = Word();
        word->parts.emplace_back();
        word->parts.back().text = std::string(text);
        word->parts.back().quoted = true;
        word->literal = std::string(text);
        word->plain = true;
    }
    word->source = std::string(text);
    return word;
}

bool parse_array_text(std::string_view text, const ParserOptions& options,
                      std::vector<ArrayElement>& elements) {
    Lexer lexer(text, options, 1);
    try {
        if (lexer.read_array_elements(elements))
            return true;
    } catch (const SyntaxError&) {
        // not a compound value: the caller takes the text as a plain one
    }
    elements.clear();
    return false;
}

std::unique_ptr<Assignment> Lexer::reread_assignment(const Word& word) const {
    if (word.has_brace)
        return nullptr;
    Lexer lexer(word.source, options, word.line);
    try {
        Token& token = lexer.peek(TokenMode::Declaration);
        if (token.assignment && lexer.at_end() && !token.assignment->is_array)
            return std::move(token.assignment);
    } catch (const SyntaxError&) {
        return nullptr;
    }
    return nullptr;
}

std::unique_ptr<Assignment> assignment_of(const Word& word, const ParserOptions& options) {
    return Lexer("", options, word.line).reread_assignment(word);
}

void set_document_body(Word& body, std::string text, bool quoted, const ParserOptions& options,
                       std::uint32_t line) {
    if (quoted) {
        body = Word(); // it may be read a second time
        body.parts.emplace_back();
        body.parts.back().quoted = true;
        body.parts.back().text = text;
        body.literal = text;
        body.plain = true;
        body.quoted = true;
    } else {
        body = std::move(*parse_word_text(text, WordContext::HereDocument, options, line));
    }
    body.source = std::move(text);
    body.line = line;
}

} // namespace asb::shell
