// Redirections and the bodies of here-documents, which may have to wait for the end of a connection.
#include "core/shell/unparser.h"

#include "core/shell/quote.h"
#include "core/shell/redirection_text.h"

#include <algorithm>

namespace asb::shell {

namespace {

bool is_number(const std::string& text) {
    return !text.empty()
           && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A body as bash keeps it: what \newline joined is one line.
std::string joined_lines(const Redirection& document) {
    const std::string& source = document.body->source;
    if (document.body_quoted || source.find("\\\n") == std::string::npos)
        return source;
    std::string text;
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] != '\\' || i + 1 == source.size()) {
            text += source[i];
            continue;
        }
        if (source[++i] != '\n')
            text.append("\\").append(1, source[i]);
    }
    return text;
}

} // namespace

void Unparser::redirections(const std::vector<Redirection>& list) {
    std::vector<const Redirection*> documents;
    was_document_ = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0)
            out_ += ' ';
        redirection(list[i]);
        if (list[i].kind == RedirKind::HereDoc)
            documents.push_back(&list[i]);
    }
    if (documents.empty())
        return;
    if (connections_ > 0)
        deferred_ = std::move(documents);
    else
        bodies(documents);
}

void Unparser::redirection(const Redirection& redirection) {
    const std::string& word = redirection.target.source;
    const bool dup = redirection.kind == RedirKind::DupIn || redirection.kind == RedirKind::DupOut;
    std::string number = std::to_string(redirection.fd);
    if (!redirection.fd_variable.empty())
        number = "{" + redirection.fd_variable + "}";
    if (dup) {
        const bool closes = word == "-";
        const bool moves =
            word.size() > 1 && word.back() == '-' && is_number(word.substr(0, word.size() - 1));
        const bool plain =
            redirection.fd_variable.empty() && redirection.fd == default_descriptor(redirection.kind);
        if (!closes && !moves && !is_number(word) && plain)
            number.clear();
        out_ += number + (redirection.kind == RedirKind::DupIn && !closes ? "<&" : ">&");
        // bash prints the number, 02 as 2
        out_ += is_number(word) ? std::to_string(std::stoull(word.substr(0, 18))) : word;
        return;
    }
    if (redirection.kind == RedirKind::OutErr || redirection.kind == RedirKind::AppendErr)
        number.clear();
    const int unsaid = redirection.kind == RedirKind::InOut ? 1 : default_descriptor(redirection.kind);
    if (redirection.fd_variable.empty() && redirection.fd == unsaid)
        number.clear();
    out_ += number;
    if (redirection.kind == RedirKind::HereDoc) {
        out_ += redirection.strip_tabs ? "<<-" : "<<";
        out_ +=
            redirection.body_quoted ? quote_single(redirection.target.literal) : redirection.target.literal;
        return;
    }
    out_ += redirection_operator(redirection.kind, false);
    out_ += ' ';
    out_ += word;
}

void Unparser::bodies(const std::vector<const Redirection*>& documents) {
    out_ += '\n';
    for (const Redirection* document : documents) {
        out_ += joined_lines(*document);
        out_ += document->target.literal;
        out_ += '\n';
    }
    was_document_ = true;
}

void Unparser::deferred(const std::string& connector) {
    const bool shown = !connector.empty() && connector != ";";
    if (shown)
        out_ += connector;
    if (deferred_.empty())
        return;
    const std::vector<const Redirection*> documents = std::move(deferred_);
    deferred_.clear();
    bodies(documents);
    if (shown)
        out_ += ' ';
}

} // namespace asb::shell
