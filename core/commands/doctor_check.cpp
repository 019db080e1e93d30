#include "core/commands/doctor_check.h"

#include "core/base/text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <algorithm>

namespace asb {

namespace {

QString qt_text(const std::string& text) {
    return QString::fromStdString(text);
}

const char* state_word(Check::State state) {
    switch (state) {
    case Check::State::Ok:
        return "ok";
    case Check::State::Failed:
        return "failed";
    case Check::State::Skipped:
        return "skipped";
    }
    return "failed";
}

const char* state_mark(Check::State state) {
    switch (state) {
    case Check::State::Ok:
        return "[OK]      ";
    case Check::State::Failed:
        return "[NG]      ";
    case Check::State::Skipped:
        return "[skipped] ";
    }
    return "";
}

/// Every line of `text` indented below the mark.
std::string indented(const std::string& text) {
    std::string out = "          ";
    for (const char c : text) {
        out += c;
        if (c == '\n')
            out += "          ";
    }
    return out + "\n";
}

std::size_t count_failed(const std::vector<Check>& checks) {
    return static_cast<std::size_t>(
        std::count_if(checks.begin(), checks.end(), [](const Check& check) { return check.failed(); }));
}

} // namespace

Check& Check::tell(std::string detail) {
    details.push_back(visible_text(detail, true, 4000));
    return *this;
}

Check& Check::fail(std::string detail, std::string how_to_go_on) {
    state = State::Failed;
    if (hint.empty())
        hint = std::move(how_to_go_on);
    return tell(std::move(detail));
}

Check& Check::skip(std::string why) {
    if (state == State::Ok)
        state = State::Skipped;
    return tell(std::move(why));
}

std::string doctor_text(const std::vector<Check>& checks) {
    std::string out;
    for (const Check& check : checks) {
        out += state_mark(check.state) + check.name + "\n";
        for (const std::string& detail : check.details)
            out += indented(detail);
        if (check.failed() && !check.hint.empty())
            out += indented("hint: " + check.hint);
    }
    const std::size_t failed = count_failed(checks);
    if (failed == 0)
        return out + "\nNo check failed.\n";
    return out + "\n" + std::to_string(failed) + " of " + std::to_string(checks.size()) + " checks failed.\n";
}

std::string doctor_json(const std::vector<Check>& checks) {
    QJsonArray list;
    for (const Check& check : checks) {
        QJsonArray details;
        for (const std::string& detail : check.details)
            details.append(qt_text(detail));
        QJsonObject entry{{QStringLiteral("name"), qt_text(check.name)},
                          {QStringLiteral("state"), QString::fromLatin1(state_word(check.state))},
                          {QStringLiteral("details"), details}};
        if (check.failed())
            entry.insert(QStringLiteral("hint"), qt_text(check.hint));
        list.append(entry);
    }
    const QJsonObject all{{QStringLiteral("ok"), count_failed(checks) == 0},
                          {QStringLiteral("checks"), list}};
    return QJsonDocument(all).toJson().toStdString();
}

} // namespace asb
