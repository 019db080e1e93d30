#include "ui/settings/settings_dialog.h"

#include "core/session/history.h"
#include "ui/common/plain_text.h"
#include "ui/settings/autostart.h"
#include "ui/settings/translations.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace asb::ui {

SettingsDialog::SettingsDialog(Settings& settings, const QStringList& terminals, QWidget* parent)
    : QDialog(parent), settings_(settings) {
    setObjectName(QStringLiteral("settings_dialog"));
    problem_ = plain_label(this);
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(build_general(terminals));
    layout->addWidget(build_notifications());
    layout->addWidget(build_history());
    layout->addWidget(problem_);
    layout->addStretch();
    layout->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    retranslate();
}

QLabel* SettingsDialog::label_for(QWidget* field) {
    auto* label = new QLabel(this);
    label->setBuddy(field);
    labels_.insert(field, label);
    return label;
}

QComboBox* SettingsDialog::choice(Text key) {
    auto* box = new QComboBox(this);
    connect(box, &QComboBox::activated, this,
            [this, box, key] { settings_.set(key, box->currentData().toString()); });
    return box;
}

QSpinBox* SettingsDialog::number(Number key) {
    auto* box = new QSpinBox(this);
    const NumberRange range = Settings::range(key);
    box->setRange(range.lowest, range.highest);
    box->setGroupSeparatorShown(true);
    box->setValue(settings_.get(key));
    connect(box, &QSpinBox::valueChanged, this, [this, key](int value) { settings_.set(key, value); });
    return box;
}

QCheckBox* SettingsDialog::flag(Flag key) {
    auto* box = new QCheckBox(this);
    box->setChecked(settings_.get(key));
    connect(box, &QCheckBox::toggled, this, [this, key](bool on) { settings_.set(key, on); });
    return box;
}

/// The first entry means "as the desktop"; anything else is a program's name, listed or typed.
void SettingsDialog::bind_editable(QComboBox* box, Text key, const QStringList& names) {
    box->setEditable(true);
    box->addItem(QString());
    box->addItems(names);
    box->setEditText(settings_.get(key));
    box->setInsertPolicy(QComboBox::NoInsert);
    connect(box, &QComboBox::editTextChanged, this,
            [this, key](const QString& text) { settings_.set(key, text.trimmed()); });
}

QWidget* SettingsDialog::build_general(const QStringList& terminals) {
    general_ = new QGroupBox(this);
    theme_ = choice(Text::Theme);
    theme_->setObjectName(QStringLiteral("theme"));
    for (const char* word : {"system", "light", "dark"})
        theme_->addItem(QString(), QLatin1String(word));
    theme_->setCurrentIndex(std::max(theme_->findData(settings_.get(Text::Theme)), 0));
    language_ = choice(Text::Language);
    language_->setObjectName(QStringLiteral("language"));
    for (const Language& language : languages())
        language_->addItem(language.name, language.code);
    language_->setCurrentIndex(std::max(language_->findData(settings_.get(Text::Language)), 0));
    terminal_ = new QComboBox(this);
    bind_editable(terminal_, Text::Terminal, terminals);
    editor_ = new QComboBox(this);
    bind_editable(editor_, Text::Editor, {});
    autostart_ = new QCheckBox(this);
    autostart_->setObjectName(QStringLiteral("autostart"));
    autostart_->setChecked(starts_at_login());
    autostart_fault_ = plain_label(this);
    connect(autostart_, &QCheckBox::toggled, this, &SettingsDialog::toggle_autostart);
    auto* form = new QFormLayout(general_);
    for (QWidget* field : {static_cast<QWidget*>(theme_), static_cast<QWidget*>(language_),
                           static_cast<QWidget*>(terminal_), static_cast<QWidget*>(editor_)})
        form->addRow(label_for(field), field);
    form->addRow(autostart_);
    form->addRow(autostart_fault_);
    autostart_fault_->hide();
    return general_;
}

QWidget* SettingsDialog::build_notifications() {
    notifications_ = new QGroupBox(this);
    refusal_ = flag(Flag::NotifyRefusal);
    question_ = flag(Flag::NotifyQuestion);
    execd_lost_ = flag(Flag::NotifyExecdLost);
    profile_ = flag(Flag::NotifyProfile);
    auto* layout = new QVBoxLayout(notifications_);
    for (QCheckBox* box : {refusal_, question_, execd_lost_, profile_})
        layout->addWidget(box);
    return notifications_;
}

QWidget* SettingsDialog::build_history() {
    history_ = new QGroupBox(this);
    rows_ = number(Number::RowLimit);
    rows_->setSingleStep(10000);
    const HistoryLimits limits = load_history_limits();
    days_ = limit(limits.days, 3650);
    megabytes_ = limit(static_cast<int>(std::min<std::int64_t>(limits.megabytes, 1'000'000)), 1'000'000);
    megabytes_->setSingleStep(100);
    auto* form = new QFormLayout(history_);
    for (QSpinBox* field : {rows_, days_, megabytes_})
        form->addRow(label_for(field), field);
    return history_;
}

/// A limit of the history: a file that all our programs share.
QSpinBox* SettingsDialog::limit(int value, int highest) {
    auto* box = new QSpinBox(this);
    box->setRange(0, highest);
    box->setGroupSeparatorShown(true);
    box->setValue(value);
    connect(box, &QSpinBox::valueChanged, this, [this] {
        const Status saved = save_history_limits({days_->value(), megabytes_->value()});
        problem_->setText(saved ? QString() : visible(saved.error().text()));
        problem_->setVisible(!saved);
    });
    return box;
}

void SettingsDialog::toggle_autostart(bool on) {
    const Status done = set_start_at_login(on);
    autostart_fault_->setVisible(!done);
    if (!done)
        autostart_fault_->setText(visible(done.error().text(), true));
}

void SettingsDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void SettingsDialog::retranslate() {
    setWindowTitle(tr("Settings"));
    general_->setTitle(tr("General"));
    notifications_->setTitle(tr("Notify me of"));
    history_->setTitle(tr("Memory and history"));
    labels_.value(theme_)->setText(tr("&Theme:"));
    theme_->setItemText(0, tr("As the desktop"));
    theme_->setItemText(1, tr("Light"));
    theme_->setItemText(2, tr("Dark"));
    labels_.value(language_)->setText(tr("&Language:"));
    language_->setItemText(0, tr("As the desktop"));
    labels_.value(terminal_)->setText(tr("T&erminal:"));
    labels_.value(editor_)->setText(tr("E&ditor:"));
    for (QComboBox* box : {terminal_, editor_}) {
        box->lineEdit()->setPlaceholderText(tr("As the desktop"));
        box->lineEdit()->setAccessibleName(without_mnemonic(labels_.value(box)->text()));
    }
    autostart_->setText(tr("&Start at login"));
    refusal_->setText(tr("the first &refusal of each rule"));
    question_->setText(tr("a &question that waits"));
    execd_lost_->setText(tr("a session whose &mediation is lost"));
    profile_->setText(tr("a &profile that has changed when a session ends"));
    labels_.value(rows_)->setText(tr("Ro&ws kept in memory:"));
    labels_.value(days_)->setText(tr("Keep sessions f&or:"));
    days_->setSuffix(tr(" days"));
    labels_.value(megabytes_)->setText(tr("Keep &at most:"));
    megabytes_->setSuffix(tr(" MB"));
    for (QSpinBox* box : {days_, megabytes_})
        box->setSpecialValueText(tr("no limit"));
    problem_->setText(settings_.problem());
    problem_->setVisible(!settings_.problem().isEmpty());
}

} // namespace asb::ui
