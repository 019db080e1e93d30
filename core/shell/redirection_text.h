// Facts about redirections that parser, unparser and interpreter share.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/parser.h"

#include <string>
#include <string_view>

namespace asb::shell {

/// Descriptor that a redirection without a number acts on: 0 or 1.
int default_descriptor(RedirKind kind);

/// < > >> >| <> <& >& &> &>> << <<- <<<.
std::string_view redirection_operator(RedirKind kind, bool strip_tabs);

/// What ends a here-document: the word with quotes removed and nothing expanded.
std::string document_delimiter(const Word& word, const ParserOptions& options);

/// bash's stdin_redirects: the command says itself what its standard input is.
bool redirects_stdin(const Command& command);
/// A command without words forks again to carry these out: as a stage it does not wait for that process.
bool forks_for(const std::vector<Redirection>& redirections);

} // namespace asb::shell
