#include "ui/session/network_page.h"

#include "core/config/profile_reader.h"
#include "core/nono/audit_record.h"
#include "ui/common/background.h"
#include "ui/common/plain_text.h"
#include "ui/common/row_delegate.h"

#include <QDateTime>
#include <QEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QStackedLayout>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <map>
#include <set>
#include <tuple>

namespace asb::ui {
namespace {

constexpr qint64 kMaxLog = qint64{64} << 20;
constexpr qint64 kMaxLine = qint64{4} << 20;
constexpr std::size_t kMaxTargets = 5000;
constexpr int kPollMs = 3000;
constexpr int kWide = 60;

enum Column { Target, Port, Decision, Side, Count, Last, Reason, ColumnCount };

using Folded = std::map<std::tuple<bool, std::string, int, std::string>, NetworkTarget>;

/// What nono's kernel side reports has no name of a host: "family=2 loopback=true".
QString target_text(const std::string& target) {
    QString text = visible(target, false, 1024);
    if (!text.startsWith(QLatin1String("family=")))
        return text;
    const bool six = text.startsWith(QLatin1String("family=10 "));
    const QString version = six ? QStringLiteral("IPv6") : QStringLiteral("IPv4");
    return text.contains(QLatin1String("loopback=true"))
               ? NetworkPage::tr("%1, this machine (loopback)").arg(version)
               : NetworkPage::tr("%1, another machine").arg(version);
}

void read_log(const QString& path, bool agent_side, Folded& folded) {
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return;
    std::set<std::string> seen;
    while (!file.atEnd() && file.pos() < kMaxLog && folded.size() < kMaxTargets) {
        const QByteArray line = file.readLine(kMaxLine);
        if (!line.contains("\"network\""))
            continue;
        const Result<AuditRecord> record =
            parse_audit_line({line.constData(), static_cast<std::size_t>(line.size())});
        if (!record || record->type != AuditRecord::Type::Network || !seen.insert(record->identity).second)
            continue;
        NetworkTarget& target = folded[{agent_side, record->target, record->port, record->decision}];
        target.agent_side = agent_side;
        target.target = target_text(record->target);
        target.port = record->port;
        target.decision = visible(record->decision, false, 64);
        target.reason = visible(record->reason, false, 1024);
        ++target.count;
        target.last_ms = std::max(target.last_ms, record->time_ms);
    }
}

QString network_text(const ProfileFacts& facts) {
    const QString& path = facts.copy.isEmpty() ? facts.path : facts.copy;
    if (path.isEmpty())
        return {};
    const Result<Profile> profile = read_profile(path.toStdString());
    if (!profile)
        return NetworkPage::tr("its profile cannot be read");
    if (profile->network.mode == NetworkMode::Open)
        return NetworkPage::tr("not restricted");
    if (profile->network.mode == NetworkMode::Blocked)
        return NetworkPage::tr("closed");
    QStringList hosts;
    for (const std::string& host : profile->network.allow_domain)
        hosts << visible(host);
    if (hosts.isEmpty())
        return NetworkPage::tr("filtered by nono");
    return NetworkPage::tr("only %1").arg(hosts.join(QStringLiteral(", ")));
}

} // namespace

std::vector<NetworkTarget> read_network(const QString& agent_log, const QString& command_log) {
    Folded folded;
    read_log(agent_log, true, folded);
    read_log(command_log, false, folded);
    std::vector<NetworkTarget> targets;
    for (auto& [key, target] : folded)
        targets.push_back(std::move(target));
    std::stable_sort(
        targets.begin(), targets.end(),
        [](const NetworkTarget& left, const NetworkTarget& right) { return left.last_ms > right.last_ms; });
    return targets;
}

QString agent_log_of(const QString& command_log) {
    const QString folder = command_log.section(QLatin1Char('/'), -2, -2);
    if (!folder.endsWith(QLatin1String("-c")))
        return {};
    return command_log.section(QLatin1Char('/'), 0, -3) + QLatin1Char('/') + folder.chopped(1)
           + QStringLiteral("a/") + command_log.section(QLatin1Char('/'), -1);
}

NetworkPage::NetworkPage(QWidget* parent)
    : QWidget(parent),
      head_(plain_label(this)),
      empty_(plain_label(this)),
      list_(new QTreeWidget(this)),
      poll_(new QTimer(this)) {
    setObjectName(QStringLiteral("network_page"));
    list_->setItemDelegate(new RowDelegate(list_));
    list_->setColumnCount(ColumnCount);
    list_->setRootIsDecorated(false);
    list_->setAlternatingRowColors(true);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->header()->setSectionsMovable(false);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setMargin(kWide); // contents margins do not outlive a label's next look at its style
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    head_->setContentsMargins(8, 8, 8, 4);
    layout->addWidget(head_);
    layout->addWidget(list_, 1);
    layout->addWidget(empty_, 1);
    connect(poll_, &QTimer::timeout, this, &NetworkPage::read);
    poll_->setInterval(kPollMs);
    refresh();
}

void NetworkPage::set_session(const SessionFacts& facts) {
    const bool other = facts.id != facts_.id;
    const bool ended = facts.is_running() != facts_.is_running();
    facts_ = facts;
    if (other) {
        targets_.clear();
        rules_ = Rules();
        refresh();
    }
    if (facts_.is_running())
        poll_->start();
    else
        poll_->stop();
    if ((other || ended) && isVisible())
        read();
}

void NetworkPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    read();
}

