#include "core/shell/redirection_text.h"

#include "core/shell/escapes.h"

#include <algorithm>

namespace asb::shell {

int default_descriptor(RedirKind kind) {
    switch (kind) {
    case RedirKind::In:
    case RedirKind::InOut:
    case RedirKind::DupIn:
    case RedirKind::HereDoc:
    case RedirKind::HereString:
        return 0;
    default:
        return 1;
    }
}

std::string_view redirection_operator(RedirKind kind, bool strip_tabs) {
    switch (kind) {
    case RedirKind::In:
        return "<";
    case RedirKind::Out:
        return ">";
    case RedirKind::Append:
        return ">>";
    case RedirKind::Clobber:
        return ">|";
    case RedirKind::InOut:
        return "<>";
    case RedirKind::DupIn:
        return "<&";
    case RedirKind::DupOut:
        return ">&";
    case RedirKind::OutErr:
        return "&>";
    case RedirKind::AppendErr:
        return "&>>";
    case RedirKind::HereDoc:
        return strip_tabs ? "<<-" : "<<";
    case RedirKind::HereString:
        return "<<<";
    }
    return "";
}

std::string document_delimiter(const Word& word, const ParserOptions&) {
    const std::string& text = word.source;
    std::string out;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == '\'') {
            if (c == '\'')
                quote = 0;
            else
                out += c;
        } else if (quote == '"') {
            const char next = i + 1 < text.size() ? text[i + 1] : '\0';
            if (c == '"')
                quote = 0;
            else if (c == '\\' && (next == '\\' || next == '"' || next == '$' || next == '`'))
                out += text[++i];
            else
                out += c;
        } else if (c == '\\') {
            if (i + 1 < text.size())
                out += text[++i];
        } else if (c == '$' && i + 1 < text.size() && text[i + 1] == '\'') {
            std::size_t end = i + 2;
            while (end < text.size() && text[end] != '\'')
                end += text[end] == '\\' ? 2 : 1;
            out += decode_ansi_quotes(std::string_view(text).substr(i + 2, end - i - 2));
            i = end;
        } else if (c == '$' && i + 1 < text.size() && text[i + 1] == '"') {
            quote = '"';
            ++i;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else {
            out += c;
        }
    }
    return out;
}

static bool reads_text(RedirKind kind) {
    return kind == RedirKind::In || kind == RedirKind::InOut || kind == RedirKind::HereDoc
           || kind == RedirKind::HereString;
}

/// bash's stdin_redirects: the command says itself what its standard input is.
bool redirects_stdin(const Command& command) {
    return std::any_of(command.redirections.begin(), command.redirections.end(),
                       [](const Redirection& redirection) {
                           return redirection.fd == 0
                                  && (reads_text(redirection.kind) || redirection.kind == RedirKind::DupIn);
                       });
}

bool forks_for(const std::vector<Redirection>& redirections) {
    const auto forks = [](const Redirection& redirection) {
        const bool duplicates = redirection.kind == RedirKind::DupIn || redirection.kind == RedirKind::DupOut;
        return !redirection.fd_variable.empty()
               || (redirection.fd == 0
                   && (reads_text(redirection.kind) || (duplicates && !redirection.target.plain)));
    };
    return std::any_of(redirections.begin(), redirections.end(), forks);
}

} // namespace asb::shell
