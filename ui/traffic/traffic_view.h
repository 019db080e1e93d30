// The table of the traffic: follows the newest row or stands still, opens and closes lines by mouse and keys
// (ui.md "Follow", "Keys").
#pragma once

#include "ui/traffic/traffic_model.h"

#include <QTableView>

#include <vector>

namespace asb::ui {

class TrafficView : public QTableView {
    Q_OBJECT
public:
    /// The model must outlive the view.
    explicit TrafficView(TrafficModel& model, QWidget* parent = nullptr);

    bool is_following() const { return following_; }
    /// Following goes to the newest row now and stays there; not following pauses the model.
    void set_following(bool following);

    /// Rows that are selected, in order, at most `limit`.
    std::vector<int> selected_rows(std::size_t limit) const;
    int current_row() const { return currentIndex().row(); }
    /// Selects a row and shows it; stops following. False when there is no such row.
    bool go_to(int row);

    /// Sorted by a column; not following, then.
    bool has_order() const { return model_.has_order(); }
    /// As a click on the column's head; below 0: by time.
    void set_order(int column, Qt::SortOrder order);

    /// Visible columns in their order with their widths, as text: "time:70,command:400,…".
    QString columns() const;
    void set_columns(const QString& text);

    void keyboardSearch(const QString& text) override; ///< nothing: it would read every row

Q_SIGNALS:
    void following_changed(bool following);
    void current_changed();
    /// Enter or a double click.
    void detail_wanted();
    void columns_changed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void after_frame(bool moved);
    void before_reset();
    void after_reset();
    void before_rows_above();
    void after_rows_above();
    void after_order();
    void scrolled(int value);
    void fit_rows();
    void widen_verdicts();
    bool fold_key(int key);
    bool is_arrow(const QPoint& place) const;
    void stop_for_reading();

    TrafficModel& model_;
    bool following_ = true;
    bool by_program_ = false; ///< scroll bar or current row are moved by us
    bool setting_columns_ = false;
    TrafficModel::RowName kept_current_; ///< across a reset
    TrafficModel::RowName kept_top_;
};

} // namespace asb::ui
