#include "core/shell/expand.h"

#include "core/shell/arith_host.h"
#include "core/shell/braces.h"
#include "core/shell/builtins/utility_state.h"
#include "core/shell/glob.h"
#include "core/shell/process.h"
#include "core/shell/quote.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <algorithm>
#include <charconv>
#include <pwd.h>
#include <unistd.h>

namespace asb::shell {
namespace {

constexpr std::uint64_t kBraceLimit = 8'000'000;

bool is_constant(const std::vector<WordPart>& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const WordPart& part) {
        return part.kind == PartKind::Literal
               || (part.kind == PartKind::DoubleQuoted && is_constant(part.parts));
    });
}

/// The ~ that a word begins with only since its braces were expanded: it is expanded and gone from `parts`;
/// `rest` is what is left of the part that its name ended in.
void brace_tilde(Shell& shell, std::vector<const WordPart*>& parts, ExpansionSink& sink, WordPart& rest) {
    const auto literal = [](const WordPart& part) { return part.kind == PartKind::Literal && !part.quoted; };
    if (parts.empty() || !literal(*parts[0]) || parts[0]->text[0] != '~')
        return;
    std::string name;
    std::size_t i = 0;
    std::size_t end = std::string::npos;
    for (; i < parts.size() && end == std::string::npos; ++i) {
        if (!literal(*parts[i]))
            return;
        end = parts[i]->text.find_first_of("/:");
        name.append(parts[i]->text, 0, end);
    }
    std::string home;
    if (!expand_tilde(shell, name.substr(1), home))
        return;
    sink.presence();
    sink.literal(home, true);
    if (end != std::string::npos) {
        rest.text = parts[--i]->text.substr(end);
        parts[i] = &rest;
    }
    parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(i));
}

/// What bash reads when a letter sequence has come to ` or \ and more of the word is behind it: a
/// substitution without an end, or a quoted character. Null: nothing special.
WordPtr reread_behind_brace(Shell& shell, const Word& word, std::vector<const WordPart*>& parts) {
    const auto special = std::find_if(parts.begin(), parts.end(), [](const WordPart* part) {
        return part->kind == PartKind::Literal && !part->text2.empty();
    });
    if (special == parts.end() || special + 1 == parts.end())
        return nullptr;
    const std::string& brace = (*special)->text2;
    std::string text = word.source.substr(std::min(word.source.find(brace), word.source.size() - brace.size())
                                          + brace.size());
    if (text.find('{') != std::string::npos) { // expanded already
        text.clear();
        for (auto part = special + 1; part != parts.end(); ++part) {
            if ((*part)->kind != PartKind::Literal)
                return nullptr;
            text += (*part)->quoted ? quote_single((*part)->text) : (*part)->text;
        }
    }
    text.insert(0, (*special)->text.empty() ? "\\" : "`");
    parts.erase(special, parts.end());
    return parse_word_text(text, WordContext::Plain, shell.parser_options(), word.line);
}

bool brace_words(Shell& shell, const Word& word, std::vector<std::string>& fields, PatternFields& patterns) {
    BraceExpander braces(word);
    if (braces.count() > kBraceLimit) {
        shell.error("brace expansion: more than " + std::to_string(kBraceLimit) + " words");
        shell.abort_command();
        return false;
    }
    std::vector<const WordPart*> parts;
    while (braces.next(parts)) {
        ExpansionSink sink(shell, ExpandMode::Fields);
        Expander expander(shell, sink);
        WordPart behind_tilde;
        brace_tilde(shell, parts, sink, behind_tilde);
        const WordPtr behind = reread_behind_brace(shell, word, parts);
        for (const WordPart* part : parts) {
            if (!expander.part(*part, false))
                return false;
        }
        if (behind && !expander.parts(behind->parts, false))
            return false;
        sink.finish(fields, patterns);
        if (shell.interrupted())
            return false;
    }
    return true;
}

/// See Shell::star_undivided.
bool undivided(ExpandMode mode, ListJoin joins) {
    return mode == ExpandMode::Text && (joins == ListJoin::Value || joins == ListJoin::Spaces);
}

