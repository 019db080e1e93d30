#include "core/execd/execd_main.h"

#include "core/base/command_line.h"
#include "core/base/proof.h"
#include "core/execd/server.h"

#include <cstdio>
#include <cstdlib>

namespace asb {

namespace {

int usage_error(const Error& error) {
    std::fprintf(stderr, "agent-sandbox: %s\n", error.text().c_str());
    return 2;
}

/// nono was started with `given` (--nono-path), commands are to have `wanted` (--path). What nono put before
/// its own stays there.
void widen_path(const std::string& given, const std::string& wanted) {
    const char* const value = std::getenv("PATH");
    const std::string now = value ? value : "";
    if (!wanted.empty() && !given.empty() && now.ends_with(given))
        ::setenv("PATH", (now.substr(0, now.size() - given.size()) + wanted).c_str(), 1);
}

} // namespace

int execd_main(const std::vector<std::string>& args) {
    execd::ExecdOptions options;
    options.runner = {shell::run_command_string, shell::rehearse};
    const std::vector<OptionSpec> known{
        {"--socket", "PATH"}, {"--proof", "SPEC"}, {"--path", "DIRS"}, {"--nono-path", "DIRS"}};
    const Result<CommandLine> words = parse_command_line("execd", args, known);
    if (!words)
        return usage_error(words.error());
    if (!words->operands.empty() || words->separated)
        return usage_error(unexpected_word("execd", words->separated ? "--" : words->operands[0], known));
    std::string wanted_path;
    std::string nono_path;
    for (const CommandLine::Option& option : words->options) {
        if (option.name == "--socket") {
            options.socket_path = option.value;
            continue;
        }
        if (option.name == "--path" || option.name == "--nono-path") {
            (option.name == "--path" ? wanted_path : nono_path) = option.value;
            continue;
        }
        Result<Proof> proof = parse_proof(option.value);
        if (!proof)
            return usage_error(proof.error());
        options.proofs.push_back(std::move(*proof));
    }
    widen_path(nono_path, wanted_path);
    return execd::run_execd(std::move(options));
}

} // namespace asb
