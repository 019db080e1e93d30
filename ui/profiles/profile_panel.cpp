#include "ui/profiles/profile_panel.h"

#include "core/base/text.h"
#include "core/nono/nono_query.h"
#include "core/session/profile_change.h"
#include "ui/common/background.h"
#include "ui/common/plain_text.h"
#include "ui/common/row_delegate.h"
#include "ui/profiles/line_difference.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTextBlock>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

constexpr int kFileRole = Qt::UserRole;
constexpr int kLineRole = Qt::UserRole + 1;

enum Column { What, Decision, Match, Reason, Place, ColumnCount };

QString plain(const std::string& text) {
    return visible(text);
}

QStringList plain_list(const std::vector<std::string>& values) {
    QStringList list;
    for (const std::string& value : values)
        list << plain(value);
    return list;
}

void set_place(QTreeWidgetItem* item, const SourcePosition& where) {
    if (where.line <= 0)
        return;
    const QString file = QString::fromStdString(where.file);
    item->setText(Place, QStringLiteral("%1:%2").arg(file.section(QLatin1Char('/'), -1)).arg(where.line));
    item->setData(What, kFileRole, file);
    item->setData(What, kLineRole, where.line);
}

} // namespace

ProfilePanel::ProfilePanel(QWidget* parent)
    : QWidget(parent),
      path_(plain_label(this)),
      state_(plain_label(this)),
      change_(plain_label(this)),
      open_(new QPushButton(this)),
      tabs_(new QTabWidget(this)),
      rules_(new QTreeWidget),
      difference_(new QPlainTextEdit) {
    auto* top = new QHBoxLayout;
    top->addWidget(path_, 1);
    top->addWidget(open_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addLayout(top);
    layout->addWidget(state_);
    layout->addWidget(change_);
    layout->addWidget(tabs_, 1);
    tabs_->setDocumentMode(true);
    tabs_->addTab(rules_, QString());
    tabs_->addTab(difference_, QString());
    rules_->setItemDelegate(new RowDelegate(rules_));
    rules_->setColumnCount(ColumnCount);
    rules_->setRootIsDecorated(true);
    rules_->setAlternatingRowColors(true);
    rules_->setUniformRowHeights(true);
    rules_->header()->setSectionsMovable(false);
    difference_->setReadOnly(true);
    difference_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    difference_->setLineWrapMode(QPlainTextEdit::NoWrap);
    difference_->setTabChangesFocus(true);
    open_->setIcon(icon(Glyph::Folder));
    connect(open_, &QPushButton::clicked, this, [this] { Q_EMIT rule_wanted(facts_.path, 1); });
    connect(rules_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        const int line = item->data(What, kLineRole).toInt();
        if (line > 0)
            Q_EMIT rule_wanted(item->data(What, kFileRole).toString(), line);
    });
    refresh();
}

ProfilePanel::~ProfilePanel() = default;

void ProfilePanel::set_profile(const ProfileFacts& facts) {
    facts_ = facts;
    look_ = ProfileLook();
    validity_ = Validity::Unknown;
    nono_words_.clear();
    refresh();
    if (!facts_.path.isEmpty())
        look_again();
}

void ProfilePanel::look_again() {
    const int number = ++look_number_;
    in_background(
        this, [facts = facts_] { return look_at_profile(facts); },
        [this, number](ProfileLook look) {
            if (number == look_number_)
                take(std::move(look));
        });
    ask_nono(number);
}

void ProfilePanel::take(ProfileLook look) {
    look_ = std::move(look);
    refresh();
    Q_EMIT looked();
}

void ProfilePanel::ask_nono(int number) {
    validity_ = Validity::Checking;
    validate_profile(facts_.path.toStdString(), this, [this, number](const Result<ProfileVerdict>& verdict) {
        if (number != look_number_)
            return;
        validity_ = !verdict ? Validity::Unknown : verdict->valid ? Validity::Valid : Validity::Invalid;
        nono_words_ = visible(verdict ? verdict->text : verdict.error().text(), true).trimmed();
        refresh();
    });
}

void ProfilePanel::show_difference() {
    tabs_->setCurrentWidget(difference_);
}

void ProfilePanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
}

void ProfilePanel::refresh() {
    path_->setText(visible(facts_.path.toStdString()));
    path_->setVisible(!facts_.path.isEmpty());
    open_->setText(tr("&Open in editor"));
    open_->setEnabled(!facts_.path.isEmpty());
    tabs_->setAccessibleName(tr("Profiles"));
    tabs_->setTabText(0, tr("Rules and grants"));
    tabs_->setTabText(1,
                      look_.changed ? tr("Difference •", "the mark means: there is one") : tr("Difference"));
    rules_->setHeaderLabels({tr("Command"), tr("Decision"), tr("When"), tr("Reason"), tr("Place")});
    rules_->setAccessibleName(tr("Rules and grants of the profile"));
    difference_->setAccessibleName(tr("Difference to the profile in force"));
    switch (validity_) {
    case Validity::Unknown:
        state_->setText(nono_words_);
        break;
    case Validity::Checking:
        state_->setText(tr("nono is checking it…"));
        break;
    case Validity::Valid:
        state_->setText(tr("Valid, says nono."));
        break;
    case Validity::Invalid:
        state_->setText(tr("Not valid: %1").arg(nono_words_));
        break;
    }
    if (look_.gone)
        state_->setText(look_.in_force
                            ? tr("The file is not there any more; shown is what the session found.")
                            : tr("The file is not there any more."));
    else if (!look_.fault.isEmpty() && validity_ != Validity::Invalid)
        state_->setText(tr("It cannot be read: %1").arg(look_.fault));
    state_->setVisible(!state_->text().isEmpty());
    QString change;
    if (look_.changed && look_.now && look_.in_force)
        change = tr("Changed since the session started: %1. It applies to the next session.")
                     .arg(visible(compare_profiles(*look_.in_force, *look_.now).sentence()));
    else if (look_.changed)
        change = tr("Changed since the session started. It applies to the next session.");
    change_->setText(change);
    change_->setVisible(!change.isEmpty());
    fill_rules();
    fill_difference();
}

