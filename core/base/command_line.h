// Command lines of our own words, taken apart in one way: what is not understood is named, together with
// what is known and the nearest of it.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace asb {

struct OptionSpec {
    const char* name;            ///< "--config"
    const char* value = nullptr; ///< what its value is called in messages, "FILE"; nullptr: it takes none
};

struct CommandLine {
    struct Option {
        std::string name;
        std::string value;
    };
    std::vector<Option> options;       ///< in their order
    std::vector<std::string> operands; ///< words that are no options
    bool separated = false;            ///< "--" was there
    std::vector<std::string> rest;     ///< what stands behind "--"

    bool has(std::string_view name) const;
    /// Value of the last `name`; `otherwise` when it is not there.
    std::string value(std::string_view name, const std::string& otherwise = {}) const;
};

/// Reads "--name VALUE" and "--name=VALUE" until "--". `word` names the command in messages. Error for an
/// unknown option, a value that is missing or empty, a value that an option does not take. Which operands are
/// right is the caller's to judge.
Result<CommandLine> parse_command_line(const std::string& word, const std::vector<std::string>& arguments,
                                       const std::vector<OptionSpec>& known);

/// `WORD: unknown KIND "what"; did you mean …?`, and what is known. Also for operands and subcommands.
Error unknown_word(const std::string& word, const std::string& kind, const std::string& what,
                   const std::vector<std::string>& known);

/// For operands where none may stand.
Error unexpected_word(const std::string& word, const std::string& what, const std::vector<OptionSpec>& known);

} // namespace asb
