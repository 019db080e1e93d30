#include "core/nono/nono_query.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/config/profile_reader.h"
#include "core/nono/nono_program.h"
#include "core/nono/sandbox_command.h"
#include "core/nono/tool_run.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace asb {
namespace {

constexpr int kLimitMs = 10000;
constexpr std::size_t kShown = 16384;
constexpr qint64 kMaxAudit = qint64{64} << 20; ///< of its end
constexpr qint64 kMaxAuditLine = qint64{1} << 20;
constexpr std::size_t kMaxAuditLines = 100;

std::string words_of(const ToolResult& result) {
    std::string text = result.output;
    if (!text.empty() && !result.errors.empty() && text.back() != '\n')
        text += '\n';
    return visible_text(text + result.errors, true, kShown);
}

/// Runs nono and gives the whole result; an Error when it could not be run.
void run_nono(const std::vector<std::string>& arguments, QObject* context,
              std::function<void(const Result<ToolResult>&)> answer) {
    const Result<std::string> nono = find_nono();
    if (!nono) {
        QTimer::singleShot(0, context, [answer, error = nono.error()] { answer(error); });
        return;
    }
    std::vector<std::string> argv{*nono};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    auto* run = new ToolRun({argv}, quiet_nono_environment(cleaned_environment(current_environment())),
                            kLimitMs, context);
    QObject::connect(run, &ToolRun::finished, context,
                     [run, answer, argv](const std::vector<ToolResult>& results) {
                         run->deleteLater();
                         const ToolResult& result = results.front();
                         if (!result.started)
                             answer(Error{"run " + shell_join(argv) + ": " + result.problem, {}, 0});
                         else if (result.timed_out)
                             answer(Error{"run " + shell_join(argv) + ": it did not end in 10 s", {}, 0});
                         else
                             answer(result);
                     });
    run->start();
}

void ask_verdict(const std::vector<std::string>& arguments, QObject* context,
                 std::function<void(const Result<ProfileVerdict>&)> answer) {
    run_nono(arguments, context, [answer](const Result<ToolResult>& result) {
        if (!result)
            answer(result.error());
        else
            answer(ProfileVerdict{result->status == 0, words_of(*result)});
    });
}

std::string resolved(const std::string& path) {
    char buffer[PATH_MAX];
    return ::realpath(path.c_str(), buffer) ? std::string(buffer) : path;
}

bool is_draft_name(const QString& name) {
    return !name.isEmpty() && name.size() <= 128 && std::all_of(name.begin(), name.end(), [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || c == QLatin1Char('-') || c == QLatin1Char('_');
    });
}

Result<std::vector<std::string>> read_audit_lines(const std::string& path, int shim_pid) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return Error{"read nono's log " + path + ": " + file.errorString().toStdString(), {}, 0};
    if (file.size() > kMaxAudit)
        file.seek(file.size() - kMaxAudit);
    const QByteArray mark = "\"shim_pid\":" + QByteArray::number(shim_pid);
    std::vector<std::string> lines;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine(kMaxAuditLine).trimmed();
        const qsizetype at = line.indexOf(mark);
        const qsizetype end = at + mark.size();
        if (at < 0 || (end < line.size() && line[end] >= '0' && line[end] <= '9'))
            continue;
        lines.push_back(line.toStdString());
        if (lines.size() > kMaxAuditLines)
            lines.erase(lines.begin());
    }
    return lines;
}

} // namespace

void ask_nono(const std::vector<std::string>& arguments, QObject* context, NonoAnswer answer) {
    run_nono(arguments, context, [answer](const Result<ToolResult>& result) {
        if (!result)
            answer(result.error());
        else if (result->status != 0)
            answer(
                Error{"nono refused (status " + std::to_string(result->status) + "):\n" + words_of(*result),
                      {},
                      0});
        else
            answer(words_of(*result));
    });
}

void ask_why_path(const std::string& profile, const std::string& project, const std::string& path,
                  const std::string& operation, QObject* context, NonoAnswer answer) {
    ask_nono({"why", "-p", profile, "--workdir", project, "--path", resolved(path), "--op", operation},
             context, std::move(answer));
}

void ask_why_host(const std::string& profile, const std::string& host, int port, QObject* context,
                  NonoAnswer answer) {
    ask_nono({"why", "-p", profile, "--host", host, "--port", std::to_string(port)}, context,
             std::move(answer));
}

void validate_profile(const std::string& profile, QObject* context,
                      std::function<void(const Result<ProfileVerdict>&)> answer) {
    ask_verdict({"profile", "validate", profile}, context, std::move(answer));
}

std::string nono_draft_dir() {
    const std::string profiles = nono_profile_dir();
    return profiles.substr(0, profiles.rfind('/')) + "/profile-drafts";
}

std::vector<ProfileDraft> list_drafts() {
    std::vector<ProfileDraft> drafts;
    const QDir folder(QString::fromStdString(nono_draft_dir()));
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        if (!is_draft_name(file.completeBaseName()))
            continue;
        ProfileDraft draft;
        draft.name = file.completeBaseName().toStdString();
        draft.path = file.absoluteFilePath().toStdString();
        draft.changed_ms = file.lastModified().toMSecsSinceEpoch();
        for (const char* ending : {".jsonc", ".json"}) { // in nono's order
            const std::string live = nono_profile_dir() + '/' + draft.name + ending;
            if (draft.live.empty() && QFileInfo::exists(QString::fromStdString(live)))
                draft.live = live;
        }
        drafts.push_back(std::move(draft));
    }
    return drafts;
}

void validate_draft(const std::string& name, QObject* context,
                    std::function<void(const Result<ProfileVerdict>&)> answer) {
    ask_verdict({"profile", "validate", "--draft", name}, context, std::move(answer));
}

void compare_draft(const std::string& name, QObject* context, NonoAnswer answer) {
    ask_nono({"profile", "promote", "--diff", name}, context, std::move(answer));
}

void promote_draft(const std::string& name, QObject* context, NonoAnswer answer) {
    ask_nono({"profile", "promote", "--yes", name}, context, std::move(answer));
}

void find_audit_lines(const std::string& audit_file, int shim_pid, QObject* context,
                      std::function<void(const Result<std::vector<std::string>>&)> answer) {
    // The log can be large and nothing here may wait.
    QThreadPool::globalInstance()->start([audit_file, shim_pid, answer, alive = QPointer<QObject>(context)] {
        Result<std::vector<std::string>> lines = read_audit_lines(audit_file, shim_pid);
        if (QObject* target = alive.data())
            QMetaObject::invokeMethod(
                target, [answer, lines] { answer(lines); }, Qt::QueuedConnection);
    });
}

} // namespace asb
