// Every setting a person can choose. A change is in force at once; there is nothing to apply.
#pragma once

#include "ui/settings/settings.h"

#include <QDialog>
#include <QHash>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QGroupBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace asb::ui {

class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    /// `terminals`: names to offer beside the desktop's own choice.
    SettingsDialog(Settings& settings, const QStringList& terminals, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* build_general(const QStringList& terminals);
    QWidget* build_notifications();
    QWidget* build_history();
    QLabel* label_for(QWidget* field);
    QComboBox* choice(Text key);
    QSpinBox* number(Number key);
    QSpinBox* limit(int value, int highest);
    QCheckBox* flag(Flag key);
    void bind_editable(QComboBox* box, Text key, const QStringList& names);
    void toggle_autostart(bool on);
    void retranslate();

    Settings& settings_;
    QHash<QWidget*, QLabel*> labels_;
    QGroupBox* general_ = nullptr;
    QGroupBox* notifications_ = nullptr;
    QGroupBox* history_ = nullptr;
    QComboBox* theme_ = nullptr;
    QComboBox* language_ = nullptr;
    QComboBox* terminal_ = nullptr;
    QComboBox* editor_ = nullptr;
    QCheckBox* autostart_ = nullptr;
    QLabel* autostart_fault_ = nullptr;
    QCheckBox* refusal_ = nullptr;
    QCheckBox* question_ = nullptr;
    QCheckBox* execd_lost_ = nullptr;
    QCheckBox* profile_ = nullptr;
    QSpinBox* rows_ = nullptr;
    QSpinBox* days_ = nullptr;
    QSpinBox* megabytes_ = nullptr;
    QLabel* problem_ = nullptr;
    QDialogButtonBox* buttons_ = nullptr;
};

} // namespace asb::ui
