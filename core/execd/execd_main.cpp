#include "core/execd/execd_main.h"

#include "core/base/proof.h"
#include "core/execd/server.h"

#include <cstdio>

namespace asb {

namespace {

constexpr const char* kUsage = "usage: agent-sandbox execd [--socket PATH] [--proof SPEC]...\n";

int usage_error(const std::string& what) {
    std::fprintf(stderr, "agent-sandbox: execd: %s\n%s", what.c_str(), kUsage);
    return 2;
}

} // namespace

int execd_main(std::vector<std::string> args) {
    execd::ExecdOptions options;
    options.runner = shell::run_command_string;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& option = args[i];
        if (option != "--socket" && option != "--proof")
            return usage_error("unknown argument '" + option + "'");
        if (i + 1 == args.size() || args[i + 1].empty())
            return usage_error(option + " needs a value");
        const std::string& value = args[++i];
        if (option == "--socket") {
            options.socket_path = value;
            continue;
        }
        Result<Proof> proof = parse_proof(value);
        if (!proof)
            return usage_error(proof.error().text());
        options.proofs.push_back(std::move(*proof));
    }
    return execd::run_execd(std::move(options));
}

} // namespace asb
