#include "ui/traffic/pending_records.h"

#include <utility>

namespace asb::ui {
namespace {
std::size_t cost_of(const PackedRecord& record) {
    return sizeof(PackedRecord) + record.packed.size() + 16;
}
} // namespace

void PendingRecords::push(PackedRecord&& record, const Event& event, bool is_new) {
    const RowKind kind = kind_of(event);
    if (kind == RowKind::Hidden)
        return;
    if (is_new && (kind == RowKind::Line || event.request == 0))
        tops_.insert(record.id);
    bytes_ += cost_of(record);
    records_.push_back(std::move(record));
    while (records_.size() > limits_.rows || bytes_ > limits_.bytes) {
        pop();
        ++lost_;
    }
}

PackedRecord PendingRecords::pop() {
    PackedRecord record = std::move(records_.front());
    records_.pop_front();
    bytes_ -= cost_of(record);
    tops_.erase(record.id);
    return record;
}

std::uint64_t PendingRecords::take_lost() {
    return std::exchange(lost_, 0);
}

void PendingRecords::clear() {
    records_.clear();
    tops_.clear();
    bytes_ = 0;
    lost_ = 0;
}

} // namespace asb::ui
