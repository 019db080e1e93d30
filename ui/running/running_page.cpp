#include "ui/running/running_page.h"

#include "core/base/clock.h"
#include "ui/common/list_columns.h"
#include "ui/common/plain_text.h"
#include "ui/common/row_delegate.h"
#include "ui/running/running_model.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonObject>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace asb::ui {
namespace {
/// How often the session is asked while the page is looked at, and for the count in its tab.
constexpr int kVisibleMs = 1000;
constexpr int kHiddenMs = 5000;
/// Between the page and the window's edge.
constexpr int kEdge = 6;
} // namespace

class RunningPage::Parts : public QObject {
    Q_OBJECT
public:
    explicit Parts(RunningPage& owner);
    ~Parts() override;

    void set_session(SessionClient* client, const SessionFacts& facts);
    int running() const { return running_; }
    void retranslate();
    void ask_now() { look(); }

private:
    void build();
    void look();
    void take(const QVector<ProcessFacts>& processes);
    void show_buttons();
    void end_selected();
    void confirm_end_leftovers();
    SessionClient::Answer say(const QString& what);

    RunningPage& page_;
    RunningModel model_;
    QPointer<SessionClient> client_;
    QTimer timer_;
    bool asked_ = false;
    int running_ = 0;
    quint64 run_ = 0;

    QLabel& words_ = *plain_label(&page_);
    QLabel& nothing_ = *plain_label(&page_);
    QTreeView& tree_ = *new QTreeView(&page_);
    QPushButton& end_ = *new QPushButton(&page_);
    QPushButton& end_all_ = *new QPushButton(&page_);
};

RunningPage::Parts::Parts(RunningPage& owner) : page_(owner) {
    build();
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &Parts::look);
    connect(tree_.selectionModel(), &QItemSelectionModel::currentChanged, this, &Parts::show_buttons);
    connect(&end_, &QPushButton::clicked, this, &Parts::end_selected);
    connect(&end_all_, &QPushButton::clicked, this, &Parts::confirm_end_leftovers);
    retranslate();
}

RunningPage::Parts::~Parts() {
    delete &tree_; // before its model
}

