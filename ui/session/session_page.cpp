#include "ui/session/session_page.h"

#include "core/base/proof.h"
#include "core/base/text.h"
#include "core/events/store_reader.h"
#include "core/nono/nono_program.h"
#include "core/nono/sandbox_command.h"
#include "ui/common/background.h"
#include "ui/common/plain_text.h"
#include "ui/common/row_delegate.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSaveFile>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

constexpr int kEdge = 6;
constexpr int kVerifyMs = 30000;
constexpr std::size_t kPage = 1000;

QString quoted(const QStringList& words) {
    std::vector<std::string> list;
    for (const QString& word : words)
        list.push_back(word.toStdString());
    return visible(shell_join(list));
}

QString time_text(qint64 ms) {
    return ms == 0 ? QString() : QLocale().toString(QDateTime::fromMSecsSinceEpoch(ms), QLocale::LongFormat);
}

/// True when every member of `object` whose name says that something matches or was verified is true.
bool all_match(const QJsonObject& object) {
    for (auto it = object.begin(); it != object.end(); ++it) {
        const bool claim = it.key().endsWith(QLatin1String("matches"))
                           || it.key().endsWith(QLatin1String("verified"))
                           || it.key() == QLatin1String("session_found");
        if (claim && it.value().isBool() && !it.value().toBool())
            return false;
        if (it.value().isObject() && !all_match(it.value().toObject()))
            return false;
    }
    return true;
}

} // namespace

QString verification_text(const ToolResult& result, bool& good) {
    good = false;
    const QJsonObject answer = QJsonDocument::fromJson(QByteArray::fromStdString(result.output)).object();
    if (answer.isEmpty()) {
        const std::string words = result.errors.empty() ? result.problem : result.errors;
        return SessionPage::tr("nono cannot verify it: %1").arg(visible(words, true, 2048).trimmed());
    }
    // Status 0 even when nothing matches: only the members tell (nono.md §8).
    good = all_match(answer);
    return good ? SessionPage::tr("nono's record is complete and unchanged.")
                : SessionPage::tr("nono's record does not match: %1")
                      .arg(visible(QJsonDocument(answer).toJson(QJsonDocument::Compact).toStdString(), false,
                                   2048));
}

ProofWords proof_words(const QString& proof) {
    const QString side = proof.section(QStringLiteral(": "), 0, 0);
    const QString rest = proof.section(QStringLiteral(": "), 1);
    const Result<Proof> parsed = parse_proof(rest.toStdString());
    if (!parsed)
        return {QString(), visible(proof.toStdString())};
    QString text;
    switch (parsed->kind) {
    case Proof::Kind::MustRead:
        text = SessionPage::tr("can read %1");
        break;
    case Proof::Kind::MustNotRead:
        text = SessionPage::tr("cannot read %1");
        break;
    case Proof::Kind::MustNotWrite:
        text = SessionPage::tr("cannot write %1");
        break;
    case Proof::Kind::MustExecute:
        text = SessionPage::tr("can execute %1");
        break;
    case Proof::Kind::MustNotConnect:
        text = SessionPage::tr("cannot connect to %1");
        break;
    case Proof::Kind::MustConnectUnix:
        text = SessionPage::tr("can connect to %1");
        break;
    }
    return {side == QLatin1String("agent") ? SessionPage::tr("Agent") : SessionPage::tr("Commands"),
            text.arg(visible(parsed->object))};
}

Result<quint64> write_json_lines(const QString& store, const QString& path) {
    StoreReader reader;
    if (const Status opened = reader.open(store.toStdString()); !opened)
        return opened.error();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return Error{"write " + path.toStdString() + ": " + file.errorString().toStdString(), {}, 0};
    quint64 count = 0;
    for (std::uint64_t last = 0;;) {
        const Result<std::vector<StoreReader::Row>> rows = reader.rows_after(last, kPage);
        if (!rows)
            return rows.error();
        for (const StoreReader::Row& row : *rows) {
            const std::string line = to_json(row.event) + '\n';
            file.write(line.data(), static_cast<qint64>(line.size()));
            ++count;
        }
        if (rows->empty())
            break;
        last = rows->back().id;
    }
    if (!file.commit())
        return Error{"write " + path.toStdString() + ": " + file.errorString().toStdString(), {}, 0};
    return count;
}

