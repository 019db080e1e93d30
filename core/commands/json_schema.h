// What the --json output of a word looks like: one table, from which its --help is made and against which its
// tests check what it prints.
#pragma once

#include "core/base/result.h"

#include <QJsonObject>

#include <string>
#include <vector>

namespace asb {

struct JsonMember {
    const char* name;
    const char* type; ///< "string", "number", "boolean", "strings", "numbers", "object"
    bool always;      ///< not so: it may be left out
    const char* meaning;
};
using JsonSchema = std::vector<JsonMember>;

/// The part of a --help text.
std::string schema_help(const JsonSchema& schema);
/// Every member is known and of its type, none that has to be there is missing; else what is wrong.
Status check_schema(const JsonSchema& schema, const QJsonObject& object);

const JsonSchema& event_schema();   ///< log --json
const JsonSchema& session_schema(); ///< sessions --json
const JsonSchema& process_schema(); ///< ps --json
const JsonSchema& done_schema();    ///< stop --json, kill --json

} // namespace asb
