#include "ui/traffic/traffic_columns.h"

#include "core/events/facets.h"
#include "ui/common/filter_terms.h"
#include "ui/common/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace asb::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(asb::ui::TrafficColumns)
};

struct ColumnFacts {
    const char* name;
    const char* title;
    bool at_first;
    bool numeric;
};

constexpr std::array<ColumnFacts, kColumns> kFacts{{
    {"time", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Time"), true, false},
    {"command", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Command"), true, false},
    {"verdict", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Verdict"), true, false},
    {"status", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Status"), true, true},
    {"took", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Took"), true, true},
    {"folder", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Folder"), true, false},
    {"callers", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Called by"), false, false},
    {"rule", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Rule"), false, false},
    {"reason", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Reason"), false, false},
    {"cpu", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "CPU time"), false, true},
    {"memory", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Memory"), false, true},
    {"pid", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Pid"), false, true},
    {"line", QT_TRANSLATE_NOOP("asb::ui::TrafficColumns", "Line"), false, true},
}};

const ColumnFacts& facts_of(Column column) {
    return kFacts[static_cast<std::size_t>(column)];
}

QString number_text(std::int64_t number) {
    return number != 0 ? QString::number(number) : QString();
}

QString chain_text(const std::vector<std::string>& chain) {
    QStringList callers;
    for (const std::string& caller : chain)
        callers.append(visible(caller, false, 128));
    return callers.join(QStringLiteral(" > "));
}

QString command_cell(const TrafficRow& row) {
    if (row.kind == RowKind::Line && row.event.line.empty())
        return Words::tr("line %1 (its start is not kept here any more)").arg(row.event.request);
    return one_line(command_text(row.event));
}

} // namespace

const char* column_name(Column column) {
    return facts_of(column).name;
}

QString column_title(Column column) {
    return QCoreApplication::translate("asb::ui::TrafficColumns", facts_of(column).title);
}

bool is_shown_at_first(Column column) {
    return facts_of(column).at_first;
}

bool is_numeric(Column column) {
    return facts_of(column).numeric;
}

QString folder_text(const std::string& folder, const std::string& project) {
    if (!project.empty() && folder == project)
        return QStringLiteral(".");
    const bool below = !project.empty() && folder.size() > project.size() && folder[project.size()] == '/'
                       && folder.compare(0, project.size(), project) == 0;
    return below ? visible('.' + folder.substr(project.size())) : visible(folder);
}

QString column_text(Column column, const TrafficRow& row, const std::string& project) {
    const Event& event = row.event;
    switch (column) {
    case Column::Time:
        return event.time_ms != 0 ? time_word(event.time_ms) : QString();
    case Column::Command:
        return command_cell(row);
    case Column::Verdict:
        return state_word(row.state, event);
    case Column::Status:
        return status_word(event);
    case Column::Took:
        return duration_word(event);
    case Column::Folder:
        return folder_text(event.cwd, project);
    case Column::Callers:
        return chain_text(event.caller_chain);
    case Column::Rule:
        return visible(event.rule);
    case Column::Reason:
        return one_line(event.reason);
    case Column::Cpu: {
        const std::int64_t used = event.user_us + event.system_us;
        return used != 0 ? duration_word(used) : QString();
    }
    case Column::Memory:
        return memory_word(event.max_rss_kb);
    case Column::Pid:
        return number_text(event.pid);
    case Column::Line:
        return number_text(static_cast<std::int64_t>(event.request));
    }
    return {};
}

QString row_sentence(const TrafficRow& row, const std::string& project) {
    QStringList parts{command_cell(row), state_word(row.state, row.event)};
    if (const QString status = status_word(row.event); !status.isEmpty())
        parts.append(Words::tr("status %1").arg(status));
    if (const QString took = duration_word(row.event); !took.isEmpty())
        parts.append(Words::tr("took %1").arg(took));
    if (!row.event.reason.empty())
        parts.append(Words::tr("reason: %1").arg(one_line(row.event.reason)));
    if (!row.event.cwd.empty())
        parts.append(Words::tr("in %1").arg(folder_text(row.event.cwd, project)));
    parts.append(column_text(Column::Time, row, project));
    if (row.children > 0) {
        parts.append(row.open ? Words::tr("open, %n command(s)", nullptr, row.children)
                              : Words::tr("closed, %n command(s)", nullptr, row.children));
    }
    return parts.join(QStringLiteral(", "));
}

QString filter_term(Column column, const TrafficRow& row) {
    const Event& event = row.event;
    const auto equals = [](const char* key, const std::string& value) {
        return value.empty() ? QString() : equals_term(key, value);
    };
    const auto number = [](const char* key, std::int64_t value) {
        return equals_term(key, std::to_string(value));
    };
    switch (column) {
    case Column::Command:
        return event.argv.empty() ? equals("cmd", text_of(event)) : holds_term("cmd", event.argv.front());
    case Column::Verdict:
        return event.verdict == Verdict::None ? QString() : equals("verdict", to_string(event.verdict));
    case Column::Status: {
        const std::optional<int> status = status_of(event);
        return status ? number("status", *status) : QString();
    }
    case Column::Folder:
        return equals("cwd", event.cwd);
    case Column::Callers:
        return event.caller_chain.empty() ? QString() : holds_term("caller", event.caller_chain.back());
    case Column::Rule:
        return equals("rule", event.rule);
    case Column::Reason:
        return equals("reason", event.reason);
    case Column::Pid:
        return event.pid != 0 ? number("pid", event.pid) : QString();
    case Column::Line:
        return event.request != 0 ? number("request", static_cast<std::int64_t>(event.request)) : QString();
    case Column::Time:
    case Column::Took:
    case Column::Cpu:
    case Column::Memory:
        break;
    }
    return {};
}

} // namespace asb::ui
