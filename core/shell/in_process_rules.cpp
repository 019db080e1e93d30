// What may run in the shell itself: a walk over the tree that knows what is harmless.
#include "core/shell/in_process.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace asb::shell {

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Variables that tell processes apart or carry state that no journal puts back.
bool is_telling(std::string_view name) {
    return is_one_of(name, {"BASHPID", "RANDOM", "SRANDOM", "BASH_ARGV0", "SECONDS", "LINENO", "_",
                            "DIRSTACK", "BASH_XTRACEFD"});
}

bool mentions_telling(std::string_view text) {
    for (const std::string_view name : {"BASHPID", "RANDOM", "SECONDS"}) {
        if (text.find(name) != std::string_view::npos)
            return true;
    }
    return false;
}

/// Walks a body. What it does not know is not harmless.
class Inspector {
public:
    Inspector(const Shell& shell, bool bounded) : shell_(shell), bounded_(bounded) {}

    bool list(const List& body) {
        return std::all_of(body.items.begin(), body.items.end(), [this](const ListItem& item) {
            return !item.background && command(*item.command);
        });
    }

    bool command(const Command& c) {
        if (!redirections(c.redirections))
            return false;
        switch (c.kind) {
        case CommandKind::Simple:
            return simple(static_cast<const SimpleCommand&>(c));
        case CommandKind::Pipeline:
            return pipeline(static_cast<const PipelineCommand&>(c));
        case CommandKind::AndOr: {
            const auto& chain = static_cast<const AndOrCommand&>(c);
            return command(*chain.first)
                   && std::all_of(chain.rest.begin(), chain.rest.end(),
                                  [this](const AndOrCommand::Rest& rest) { return command(*rest.command); });
        }
        case CommandKind::Group:
            return list(static_cast<const GroupCommand&>(c).body);
        case CommandKind::If:
            return choice(static_cast<const IfCommand&>(c));
        case CommandKind::Case:
            return cases(static_cast<const CaseCommand&>(c));
        case CommandKind::Conditional:
            return condition(*static_cast<const ConditionalCommand&>(c).condition);
        case CommandKind::Arithmetic:
            return arithmetic(static_cast<const ArithmeticCommand&>(c).expression);
        case CommandKind::Subshell: {
            const bool outer = std::exchange(in_function_, false);
            const bool good = list(static_cast<const SubshellCommand&>(c).body);
            in_function_ = outer;
            return good;
        }
        default:
            return !bounded_ && loop(c);
        }
    }

private:
    // ------------------------------------------------------------------------------------ commands

    bool loop(const Command& c) {
        switch (c.kind) {
        case CommandKind::While: {
            const auto& loop = static_cast<const WhileCommand&>(c);
            return list(loop.condition) && list(loop.body);
        }
        case CommandKind::For: {
            const auto& loop = static_cast<const ForCommand&>(c);
            return is_plain_variable(loop.slot) && words(loop.words) && list(loop.body);
        }
        case CommandKind::ArithFor: {
            const auto& loop = static_cast<const ArithForCommand&>(c);
            return arithmetic(loop.init) && arithmetic(loop.condition) && arithmetic(loop.update)
                   && list(loop.body);
        }
        default:
            return false;
        }
    }

    bool pipeline(const PipelineCommand& c) {
        if (c.timed || c.stages.empty())
            return false;
        if (c.stages.size() == 1)
            return command(*c.stages[0]);
        const bool outer = std::exchange(in_function_, false);
        const bool outer_bounded = bounded_;
        bool good = true;
        for (std::size_t i = 0; i < c.stages.size() && good; ++i) {
            bounded_ = outer_bounded || i + 1 < c.stages.size();
            good = command(*c.stages[i]);
        }
        bounded_ = outer_bounded;
        in_function_ = outer;
        return good;
    }

    bool choice(const IfCommand& c) {
        return std::all_of(c.branches.begin(), c.branches.end(),
                           [this](const IfCommand::Branch& branch) {
                               return list(branch.condition) && list(branch.body);
                           })
               && (!c.else_body || list(*c.else_body));
    }

