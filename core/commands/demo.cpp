#include "core/commands/demo.h"

#include "core/base/command_line.h"
#include "core/base/output.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/commands/demo_project.h"
#include "core/commands/record_text.h"
#include "core/session/session.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <set>

namespace asb {
namespace {

constexpr const char* kHelp =
    "usage: agent-sandbox [--no-gui] demo [--json]\n"
    "Runs a scripted agent in a scratch project, in both sandboxes, and shows every command.\n"
    "Needs nono and git; no account, no network.\n";
constexpr std::size_t kLineBytes = 200;

struct DemoCounts {
    int steps = 0;
    int unexpected = 0;
    int lines = 0;
    int commands = 0;
    int refused = 0;
    int refused_without_reason = 0;
    int unknown = 0;
};

/// Shows the session as it goes, and judges it.
class DemoView {
public:
    explicit DemoView(bool json) : json_(json) {}

    void take_records(const std::vector<Record>& records) {
        for (const Record& record : records)
            take_record(record);
        flush_out();
    }

    void take_step(const QByteArray& line) {
        const QJsonObject step = QJsonDocument::fromJson(line).object();
        if (step.isEmpty())
            return;
        ++counts_.steps;
        if (json_)
            print(line.toStdString() + '\n');
        if (step.value(QStringLiteral("expected")).toBool())
            return;
        ++counts_.unexpected;
        const QString what = step.contains(QStringLiteral("denied"))
                                 ? step.value(QStringLiteral("denied")).toString()
                                 : step.value(QStringLiteral("output")).toString();
        failures_ += "  not as it should be: " + step.value(QStringLiteral("step")).toString().toStdString()
                     + " (status " + std::to_string(step.value(QStringLiteral("status")).toInt(-1))
                     + ")\n    " + visible_text(what.toStdString(), false, 500) + '\n';
    }

    /// The summary; the exit status.
    int finish(int agent_status) {
        const bool good = agent_status == 0 && counts_.steps > 0 && counts_.unexpected == 0
                          && counts_.refused > 0 && counts_.refused_without_reason == 0
                          && counts_.unknown == 0;
        if (json_) {
            const QJsonObject summary{{QStringLiteral("steps"), counts_.steps},
                                      {QStringLiteral("unexpected"), counts_.unexpected},
                                      {QStringLiteral("lines"), counts_.lines},
                                      {QStringLiteral("commands"), counts_.commands},
                                      {QStringLiteral("refused"), counts_.refused},
                                      {QStringLiteral("unknown"), counts_.unknown},
                                      {QStringLiteral("agent_status"), agent_status},
                                      {QStringLiteral("ok"), good}};
            print(QJsonDocument(QJsonObject{{QStringLiteral("summary"), summary}})
                      .toJson(QJsonDocument::Compact)
                      .toStdString()
                  + '\n');
        } else if (counts_.steps > 0) {
            print("\n" + std::to_string(counts_.steps) + " steps of the agent, "
                  + std::to_string(counts_.lines) + " lines, " + std::to_string(counts_.commands)
                  + " commands, " + std::to_string(counts_.refused) + " refused, "
                  + std::to_string(counts_.unknown) + " without a verdict\n" + failures_
                  + (good ? "Everything went as it should.\n" : "Not everything went as it should.\n"));
        }
        return output_status(good ? 0 : agent_status != 0 ? agent_status : 1);
    }

private:
    static void print(const std::string& text) { put_out(text); }

    void take_record(const Record& record) {
        const Event& event = record.event;
        const bool is_request = event.type == EventType::RequestStart || event.type == EventType::RequestEnd;
        if (is_request && seen_.insert(record.id).second) {
            ++counts_.lines;
            if (!json_)
                print("\n$ " + first_line(event.line) + '\n');
        }
        if (!record.done || !shown_.insert(record.id).second)
            return;
        count(event);
        if (json_)
            print(to_json(event) + '\n');
        else if (event.type == EventType::RequestEnd)
            print(end_text(event));
        else if (event.type != EventType::Session)
            print(record_text(event));
    }

    void count(const Event& event) {
        if (event.type != EventType::CommandEnd && event.type != EventType::Verdict)
            return;
        ++counts_.commands;
        if (event.verdict == Verdict::Refused) {
            ++counts_.refused;
            counts_.refused_without_reason += event.reason.empty() ? 1 : 0;
        }
        if (event.verdict == Verdict::Unknown || event.verdict == Verdict::None)
            ++counts_.unknown;
    }

    /// Only what the commands' own lines do not show.
    static std::string end_text(const Event& event) {
        const EndReason reason = event.end_reason.value_or(EndReason::Exit);
        if (reason != EndReason::Exit)
            return std::string("          the line was ended: ") + to_string(reason) + '\n';
        const int status = event.status.value_or(0);
        return status == 0 ? std::string() : "          status " + std::to_string(status) + '\n';
    }

    static std::string first_line(const std::string& line) {
        const std::size_t end = line.find('\n');
        return visible_text(line.substr(0, end), false, kLineBytes) + (end == std::string::npos ? "" : " …");
    }

    bool json_;
    DemoCounts counts_;
    std::string failures_;
    std::set<std::uint64_t> seen_;
    std::set<std::uint64_t> shown_;
};

int fail(const Error& error) {
    std::fprintf(stderr, "agent-sandbox: %s\n", error.text().c_str());
    return 1;
}

} // namespace

int run_demo(const std::vector<std::string>& arguments, SessionOptions options) {
    const std::vector<OptionSpec> known{{"--json"}, {"--help"}, {"-h"}};
    const Result<CommandLine> words = parse_command_line("demo", arguments, known);
    if (!words || !words->operands.empty() || words->separated) {
        fail(!words ? words.error()
                    : unexpected_word("demo", words->separated ? "--" : words->operands[0], known));
        return 2;
    }
    if (words->has("--help") || words->has("-h")) {
        put_out(kHelp);
        return output_status(0);
    }
    const bool json = words->has("--json");
    const Result<std::string> shell = agent_shell_path();
    if (!shell)
        return fail(shell.error());
    const std::string front = QFileInfo(QString::fromStdString(*shell)).canonicalFilePath().toStdString();
    Result<DemoProject> project = make_demo_project(options.run_dir, front);
    if (!project)
        return fail(project.error());
    QDir::setCurrent(QString::fromStdString(project->folder));
    options.quiet_agent = true;
    options.prepared = project->config;
    options.arguments = {"--shell",     *shell,  "--hook",    front,
                         "--mediation", "shell", "--outside", options.run_dir + "/canary"};

    DemoView view(json);
    Session session(std::move(options));
    QObject::connect(&session.recorder(), &Recorder::changed, qApp,
                     [&view](const std::vector<Record>& records) { view.take_records(records); });
    QObject::connect(&session, &Session::agent_line, qApp,
                     [&view](const QByteArray& line) { view.take_step(line); });
    QObject::connect(&session, &Session::finished, qApp,
                     [&view](int status) { QCoreApplication::exit(view.finish(status)); });
    session.start();
    return QCoreApplication::exec();
}

} // namespace asb
