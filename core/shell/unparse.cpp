// The layout follows what bash prints, quirks included: which commands end in a semicolon, where
// here-documents go.
#include "core/shell/unparse.h"

#include "core/shell/quote.h"
#include "core/shell/redirection_text.h"

#include <algorithm>

namespace asb::shell {

namespace {

constexpr int kIndent = 4;

bool is_number(const std::string& text) {
    return !text.empty()
           && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class Unparser {
public:
    std::string function(const std::string& name, const Command& body, bool multiline);
    std::string command_text(const Command& command) {
        print(command);
        deferred("");
        return std::move(out_);
    }
    std::string substitution(const List& body) {
        comsub_ = true;
        number_lines_ = true;
        print(body);
        deferred("");
        return std::move(out_);
    }

private:
    void print(const Command& command);
    void print_kind(const Command& command);
    void print(const List& list);
    void begin() {
        if (skip_indent_ > 0)
            --skip_indent_;
        else
            indent();
    }
    void indent() { out_.append(static_cast<std::size_t>(std::max(indentation_, 0)), ' '); }
    void newline(const char* text) {
        out_ += '\n';
        indent();
        out_ += text;
    }
    void semicolon() {
        if (!out_.empty() && (out_.back() == '&' || out_.back() == '\n'))
            return;
        out_ += ';';
    }
    void deferred(const std::string& connector);
    void bodies(const std::vector<const Redirection*>& documents);
    void statement_end(bool is_newline, bool more);
    void simple(const SimpleCommand& command);
    void pipeline(const PipelineCommand& command);
    void and_or(const AndOrCommand& command);
    void group(const GroupCommand& command);
    void if_command(const IfCommand& command, std::size_t branch);
    void while_command(const WhileCommand& command);
    void for_command(const ForCommand& command);
    void arith_for(const ArithForCommand& command);
    void case_command(const CaseCommand& command);
    void nested_function(const FunctionCommand& command);
    void function_body(const Command& body);
    void condition(const Condition& node, bool negate);
    void body(const List& list) {
        indentation_ += amount_;
        print(list);
        deferred("");
        indentation_ -= amount_;
    }
    void redirections(const std::vector<Redirection>& list);
    void redirection(const Redirection& redirection);
    void set_line(const Command& command) {
        if (number_lines_) // the parser owns the tree that it numbers
            const_cast<Command&>(command).line =
                static_cast<std::uint32_t>(std::count(out_.begin(), out_.end(), '\n'));
    }

    std::string out_;
    std::vector<const Redirection*> deferred_;
    int indentation_ = 0;
    int amount_ = kIndent;
    int skip_indent_ = 0;
    int in_function_ = 0;
    int connections_ = 0;
    bool was_document_ = false;
    bool comsub_ = false;
    bool number_lines_ = false;
};

void Unparser::bodies(const std::vector<const Redirection*>& documents) {
    out_ += '\n';
    for (const Redirection* document : documents) {
        out_ += document->body.source;
        out_ += document->target.literal;
        out_ += '\n';
    }
    was_document_ = true;
}

void Unparser::deferred(const std::string& connector) {
    const bool shown = !connector.empty() && connector != ";";
    if (shown)
        out_ += connector;
    if (deferred_.empty())
        return;
    const std::vector<const Redirection*> documents = std::move(deferred_);
    deferred_.clear();
    bodies(documents);
    if (shown)
        out_ += ' ';
}

void Unparser::print(const Command& command) {
    begin();
    set_line(command);
    if (command.kind == CommandKind::Simple) {
        simple(static_cast<const SimpleCommand&>(command));
        return;
    }
    print_kind(command);
    if (!command.redirections.empty()) {
        out_ += ' ';
        redirections(command.redirections);
    }
}

void Unparser::print_kind(const Command& command) {
    switch (command.kind) {
    case CommandKind::Simple:
        break;
    case CommandKind::Pipeline:
        pipeline(static_cast<const PipelineCommand&>(command));
        break;
    case CommandKind::AndOr:
        and_or(static_cast<const AndOrCommand&>(command));
        break;
    case CommandKind::Group:
        group(static_cast<const GroupCommand&>(command));
        break;
    case CommandKind::Subshell:
        out_ += "( ";
        ++skip_indent_;
        print(static_cast<const SubshellCommand&>(command).body);
        deferred("");
        out_ += " )";
        break;
    case CommandKind::If:
        if_command(static_cast<const IfCommand&>(command), 0);
        break;
    case CommandKind::While:
        while_command(static_cast<const WhileCommand&>(command));
        break;
    case CommandKind::For:
    case CommandKind::Select:
        for_command(static_cast<const ForCommand&>(command));
        break;
    case CommandKind::ArithFor:
        arith_for(static_cast<const ArithForCommand&>(command));
        break;
    case CommandKind::Case:
        case_command(static_cast<const CaseCommand&>(command));
        break;
    case CommandKind::Function:
        nested_function(static_cast<const FunctionCommand&>(command));
        break;
    case CommandKind::Conditional:
        out_ += "[[ ";
        condition(*static_cast<const ConditionalCommand&>(command).condition, false);
        out_ += " ]]";
        break;
    case CommandKind::Arithmetic:
        out_ += "((" + static_cast<const ArithmeticCommand&>(command).expression.text + "))";
        break;
    case CommandKind::Coproc: {
        const auto& coproc = static_cast<const CoprocCommand&>(command);
        out_ += "coproc " + coproc.name + " ";
        ++skip_indent_;
        print(*coproc.body);
        break;
    }
    }
}

// -------------------------------------------------------------------------------------------- connections

void Unparser::print(const List& list) {
    const std::size_t n = list.items.size();
    const bool connected = n > 1 || (n == 1 && list.items.front().background);
    if (connected) {
        begin();
        ++skip_indent_;
        ++connections_;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const ListItem& item = list.items[i];
        const bool more = i + 1 < n;
        print(*item.command);
        if (item.background) {
            deferred(" &");
            if (more) {
                out_ += ' ';
                ++skip_indent_;
            }
        } else {
            if (connected && i > 0)
                deferred("");
            if (more)
                statement_end(item.newline, more);
        }
    }
    if (connected) {
        deferred("");
        --connections_;
    }
}

/// What stands between two statements.
void Unparser::statement_end(bool is_newline, bool more) {
    const bool line_break = comsub_ && is_newline;
    if (!deferred_.empty())
        deferred(in_function_ > 0 ? "" : ";");
    else if (!was_document_)
        out_ += line_break ? '\n' : ';';
    else
        was_document_ = false;
    if (in_function_ > 0) {
        out_ += '\n';
        return;
    }
    if (!line_break)
        out_ += ' ';
    if (more)
        ++skip_indent_;
}

void Unparser::pipeline(const PipelineCommand& command) {
    if (command.timed)
        out_ += command.timed_posix ? "time -p " : "time ";
    if (command.negated)
        out_ += "! ";
    const std::size_t n = command.stages.size();
    if (n == 0)
        return;
    ++skip_indent_;
    connections_ += n > 1 ? 1 : 0;
    for (std::size_t i = 0; i < n; ++i) {
        print(*command.stages[i]);
        if (i > 0)
            deferred("");
        if (i + 1 < n) {
            deferred(" |");
            out_ += ' ';
            ++skip_indent_;
        }
    }
    connections_ -= n > 1 ? 1 : 0;
}

void Unparser::and_or(const AndOrCommand& command) {
    ++skip_indent_;
    ++connections_;
    print(*command.first);
    for (const AndOrCommand::Rest& rest : command.rest) {
        deferred(rest.is_and ? " && " : " || ");
        ++skip_indent_;
        print(*rest.command);
        deferred("");
    }
    --connections_;
}

// -------------------------------------------------------------------------------------------- commands

void Unparser::simple(const SimpleCommand& command) {
    std::size_t count = 0;
    const auto word = [&](const std::string& text) {
        if (count > 0)
            out_ += ' ';
        out_ += text;
        if (++count <= 2) // see Grammar::simple_command
            set_line(command);
    };
    for (const Assignment& assignment : command.assignments)
        word(assignment.source);
    for (const Word& argument : command.words)
        word(argument.source);
    if (command.redirections.empty())
        return;
    if (count > 0)
        out_ += ' ';
    redirections(command.redirections);
}

void Unparser::group(const GroupCommand& command) {
    out_ += "{ ";
    if (in_function_ == 0) {
        ++skip_indent_;
    } else {
        out_ += '\n';
        indentation_ += amount_;
    }
    print(command.body);
    deferred("");
    if (in_function_ > 0) {
        out_ += '\n';
        indentation_ -= amount_;
        indent();
    } else {
        semicolon();
        out_ += ' ';
    }
    out_ += '}';
}

void Unparser::if_command(const IfCommand& command, std::size_t branch) {
    out_ += "if ";
    ++skip_indent_;
    print(command.branches[branch].condition);
    semicolon();
    out_ += " then\n";
    body(command.branches[branch].body);
    if (branch + 1 < command.branches.size()) { // elif: an if inside else
        semicolon();
        newline("else\n");
        indentation_ += amount_;
        begin();
        if_command(command, branch + 1);
        deferred("");
        indentation_ -= amount_;
    } else if (command.else_body) {
        semicolon();
        newline("else\n");
        body(*command.else_body);
    }
    semicolon();
    newline("fi");
}

void Unparser::while_command(const WhileCommand& command) {
    out_ += command.until ? "until " : "while ";
    ++skip_indent_;
    print(command.condition);
    deferred("");
    semicolon();
    out_ += " do\n";
    body(command.body);
    semicolon();
    newline("done");
}

void Unparser::for_command(const ForCommand& command) {
    out_ += command.kind == CommandKind::Select ? "select " : "for ";
    out_ += command.name + " in ";
    if (!command.has_words)
        out_ += "\"$@\"";
    for (std::size_t i = 0; i < command.words.size(); ++i)
        out_ += (i > 0 ? " " : "") + command.words[i].source;
    out_ += ';';
    newline("do\n");
    indentation_ += amount_;
    print(command.body);
    deferred("");
    semicolon();
    indentation_ -= amount_;
    newline("done");
}

void Unparser::arith_for(const ArithForCommand& command) {
    const auto text = [](const WordPart& part) { return part.text.empty() ? std::string("1") : part.text; };
    out_ +=
        "for ((" + text(command.init) + "; " + text(command.condition) + "; " + text(command.update) + "))";
    newline("do\n");
    indentation_ += amount_;
    print(command.body);
    deferred("");
    semicolon();
    indentation_ -= amount_;
    newline("done");
}

void Unparser::case_command(const CaseCommand& command) {
    out_ += "case " + command.subject.source + " in ";
    indentation_ += amount_;
    for (const CaseCommand::Clause& clause : command.clauses) {
        newline("");
        for (std::size_t i = 0; i < clause.patterns.size(); ++i)
            out_ += (i > 0 ? " | " : "") + clause.patterns[i].source;
        out_ += ")\n";
        body(clause.body);
        newline(clause.end == CaseCommand::End::Break         ? ";;"
                : clause.end == CaseCommand::End::FallThrough ? ";&"
                                                              : ";;&");
    }
    indentation_ -= amount_;
    newline("esac");
}

void Unparser::condition(const Condition& node, bool negate) {
    if (node.kind == Condition::Kind::Not) {
        condition(*node.a, !negate);
        return;
    }
    if (negate)
        out_ += "! ";
    switch (node.kind) {
    case Condition::Kind::Not:
        break;
    case Condition::Kind::Group:
        out_ += "( ";
        condition(*node.a, false);
        out_ += " )";
        break;
    case Condition::Kind::And:
    case Condition::Kind::Or:
        condition(*node.a, false);
        out_ += node.kind == Condition::Kind::And ? " && " : " || ";
        condition(*node.b, false);
        break;
    case Condition::Kind::Word:
        out_ += "-n " + node.left.source;
        break;
    case Condition::Kind::Unary:
        out_ += node.op + " " + node.left.source;
        break;
    case Condition::Kind::Binary:
        out_ += node.left.source + " " + node.op + " " + node.right.source;
        break;
    }
}

// -------------------------------------------------------------------------------------------- functions

/// A group's own braces are those of the function, and its redirections stand behind them.
void Unparser::function_body(const Command& body) {
    const bool is_group = body.kind == CommandKind::Group;
    if (is_group)
        print(static_cast<const GroupCommand&>(body).body);
    else
        print(body);
    deferred("");
}

void Unparser::nested_function(const FunctionCommand& command) {
    out_ += "function " + command.name + " () \n";
    indent();
    out_ += "{ \n";
    ++in_function_;
    indentation_ += amount_;
    function_body(*command.body);
    indentation_ -= amount_;
    --in_function_;
    const bool own = command.body->kind == CommandKind::Group && !command.body->redirections.empty();
    newline(own ? "} " : "}");
    if (own)
        redirections(command.body->redirections);
}

std::string Unparser::function(const std::string& name, const Command& body, bool multiline) {
    if (!name.empty())
        out_ += name + " ";
    out_ += "() ";
    if (multiline) {
        out_ += "\n{ \n";
        indentation_ += amount_;
    } else {
        indentation_ = 1;
        amount_ = 0;
        out_ += "{ ";
    }
    ++in_function_;
    function_body(body);
    indentation_ = 0;
    amount_ = kIndent;
    --in_function_;
    const bool own = body.kind == CommandKind::Group && !body.redirections.empty();
    newline(own ? "} " : "}");
    if (own)
        redirections(body.redirections);
    deferred("");
    return std::move(out_);
}

// -------------------------------------------------------------------------------------------- redirections

void Unparser::redirections(const std::vector<Redirection>& list) {
    std::vector<const Redirection*> documents;
    was_document_ = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0)
            out_ += ' ';
        redirection(list[i]);
        if (list[i].kind == RedirKind::HereDoc)
            documents.push_back(&list[i]);
    }
    if (documents.empty())
        return;
    if (connections_ > 0)
        deferred_ = std::move(documents);
    else
        bodies(documents);
}

void Unparser::redirection(const Redirection& redirection) {
    const std::string& word = redirection.target.source;
    const bool dup = redirection.kind == RedirKind::DupIn || redirection.kind == RedirKind::DupOut;
    std::string number = std::to_string(redirection.fd);
    if (!redirection.fd_variable.empty())
        number = "{" + redirection.fd_variable + "}";
    if (dup) {
        const bool closes = word == "-";
        const bool moves =
            word.size() > 1 && word.back() == '-' && is_number(word.substr(0, word.size() - 1));
        const bool plain =
            redirection.fd_variable.empty() && redirection.fd == default_descriptor(redirection.kind);
        if (!closes && !moves && !is_number(word) && plain)
            number.clear();
        out_ += number + (redirection.kind == RedirKind::DupIn && !closes ? "<&" : ">&");
        // bash prints the number, 02 as 2
        out_ += is_number(word) ? std::to_string(std::stoull(word.substr(0, 18))) : word;
        return;
    }
    if (redirection.kind == RedirKind::OutErr || redirection.kind == RedirKind::AppendErr)
        number.clear();
    const int unsaid = redirection.kind == RedirKind::InOut ? 1 : default_descriptor(redirection.kind);
    if (redirection.fd_variable.empty() && redirection.fd == unsaid)
        number.clear();
    out_ += number;
    if (redirection.kind == RedirKind::HereDoc) {
        out_ += redirection.strip_tabs ? "<<-" : "<<";
        out_ +=
            redirection.body_quoted ? quote_single(redirection.target.literal) : redirection.target.literal;
        return;
    }
    out_ += redirection_operator(redirection.kind, false);
    out_ += ' ';
    out_ += word;
}

} // namespace

std::string unparse_function(const std::string& name, const Command& body) {
    return Unparser().function(name, body, true);
}

std::string unparse_function_value(const Command& body) {
    return Unparser().function("", body, false);
}

std::string unparse(const Command& command) {
    return Unparser().command_text(command);
}

std::string unparse_substitution(List& list) {
    return Unparser().substitution(list);
}

} // namespace asb::shell
