#include "ui/traffic/traffic_actions.h"

#include "ui/common/plain_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>

#include <utility>

namespace asb::ui {
namespace {

/// More goes through an export; a clipboard is no place for 200 000 rows.
constexpr std::size_t kCopyRows = 5000;
constexpr ExportFormat kFormats[] = {ExportFormat::JsonLines, ExportFormat::Csv, ExportFormat::Markdown};

QByteArray text_of_row(TrafficActions::CopyAs form, const TrafficRow& row, const std::string& project) {
    switch (form) {
    case TrafficActions::CopyAs::Command:
        return QByteArray::fromStdString(command_text(row.event));
    case TrafficActions::CopyAs::Row:
        return row_as_text(row.event, project);
    case TrafficActions::CopyAs::Json:
        return QByteArray::fromStdString(to_json(row.event));
    }
    return {};
}

} // namespace

TrafficActions::TrafficActions(TrafficModel& model, TrafficView& view, QWidget* owner)
    : QObject(owner),
      model_(model),
      view_(view),
      owner_(owner),
      exporter_(model, this),
      follow_(new QAction(owner)),
      copy_command_(new QAction(owner)),
      copy_row_(new QAction(owner)),
      copy_json_(new QAction(owner)),
      export_menu_(new QMenu(owner)),
      column_menu_(new QMenu(owner)),
      sort_menu_(new QMenu(owner)),
      statistics_(new QAction(owner)) {
    follow_->setCheckable(true);
    follow_->setChecked(view.is_following());
    connect(follow_, &QAction::triggered, &view, &TrafficView::set_following);
    connect(&view, &TrafficView::following_changed, follow_, &QAction::setChecked);
    copy_command_->setShortcut(QKeySequence::Copy);
    copy_json_->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    for (QAction* action : {copy_command_, copy_json_}) {
        action->setShortcutContext(Qt::WidgetShortcut); // Ctrl+C elsewhere on the page is a text's own
        view.addAction(action);
    }
    connect(copy_command_, &QAction::triggered, this, [this] { copy(CopyAs::Command); });
    connect(copy_row_, &QAction::triggered, this, [this] { copy(CopyAs::Row); });
    connect(copy_json_, &QAction::triggered, this, [this] { copy(CopyAs::Json); });
    for (const ExportFormat format : kFormats)
        connect(export_menu_->addAction(QString()), &QAction::triggered, this,
                [this, format] { choose_export(format); });
    connect(column_menu_, &QMenu::aboutToShow, this, [this] { fill_columns(*column_menu_); });
    connect(sort_menu_, &QMenu::aboutToShow, this, [this] { fill_orders(*sort_menu_); });
    statistics_->setCheckable(true);
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    view.horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&view, &QWidget::customContextMenuRequested, this, &TrafficActions::show_context_menu);
    connect(view.horizontalHeader(), &QWidget::customContextMenuRequested, this,
            &TrafficActions::show_header_menu);
    retranslate();
}

QList<QAction*> TrafficActions::for_menu() const {
    return {follow_,
            nullptr,
            copy_command_,
            copy_row_,
            copy_json_,
            nullptr,
            export_menu_->menuAction(),
            sort_menu_->menuAction(),
            column_menu_->menuAction(),
            statistics_};
}

void TrafficActions::copy(CopyAs form) {
    const std::vector<int> rows = view_.selected_rows(kCopyRows + 1);
    if (rows.empty())
        return;
    if (rows.size() > kCopyRows) {
        Q_EMIT told(tr("More than %1 rows are selected: export them to a file instead.").arg(kCopyRows));
        return;
    }
    QByteArray text;
    for (const int row : rows) {
        if (!text.isEmpty())
            text += '\n';
        text += text_of_row(form, model_.row_at(row), model_.project());
    }
    QApplication::clipboard()->setText(QString::fromUtf8(text));
    Q_EMIT told(tr("%n row(s) copied.", nullptr, static_cast<int>(rows.size())));
}

void TrafficActions::choose_export(ExportFormat format) {
    auto* dialog = new QFileDialog(owner_, tr("Export what the filter shows"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QLatin1String(suffix_of(format)));
    dialog->selectFile(QStringLiteral("commands.") + QLatin1String(suffix_of(format)));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, format](const QString& path) { exporter_.start(path, format); });
    dialog->open();
}

