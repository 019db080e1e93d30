// The list of sessions at the window's side: who needs you, what runs, what ended today, what is earlier.
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <cstdint>
#include <vector>

namespace asb::ui {

struct SidebarEntry {
    QString id;
    QString project; ///< the folder's name, plain text
    QString folder;  ///< whole path
    QString agent;
    std::int64_t started_ms = 0; ///< wall clock
    std::int64_t ended_ms = 0;   ///< 0: not known or still running
    bool running = false;
    bool execd_lost = false;
    bool needs_you = false;
    std::uint64_t commands = 0;
    std::uint64_t unseen_refusals = 0;
    bool operator==(const SidebarEntry&) const = default;
};

struct SidebarRow {
    enum class Kind { Heading, Session, Fold };
    Kind kind = Kind::Session;
    int heading = 0;        ///< of Heading: 0 sessions, 1 earlier
    std::size_t entry = 0;  ///< of Session
    std::size_t hidden = 0; ///< of Fold: sessions behind it
    bool operator==(const SidebarRow&) const = default;
};

/// Sorts `entries` (needs you and lost first, then running, then the rest, newest first in each) and lays
/// them out. `midnight_ms`: begin of today; what ended before it is earlier, and hidden behind one row unless
/// `unfolded`.
std::vector<SidebarRow> lay_out(std::vector<SidebarEntry>& entries, std::int64_t midnight_ms, bool unfolded);

/// "0:41", "3 h 12", "2 days": how long since `from_ms`.
QString age_text(std::int64_t from_ms, std::int64_t to_ms);

class SidebarModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { KindRole = Qt::UserRole, IdRole, EntryRole };

    explicit SidebarModel(QObject* parent = nullptr);

    /// `now_ms` is the wall clock; ages and "today" count from it.
    void set_entries(std::vector<SidebarEntry> entries, std::int64_t now_ms);
    void set_unfolded(bool unfolded);
    bool is_unfolded() const { return unfolded_; }

    const SidebarRow& row_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    /// nullptr for a heading.
    const SidebarEntry* entry_at(int row) const;
    /// -1 when the session is not shown.
    int row_of(const QString& id) const;
    const std::vector<SidebarEntry>& entries() const { return entries_; }

    /// The lines as they are painted: name; agent and age; counts.
    QString second_line(const SidebarEntry& entry) const;
    QString counts_line(const SidebarEntry& entry) const;
    /// The language has changed.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void lay_out_again();
    QString spoken(const SidebarEntry& entry) const;

    std::vector<SidebarEntry> entries_;
    std::vector<SidebarRow> rows_;
    std::int64_t now_ms_ = 0;
    bool unfolded_ = false;
};

} // namespace asb::ui
