// The simple command and each compound one, in the layout of bash.
#include "core/shell/unparser.h"

namespace asb::shell {

void Unparser::simple(const SimpleCommand& command) {
    std::size_t count = 0;
    const auto word = [&](const std::string& text) {
        if (count > 0)
            out_ += ' ';
        out_ += text;
        if (++count <= 2) // see Grammar::simple_command
            set_line(command.line);
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
    body(command.body);
    semicolon();
    newline("done");
}

void Unparser::arith_for(const ArithForCommand& command) {
    const auto text = [](const WordPart& part) {
        return part.text.empty() ? std::string("1") : arithmetic_text(part);
    };
    out_ +=
        "for ((" + text(command.init) + "; " + text(command.condition) + "; " + text(command.update) + "))";
    newline("do\n");
    body(command.body);
    semicolon();
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

} // namespace asb::shell
