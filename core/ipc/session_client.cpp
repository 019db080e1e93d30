#include "core/ipc/session_client.h"

#include "core/ipc/registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTimer>

#include <algorithm>

namespace asb {
namespace {

constexpr qsizetype kBatch = 660;
constexpr const char* kKinds[] = {"line", "command", "leftover", "process"};

QString word(const char* text) {
    return QLatin1String(text);
}

} // namespace

const char* to_string(ProcessFacts::Kind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

QJsonObject to_json_object(const ProcessFacts& process) {
    return {{word("kind"), word(to_string(process.kind))},
            {word("pid"), process.pid},
            {word("parent"), process.parent},
            {word("request"), static_cast<qint64>(process.request)},
            {word("command"), static_cast<qint64>(process.command)},
            {word("declared"), process.declared},
            {word("text"), process.text},
            {word("started_ms"), process.started_ms},
            {word("cpu_ms"), process.cpu_ms},
            {word("memory_kb"), process.memory_kb}};
}

ProcessFacts process_facts_from(const QJsonObject& object) {
    ProcessFacts process;
    const QString kind = object.value(word("kind")).toString();
    for (int i = 0; i < 4; ++i) {
        if (kind == word(kKinds[i]))
            process.kind = static_cast<ProcessFacts::Kind>(i);
    }
    const auto number = [&](const char* name) {
        return std::max<qint64>(0, object.value(word(name)).toInteger());
    };
    process.pid = static_cast<int>(number("pid"));
    process.parent = static_cast<int>(number("parent"));
    process.request = static_cast<quint64>(number("request"));
    process.command = static_cast<quint64>(number("command"));
    process.declared = object.value(word("declared")).toBool();
    process.text = object.value(word("text")).toString();
    process.started_ms = number("started_ms");
    process.cpu_ms = number("cpu_ms");
    process.memory_kb = number("memory_kb");
    return process;
}

SessionClient::SessionClient(QObject* parent) : QObject(parent), line_(this) {
    connect(&line_, &LineClient::opened, this, &SessionClient::opened);
    connect(&line_, &LineClient::closed, this, [this](const QString& why) {
        flush_records();
        Q_EMIT closed(why);
    });
    connect(&line_, &LineClient::pushed, this, &SessionClient::take_line);
}

void SessionClient::open(const std::string& runtime_folder, const std::string& id) {
    batch_.clear();
    line_.open(control_socket_file(runtime_folder, id), token_file(runtime_folder, id));
}

void SessionClient::ask_status(Answer answer) {
    line_.ask(word("status"), {}, std::move(answer));
}

void SessionClient::watch(Answer answer) {
    line_.ask(word("watch"), {}, std::move(answer));
}

void SessionClient::follow(quint64 revision, Answer answer) {
    line_.ask(word("follow"), {{word("revision"), static_cast<qint64>(revision)}}, std::move(answer));
}

void SessionClient::stop(Answer answer) {
    line_.ask(word("stop"), {}, std::move(answer));
}

void SessionClient::cancel(quint64 request, Answer answer) {
    line_.ask(word("cancel"), {{word("request"), static_cast<qint64>(request)}}, std::move(answer));
}

void SessionClient::kill_command(quint64 request, quint64 command, Answer answer) {
    line_.ask(
        word("kill"),
        {{word("request"), static_cast<qint64>(request)}, {word("command"), static_cast<qint64>(command)}},
        std::move(answer));
}

void SessionClient::kill_process(int pid, Answer answer) {
    line_.ask(word("kill"), {{word("pid"), pid}}, std::move(answer));
}

void SessionClient::end_leftovers(Answer answer) {
    line_.ask(word("end_leftovers"), {}, std::move(answer));
}

void SessionClient::ask_processes(Answer answer) {
    line_.ask(word("processes"), {}, std::move(answer));
}

void SessionClient::processes(std::function<void(const Result<QVector<ProcessFacts>>&)> answer) {
    ask_processes([answer](const Result<QJsonObject>& object) {
        if (!object) {
            answer(object.error());
            return;
        }
        QVector<ProcessFacts> processes;
        for (const QJsonValue& value : object->value(word("processes")).toArray())
            processes.append(process_facts_from(value.toObject()));
        answer(processes);
    });
}

void SessionClient::acknowledge(const QString& rule, Answer answer) {
    line_.ask(word("acknowledge"), {{word("rule"), rule}}, std::move(answer));
}

void SessionClient::answer_reload(const QString& answer_word, Answer answer) {
    line_.ask(word("reload"), {{word("answer"), answer_word}}, std::move(answer));
}

void SessionClient::take_line(const QByteArray& line) {
    if (line.startsWith("{\"record\":")) {
        const std::string_view text(line.constData(), static_cast<std::size_t>(line.size()));
        Result<Record> record = record_from_json(text);
        if (!record) // a newer session's: the store tells what it was, at the next start
            return;
        batch_.append(std::move(*record));
        if (batch_.size() >= kBatch) {
            flush_records();
        } else if (!flush_due_) {
            flush_due_ = true;
            QTimer::singleShot(0, this, [this] {
                flush_due_ = false;
                flush_records();
            });
        }
        return;
    }
    flush_records();
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object.contains(word("gap")))
        Q_EMIT gap(static_cast<quint64>(std::max<qint64>(0, object.value(word("gap")).toInteger())));
    else if (object.contains(word("status")))
        Q_EMIT status_changed(object.value(word("status")).toObject());
}

void SessionClient::flush_records() {
    if (batch_.isEmpty())
        return;
    const QVector<Record> batch = std::exchange(batch_, {});
    Q_EMIT records(batch);
}

} // namespace asb
