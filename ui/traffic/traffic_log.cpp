#include "ui/traffic/traffic_log.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace asb::ui {
namespace {

// What malloc adds to each packed event, and what an entry costs beside its rows: itself, its places in the
// deque and the map.
constexpr std::size_t kRowOverhead = 16;
constexpr std::size_t kEntryOverhead = sizeof(LogEntry) + 96;

std::size_t cost_of(const LogRow& row) {
    return sizeof(LogRow) + row.packed.size() + kRowOverhead;
}

std::size_t cost_of(const LogEntry& entry) {
    std::size_t sum = kEntryOverhead + entry.line.packed.size();
    for (const LogRow& row : entry.children)
        sum += cost_of(row);
    return sum;
}

ChildKey key_of(std::uint64_t id, const Event& event, RowKind kind) {
    if (kind == RowKind::Line)
        return ChildKey{};
    constexpr std::uint64_t last = std::numeric_limits<std::uint32_t>::max();
    const bool numbered = event.command != 0 && kind != RowKind::Job;
    return ChildKey{static_cast<std::uint32_t>(numbered ? std::min(event.command, last) : last), kind, id};
}

bool child_before(const LogRow& row, const ChildKey& key) {
    return row.key < key;
}

int badness(Verdict verdict) {
    switch (verdict) {
    case Verdict::Refused:
        return 4;
    case Verdict::Unknown:
        return 3;
    case Verdict::Policy:
        return 2;
    case Verdict::Floor:
        return 1;
    case Verdict::None:
        break;
    }
    return 0;
}

/// Whatever a line decided about itself (nothing: the shell ran it in the floor) is overruled by its worst
/// command.
void add_worst_verdict(const LogEntry& entry, Event& line) {
    line.verdict = Verdict::Floor;
    const LogRow* worst = nullptr;
    for (const LogRow& row : entry.children) {
        if (badness(row.verdict) > badness(line.verdict)) {
            line.verdict = row.verdict;
            worst = &row;
        }
    }
    if (worst == nullptr)
        return;
    Event command;
    worst->packed.unpack(command);
    line.policy = std::move(command.policy);
    if (line.verdict != Verdict::Refused)
        return;
    line.reason = std::move(command.reason);
    line.rule = std::move(command.rule);
    line.caller_chain = std::move(command.caller_chain);
}

} // namespace

const LogRow* LogEntry::child(const ChildKey& child_key) const {
    const auto found = std::lower_bound(children.begin(), children.end(), child_key, child_before);
    return found != children.end() && found->key == child_key ? &*found : nullptr;
}

LogEntry* TrafficLog::find(std::uint64_t id, const Event& event) const {
    if (event.request != 0) {
        const auto found = by_request_.find(event.request);
        return found == by_request_.end() ? nullptr : found->second;
    }
    return at_key(id);
}

LogEntry* TrafficLog::at_key(std::uint64_t key) const {
    const auto found =
        std::lower_bound(entries_.begin(), entries_.end(), key,
                         [](const auto& entry, std::uint64_t wanted) { return entry->key < wanted; });
    return found != entries_.end() && (*found)->key == key ? found->get() : nullptr;
}

bool TrafficLog::is_too_old(std::uint64_t id) const {
    const bool full = rows_ >= limits_.rows || bytes_ >= limits_.bytes;
    return id <= dropped_through_
           || (full && !entries_.empty() && id < std::max(kept_from_, entries_.front()->key));
}

LogEntry& TrafficLog::make(std::uint64_t id, std::uint64_t request) {
    auto entry = std::make_unique<LogEntry>();
    entry->key = id;
    entry->request = request;
    LogEntry& made = *entry;
    if (request != 0)
        by_request_[request] = &made;
    // Nearly always at the end.
    auto place = entries_.end();
    if (!entries_.empty() && entries_.back()->key > id)
        place = std::lower_bound(entries_.begin(), entries_.end(), id,
                                 [](const auto& other, std::uint64_t key) { return other->key < key; });
    entries_.insert(place, std::move(entry));
    ++rows_;
    bytes_ += kEntryOverhead;
    return made;
}

/// False when `row` holds a newer version already.
bool TrafficLog::put(LogRow& row, PackedRecord&& record, const ChildKey& key, const Event& event) {
    if (!row.packed.empty() && record.revision < row.revision)
        return false;
    bytes_ += record.packed.size();
    bytes_ -= row.packed.size();
    row.key = key;
    row.revision = record.revision;
    row.packed = std::move(record.packed);
    row.state = state_of(event);
    row.verdict = event.verdict;
    row.done = record.done;
    row.unjudged = true;
    return true;
}

bool TrafficLog::put_child(LogEntry& entry, PackedRecord&& record, const ChildKey& key, const Event& event) {
    auto place = std::lower_bound(entry.children.begin(), entry.children.end(), key, child_before);
    if (place != entry.children.end() && place->key == key)
        return put(*place, std::move(record), key, event);
    place = entry.children.emplace(place);
    ++rows_;
    bytes_ += sizeof(LogRow) + kRowOverhead;
    return put(*place, std::move(record), key, event);
}

