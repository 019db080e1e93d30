// Joins execd's events with nono's verdicts. By the tag variable first, by the shim's pid second
// (nono-measured.md §2.3). Knows nothing of files or sockets; time comes in from outside.
#pragma once

#include "core/config/profile_reader.h"
#include "core/events/record.h"
#include "core/nono/audit_record.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace asb {

class Join {
public:
    struct Limits {
        std::size_t kept = 20000;   ///< ended records that late news can still reach
        std::size_t waiting = 4096; ///< records of nono whose command is not known yet
        std::int64_t wait_us =
            2'000'000; ///< how long such a record, or a declared command's verdict, is waited for
    };

    Join();
    explicit Join(Limits limits);

    /// The command profile, for the rule behind a reason. The pointer must stay valid; nullptr: rules stay
    /// empty.
    void set_profile(const Profile* profile) { profile_ = profile; }

    void add_event(const Event& event, std::int64_t now_us);
    void add_audit(const AuditRecord& record, std::int64_t now_us);
    /// Gives up waiting for what is overdue: a declared command that ended without a record gets
    /// Verdict::Unknown.
    void expire(std::int64_t now_us);
    /// The session is over: everything still open is closed as it stands.
    void finish();
    /// True while a verdict or a command is waited for.
    bool is_waiting() const { return !unmatched_.empty() || !verdict_due_.empty(); }

    /// Records that are new or changed since the last call, in order of their ids.
    std::vector<Record> take_changed();

private:
    using Tag = std::pair<std::uint64_t, std::uint64_t>;
    struct Waiting {
        AuditRecord record;
        std::int64_t since_us = 0;
    };

    Record& create(const Event& event, bool done);
    Record* find(std::uint64_t id);
    void touch(std::uint64_t id) { changed_[id] = true; }
    void settle(Record& record);

    void start_request(const Event& event);
    void end_request(const Event& event);
    void close_commands(const Event& end);
    void end_job(const Event& event, std::int64_t now_us);
    void start_command(const Event& event, std::int64_t now_us);
    void end_command(const Event& event, std::int64_t now_us);

    Record* command_of(const AuditRecord& record);
    bool attach(const AuditRecord& record);
    void apply(const AuditRecord& record, Event& event) const;
    void add_nested(const AuditRecord& record);
    void retry_unmatched();

    Limits limits_;
    const Profile* profile_ = nullptr;
    std::uint64_t next_id_ = 1;
    std::unordered_map<std::uint64_t, Record> records_;
    std::deque<std::uint64_t> ended_; ///< ids in the order of their end, for forgetting
    std::map<std::uint64_t, bool> changed_;
    std::map<std::uint64_t, std::uint64_t> requests_; ///< request -> id
    std::map<Tag, std::uint64_t> commands_;           ///< tag -> id
    std::unordered_map<int, std::uint64_t>
        declared_by_pid_; ///< pid of a declared simple command -> id, the newest
    std::unordered_map<int, std::uint64_t>
        open_nested_; ///< shim pid -> id of a nested call that has not ended
    std::deque<Waiting> unmatched_;
    std::map<std::uint64_t, std::int64_t>
        verdict_due_; ///< id of an ended declared command -> when to give up
};

} // namespace asb
