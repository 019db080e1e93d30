// An event in few bytes: a row of the traffic costs about 200 bytes instead of a kilobyte, and 200 000 of
// them fit into 80 MB.
#pragma once

#include "core/base/event.h"

#include <cstdint>
#include <memory>
#include <string>

namespace asb::ui {

/// Everything of an event, packed. Not a format for files: it is made and read by the same process.
class PackedEvent {
public:
    PackedEvent() = default;
    explicit PackedEvent(const Event& event);

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    /// Writes every field of `event`; strings keep their room, so that one event can be used for a whole
    /// scan.
    void unpack(Event& event) const;
    Event event() const;

private:
    std::unique_ptr<char[]> bytes_;
    std::uint32_t size_ = 0;
};

} // namespace asb::ui
