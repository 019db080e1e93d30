// Completions that a function (-F) or a command (-C) gives.
#include "core/shell/completion.h"
#include "core/shell/names.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {
namespace {

/// What a completion function or command is told: there is no line that is being completed. All of it is gone
/// afterwards, whatever it was before.
class CompletionVariables {
public:
    CompletionVariables(Shell& shell, bool exported) : variables_(shell.variables) {
        for (const auto& [name, value] : {std::pair("COMP_LINE", ""), std::pair("COMP_POINT", "0"),
                                          std::pair("COMP_TYPE", "0"), std::pair("COMP_KEY", "0")}) {
            variables_.assign(name, value);
            if (exported)
                variables_.raw(intern(name)).attributes |= kExported;
        }
        if (!exported) {
            variables_.assign("COMP_CWORD", "-1");
            variables_.array_for_builtin("COMP_WORDS", false);
        }
        variables_.environment_changed();
    }
    ~CompletionVariables() {
        for (const std::string_view name :
             {"COMP_LINE", "COMP_POINT", "COMP_TYPE", "COMP_KEY", "COMP_WORDS", "COMP_CWORD"})
            static_cast<void>(variables_.unset(intern(name)));
    }
    CompletionVariables(const CompletionVariables&) = delete;
    CompletionVariables& operator=(const CompletionVariables&) = delete;

private:
    Variables& variables_;
};

} // namespace

std::vector<std::string> function_words(Shell& shell, const std::string& name, const std::string& word) {
    std::vector<std::string> names;
    const FunctionPtr function = shell.functions.find(name);
    if (!function) {
        shell.error("completion: function `" + name + "' not found");
        return names;
    }
    shell.variables.unset(intern("COMPREPLY"));
    const CompletionVariables told(shell, false);
    shell.call_function(function, {name, "compgen", word, ""});
    const Variable* reply = shell.variables.find(intern("COMPREPLY"));
    if (reply && reply->has(kIndexed))
        reply->array->for_each([&](std::int64_t, const Value& value) { names.push_back(value.text()); });
    else if (reply && reply->is_set)
        names.push_back(reply->value.text());
    shell.variables.unset(intern("COMPREPLY"));
    return names;
}

std::vector<std::string> command_lines(Shell& shell, const std::string& command, const std::string& word) {
    std::string output;
    std::vector<std::string> names;
    const CompletionVariables told(shell, true);
    const std::string call = command + " compgen " + (word.empty() ? "''" : quote_single(word)) + " ''";
    if (!shell.expand_text("$(" + call + "\n)", output))
        return names;
    for (std::size_t at = 0; at < output.size();) {
        const std::size_t end = std::min(output.find('\n', at), output.size());
        names.push_back(output.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

} // namespace asb::shell