void TrafficActions::add_cell_filters(QMenu& menu, const QModelIndex& index) {
    const auto column = static_cast<Column>(index.column());
    const QString term = filter_term(column, model_.row_at(index.row()));
    if (term.isEmpty())
        return;
    const QString shown =
        elide_middle(visible(term.toStdString()), 48).replace(QLatin1Char('&'), QLatin1String("&&"));
    connect(menu.addAction(tr("Only %1").arg(shown)), &QAction::triggered, this,
            [this, term] { Q_EMIT filter_wanted(term, false); });
    connect(menu.addAction(tr("Not %1").arg(shown)), &QAction::triggered, this,
            [this, term] { Q_EMIT filter_wanted(term, true); });
}

void TrafficActions::show_context_menu(const QPoint& place) {
    const QModelIndex index = view_.indexAt(place);
    auto* menu = new QMenu(&view_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index.isValid()) {
        add_cell_filters(*menu, index);
        if (model_.row_at(index.row()).event.verdict == Verdict::Refused) {
            const int row = index.row();
            connect(menu->addAction(tr("Show others refused by this rule")), &QAction::triggered, this,
                    [this, row] { Q_EMIT others_wanted(row); });
        }
        connect(menu->addAction(tr("Detail")), &QAction::triggered, this, &TrafficActions::detail_wanted);
        menu->addSeparator();
        menu->addActions({copy_command_, copy_row_, copy_json_});
        menu->addSeparator();
    }
    menu->addActions(
        {follow_, export_menu_->menuAction(), sort_menu_->menuAction(), column_menu_->menuAction()});
    menu->popup(view_.viewport()->mapToGlobal(place));
}

void TrafficActions::show_header_menu(const QPoint& place) {
    auto* menu = new QMenu(&view_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fill_columns(*menu);
    menu->popup(view_.horizontalHeader()->mapToGlobal(place));
}

void TrafficActions::fill_columns(QMenu& menu) {
    menu.clear();
    for (int section = 0; section < kColumns; ++section) {
        const auto column = static_cast<Column>(section);
        QAction* action = menu.addAction(column_title(column));
        action->setCheckable(true);
        action->setChecked(!view_.isColumnHidden(section));
        action->setEnabled(column != Column::Command);
        connect(action, &QAction::toggled, &view_, [this, section](bool shown) {
            view_.setColumnHidden(section, !shown);
            Q_EMIT view_.columns_changed();
        });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("As at first")), &QAction::triggered, &view_, [this] {
        view_.set_columns({});
        Q_EMIT view_.columns_changed();
    });
}

/// What a click on a column's head does, for the keyboard; each column in the direction that is asked for
/// first.
void TrafficActions::fill_orders(QMenu& menu) {
    menu.clear();
    const QHeaderView& header = *view_.horizontalHeader();
    const int current = view_.has_order() ? header.sortIndicatorSection() : -1;
    const auto add = [&](const QString& text, int section, Qt::SortOrder order) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(section == current);
        connect(action, &QAction::triggered, &view_,
                [this, section, order] { view_.set_order(section, order); });
    };
    add(tr("Time, as it happens"), -1, Qt::AscendingOrder);
    menu.addSeparator();
    for (int place = 0; place < header.count(); ++place) {
        const int section = header.logicalIndex(place);
        if (header.isSectionHidden(section))
            continue;
        const QVariant first = model_.headerData(section, Qt::Horizontal, Qt::InitialSortOrderRole);
        add(column_title(static_cast<Column>(section)), section, static_cast<Qt::SortOrder>(first.toInt()));
    }
    QAction* turn = menu.addAction(tr("The other way &round"));
    menu.insertSeparator(turn);
    turn->setEnabled(current >= 0);
    connect(turn, &QAction::triggered, &view_, [this, current] {
        const bool rising = view_.horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder;
        view_.set_order(current, rising ? Qt::DescendingOrder : Qt::AscendingOrder);
    });
}

void TrafficActions::retranslate() {
    follow_->setText(tr("&Follow the newest row"));
    copy_command_->setText(tr("&Copy command"));
    copy_row_->setText(tr("Copy &row"));
    copy_json_->setText(tr("Copy as &JSON"));
    export_menu_->setTitle(tr("&Export"));
    const QString names[] = {tr("As JSON lines\u2026"), tr("As CSV\u2026"), tr("As Markdown\u2026")};
    for (int i = 0; i < 3; ++i)
        export_menu_->actions().at(i)->setText(names[i]);
    column_menu_->setTitle(tr("C&olumns"));
    sort_menu_->setTitle(tr("Sort &by"));
    statistics_->setText(tr("&Statistics"));
}

} // namespace asb::ui
