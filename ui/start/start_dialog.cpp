#include "ui/start/start_dialog.h"

#include "core/desktop/shell_words.h"
#include "ui/common/plain_text.h"
#include "ui/settings/settings.h"
#include "ui/start/launch_view.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

constexpr int kRecentFolders = 15;
constexpr int kRecentFiles = 10;
constexpr int kWide = 620;
constexpr int kHigh = 460;

} // namespace

StartDialog::StartDialog(Settings& settings, QWidget* parent)
    : QDialog(parent), settings_(settings), stack_(new QStackedWidget(this)) {
    setObjectName(QStringLiteral("start_dialog"));
    auto* form = new QWidget(stack_);
    build_form(form);
    view_ = new LaunchView(stack_);
    stack_->addWidget(form);
    stack_->addWidget(view_);
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Close, this);
    start_ = buttons_->addButton(QString(), QDialogButtonBox::AcceptRole);
    start_->setObjectName(QStringLiteral("start"));
    start_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(stack_, 1);
    layout->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(start_, &QPushButton::clicked, this, &StartDialog::start);
    connect(view_, &LaunchView::again_wanted, this, [this] {
        stack_->setCurrentIndex(0);
        start_->show();
    });
    connect(view_, &LaunchView::doctor_wanted, this,
            [this] { Q_EMIT doctor_wanted(folder_->currentText()); });
    retranslate();
    resize(kWide, kHigh);
    refresh_way();
}

StartDialog::~StartDialog() = default;

void StartDialog::build_form(QWidget* form) {
    folder_label_ = new QLabel(form);
    folder_ = new QComboBox(form);
    folder_->setObjectName(QStringLiteral("folder"));
    folder_->setEditable(true);
    folder_->addItems(settings_.get(Words::RecentProjects));
    folder_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    folder_label_->setBuddy(folder_);
    browse_ = new QPushButton(form);
    agent_label_ = new QLabel(form);
    agent_ = new QComboBox(form);
    agent_->setObjectName(QStringLiteral("agent"));
    agent_->addItem(QString(), QStringLiteral("claude"));
    agent_->addItem(QString(), QStringLiteral("demo"));
    agent_->setCurrentIndex(std::max(agent_->findData(settings_.get(Text::LastAgent)), 0));
    agent_label_->setBuddy(agent_);
    arguments_label_ = new QLabel(form);
    arguments_ = new QLineEdit(settings_.get(Text::LastArguments), form);
    arguments_->setObjectName(QStringLiteral("arguments"));
    arguments_label_->setBuddy(arguments_);
    environment_label_ = new QLabel(form);
    in_terminal_ = new QRadioButton(form);
    one_prompt_ = new QRadioButton(form);
    one_prompt_->setObjectName(QStringLiteral("one_prompt"));
    (settings_.get(Text::StartIn) == QLatin1String("prompt") ? one_prompt_ : in_terminal_)->setChecked(true);
    prompt_label_ = new QLabel(form);
    prompt_ = new QPlainTextEdit(form);
    prompt_->setObjectName(QStringLiteral("prompt"));
    prompt_->setTabChangesFocus(true);
    prompt_label_->setBuddy(prompt_);
    fault_ = plain_label(form);
    fault_->setObjectName(QStringLiteral("fault"));

    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(folder_label_, 0, 0);
    grid->addWidget(folder_, 0, 1);
    grid->addWidget(browse_, 0, 2);
    grid->addWidget(agent_label_, 1, 0);
    grid->addWidget(agent_, 1, 1, 1, 2);
    grid->addWidget(arguments_label_, 2, 0);
    grid->addWidget(arguments_, 2, 1, 1, 2);
    grid->addWidget(environment_label_, 3, 0, Qt::AlignTop);
    grid->addWidget(build_environment_files(form), 3, 1, 1, 2);
    grid->addWidget(in_terminal_, 4, 1, 1, 2);
    grid->addWidget(one_prompt_, 5, 1, 1, 2);
    grid->addWidget(prompt_label_, 6, 0, Qt::AlignTop);
    grid->addWidget(prompt_, 6, 1, 1, 2);
    grid->addWidget(fault_, 7, 0, 1, 3);
    grid->setRowStretch(6, 1);
    grid->setRowStretch(8, 1);
    connect(browse_, &QPushButton::clicked, this, &StartDialog::choose_folder);
    connect(one_prompt_, &QRadioButton::toggled, this, &StartDialog::refresh_way);
    connect(agent_, &QComboBox::currentIndexChanged, this, &StartDialog::refresh_way);
}

QWidget* StartDialog::build_environment_files(QWidget* parent) {
    auto* box = new QWidget(parent);
    environment_ = new QListWidget(box);
    environment_->setObjectName(QStringLiteral("environment_files"));
    environment_->setMaximumHeight(64);
    environment_->addItems(settings_.get(Words::EnvironmentFiles));
    environment_label_->setBuddy(environment_);
    add_environment_ = new QPushButton(box);
    remove_environment_ = new QPushButton(box);
    auto* side = new QVBoxLayout;
    side->addWidget(add_environment_);
    side->addWidget(remove_environment_);
    side->addStretch();
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(environment_, 1);
    layout->addLayout(side);
    connect(add_environment_, &QPushButton::clicked, this, &StartDialog::add_environment_file);
    connect(remove_environment_, &QPushButton::clicked, this, [this] { delete environment_->currentItem(); });
    return box;
}

