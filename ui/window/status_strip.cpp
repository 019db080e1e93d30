#include "ui/window/status_strip.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace asb::ui {
namespace {

constexpr qsizetype kDigestShown = 4;
constexpr int kDot = 8;
constexpr int kDotSpace = 16;

} // namespace

StatusStrip::StatusStrip(QWidget* parent) : QWidget(parent), label_(new QLabel(this)) {
    setObjectName(QStringLiteral("status_strip"));
    label_->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kDotSpace, 1, 6, 1);
    layout->addWidget(label_);
    layout->addStretch();
    refresh();
}

void StatusStrip::set_facts(const StripFacts& facts) {
    if (facts == facts_)
        return;
    facts_ = facts;
    refresh();
}

QString StatusStrip::text() const {
    return label_->text();
}

void StatusStrip::refresh() {
    QStringList parts;
    if (!facts_.has_session)
        parts << tr("No session");
    else if (!facts_.lost.isEmpty())
        parts << tr("Mediation is lost: %1").arg(facts_.lost);
    else if (facts_.launching)
        parts << tr("Starting");
    else
        parts << (facts_.running ? tr("execd healthy") : tr("Session ended"));
    if (!facts_.nono.isEmpty())
        parts << tr("nono %1", "name of a program and its version").arg(facts_.nono);
    const auto profile = [](const QString& words, const QString& changed, const QString& digest,
                            bool is_changed) {
        return (is_changed ? changed : words).arg(digest.left(kDigestShown));
    };
    if (!facts_.command_digest.isEmpty())
        parts << profile(tr("command profile %1"), tr("command profile %1 (changed since)"),
                         facts_.command_digest, facts_.command_changed);
    if (!facts_.agent_digest.isEmpty())
        parts << profile(tr("agent profile %1"), tr("agent profile %1 (changed since)"), facts_.agent_digest,
                         facts_.agent_changed);
    label_->setText(parts.join(QStringLiteral(" · ")));
    label_->setAccessibleName(label_->text());
    update();
}

void StatusStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void StatusStrip::paintEvent(QPaintEvent*) {
    const NamedColor name = !facts_.lost.isEmpty()                 ? NamedColor::Refused
                            : facts_.launching                     ? NamedColor::Running
                            : facts_.has_session && facts_.running ? NamedColor::Allowed
                                                                   : NamedColor::Muted;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = named_color(name, palette());
    painter.setPen(QPen(color, 1.5));
    painter.setBrush(facts_.running || !facts_.lost.isEmpty() ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QRectF((kDotSpace - kDot) / 2.0, (height() - kDot) / 2.0, kDot, kDot));
}

} // namespace asb::ui