QTreeWidgetItem* ProfilePanel::add_group(const QString& name, const QStringList& values) {
    if (values.isEmpty())
        return nullptr;
    auto* group = new QTreeWidgetItem(rules_, {name});
    for (const QString& value : values)
        new QTreeWidgetItem(group, {value});
    return group;
}

void ProfilePanel::add_command(const DeclaredCommand& command) {
    auto* item = new QTreeWidgetItem(rules_, {plain(command.name)});
    set_place(item, command.where);
    for (const CommandEdge& edge : command.edges) {
        const QString from =
            edge.caller == "session" ? tr("from a line of the agent") : tr("from %1").arg(plain(edge.caller));
        auto* caller =
            new QTreeWidgetItem(item, {from, edge.denied ? tr("deny") : plain(edge.default_decision)});
        if (!edge.rules.empty())
            caller->setText(Match, tr("otherwise"));
        set_place(caller, edge.where);
        for (const InvocationRule& rule : edge.rules) {
            auto* line = new QTreeWidgetItem(caller, {QString(), plain(std::string(to_string(rule.kind))),
                                                      rule_match_text(rule), plain(rule.reason)});
            line->setToolTip(Reason, plain(rule.reason).toHtmlEscaped());
            set_place(line, rule.where);
        }
    }
    item->setExpanded(true);
    for (int i = 0; i < item->childCount(); ++i)
        item->child(i)->setExpanded(true);
}

void ProfilePanel::add_lists(const Profile& profile) {
    for (const auto& [key, paths] : profile.filesystem)
        add_group(tr("Files: %1").arg(plain(key)), plain_list(paths));
    QStringList network;
    network << (profile.network.mode == NetworkMode::Open      ? tr("not restricted")
                : profile.network.mode == NetworkMode::Blocked ? tr("closed")
                                                               : tr("by name of host"));
    for (const std::string& host : profile.network.allow_domain)
        network << tr("allowed: %1").arg(plain(host));
    for (const std::string& host : profile.network.deny_domain)
        network << tr("denied: %1").arg(plain(host));
    add_group(tr("Network"), network);
    QStringList variables;
    if (!profile.environment.allow_vars)
        variables << tr("every variable passes");
    else
        variables = plain_list(*profile.environment.allow_vars);
    for (const std::string& name : profile.environment.deny_vars)
        variables << tr("denied: %1").arg(plain(name));
    add_group(tr("Environment"), variables);
}

void ProfilePanel::fill_rules() {
    rules_->clear();
    if (!look_.now && !look_.in_force)
        return;
    const Profile& profile = look_.now ? *look_.now : *look_.in_force;
    for (const DeclaredCommand& command : profile.commands)
        add_command(command);
    add_lists(profile);
    for (int column = 0; column < ColumnCount; ++column)
        rules_->resizeColumnToContents(column);
    rules_->setColumnWidth(Reason, std::min(rules_->columnWidth(Reason), 420));
    rules_->setColumnWidth(What, std::clamp(rules_->columnWidth(What), 180, 320));
}

void ProfilePanel::fill_difference() {
    difference_->clear();
    if (!look_.has_copy) {
        difference_->setPlainText(
            facts_.path.isEmpty()
                ? QString()
                : tr("This session kept no copy of the profile, so there is nothing to compare."));
        return;
    }
    if (look_.gone) {
        difference_->setPlainText(tr("The file is not there any more."));
        return;
    }
    const std::vector<DifferenceLine> lines = line_difference(look_.text_in_force, look_.text_now);
    if (lines.empty()) {
        difference_->setPlainText(tr("The same as the one in force."));
        return;
    }
    QTextCursor cursor(difference_->document());
    for (const DifferenceLine& line : lines) {
        QTextCharFormat format;
        QString text = QStringLiteral("  ") + line.text;
        if (line.kind == DifferenceLine::Kind::Added) {
            format.setForeground(named_color(NamedColor::Allowed, palette()));
            text = QStringLiteral("+ ") + line.text;
        } else if (line.kind == DifferenceLine::Kind::Removed) {
            format.setForeground(named_color(NamedColor::Refused, palette()));
            text = QStringLiteral("- ") + line.text;
        } else if (line.kind == DifferenceLine::Kind::Skipped) {
            format.setForeground(named_color(NamedColor::Muted, palette()));
            text = tr("  … %n equal line(s)", nullptr, line.skipped);
        }
        cursor.insertText(text + QLatin1Char('\n'), format);
    }
    difference_->moveCursor(QTextCursor::Start);
}

} // namespace asb::ui
