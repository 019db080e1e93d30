// Finds brace expressions in the parts of a word, by bash's rules (braces.c): a { counts when a } follows at
// its level behind a comma or a "..", `{}` never counts, quoted characters and expansions are opaque.
#include "core/shell/braces.h"
#include "core/shell/lexer.h"

#include "core/shell/names.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace asb::shell {

namespace {

constexpr int kMaxBraceNesting = 100;

/// One unquoted character, or a part that braces do not look into.
struct Item {
    char c = 0; ///< 0: the part
    std::size_t part = 0;
    int opened = 0; ///< braces of the part, a ${…, that are closed behind it in bash's count
};

WordPtr clone_word(const WordPtr& word) {
    if (!word)
        return nullptr;
    auto out = std::make_unique<Word>();
    out->source = word->source;
    out->line = word->line;
    out->plain = word->plain;
    out->has_brace = word->has_brace;
    out->has_glob = word->has_glob;
    out->quoted = word->quoted;
    out->literal = word->literal;
    for (const WordPart& part : word->parts)
        out->parts.push_back(clone_part(part));
    return out;
}

bool is_integer(std::string_view text, std::int64_t& value) {
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

int padding(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    const std::string_view digits = negative ? text.substr(1) : text;
    return digits.size() > 1 && digits.front() == '0' ? static_cast<int>(text.size()) : 0;
}

/// `${x-{a,b}` has ended for the parameter, but bash's search for braces waits for one more }.
int left_open(const WordPart& part) {
    if (!part.param || !part.param->arg)
        return 0;
    const std::string text = part.param->arg->source + (part.param->arg2 ? part.param->arg2->source : "");
    int level = 0;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quote != '\'')
            ++i;
        else if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'' || c == '`')
            quote = c;
        else if (c == '{' || c == '}')
            level += c == '{' ? 1 : -1;
    }
    return std::max(level, 0);
}

class BraceFinder {
public:
    explicit BraceFinder(std::vector<WordPart>& parts) : parts_(parts) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].kind == PartKind::Literal && !parts[i].quoted && !parts[i].text.empty()) {
                for (const char c : parts[i].text)
                    items_.push_back({c, i});
            } else {
                items_.push_back({0, i, left_open(parts[i])});
            }
        }
    }

    bool run() {
        std::vector<WordPart> out;
        if (!expand(0, items_.size(), out, 0))
            return false;
        parts_ = std::move(out);
        return true;
    }

private:
    char at(std::size_t i, std::size_t end) const { return i < end ? items_[i].c : '\0'; }

    /// brace_gobbler: index of the next `wanted` at this level, or end.
    std::size_t gobble(std::size_t i, std::size_t begin, std::size_t end, char wanted) {
        int level = 0;
        int commas = wanted == '}' ? 0 : 1;
        for (; i < end; ++i) {
            if (++steps_ > kMaxSteps)
                return end;
            const char c = items_[i].c;
            if (c == wanted && level == 0 && commas > 0) {
                const bool lone = c == '{' && i == begin && (i + 1 >= end || at(i + 1, end) == '}');
                if (!lone)
                    return i;
                continue;
            }
            level += items_[i].opened;
            if (c == '{')
                ++level;
            else if (c == '}' && level > 0)
                --level;
            else if (wanted == '}' && c == ',' && level == 0)
                ++commas;
            else if (wanted == '}' && c == '.' && at(i + 1, end) == '.' && at(i + 2, end) != '}'
                     && level == 0)
                ++commas;
        }
        return end;
    }

    /// Parts of items [begin, end) with their brace expressions; true when there is one.
    bool expand(std::size_t begin, std::size_t end, std::vector<WordPart>& out, int nesting) {
        if (nesting > kMaxBraceNesting) {
            copy(begin, end, out);
            return false;
        }
        bool any = false;
        std::size_t done = begin;
        while (done < end) {
            std::size_t open = done;
            std::size_t close = end;
            for (;;) {
                open = gobble(open, done, end, '{');
                if (open >= end)
                    break;
                close = gobble(open + 1, open + 1, end, '}');
                if (close < end)
                    break;
                ++open;
            }
            if (open >= end)
                break;
            copy(done, open, out);
            if (!brace(open, close, out, nesting))
                copy(open, close + 1, out);
            else
                any = true;
            done = close + 1;
        }
        copy(done, end, out);
        return any;
    }

    bool brace(std::size_t open, std::size_t close, std::vector<WordPart>& out, int nesting) {
        bool comma = false;
        for (std::size_t i = open + 1; i < close; ++i)
            comma = comma || items_[i].c == ',';
        WordPart part;
        part.kind = PartKind::Brace;
        if (!comma) {
            std::string text;
            for (std::size_t i = open + 1; i < close; ++i) {
                if (items_[i].c == 0)
                    return false;
                text += items_[i].c;
            }
            const std::optional<std::string> sequence = parse_brace_sequence(text);
            if (!sequence)
                return false;
            part.text = "{" + text + "}";
            part.text2 = *sequence;
        } else {
            std::size_t start = open + 1;
            for (;;) {
                const std::size_t next = gobble(start, open + 1, close, ',');
                std::vector<WordPart>& alternative = part.alternatives.emplace_back();
                expand(start, next, alternative, nesting + 1);
                if (next >= close)
                    break;
                start = next + 1;
            }
        }
        join_name(out, part);
        out.push_back(std::move(part));
        return true;
    }

    /// `$x{a,b}` is `$xa $xb`: braces are expanded before the parameters are read.
    void join_name(std::vector<WordPart>& out, WordPart& brace) {
        if (out.empty() || out.back().kind != PartKind::Parameter || out.back().text.empty())
            return;
        if (!brace.text2.empty())
            return;
        const auto begins_name = [](const std::vector<WordPart>& parts) {
            return !parts.empty() && parts.front().kind == PartKind::Literal && !parts.front().quoted
                   && !parts.front().text.empty() && is_name_char(parts.front().text.front());
        };
        if (std::none_of(brace.alternatives.begin(), brace.alternatives.end(), begins_name))
            return;
        const std::string prefix = out.back().text;
        out.pop_back();
        for (std::vector<WordPart>& alternative : brace.alternatives) {
            std::string name = prefix.substr(1);
            if (begins_name(alternative)) {
                std::string& text = alternative.front().text;
                std::size_t n = 0;
                while (n < text.size() && is_name_char(text[n]))
                    ++n;
                name += text.substr(0, n);
                text.erase(0, n);
                if (text.empty())
                    alternative.erase(alternative.begin());
            }
            WordPart parameter;
            parameter.kind = PartKind::Parameter;
            parameter.param = std::make_unique<Parameter>();
            parameter.param->name = name;
            parameter.param->slot = intern(name);
            parameter.text = "$" + name;
            alternative.insert(alternative.begin(), std::move(parameter));
        }
    }

    void copy(std::size_t begin, std::size_t end, std::vector<WordPart>& out) {
        for (std::size_t i = begin; i < end; ++i) {
            if (items_[i].c == 0) {
                out.push_back(clone_part(parts_[items_[i].part]));
                continue;
            }
            const bool joins = i > begin && items_[i - 1].c != 0 && items_[i - 1].part == items_[i].part;
            if (!joins || out.empty())
                out.emplace_back();
            out.back().text += items_[i].c;
        }
    }

    static constexpr std::size_t kMaxSteps = 20'000'000;
    std::vector<WordPart>& parts_;
    std::vector<Item> items_;
    std::size_t steps_ = 0;
};

} // namespace