LogEntry* TrafficLog::apply(PackedRecord&& record, const Event& event, Source source) {
    const RowKind kind = kind_of(event);
    if (kind == RowKind::Hidden)
        return nullptr;
    const std::uint64_t id = record.id;
    LogEntry* entry = find(id, event);
    if (entry == nullptr) {
        if (source != Source::Search && is_too_old(id))
            return nullptr;
        entry = &make(id, event.request);
    }
    if (event.request == 0 || kind == RowKind::Line) {
        if (!put(entry->line, std::move(record), ChildKey{0, kind, id}, event))
            return nullptr;
        // Its folder is part of what filters see of its commands.
        for (LogRow& row : entry->children)
            row.unjudged = true;
        return entry;
    }
    return put_child(*entry, std::move(record), key_of(id, event, kind), event) ? entry : nullptr;
}

bool TrafficLog::knows(std::uint64_t id, const Event& event) const {
    const LogEntry* entry = find(id, event);
    if (entry == nullptr)
        return false;
    const RowKind kind = kind_of(event);
    if (event.request == 0 || kind == RowKind::Line)
        return entry->line.key.id == id;
    return entry->child(key_of(id, event, kind)) != nullptr;
}

TrafficLog::Part TrafficLog::alone() const {
    Part part;
    for (; part.entries < entries_.size() && entries_[part.entries]->key < kept_from_; ++part.entries) {
        part.rows += entries_[part.entries]->rows();
        part.bytes += cost_of(*entries_[part.entries]);
    }
    return part;
}

bool TrafficLog::is_over(const Part& apart) const {
    return rows_ - apart.rows > limits_.rows + kBlock || bytes_ > limits_.bytes + apart.bytes;
}

std::size_t TrafficLog::surplus() const {
    if (!is_over({}))
        return 0;
    const Part apart = alone();
    if (!is_over(apart))
        return 0;
    std::size_t rows = rows_ - apart.rows;
    std::size_t bytes = bytes_ - apart.bytes;
    // Below the limits by a little, so that bytes go in blocks too.
    const std::size_t byte_goal = limits_.bytes - limits_.bytes / 32;
    std::size_t count = apart.entries;
    while (count + 1 < entries_.size() && (rows > limits_.rows || bytes > byte_goal)) {
        const LogEntry& entry = *entries_[count++];
        rows -= entry.rows();
        bytes -= std::min(bytes, cost_of(entry));
    }
    return count;
}

void TrafficLog::forget(const LogEntry& entry) {
    rows_ -= entry.rows();
    bytes_ -= std::min(bytes_, cost_of(entry));
    if (entry.request != 0)
        by_request_.erase(entry.request);
}

void TrafficLog::drop_front(std::size_t entries) {
    for (std::size_t i = 0; i < entries; ++i) {
        const LogEntry& entry = *entries_[i];
        forget(entry);
        dropped_ += entry.rows();
        dropped_through_ = entry.key;
        dropped_id_ = std::max(dropped_id_, entry.line.key.id);
        for (const LogRow& row : entry.children)
            dropped_id_ = std::max(dropped_id_, row.key.id);
    }
    kept_from_ = std::max(kept_from_, dropped_through_ + 1);
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(entries));
}

void TrafficLog::drop_alone() {
    const std::size_t count = alone().entries;
    for (std::size_t i = 0; i < count; ++i)
        forget(*entries_[i]);
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count));
}

bool TrafficLog::trim(LogEntry& entry) {
    if (entry.children.size() < 2 || !is_over({}) || !is_over(alone()))
        return false;
    const std::size_t count = std::min(entry.children.size() / 2, kBlock);
    const auto end = entry.children.begin() + static_cast<std::ptrdiff_t>(count);
    for (auto row = entry.children.begin(); row != end; ++row)
        bytes_ -= std::min(bytes_, cost_of(*row));
    entry.children.erase(entry.children.begin(), end);
    rows_ -= count;
    dropped_ += count;
    return true;
}

void TrafficLog::clear() {
    entries_.clear();
    by_request_.clear();
    rows_ = 0;
    bytes_ = 0;
    dropped_ = 0;
    dropped_through_ = 0;
    dropped_id_ = 0;
    kept_from_ = 0;
}

void TrafficLog::line_event(const LogEntry& entry, Event& into) {
    entry.line.packed.unpack(into);
    if (entry.request == 0)
        return;
    if (entry.line.packed.empty()) {
        into.type = EventType::RequestStart;
        into.request = entry.request;
        if (!entry.children.empty()) {
            Event first;
            entry.children.front().packed.unpack(first);
            into.time_ms = first.time_ms;
        }
    }
    add_worst_verdict(entry, into);
}

} // namespace asb::ui
