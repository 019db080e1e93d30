#include "core/session/session_control.h"

#include "core/base/text.h"
#include "core/events/facets.h"

#include <algorithm>

namespace asb {
namespace {

constexpr int kTermMs = 500;
constexpr std::size_t kTextBytes = 1024;

QString shown(const std::string& text) {
    return QString::fromStdString(visible_text(text, true, kTextBytes));
}

} // namespace

void SessionControl::take(const std::vector<Record>& records) {
    running_.take(records);
    for (const Record& record : records) {
        if (record.event.verdict == Verdict::Refused)
            newest_refusal_ = record.event;
    }
}

void SessionControl::add_counts(QJsonObject& object) const {
    const Ring& ring = parts_.recorder.ring();
    object.insert(QStringLiteral("requests"), static_cast<qint64>(ring.totals().requests));
    object.insert(QStringLiteral("commands"), static_cast<qint64>(ring.totals().commands));
    object.insert(QStringLiteral("refused"), static_cast<qint64>(ring.totals().refused));
    object.insert(QStringLiteral("unseen"), static_cast<qint64>(unseen_.count(ring.refusals())));
    object.insert(QStringLiteral("unseen_rules"), unseen_.to_json(ring.refusals()));
}

QJsonObject SessionControl::status() const {
    QJsonObject object = parts_.status();
    add_counts(object);
    if (newest_refusal_.verdict == Verdict::Refused)
        object.insert(QStringLiteral("refusal"),
                      QJsonObject{{QStringLiteral("rule"), shown(refusal_key(newest_refusal_))},
                                  {QStringLiteral("reason"), shown(newest_refusal_.reason)},
                                  {QStringLiteral("command"), shown(text_of(newest_refusal_))}});
    return object;
}

Status SessionControl::cancel(std::uint64_t request) {
    if (running_.lines().count(request) == 0)
        return Error{"end line " + std::to_string(request) + ": it does not run", {}, 0};
    Order order;
    order.type = OrderType::Cancel;
    order.request = request;
    parts_.link.send(order);
    return success();
}

Result<int> SessionControl::end(int pid, const std::string& what) {
    std::vector<ProcessInfo> processes = with_descendants(pid, parts_.commands.pid(), parts_.execd_pid());
    if (processes.empty())
        return Error{"end " + what + ": it has ended already", {}, 0};
    const int count = static_cast<int>(processes.size());
    parts_.ender.end(std::move(processes), kTermMs, [] {});
    return count;
}

Result<int> SessionControl::kill_command(std::uint64_t request, std::uint64_t command) {
    const std::string what = "command " + std::to_string(request) + '.' + std::to_string(command);
    const Event* event = running_.find_command(request, command);
    if (!event || event->pid <= 1)
        return Error{"end " + what + ": it does not run", {}, 0};
    return end(event->pid, what);
}

Result<int> SessionControl::kill_process(int pid) {
    const QVector<ProcessFacts> known = processes();
    const bool ours = std::any_of(known.begin(), known.end(),
                                  [pid](const ProcessFacts& process) { return process.pid == pid; });
    if (!ours)
        return Error{"end process " + std::to_string(pid) + ": it is none of this session's commands", {}, 0};
    return end(pid, "process " + std::to_string(pid));
}

Result<int> SessionControl::end_leftovers() {
    if (!parts_.link.is_open())
        return Error{"end what earlier lines left running: execd is gone", "stop the session", 0};
    Order order;
    order.type = OrderType::EndAllJobs;
    parts_.link.send(order);
    return static_cast<int>(running_.leftovers().size());
}

QVector<ProcessFacts> SessionControl::processes() const {
    return running_processes(running_, parts_.commands.pid(), parts_.execd_pid());
}

void SessionControl::acknowledge(const std::string& rule) {
    unseen_.acknowledge(parts_.recorder.ring().refusals(), rule);
}

} // namespace asb