void NetworkPage::read() {
    if (reading_ || !isVisible() || facts_.id.isEmpty())
        return;
    reading_ = true;
    struct Found {
        QString id;
        std::vector<NetworkTarget> targets;
        Rules rules;
    };
    in_background(
        this,
        [facts = facts_] {
            return Found{facts.id,
                         read_network(agent_log_of(facts.nono_audit), facts.nono_audit),
                         {network_text(facts.agent_profile), network_text(facts.command_profile)}};
        },
        [this](Found found) {
            reading_ = false;
            if (found.id != facts_.id)
                return;
            const bool same = found.targets.size() == targets_.size() && !rules_.agent.isEmpty();
            targets_ = std::move(found.targets);
            rules_ = std::move(found.rules);
            if (!same || facts_.is_running())
                refresh();
        });
}

void NetworkPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void NetworkPage::refresh() {
    list_->setHeaderLabels(
        {tr("Target"), tr("Port"), tr("Decision"), tr("Sandbox"), tr("Times"), tr("Last"), tr("Reason")});
    list_->setAccessibleName(tr("Network targets that nono reported"));
    head_->setText(
        tr("The agent's network: %1\nThe commands' network: %2").arg(rules_.agent, rules_.commands));
    head_->setVisible(!rules_.agent.isEmpty());
    empty_->setText(
        tr("nono has reported nothing about the network of this session. It reports what it refuses, and "
           "what passes its proxy when the session has ended; a closed network reports nothing."));
    list_->clear();
    const QLocale locale;
    for (const NetworkTarget& target : targets_) {
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(target.last_ms);
        auto* item = new QTreeWidgetItem(
            list_, {target.target, target.port > 0 ? QString::number(target.port) : QString(),
                    target.decision, target.agent_side ? tr("agent") : tr("commands"),
                    locale.toString(static_cast<qulonglong>(target.count)),
                    target.last_ms > 0 ? locale.toString(time.time(), QStringLiteral("HH:mm:ss")) : QString(),
                    target.reason});
        item->setTextAlignment(Count, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(Target, Qt::AccessibleTextRole,
                      tr("%1, port %2, %3, by the %4", "target, port, decision, sandbox")
                          .arg(item->text(Target), item->text(Port), item->text(Decision), item->text(Side)));
    }
    for (int column = 0; column < ColumnCount; ++column)
        list_->resizeColumnToContents(column);
    list_->setVisible(!targets_.empty());
    empty_->setVisible(targets_.empty());
}

} // namespace asb::ui
