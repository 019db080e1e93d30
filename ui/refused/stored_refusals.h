// What a session's store says about its refusals.
#pragma once

#include "core/events/record.h"

#include <QVector>

#include <cstdint>
#include <map>
#include <string>

namespace asb::ui {

struct StoredRefusals {
    QVector<Record> records; ///< the newest ones, and of rules that are not among them the newest of each
    std::uint64_t counted_below = 0; ///< refusals with ids below are in `earlier`, not to be counted again
    std::map<std::string, std::uint64_t> earlier; ///< by refusal_key: how many more there are, older ones
};

/// Empty when the store cannot be read. For a thread of its own: 1 000 000 rows take up to half a second.
StoredRefusals read_stored_refusals(const std::string& store, const std::string& session);

} // namespace asb::ui
