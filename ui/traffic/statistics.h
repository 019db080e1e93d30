// What the traffic adds up to: which commands are used most, which take longest, what was refused by which
// rule. Pure counting, in any order.
#pragma once

#include "core/base/event.h"

#include <QString>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace asb::ui {

class Statistics {
public:
    void add(const Event& event);

    struct Row {
        QString name;   ///< made visible
        QString filter; ///< finds what was counted
        std::uint64_t count = 0;
        std::uint64_t failed = 0;
        std::int64_t total_us = 0;
        std::int64_t longest_us = 0;
    };
    /// Programs by how often they ran, at most `limit`.
    std::vector<Row> most_used(std::size_t limit) const;
    /// Programs by the time that they took together.
    std::vector<Row> slowest(std::size_t limit) const;
    /// Rules by how often they refused.
    std::vector<Row> refused(std::size_t limit) const;

    std::uint64_t lines() const { return lines_; }
    std::uint64_t commands() const { return commands_; }

private:
    struct Sum {
        std::uint64_t count = 0;
        std::uint64_t failed = 0;
        std::int64_t total_us = 0;
        std::int64_t longest_us = 0;
        std::string label; ///< of a rule: the reason
        QString filter;    ///< of a rule; programs get theirs when they are asked for
    };
    using Sums = std::unordered_map<std::string, Sum>;

    Sums programs_; ///< by the last part of argv[0]; bounded
    Sums rules_;    ///< by rule
    std::uint64_t lines_ = 0;
    std::uint64_t commands_ = 0;
};

} // namespace asb::ui
