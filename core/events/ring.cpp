#include "core/events/ring.h"

#include "core/events/facets.h"

#include <algorithm>
#include <iterator>

namespace asb {
namespace {
constexpr std::size_t kMaxRules = 1000; ///< reasons are the profile's words; their number is bounded anyhow
} // namespace

void Ring::put(const Record& record) {
    revision_ = std::max(revision_, record.revision);
    if (record.id > newest_) {
        newest_ = record.id;
        count(record, nullptr);
        records_.push_back(record);
        if (records_.size() > capacity_) {
            dropped_revision_ = std::max(dropped_revision_, records_.front().revision);
            records_.pop_front();
            ++dropped_;
        }
        return;
    }
    const auto place = std::lower_bound(records_.begin(), records_.end(), record.id,
                                        [](const Record& left, std::uint64_t id) { return left.id < id; });
    if (place == records_.end() || place->id != record.id) {
        dropped_revision_ = std::max(dropped_revision_, record.revision);
        return;
    }
    count(record, &*place);
    *place = record;
}

std::optional<std::vector<Record>> Ring::changed_since(std::uint64_t revision) const {
    if (revision < dropped_revision_)
        return std::nullopt;
    std::vector<Record> result;
    std::copy_if(records_.begin(), records_.end(), std::back_inserter(result),
                 [&](const Record& record) { return record.revision > revision; });
    std::sort(result.begin(), result.end(),
              [](const Record& left, const Record& right) { return left.revision < right.revision; });
    return result;
}

const Record* Ring::find_command(std::uint64_t request, std::uint64_t command) const {
    const auto found = std::find_if(records_.rbegin(), records_.rend(), [&](const Record& record) {
        return record.event.request == request && record.event.command == command
               && (record.event.type == EventType::CommandStart
                   || record.event.type == EventType::CommandEnd);
    });
    return found == records_.rend() ? nullptr : &*found;
}

void Ring::count(const Record& record, const Record* before) {
    const EventType type = record.event.type;
    if (!before && (type == EventType::RequestStart || type == EventType::RequestEnd))
        ++totals_.requests;
    if (!before && (type == EventType::CommandStart || type == EventType::CommandEnd))
        ++totals_.commands;
    const bool was_refused = before && before->event.verdict == Verdict::Refused;
    if (record.event.verdict != Verdict::Refused || was_refused)
        return;
    ++totals_.refused;
    const std::string key = refusal_key(record.event);
    if (refusals_.size() < kMaxRules || refusals_.count(key) != 0)
        ++refusals_[key];
}

} // namespace asb
