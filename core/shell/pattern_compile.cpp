#include "core/base/utf8.h"
#include "core/shell/pattern.h"
#include "core/shell/pattern_node.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cwctype>
#include <locale.h>

namespace asb::shell {

namespace {

constexpr int kMaxGroups = 100; ///< nesting of extended globs; deeper ones are taken as text

locale_t utf8_locale() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale;
}

bool in_class(const std::string& name, std::uint32_t code) {
    if (name == "word")
        return in_class("alnum", code) || code == '_';
    if (name == "ascii")
        return code < 128;
    const locale_t locale = utf8_locale();
    if (locale == nullptr)
        return false;
    const wctype_t type = wctype_l(name.c_str(), locale);
    return type != 0 && iswctype_l(static_cast<wint_t>(code), type, locale) != 0;
}

bool known_class(const std::string& name) {
    static constexpr std::array<std::string_view, 14> kNames = {"alnum", "alpha", "ascii", "blank", "cntrl",
                                                                "digit", "graph", "lower", "print", "punct",
                                                                "space", "upper", "word",  "xdigit"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::uint32_t other_case(std::uint32_t code, bool upper) {
    const locale_t locale = utf8_locale();
    if (code < 128 || locale == nullptr) {
        if (upper && code >= 'a' && code <= 'z')
            return code - 32;
        if (!upper && code >= 'A' && code <= 'Z')
            return code + 32;
        return code;
    }
    const wint_t changed =
        upper ? towupper_l(static_cast<wint_t>(code), locale) : towlower_l(static_cast<wint_t>(code), locale);
    return static_cast<std::uint32_t>(changed);
}

/// The names that POSIX gives to characters of the portable set, for [[.hyphen.]].
bool named_character(std::string_view name, std::uint32_t& code) {
    struct Named {
        std::string_view name;
        char character;
    };
    static constexpr Named kNames[] = {{"NUL", '\0'},
                                       {"alert", '\a'},
                                       {"BEL", '\a'},
                                       {"backspace", '\b'},
                                       {"BS", '\b'},
                                       {"tab", '\t'},
                                       {"HT", '\t'},
                                       {"newline", '\n'},
                                       {"LF", '\n'},
                                       {"vertical-tab", '\v'},
                                       {"VT", '\v'},
                                       {"form-feed", '\f'},
                                       {"FF", '\f'},
                                       {"carriage-return", '\r'},
                                       {"CR", '\r'},
                                       {"ESC", '\x1b'},
                                       {"space", ' '},
                                       {"exclamation-mark", '!'},
                                       {"quotation-mark", '"'},
                                       {"number-sign", '#'},
                                       {"dollar-sign", '$'},
                                       {"percent-sign", '%'},
                                       {"ampersand", '&'},
                                       {"apostrophe", '\''},
                                       {"left-parenthesis", '('},
                                       {"right-parenthesis", ')'},
                                       {"asterisk", '*'},
                                       {"plus-sign", '+'},
                                       {"comma", ','},
                                       {"hyphen", '-'},
                                       {"hyphen-minus", '-'},
                                       {"minus", '-'},
                                       {"dash", '-'},
                                       {"period", '.'},
                                       {"full-stop", '.'},
                                       {"slash", '/'},
                                       {"solidus", '/'},
                                       {"zero", '0'},
                                       {"one", '1'},
                                       {"two", '2'},
                                       {"three", '3'},
                                       {"four", '4'},
                                       {"five", '5'},
                                       {"six", '6'},
                                       {"seven", '7'},
                                       {"eight", '8'},
                                       {"nine", '9'},
                                       {"colon", ':'},
                                       {"semicolon", ';'},
                                       {"less-than-sign", '<'},
                                       {"equals-sign", '='},
                                       {"greater-than-sign", '>'},
                                       {"question-mark", '?'},
                                       {"commercial-at", '@'},
                                       {"left-square-bracket", '['},
                                       {"backslash", '\\'},
                                       {"reverse-solidus", '\\'},
                                       {"right-square-bracket", ']'},
                                       {"circumflex", '^'},
                                       {"circumflex-accent", '^'},
                                       {"underscore", '_'},
                                       {"grave-accent", '`'},
                                       {"left-brace", '{'},
                                       {"left-curly-bracket", '{'},
                                       {"vertical-line", '|'},
                                       {"right-brace", '}'},
                                       {"right-curly-bracket", '}'},
                                       {"tilde", '~'},
                                       {"DEL", '\x7f'}};
    for (const Named& named : kNames) {
        if (named.name == name) {
            code = static_cast<unsigned char>(named.character);
            return true;
        }
    }
    return false;
}

class PatternCompiler {
public:
    PatternCompiler(std::string_view text, bool extglob, bool nocase, bool utf8, PatternNode& node)
        : text_(text), extglob_(extglob), nocase_(nocase), utf8_(utf8), node_(node) {}

    void run() {
        sequence(node_.sequence, false, 0);
        node_.begins_with_star = at(0) == '*';
        node_.look_first = node_.has_group && (mark_stars(node_.sequence) || leads_with_any());
    }

private:
    /// A ? is among the wildcards at the beginning.
    bool leads_with_any() const {
        using Kind = PatternElement::Kind;
        for (const PatternElement& element : node_.sequence) {
            if (element.kind == Kind::Any)
                return true;
            if (element.kind != Kind::Star && element.op != '?' && element.op != '*')
                break;
        }
        return false;
    }

    char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

    void literal(PatternSequence& out, std::string_view text) {
        if (out.empty() || out.back().kind != PatternElement::Kind::Literal)
            out.emplace_back();
        out.back().literal += text;
    }

    void sequence(PatternSequence& out, bool in_group, int depth) {
        while (pos_ < text_.size()) {
            const char c = text_[pos_];
            if (in_group && (c == '|' || c == ')'))
                break;
            if (extglob_ && at(pos_ + 1) == '(' && std::string_view("?*+@!").find(c) != std::string_view::npos
                && depth < kMaxGroups) {
                group(out, depth);
                continue;
            }
            if (c == '\\') {
                if (pos_ + 1 < text_.size())
                    ++pos_;
                literal(out, text_.substr(pos_++, 1));
            } else if (c == '*') {
                ++pos_;
                if (out.empty() || out.back().kind != PatternElement::Kind::Star)
                    out.emplace_back().kind = PatternElement::Kind::Star;
            } else if (c == '?') {
                ++pos_;
                out.emplace_back().kind = PatternElement::Kind::Any;
            } else if (c == '[') {
                bracket(out);
            } else {
                literal(out, text_.substr(pos_++, 1));
            }
        }
        if (nocase_) {
            for (PatternElement& element : out)
                element.literal = fold_case(element.literal, utf8_);
        }
        mark_stars(out);
    }

    /// Finds the ) that closes the group whose ( is at `open`.
    std::size_t closing(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < text_.size(); ++i) {
            if (text_[i] == '\\') {
                ++i;
            } else if (text_[i] == '(') {
                ++depth;
            } else if (text_[i] == ')' && --depth == 0) {
                return i;
            } else if (text_[i] == '[') {
                i = bracket_end(i); // one that is not closed hides the )
                if (i == std::string_view::npos)
                    return i;
            }
        }
        return std::string_view::npos;
    }

    void group(PatternSequence& out, int depth) {
        if (closing(pos_ + 1) == std::string_view::npos) { // nothing in it is special then, nor behind it
            literal(out, text_.substr(pos_));
            pos_ = text_.size();
            return;
        }
        PatternElement element;
        element.kind = PatternElement::Kind::Group;
        element.op = text_[pos_];
        pos_ += 2;
        for (;;) {
            sequence(element.alternatives.emplace_back(), true, depth + 1);
            if (at(pos_) != '|')
                break;
            ++pos_;
        }
        ++pos_; // the )
        node_.has_group = true;
        out.push_back(std::move(element));
    }

    /// Index of the ] that ends the bracket at `i`, npos for none.
    std::size_t bracket_end(std::size_t i) const {
        std::size_t k = i + 1;
        if (at(k) == '!' || at(k) == '^')
            ++k;
        bool first = true;
        while (k < text_.size()) {
            const char c = text_[k];
            if (c == ']' && !first)
                return k;
            first = false;
            if (c == '\\' && k + 1 < text_.size()) {
                k += 2;
            } else if (c == '[' && (at(k + 1) == ':' || at(k + 1) == '=' || at(k + 1) == '.')) {
                const char kind[] = {at(k + 1), ']'};
                const std::size_t end = text_.find(std::string_view(kind, 2), k + 2);
                k = end == std::string_view::npos ? k + 1 : end + 2;
            } else {
                ++k;
            }
        }
        return std::string_view::npos;
    }

    void bracket(PatternSequence& out) {
        const std::size_t end = bracket_end(pos_);
        if (end == std::string_view::npos) {
            literal(out, text_.substr(pos_++, 1));
            return;
        }
        auto made = std::make_shared<Bracket>();
        std::size_t k = pos_ + 1;
        if (at(k) == '!' || at(k) == '^') {
            made->negated = true;
            ++k;
        }
        bool valid = true;
        while (k < end)
            valid = bracket_item(*made, k, end) && valid;
        pos_ = end + 1;
        PatternElement& element = out.emplace_back();
        element.kind = PatternElement::Kind::Bracket;
        element.bracket = std::move(made);
    }

    bool bracket_item(Bracket& made, std::size_t& k, std::size_t end) {
        if (text_[k] == '[' && at(k + 1) == ':') {
            const std::size_t close = text_.find(":]", k + 2);
            if (close != std::string_view::npos && close < end) {
                add_class(made, std::string(text_.substr(k + 2, close - k - 2)));
                k = close + 2;
                return true;
            }
        }
        std::uint32_t from = 0;
        if (!bracket_character(k, end, from))
            return false;
        if (at(k) == '-' && k + 1 < end) {
            ++k;
            std::uint32_t to = 0;
            if (!bracket_character(k, end, to))
                return false;
            add_range(made, from, to);
            return true;
        }
        add_range(made, from, from);
        return true;
    }

    bool bracket_character(std::size_t& k, std::size_t end, std::uint32_t& code) {
        if (text_[k] == '[' && (at(k + 1) == '=' || at(k + 1) == '.')) {
            const char kind[] = {at(k + 1), ']'};
            const std::size_t close = text_.find(std::string_view(kind, 2), k + 2);
            if (close != std::string_view::npos && close < end) {
                const std::string_view name = text_.substr(k + 2, close - k - 2);
                const std::size_t length = decode_character(text_, k + 2, utf8_, code);
                const bool symbol = kind[0] == '.' && named_character(name, code);
                k = close + 2;
                return symbol || length == name.size();
            }
        }
        if (text_[k] == '\\' && k + 1 < end)
            ++k;
        k += decode_character(text_, k, utf8_, code);
        return true;
    }

    void add_class(Bracket& made, const std::string& name) {
        if (!known_class(name))
            return;
        for (std::uint32_t c = 0; c < 128; ++c) {
            if (in_class(name, c))
                made.class_bytes.set(c);
        }
        made.classes.push_back(name);
    }

    void add_range(Bracket& made, std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t c = from; c <= to && c < (utf8_ ? 128U : 256U); ++c)
            made.bytes.set(c);
        if (to >= 128 && utf8_)
            made.ranges.emplace_back(std::max(from, 128U), to);
    }

    std::string_view text_;
    bool extglob_;
    bool nocase_;
    bool utf8_;
    PatternNode& node_;
    std::size_t pos_ = 0;
};

bool bracket_holds(const Bracket& bracket, std::uint32_t code, bool single_byte) {
    if (single_byte && code < 256 && bracket.bytes.test(code))
        return true;
    if (code < 128)
        return false;
    for (const auto& [from, to] : bracket.ranges) {
        if (code >= from && code <= to)
            return true;
    }
    return false;
}

bool class_holds(const Bracket& bracket, std::uint32_t code, bool single_byte) {
    if (single_byte)
        return code < 256 && bracket.class_bytes.test(code);
    return code >= 128
           && std::any_of(bracket.classes.begin(), bracket.classes.end(),
                          [code](const std::string& name) { return in_class(name, code); });
}

} // namespace

