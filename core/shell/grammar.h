// Private to the parser: the grammar (bash manual, "Shell Commands"), by recursive descent over Lexer's
// tokens.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/lexer.h"

#include <initializer_list>
#include <memory>
#include <string_view>

namespace asb::shell {

class Grammar {
public:
    explicit Grammar(Lexer& lexer) : lex_(lexer) {}

    /// One complete command; null at the end of the text.
    std::shared_ptr<List> complete_command();
    /// Commands up to the ) of a substitution, which is consumed. May be empty.
    std::shared_ptr<List> substitution();

private:
    // grammar.cpp
    bool list(List& out, bool one_line);
    bool separator(List& out, bool one_line);
    CommandPtr and_or();
    CommandPtr pipeline();
    void join_errors(Command& stage);
    CommandPtr command(bool first_stage);
    CommandPtr simple_command();
    void finish_declaration(SimpleCommand& command);
    void argument_mode(const SimpleCommand& command, TokenMode& mode) const;
    CommandPtr function_definition(std::string name, std::uint32_t line, bool keyword);
    CommandPtr coproc();
    void skip_newlines(TokenMode mode = TokenMode::Command);
    void expect(std::string_view word);
    Token& peek(TokenMode mode = TokenMode::Command) { return lex_.peek(mode); }

    // grammar_redirection.cpp
    bool redirection(Command& owner, TokenMode mode);
    void read_redirection(Command& owner, int fd, bool fd_given, std::string fd_variable);
    void redirections(Command& owner);

    // compound.cpp
    CommandPtr compound(const Token& token);
    CommandPtr reserved_compound(std::string_view word);
    CommandPtr parenthesised();
    CommandPtr group();
    CommandPtr if_command();
    CommandPtr while_command(bool until);
    CommandPtr for_command(bool select);
    CommandPtr arith_for(std::uint32_t line, std::size_t second_paren);
    void for_body(List& body);
    CommandPtr case_command();
    bool case_clause(CaseCommand& command, bool after_in);
    void body_until(List& body, std::initializer_list<std::string_view> ends);
    void braced_body(List& body); ///< behind its {; the } is read

    // condition.cpp
    CommandPtr conditional();
    std::unique_ptr<Condition> condition_or();
    std::unique_ptr<Condition> condition_and();
    std::unique_ptr<Condition> condition_term();
    std::unique_ptr<Condition> condition_binary(Word left);
    Token& condition_word(TokenMode mode, const char* missing);
    void condition_newlines(const char* missing = nullptr);
    [[noreturn]] void condition_error(const std::string& text, std::uint32_t line);

    Lexer& lex_;
    std::uint32_t condition_line_ = 0;
};

/// The token is this reserved word, unquoted.
bool is_word(const Token& token, std::string_view word);
/// A reserved word that ends a list (then, do, done, fi, elif, else, esac, }).
bool ends_list(const Token& token);
bool starts_compound(const Token& token);

} // namespace asb::shell
