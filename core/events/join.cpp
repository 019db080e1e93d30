#include "core/events/join.h"

#include <algorithm>

namespace asb {
namespace {

bool is_terminal(const AuditRecord& record) {
    return outcome_of(record.decision) != AuditOutcome::Pending;
}

std::vector<std::string> chain_of(const AuditRecord& record) {
    if (record.caller_kind == "command")
        return {"session", record.caller};
    return {record.caller.empty() ? std::string("session") : record.caller};
}

/// How a call of a declared command ends up: a later refusal wins over an earlier "let through"
/// (nono-measured.md §2.2), never the other way round.
Verdict verdict_after(Verdict before, std::string_view decision) {
    switch (outcome_of(decision)) {
    case AuditOutcome::Refused:
        return Verdict::Refused;
    case AuditOutcome::Allowed:
    case AuditOutcome::Pending:
        return before == Verdict::Refused ? before : Verdict::Policy;
    case AuditOutcome::Unknown:
        return before == Verdict::None ? Verdict::Unknown : before;
    }
    return before;
}

void merge_end(const Event& end, Event& into) {
    into.status = end.status;
    into.signal = end.signal;
    into.user_us = end.user_us;
    into.system_us = end.system_us;
    into.max_rss_kb = end.max_rss_kb;
    into.duration_us = end.duration_us;
    into.end_reason = end.end_reason;
    if (!end.cwd.empty())
        into.cwd = end.cwd;
    if (!end.truncated.empty())
        into.truncated += (into.truncated.empty() ? "" : ",") + end.truncated;
    into.type = end.type;
}

} // namespace

Join::Join() : Join(Limits{}) {}
Join::Join(Limits limits) : limits_(limits) {}

Record& Join::create(const Event& event, bool done) {
    const std::uint64_t id = next_id_++;
    Record& record = records_[id];
    record.id = id;
    record.event = event;
    touch(id);
    if (done)
        settle(record);
    return record;
}

Record* Join::find(std::uint64_t id) {
    const auto found = records_.find(id);
    return found == records_.end() ? nullptr : &found->second;
}

/// Marks a record as final. It stays for a while, so that late news can still be told from news about
/// nothing.
void Join::settle(Record& record) {
    touch(record.id);
    if (record.done)
        return;
    record.done = true;
    ended_.push_back(record.id);
}

void Join::add_event(const Event& event, std::int64_t now_us) {
    switch (event.type) {
    case EventType::RequestStart:
        start_request(event);
        break;
    case EventType::RequestEnd:
        end_request(event);
        break;
    case EventType::CommandStart:
        start_command(event, now_us);
        break;
    case EventType::CommandEnd:
        end_command(event, now_us);
        break;
    case EventType::JobEnd:
        create(event, true);
        end_job(event, now_us);
        break;
    case EventType::Ending: // between execd and the session program only
        break;
    case EventType::Hello:
    case EventType::JobLeft:
    case EventType::Note:
    case EventType::Gap:
    case EventType::Verdict:
    case EventType::Session:
        create(event, true);
        break;
    }
}

void Join::start_request(const Event& event) {
    requests_[event.request] = create(event, false).id;
}

void Join::end_request(const Event& event) {
    const auto found = requests_.find(event.request);
    Record* record = found == requests_.end() ? nullptr : find(found->second);
    if (!record || record->done) { // its start was lost in a gap
        create(event, true);
        return;
    }
    merge_end(event, record->event);
    settle(*record);
    requests_.erase(found);
    if (event.end_reason.value_or(EndReason::Exit) != EndReason::Exit)
        close_commands(event);
}

/// A line that was ended took its commands with it, and their worker could not tell any more.
void Join::close_commands(const Event& end) {
    for (auto entry = commands_.lower_bound(Tag{end.request, 0});
         entry != commands_.end() && entry->first.first == end.request; ++entry) {
        Record* command = find(entry->second);
        if (!command || command->done || command->event.type == EventType::CommandEnd)
            continue;
        Event& event = command->event;
        event.type = EventType::CommandEnd;
        event.end_reason = end.end_reason;
        event.duration_us = std::max<std::int64_t>(0, end.time_ms - event.time_ms) * 1000;
        if (event.declared && event.verdict == Verdict::None)
            event.verdict = Verdict::Unknown;
        settle(*command);
    }
}

/// A job is often a simple command by itself, and its worker has gone: nobody else tells of its end.
void Join::end_job(const Event& event, std::int64_t now_us) {
    for (auto entry = commands_.lower_bound(Tag{event.request, 0});
         entry != commands_.end() && entry->first.first == event.request; ++entry) {
        const Record* command = find(entry->second);
        if (!command || command->done || command->event.type != EventType::CommandStart
            || command->event.pid != event.pid)
            continue;
        Event end = event;
        end.type = EventType::CommandEnd;
        end.command = entry->first.second;
        end.duration_us = std::max<std::int64_t>(0, event.time_ms - command->event.time_ms) * 1000;
        end_command(end, now_us);
        return;
    }
}

void Join::start_command(const Event& event, std::int64_t now_us) {
    Record& record = create(event, false);
    record.event.verdict = event.declared ? Verdict::None : Verdict::Floor;
    if (record.event.cwd.empty()) { // as far as it is known: where its line was started
        const auto request = requests_.find(event.request);
        if (const Record* line = request == requests_.end() ? nullptr : find(request->second))
            record.event.cwd = line->event.cwd;
    }
    commands_[Tag{event.request, event.command}] = record.id;
    if (event.declared && event.pid > 0)
        declared_by_pid_[event.pid] = record.id;
    if (!unmatched_.empty())
        retry_unmatched();
    static_cast<void>(now_us);
}

void Join::end_command(const Event& event, std::int64_t now_us) {
    const auto found = commands_.find(Tag{event.request, event.command});
    Record* record = found == commands_.end() ? nullptr : find(found->second);
    if (!record || record->done) {
        Record& orphan = create(event, true);
        orphan.event.verdict = Verdict::Unknown;
        return;
    }
    merge_end(event, record->event);
    touch(record->id);
    if (record->event.declared && record->event.verdict == Verdict::None)
        verdict_due_[record->id] = now_us + limits_.wait_us;
    else
        settle(*record);
}

void Join::add_audit(const AuditRecord& record, std::int64_t now_us) {
    if (record.type != AuditRecord::Type::CommandPolicy)
        return;
    if (attach(record))
        return;
    unmatched_.push_back(Waiting{record, now_us});
    if (unmatched_.size() > limits_.waiting) {
        add_nested(unmatched_.front().record);
        unmatched_.pop_front();
    }
}

Record* Join::command_of(const AuditRecord& record) {
    std::uint64_t request = 0;
    std::uint64_t command = 0;
    if (!record.tag.empty() && parse_tag(record.tag, request, command)) {
        const auto found = commands_.find(Tag{request, command});
        return found == commands_.end() ? nullptr : find(found->second);
    }
    const auto found = declared_by_pid_.find(record.shim_pid);
    return found == declared_by_pid_.end() ? nullptr : find(found->second);
}

/// True when the record has found its place. A record whose tag names a command that is not known yet has to
/// wait: nono's log and execd's connection are read independently.
bool Join::attach(const AuditRecord& record) {
    const auto nested = open_nested_.find(record.shim_pid);
    if (nested != open_nested_.end() && outcome_of(record.decision) != AuditOutcome::Pending) {
        add_nested(record);
        return true;
    }
    Record* command = command_of(record);
    if (!command) {
        if (record.caller_kind == "command" && record.tag.empty()) {
            add_nested(record); // started by a real program of nono's: no simple command of ours can come
            return true;
        }
        return false;
    }
    if (!command->event.declared || command->event.pid != record.shim_pid) {
        add_nested(record);
        return true;
    }
    apply(record, command->event);
    touch(command->id);
    if (command->event.type == EventType::CommandEnd) {
        verdict_due_.erase(command->id);
        settle(*command);
    }
    return true;
}

void Join::apply(const AuditRecord& record, Event& event) const {
    event.verdict = verdict_after(event.verdict, record.decision);
    event.policy = record.command;
    event.caller_chain = chain_of(record);
    if (record.reason.empty())
        return;
    event.reason = record.reason;
    if (profile_ && event.verdict == Verdict::Refused) {
        const InvocationRule* rule = profile_->rule_for(record.command, record.caller, record.reason);
        if (rule)
            event.rule = rule->path;
    }
}

/// A declared command that something below a simple command started (a script, make, another declared
/// command).
void Join::add_nested(const AuditRecord& record) {
    const auto open = open_nested_.find(record.shim_pid);
    Record* existing = open == open_nested_.end() ? nullptr : find(open->second);
    // A second "let through" of the same pid is another process: pids are used again.
    if (existing && !is_terminal(record)) {
        settle(*existing);
        existing = nullptr;
    }
    if (!existing) {
        Event event;
        event.type = EventType::Verdict;
        event.time_ms = record.time_ms;
        event.argv = record.argv;
        event.cwd = record.cwd;
        event.pid = record.shim_pid;
        event.declared = true;
        std::uint64_t request = 0;
        std::uint64_t command = 0;
        if (parse_tag(record.tag, request, command)) {
            event.request = request;
            event.command = command;
        }
        existing = &create(event, false);
    }
    apply(record, existing->event);
    touch(existing->id);
    if (record.exit_code)
        existing->event.status = record.exit_code;
    if (!is_terminal(record)) {
        open_nested_[record.shim_pid] = existing->id;
        return;
    }
    existing->event.duration_us = std::max<std::int64_t>(0, record.time_ms - existing->event.time_ms) * 1000;
    settle(*existing);
    open_nested_.erase(record.shim_pid);
}

void Join::retry_unmatched() {
    std::deque<Waiting> waiting;
    waiting.swap(unmatched_);
    for (Waiting& entry : waiting) {
        if (!attach(entry.record))
            unmatched_.push_back(std::move(entry));
    }
}

void Join::expire(std::int64_t now_us) {
    while (!unmatched_.empty() && unmatched_.front().since_us + limits_.wait_us <= now_us) {
        add_nested(unmatched_.front().record);
        unmatched_.pop_front();
    }
    for (auto due = verdict_due_.begin(); due != verdict_due_.end();) {
        if (due->second > now_us) {
            ++due;
            continue;
        }
        if (Record* record = find(due->first)) {
            record->event.verdict = Verdict::Unknown;
            settle(*record);
        }
        due = verdict_due_.erase(due);
    }
}

void Join::finish() {
    for (const Waiting& entry : unmatched_)
        add_nested(entry.record);
    unmatched_.clear();
    verdict_due_.clear();
    std::vector<std::uint64_t> open;
    for (const auto& [id, record] : records_) {
        if (!record.done)
            open.push_back(id);
    }
    std::sort(open.begin(), open.end());
    for (const std::uint64_t id : open) {
        Record& record = records_[id];
        if (record.event.declared && record.event.verdict == Verdict::None)
            record.event.verdict = Verdict::Unknown;
        settle(record);
    }
}

std::vector<Record> Join::take_changed() {
    std::vector<Record> result;
    result.reserve(changed_.size());
    for (const auto& [id, flag] : changed_) {
        static_cast<void>(flag);
        if (const Record* record = find(id))
            result.push_back(*record);
    }
    changed_.clear();
    while (ended_.size() > limits_.kept) {
        const auto old = records_.find(ended_.front());
        if (old != records_.end()) {
            const Event& event = old->second.event;
            const auto command = commands_.find(Tag{event.request, event.command});
            if (command != commands_.end() && command->second == old->first)
                commands_.erase(command);
            const auto pid = declared_by_pid_.find(event.pid);
            if (pid != declared_by_pid_.end() && pid->second == old->first)
                declared_by_pid_.erase(pid);
            records_.erase(old);
        }
        ended_.pop_front();
    }
    return result;
}

} // namespace asb
