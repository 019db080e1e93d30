// Private to the unparser: the text under way and where its lines stand. One object makes one text.
#pragma once

#include "core/shell/ast.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace asb::shell {

class Unparser {
public:
    /// With an empty name the value of an exported function.
    std::string function(const std::string& name, const Command& body, bool multiline);
    std::string command_text(const Command& command) {
        print(command);
        deferred("");
        return std::move(out_);
    }
    std::string substitution(const List& body) {
        comsub_ = true;
        number_lines_ = true;
        outer_ = &body;
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
    void number_ends(const List& list, std::size_t& first, std::size_t last);
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
    static const std::string& arithmetic_text(const WordPart& part) {
        return part.text2.empty() ? part.text : part.text2;
    }
    void redirections(const std::vector<Redirection>& list);
    void redirection(const Redirection& redirection);
    void set_line(const std::uint32_t& line) {
        if (number_lines_) // the parser owns the tree that it numbers
            const_cast<std::uint32_t&>(line) =
                static_cast<std::uint32_t>(std::count(out_.begin(), out_.end(), '\n'));
    }

    static constexpr int kIndent = 4;

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
    const List* outer_ = nullptr; ///< all of a substitution
};

} // namespace asb::shell
