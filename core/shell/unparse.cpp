// The layout follows what bash prints, quirks included: which commands end in a semicolon, where
// here-documents go.
#include "core/shell/unparse.h"

#include "core/shell/unparser.h"

namespace asb::shell {

void Unparser::print(const Command& command) {
    begin();
    set_line(command.line);
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
        out_ += "((" + arithmetic_text(static_cast<const ArithmeticCommand&>(command).expression) + "))";
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
    std::size_t unnumbered = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const ListItem& item = list.items[i];
        const bool more = i + 1 < n;
        print(*item.command);
        if (&list == outer_ && (!more || (item.newline && !item.background)))
            number_ends(list, unnumbered, i);
        if (item.background) {
            if (i > 0)
                deferred("");
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

/// The commands from `first` to `last` stand on lines that bash reads in one go.
void Unparser::number_ends(const List& list, std::size_t& first, std::size_t last) {
    const auto lines = static_cast<std::uint32_t>(std::count(out_.begin(), out_.end(), '\n'));
    for (; first <= last; ++first)
        const_cast<ListItem&>(list.items[first]).end_line = lines + 1;
}

/// What stands between two statements.
void Unparser::statement_end(bool is_newline, bool more) {
    const bool line_break = comsub_ && is_newline;
    const bool behind_document = was_document_ || !deferred_.empty();
    if (!deferred_.empty())
        deferred(in_function_ > 0 ? "" : ";");
    else if (!was_document_)
        out_ += line_break ? '\n' : ';';
    else
        was_document_ = false;
    if (in_function_ > 0 || (line_break && behind_document)) {
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
    set_line(command.brace_line);
    out_ += "{ \n";
    ++in_function_;
    indentation_ += amount_;
    function_body(*command.body);
    indentation_ -= amount_;
    --in_function_;
    const bool own = command.body->kind == CommandKind::Group && !command.body->redirections.empty();
    newline(own ? "} " : "}");
    was_document_ = false; // that of its last command
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