bool mark_stars(PatternSequence& sequence) {
    using Kind = PatternElement::Kind;
    bool before_group = false;
    bool before_not = false;
    bool found = false;
    for (auto element = sequence.rbegin(); element != sequence.rend(); ++element) {
        if (element->kind == Kind::Star) {
            element->before_group = before_group;
            found = found || before_not;
        } else if (element->kind != Kind::Any) {
            const bool wild = element->op == '?' || element->op == '*';
            before_group = element->kind == Kind::Group;
            before_not = element->op == '!' || (before_not && wild);
        }
    }
    return found;
}

void compile_pattern(std::string_view text, bool extglob, bool nocase, bool utf8, PatternNode& node) {
    PatternCompiler(text, extglob, nocase, utf8, node).run();
}

std::size_t decode_character(std::string_view text, std::size_t i, bool utf8, std::uint32_t& code) {
    if (utf8) {
        if (const std::size_t length = decode_long_utf8(text, i, code))
            return length;
    }
    code = static_cast<unsigned char>(text[i]);
    return 1;
}

std::string fold_case(std::string_view text, bool utf8) {
    std::string out(text);
    for (std::size_t i = 0; i < out.size();) {
        std::uint32_t code = 0;
        const std::size_t n = decode_character(out, i, utf8, code);
        const std::uint32_t lower = n == 1 && code >= 128 ? code : other_case(code, false);
        std::string bytes;
        append_utf8(bytes, lower);
        if (bytes.size() == n)
            out.replace(i, n, bytes);
        i += n;
    }
    return out;
}

