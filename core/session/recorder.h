// Everything that is recorded of a running session: takes execd's events and nono's log, joins them, keeps
// the ring and the store up to date, tells listeners. One flush a moment, whatever the rate.
#pragma once

#include "core/events/join.h"
#include "core/events/ring.h"
#include "core/events/store_writer.h"
#include "core/nono/audit_follower.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace asb {

class Recorder : public QObject {
    Q_OBJECT
public:
    explicit Recorder(QObject* parent = nullptr);
    ~Recorder() override;

    /// Makes the store; what was recorded before goes into it.
    Status open_store(const std::string& path);
    /// Rules are looked up in this profile; it must stay valid.
    void set_profile(const Profile* profile) { join_.set_profile(profile); }
    /// Begins to follow the commands' nono.
    void follow(const std::string& audit_file);

    void add(const Event& event);
    /// A step of the session's life.
    void add_step(const std::string& text, std::optional<int> status = std::nullopt);
    /// The agent's program has ended, and little will follow. Never waits.
    void expect_end() { store_.expect_end(); }
    /// execd has ended too, and everybody waits for both nono. Takes up to 13 ms.
    void stop_watching();
    /// Reads the rest of nono's log, closes every record, the store and the follower. After both nono have
    /// ended.
    void finish();

    /// The newest records, with the revisions that the store has too.
    const Ring& ring() const { return ring_; }

Q_SIGNALS:
    /// New and changed records, in order of their ids.
    void changed(const std::vector<asb::Record>& records);
    /// The store cannot be written (or can be again), or nono's log is odd; said once for each cause.
    void trouble(const QString& text);

private:
    void take_audit(const AuditRecord& record);
    void flush();
    void tell_once(const QString& text);

    Join join_;
    Ring ring_;
    StoreWriter store_;
    std::unique_ptr<AuditFollower> follower_;
    QTimer flush_timer_;
    QTimer expire_timer_;
    std::uint64_t sequence_ = 0;
    std::uint64_t declared_running_ = 0;
    std::uint64_t revision_ = 0;
    std::set<QString> told_;
};

} // namespace asb
