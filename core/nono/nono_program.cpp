#include "core/nono/nono_program.h"

#include "core/base/paths.h"
#include "core/base/text.h"

#include <charconv>

namespace asb {
namespace {

constexpr const char* kInstallHint =
    "install nono 0.81 with packaging/setup.sh, or `cargo install nono-cli --version 0.81.0`, "
    "and put it on PATH";

/// Reads one number and a following dot (when `dot`); moves `text` behind them.
bool read_number(std::string_view& text, int& number, bool dot) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || number < 0)
        return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!dot)
        return true;
    if (text.empty() || text.front() != '.')
        return false;
    text.remove_prefix(1);
    return true;
}

} // namespace

Result<std::string> find_nono() {
    std::string path = find_program("nono");
    if (path.empty())
        return Error{"look for nono on PATH: not found", kInstallHint, 0};
    return path;
}

Result<NonoVersion> parse_nono_version(std::string_view output) {
    constexpr std::string_view name = "nono ";
    const std::size_t start = output.find(name);
    NonoVersion version;
    if (start != std::string_view::npos) {
        std::string_view rest = output.substr(start + name.size());
        if (read_number(rest, version.major, true) && read_number(rest, version.minor, true)
            && read_number(rest, version.patch, false))
            return version;
    }
    return Error{"read the version of nono: \"" + visible_text(output, false, 120) + "\" names none",
                 "check that `nono --version` answers, and that the nono on PATH is the sandbox of that name",
                 0};
}

Status check_nono_version(const NonoVersion& version) {
    if (version.major == 0 && version.minor >= 80 && version.minor < 90)
        return success();
    return Error{"nono " + to_string(version) + " is outside the tested range (0.80 to 0.89)", kInstallHint,
                 0};
}

std::string to_string(const NonoVersion& version) {
    return std::to_string(version.major) + '.' + std::to_string(version.minor) + '.'
           + std::to_string(version.patch);
}

} // namespace asb
