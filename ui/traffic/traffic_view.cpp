#include "ui/traffic/traffic_view.h"

#include "ui/common/row_state.h"
#include "ui/traffic/traffic_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace asb::ui {
namespace {

constexpr int kLeastWidth = 24;
constexpr int kMostWidth = 4000;

/// Every verdict can be read in the language of now.
int verdict_width(const QFontMetrics& metrics) {
    Event event;
    event.policy = "git";
    int widest = 0;
    for (int state = 0; state < kRowStates; ++state)
        widest = std::max(widest, metrics.horizontalAdvance(state_word(static_cast<RowState>(state), event)));
    return widest + 34;
}

/// Width of a column that nobody has set: what its usual texts need.
int usual_width(Column column, const QFontMetrics& metrics) {
    switch (column) {
    case Column::Time:
        return metrics.horizontalAdvance(QStringLiteral("00:00:00")) + 14;
    case Column::Command:
        return 400;
    case Column::Verdict:
        return verdict_width(metrics);
    case Column::Status:
        return metrics.horizontalAdvance(QStringLiteral("SIGWINCH")) + 18;
    case Column::Took:
    case Column::Cpu:
        return metrics.horizontalAdvance(QStringLiteral("CPU time")) + 20;
    case Column::Folder:
        return metrics.horizontalAdvance(QStringLiteral("./some/folder")) + 14;
    case Column::Callers:
    case Column::Rule:
    case Column::Reason:
        return metrics.horizontalAdvance(QStringLiteral("commands.git.from.session.deny")) + 14;
    case Column::Memory:
    case Column::Pid:
    case Column::Line:
        return metrics.horizontalAdvance(QStringLiteral("1234567")) + 16;
    }
    return 100;
}

} // namespace

TrafficView::TrafficView(TrafficModel& model, QWidget* parent) : QTableView(parent), model_(model) {
    setObjectName(QStringLiteral("traffic"));
    setModel(&model);
    setItemDelegate(new TrafficDelegate(model, this));
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideNone);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    QHeaderView& header = *horizontalHeader();
    header.setSectionsMovable(true);
    header.setHighlightSections(false);
    header.setMinimumSectionSize(kLeastWidth);
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header.setSortIndicatorClearable(true); // a third click goes back to the order of time
    header.setSortIndicator(-1, Qt::AscendingOrder);
    // Before the model hears of it: what is sorted stands still.
    connect(&header, &QHeaderView::sortIndicatorChanged, this, [this](int column) {
        if (column >= 0)
            stop_for_reading();
    });
    setSortingEnabled(true);
    set_columns({});
    fit_rows();
    connect(&model, &TrafficModel::frame_done, this, &TrafficView::after_frame);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &TrafficView::before_reset);
    connect(&model, &QAbstractItemModel::modelReset, this, &TrafficView::after_reset);
    connect(&model, &TrafficModel::about_to_add_above, this, &TrafficView::before_rows_above);
    connect(&model, &TrafficModel::added_above, this, &TrafficView::after_rows_above);
    connect(&model, &TrafficModel::order_applied, this, &TrafficView::after_order);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TrafficView::scrolled);
    connect(verticalScrollBar(), &QScrollBar::sliderPressed, this, &TrafficView::stop_for_reading);
    const auto changed = [this] {
        if (!setting_columns_)
            Q_EMIT columns_changed();
    };
    connect(&header, &QHeaderView::sectionResized, this, changed);
    connect(&header, &QHeaderView::sectionMoved, this, changed);
}

// --- follow

void TrafficView::set_following(bool following) {
    const bool changed = following_ != following;
    following_ = following;
    model_.set_paused(!following);
    if (following) {
        set_order(-1, Qt::AscendingOrder);
        const QScopedValueRollback<bool> ours(by_program_, true);
        scrollToBottom();
    }
    if (changed)
        Q_EMIT following_changed(following);
}

void TrafficView::stop_for_reading() {
    if (following_)
        set_following(false);
}

void TrafficView::after_frame(bool moved) {
    if (!following_ || !moved)
        return;
    const QScopedValueRollback<bool> ours(by_program_, true);
    scrollToBottom();
}

