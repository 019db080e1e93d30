#include "ui/common/plain_text.h"

#include "core/base/text.h"

#include <QCoreApplication>
#include <QLabel>
#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace asb::ui {
namespace {

constexpr std::size_t kOneLineHead = std::size_t{8} << 10;
constexpr std::size_t kOneLineTail = 256;
constexpr std::size_t kMaxDelimiter = 256;

struct HereDocument {
    std::string delimiter;
    bool strips_tabs = false;
};

/// Reads the delimiter word behind "<<" or "<<-" at `at`; nullopt when none stands there.
std::optional<HereDocument> read_delimiter(std::string_view line, std::size_t at) {
    HereDocument document;
    if (at < line.size() && line[at] == '-') {
        document.strips_tabs = true;
        ++at;
    }
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t'))
        ++at;
    for (; at < line.size() && document.delimiter.size() < kMaxDelimiter; ++at) {
        const char c = line[at];
        if (std::string_view(" \t;&|<>()").find(c) != std::string_view::npos)
            break;
        if (c != '\'' && c != '"' && c != '\\')
            document.delimiter += c;
    }
    return document.delimiter.empty() ? std::nullopt : std::optional(document);
}

/// The here-documents that one line of shell text opens. Good enough for showing: quotes are known,
/// arithmetic is not.
std::vector<HereDocument> opened_by(std::string_view line) {
    std::vector<HereDocument> found;
    char quote = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"')
                ++at;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '\\') {
            ++at;
        } else if (line.substr(at, 3) == "<<<") {
            at += 2;
        } else if (line.substr(at, 2) == "<<") {
            if (std::optional<HereDocument> document = read_delimiter(line, at + 2))
                found.push_back(std::move(*document));
            ++at;
        }
    }
    return found;
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

/// Skips the body of a here-document; the number of its lines.
int skip_body(std::string_view& text, const HereDocument& document) {
    int lines = 0;
    while (!text.empty()) {
        std::string_view line = take_line(text);
        while (document.strips_tabs && !line.empty() && line.front() == '\t')
            line.remove_prefix(1);
        if (line == document.delimiter)
            break;
        ++lines;
    }
    return lines;
}

std::string fold_lines(std::string_view text) {
    std::string folded;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (!folded.empty())
            folded += " \u21b5 ";
        folded += line;
        for (const HereDocument& document : opened_by(line)) {
            const int lines = skip_body(text, document);
            folded += QCoreApplication::translate(
                          "asb::ui::PlainText", " (%n line(s))",
                          "length of a here-document, behind the command that reads it", lines)
                          .toStdString();
        }
    }
    return folded;
}

bool is_wide(char32_t c) {
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf && c != 0x303f)
           || (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f)
           || (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff)
           || (c >= 0x20000 && c <= 0x3fffd);
}

/// The code point at `at`, and how many units it takes.
char32_t code_point_at(QStringView text, qsizetype at, qsizetype& units) {
    const QChar c = text[at];
    units = 1;
    if (c.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate()) {
        units = 2;
        return QChar::surrogateToUcs4(c, text[at + 1]);
    }
    return c.unicode();
}

/// Units from the front of `text` that take at most `width` cells.
qsizetype units_from_front(QStringView text, qsizetype width) {
    qsizetype at = 0;
    for (qsizetype units = 1; at < text.size(); at += units) {
        width -= is_wide(code_point_at(text, at, units)) ? 2 : 1;
        if (width < 0)
            break;
    }
    return at;
}

/// Where the part at the back begins that takes at most `width` cells.
qsizetype back_part(QStringView text, qsizetype width) {
    qsizetype at = text.size();
    while (at > 0) {
        const bool pair = at > 1 && text[at - 1].isLowSurrogate() && text[at - 2].isHighSurrogate();
        const qsizetype before = at - (pair ? 2 : 1);
        qsizetype units = 1;
        width -= is_wide(code_point_at(text, before, units)) ? 2 : 1;
        if (width < 0)
            break;
        at = before;
    }
    return at;
}

} // namespace

QString visible(std::string_view text, bool multiline, std::size_t limit) {
    const std::string shown = visible_text(text, multiline, limit);
    return QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
}

QString one_line(std::string_view line) {
    while (!line.empty() && (line.back() == '\n' || line.back() == ' '))
        line.remove_suffix(1);
    if (line.size() <= kOneLineHead)
        return line.find('\n') == std::string_view::npos ? visible(line) : visible(fold_lines(line));
    // The cut falls between bytes of one character at worst, which then show as such.
    return visible(fold_lines(line.substr(0, kOneLineHead))) + QStringLiteral(" \u2026 ")
           + visible(fold_lines(line.substr(line.size() - kOneLineTail)));
}

qsizetype cells(QStringView text) {
    qsizetype sum = 0;
    for (qsizetype at = 0, units = 1; at < text.size(); at += units)
        sum += is_wide(code_point_at(text, at, units)) ? 2 : 1;
    return sum;
}

QString elide_middle(const QString& text, qsizetype width) {
    if (text.size() * 2 <= width || cells(text) <= width)
        return text;
    if (width < 3)
        return width <= 0 ? QString() : QStringLiteral("\u2026");
    const qsizetype room = width - 1;
    const qsizetype last_word = text.size() - 1 - text.lastIndexOf(QLatin1Char(' '));
    const qsizetype first_word = std::max<qsizetype>(text.indexOf(QLatin1Char(' ')), 0);
    // A third for the end, more when the last word needs it and leaves the first one its room; a last word
    // that is cut anyway gets no more than what stands before it.
    const bool both_fit = last_word + first_word <= room;
    const qsizetype back = std::min(both_fit ? std::max(room / 3, last_word) : room / 2, room - 1);
    const qsizetype front = units_from_front(text, room - back);
    const qsizetype behind = std::max(back_part(text, back), front);
    return text.left(front) + QChar(0x2026) + text.mid(behind);
}

QString without_mnemonic(QString text) {
    // Japanese puts the letter behind the text, in parentheses.
    static const QRegularExpression behind(QStringLiteral("\\(&.\\)"));
    return text.remove(behind).remove(QLatin1Char('&'));
}

QLabel* plain_label(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace asb::ui
