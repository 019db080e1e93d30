#include "core/front/exec_command.h"

#include "core/base/command_line.h"
#include "core/base/text.h"
#include "core/front/console.h"
#include "core/front/exec_client.h"

namespace asb {
namespace {

constexpr std::uint64_t kLongestMs = std::uint64_t{30} * 24 * 3600 * 1000;

int usage_error(const Error& error) {
    print_error(error.what + "\n  usage: agent-sandbox exec [--timeout 500ms|30s|2m] -- LINE");
    return kUsageStatus;
}

int usage_error(const std::string& text) {
    return usage_error(Error{"exec: " + text, {}, 0});
}

/// Milliseconds of one unit; 0 for an unknown one.
std::uint64_t unit_ms(std::string_view unit) {
    if (unit == "ms")
        return 1;
    if (unit.empty() || unit == "s")
        return 1000;
    if (unit == "m")
        return 60'000;
    return unit == "h" ? 3'600'000 : 0;
}

/// Reads digits at `position`; at most 12, so no arithmetic here can overflow. False when there are none or
/// more.
bool read_digits(std::string_view text, std::size_t& position, std::uint64_t& value, std::uint64_t& scale) {
    const std::size_t start = position;
    for (; position < text.size() && text[position] >= '0' && text[position] <= '9'; ++position) {
        if (position - start >= 12)
            return false;
        value = value * 10 + static_cast<std::uint64_t>(text[position] - '0');
        scale *= 10;
    }
    return position > start;
}

} // namespace

std::optional<std::uint64_t> parse_duration_ms(std::string_view text) {
    std::uint64_t whole = 0;
    std::uint64_t fraction = 0;
    std::uint64_t scale = 1;
    std::uint64_t ignored = 1;
    std::size_t position = 0;
    if (!read_digits(text, position, whole, ignored))
        return std::nullopt;
    if (position < text.size() && text[position] == '.') {
        ++position;
        if (!read_digits(text, position, fraction, scale) || scale > 1'000'000'000)
            return std::nullopt;
    }
    const std::uint64_t unit = unit_ms(text.substr(position));
    if (unit == 0 || whole > kLongestMs)
        return std::nullopt;
    const std::uint64_t total = whole * unit + (fraction * unit + scale - 1) / scale;
    return total > kLongestMs ? std::nullopt : std::optional(total);
}

int exec_command(const std::vector<std::string>& arguments) {
    wire::Request request;
    request.shell_name = "bash";
    request.origin = wire::Origin::Exec;
    const Result<CommandLine> words = parse_command_line("exec", arguments, {{"--timeout", "DURATION"}});
    if (!words)
        return usage_error(words.error());
    if (!words->operands.empty())
        return usage_error("write -- in front of the line: exec -- " + words->operands[0] + " ...");
    if (words->has("--timeout")) {
        const std::string value = words->value("--timeout");
        const std::optional<std::uint64_t> limit = parse_duration_ms(value);
        if (!limit)
            return usage_error("bad duration \"" + visible_text(value) + '"');
        request.timeout_ms = *limit;
    }
    for (const std::string& word : words->rest)
        request.line += (request.line.empty() ? "" : " ") + word;
    if (is_blank(request.line))
        return usage_error("no command given");
    request.cwd = current_directory();
    if (request.cwd.empty()) {
        print_error("exec: the current directory is gone; change to one that exists");
        return kFrontFailureStatus;
    }
    return run_line(request, {0, 1, 2}).status;
}

} // namespace asb
