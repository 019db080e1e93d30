#include "core/commands/control_commands.h"

#include "core/base/clock.h"
#include "core/base/command_line.h"
#include "core/base/event.h"
#include "core/base/output.h"
#include "core/base/text.h"
#include "core/commands/json_schema.h"
#include "core/commands/record_text.h"
#include "core/commands/session_call.h"

#include <QJsonArray>
#include <QThread>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

namespace asb {
namespace {

constexpr unsigned long kPollMs = 50;
constexpr std::int64_t kStopUs = 15'000'000;

constexpr const char* kPsHelp =
    "usage: agent-sandbox ps [--session ID] [--json]\n"
    "Shows what runs in the running sessions, and what earlier lines left running.\n"
    "The first column is what `agent-sandbox kill` takes.\n"
    "\n"
    "  --session ID  one session; the first digits of its id suffice\n"
    "  --json        for machines\n";
constexpr const char* kStopHelp =
    "usage: agent-sandbox stop [ID] [--json]\n"
    "Ends a running session: TERM to the agent, KILL when it does not go, then everything else of the\n"
    "session. The first digits of the id suffice; without one, the only session that runs. Waits until it "
    "is\n"
    "gone, 15 seconds at most.\n"
    "\n"
    "  --json        for machines\n";
constexpr const char* kKillHelp =
    "usage: agent-sandbox kill WHAT [--session ID] [--json]\n"
    "Ends something in a running session: TERM, then KILL half a second later.\n"
    "\n"
    "  WHAT          12         line 12 with everything it started\n"
    "                12.3       its third command, also behind a nono shim\n"
    "                pid:4711   a process that `agent-sandbox ps` shows, with what it started\n"
    "                leftovers  all that ended lines left running\n"
    "  --session ID  of this session (default: the only one that runs)\n"
    "  --json        for machines\n";

/// The command line of one of these words; an exit status when that is all.
struct Words {
    CommandLine line;
    std::optional<int> status;
};

Words read_words(const char* word, const std::vector<std::string>& arguments, std::vector<OptionSpec> known,
                 std::size_t max_operands, const char* help, const JsonSchema& schema) {
    known.insert(known.end(), {{"--json"}, {"--help"}, {"-h"}});
    Result<CommandLine> line = parse_command_line(word, arguments, known);
    if (!line)
        return {{}, complain(line.error(), 2)};
    if (line->has("--help") || line->has("-h")) {
        put_out(help + schema_help(schema));
        return {{}, output_status(0)};
    }
    if (line->separated || line->operands.size() > max_operands)
        return {
            {},
            complain(unexpected_word(word, line->separated ? "--" : line->operands[max_operands], known), 2)};
    return {std::move(*line), std::nullopt};
}

std::string target_text(const ProcessFacts& process) {
    switch (process.kind) {
    case ProcessFacts::Kind::Line:
        return std::to_string(process.request);
    case ProcessFacts::Kind::Command:
        return std::to_string(process.request) + '.' + std::to_string(process.command);
    case ProcessFacts::Kind::Leftover:
    case ProcessFacts::Kind::Process:
        break;
    }
    return "pid:" + std::to_string(process.pid);
}

std::string process_text(const ProcessFacts& process, int depth) {
    const std::int64_t age_us = std::max<std::int64_t>(0, wall_clock_ms() - process.started_ms) * 1000;
    char text[96];
    std::snprintf(text, sizeof text, "%-12s %8s %8s %7lld MB  ", target_text(process).c_str(),
                  duration_text(age_us).c_str(), duration_text(process.cpu_ms * 1000).c_str(),
                  static_cast<long long>(process.memory_kb / 1024));
    return text + std::string(static_cast<std::size_t>(depth) * 2, ' ')
           + visible_text(process.text.toStdString(), false, 1024)
           + (process.kind == ProcessFacts::Kind::Leftover ? "   (left running)" : "") + '\n';
}

int depth_of(const ProcessFacts& process, const QVector<ProcessFacts>& all) {
    int depth = process.kind == ProcessFacts::Kind::Command ? 1 : 0;
    int parent = process.parent;
    while (parent != 0 && depth < 16) {
        ++depth;
        const auto above = std::find_if(all.begin(), all.end(),
                                        [parent](const ProcessFacts& other) { return other.pid == parent; });
        parent = above == all.end() ? 0 : above->parent;
        if (above != all.end() && parent == 0 && above->kind == ProcessFacts::Kind::Command)
            ++depth;
    }
    return depth;
}

Status show_processes(const SessionFacts& session, bool json) {
    const Result<QJsonObject> answer =
        call_session(session, [](SessionClient& client, SessionClient::Answer done) {
            client.ask_processes(std::move(done));
        });
    if (!answer)
        return answer.error();
    QVector<ProcessFacts> processes;
    for (const QJsonValue& value : answer->value(QStringLiteral("processes")).toArray())
        processes.append(process_facts_from(value.toObject()));
    if (!json)
        put_out(session.id.toStdString() + "  " + visible_text(session.project.toStdString(), false, 1024)
                + (processes.isEmpty() ? "  (nothing runs)\n" : "\n"));
    for (const ProcessFacts& process : processes) {
        if (!json) {
            put_out(process_text(process, depth_of(process, processes)));
            continue;
        }
        QJsonObject object = to_json_object(process);
        object.insert(QStringLiteral("session"), session.id);
        put_json_line(object);
    }
    return success();
}

int say_done(const CommandLine& line, const SessionFacts& session, const std::string& text, bool done,
             std::optional<int> ended) {
    if (line.has("--json")) {
        QJsonObject object{{QStringLiteral("session"), session.id}, {QStringLiteral("done"), done}};
        if (ended)
            object.insert(QStringLiteral("ended"), *ended);
        put_json_line(object);
    } else {
        put_out(text + '\n');
    }
    return output_status(done ? 0 : 1);
}

bool take_number(std::string_view text, std::uint64_t& value) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size() && value > 0;
}

} // namespace

