#include "core/execd/execd_main.h"

#include "core/base/command_line.h"
#include "core/base/proof.h"
#include "core/execd/server.h"

#include <cstdio>

namespace asb {

namespace {

int usage_error(const Error& error) {
    std::fprintf(stderr, "agent-sandbox: %s\n", error.text().c_str());
    return 2;
}

} // namespace

int execd_main(const std::vector<std::string>& args) {
    execd::ExecdOptions options;
    options.runner = shell::run_command_string;
    const std::vector<OptionSpec> known{{"--socket", "PATH"}, {"--proof", "SPEC"}};
    const Result<CommandLine> words = parse_command_line("execd", args, known);
    if (!words)
        return usage_error(words.error());
    if (!words->operands.empty() || words->separated)
        return usage_error(unexpected_word("execd", words->separated ? "--" : words->operands[0], known));
    for (const CommandLine::Option& option : words->options) {
        if (option.name == "--socket") {
            options.socket_path = option.value;
            continue;
        }
        Result<Proof> proof = parse_proof(option.value);
        if (!proof)
            return usage_error(proof.error());
        options.proofs.push_back(std::move(*proof));
    }
    return execd::run_execd(std::move(options));
}

} // namespace asb
