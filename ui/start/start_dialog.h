// Asks what session to start, then shows how its launch goes (ui.md "Starting from the tray"). Not modal: the
// sessions that run stay in reach.
#pragma once

#include "core/desktop/session_launch.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;
class QStackedWidget;

namespace asb::ui {

class LaunchView;
class Settings;

class StartDialog : public QDialog {
    Q_OBJECT
public:
    explicit StartDialog(Settings& settings, QWidget* parent = nullptr);
    ~StartDialog() override;

    void set_folder(const QString& folder);
    /// What the fields say; Error: what is missing or cannot be read, and in which field.
    Result<LaunchPlan> plan() const;
    /// Shows the launch instead of the questions.
    void show_launch();
    LaunchView& view() { return *view_; }

Q_SIGNALS:
    void launch_wanted(const asb::LaunchPlan& plan);
    void doctor_wanted(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build_form(QWidget* form);
    QWidget* build_environment_files(QWidget* parent);
    void retranslate();
    void refresh_way();
    void choose_folder();
    void add_environment_file();
    void start();
    void remember(const LaunchPlan& plan);

    Settings& settings_;
    QStackedWidget* stack_;
    QLabel* folder_label_ = nullptr;
    QComboBox* folder_ = nullptr;
    QPushButton* browse_ = nullptr;
    QLabel* agent_label_ = nullptr;
    QComboBox* agent_ = nullptr;
    QLabel* arguments_label_ = nullptr;
    QLineEdit* arguments_ = nullptr;
    QLabel* environment_label_ = nullptr;
    QListWidget* environment_ = nullptr;
    QPushButton* add_environment_ = nullptr;
    QPushButton* remove_environment_ = nullptr;
    QRadioButton* in_terminal_ = nullptr;
    QRadioButton* one_prompt_ = nullptr;
    QLabel* prompt_label_ = nullptr;
    QPlainTextEdit* prompt_ = nullptr;
    QLabel* fault_ = nullptr;
    QDialogButtonBox* buttons_ = nullptr;
    QPushButton* start_ = nullptr;
    LaunchView* view_ = nullptr;
};

} // namespace asb::ui