bool to_string(Shell& shell, const Word& word, ExpandMode mode, std::string& text,
               ListJoin joins = ListJoin::Value) {
    if (word.plain && mode == ExpandMode::Text) {
        text = word.literal;
        return true;
    }
    if (mode == ExpandMode::Text && expand_plain(shell, word, false, text)) {
        if (undivided(mode, joins))
            shell.star_undivided = false;
        return true;
    }
    const std::string_view outer = std::exchange(shell.expanding, word.source);
    ExpansionSink sink(shell, mode);
    sink.joins = joins;
    const bool ok = Expander(shell, sink).parts(word.parts, false);
    shell.expanding = outer; // word may be a temporary
    if (undivided(mode, joins))
        shell.star_undivided = false;
    if (ok)
        text = std::move(sink.text());
    return ok;
}

} // namespace

// ---------------------------------------------------------------------------------------------- parts

bool Expander::parts(const std::vector<WordPart>& parts, bool quoted, bool operand) {
    for (const WordPart& p : parts) {
        if (!part(p, quoted, operand))
            return false;
    }
    return true;
}

bool Expander::part(const WordPart& part, bool quoted, bool operand) {
    switch (part.kind) {
    case PartKind::Literal:
        if (quoted || part.quoted) {
            if (part.text.empty() && part.quoted)
                sink_.presence();
            sink_.literal(part.text, true);
        } else if (operand) {
            sink_.expansion(part.text, false);
        } else {
            sink_.literal(part.text, false);
        }
        return true;
    case PartKind::DoubleQuoted:
        return double_quoted(part, quoted);
    case PartKind::Tilde:
        return tilde(part, quoted);
    case PartKind::Parameter:
        return parameter(part, quoted);
    case PartKind::CommandSub:
        return command_substitution(part, quoted);
    case PartKind::Arithmetic: {
        std::int64_t value = 0;
        const bool ok = evaluate_in_word(shell_, part, value);
        if (ok)
            sink_.expansion(std::to_string(value), quoted);
        return ok;
    }
    case PartKind::ProcessSub: {
        std::string path;
        if (!substitute_process(shell_, part, path))
            return false;
        sink_.literal(path, true);
        return true;
    }
    case PartKind::Brace:
    case PartKind::ExtGlob:
        sink_.literal(part.text, quoted);
        return true;
    }
    return true;
}

bool Expander::tilde(const WordPart& part, bool quoted) {
    std::string home;
    const bool left_alone = !part.text2.empty() && shell_.options.is(SetOption::Posix);
    const bool known = !quoted && !left_alone && expand_tilde(shell_, part.text, home);
    if (known && home.empty())
        sink_.presence();
    if (known)
        sink_.literal(home, true);
    else
        sink_.literal("~" + part.text, quoted);
    return part.alternatives.empty() || parts(part.alternatives[known ? 0 : 1], quoted);
}

bool Expander::document(const std::vector<WordPart>& parts) {
    beside_list_ = changes_star(parts) && meets_list(parts, true);
    return this->parts(parts, true);
}

bool Expander::double_quoted(const WordPart& part, bool nested) {
    const Restore expanding(shell_.expanding,
                            part.text.empty() ? shell_.expanding : std::string_view(part.text));
    if (nested) // "${x-"…"}": the quotes around it say whether there is a field
        return parts(part.parts, true);
    const std::size_t before = sink_.activity();
    const bool outer = std::exchange(empty_list_, false);
    const bool beside = std::exchange(beside_list_, changes_star(part.parts) && meets_list(part.parts, true));
    quoted_from_ = before;
    if (!parts(part.parts, true))
        return false;
    beside_list_ = beside;
    if (sink_.activity() == before && !empty_list_)
        sink_.presence();
    empty_list_ = outer;
    return true;
}

bool Expander::command_substitution(const WordPart& part, bool quoted) {
    const Restore divided(shell_.star_undivided,
                          shell_.star_undivided || (undivided(sink_.mode(), sink_.joins) && !in_operand_));
    std::string output;
    if (!substitute_command(shell_, part, output))
        return false;
    shell_.substitution_ran = true;
    sink_.expansion(output, quoted);
    return shell_.unwind == Unwind::None || shell_.unwind == Unwind::Break
           || shell_.unwind == Unwind::Continue;
}

std::string star_separator(const Shell& shell) {
    return shell.ifs().substr(0,
                              shell.utf8() && !shell.ifs().empty() ? character_length(shell.ifs(), true) : 1);
}

