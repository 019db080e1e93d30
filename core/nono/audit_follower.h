// Follows nono's event log of a running session (nono.md §5.5): torn lines, late and repeated records, a file
// that comes only after a while.
#pragma once

#include "core/base/fd.h"
#include "core/nono/audit_record.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <set>
#include <string>

namespace asb {

class AuditFollower : public QObject {
    Q_OBJECT
public:
    explicit AuditFollower(std::string path, QObject* parent = nullptr);

    /// Begins to follow. The file need not exist yet; a record that stands there already is reported too.
    void start();
    /// While something waits for a record, the file is looked at every few milliseconds: file watching can
    /// drop events and is coalesced. Off: only the watcher and a slow timer.
    void set_busy(bool busy);
    /// From now on only the timer looks, every few milliseconds: the end is near. Waits up to 13 ms (closing
    /// inotify waits for all readers in the kernel), so not when somebody waits for that.
    void stop_watching();
    /// Looks now.
    void poll() { read_more(); }
    /// Reads what is there now; for the end of a session, after nono is gone.
    void drain();

Q_SIGNALS:
    void record(const asb::AuditRecord& record);
    /// A line that could not be read, or a log that became smaller; the rest is read on.
    void trouble(const QString& text);

private:
    void open_file();
    void read_more();
    void take_lines();
    void take_line(std::string_view line);
    bool seen_before(const AuditRecord& record);

    std::string path_;
    Fd file_;
    std::string pending_;   ///< a line whose end is not written yet
    bool skipping_ = false; ///< inside a line that is too long to be kept
    std::int64_t offset_ = 0;
    std::set<std::string> network_seen_;
    std::deque<std::string> network_order_;
    std::unique_ptr<QFileSystemWatcher> watcher_;
    QTimer timer_;
};

} // namespace asb
