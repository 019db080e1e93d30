#include "ui/traffic/sort_key.h"

#include "core/events/facets.h"

#include <algorithm>
#include <optional>

namespace asb::ui {
namespace {

/// Two texts that are alike for so long stay in the order of time.
constexpr std::size_t kTextBytes = 96;

std::string folded(std::string text) {
    text.resize(std::min(text.size(), kTextBytes));
    for (char& letter : text) {
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    }
    return text;
}

std::string chain_text(const std::vector<std::string>& chain) {
    std::string text;
    for (const std::string& caller : chain)
        text += caller + '>';
    return text;
}

/// From what needs a look to what does not.
int urgency(RowState state) {
    switch (state) {
    case RowState::Refused:
        return 0;
    case RowState::Failed:
        return 1;
    case RowState::Cancelled:
        return 2;
    case RowState::Unknown:
        return 3;
    case RowState::Running:
        return 4;
    case RowState::Left:
        return 5;
    case RowState::Policy:
        return 6;
    case RowState::Floor:
        return 7;
    case RowState::Note:
        break;
    }
    return 8;
}

std::optional<std::int64_t> positive(std::int64_t value) {
    return value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> number_of(Column column, const Event& event) {
    switch (column) {
    case Column::Time:
        return positive(event.time_ms);
    case Column::Verdict:
        return urgency(state_of(event));
    case Column::Status:
        return status_of(event);
    case Column::Took:
        return duration_of(event);
    case Column::Cpu:
        return positive(event.user_us + event.system_us);
    case Column::Memory:
        return positive(event.max_rss_kb);
    case Column::Pid:
        return positive(event.pid);
    case Column::Line:
        return positive(static_cast<std::int64_t>(event.request));
    case Column::Command:
    case Column::Folder:
    case Column::Callers:
    case Column::Rule:
    case Column::Reason:
        break;
    }
    return std::nullopt;
}

std::string text_key(Column column, const Event& event) {
    switch (column) {
    case Column::Command:
        return folded(command_text(event));
    case Column::Verdict:
        return folded(event.policy);
    case Column::Folder:
        return folded(event.cwd);
    case Column::Callers:
        return folded(chain_text(event.caller_chain));
    case Column::Rule:
        return folded(event.rule);
    case Column::Reason:
        return folded(event.reason);
    case Column::Time:
    case Column::Status:
    case Column::Took:
    case Column::Cpu:
    case Column::Memory:
    case Column::Pid:
    case Column::Line:
        break;
    }
    return {};
}

} // namespace

SortPlace sort_place(Column column, LogEntry& entry, const Event& event) {
    const std::optional<std::int64_t> number = number_of(column, event);
    SortPlace place{&entry, entry.key, false, number.value_or(0), text_key(column, event)};
    place.has_value = number.has_value() || !place.text.empty();
    return place;
}

std::vector<LogEntry*> sorted_entries(std::vector<SortPlace> places, bool falling) {
    std::sort(places.begin(), places.end(), [falling](const SortPlace& left, const SortPlace& right) {
        if (left.has_value != right.has_value)
            return left.has_value;
        if (left.number != right.number)
            return (left.number < right.number) != falling;
        if (const int order = left.text.compare(right.text); order != 0)
            return (order < 0) != falling;
        return left.key < right.key;
    });
    std::vector<LogEntry*> entries(places.size());
    std::transform(places.begin(), places.end(), entries.begin(),
                   [](const SortPlace& place) { return place.entry; });
    return entries;
}

} // namespace asb::ui