bool bracket_matches(const Bracket& bracket, std::uint32_t code, std::uint32_t written, bool single_byte,
                     bool nocase) {
    bool holds = bracket_holds(bracket, code, single_byte) || class_holds(bracket, written, single_byte);
    if (!holds && nocase)
        holds = bracket_holds(bracket, other_case(code, true), single_byte)
                || bracket_holds(bracket, other_case(code, false), single_byte);
    return holds != bracket.negated;
}

// -------------------------------------------------------------------------------------------- pattern texts

bool has_pattern_characters(std::string_view text, bool extglob, bool path_name) {
    int open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        switch (text[i]) {
        case '*':
        case '?':
            return true;
        case '[':
            ++open;
            break;
        case ']':
            if (open > 0)
                return true;
            break;
        case '/':
            open = path_name ? 0 : open;
            break;
        case '+':
        case '@':
        case '!':
            if (extglob && i + 1 < text.size() && text[i + 1] == '(')
                return true;
            break;
        case '\\': // also that of a quoted slash, which parts no names then
            ++i;
            break;
        default:
            break;
        }
    }
    return false;
}

std::string remove_pattern_quotes(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size())
            ++i;
        out += text[i];
    }
    return out;
}

std::string quote_pattern(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 8);
    for (const char c : text) {
        if (std::string_view("\\*?[]!^-()|+@").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

bool is_utf8_locale(std::string_view lc_all, std::string_view lc_ctype, std::string_view lang) {
    const std::string_view name = !lc_all.empty() ? lc_all : !lc_ctype.empty() ? lc_ctype : lang;
    std::string lower;
    for (const char c : name)
        lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
}

} // namespace asb::shell
