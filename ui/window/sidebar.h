// The view of sidebar_model.h: keeps its choice by session, whatever moves.
#pragma once

#include "ui/window/sidebar_model.h"

#include <QListView>

namespace asb::ui {

class Sidebar : public QListView {
    Q_OBJECT
public:
    explicit Sidebar(QWidget* parent = nullptr);

    void set_entries(std::vector<SidebarEntry> entries, std::int64_t now_ms);
    /// Id of the chosen session; empty when none is.
    QString chosen() const { return chosen_; }
    /// False when there is no such session. Unfolds the earlier ones if it is among them.
    bool choose(const QString& id);
    SidebarModel& sessions() { return model_; }

Q_SIGNALS:
    /// By a person or by choose(); empty when the last one has gone.
    void chosen_changed(const QString& id);
    /// Delete was pressed, or chosen from the context menu.
    void remove_wanted(const QString& id);
    void stop_wanted(const QString& id);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    QSize sizeHint() const override;

private:
    void activate_row(const QModelIndex& index);
    void toggle_fold();
    void name();
    void set_chosen(const QString& id);
    void restore_choice();
    void choose_first();

    SidebarModel model_;
    QString chosen_;
    bool restoring_ = false;
};

} // namespace asb::ui