SessionPage::SessionPage(QWidget* parent)
    : QWidget(parent),
      list_(new QTreeWidget(this)),
      copy_(new QPushButton(this)),
      export_(new QPushButton(this)),
      verify_(new QPushButton(this)),
      verdict_(plain_label(this)) {
    setObjectName(QStringLiteral("session_page"));
    list_->setItemDelegate(new RowDelegate(list_));
    list_->setColumnCount(2);
    list_->setRootIsDecorated(true);
    list_->setAlternatingRowColors(true);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->header()->setSectionsMovable(false);
    copy_->setIcon(icon(Glyph::Copy));
    export_->setIcon(icon(Glyph::Export));
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {copy_, export_, verify_})
        buttons->addWidget(button);
    buttons->addWidget(verdict_, 1);
    buttons->addStretch();
    verdict_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, kEdge, kEdge);
    layout->addWidget(list_, 1);
    layout->addLayout(buttons);
    connect(copy_, &QPushButton::clicked, this, &SessionPage::copy_all);
    connect(export_, &QPushButton::clicked, this, &SessionPage::export_log);
    connect(verify_, &QPushButton::clicked, this, &SessionPage::verify);
    refresh();
}

SessionPage::~SessionPage() = default;

void SessionPage::set_session(const SessionFacts& facts) {
    if (facts.id != facts_.id)
        say(QString());
    const bool same = facts.id == facts_.id && facts.state == facts_.state
                      && facts.commands == facts_.commands && facts.refused == facts_.refused
                      && facts.agent_nono == facts_.agent_nono;
    facts_ = facts;
    if (!same)
        refresh();
}

/// An empty label would be a stop for the keyboard with nothing to read.
void SessionPage::say(const QString& verdict) {
    verdict_->setText(verdict);
    verdict_->setVisible(!verdict.isEmpty());
}

void SessionPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

QTreeWidgetItem* SessionPage::add(const QString& name, const QString& value) {
    if (value.isEmpty())
        return nullptr;
    auto* item = new QTreeWidgetItem(list_, {name, value});
    item->setToolTip(1, value.toHtmlEscaped());
    item->setData(0, Qt::AccessibleTextRole, QStringLiteral("%1: %2").arg(name, value));
    return item;
}

void SessionPage::add_proofs() {
    if (facts_.proofs.isEmpty())
        return;
    QTreeWidgetItem* group =
        add(tr("Proved at the start"), tr("%n entries", nullptr, static_cast<int>(facts_.proofs.size())));
    for (const QString& proof : facts_.proofs) {
        const ProofWords words = proof_words(proof);
        auto* item = new QTreeWidgetItem(group, {words.side, words.text});
        item->setToolTip(1, words.text.toHtmlEscaped());
        item->setData(0, Qt::AccessibleTextRole, QStringLiteral("%1: %2").arg(words.side, words.text));
    }
    group->setExpanded(true);
}