int run_ps(const std::vector<std::string>& arguments) {
    const Words words = read_words("ps", arguments, {{"--session", "ID"}}, 0, kPsHelp, process_schema());
    if (words.status)
        return *words.status;
    const bool json = words.line.has("--json");
    if (words.line.has("--session")) {
        const Result<SessionFacts> session =
            find_running_session(words.line.value("--session"), "show what runs");
        if (!session)
            return complain(session.error());
        const Status shown = show_processes(*session, json);
        return shown ? output_status(0) : complain(shown.error());
    }
    int status = 0;
    bool any = false;
    for (const SessionFacts& session : list_sessions()) {
        if (!session.is_running())
            continue;
        any = true;
        if (const Status shown = show_processes(session, json); !shown)
            status = complain(shown.error());
    }
    if (!any && !json)
        put_out("no session is running\n");
    return output_status(status);
}

int run_stop(const std::vector<std::string>& arguments) {
    const Words words = read_words("stop", arguments, {}, 1, kStopHelp, done_schema());
    if (words.status)
        return *words.status;
    const std::string prefix = words.line.operands.empty() ? std::string() : words.line.operands[0];
    const Result<SessionFacts> session = find_running_session(prefix, "stop a session");
    if (!session)
        return complain(session.error());
    const std::string id = session->id.toStdString();
    const Result<QJsonObject> answer = call_session(
        *session, [](SessionClient& client, SessionClient::Answer done) { client.stop(std::move(done)); });
    if (!answer)
        return complain(answer.error());
    const std::int64_t start = monotonic_us();
    for (;;) {
        const std::optional<SessionFacts> now = load_session(session->id);
        if (!now || !now->is_running()) // a launch that is stopped leaves nothing
            return say_done(words.line, *session, "session " + id + " has ended", true, std::nullopt);
        if (monotonic_us() - start > kStopUs)
            break;
        QThread::msleep(kPollMs);
    }
    const std::string hint = session->keeper_pid > 0
                                 ? "; its keeper is process " + std::to_string(session->keeper_pid)
                                 : std::string();
    return say_done(words.line, *session, "session " + id + " was told to end and is still there" + hint,
                    false, std::nullopt);
}

Result<KillTarget> parse_kill_target(const std::string& text) {
    KillTarget target;
    std::uint64_t pid = 0;
    if (text == "leftovers") {
        target.leftovers = true;
    } else if (text.compare(0, 4, "pid:") == 0 && take_number(std::string_view(text).substr(4), pid)
               && pid <= std::uint64_t{0x7fffffff}) {
        target.pid = static_cast<int>(pid);
    } else if (!parse_tag(text, target.request, target.command) && !take_number(text, target.request)) {
        return Error{"kill: \"" + visible_text(text, false, 100) + "\" is nothing that can be ended",
                     "a line (12), a command (12.3), pid:NUMBER or leftovers; see `agent-sandbox ps`", 0};
    }
    return target;
}

int run_kill(const std::vector<std::string>& arguments) {
    const Words words = read_words("kill", arguments, {{"--session", "ID"}}, 1, kKillHelp, done_schema());
    if (words.status)
        return *words.status;
    if (words.line.operands.empty())
        return complain(Error{"kill: what is to be ended?", "see `agent-sandbox kill --help`", 0}, 2);
    const Result<KillTarget> target = parse_kill_target(words.line.operands[0]);
    if (!target)
        return complain(target.error(), 2);
    const Result<SessionFacts> session =
        find_running_session(words.line.value("--session"), "kill " + words.line.operands[0]);
    if (!session)
        return complain(session.error());
    const Result<QJsonObject> answer =
        call_session(*session, [&](SessionClient& client, SessionClient::Answer done) {
            if (target->leftovers)
                client.end_leftovers(std::move(done));
            else if (target->pid != 0)
                client.kill_process(target->pid, std::move(done));
            else if (target->command != 0)
                client.kill_command(target->request, target->command, std::move(done));
            else
                client.cancel(target->request, std::move(done));
        });
    if (!answer)
        return complain(answer.error());
    const QJsonValue ended = answer->value(QStringLiteral("ended"));
    const std::string text = ended.isDouble() ? std::to_string(ended.toInt()) + " told to end"
                                              : "line " + words.line.operands[0] + " told to end";
    return say_done(words.line, *session, text, true,
                    ended.isDouble() ? std::optional(ended.toInt()) : std::nullopt);
}

} // namespace asb
