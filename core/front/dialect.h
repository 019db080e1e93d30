// How one agent speaks to its pre-tool hook. Claude Code's words: claude-code.md §2-3. Another agent is
// another Dialect.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace asb {

/// What the hook was asked. `input` is the tool's whole input as JSON text, to be given back with one member
/// replaced.
struct ToolCall {
    enum class Kind {
        Command,    ///< a shell line
        Socket,     ///< the agent itself would open a connection (Monitor's ws form)
        OtherShell, ///< a shell that is not mediated (PowerShell)
    };
    Kind kind = Kind::Command;
    std::string tool;
    std::string command;
    std::string input;
};

/// What the hook answers.
struct HookAnswer {
    enum class Kind {
        Silent,         ///< nothing: the agent's own rules decide
        Allow,          ///< as it is
        AllowRewritten, ///< with `command`
        RewriteAndAsk,  ///< with `command`, and the agent's own rules decide
        Deny,           ///< `reason` goes to the model
    };
    Kind kind = Kind::Silent;
    std::string command;
    std::string reason;
};

class Dialect {
public:
    virtual ~Dialect() = default;
    virtual const char* name() const = 0;
    /// Error for everything that is not exactly a call of a tool that this hook knows. `text` is hostile: any
    /// bytes.
    virtual Result<ToolCall> read_call(std::string_view text) const = 0;
    /// One line of JSON with its newline; empty for Silent.
    virtual std::string write_answer(const ToolCall& call, const HookAnswer& answer) const = 0;
    /// True when commands of this agent go through our shell anyway: the agent's environment names
    /// `shell_link`, and that is the program that runs here, so it can be executed here.
    virtual bool shell_is_ours(const std::string& self) const = 0;
};

/// "claude"; nullptr for an agent that is not known. The object lives as long as the program.
const Dialect* find_dialect(std::string_view agent);

} // namespace asb