    bool cases(const CaseCommand& c) {
        return word(c.subject)
               && std::all_of(c.clauses.begin(), c.clauses.end(), [this](const CaseCommand::Clause& clause) {
                      return words(clause.patterns) && list(clause.body);
                  });
    }

    bool condition(const Condition& c) {
        return c.op != "-t" && word(c.left) && word(c.right) && (!c.a || condition(*c.a))
               && (!c.b || condition(*c.b));
    }

    bool arithmetic(const WordPart& part) { return !mentions_telling(part.text) && parts(part.parts); }

    bool simple(const SimpleCommand& c) {
        if (!std::all_of(c.assignments.begin(), c.assignments.end(),
                         [this](const Assignment& a) { return assignment(a); })
            || !std::all_of(c.word_assignments.begin(), c.word_assignments.end(),
                            [this](const Assignment& a) { return assignment(a); })
            || !words(c.words))
            return false;
        if (c.words.empty())
            return true;
        if (!c.words[0].plain)
            return false;
        const std::string& name = c.words[0].literal;
        if (const FunctionPtr* const function = shell_.functions.look_up(name))
            return call(**function);
        const Builtin* const found = find_builtin(shell_, name);
        return found && builtin(found->name, c);
    }

    bool call(const Function& function) {
        const Command* const body = function.body.get();
        if (std::find(calls_.begin(), calls_.end(), body) != calls_.end())
            return !bounded_; // recursion
        calls_.push_back(body);
        const bool outer = std::exchange(in_function_, true);
        const bool good = !function.traced && command(*body);
        in_function_ = outer;
        calls_.pop_back();
        return good;
    }

    bool builtin(std::string_view name, const SimpleCommand& c) const {
        if (is_one_of(name,
                      {"echo", "printf", ":", "true", "false", "pwd", "exit", "break", "continue", "type"}))
            return true;
        if (is_one_of(name, {"test", "["}))
            return std::none_of(c.words.begin(), c.words.end(),
                                [](const Word& w) { return !w.plain ? false : w.literal == "-t"; });
        if (name == "let")
            return std::none_of(c.words.begin(), c.words.end(),
                                [](const Word& w) { return mentions_telling(w.source); });
        if (name == "read") // its names are written out: none of them is a telling one
            return std::all_of(c.words.begin(), c.words.end(), [](const Word& w) {
                return w.plain && !is_telling(w.literal) && w.literal.substr(0, 2) != "-u";
            });
        if (name == "command")
            return c.words.size() > 1 && c.words[1].plain && is_one_of(c.words[1].literal, {"-v", "-V"});
        if (!in_function_)
            return false;
        if (is_one_of(name, {"return", "shift"}))
            return true;
        return is_one_of(name, {"local", "declare", "typeset"}) && declaration(c);
    }

    /// Makes locals of a function that ends before the subshell does.
    static bool declaration(const SimpleCommand& c) {
        for (std::size_t i = 1; i < c.words.size(); ++i) {
            if (!c.word_assignment.empty() && c.word_assignment[i] >= 0)
                continue;
            const std::string& text = c.words[i].literal;
            if (!c.words[i].plain || text.empty() || text == "-" || text[0] == '+')
                return false;
            if (text[0] == '-' && text.find_first_not_of("-aAilnru") != std::string::npos)
                return false;
        }
        return true;
    }

    // ------------------------------------------------------------------------------------ words

    /// `for 1x` has no variable: the loop that is not run in process tells of it.
    bool is_plain_variable(Slot slot) const { return slot != kNoSlot && !is_telling(name_of(slot)); }

    bool assignment(const Assignment& a) {
        return is_plain_variable(a.slot) && (!a.subscript || subscript(*a.subscript)) && word(a.value)
               && std::all_of(a.elements.begin(), a.elements.end(), [this](const ArrayElement& element) {
                      return (!element.subscript || subscript(*element.subscript)) && word(element.value);
                  });
    }
    bool subscript(const Word& w) { return !mentions_telling(w.source) && word(w); }
    bool word(const Word& w) { return w.plain || parts(w.parts); }
    bool words(const std::vector<Word>& all) {
        return std::all_of(all.begin(), all.end(), [this](const Word& w) { return word(w); });
    }
    bool parts(const std::vector<WordPart>& all) {
        return std::all_of(all.begin(), all.end(), [this](const WordPart& p) { return part(p); });
    }

