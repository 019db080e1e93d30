// What can be done with rows of the traffic: copy, export, filter from a cell, choose columns. The actions
// live in the window's menu, in the table's context menu and behind keys.
#pragma once

#include "ui/traffic/exporter.h"
#include "ui/traffic/traffic_model.h"
#include "ui/traffic/traffic_view.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QProgressBar;

namespace asb::ui {

class TrafficActions : public QObject {
    Q_OBJECT
public:
    /// `owner` gets the actions and is the parent of dialogs.
    TrafficActions(TrafficModel& model, TrafficView& view, QWidget* owner);

    /// For a menu; nullptr stands for a separator.
    QList<QAction*> for_menu() const;
    QAction* statistics() const { return statistics_; }

    enum class CopyAs { Command, Row, Json };
    void copy(CopyAs form);
    /// Asks for a file (not waiting) and writes it.
    void choose_export(ExportFormat format);
    Exporter& exporter() { return exporter_; }
    void retranslate();

Q_SIGNALS:
    void told(const QString& text);
    /// A term for the filter line.
    void filter_wanted(const QString& term, bool negated);
    void others_wanted(int row);
    void detail_wanted();

private:
    void show_context_menu(const QPoint& place);
    void add_cell_filters(QMenu& menu, const QModelIndex& index);
    void show_header_menu(const QPoint& place);
    void fill_columns(QMenu& menu);
    void fill_orders(QMenu& menu);

    TrafficModel& model_;
    TrafficView& view_;
    QWidget* owner_;
    Exporter exporter_;
    QAction* follow_;
    QAction* copy_command_;
    QAction* copy_row_;
    QAction* copy_json_;
    QMenu* export_menu_;
    QMenu* column_menu_;
    QMenu* sort_menu_;
    QAction* statistics_;
};

} // namespace asb::ui
