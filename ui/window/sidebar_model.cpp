#include "ui/window/sidebar_model.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace asb::ui {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
constexpr std::int64_t kDayMs = 24 * kHourMs;

int rank(const SidebarEntry& entry) {
    if (entry.running && (entry.execd_lost || entry.needs_you || entry.unseen_refusals > 0))
        return 0;
    if (entry.needs_you)
        return 0;
    return entry.running ? 1 : 2;
}

} // namespace

std::vector<SidebarRow> lay_out(std::vector<SidebarEntry>& entries, std::int64_t midnight_ms, bool unfolded) {
    std::stable_sort(entries.begin(), entries.end(), [](const SidebarEntry& left, const SidebarEntry& right) {
        return rank(left) != rank(right) ? rank(left) < rank(right) : left.started_ms > right.started_ms;
    });
    std::vector<SidebarRow> now;
    std::vector<SidebarRow> earlier;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const SidebarEntry& entry = entries[i];
        const std::int64_t end = entry.ended_ms != 0 ? entry.ended_ms : entry.started_ms;
        const bool is_earlier = rank(entry) == 2 && end < midnight_ms;
        (is_earlier ? earlier : now).push_back({SidebarRow::Kind::Session, 0, i, 0});
    }
    std::vector<SidebarRow> rows;
    if (!now.empty())
        rows.push_back({SidebarRow::Kind::Heading, 0, 0, 0});
    rows.insert(rows.end(), now.begin(), now.end());
    if (earlier.empty())
        return rows;
    rows.push_back({SidebarRow::Kind::Heading, 1, 0, 0});
    rows.push_back({SidebarRow::Kind::Fold, 0, 0, earlier.size()});
    if (unfolded)
        rows.insert(rows.end(), earlier.begin(), earlier.end());
    return rows;
}

QString age_text(std::int64_t from_ms, std::int64_t to_ms) {
    const std::int64_t age = std::max<std::int64_t>(to_ms - from_ms, 0);
    if (age >= 2 * kDayMs)
        return SidebarModel::tr("%n day(s)", nullptr, static_cast<int>(age / kDayMs));
    const QString minutes = QString::number(age / kMinuteMs % 60).rightJustified(2, QLatin1Char('0'));
    return QStringLiteral("%1:%2").arg(age / kHourMs).arg(minutes);
}

SidebarModel::SidebarModel(QObject* parent) : QAbstractListModel(parent) {}

void SidebarModel::set_entries(std::vector<SidebarEntry> entries, std::int64_t now_ms) {
    now_ms_ = now_ms;
    const std::int64_t midnight =
        QDateTime::fromMSecsSinceEpoch(now_ms).date().startOfDay().toMSecsSinceEpoch();
    const std::vector<SidebarRow> rows = lay_out(entries, midnight, unfolded_);
    const auto same_place = [&] {
        if (rows != rows_ || entries.size() != entries_.size())
            return false;
        return std::equal(
            entries.begin(), entries.end(), entries_.begin(),
            [](const SidebarEntry& left, const SidebarEntry& right) { return left.id == right.id; });
    };
    if (same_place()) {
        entries_ = std::move(entries);
        if (!rows_.empty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    entries_ = std::move(entries);
    rows_ = rows;
    endResetModel();
}

void SidebarModel::set_unfolded(bool unfolded) {
    if (unfolded == unfolded_)
        return;
    unfolded_ = unfolded;
    set_entries(entries_, now_ms_);
}

const SidebarEntry* SidebarModel::entry_at(int row) const {
    if (row < 0 || row >= rowCount() || row_at(row).kind != SidebarRow::Kind::Session)
        return nullptr;
    return &entries_[row_at(row).entry];
}

int SidebarModel::row_of(const QString& id) const {
    for (int row = 0; row < rowCount(); ++row) {
        const SidebarEntry* entry = entry_at(row);
        if (entry != nullptr && entry->id == id)
            return row;
    }
    return -1;
}

QString SidebarModel::second_line(const SidebarEntry& entry) const {
    if (entry.running)
        return QStringLiteral("%1 · %2").arg(entry.agent, age_text(entry.started_ms, now_ms_));
    const std::int64_t end = entry.ended_ms != 0 ? entry.ended_ms : entry.started_ms;
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(end);
    const bool today = time.date() == QDateTime::fromMSecsSinceEpoch(now_ms_).date();
    const QLocale locale;
    const QString when = today ? locale.toString(time.time(), QLocale::ShortFormat)
                               : locale.toString(time.date(), QLocale::ShortFormat);
    return tr("%1 · ended %2", "agent, time or date").arg(entry.agent, when);
}

QString SidebarModel::counts_line(const SidebarEntry& entry) const {
    if (entry.execd_lost)
        return tr("Mediation is lost");
    return tr("%n command(s)", nullptr,
              static_cast<int>(std::min<std::uint64_t>(entry.commands, 0x7fffffff)));
}

QString SidebarModel::spoken(const SidebarEntry& entry) const {
    QStringList parts{entry.project, entry.running ? tr("running") : tr("ended"), second_line(entry),
                      counts_line(entry)};
    if (entry.unseen_refusals > 0)
        parts << tr("%n refusal(s) not looked at", nullptr, static_cast<int>(entry.unseen_refusals));
    if (entry.needs_you)
        parts << tr("a question waits");
    return parts.join(QStringLiteral(", "));
}

void SidebarModel::retranslate() {
    if (!rows_.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int SidebarModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant SidebarModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const SidebarRow& row = row_at(index.row());
    const SidebarEntry* entry = entry_at(index.row());
    if (role == KindRole)
        return static_cast<int>(row.kind);
    if (role == IdRole)
        return entry != nullptr ? QVariant(entry->id) : QVariant();
    if (role == Qt::ToolTipRole && entry != nullptr)
        return entry->folder.toHtmlEscaped();
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    if (row.kind == SidebarRow::Kind::Heading)
        return row.heading == 0 ? tr("Sessions") : tr("Earlier");
    if (row.kind == SidebarRow::Kind::Fold)
        return unfolded_ ? tr("Show fewer") : tr("%n session(s)…", nullptr, static_cast<int>(row.hidden));
    return role == Qt::DisplayRole ? entry->project : spoken(*entry);
}

Qt::ItemFlags SidebarModel::flags(const QModelIndex& index) const {
    if (!index.isValid() || row_at(index.row()).kind == SidebarRow::Kind::Heading)
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

} // namespace asb::ui