void StartDialog::retranslate() {
    setWindowTitle(tr("Start session"));
    folder_label_->setText(tr("&Folder:"));
    browse_->setText(tr("&Browse…"));
    folder_->lineEdit()->setAccessibleName(without_mnemonic(folder_label_->text()));
    agent_label_->setText(tr("&Agent:"));
    agent_->setItemText(0, tr("Claude Code"));
    agent_->setItemText(1, tr("Demo: a scripted agent, no account needed"));
    arguments_label_->setText(tr("A&rguments:"));
    arguments_->setPlaceholderText(tr("for the agent itself, for example --model opus"));
    environment_label_->setText(tr("&Environment files:"));
    environment_->setAccessibleName(tr("Environment files"));
    add_environment_->setText(tr("A&dd…"));
    remove_environment_->setText(tr("Re&move"));
    in_terminal_->setText(tr("Open in a &terminal"));
    one_prompt_->setText(tr("&One prompt, answer shown here"));
    prompt_label_->setText(tr("&Prompt:"));
    start_->setText(tr("&Start"));
}

void StartDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void StartDialog::refresh_way() {
    const bool demo = agent_->currentData() == QLatin1String("demo");
    prompt_->setVisible(one_prompt_->isChecked() && !demo);
    prompt_label_->setVisible(one_prompt_->isChecked() && !demo);
    resize(width(), prompt_->isVisibleTo(this) ? kHigh : sizeHint().height());
    arguments_->setEnabled(!demo);
    environment_->setEnabled(!demo);
    add_environment_->setEnabled(!demo);
    remove_environment_->setEnabled(!demo);
    fault_->hide();
}

void StartDialog::set_folder(const QString& folder) {
    if (!folder.isEmpty())
        folder_->setEditText(folder);
}

void StartDialog::choose_folder() {
    auto* dialog = new QFileDialog(this, tr("Folder of the project"), folder_->currentText());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, folder_, &QComboBox::setEditText);
    dialog->open();
}

void StartDialog::add_environment_file() {
    auto* dialog = new QFileDialog(this, tr("Environment file"), folder_->currentText());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { environment_->addItem(file); });
    dialog->open();
}

Result<LaunchPlan> StartDialog::plan() const {
    LaunchPlan plan;
    const auto fault = [](const QString& text) { return Error{text.toStdString(), {}, 0}; };
    QString folder = folder_->currentText().trimmed();
    if (folder == QLatin1String("~") || folder.startsWith(QLatin1String("~/")))
        folder.replace(0, 1, QDir::homePath());
    if (folder.isEmpty())
        return fault(tr("Name the folder of the project."));
    if (!QDir::isAbsolutePath(folder) || !QDir(folder).exists())
        return fault(tr("%1 is not a folder.").arg(visible(folder.toStdString())));
    plan.folder = QDir::cleanPath(folder);
    plan.agent = agent_->currentData().toString();
    plan.in_terminal = in_terminal_->isChecked();
    if (plan.agent == QLatin1String("demo"))
        return plan;
    const std::string typed = arguments_->text().trimmed().toStdString();
    const Result<std::vector<std::string>> words =
        typed.empty() ? Result<std::vector<std::string>>(std::vector<std::string>())
                      : split_shell_words(typed);
    if (!words)
        return fault(tr("Arguments: %1.").arg(visible(words.error().what)));
    for (const std::string& word : *words)
        plan.arguments << QString::fromStdString(word);
    for (int row = 0; row < environment_->count(); ++row)
        plan.environment_files << environment_->item(row)->text();
    if (plan.in_terminal)
        return plan;
    const QString prompt = prompt_->toPlainText();
    if (prompt.trimmed().isEmpty())
        return fault(tr("Write the prompt that the agent shall answer."));
    plan.arguments << QStringLiteral("-p") << prompt;
    return plan;
}

void StartDialog::start() {
    const Result<LaunchPlan> wanted = plan();
    fault_->setText(wanted ? QString() : QString::fromStdString(wanted.error().what));
    fault_->setVisible(!wanted);
    if (!wanted)
        return;
    remember(*wanted);
    show_launch();
    Q_EMIT launch_wanted(*wanted);
}

void StartDialog::show_launch() {
    stack_->setCurrentWidget(view_);
    resize(width(), std::max(height(), kHigh));
    start_->hide();
}

void StartDialog::remember(const LaunchPlan& wanted) {
    settings_.remember(Words::RecentProjects, wanted.folder, kRecentFolders);
    settings_.set(Text::LastAgent, wanted.agent);
    settings_.set(Text::LastArguments, arguments_->text());
    settings_.set(Text::StartIn, wanted.in_terminal ? QStringLiteral("terminal") : QStringLiteral("prompt"));
    settings_.set(Words::EnvironmentFiles, wanted.environment_files.mid(0, kRecentFiles));
}

} // namespace asb::ui
