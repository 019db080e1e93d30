// Records of made-up sessions for tests of the traffic, and what a reader of the design would show of them.
#pragma once

#include "ui/traffic/traffic_model.h"

#include <QRandomGenerator>
#include <QVector>

#include <algorithm>
#include <string>
#include <vector>

namespace asb::test {

using namespace asb::ui;

inline Record line(std::uint64_t id, std::uint64_t request, const std::string& text, bool ended = true,
                   int status = 0) {
    Record record;
    record.id = id;
    record.done = ended;
    record.revision = id * 2 + (ended ? 1 : 0);
    record.event.type = ended ? EventType::RequestEnd : EventType::RequestStart;
    record.event.request = request;
    record.event.time_ms = 1'700'000'000'000 + static_cast<std::int64_t>(id);
    record.event.line = text;
    record.event.cwd = "/project";
    if (ended) {
        record.event.status = status;
        record.event.duration_us = 1000;
    }
    return record;
}

inline Record command(std::uint64_t id, std::uint64_t request, std::uint64_t number,
                      std::vector<std::string> argv, Verdict verdict = Verdict::Floor, int status = 0) {
    Record record;
    record.id = id;
    record.done = true;
    record.revision = id * 2 + 1;
    record.event.type = EventType::CommandEnd;
    record.event.request = request;
    record.event.command = number;
    record.event.time_ms = 1'700'000'000'000 + static_cast<std::int64_t>(id);
    record.event.argv = std::move(argv);
    record.event.verdict = verdict;
    record.event.status = status;
    if (verdict == Verdict::Refused) {
        record.event.reason = "ask the operator";
        record.event.rule = "commands.git.from.session.deny[0]";
        record.event.policy = "git";
    }
    return record;
}

/// A session's worth of records, ids ascending: lines with 0-5 commands, some refused, some failed.
inline QVector<Record> random_session(QRandomGenerator& random, int lines) {
    QVector<Record> records;
    std::uint64_t id = 1;
    for (int i = 1; i <= lines; ++i) {
        const auto request = static_cast<std::uint64_t>(i);
        records.append(
            line(id++, request, "line " + std::to_string(i), random.bounded(4) != 0, random.bounded(2)));
        Event& top = records.back().event;
        if (top.status)
            top.duration_us = random.bounded(40) * 1000;
        top.cwd += random.bounded(3) == 0 ? "/sub" : "";
        const int commands = random.bounded(6);
        for (int c = 1; c <= commands; ++c) {
            const int kind = random.bounded(10);
            records.append(command(id++, request, static_cast<std::uint64_t>(c),
                                   {c % 2 ? "git" : "ls", std::to_string(i)},
                                   kind == 0 ? Verdict::Refused : Verdict::Floor, kind == 1 ? 1 : 0));
        }
        if (random.bounded(8) == 0) {
            Record gap;
            gap.id = id++;
            gap.done = true;
            gap.event.type = EventType::Gap;
            gap.event.count = 3;
            records.append(gap);
        }
    }
    return records;
}

inline std::vector<std::string> shown(const TrafficModel& model) {
    std::vector<std::string> rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        const TrafficRow& place = model.row_at(row);
        rows.push_back(std::string(static_cast<std::size_t>(place.depth), ' ') + command_text(place.event));
    }
    return rows;
}

/// What a reader of the design would show of these records: plain and slow.
inline std::vector<std::string> expected(QVector<Record> records, const Filter& filter) {
    std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) { return a.id < b.id; });
    std::vector<std::string> rows;
    for (const Record& top : records) {
        const bool is_line =
            top.event.type == EventType::RequestStart || top.event.type == EventType::RequestEnd;
        if (!is_line && top.event.request != 0)
            continue;
        Event whole = top.event;
        std::vector<const Record*> children;
        bool bad = false;
        if (is_line) {
            whole.verdict = Verdict::Floor;
            for (const Record& child : records) {
                if (child.event.request != top.event.request || child.event.command == 0)
                    continue;
                children.push_back(&child);
                bad = bad || child.event.verdict == Verdict::Refused || child.event.status.value_or(0) != 0;
                if (child.event.verdict == Verdict::Refused && whole.verdict != Verdict::Refused) {
                    whole.verdict = Verdict::Refused;
                    whole.reason = child.event.reason;
                    whole.rule = child.event.rule;
                    whole.policy = child.event.policy;
                }
            }
        }
        std::vector<const Record*> found;
        for (const Record* child : children) {
            if (filter.matches(child->event, &whole))
                found.push_back(child);
        }
        if (found.empty() && !filter.matches(whole))
            continue;
        rows.push_back(command_text(top.event));
        const bool open = filter.empty() ? bad : !found.empty() || bad;
        for (const Record* child : found.empty() ? children : found) {
            if (open)
                rows.push_back(' ' + command_text(child->event));
        }
    }
    return rows;
}

/// The next `count` records, in any order, and now and then all of them into the rows at once.
inline void add_next(TrafficModel& model, const QVector<Record>& records, qsizetype& next, int count,
                     QRandomGenerator& random) {
    QVector<Record> batch = records.mid(next, count);
    next += batch.size();
    std::shuffle(batch.begin(), batch.end(), random);
    model.add(batch);
    if (random.bounded(3) == 0)
        model.flush_all();
}

inline void feed(TrafficModel& model, const QVector<Record>& records) {
    model.add(records);
    model.flush_all();
}

} // namespace asb::test
