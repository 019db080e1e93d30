#include "core/front/dialect.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace asb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kDeepest = 200;

/// The parser itself copes with any depth, writing the value again does not.
bool is_too_deep(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kDeepest)
                return true;
        } else if (c == '}' || c == ']') {
            depth -= std::min<std::size_t>(depth, 1);
        }
    }
    return false;
}

Error bad(std::string what) {
    return Error{"the hook's input " + std::move(what), {}, 0};
}

const std::string* text_member(const Json& object, const char* name) {
    const auto member = object.find(name);
    return member != object.end() ? member->get_ptr<const std::string*>() : nullptr;
}

Result<ToolCall> read_command(ToolCall call, const Json& input) {
    const std::string* command = text_member(input, "command");
    if (command == nullptr)
        return bad("has no tool_input.command");
    if (command->find_first_not_of(" \t\r\n") == std::string::npos)
        return bad("has an empty tool_input.command");
    if (command->find('\0') != std::string::npos)
        return bad("has a NUL in tool_input.command, which no command line can carry");
    call.command = *command;
    call.input = input.dump();
    return call;
}

Result<ToolCall> read_document(std::string_view text) {
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded())
        return bad("is not JSON");
    if (!document.is_object())
        return bad("is not a JSON object");
    if (const std::string* event = text_member(document, "hook_event_name");
        event != nullptr && *event != "PreToolUse")
        return bad("is for another event than PreToolUse");
    const std::string* tool = text_member(document, "tool_name");
    if (tool == nullptr)
        return bad("has no tool_name");
    ToolCall call;
    call.tool = *tool;
    if (*tool == "PowerShell") {
        call.kind = ToolCall::Kind::OtherShell;
        return call;
    }
    if (*tool != "Bash" && *tool != "Monitor")
        return bad("is for a tool that this hook does not know: it is for Bash and Monitor");
    const auto input = document.find("tool_input");
    if (input == document.end() || !input->is_object())
        return bad("has no tool_input object");
    if (*tool == "Monitor" && (input->contains("ws") || !input->contains("command"))) {
        call.kind = ToolCall::Kind::Socket;
        return call;
    }
    return read_command(std::move(call), *input);
}

bool same_file(const char* path, const std::string& other) {
    struct stat a {};
    struct stat b {};
    return ::stat(path, &a) == 0 && ::stat(other.c_str(), &b) == 0 && a.st_dev == b.st_dev
           && a.st_ino == b.st_ino;
}

class ClaudeDialect : public Dialect {
public:
    const char* name() const override { return "claude"; }

    Result<ToolCall> read_call(std::string_view text) const override {
        if (is_too_deep(text))
            return bad("is nested too deep");
        return read_document(text);
    }

    std::string write_answer(const ToolCall& call, const HookAnswer& answer) const override {
        using Kind = HookAnswer::Kind;
        if (answer.kind == Kind::Silent)
            return {};
        Json output{{"hookEventName", "PreToolUse"}};
        if (answer.kind == Kind::Deny)
            output["permissionDecision"] = "deny";
        else if (answer.kind != Kind::RewriteAndAsk)
            output["permissionDecision"] = "allow";
        if (answer.kind != Kind::RewriteAndAsk)
            output["permissionDecisionReason"] = answer.reason;
        if (answer.kind == Kind::AllowRewritten || answer.kind == Kind::RewriteAndAsk) {
            // The whole input goes back: what an agent does with keys that are left out is its own affair.
            Json input = Json::parse(call.input);
            input["command"] = answer.command;
            output["updatedInput"] = std::move(input);
        }
        return Json{{"hookSpecificOutput", std::move(output)}}.dump() + '\n';
    }

    bool shell_is_ours(const std::string& self) const override {
        // A prefix would get the whole script as one argument, and our shell would never see it.
        const char* prefix = ::getenv("CLAUDE_CODE_SHELL_PREFIX");
        if (prefix != nullptr && prefix[0] != '\0')
            return false;
        const char* shell = ::getenv("CLAUDE_CODE_SHELL");
        if (shell == nullptr || shell[0] != '/')
            return false;
        // Claude Code looks for the word in the whole text; our program looks for it in the file's name.
        const std::string_view path = shell;
        if (path.substr(path.rfind('/')).find("bash") == std::string_view::npos)
            return false;
        // This process runs from the same file in the same sandbox: it can be executed.
        return same_file(shell, self);
    }
};

} // namespace

const Dialect* find_dialect(std::string_view agent) {
    static const ClaudeDialect claude;
    return agent == claude.name() ? &claude : nullptr;
}

} // namespace asb