/// ~N, ~+N, ~-N.
static bool directory_of_stack(Shell& shell, const std::string& text, std::string& result) {
    const std::vector<std::string>& below = shell.utilities->directory_stack;
    std::size_t index = 0;
    const char* begin = text.c_str() + (text[0] == '+' || text[0] == '-' ? 1 : 0);
    if (std::from_chars(begin, text.c_str() + text.size(), index).ec != std::errc{} || index > below.size())
        return false;
    if (text[0] == '-')
        index = below.size() - index;
    result = index == 0 ? shell.variables.text("PWD") : below[index - 1];
    return true;
}

bool expand_tilde(Shell& shell, const std::string& text, std::string& result) {
    if (text.empty()) {
        if (const Value* home = shell.variables.value("HOME")) {
            result = home->text();
            return true;
        }
        const passwd* entry = getpwuid(getuid());
        result = entry && entry->pw_dir ? entry->pw_dir : "/";
        return true;
    }
    if (text == "+" || text == "-") {
        const Value* folder = shell.variables.value(text == "+" ? "PWD" : "OLDPWD");
        if (folder)
            result = folder->text();
        return folder != nullptr;
    }
    if (text.find_first_not_of("0123456789", text[0] == '+' || text[0] == '-' ? 1 : 0) == std::string::npos)
        return directory_of_stack(shell, text, result);
    const passwd* entry = getpwnam(text.c_str());
    if (!entry || !entry->pw_dir)
        return false;
    result = entry->pw_dir;
    return true;
}

std::string expand_folder(Shell& shell, std::string folder) {
    const std::size_t end = std::min(folder.find('/'), folder.size());
    std::string home;
    if (folder.starts_with('~') && expand_tilde(shell, folder.substr(1, end - 1), home))
        folder.replace(0, end, home);
    return folder;
}

// ---------------------------------------------------------------------------------------------- entry points
// of Shell

bool split_word(Shell& shell, const Word& word, std::vector<std::string>& fields, PatternFields& patterns) {
    if (word.plain) {
        fields.push_back(word.literal);
        return true;
    }
    if (word.has_brace && shell.options.is(SetOption::Braceexpand))
        return brace_words(shell, word, fields, patterns);
    if (word.has_brace) { // switched off since the line was parsed
        const WordPtr again =
            parse_word_text(word.source, WordContext::Plain, shell.parser_options(), word.line);
        return split_word(shell, *again, fields, patterns);
    }
    if (std::string text; expand_plain(shell, word, true, text)) {
        fields.push_back(std::move(text));
        return true;
    }
    const std::string_view outer = std::exchange(shell.expanding, word.source);
    ExpansionSink sink(shell, ExpandMode::Fields);
    const bool ok = Expander(shell, sink).parts(word.parts, false);
    if (ok)
        sink.finish(fields, patterns);
    shell.expanding = outer;
    return ok;
}

bool Shell::expand_word(const Word& word, std::vector<std::string>& fields) {
    PatternFields patterns;
    return split_word(*this, word, fields, patterns) && expand_pathnames(*this, patterns, fields);
}

/// Pathnames come last: what the words of a command make is found by all of them.
bool Shell::expand_words(const std::vector<Word>& words, std::vector<std::string>& fields) {
    PatternFields patterns;
    for (const Word& word : words) {
        if (!split_word(*this, word, fields, patterns))
            return false;
    }
    return expand_pathnames(*this, patterns, fields);
}

namespace {

bool holds_quoted_list(Shell& shell, const Word& word) {
    const auto may_be_list = [](const WordPart& part) {
        return part.kind == PartKind::DoubleQuoted
               || (part.kind == PartKind::Parameter
                   && (is_conditional(part.param->op) || part.param->subscript == SubscriptKind::At
                       || part.param->name == "@"));
    };
    return std::any_of(word.parts.begin(), word.parts.end(), [&](const WordPart& part) {
        if (part.kind != PartKind::DoubleQuoted
            || std::none_of(part.parts.begin(), part.parts.end(), may_be_list))
            return false;
        ExpansionSink sink(shell, ExpandMode::Fields);
        return Expander(shell, sink).meets_list(part.parts, true);
    });
}

} // namespace

