#include "ui/window/sidebar.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

namespace asb::ui {
namespace {

constexpr int kMargin = 8;
constexpr int kDot = 10;

/// Paints one session in three lines; colours come from the palette and named_color at paint time.
class SidebarDelegate : public QStyledItemDelegate {
public:
    SidebarDelegate(const SidebarModel& model, QObject* parent)
        : QStyledItemDelegate(parent), model_(model) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int line = option.fontMetrics.height();
        const bool session = model_.entry_at(index.row()) != nullptr;
        return {10 * line, session ? 3 * line + 10 : line + 10};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        painter->save();
        const bool selected = (option.state & QStyle::State_Selected) != 0;
        const QPalette& palette = option.palette;
        if (selected)
            painter->fillRect(option.rect, palette.brush(QPalette::Active, QPalette::Highlight));
        else if ((option.state & QStyle::State_MouseOver) != 0 && index.flags() != Qt::NoItemFlags)
            painter->fillRect(option.rect, palette.brush(QPalette::AlternateBase));
        const SidebarEntry* entry = model_.entry_at(index.row());
        if (entry != nullptr)
            paint_session(*painter, option, *entry, selected);
        else
            paint_line(*painter, option, index, selected);
        if ((option.state & QStyle::State_HasFocus) != 0) {
            QStyleOptionFocusRect focus;
            focus.QStyleOption::operator=(option);
            focus.rect = option.rect.adjusted(1, 1, -1, -1);
            focus.backgroundColor = palette.color(selected ? QPalette::Highlight : QPalette::Base);
            QApplication::style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter);
        }
        painter->restore();
    }

private:
    void paint_line(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                    bool selected) const {
        const bool heading = model_.row_at(index.row()).kind == SidebarRow::Kind::Heading;
        QFont font = option.font;
        if (heading) {
            font.setBold(true);
            font.setPointSizeF(font.pointSizeF() * 0.9);
        }
        painter.setFont(font);
        painter.setPen(selected  ? option.palette.color(QPalette::Active, QPalette::HighlightedText)
                       : heading ? named_color(NamedColor::Muted, option.palette)
                                 : option.palette.color(QPalette::Link));
        const QString text = index.data().toString();
        const QRect place = option.rect.adjusted(kMargin, 2, -kMargin, -2);
        painter.drawText(place, Qt::AlignLeft | (heading ? Qt::AlignBottom : Qt::AlignVCenter), text);
    }

    void paint_session(QPainter& painter, const QStyleOptionViewItem& option, const SidebarEntry& entry,
                       bool selected) const {
        const QColor text =
            option.palette.color(QPalette::Active, selected ? QPalette::HighlightedText : QPalette::Text);
        const QColor quiet = selected ? text : named_color(NamedColor::Muted, option.palette);
        const int line = option.fontMetrics.height();
        const QRect inner = option.rect.adjusted(kMargin, 5, -kMargin, -5);
        const int left = inner.left() + kDot + 6;
        const int width = inner.right() - left;
        paint_dot(painter, QRectF(inner.left(), inner.top() + (line - kDot) / 2.0, kDot, kDot), entry, option,
                  selected);
        QFont bold = option.font;
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(text);
        painter.drawText(QRect(left, inner.top(), width, line), Qt::AlignLeft,
                         QFontMetrics(bold).elidedText(entry.project, Qt::ElideMiddle, width));
        painter.setFont(option.font);
        painter.setPen(quiet);
        const auto write = [&](int row, const QString& words, int space) {
            painter.drawText(QRect(left, inner.top() + row * line, space, line), Qt::AlignLeft,
                             option.fontMetrics.elidedText(words, Qt::ElideRight, space));
        };
        write(1, model_.second_line(entry), width);
        const int badge =
            entry.unseen_refusals > 0 ? paint_badge(painter, option, entry, inner, line, selected) : 0;
        if (entry.execd_lost && !selected)
            painter.setPen(named_color(NamedColor::Refused, option.palette));
        write(2, model_.counts_line(entry), width - badge);
    }

    static void paint_dot(QPainter& painter, const QRectF& place, const SidebarEntry& entry,
                          const QStyleOptionViewItem& option, bool selected) {
        const NamedColor name = entry.execd_lost  ? NamedColor::Refused
                                : entry.needs_you ? NamedColor::Warning
                                : entry.running   ? NamedColor::Allowed
                                                  : NamedColor::Muted;
        const QColor color = selected ? option.palette.color(QPalette::Active, QPalette::HighlightedText)
                                      : named_color(name, option.palette);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(color, 1.6));
        painter.setBrush(entry.running ? QBrush(color) : QBrush(Qt::NoBrush));
        const QRectF dot = place.adjusted(1, 1, -1, -1);
        painter.drawEllipse(dot);
        if (entry.execd_lost)
            painter.drawLine(place.bottomLeft(), place.topRight());
    }

    /// "3 refused" as a filled label at the right end of the third line; returns its width.
    static int paint_badge(QPainter& painter, const QStyleOptionViewItem& option, const SidebarEntry& entry,
                           const QRect& inner, int line, bool selected) {
        const QString words =
            SidebarModel::tr("%n refused", "badge of a session", static_cast<int>(entry.unseen_refusals));
        const int width = option.fontMetrics.horizontalAdvance(words) + 10;
        const QRect place(inner.right() - width, inner.top() + 2 * line, width, line);
        const QColor color = named_color(NamedColor::Refused, option.palette);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(selected ? option.palette.color(QPalette::Base) : color);
        painter.drawRoundedRect(place, line / 2.0, line / 2.0);
        painter.setPen(selected ? color : option.palette.color(QPalette::Base));
        painter.drawText(place, Qt::AlignCenter, words);
        painter.restore();
        return width + 4;
    }

    const SidebarModel& model_;
};

} // namespace