    bool part(const WordPart& p) {
        switch (p.kind) {
        case PartKind::Literal:
        case PartKind::CommandSub: // is looked at by itself
            return true;
        case PartKind::DoubleQuoted:
            return parts(p.parts);
        case PartKind::Arithmetic:
            return arithmetic(p);
        case PartKind::Parameter:
            return parameter(*p.param);
        case PartKind::Brace:
        case PartKind::Tilde:
            return std::all_of(
                p.alternatives.begin(), p.alternatives.end(),
                [this](const std::vector<WordPart>& alternative) { return parts(alternative); });
        default:
            return false;
        }
    }

    bool parameter(const Parameter& p) {
        const bool state = p.kind == ParamKind::Variable && is_telling(p.name) && p.name != "SECONDS"
                           && p.name != "LINENO" && p.name != "_";
        if (state || p.indirect || p.op == ParamOp::BadSubstitution
            || (p.op == ParamOp::Transform && p.transform == 'P')
            || (p.op == ParamOp::Assign && is_telling(p.name)))
            return false;
        return (!p.subscript_word || subscript(*p.subscript_word)) && (!p.arg || subscript(*p.arg))
               && (!p.arg2 || subscript(*p.arg2));
    }

    // ------------------------------------------------------------------------------------ redirections

    /// What leads elsewhere than to the captured output, and can be put back.
    bool redirections(const std::vector<Redirection>& all) {
        return std::all_of(all.begin(), all.end(), [this](const Redirection& r) {
            if (!r.fd_variable.empty())
                return false;
            switch (r.kind) {
            case RedirKind::HereDoc:
                return r.fd == 0 && parts(r.body->parts);
            case RedirKind::HereString:
            case RedirKind::In:
                return r.fd == 0 && word(r.target) && !(r.target.plain && names_own(r.target.literal));
            case RedirKind::Out:
            case RedirKind::Append:
            case RedirKind::Clobber:
            case RedirKind::OutErr:
            case RedirKind::AppendErr:
                return (r.fd == 1 || r.fd == 2) && r.target.plain && !names_own(r.target.literal);
            case RedirKind::DupOut:
                return r.fd == 1 && r.target.plain && r.target.literal == "2";
            default:
                return false;
            }
        });
    }
    /// /dev/stdout and the like.
    static bool names_own(const std::string& path) {
        return path != "/dev/null" && (path.starts_with("/dev/") || path.starts_with("/proc/"));
    }

    const Shell& shell_;
    bool bounded_; ///< no loops
    bool in_function_ = false;
    std::vector<const Command*> calls_;
};

bool known(const InProcessVerdict& verdict, const Shell& shell) {
    return verdict.generation == shell.functions.generation();
}

bool keep(InProcessVerdict& verdict, const Shell& shell, bool allowed) {
    verdict = {shell.functions.generation(), allowed};
    return allowed;
}

} // namespace

bool is_harmless_body(Shell& shell, const List& body) {
    if (known(body.in_process, shell))
        return body.in_process.allowed;
    return keep(body.in_process, shell, Inspector(shell, false).list(body));
}

bool is_harmless_pipeline(Shell& shell, const PipelineCommand& pipeline) {
    if (known(pipeline.in_process, shell))
        return pipeline.in_process.allowed;
    bool good = true;
    for (std::size_t i = 0; i < pipeline.stages.size() && good; ++i)
        good = Inspector(shell, i + 1 < pipeline.stages.size()).command(*pipeline.stages[i]);
    return keep(pipeline.in_process, shell, good);
}

bool is_harmless_subshell(Shell& shell, const SubshellCommand& command) {
    if (known(command.body.in_process, shell))
        return command.body.in_process.allowed;
    return keep(command.body.in_process, shell, Inspector(shell, false).command(command));
}

} // namespace asb::shell