/// Any scrolling up by the user stops following. Reaching the end does not start it again: End and the pill
/// do, so that a paused view never runs away.
void TrafficView::scrolled(int value) {
    if (!by_program_ && following_ && value < verticalScrollBar()->maximum())
        set_following(false);
}

void TrafficView::wheelEvent(QWheelEvent* event) {
    if (event->angleDelta().y() > 0 && verticalScrollBar()->maximum() > 0)
        stop_for_reading();
    QTableView::wheelEvent(event);
}

void TrafficView::resizeEvent(QResizeEvent* event) {
    const QScopedValueRollback<bool> ours(by_program_, true);
    QTableView::resizeEvent(event);
    if (following_)
        scrollToBottom();
}

void TrafficView::before_reset() {
    by_program_ = true;
    kept_current_ = model_.name_of(current_row());
    kept_top_ = model_.name_of(rowAt(0));
}

/// A new filter keeps the selected row, or its nearest neighbour, where it was.
void TrafficView::after_reset() {
    if (const int row = model_.row_of(kept_current_); row >= 0)
        setCurrentIndex(model_.index(row, 0));
    if (following_)
        scrollToBottom();
    else if (const int top = model_.row_of(kept_top_); top >= 0)
        scrollTo(model_.index(top, 0), QAbstractItemView::PositionAtTop);
    by_program_ = false;
    Q_EMIT current_changed();
}

/// Rows come above what is read: that stays where it is.
void TrafficView::before_rows_above() {
    by_program_ = true;
    kept_top_ = model_.name_of(rowAt(0));
}

void TrafficView::after_rows_above() {
    if (following_)
        scrollToBottom();
    else if (const int row = model_.row_of(kept_top_); row >= 0)
        scrollTo(model_.index(row, 0), QAbstractItemView::PositionAtTop);
    by_program_ = false;
}

void TrafficView::set_order(int column, Qt::SortOrder order) {
    horizontalHeader()->setSortIndicator(column, order);
}

/// The first rows of an order are what it was asked for; back in time, what was read is looked at there.
void TrafficView::after_order() {
    if (following_)
        return;
    const QScopedValueRollback<bool> ours(by_program_, true);
    if (model_.has_order())
        scrollToTop();
    else if (currentIndex().isValid())
        scrollTo(currentIndex(), QAbstractItemView::PositionAtCenter);
}

// --- rows

std::vector<int> TrafficView::selected_rows(std::size_t limit) const {
    std::vector<int> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom() && rows.size() < limit; ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

bool TrafficView::go_to(int row) {
    if (row < 0 || row >= model_.rowCount())
        return false;
    stop_for_reading();
    setCurrentIndex(model_.index(row, 0));
    scrollTo(model_.index(row, 0));
    return true;
}

void TrafficView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    {
        const QScopedValueRollback<bool> ours(by_program_, true);
        QTableView::currentChanged(current, previous);
    }
    Q_EMIT current_changed();
}

void TrafficView::keyboardSearch(const QString&) {}

bool TrafficView::is_arrow(const QPoint& place) const {
    const QModelIndex index = indexAt(place);
    return index.isValid() && index.column() == static_cast<int>(Column::Command)
           && TrafficDelegate::arrow_rect(visualRect(index)).contains(place)
           && model_.row_at(index.row()).children > 0;
}

void TrafficView::mousePressEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid())
        stop_for_reading();
    if (event->button() == Qt::LeftButton && is_arrow(event->pos())) {
        model_.set_open(index.row(), !model_.row_at(index.row()).open);
        return;
    }
    QTableView::mousePressEvent(event);
}

void TrafficView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (is_arrow(event->pos()))
        mousePressEvent(event);
    else if (indexAt(event->pos()).isValid())
        Q_EMIT detail_wanted();
}

/// Left closes a line or goes up to it, Right opens it or goes down into it.
bool TrafficView::fold_key(int key) {
    const int row = current_row();
    if (row < 0)
        return false;
    stop_for_reading();
    const bool is_line = model_.is_line(row);
    const TrafficRow& shown = model_.row_at(row);
    if (key == Qt::Key_Left && !is_line)
        return go_to(model_.line_row(row));
    if (!is_line || shown.children == 0)
        return true;
    if (key == Qt::Key_Right && shown.open)
        return go_to(row + 1);
    if ((key == Qt::Key_Right) != shown.open)
        model_.set_open(row, key == Qt::Key_Right);
    return true;
}

