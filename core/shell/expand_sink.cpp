#include "core/shell/expand.h"
#include "core/shell/glob.h"
#include "core/shell/process.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <algorithm>
#include <iterator>

namespace asb::shell {
namespace {

constexpr std::size_t kLongText = 4096;
constexpr std::size_t kBytesPerField = 6;
constexpr std::size_t kMostReserved = std::size_t{1} << 20;

bool is_ifs_space(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/// Something that may make the text a pattern; has_pattern_characters decides later.
bool has_special(std::string_view text, bool extglob) {
    for (const char c : text) {
        if (c == '*' || c == '?' || c == '[' || (c == '(' && extglob))
            return true;
    }
    return false;
}

bool has_wide(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

/// [a\/b]: bash takes the text for a pattern (which matches nothing), as the slash is quoted.
bool opens_bracket_over_slash(std::string_view text, const PatternField::QuotedRanges& quoted) {
    std::string marked;
    std::size_t at = 0;
    for (const auto& [begin, end] : quoted) {
        marked.append(text.substr(at, begin - at)).append(end - begin, 'q');
        at = end;
    }
    marked.append(text.substr(at));
    return text.find('/') != std::string_view::npos && has_pattern_characters(marked, false);
}

/// Bytes of the IFS character that text begins with, 0 when it begins with none.
std::size_t separator_length(const Shell& shell, std::string_view text) {
    const std::size_t length = character_length(text, true);
    return shell.ifs().find(text.substr(0, length)) != std::string::npos ? length : 0;
}

} // namespace

ExpansionSink::ExpansionSink(Shell& shell, ExpandMode mode)
    : shell_(shell), mode_(mode), extglob_(shell.options.is(Shopt::Extglob)) {}

void ExpansionSink::append(std::string_view text, bool quoted) {
    if (text.empty())
        return;
    ++activity_;
    switch (mode_) {
    case ExpandMode::Fields: {
        open_ = true;
        const auto begin = static_cast<std::uint32_t>(text_.size());
        text_.append(text);
        if (!quoted)
            special_ = special_ || has_special(text, extglob_);
        else if (!quoted_.empty() && quoted_.back().second == begin)
            quoted_.back().second = static_cast<std::uint32_t>(text_.size());
        else
            quoted_.emplace_back(begin, static_cast<std::uint32_t>(text_.size()));
        return;
    }
    case ExpandMode::Text:
    case ExpandMode::Document:
        text_.append(text);
        return;
    case ExpandMode::Pattern:
        if (quoted)
            text_.append(quote_pattern(text));
        else
            text_.append(text);
        return;
    case ExpandMode::TracedPattern:
        append_traced(text, quoted, text_);
        return;
    case ExpandMode::Regex:
        append_regex(text, quoted);
        return;
    case ExpandMode::Replacement:
        for (const char c : text) {
            if (quoted && (c == '&' || c == '\\'))
                text_ += '\\';
            text_ += c;
        }
        return;
    }
}

/// xtrace shows a backslash before each quoted character.
void ExpansionSink::append_traced(std::string_view text, bool quoted, std::string& pattern) const {
    for (std::size_t at = 0, n = 0; at < text.size(); at += n) {
        n = character_length(text.substr(at), shell_.utf8());
        pattern.append(quoted ? "\\" : "").append(text.substr(at, n));
    }
}

void ExpansionSink::append_regex(std::string_view text, bool quoted) {
    for (const char c : text) {
        if (quoted && !in_bracket_ && std::string_view("\\.[(){*+?^$|").find(c) != std::string_view::npos)
            text_ += '\\';
        text_ += c;
        if (!quoted && c == '[' && !in_bracket_)
            in_bracket_ = true;
        else if (!quoted && c == ']' && in_bracket_ && !text_.ends_with("[]") && !text_.ends_with("[^]"))
            in_bracket_ = false;
    }
}

void ExpansionSink::literal(std::string_view text, bool quoted) {
    append(text, quoted);
}

void ExpansionSink::presence() {
    ++activity_;
    open_ = true;
}

void ExpansionSink::expansion(std::string_view text, bool quoted) {
    if (quoted || mode_ != ExpandMode::Fields) {
        append(text, quoted);
        return;
    }
    const bool wide = shell_.utf8() && has_wide(shell_.ifs());
    const auto next_separator = [&](std::size_t from) {
        while (from < text.size()
               && (wide ? separator_length(shell_, text.substr(from)) == 0 : !shell_.separates(text[from])))
            from += wide ? character_length(text.substr(from), true) : 1;
        return from;
    };
    std::size_t end = next_separator(0);
    if (end == text.size()) {
        append(text, false);
        return;
    }
    ++activity_;
    if (text.size() > kLongText) // growing by doubling would move and fault in everything twice
        done_.reserve(done_.size() + std::min(text.size() / kBytesPerField, kMostReserved));
    for (std::size_t at = 0; at < text.size(); end = next_separator(at)) {
        const std::string_view word = text.substr(at, end - at);
        if (!open_ && !word.empty() && end < text.size() && is_ifs_space(text[end])) {
            add_field(word);
            at = end + 1;
            continue;
        }
        append(word, false);
        if (end == text.size())
            return;
        at = end + (wide ? separator_length(shell_, text.substr(end)) : 1);
        if (is_ifs_space(text[end])) {
            if (open_)
                close();
        } else if (open_) {
            close();
            after_ = After::Other;
        } else if (after_ == After::Space) {
            after_ = After::Other;
        } else {
            close();
            after_ = After::Other;
        }
    }
}

void ExpansionSink::separate(bool quoted) {
    if (mode_ != ExpandMode::Fields)
        return;
    const std::string& ifs = shell_.ifs();
    if (!quoted && !ifs.empty()) { // as if the elements had been joined by the first character of IFS
        expansion(std::string_view(ifs).substr(0, character_length(ifs, shell_.utf8())), false);
        return;
    }
    if (open_ || quoted)
        close();
    after_ = After::Start;
}

/// A whole unquoted field between two blanks: as append() and close() would.
void ExpansionSink::add_field(std::string_view word) {
    if (has_special(word, extglob_))
        patterns_.push_back({done_.size(), {}});
    done_.emplace_back(word);
    after_ = After::Space;
}

void ExpansionSink::close() {
    if (special_ || traces) {
        patterns_.push_back({done_.size(), std::move(quoted_)});
        quoted_ = {};
    } else {
        quoted_.clear();
    }
    done_.push_back(std::move(text_));
    text_.clear();
    open_ = false;
    special_ = false;
    after_ = After::Space;
}

void ExpansionSink::finish(std::vector<std::string>& fields, PatternFields& patterns) {
    if (open_ && done_.empty() && !special_) { // the usual case: one field, nothing to glob
        fields.push_back(std::move(text_));
        return;
    }
    if (open_)
        close();
    if (!shell_.options.is(SetOption::Noglob)) {
        for (PatternField& pattern : patterns_)
            patterns.push_back({fields.size() + pattern.field, std::move(pattern.quoted)});
    }
    if (fields.empty())
        fields.swap(done_);
    else
        fields.insert(fields.end(), std::make_move_iterator(done_.begin()),
                      std::make_move_iterator(done_.end()));
}

/// A field as a pattern: `append_quoted` adds the parts of it that are quoted.
template <typename AppendQuoted>
static std::string pattern_of(const std::string& text, const PatternField::QuotedRanges& quoted,
                              AppendQuoted append_quoted) {
    std::string pattern;
    std::size_t at = 0;
    for (const auto& [begin, end] : quoted) {
        pattern.append(text, at, begin - at);
        append_quoted(std::string_view(text).substr(begin, end - begin), pattern);
        at = end;
    }
    return pattern.append(text, at, std::string::npos);
}

static void append_literally(std::string_view text, std::string& pattern) {
    pattern.append(quote_pattern(text));
}

std::string ExpansionSink::pattern(bool first_only) {
    if (open_)
        close();
    const auto append_quoted = [this](std::string_view text, std::string& to) {
        traces ? append_traced(text, true, to) : append_literally(text, to);
    };
    std::string joined;
    auto special = patterns_.cbegin();
    for (std::size_t i = 0; i < done_.size() && (i == 0 || !first_only); ++i) {
        joined.append(i == 0 ? "" : " ");
        if (special != patterns_.cend() && special->field == i)
            joined.append(pattern_of(done_[i], special++->quoted, append_quoted));
        else
            append_literally(done_[i], joined);
    }
    return joined;
}

bool expand_pathname(Shell& shell, std::string& text, const PatternField& field,
                     std::vector<std::string>& fields) {
    const PatternField::QuotedRanges& quoted = field.quoted;
    const std::string pattern = pattern_of(text, quoted, append_literally);
    const Options& options = shell.options;
    if (!has_pattern_characters(pattern, options.is(Shopt::Extglob))
        && !opens_bracket_over_slash(text, quoted)) {
        fields.push_back(std::move(text));
        return true;
    }
    GlobOptions how;
    how.extglob = options.is(Shopt::Extglob);
    how.dotglob = options.is(Shopt::Dotglob);
    how.globstar = options.is(Shopt::Globstar);
    how.nocaseglob = options.is(Shopt::Nocaseglob);
    how.globskipdots = options.is(Shopt::Globskipdots);
    how.utf8 = shell.utf8();
    how.sort_by_locale = shell.collates();
    how.ignore = shell.variables.text("GLOBIGNORE");
    how.unwanted = [&shell] { return traps_pending() && shell.interrupted(); };
    GlobResult result = expand_glob(pattern, how);
    if (result.too_many) {
        shell.error("pathname expansion of " + text + ": too many names");
        shell.abort_command();
        return false;
    }
    if (!result.names.empty()) {
        for (std::string& name : result.names)
            fields.push_back(std::move(name));
        return true;
    }
    if (options.is(Shopt::Failglob)) {
        shell.report("no match: " + text);
        shell.abort_command();
        return false;
    }
    if (!options.is(Shopt::Nullglob))
        fields.push_back(std::move(text));
    return true;
}

bool expand_pathnames(Shell& shell, const PatternFields& patterns, std::vector<std::string>& fields) {
    return replace_patterns(
        patterns, fields,
        [&shell](std::string& field, const PatternField& pattern, std::vector<std::string>& names) {
            return expand_pathname(shell, field, pattern, names);
        });
}

} // namespace asb::shell
