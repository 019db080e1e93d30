#include "ui/common/filter_terms.h"

#include "core/events/filter.h"

namespace asb::ui {

QString equals_term(const char* key, const std::string& value) {
    return Filter::term(QLatin1String(key), QString::fromStdString(value));
}

QString holds_term(const char* key, const std::string& value) {
    QString term = equals_term(key, value);
    term[term.indexOf(QLatin1Char('='))] = QLatin1Char(':');
    return term;
}

QString refusal_term(const Event& refused) {
    return QStringLiteral("denied ")
           + (refused.rule.empty() ? equals_term("reason", refused.reason)
                                   : equals_term("rule", refused.rule));
}

} // namespace asb::ui
