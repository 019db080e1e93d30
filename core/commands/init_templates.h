// The templates in this program (resources/templates, built in as :/templates) and how they are filled.
#pragma once

#include "core/base/result.h"
#include "core/commands/init_machine.h"

#include <string>
#include <vector>

namespace asb {

struct FilledTemplate {
    std::string name; ///< file name: "agent-sandbox.toml", "claude-profile.json", "command-profile.json"
    std::string text;
};

/// Replaces @@NAME@@. A line that is nothing but "@@NAME@@" and perhaps a comma becomes one line for each
/// value (none for none); anywhere else NAME has to have exactly one value. Values are written as JSON
/// strings. Error: a placeholder without values, or a value that is no UTF-8 text.
Result<std::string> fill_template(const std::string& text, const TemplateValues& values);

/// All three, filled, in the order in which they are written.
Result<std::vector<FilledTemplate>> filled_templates(const TemplateValues& values);

} // namespace asb
