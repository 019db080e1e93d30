#include "ui/traffic/statistics.h"

#include "core/events/facets.h"
#include "ui/common/filter_terms.h"
#include "ui/common/plain_text.h"

#include <algorithm>

namespace asb::ui {
namespace {

/// Names come from an agent: a loop over made-up names must not fill the memory.
constexpr std::size_t kMostNames = 20'000;

std::string program_of(const Event& event) {
    if (event.argv.empty())
        return {};
    const std::string& word = event.argv.front();
    return word.substr(word.rfind('/') + 1);
}

template <typename Sums>
typename Sums::mapped_type* sum_of(Sums& sums, const std::string& name) {
    if (sums.size() >= kMostNames && sums.find(name) == sums.end())
        return nullptr;
    return &sums[name];
}

template <typename Before>
void keep_first(std::vector<Statistics::Row>& rows, std::size_t limit, Before before) {
    std::sort(rows.begin(), rows.end(), [&](const Statistics::Row& left, const Statistics::Row& right) {
        if (before(left, right) != before(right, left))
            return before(left, right);
        return left.name < right.name;
    });
    if (rows.size() > limit)
        rows.resize(limit);
}

template <typename Sums>
std::vector<Statistics::Row> rows_of(const Sums& sums) {
    std::vector<Statistics::Row> rows;
    rows.reserve(sums.size());
    for (const auto& [name, sum] : sums) {
        const std::string& label = sum.label.empty() ? name : sum.label;
        const QString filter = sum.filter.isEmpty() ? holds_term("cmd", name) : sum.filter;
        rows.push_back({one_line(label), filter, sum.count, sum.failed, sum.total_us, sum.longest_us});
    }
    return rows;
}

} // namespace

void Statistics::add(const Event& event) {
    if (is_request(event)) {
        ++lines_;
        return; // its verdict is that of its commands, which come by themselves
    }
    if (!is_command(event))
        return;
    ++commands_;
    if (Sum* sum = sum_of(programs_, program_of(event))) {
        ++sum->count;
        sum->failed += has_failed(event) ? 1 : 0;
        const std::int64_t took = duration_of(event).value_or(0);
        sum->total_us += took;
        sum->longest_us = std::max(sum->longest_us, took);
    }
    if (event.verdict != Verdict::Refused)
        return;
    if (Sum* sum = sum_of(rules_, refusal_key(event))) {
        ++sum->count;
        sum->label = event.reason;
        sum->filter = refusal_term(event);
    }
}

std::vector<Statistics::Row> Statistics::most_used(std::size_t limit) const {
    std::vector<Row> rows = rows_of(programs_);
    keep_first(rows, limit, [](const Row& left, const Row& right) { return left.count > right.count; });
    return rows;
}

std::vector<Statistics::Row> Statistics::slowest(std::size_t limit) const {
    std::vector<Row> rows = rows_of(programs_);
    keep_first(rows, limit, [](const Row& left, const Row& right) { return left.total_us > right.total_us; });
    return rows;
}

std::vector<Statistics::Row> Statistics::refused(std::size_t limit) const {
    std::vector<Row> rows = rows_of(rules_);
    keep_first(rows, limit, [](const Row& left, const Row& right) { return left.count > right.count; });
    return rows;
}

} // namespace asb::ui
