// What the session that is shown is made of: both calls of nono, what passes, what was proved at its start
// (ui.md "Session"); its log for export, nono's own record for a check.
#pragma once

#include "core/ipc/session_facts.h"
#include "core/nono/tool_run.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace asb::ui {

class SessionPage : public QWidget {
    Q_OBJECT
public:
    explicit SessionPage(QWidget* parent = nullptr);
    ~SessionPage() override;

    void set_session(const SessionFacts& facts);
    /// Everything on the page as text.
    QString as_text() const;

Q_SIGNALS:
    void told(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    QTreeWidgetItem* add(const QString& name, const QString& value);
    void add_proofs();
    void copy_all();
    void export_log();
    void write_log(const QString& path);
    void verify();
    void say(const QString& verdict);
    void take_verification(const std::vector<ToolResult>& results);

    SessionFacts facts_;
    QTreeWidget* list_;
    QPushButton* copy_;
    QPushButton* export_;
    QPushButton* verify_;
    QLabel* verdict_;
    std::unique_ptr<ToolRun> verification_;
};

/// Writes all records of a store as JSON lines; the number of lines. Reads and writes files: not for a GUI
/// thread.
Result<quint64> write_json_lines(const QString& store, const QString& path);

/// What one `nono audit verify --json` says, as a sentence; `good` tells whether everything matched.
QString verification_text(const ToolResult& result, bool& good);

/// Whom a proof of the launch is about and what it proved, in words: `agent: must-not-read=/path`.
struct ProofWords {
    QString side;
    QString text;
};
ProofWords proof_words(const QString& proof);

} // namespace asb::ui
