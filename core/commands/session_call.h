// One question to a running session, waited for: for the words of the command line.
#pragma once

#include "core/ipc/session_client.h"
#include "core/ipc/session_facts.h"

#include <functional>

namespace asb {

/// Connects to the session, lets `ask` send one question, and waits for its answer, five seconds at most.
Result<QJsonObject> call_session(const SessionFacts& session,
                                 const std::function<void(SessionClient&, SessionClient::Answer)>& ask);

/// A running session by the beginning of its id; without one, the only one that runs. Error: none, several.
Result<SessionFacts> find_running_session(const std::string& prefix, const std::string& what_for);

/// The error on stderr in the usual form; returns `status`.
int complain(const Error& error, int status = 1);

/// One object a line on standard output.
void put_json_line(const QJsonObject& object);

} // namespace asb