void RunningPage::Parts::build() {
    tree_.setObjectName(QStringLiteral("running"));
    tree_.setModel(&model_);
    tree_.setUniformRowHeights(true);
    tree_.setItemDelegate(new RowDelegate(&tree_));
    tree_.setTextElideMode(Qt::ElideMiddle);
    tree_.setAllColumnsShowFocus(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(&words_, 1);
    buttons->addWidget(&end_);
    buttons->addWidget(&end_all_);
    auto* layout = new QVBoxLayout(&page_);
    layout->setContentsMargins(0, 4, kEdge, kEdge);
    layout->addWidget(&tree_, 1);
    layout->addWidget(&nothing_, 1);
    nothing_.setAlignment(Qt::AlignCenter);
    layout->addLayout(buttons);
}

void RunningPage::Parts::set_session(SessionClient* client, const SessionFacts& facts) {
    static_cast<void>(facts);
    client_ = client;
    asked_ = false;
    ++run_;
    take({});
    if (client != nullptr)
        look();
}

void RunningPage::Parts::look() {
    timer_.start(page_.isVisible() ? kVisibleMs : kHiddenMs);
    if (!client_ || asked_ || !client_->is_open())
        return;
    asked_ = true;
    QPointer<Parts> self(this);
    client_->processes([self, run = run_](const Result<QVector<ProcessFacts>>& processes) {
        if (!self || self->run_ != run)
            return;
        self->asked_ = false;
        // An Error is a session that is ending: nothing of it runs any more for us.
        self->take(processes ? *processes : QVector<ProcessFacts>());
    });
}

/// The selected thing stays selected and nothing scrolls.
void RunningPage::Parts::take(const QVector<ProcessFacts>& processes) {
    const ProcessFacts* current = model_.at(tree_.currentIndex());
    const std::optional<ProcessFacts> kept = current ? std::optional(*current) : std::nullopt;
    const int place = tree_.verticalScrollBar()->value();
    bool reset = false;
    const QMetaObject::Connection watch =
        connect(&model_, &QAbstractItemModel::modelReset, this, [&reset] { reset = true; });
    model_.set_processes(processes, wall_clock_ms());
    disconnect(watch);
    if (reset) {
        tree_.expandAll();
        if (kept)
            tree_.setCurrentIndex(model_.find(*kept));
        tree_.verticalScrollBar()->setValue(place);
    }
    const int count = model_.lines() + model_.leftovers();
    if (std::exchange(running_, count) != count)
        Q_EMIT page_.count_changed(count);
    show_buttons();
}

void RunningPage::Parts::show_buttons() {
    const bool live = client_ && client_->is_open();
    const bool any = live && model_.rowCount() > 0;
    tree_.setVisible(any);
    nothing_.setVisible(!any);
    for (QWidget* part : std::initializer_list<QWidget*>{&words_, &end_, &end_all_})
        part->setVisible(any);
    nothing_.setText(live ? tr("Nothing runs.") : tr("The session has ended; nothing of it runs."));
    end_.setEnabled(live && tree_.currentIndex().isValid());
    end_all_.setEnabled(live && model_.leftovers() > 0);
    words_.setText(tr("%n line(s) running", nullptr, model_.lines()) + QStringLiteral(" \u00b7 ")
                   + tr("%n process(es) left running", nullptr, model_.leftovers()));
}

/// What a finished order says: that it was done, or the session's words why not.
SessionClient::Answer RunningPage::Parts::say(const QString& what) {
    QPointer<Parts> self(this);
    return [self, what](const Result<QJsonObject>& answer) {
        if (!self)
            return;
        Q_EMIT self->page_.told(answer ? what : visible(answer.error().text(), true));
        self->look();
    };
}

void RunningPage::Parts::end_selected() {
    const ProcessFacts* chosen = model_.at(tree_.currentIndex());
    if (chosen == nullptr || !client_)
        return;
    const QString text = elide_middle(one_line(chosen->text.toStdString()), 60);
    const SessionClient::Answer answer = say(tr("Told to end: %1").arg(text));
    switch (chosen->kind) {
    case ProcessFacts::Kind::Line:
        client_->cancel(chosen->request, answer);
        break;
    case ProcessFacts::Kind::Command:
        client_->kill_command(chosen->request, chosen->command, answer);
        break;
    case ProcessFacts::Kind::Leftover:
    case ProcessFacts::Kind::Process:
        client_->kill_process(chosen->pid, answer);
        break;
    }
}

void RunningPage::Parts::confirm_end_leftovers() {
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("End what was left running"),
        tr("End all %n process(es) that earlier lines left running?", nullptr, model_.leftovers()),
        QMessageBox::Cancel, &page_);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* yes = box->addButton(tr("&End all"), QMessageBox::DestructiveRole);
    connect(yes, &QPushButton::clicked, this, [this] {
        if (client_)
            client_->end_leftovers(say(tr("What was left running has been told to end.")));
    });
    box->open();
}

void RunningPage::Parts::retranslate() {
    tree_.setAccessibleName(tr("Running commands and processes"));
    end_.setText(tr("&End"));
    end_all_.setText(tr("End &all left running"));
    model_.retitle();
    fit_columns(*tree_.header(),
                {RunningModel::tr("command, own sandbox"), QStringLiteral("00 min 00 s"),
                 QStringLiteral("000.0 min"), QStringLiteral("000.0 MB"), QStringLiteral("0000000")});
    show_buttons();
}

RunningPage::RunningPage(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>(*this)) {}
RunningPage::~RunningPage() = default;

void RunningPage::set_session(SessionClient* client, const SessionFacts& facts) {
    parts_->set_session(client, facts);
}

int RunningPage::running() const {
    return parts_->running();
}

void RunningPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    parts_->ask_now();
}

void RunningPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        parts_->retranslate();
}

} // namespace asb::ui

#include "running_page.moc"
