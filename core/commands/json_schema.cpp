#include "core/commands/json_schema.h"

#include <QJsonArray>

#include <algorithm>
#include <cstring>

namespace asb {
namespace {

bool is_of_type(const QJsonValue& value, const char* type) {
    const auto is = [type](const char* name) { return std::strcmp(type, name) == 0; };
    if (is("string"))
        return value.isString();
    if (is("number"))
        return value.isDouble();
    if (is("boolean"))
        return value.isBool();
    if (is("object"))
        return value.isObject();
    const QJsonArray array = value.toArray();
    return value.isArray() && std::all_of(array.begin(), array.end(), [&](const QJsonValue& item) {
               return is("strings") ? item.isString() : item.isDouble();
           });
}

} // namespace

std::string schema_help(const JsonSchema& schema) {
    std::string text = "\nWith --json: one object a line. Members (* may be left out):\n";
    for (const JsonMember& member : schema) {
        std::string line = std::string("  ") + member.name + (member.always ? "" : "*");
        line.resize(std::max<std::size_t>(line.size() + 1, 22), ' ');
        line += member.type;
        line.resize(std::max<std::size_t>(line.size() + 1, 31), ' ');
        text += line + member.meaning + '\n';
    }
    return text;
}

Status check_schema(const JsonSchema& schema, const QJsonObject& object) {
    for (auto member = object.begin(); member != object.end(); ++member) {
        const auto known = std::find_if(schema.begin(), schema.end(), [&](const JsonMember& candidate) {
            return member.key() == QLatin1String(candidate.name);
        });
        if (known == schema.end())
            return Error{"member " + member.key().toStdString() + " is not in the schema", {}, 0};
        if (!is_of_type(member.value(), known->type))
            return Error{std::string("member ") + known->name + " is no " + known->type, {}, 0};
    }
    for (const JsonMember& member : schema) {
        if (member.always && !object.contains(QLatin1String(member.name)))
            return Error{std::string("member ") + member.name + " is missing", {}, 0};
    }
    return success();
}

const JsonSchema& event_schema() {
    static const JsonSchema schema{
        {"v", "number", true, "version of this schema: 1"},
        {"type", "string", true, "request_end, command_end, verdict (a call inside a command), job_left,"},
        {"sequence", "number", false, "number of the report"},
        {"time_ms", "number", false, "start, milliseconds since the epoch"},
        {"request", "number", false, "number of the line"},
        {"command", "number", false, "number of the simple command in its line"},
        {"line", "string", false, "text of the line or job"},
        {"cwd", "string", false, "folder"},
        {"origin", "string", false, "who sent the line"},
        {"argv", "strings", false, "words of the simple command"},
        {"path", "string", false, "program that was found for it"},
        {"pid", "number", false, "process"},
        {"parent", "number", false, "its parent"},
        {"peer_pid", "number", false, "process that sent the line"},
        {"declared", "boolean", false, "the profile declares this command"},
        {"status", "number", false, "exit status"},
        {"signal", "number", false, "signal that ended it"},
        {"user_us", "number", false, "processor time, microseconds"},
        {"system_us", "number", false, "the same in the kernel"},
        {"max_rss_kb", "number", false, "most memory at once"},
        {"duration_us", "number", false, "from start to end, microseconds"},
        {"end_reason", "string", false, "exit, timeout, cancelled, client_lost, worker_lost"},
        {"pids", "numbers", false, "processes that are spoken of"},
        {"note_kind", "number", false, "kind of a note"},
        {"count", "number", false, "gap: records that are missing"},
        {"verdict", "string", false, "floor, policy, refused, unknown"},
        {"reason", "string", false, "the profile's words"},
        {"rule", "string", false, "place of the rule in the profile"},
        {"caller_chain", "strings", false, "who called the declared command"},
        {"policy", "string", false, "declared command that decided"},
        {"landlock_abi", "number", false, "of the kernel"},
        {"text", "string", false, "of a note, step or gap"},
        {"truncated", "string", false, "names of members that were cut"},
    };
    return schema;
}

const JsonSchema& session_schema() {
    static const JsonSchema schema{
        {"id", "string", true, "16 hexadecimal digits"},
        {"state", "string", true, "launching, running, red (execd is gone), asking, ending, ended, died"},
        {"agent", "string", true, "claude"},
        {"project", "string", true, "folder"},
        {"started_ms", "number", true, "milliseconds since the epoch"},
        {"ended_ms", "number", false, "the same"},
        {"status", "number", false, "exit status of an ended one"},
        {"pid", "number", false, "of the session program while it runs"},
        {"requests", "number", true, "lines"},
        {"commands", "number", true, "simple commands"},
        {"refused", "number", true, "refusals"},
        {"unseen", "number", true, "refusals that nobody has looked at"},
        {"red", "string", false, "why execd is gone"},
        {"changed_profiles", "strings", false, "profiles that differ from what it was started with"},
        {"store", "string", true, "file with its records"},
    };
    return schema;
}

const JsonSchema& process_schema() {
    static const JsonSchema schema{
        {"session", "string", true, "id of the session"},
        {"kind", "string", true, "line, command, leftover (of an ended line), process (below one of these)"},
        {"pid", "number", true, "0 for a line"},
        {"parent", "number", true, "pid of the process above it; 0: directly below its line"},
        {"request", "number", true, "number of its line; 0: not known"},
        {"command", "number", true, "number of its simple command; 0: not known"},
        {"declared", "boolean", true, "it runs behind a nono shim"},
        {"text", "string", true, "line or words"},
        {"started_ms", "number", true, "milliseconds since the epoch"},
        {"cpu_ms", "number", true, "processor time so far"},
        {"memory_kb", "number", true, "resident now"},
    };
    return schema;
}

const JsonSchema& done_schema() {
    static const JsonSchema schema{
        {"session", "string", true, "id of the session"},
        {"done", "boolean", true, "it has ended (stop); it was told to end (kill)"},
        {"ended", "number", false, "kill: processes that were told to end"},
    };
    return schema;
}

} // namespace asb
