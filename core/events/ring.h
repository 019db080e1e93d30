// The newest records of a running session in memory, for whoever looks at it; bounded.
#pragma once

#include "core/events/record.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace asb {

class Ring {
public:
    explicit Ring(std::size_t capacity) : capacity_(capacity) {}

    /// Adds a record, or replaces the one with its id. A changed record that is gone already is left out.
    void put(const Record& record);
    const std::deque<Record>& records() const { return records_; }
    /// Records that have been dropped from the front.
    std::uint64_t dropped() const { return dropped_; }
    /// Newest revision that was put.
    std::uint64_t revision() const { return revision_; }
    /// What changed after `revision`, by revision; nullopt when some of that is gone from here.
    std::optional<std::vector<Record>> changed_since(std::uint64_t revision) const;
    /// The record of a simple command that is still here; nullptr: none.
    const Record* find_command(std::uint64_t request, std::uint64_t command) const;

    /// Sums over everything that ever passed, not only over what is kept.
    struct Totals {
        std::uint64_t requests = 0;
        std::uint64_t commands = 0;
        std::uint64_t refused = 0;
    };
    const Totals& totals() const { return totals_; }
    /// Refusals by refusal_key().
    const std::map<std::string, std::uint64_t>& refusals() const { return refusals_; }

private:
    void count(const Record& record, const Record* before);

    std::size_t capacity_;
    std::deque<Record> records_; ///< by id, ascending
    std::uint64_t newest_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t revision_ = 0;
    std::uint64_t dropped_revision_ = 0; ///< the newest that went with a dropped record
    Totals totals_;
    std::map<std::string, std::uint64_t> refusals_;
};

} // namespace asb
