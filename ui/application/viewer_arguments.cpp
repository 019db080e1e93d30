#include "ui/application/viewer_arguments.h"

#include <algorithm>

namespace asb::ui {
namespace {

constexpr std::size_t kIdDigits = 16;

bool is_id_start(const std::string& text) {
    return !text.empty() && text.size() <= kIdDigits
           && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

Result<ViewerArguments> parse_viewer_arguments(const std::vector<std::string>& words) {
    ViewerArguments arguments;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string& word = words[at];
        if (word == "--background")
            arguments.background = true;
        else if (word == "--start")
            arguments.start = true;
        else if (word == "--restarted")
            arguments.restarted = true;
        else if (word == "--help" || word == "-h")
            arguments.help = true;
        else if (word == "--version" || word == "-V")
            arguments.version = true;
        else if (word == "--session" && at + 1 < words.size() && is_id_start(words[at + 1]))
            arguments.session = words[++at];
        else if (word == "--session")
            return Error{"--session needs the id of a session, 16 digits of 0-9 and a-f or the first of them",
                         "`agent-sandbox sessions` lists them", 0};
        else
            return Error{"\"" + word + "\" is not understood", "see `agent-sandbox-gui --help`", 0};
    }
    return arguments;
}

std::vector<std::string> to_words(const ViewerArguments& arguments) {
    std::vector<std::string> words;
    const auto add = [&](bool on, const char* word) {
        if (on)
            words.emplace_back(word);
    };
    add(arguments.background, "--background");
    add(arguments.start, "--start");
    add(arguments.restarted, "--restarted");
    if (!arguments.session.empty()) {
        words.emplace_back("--session");
        words.push_back(arguments.session);
    }
    return words;
}

} // namespace asb::ui
