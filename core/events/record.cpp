#include "core/events/record.h"

#include <charconv>

namespace asb {
namespace {

bool take(std::string_view& rest, std::string_view text) {
    if (rest.substr(0, text.size()) != text)
        return false;
    rest.remove_prefix(text.size());
    return true;
}

bool take_number(std::string_view& rest, std::uint64_t& value) {
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (problem != std::errc())
        return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return true;
}

} // namespace

std::string record_to_json(const Record& record) {
    return record_to_json(record, to_json(record.event));
}

std::string record_to_json(const Record& record, std::string_view event_json) {
    std::string line = "{\"record\":" + std::to_string(record.id)
                       + ",\"revision\":" + std::to_string(record.revision)
                       + (record.done ? ",\"done\":true" : ",\"done\":false");
    if (event_json.size() > 2)
        line += ',';
    line += event_json.substr(1);
    return line;
}

Result<Record> record_from_json(std::string_view line) {
    Record record;
    std::string_view rest = line;
    const bool head = take(rest, "{\"record\":") && take_number(rest, record.id)
                      && take(rest, ",\"revision\":") && take_number(rest, record.revision)
                      && take(rest, ",\"done\":");
    record.done = take(rest, "true");
    if (!head || (!record.done && !take(rest, "false")) || record.id == 0)
        return Error{"read a record: it does not begin with record, revision and done", {}, 0};
    Result<Event> event = event_from_json(line);
    if (!event)
        return event.error();
    record.event = std::move(*event);
    return record;
}

} // namespace asb
