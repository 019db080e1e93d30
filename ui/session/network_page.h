// What nono reports about the network of a session, beside what its profiles allow (ui.md "Network").
#pragma once

#include "core/ipc/session_facts.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QLabel;
class QTimer;
class QTreeWidget;

namespace asb::ui {

/// One target of one sandbox, folded over all its records.
struct NetworkTarget {
    bool agent_side = false;
    QString target;
    int port = 0;
    QString decision;
    QString reason;
    std::uint64_t count = 0;
    std::int64_t last_ms = 0;
};

/// Reads the network records of nono's event logs (records that nono repeats at the end count once); a log
/// that is not there gives none. Reads files: not for a GUI thread.
std::vector<NetworkTarget> read_network(const QString& agent_log, const QString& command_log);

/// nono's event log of the agent's sandbox, which lies beside the one of the commands'.
QString agent_log_of(const QString& command_log);

class NetworkPage : public QWidget {
    Q_OBJECT
public:
    explicit NetworkPage(QWidget* parent = nullptr);
    void set_session(const SessionFacts& facts);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Rules {
        QString agent;
        QString commands;
    };
    void read();
    void refresh();

    SessionFacts facts_;
    std::vector<NetworkTarget> targets_;
    Rules rules_;
    QLabel* head_;
    QLabel* empty_;
    QTreeWidget* list_;
    QTimer* poll_;
    bool reading_ = false;
};

} // namespace asb::ui
