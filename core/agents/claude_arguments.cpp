#include "core/agents/claude_arguments.h"

#include <algorithm>
#include <array>

namespace asb {
namespace {

/// `word` is `name` or `name=…`.
bool is_option(std::string_view word, std::string_view name) {
    return word.substr(0, name.size()) == name && (word.size() == name.size() || word[name.size()] == '=');
}

/// Reads a word like "-pc" or "-rID": true when -c or -r stands in it. What follows -r is its value.
bool continues_in_short(std::string_view word, std::string_view& resume_value, bool& resumes) {
    if (word.size() < 2 || word[0] != '-' || word[1] == '-')
        return false;
    for (std::size_t i = 1; i < word.size(); ++i) {
        if (word[i] == 'r') {
            resumes = true;
            resume_value = word.substr(i + 1);
            return true;
        }
        if (word[i] == 'c')
            return true;
        if (word[i] != 'p')
            return false; // an option with a value, or none that we know
    }
    return false;
}

std::string_view value_behind_equals(std::string_view word) {
    const std::size_t equals = word.find('=');
    return equals == std::string_view::npos ? std::string_view{} : word.substr(equals + 1);
}

constexpr std::array<const char*, 3> kRefusedWords{"agents", "attach", "respawn"};

} // namespace

const std::vector<RefusedOption>& refused_claude_options() {
    static const std::vector<RefusedOption> table{
        {"--settings",
         "this session passes its own settings there, which carry the hook and the shell that mediate "
         "commands, and the agent takes only the last one; put yours into .claude/settings.json"},
        {"--session-id", "this session sets the id, so that commands may read the outputs of its tasks"},
        {"--bg", "a background session outlives this terminal and with it both sandboxes"},
        {"--background", "a background session outlives this terminal and with it both sandboxes"},
        {"--tmux", "the agent would go on inside a tmux server, outside both sandboxes"},
        {"--cloud", "a cloud session runs its commands elsewhere, where nothing here can see them"},
        {"--environment", "a cloud session runs its commands elsewhere, where nothing here can see them"},
        {"--teleport", "a cloud session runs its commands elsewhere, where nothing here can see them"},
        {"--desktop", "the desktop application runs outside both sandboxes"},
    };
    return table;
}

Status check_claude_arguments(const std::vector<std::string>& arguments) {
    for (const std::string& word : arguments) {
        if (word == "--")
            break;
        for (const RefusedOption& refused : refused_claude_options()) {
            if (is_option(word, refused.name))
                return Error{std::string(refused.name) + " cannot be used here: " + refused.reason,
                             "leave it out of what stands behind `--`", 0};
        }
    }
    if (!arguments.empty()
        && std::find(kRefusedWords.begin(), kRefusedWords.end(), arguments.front()) != kRefusedWords.end())
        return Error{
            "`claude " + arguments.front()
                + "` cannot be used here: it hands over to a background session outside both sandboxes",
            "run it without agent-sandbox when that is what you want", 0};
    return success();
}

ClaudeArguments read_claude_arguments(const std::vector<std::string>& arguments) {
    ClaudeArguments result;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view word = arguments[i];
        if (word == "--")
            break;
        bool resumes = is_option(word, "--resume");
        std::string_view value = resumes ? value_behind_equals(word) : std::string_view{};
        const bool short_form = continues_in_short(word, value, resumes);
        if (resumes || short_form || is_option(word, "--continue") || is_option(word, "--from-pr")
            || is_option(word, "--fork-session"))
            result.continues = true;
        if (resumes) {
            if (value.empty() && i + 1 < arguments.size())
                value = arguments[i + 1];
            if (is_uuid(value))
                result.resumed_id = std::string(value);
        }
        if (is_option(word, "--append-system-prompt") || is_option(word, "--append-system-prompt-file"))
            result.own_system_prompt = true;
    }
    return result;
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const char c = text[i];
        const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (dash ? c != '-' : !hex)
            return false;
    }
    return true;
}

} // namespace asb
