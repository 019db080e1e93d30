// Statistics of what the filter finds, counted again every few seconds while they are looked at.
#pragma once

#include "ui/common/sliced_work.h"
#include "ui/traffic/statistics.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace asb::ui {

class TrafficModel;

class StatisticsPanel : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsPanel(const TrafficModel& model, QWidget* parent = nullptr);

    /// There are older rows than those that are counted.
    void set_partial(bool partial) { partial_ = partial; }

Q_SIGNALS:
    /// Return or a double click on a row: its term for the filter.
    void filter_wanted(const QString& term);
    /// Counted and shown.
    void counted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void count();
    void show_counts();
    void show_group(int group, const std::vector<Statistics::Row>& rows);
    void retranslate();

    const TrafficModel& model_;
    QLabel* sums_;
    QTreeWidget* tree_;
    SlicedWork work_;
    QTimer again_;
    bool partial_ = false;
    Statistics counted_;
    std::uint64_t next_key_ = 0;
};

} // namespace asb::ui
