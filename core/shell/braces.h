// Brace expansion. The parser has already found the braces (PartKind::Brace: `alternatives`, or a sequence in
// `text2`); here they are multiplied out, lazily, in bash's order (the leftmost brace varies slowest).
#pragma once

#include "core/shell/ast.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class BraceExpander {
public:
    /// `word` must outlive the expander.
    explicit BraceExpander(const Word& word);

    /// How many words come out; saturates at kMany. The caller refuses what is too much for it.
    std::uint64_t count() const { return count_; }
    static constexpr std::uint64_t kMany = std::uint64_t{1} << 62;

    /// The parts of the next word, in order; false when there is none left. The pointers reach into the
    /// word's tree or into the expander and are valid until the next call.
    bool next(std::vector<const WordPart*>& parts);

private:
    void lengthen_names(std::vector<const WordPart*>& parts);
    void append(const std::vector<WordPart>& from, std::uint64_t index, std::vector<const WordPart*>& out);
    void append_term(const WordPart& brace, std::uint64_t index, std::vector<const WordPart*>& out);
    const Word& word_;
    std::uint64_t count_ = 0;
    std::uint64_t index_ = 0;
    std::deque<WordPart> made_;
};

/// "a..b" or "a..b..step" to the encoding of WordPart::text2: "i FROM TO STEP WIDTH" or "c FROM TO STEP
/// WIDTH" with a positive step; nullopt when it is no sequence.
std::optional<std::string> parse_brace_sequence(std::string_view text);

} // namespace asb::shell
