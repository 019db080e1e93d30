// Terms of the filter language for things that are on the screen.
#pragma once

#include "core/base/event.h"

#include <QString>

namespace asb::ui {

/// `key:value`, value quoted where the language needs it: the text holds it.
QString holds_term(const char* key, const std::string& value);
/// `key=value`.
QString equals_term(const char* key, const std::string& value);
/// Finds what was refused by the same rule; by the same reason when the rule is not known.
QString refusal_term(const Event& refused);

} // namespace asb::ui
