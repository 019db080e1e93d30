#include "ui/window/session_pages.h"

#include "ui/profiles/profiles_page.h"
#include "ui/refused/refused_page.h"
#include "ui/running/running_page.h"
#include "ui/session/network_page.h"
#include "ui/session/session_page.h"
#include "ui/settings/settings.h"
#include "ui/traffic/traffic_page.h"

#include <QEvent>
#include <QTabBar>

namespace asb::ui {

SessionPages::SessionPages(SessionList& sessions, Settings& settings, QWidget* parent)
    : QTabWidget(parent),
      sessions_(sessions),
      settings_(settings),
      traffic_(new TrafficPage(this)),
      refused_(new RefusedPage(this)),
      running_(new RunningPage(this)),
      profiles_(new ProfilesPage(this)),
      network_(new NetworkPage(this)),
      session_(new SessionPage(this)) {
    setObjectName(QStringLiteral("pages"));
    setDocumentMode(true);
    for (QWidget* page :
         {static_cast<QWidget*>(traffic_), static_cast<QWidget*>(refused_), static_cast<QWidget*>(running_),
          static_cast<QWidget*>(profiles_), static_cast<QWidget*>(network_), static_cast<QWidget*>(session_)})
        addTab(page, QString());
    traffic_->set_row_limit(settings_.get(Number::RowLimit));
    traffic_->set_columns(settings_.get(Text::TrafficColumns));
    connect(traffic_, &TrafficPage::columns_changed, this,
            [this](const QString& text) { settings_.set(Text::TrafficColumns, text); });
    connect(&settings_, &Settings::changed, this,
            [this] { traffic_->set_row_limit(settings_.get(Number::RowLimit)); });
    connect(refused_, &RefusedPage::unseen_changed, this, [this](int count) {
        unseen_ = count;
        retitle();
    });
    connect(refused_, &RefusedPage::acknowledged, this,
            [this](const QString& rule) { sessions_.acknowledge(id_, rule); });
    connect(refused_, &RefusedPage::filter_wanted, this, [this](const QString& filter) {
        traffic_->set_filter_text(filter);
        show_page(Traffic);
    });
    connect(running_, &RunningPage::count_changed, this, [this](int count) {
        running_count_ = count;
        retitle();
    });
    connect(profiles_, &ProfilesPage::changed_since, this, [this](bool command, bool agent) {
        profile_mark_ = command || agent;
        retitle();
        Q_EMIT profiles_changed(command, agent);
    });
    connect(traffic_, &TrafficPage::rule_wanted, this, &SessionPages::rule_wanted);
    connect(refused_, &RefusedPage::rule_wanted, this, &SessionPages::rule_wanted);
    connect(profiles_, &ProfilesPage::rule_wanted, this, &SessionPages::rule_wanted);
    connect(traffic_, &TrafficPage::told, this, &SessionPages::told);
    connect(refused_, &RefusedPage::told, this, &SessionPages::told);
    connect(running_, &RunningPage::told, this, &SessionPages::told);
    connect(session_, &SessionPage::told, this, &SessionPages::told);
    connect(this, &QTabWidget::currentChanged, this, &SessionPages::look_at_refusals);
    retitle();
}

SessionPages::~SessionPages() {
    // The pages are gone before the feed they listen to.
    traffic_->set_session(nullptr, {});
    refused_->set_session(nullptr, {});
    running_->set_session(nullptr, {});
}

void SessionPages::set_session(const QString& id) {
    if (id == id_)
        return;
    id_ = id;
    const SessionFacts* facts = sessions_.find(id);
    facts_ = facts != nullptr ? *facts : SessionFacts();
    std::unique_ptr<RecordFeed> before = std::move(feed_);
    if (facts != nullptr)
        feed_ = std::make_unique<RecordFeed>(facts_);
    client_ = facts != nullptr ? sessions_.client(id) : nullptr;
    unseen_ = 0;
    running_count_ = 0;
    profile_mark_ = false;
    traffic_->set_session(feed_.get(), facts_);
    refused_->set_session(feed_.get(), facts_);
    running_->set_session(client_, facts_);
    profiles_->set_session(facts_);
    network_->set_session(facts_);
    session_->set_session(facts_);
    retitle();
}

void SessionPages::refresh() {
    const SessionFacts* facts = sessions_.find(id_);
    if (facts == nullptr)
        return;
    facts_ = *facts;
    SessionClient* client = sessions_.client(id_);
    if (client != client_) {
        client_ = client;
        running_->set_session(client_, facts_);
    }
    profiles_->update_facts(facts_);
    network_->set_session(facts_);
    session_->set_session(facts_);
}

void SessionPages::show_page(Page page) {
    setCurrentIndex(page);
    currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void SessionPages::look_at_refusals() {
    if (currentIndex() == Refused && isVisible() && isActiveWindow())
        refused_->acknowledge();
}

void SessionPages::changeEvent(QEvent* event) {
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retitle();
    if (event->type() == QEvent::ActivationChange)
        look_at_refusals();
}

void SessionPages::retitle() {
    const auto counted = [](const QString& name, int count) {
        return count > 0 ? QStringLiteral("%1 %2").arg(name).arg(count) : name;
    };
    setTabText(Traffic, tr("Traffic"));
    setTabText(Refused, counted(tr("Refused"), unseen_));
    setTabText(Running, counted(tr("Running"), running_count_));
    setTabText(Profiles, profile_mark_ ? tr("Profiles •", "the mark means: changed") : tr("Profiles"));
    setTabText(Network, tr("Network"));
    setTabText(Session, tr("Session"));
    setTabToolTip(Profiles,
                  profile_mark_
                      ? tr("A profile has changed since this session started. It applies to the next one.")
                      : QString());
    setAccessibleName(tr("Pages"));
    tabBar()->setAccessibleName(tr("Pages"));
}

} // namespace asb::ui
