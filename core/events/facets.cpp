#include "core/events/facets.h"

#include "core/base/text.h"

#include <algorithm>

namespace asb {
namespace {

char folded(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The quoting of words adds only these, so a needle without them lies inside one word or nowhere.
bool may_cross_words(std::string_view needle) {
    return needle.find_first_of(" '\\") != std::string_view::npos;
}

} // namespace

bool holds(std::string_view text, std::string_view needle) {
    return std::search(text.begin(), text.end(), needle.begin(), needle.end(),
                       [](char left, char right) { return folded(left) == folded(right); })
               != text.end()
           || needle.empty();
}

std::string text_of(const Event& event) {
    switch (event.type) {
    case EventType::RequestStart:
    case EventType::RequestEnd:
    case EventType::JobLeft:
    case EventType::JobEnd:
        return event.line;
    case EventType::CommandStart:
    case EventType::CommandEnd:
    case EventType::Verdict:
        return shell_join(event.argv);
    case EventType::Hello:
    case EventType::Ending:
    case EventType::Note:
    case EventType::Gap:
    case EventType::Session:
        break;
    }
    return event.text;
}

bool text_holds(const Event& event, std::string_view needle) {
    if (!is_command(event))
        return holds(is_request(event) || event.type == EventType::JobLeft || event.type == EventType::JobEnd
                         ? event.line
                         : event.text,
                     needle);
    if (may_cross_words(needle))
        return holds(shell_join(event.argv), needle);
    return needle.empty() || std::any_of(event.argv.begin(), event.argv.end(), [&](const std::string& word) {
               return holds(word, needle);
           });
}

std::optional<int> status_of(const Event& event) {
    if (event.status)
        return event.status;
    if (event.signal)
        return 128 + *event.signal;
    return std::nullopt;
}

std::optional<std::int64_t> duration_of(const Event& event) {
    const bool ended = event.type == EventType::RequestEnd || event.type == EventType::CommandEnd
                       || (event.type == EventType::Verdict && (event.status || event.duration_us != 0));
    return ended ? std::optional(event.duration_us) : std::nullopt;
}

bool is_running(const Event& event) {
    return event.type == EventType::RequestStart || event.type == EventType::CommandStart;
}

bool has_failed(const Event& event) {
    return event.verdict != Verdict::Refused && status_of(event).value_or(0) != 0;
}

bool is_command(const Event& event) {
    return event.type == EventType::CommandStart || event.type == EventType::CommandEnd
           || event.type == EventType::Verdict;
}

bool is_request(const Event& event) {
    return event.type == EventType::RequestStart || event.type == EventType::RequestEnd;
}

std::string refusal_key(const Event& event) {
    return event.rule.empty() ? event.policy + ": " + event.reason : event.rule;
}

} // namespace asb
