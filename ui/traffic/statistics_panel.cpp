#include "ui/traffic/statistics_panel.h"

#include "ui/common/list_columns.h"
#include "ui/common/plain_text.h"
#include "ui/common/row_delegate.h"
#include "ui/common/row_state.h"
#include "ui/traffic/traffic_model.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

constexpr int kAgainMs = 3000;
constexpr std::size_t kRows = 10;
constexpr int kGroups = 3;
constexpr int kFilterRole = Qt::UserRole;

} // namespace

StatisticsPanel::StatisticsPanel(const TrafficModel& model, QWidget* parent)
    : QWidget(parent), model_(model), sums_(plain_label(this)), tree_(new QTreeWidget(this)), work_(this) {
    tree_->setObjectName(QStringLiteral("statistics"));
    tree_->setColumnCount(5);
    tree_->setUniformRowHeights(true);
    tree_->setItemDelegate(new RowDelegate(tree_));
    tree_->setSelectionMode(QAbstractItemView::SingleSelection);
    for (int column = 1; column < tree_->columnCount(); ++column)
        tree_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    for (int group = 0; group < kGroups; ++group) {
        auto* item = new QTreeWidgetItem(tree_);
        item->setFirstColumnSpanned(true);
        item->setExpanded(true);
        QFont bold = font();
        bold.setBold(true);
        item->setFont(0, bold);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->addWidget(sums_);
    layout->addWidget(tree_, 1);
    again_.setSingleShot(true);
    again_.setInterval(kAgainMs);
    connect(&again_, &QTimer::timeout, this, &StatisticsPanel::count);
    connect(tree_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (const QString term = item->data(0, kFilterRole).toString(); !term.isEmpty())
            Q_EMIT filter_wanted(term);
    });
    retranslate();
}

void StatisticsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    count();
}

void StatisticsPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    work_.stop();
    again_.stop();
}

void StatisticsPanel::count() {
    counted_ = Statistics();
    next_key_ = 1;
    work_.start(
        [this] {
            next_key_ = model_.visit(next_key_, [this](const Event& event) { counted_.add(event); });
            return next_key_ != 0;
        },
        [this] {
            show_counts();
            again_.start();
            Q_EMIT counted();
        });
}

void StatisticsPanel::show_counts() {
    const QString sums = partial_
                             ? tr("%1 lines, %2 commands; older ones, which are not kept here, do not count")
                             : tr("%1 lines, %2 commands");
    sums_->setText(sums.arg(counted_.lines()).arg(counted_.commands()));
    show_group(0, counted_.most_used(kRows));
    show_group(1, counted_.slowest(kRows));
    show_group(2, counted_.refused(kRows));
}

/// Items are kept where they are, so that the selected one stays selected.
void StatisticsPanel::show_group(int group, const std::vector<Statistics::Row>& rows) {
    QTreeWidgetItem* top = tree_->topLevelItem(group);
    while (top->childCount() > static_cast<int>(rows.size()))
        delete top->takeChild(top->childCount() - 1);
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        const Statistics::Row& row = rows[static_cast<std::size_t>(i)];
        QTreeWidgetItem* item = i < top->childCount() ? top->child(i) : new QTreeWidgetItem(top);
        item->setText(0, elide_middle(row.name, 160));
        item->setText(1, QString::number(row.count));
        item->setText(2, row.failed != 0 ? QString::number(row.failed) : QString());
        item->setText(3, row.total_us != 0 ? duration_word(row.total_us) : QString());
        item->setText(4, row.longest_us != 0 ? duration_word(row.longest_us) : QString());
        for (int column = 1; column < tree_->columnCount(); ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(0, kFilterRole, row.filter);
        item->setData(0, Qt::AccessibleTextRole,
                      tr("%1, %n time(s)", nullptr, static_cast<int>(row.count)).arg(row.name));
    }
    top->setHidden(rows.empty());
}

void StatisticsPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void StatisticsPanel::retranslate() {
    tree_->setHeaderLabels({tr("Name"), tr("Count"), tr("Failed"), tr("Total time"), tr("Longest")});
    fit_columns(*tree_->header(), {QStringLiteral("000000"), QStringLiteral("000000"),
                                   QStringLiteral("000.0 min"), QStringLiteral("000.0 min")});
    tree_->setAccessibleName(tr("Statistics"));
    tree_->topLevelItem(0)->setText(0, tr("Most used"));
    tree_->topLevelItem(1)->setText(0, tr("Slowest"));
    tree_->topLevelItem(2)->setText(0, tr("Refused by rule"));
    if (isVisible())
        show_counts();
}

} // namespace asb::ui
