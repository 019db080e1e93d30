#include "core/commands/doctor_inside.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <cstdlib>
#include <unistd.h>

namespace asb {

namespace {

constexpr int kRunLimitMs = 5000;

QJsonArray text_array(const std::vector<std::string>& texts) {
    QJsonArray array;
    for (const std::string& text : texts)
        array.append(QString::fromStdString(text));
    return array;
}

std::vector<std::string> texts(const QJsonValue& array) {
    std::vector<std::string> out;
    for (const QJsonValue& item : array.toArray())
        out.push_back(item.toString().toStdString());
    return out;
}

QJsonArray run_proofs(const QJsonValue& list) {
    QJsonArray results;
    for (const std::string& text : texts(list)) {
        const Result<Proof> proof = parse_proof(text);
        const Status status = proof ? check(*proof) : Status(proof.error());
        results.append(status ? QString() : QString::fromStdString(status.error().text()));
    }
    return results;
}

QJsonArray present_variables(const QJsonValue& list) {
    QJsonArray there;
    for (const std::string& name : texts(list)) {
        if (std::getenv(name.c_str()) != nullptr)
            there.append(QString::fromStdString(name));
    }
    return there;
}

QJsonArray run_commands(const QJsonValue& list) {
    QJsonArray results;
    for (const QJsonValue& item : list.toArray()) {
        std::vector<std::string> argv = texts(item);
        const std::string program = argv.empty() ? std::string() : find_program(argv.front());
        ProcessResult result;
        result.errors = "not found on PATH inside";
        if (!program.empty()) {
            argv.front() = program;
            result = run_process({argv, current_environment(), {}, kRunLimitMs});
        }
        results.append(QJsonObject{{QStringLiteral("status"), result.status},
                                   {QStringLiteral("errors"), QString::fromStdString(result.errors)}});
    }
    return results;
}

} // namespace

std::vector<std::string> inside_argv(const InsideRequest& request) {
    std::vector<std::string> proofs;
    for (const Proof& proof : request.proofs)
        proofs.push_back(to_string(proof));
    QJsonArray runs;
    for (const std::vector<std::string>& run : request.runs)
        runs.append(text_array(run));
    const QJsonObject object{{QStringLiteral("proofs"), text_array(proofs)},
                             {QStringLiteral("variables"), text_array(request.variables)},
                             {QStringLiteral("runs"), runs}};
    const std::string text = QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
    const Result<std::string> self = self_path();
    return {self ? *self : std::string(), "doctor", "inside", text};
}

int run_inside(const std::string& request) {
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(request));
    if (!document.isObject())
        return 2;
    adopt_orphans();
    const QJsonObject report{
        {QStringLiteral("proofs"), run_proofs(document[QStringLiteral("proofs")])},
        {QStringLiteral("variables"), present_variables(document[QStringLiteral("variables")])},
        {QStringLiteral("runs"), run_commands(document[QStringLiteral("runs")])}};
    const std::string text = QJsonDocument(report).toJson(QJsonDocument::Compact).toStdString() + "\n";
    return write_all(STDOUT_FILENO, text) ? 0 : 1;
}

InsideReport read_inside_report(const ProcessResult& result, const InsideRequest& request) {
    InsideReport report;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(result.output));
    report.proof_failures = texts(document[QStringLiteral("proofs")]);
    report.variables = texts(document[QStringLiteral("variables")]);
    for (const QJsonValue& run : document[QStringLiteral("runs")].toArray())
        report.runs.push_back({run[QStringLiteral("status")].toInt(-1),
                               run[QStringLiteral("errors")].toString().toStdString()});
    report.ran = result.succeeded() && document.isObject()
                 && report.proof_failures.size() == request.proofs.size()
                 && report.runs.size() == request.runs.size();
    if (report.ran)
        return report;
    report.failure = describe_failure(result);
    if (result.status == 127 && result.errors.empty())
        report.failure +=
            "\n(127 without a word: nono could not start the program, its profile does not let it be read)";
    return report;
}

} // namespace asb
