#include "core/desktop/shell_words.h"

namespace asb {

Result<std::vector<std::string>> split_shell_words(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool open = false; // a word has begun, be it an empty one
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool more = at + 1 < text.size();
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (quote == '"' && c == '\\' && more && (text[at + 1] == '"' || text[at + 1] == '\\'))
                word += text[++at];
            else
                word += c;
        } else if (c == ' ' || c == '\t' || c == '\n') {
            if (open)
                words.push_back(std::move(word));
            word.clear();
            open = false;
        } else if (c == '\'' || c == '"') {
            quote = c;
            open = true;
        } else {
            word += c == '\\' && more ? text[++at] : c;
            open = true;
        }
    }
    if (quote != 0)
        return Error{"read the command " + std::string(text) + ": a quote is not closed", {}, 0};
    if (open)
        words.push_back(std::move(word));
    if (words.empty() || words.front().empty())
        return Error{"read the command \"" + std::string(text) + "\": it names no program", {}, 0};
    return words;
}

std::string base_name(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

} // namespace asb
