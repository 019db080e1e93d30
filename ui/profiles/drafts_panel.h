// Changes of profiles that nono or somebody proposed: listed, compared and promoted through nono.
#pragma once

#include "core/nono/nono_query.h"

#include <QWidget>

#include <vector>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace asb::ui {

class DraftsPanel : public QWidget {
    Q_OBJECT
public:
    explicit DraftsPanel(QWidget* parent = nullptr);
    int count() const { return static_cast<int>(drafts_.size()); }
    /// Reads nono's draft folder again; not waiting.
    void look_again();

Q_SIGNALS:
    void listed();
    void rule_wanted(const QString& file, int line);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void take(std::vector<ProfileDraft> drafts);
    const ProfileDraft* chosen() const;
    void compare();
    void ask_to_promote();
    void promote(const std::string& name);
    void refresh();

    std::vector<ProfileDraft> drafts_;
    int question_ = 0; ///< answers to earlier questions are dropped
    QLabel* hint_;
    QListWidget* list_;
    QPlainTextEdit* text_;
    QPushButton* open_;
    QPushButton* promote_;
};

} // namespace asb::ui
