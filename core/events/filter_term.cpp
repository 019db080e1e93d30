#include "core/events/filter_term.h"

#include "core/events/facets.h"

#include <QDateTime>

#include <algorithm>
#include <limits>

namespace asb {
namespace {

using Kind = FilterValueKind;
using Op = FilterOperator;

struct Unit {
    const char* name;
    double factor;
};
constexpr Unit kTimes[] = {{"us", 1},     {"ms", 1e3},   {"s", 1e6},    {"m", 60e6},
                           {"min", 60e6}, {"h", 3600e6}, {"d", 86400e6}};
constexpr Unit kSizes[] = {{"k", 1}, {"m", 1024}, {"g", 1024.0 * 1024}};

/// A number with a unit, in the unit whose factor is 1.
template <std::size_t N>
std::optional<std::int64_t> read_measure(const QString& text, const Unit (&units)[N]) {
    qsizetype digits = 0;
    while (digits < text.size() && (text[digits].isDigit() || text[digits] == QLatin1Char('.')))
        ++digits;
    bool ok = false;
    const double value = text.left(digits).toDouble(&ok);
    const QString name = text.mid(digits).toLower();
    for (const Unit& unit : units) {
        if (ok && name == QLatin1String(unit.name) && value * unit.factor < 9e17)
            return static_cast<std::int64_t>(value * unit.factor);
    }
    return std::nullopt;
}

std::optional<std::int64_t> read_time(const QString& text, qint64 now_ms) {
    if (const auto age = read_measure(text, kTimes))
        return now_ms - *age / 1000;
    const QDate today = QDateTime::fromMSecsSinceEpoch(now_ms).date();
    QDateTime time;
    if (text == QLatin1String("today"))
        time = today.startOfDay();
    else if (text == QLatin1String("yesterday"))
        time = today.addDays(-1).startOfDay();
    else if (const QTime clock = QTime::fromString(text, QStringLiteral("H:mm")); clock.isValid())
        time = QDateTime(today, clock);
    else if (const QTime exact = QTime::fromString(text, QStringLiteral("H:mm:ss")); exact.isValid())
        time = QDateTime(today, exact);
    else if (const QDate date = QDate::fromString(text, Qt::ISODate); date.isValid() && text.size() == 10)
        time = date.startOfDay();
    else
        time = QDateTime::fromString(text, Qt::ISODate);
    return time.isValid() ? std::optional<std::int64_t>(time.toMSecsSinceEpoch()) : std::nullopt;
}

QString known_words(const std::vector<const char*>& words) {
    QStringList list;
    for (const char* word : words)
        list.append(QLatin1String(word));
    return list.join(QStringLiteral(", "));
}

Error wrong_value(const FilterKeyFacts& facts, const QString& value, const QString& known) {
    return Error{"\"" + value.toStdString() + "\" is no value of " + facts.name,
                 "it takes " + known.toStdString(), 0};
}

template <typename T>
bool compare(Op op, const T& left, const T& right) {
    switch (op) {
    case Op::Holds:
    case Op::Equal:
        return left == right;
    case Op::NotEqual:
        return left != right;
    case Op::Less:
        return left < right;
    case Op::LessEqual:
        return left <= right;
    case Op::Greater:
        return left > right;
    case Op::GreaterEqual:
        return left >= right;
    }
    return false;
}

bool compare_number(const FilterTerm& term, std::optional<std::int64_t> value) {
    return value && compare(term.comparison, *value, term.number);
}

bool compare_text(const FilterTerm& term, std::string_view value) {
    if (value.empty())
        return false;
    if (term.comparison == Op::Holds)
        return holds(value, term.text);
    return compare(term.comparison, value, std::string_view(term.text));
}

bool command_matches(const FilterTerm& term, const Event& event) {
    if (!is_command(event) && !is_request(event))
        return false;
    if (term.comparison == Op::Holds)
        return text_holds(event, term.text);
    return compare_text(term, text_of(event));
}

std::optional<std::int64_t> positive(std::int64_t value) {
    return value > 0 ? std::optional(value) : std::nullopt;
}

bool caller_matches(const FilterTerm& term, const Event& event) {
    std::string chain;
    for (const std::string& caller : event.caller_chain)
        chain += (chain.empty() ? "" : ">") + caller;
    return compare_text(term, chain);
}

} // namespace

const std::vector<FilterKeyFacts>& filter_key_facts() {
    static const std::vector<FilterKeyFacts> facts{
        {"denied", FilterKey::Denied, Kind::None, "refused by the profile", {}},
        {"failed", FilterKey::Failed, Kind::None, "ended with a status other than 0, not refused", {}},
        {"running", FilterKey::Running, Kind::None, "a line or command that has not ended", {}},
        {"cmd", FilterKey::Command, Kind::Text, "the line, or the command with its arguments", {}},
        {"status",
         FilterKey::ExitStatus,
         Kind::Number,
         "exit status; 128+n when signal n ended it",
         {"0", "1", "126", "127", "130"}},
        {"verdict",
         FilterKey::Decision,
         Kind::Word,
         "what nono decided",
         {"floor", "policy", "refused", "unknown", "none"}},
        {"cwd", FilterKey::Folder, Kind::Text, "the folder in which it ran", {}},
        {"rule", FilterKey::Rule, Kind::Text, "place of the rule in the profile", {}},
        {"reason", FilterKey::Reason, Kind::Text, "the profile's words", {}},
        {"caller", FilterKey::Caller, Kind::Text, "chain of callers of a declared command: session>make", {}},
        {"since",
         FilterKey::Since,
         Kind::Time,
         "started then or later",
         {"10m", "1h", "1d", "today", "yesterday"}},
        {"until", FilterKey::Until, Kind::Time, "started before", {"10m", "1h", "1d", "today", "yesterday"}},
        {"duration",
         FilterKey::Duration,
         Kind::Duration,
         "from start to end: 10ms, 2.5s, 3m",
         {"100ms", "1s", "10s", "1m"}},
        {"cpu", FilterKey::Cpu, Kind::Duration, "processor time", {"100ms", "1s", "10s"}},
        {"memory", FilterKey::Memory, Kind::Size, "most memory at once: 64k, 10M, 2G", {"100M", "1G"}},
        {"request", FilterKey::Request, Kind::Number, "number of the line", {}},
        {"pid", FilterKey::Pid, Kind::Number, "process number", {}},
        {"session", FilterKey::Session, Kind::Text, "beginning of a session's id", {}},
        {"type",
         FilterKey::Type,
         Kind::Word,
         "what the record is about",
         {"line", "command", "job", "note", "step", "gap"}},
    };
    return facts;
}

const FilterKeyFacts* find_filter_key(const QString& name) {
    const QString key = name == QLatin1String("took")      ? QStringLiteral("duration")
                        : name == QLatin1String("command") ? QStringLiteral("cmd")
                        : name == QLatin1String("folder")  ? QStringLiteral("cwd")
                                                           : name;
    for (const FilterKeyFacts& facts : filter_key_facts()) {
        if (key == QLatin1String(facts.name))
            return &facts;
    }
    return nullptr;
}

const std::vector<FilterKeyHelp>& filter_keys() {
    static const std::vector<FilterKeyHelp> keys = [] {
        std::vector<FilterKeyHelp> list;
        for (const FilterKeyFacts& facts : filter_key_facts())
            list.push_back({facts.name, facts.meaning});
        return list;
    }();
    return keys;
}

Result<FilterTerm> make_filter_term(const FilterKeyFacts& facts, Op comparison, const QString& value,
                                    qint64 now_ms) {
    const bool ordered = comparison != Op::Holds && comparison != Op::Equal && comparison != Op::NotEqual;
    const bool plain = facts.kind == Kind::Text || facts.kind == Kind::Word;
    if ((ordered && plain)
        || (facts.kind == Kind::Time && comparison != Op::Holds && comparison != Op::Equal))
        return Error{
            std::string(facts.name) + " has no order here",
            facts.kind == Kind::Time ? "write " + std::string(facts.name) + ":10m" : "it takes : = !=", 0};
    if (facts.kind == Kind::None)
        return Error{std::string(facts.name) + " takes no value", "write the word alone", 0};
    FilterTerm term;
    term.key = facts.key;
    term.kind = facts.kind;
    term.comparison = comparison;
    term.text = value.toStdString();
    std::optional<std::int64_t> number;
    switch (facts.kind) {
    case Kind::None:
    case Kind::Text:
        if (value.isEmpty())
            return wrong_value(facts, value, QStringLiteral("a text"));
        return term;
    case Kind::Word:
        if (std::none_of(facts.words.begin(), facts.words.end(),
                         [&](const char* word) { return value == QLatin1String(word); }))
            return wrong_value(facts, value, known_words(facts.words));
        return term;
    case Kind::Number: {
        bool ok = false;
        number = value.toLongLong(&ok);
        if (!ok)
            return wrong_value(facts, value, QStringLiteral("a number"));
        break;
    }
    case Kind::Duration:
        number = read_measure(value, kTimes);
        if (!number)
            return wrong_value(facts, value, QStringLiteral("a number with us, ms, s, m, h or d"));
        break;
    case Kind::Size:
        number = read_measure(value, kSizes);
        if (!number)
            return wrong_value(facts, value, QStringLiteral("a number with k, M or G"));
        break;
    case Kind::Time:
        number = read_time(value, now_ms);
        if (!number)
            return wrong_value(facts, value,
                               QStringLiteral("an age (10m), a time (14:30), today, yesterday, a date "
                                              "(2026-11-29) or both (2026-11-29T14:30)"));
        break;
    }
    if (comparison == Op::Holds && (facts.kind == Kind::Duration || facts.kind == Kind::Size))
        term.comparison = Op::GreaterEqual;
    term.number = number.value_or(0);
    return term;
}

/// The word of the key `type` for an event; empty for what is never shown.
static const char* type_word(EventType type) {
    switch (type) {
    case EventType::RequestStart:
    case EventType::RequestEnd:
        return "line";
    case EventType::CommandStart:
    case EventType::CommandEnd:
    case EventType::Verdict:
        return "command";
    case EventType::JobLeft:
    case EventType::JobEnd:
        return "job";
    case EventType::Note:
        return "note";
    case EventType::Gap:
        return "gap";
    case EventType::Session:
    case EventType::Hello:
        return "step";
    case EventType::Ending:
        break;
    }
    return "";
}

bool term_matches(const FilterTerm& term, const Event& event, const Event* request,
                  std::string_view session) {
    switch (term.key) {
    case FilterKey::Text:
        return text_holds(event, term.text);
    case FilterKey::Denied:
        return event.verdict == Verdict::Refused;
    case FilterKey::Failed:
        return has_failed(event);
    case FilterKey::Running:
        return is_running(event);
    case FilterKey::ExitStatus:
        return compare_number(term, status_of(event));
    case FilterKey::Command:
        return command_matches(term, event);
    case FilterKey::Decision:
        if (event.verdict == Verdict::None && term.comparison == Op::NotEqual)
            return false;
        return compare(term.comparison, std::string_view(to_string(event.verdict)),
                       std::string_view(term.text));
    case FilterKey::Folder:
        return compare_text(term, event.cwd.empty() && request ? request->cwd : event.cwd);
    case FilterKey::Session:
        if (term.comparison == Op::Holds)
            return !session.empty() && session.substr(0, term.text.size()) == term.text;
        return compare_text(term, session);
    case FilterKey::Rule:
        return compare_text(term, event.rule);
    case FilterKey::Reason:
        return compare_text(term, event.reason);
    case FilterKey::Caller:
        return caller_matches(term, event);
    case FilterKey::Since:
        return event.time_ms >= term.number;
    case FilterKey::Until:
        return event.time_ms < term.number;
    case FilterKey::Duration:
        return compare_number(term, duration_of(event));
    case FilterKey::Cpu:
        return compare_number(term, duration_of(event) ? std::optional(event.user_us + event.system_us)
                                                       : std::nullopt);
    case FilterKey::Memory:
        return compare_number(term, positive(event.max_rss_kb));
    case FilterKey::Request:
        return compare_number(term, event.request == 0
                                        ? std::nullopt
                                        : std::optional(static_cast<std::int64_t>(event.request)));
    case FilterKey::Pid:
        return compare_number(term, positive(event.pid));
    case FilterKey::Type:
        return compare(term.comparison, std::string_view(type_word(event.type)), std::string_view(term.text));
    }
    return false;
}

} // namespace asb