std::optional<std::string> parse_brace_sequence(std::string_view text) {
    const std::size_t first = text.find("..");
    if (first == std::string_view::npos)
        return std::nullopt;
    const std::string_view left = text.substr(0, first);
    std::string_view right = text.substr(first + 2);
    std::int64_t step = 0;
    const std::size_t second = right.find("..");
    if (second != std::string_view::npos) {
        if (!is_integer(right.substr(second + 2), step))
            return std::nullopt;
        right = right.substr(0, second);
    }
    std::int64_t from = 0;
    std::int64_t to = 0;
    int width = 0;
    char kind = 'i';
    const auto is_letter = [](std::string_view s) {
        return s.size() == 1 && ((s[0] >= 'a' && s[0] <= 'z') || (s[0] >= 'A' && s[0] <= 'Z'));
    };
    if (is_integer(left, from) && is_integer(right, to)) {
        if (padding(left) > 0 || padding(right) > 0)
            width = static_cast<int>(std::max(left.size(), right.size()));
    } else if (is_letter(left) && is_letter(right)) {
        kind = 'c';
        from = left[0];
        to = right[0];
    } else {
        return std::nullopt;
    }
    if (step == 0)
        step = 1;
    if (step == INT64_MIN)
        return std::nullopt;
    step = step < 0 ? -step : step;
    return std::string(1, kind) + " " + std::to_string(from) + " " + std::to_string(to) + " "
           + std::to_string(step) + " " + std::to_string(width);
}

bool find_braces(std::vector<WordPart>& parts, const ParserOptions& /*options*/) {
    const bool possible = std::any_of(parts.begin(), parts.end(), [](const WordPart& part) {
        return part.kind == PartKind::Literal && !part.quoted && part.text.find('{') != std::string::npos;
    });
    return possible && BraceFinder(parts).run();
}

WordPart clone_part(const WordPart& part) {
    WordPart out;
    out.kind = part.kind;
    out.quoted = part.quoted;
    out.backquote = part.backquote;
    out.text = part.text;
    out.text2 = part.text2;
    out.body = part.body;
    out.arith = part.arith;
    for (const WordPart& inner : part.parts)
        out.parts.push_back(clone_part(inner));
    for (const std::vector<WordPart>& alternative : part.alternatives) {
        std::vector<WordPart>& copy = out.alternatives.emplace_back();
        for (const WordPart& inner : alternative)
            copy.push_back(clone_part(inner));
    }
    if (part.param) {
        const Parameter& from = *part.param;
        out.param = std::make_unique<Parameter>();
        Parameter& to = *out.param;
        to.kind = from.kind;
        to.op = from.op;
        to.subscript = from.subscript;
        to.colon = from.colon;
        to.length = from.length;
        to.indirect = from.indirect;
        to.keys = from.keys;
        to.names = from.names;
        to.braced = from.braced;
        to.transform = from.transform;
        to.slot = from.slot;
        to.index = from.index;
        to.name = from.name;
        to.unknown = from.unknown;
        to.has_arg2 = from.has_arg2;
        to.subscript_word = clone_word(from.subscript_word);
        to.arg = clone_word(from.arg);
        to.arg2 = clone_word(from.arg2);
    }
    return out;
}

} // namespace asb::shell
