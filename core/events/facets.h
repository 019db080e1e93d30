// What filters, the store's columns and the lists of refusals derive from an event; one meaning everywhere.
#pragma once

#include "core/base/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asb {

/// A request, simple command or job: its line or argv as a shell would read it. Others: their text.
std::string text_of(const Event& event);
/// Does the text of the event hold `needle`, upper and lower case of ASCII letters being the same? Quicker
/// than a search in text_of.
bool text_holds(const Event& event, std::string_view needle);
/// The same test for any text.
bool holds(std::string_view text, std::string_view needle);

/// Exit status, 128+n for a signal; nullopt while it runs and for what has none.
std::optional<int> status_of(const Event& event);
/// Microseconds from start to end; nullopt while it runs and for what has no end.
std::optional<std::int64_t> duration_of(const Event& event);
/// A request or simple command that has not ended.
bool is_running(const Event& event);
/// It ended with a status other than 0 and nono did not refuse it.
bool has_failed(const Event& event);
/// A simple command, or a call of a declared command inside one.
bool is_command(const Event& event);
/// RequestStart or RequestEnd.
bool is_request(const Event& event);

/// What refusals are grouped by: the rule's place in the profile; without one the declared command that
/// decided and nono's reason.
std::string refusal_key(const Event& event);

} // namespace asb