Sidebar::Sidebar(QWidget* parent) : QListView(parent) {
    setObjectName(QStringLiteral("sidebar"));
    setModel(&model_);
    setItemDelegate(new SidebarDelegate(model_, this));
    setEditTriggers(NoEditTriggers);
    setMouseTracking(true);
    setUniformItemSizes(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    connect(this, &QListView::clicked, this, &Sidebar::activate_row);
    name();
}

QSize Sidebar::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 30, 400};
}

void Sidebar::name() {
    setAccessibleName(tr("Sessions"));
}

void Sidebar::set_entries(std::vector<SidebarEntry> entries, std::int64_t now_ms) {
    restoring_ = true;
    model_.set_entries(std::move(entries), now_ms);
    restoring_ = false;
    restore_choice();
}

void Sidebar::choose_first() {
    for (int row = 0; row < model_.rowCount(); ++row) {
        if (const SidebarEntry* entry = model_.entry_at(row)) {
            choose(entry->id);
            return;
        }
    }
    set_chosen(QString());
}

void Sidebar::restore_choice() {
    const int row = model_.row_of(chosen_);
    if (row >= 0) {
        if (currentIndex().row() != row) {
            restoring_ = true;
            setCurrentIndex(model_.index(row));
            restoring_ = false;
        }
        return;
    }
    const bool folded = std::any_of(model_.entries().begin(), model_.entries().end(),
                                    [this](const SidebarEntry& entry) { return entry.id == chosen_; });
    if (folded)
        return;
    choose_first();
}

bool Sidebar::choose(const QString& id) {
    int row = model_.row_of(id);
    if (row < 0 && !model_.is_unfolded()) {
        restoring_ = true;
        model_.set_unfolded(true);
        restoring_ = false;
        row = model_.row_of(id);
    }
    if (row < 0)
        return false;
    restoring_ = true;
    setCurrentIndex(model_.index(row));
    restoring_ = false;
    set_chosen(id);
    return true;
}

void Sidebar::set_chosen(const QString& id) {
    if (id == chosen_)
        return;
    chosen_ = id;
    Q_EMIT chosen_changed(id);
}

void Sidebar::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QListView::currentChanged(current, previous);
    if (restoring_)
        return;
    if (const SidebarEntry* entry = model_.entry_at(current.row()))
        set_chosen(entry->id);
}

void Sidebar::activate_row(const QModelIndex& index) {
    if (index.isValid() && model_.row_at(index.row()).kind == SidebarRow::Kind::Fold)
        toggle_fold();
}

void Sidebar::toggle_fold() {
    const int row = currentIndex().row();
    restoring_ = true;
    model_.set_unfolded(!model_.is_unfolded());
    if (row < model_.rowCount())
        setCurrentIndex(model_.index(row));
    restoring_ = false;
}

void Sidebar::keyPressEvent(QKeyEvent* event) {
    const SidebarEntry* entry = model_.entry_at(currentIndex().row());
    const bool on_fold =
        currentIndex().isValid() && model_.row_at(currentIndex().row()).kind == SidebarRow::Kind::Fold;
    if (on_fold
        && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space))
        toggle_fold();
    else if (event->key() == Qt::Key_Home)
        choose_first(); // the first row is a heading, which Qt does not go past
    else if (event->key() == Qt::Key_Delete && entry != nullptr && !entry->running)
        Q_EMIT remove_wanted(entry->id);
    else
        QListView::keyPressEvent(event);
}

void Sidebar::contextMenuEvent(QContextMenuEvent* event) {
    const SidebarEntry* entry = model_.entry_at(indexAt(event->pos()).row());
    if (event->reason() == QContextMenuEvent::Keyboard)
        entry = model_.entry_at(currentIndex().row());
    if (entry == nullptr)
        return;
    const QString id = entry->id;
    QMenu* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (entry->running)
        connect(menu->addAction(tr("Stop…")), &QAction::triggered, this,
                [this, id] { Q_EMIT stop_wanted(id); });
    else
        connect(menu->addAction(tr("Delete from history…")), &QAction::triggered, this,
                [this, id] { Q_EMIT remove_wanted(id); });
    menu->popup(event->globalPos());
}

void Sidebar::changeEvent(QEvent* event) {
    QListView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        name();
        model_.retranslate();
    }
}

} // namespace asb::ui