void TrafficView::keyPressEvent(QKeyEvent* event) {
    const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (plain && fold_key(event->key()))
            return;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (plain) {
            Q_EMIT detail_wanted();
            return;
        }
        break;
    case Qt::Key_Space:
        if (plain) {
            set_following(!following_);
            return;
        }
        break;
    case Qt::Key_End:
        if (plain) {
            set_following(true);
            return;
        }
        break;
    case Qt::Key_Up:
    case Qt::Key_PageUp:
    case Qt::Key_Home:
        stop_for_reading();
        if (event->key() == Qt::Key_Home && plain && go_to(0))
            return;
        break;
    default:
        break;
    }
    const QScopedValueRollback<bool> ours(by_program_, by_program_ || !following_);
    QTableView::keyPressEvent(event);
}

// --- looks

void TrafficView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit_rows();
    if (event->type() == QEvent::LanguageChange) {
        Q_EMIT model_.headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
        widen_verdicts();
    }
}

void TrafficView::widen_verdicts() {
    const QScopedValueRollback<bool> setting(setting_columns_, true);
    const int section = static_cast<int>(Column::Verdict);
    QHeaderView& header = *horizontalHeader();
    if (!header.isSectionHidden(section))
        header.resizeSection(section, std::max(header.sectionSize(section), verdict_width(fontMetrics())));
}

void TrafficView::fit_rows() {
    const int height = TrafficDelegate::row_height(font());
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

QString TrafficView::columns() const {
    const QHeaderView& header = *horizontalHeader();
    QStringList parts;
    for (int place = 0; place < header.count(); ++place) {
        const int section = header.logicalIndex(place);
        if (!header.isSectionHidden(section)) {
            const Column column = static_cast<Column>(section);
            const int width = header.sectionSize(section);
            // What nobody has set goes with the language and the font.
            parts.append(QStringLiteral("%1:%2")
                             .arg(QLatin1String(column_name(column)))
                             .arg(width == usual_width(column, fontMetrics()) ? 0 : width));
        }
    }
    return parts.join(QLatin1Char(','));
}

void TrafficView::set_columns(const QString& text) {
    const QScopedValueRollback<bool> setting(setting_columns_, true);
    QHeaderView& header = *horizontalHeader();
    std::vector<std::pair<int, int>> wanted; // section, width
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString name = part.section(QLatin1Char(':'), 0, 0);
        for (int section = 0; section < kColumns; ++section) {
            const bool known = std::any_of(wanted.begin(), wanted.end(),
                                           [&](const auto& one) { return one.first == section; });
            if (!known && name == QLatin1String(column_name(static_cast<Column>(section))))
                wanted.emplace_back(section, part.section(QLatin1Char(':'), 1, 1).toInt());
        }
    }
    const auto has_command = [](const auto& one) { return one.first == static_cast<int>(Column::Command); };
    if (std::none_of(wanted.begin(), wanted.end(), has_command)) {
        wanted.clear();
        for (int section = 0; section < kColumns; ++section) {
            if (is_shown_at_first(static_cast<Column>(section)))
                wanted.emplace_back(section, 0);
        }
    }
    for (int section = 0; section < kColumns; ++section) {
        header.setSectionHidden(section, true);
        header.setSectionResizeMode(section, QHeaderView::Interactive);
        header.resizeSection(section, usual_width(static_cast<Column>(section), fontMetrics()));
    }
    for (std::size_t place = 0; place < wanted.size(); ++place) {
        const auto& [section, width] = wanted[place];
        header.setSectionHidden(section, false);
        header.moveSection(header.visualIndex(section), static_cast<int>(place));
        if (width > 0)
            header.resizeSection(section, std::clamp(width, kLeastWidth, kMostWidth));
    }
    // The command takes what the others leave.
    header.setSectionResizeMode(static_cast<int>(Column::Command), QHeaderView::Stretch);
}

} // namespace asb::ui