/// Where lists are joined by spaces, a "$@" makes fields of the word first.
bool expand_joined(Shell& shell, const Word& word, ListJoin joins, std::string& text) {
    if (joins != ListJoin::Spaces || !word.quoted || !holds_quoted_list(shell, word))
        return to_string(shell, word, ExpandMode::Text, text, joins);
    text.clear();
    std::vector<std::string> fields;
    PatternFields patterns;
    if (!split_word(shell, word, fields, patterns))
        return false;
    for (const std::string& field : fields)
        text.append(&field == fields.data() ? "" : " ").append(field);
    return true;
}

bool Shell::expand_to_string(const Word& word, std::string& text) {
    return to_string(*this, word, ExpandMode::Text, text);
}
bool Shell::expand_to_pattern(const Word& word, PatternText& pattern) {
    const bool traced = options.is(SetOption::Xtrace);
    return to_string(*this, word, traced ? ExpandMode::TracedPattern : ExpandMode::Pattern, pattern);
}
static bool same_options(const PatternOptions& a, const PatternOptions& b) {
    return a.extglob == b.extglob && a.nocase == b.nocase && a.utf8 == b.utf8;
}

/// Compiled, unless the word gave the same pattern last time.
static const PreparedPattern* keep_pattern(const Word& word, const PatternOptions& how, PatternText text) {
    const PreparedPattern* const old = word.prepared.get();
    if (old && same_options(old->options, how) && old->text == text)
        return old;
    auto made = std::make_shared<PreparedPattern>();
    made->constant = is_constant(word.parts);
    made->pattern = Pattern(text, how);
    made->text = std::move(text);
    made->options = how;
    word.prepared = std::move(made);
    return word.prepared.get();
}

const PreparedPattern* Shell::prepare_pattern(const Word& word, const PatternOptions& how) {
    const PreparedPattern* const old = word.prepared.get();
    if (old && same_options(old->options, how) && old->constant && !options.is(SetOption::Xtrace))
        return old;
    PatternText text;
    return expand_to_pattern(word, text) ? keep_pattern(word, how, std::move(text)) : nullptr;
}

const PreparedPattern* prepare_field_pattern(Shell& shell, const Word& word, const PatternOptions& how,
                                             bool first_only) {
    if (!word.quoted || !holds_quoted_list(shell, word))
        return shell.prepare_pattern(word, how);
    const Restore expanding(shell.expanding, std::string_view(word.source));
    ExpansionSink sink(shell, ExpandMode::Fields);
    sink.traces = shell.options.is(SetOption::Xtrace);
    return Expander(shell, sink).parts(word.parts, false) ? keep_pattern(word, how, sink.pattern(first_only))
                                                          : nullptr;
}

bool Shell::expand_to_regex(const Word& word, std::string& regex) {
    return to_string(*this, word, ExpandMode::Regex, regex);
}

bool Shell::expand_parts(const std::vector<WordPart>& parts, std::string& text) {
    ExpansionSink sink(*this, ExpandMode::Text);
    if (!Expander(*this, sink).parts(parts, true))
        return false;
    text = std::move(sink.text());
    return true;
}

bool Shell::expand_document(const Word& body, std::string& text) {
    const Restore outer(expanding, std::string_view(body.source));
    ExpansionSink sink(*this, ExpandMode::Document);
    if (!Expander(*this, sink).document(body.parts))
        return false;
    text = std::move(sink.text());
    return true;
}

bool Shell::expand_in(std::string_view text, WordContext context, std::string& result) {
    if (text.find_first_of("$`\\\"'") == std::string_view::npos) {
        result = text;
        return true;
    }
    if (deep_enough()) // r='a[${!r}]' and ${!r}: no command in between
        return false;
    const WordPtr word = parse_word_text(text, context, parser_options(), line);
    return context == WordContext::Subscript ? to_string(*this, *word, ExpandMode::Text, result)
                                             : expand_parts(word->parts, result);
}

bool Shell::expand_text(std::string_view text, std::string& result) {
    return expand_in(text, WordContext::DoubleQuoted, result);
}

bool Shell::expand_subscript_text(std::string_view text, std::string& key) {
    return expand_in(text, WordContext::Subscript, key);
}

} // namespace asb::shell