void SessionPage::refresh() {
    list_->setHeaderLabels({tr("What"), tr("Value")});
    list_->setAccessibleName(tr("Facts of the session"));
    copy_->setText(tr("&Copy all"));
    export_->setText(tr("&Export log…"));
    verify_->setText(tr("&Verify nono's record"));
    list_->clear();
    add(tr("Session"), facts_.id);
    add(tr("Folder"), visible(facts_.project.toStdString()));
    add(tr("Agent"), visible(facts_.agent.toStdString()));
    add(tr("Arguments"), quoted(facts_.arguments));
    add(tr("Configuration"), visible(facts_.config.toStdString()));
    add(tr("Started"), time_text(facts_.started_ms));
    add(tr("Ended"), time_text(facts_.ended_ms));
    if (facts_.state == SessionFacts::State::Died)
        add(tr("End"), tr("Its program was killed before it could write one down"));
    if (facts_.status)
        add(tr("Exit status"), QString::number(*facts_.status));
    add(tr("Mediation lost"), visible(facts_.red.toStdString()));
    const QLocale locale;
    add(tr("Lines"), locale.toString(facts_.requests));
    add(tr("Commands"), locale.toString(facts_.commands));
    add(tr("Refused commands"), locale.toString(facts_.refused));
    add_proofs();
    add(tr("nono"), visible(facts_.nono_version.toStdString()));
    add(tr("Agent sandbox"), quoted(facts_.agent_nono));
    add(tr("Command sandbox"), quoted(facts_.command_nono));
    add(tr("Agent profile"), visible(facts_.agent_profile.path.toStdString()));
    add(tr("Command profile"), visible(facts_.command_profile.path.toStdString()));
    add(tr("Record"), visible(facts_.store.toStdString()));
    add(tr("nono's record"), visible(facts_.nono_audit.toStdString()));
    list_->resizeColumnToContents(0);
    list_->setColumnWidth(0, list_->columnWidth(0) + 16);
    const bool some = !facts_.id.isEmpty();
    copy_->setEnabled(some);
    export_->setEnabled(some);
    verify_->setEnabled(some && !facts_.is_running() && !verification_);
    verify_->setToolTip(facts_.is_running() ? tr("Possible when the session has ended") : QString());
}

QString SessionPage::as_text() const {
    QString text;
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = list_->topLevelItem(row);
        text += QStringLiteral("%1: %2\n").arg(item->text(0), item->text(1));
        for (int child = 0; child < item->childCount(); ++child)
            text +=
                QStringLiteral("  %1: %2\n").arg(item->child(child)->text(0), item->child(child)->text(1));
    }
    return text;
}

void SessionPage::copy_all() {
    QApplication::clipboard()->setText(as_text());
    Q_EMIT told(tr("The facts of the session were copied."));
}

void SessionPage::export_log() {
    auto* dialog = new QFileDialog(this, tr("Export log"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("JSON lines (*.jsonl)"));
    dialog->setDefaultSuffix(QStringLiteral("jsonl"));
    dialog->selectFile(QStringLiteral("agent-sandbox-%1.jsonl").arg(facts_.id));
    connect(dialog, &QFileDialog::fileSelected, this, &SessionPage::write_log);
    dialog->open();
}

void SessionPage::write_log(const QString& path) {
    in_background(
        this, [store = facts_.store, path] { return write_json_lines(store, path); },
        [this, path](const Result<quint64>& written) {
            Q_EMIT told(written ? tr("%n record(s) were written to %1.", nullptr, static_cast<int>(*written))
                                      .arg(visible(path.toStdString()))
                                : visible(written.error().text(), true));
        });
}

void SessionPage::verify() {
    const Result<std::string> nono = find_nono();
    if (!nono) {
        say(visible(nono.error().text(), true));
        return;
    }
    std::vector<std::vector<std::string>> calls;
    for (const char* side : {"-a", "-c"})
        calls.push_back({*nono, "audit", "verify", "--json", "asb-" + facts_.id.toStdString() + side});
    verification_ = std::make_unique<ToolRun>(
        calls, quiet_nono_environment(cleaned_environment(current_environment())), kVerifyMs);
    connect(verification_.get(), &ToolRun::finished, this, &SessionPage::take_verification);
    verification_->start();
    verify_->setEnabled(false);
    say(tr("nono is verifying its record…"));
}

void SessionPage::take_verification(const std::vector<ToolResult>& results) {
    QStringList words;
    const QString sides[] = {tr("Agent sandbox"), tr("Command sandbox")};
    for (std::size_t i = 0; i < results.size() && i < std::size(sides); ++i) {
        bool good = false;
        words << QStringLiteral("%1: %2").arg(sides[i], verification_text(results[i], good));
    }
    say(words.join(QLatin1Char('\n')));
    verification_.release()->deleteLater(); // we are in its signal
    verify_->setEnabled(!facts_.is_running());
}

} // namespace asb::ui
