// The window's foot: is mediation alive, which nono, which profiles, and whether they have changed since.
#pragma once

#include <QWidget>

class QLabel;

namespace asb::ui {

struct StripFacts {
    bool has_session = false;
    bool running = false;
    bool launching = false;
    QString lost; ///< why mediation is lost; empty while it is not
    QString nono; ///< version
    QString command_digest;
    QString agent_digest;
    bool command_changed = false;
    bool agent_changed = false;
    bool operator==(const StripFacts&) const = default;
};

class StatusStrip : public QWidget {
    Q_OBJECT
public:
    explicit StatusStrip(QWidget* parent = nullptr);
    void set_facts(const StripFacts& facts);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    QLabel* label_;
    StripFacts facts_;
};

} // namespace asb::ui
