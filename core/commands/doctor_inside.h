// The part of `doctor` that runs inside a sandbox: tries things and tells what came back. What is true in
// there can only be found out in there.
#pragma once

#include "core/base/proof.h"
#include "core/commands/doctor_process.h"

#include <string>
#include <vector>

namespace asb {

struct InsideRequest {
    std::vector<Proof> proofs;
    std::vector<std::string> variables;         ///< which of these are in the environment?
    std::vector<std::vector<std::string>> runs; ///< commands, looked up on PATH in there
};

struct InsideReport {
    struct Run {
        int status = -1;
        std::string errors;
    };
    bool ran = false;
    std::string failure;                     ///< why not, with nono's words
    std::vector<std::string> proof_failures; ///< parallel to the request's proofs; empty text: it held
    std::vector<std::string> variables;      ///< those that are there
    std::vector<Run> runs;                   ///< parallel to the request's runs
};

/// argv for it: this program with the words that bring it to run_inside.
std::vector<std::string> inside_argv(const InsideRequest& request);

/// `doctor inside JSON`: one JSON object on stdout. Exit status 0 when it could be written, 2 for a bad
/// request.
int run_inside(const std::string& request);

/// Reads what it wrote. `request` says how much of everything there has to be.
InsideReport read_inside_report(const ProcessResult& result, const InsideRequest& request);

} // namespace asb
