#include "ui/profiles/line_difference.h"

#include <algorithm>

namespace asb::ui {
namespace {

/// Cells of the table of common subsequences: 16 MB of 32-bit numbers.
constexpr qsizetype kMaxCells = 4'000'000;

using Kind = DifferenceLine::Kind;

class Walk {
public:
    Walk(const QStringList& before, const QStringList& after) : before_(before), after_(after) {}

    std::vector<DifferenceLine> run() {
        qsizetype head = 0;
        while (head < before_.size() && head < after_.size() && before_[head] == after_[head])
            ++head;
        qsizetype tail = 0;
        while (tail < before_.size() - head && tail < after_.size() - head
               && before_[before_.size() - 1 - tail] == after_[after_.size() - 1 - tail])
            ++tail;
        for (qsizetype i = 0; i < head; ++i)
            same(i, i);
        middle(head, before_.size() - tail, after_.size() - tail);
        for (qsizetype i = 0; i < tail; ++i)
            same(before_.size() - tail + i, after_.size() - tail + i);
        return std::move(lines_);
    }

private:
    void same(qsizetype old_at, qsizetype new_at) {
        lines_.push_back(
            {Kind::Same, before_[old_at], static_cast<int>(old_at + 1), static_cast<int>(new_at + 1), 0});
    }
    void removed(qsizetype at) {
        lines_.push_back({Kind::Removed, before_[at], static_cast<int>(at + 1), 0, 0});
    }
    void added(qsizetype at) { lines_.push_back({Kind::Added, after_[at], 0, static_cast<int>(at + 1), 0}); }

    void middle(qsizetype head, qsizetype old_end, qsizetype new_end) {
        const qsizetype rows = old_end - head;
        const qsizetype columns = new_end - head;
        if (rows * columns > kMaxCells) {
            for (qsizetype i = head; i < old_end; ++i)
                removed(i);
            for (qsizetype i = head; i < new_end; ++i)
                added(i);
            return;
        }
        // common[r][c]: length of the longest common subsequence of what follows.
        std::vector<int> common(static_cast<std::size_t>((rows + 1) * (columns + 1)));
        const auto cell = [&](qsizetype r, qsizetype c) -> int& {
            return common[static_cast<std::size_t>(r * (columns + 1) + c)];
        };
        for (qsizetype r = rows - 1; r >= 0; --r)
            for (qsizetype c = columns - 1; c >= 0; --c)
                cell(r, c) = before_[head + r] == after_[head + c] ? cell(r + 1, c + 1) + 1
                                                                   : std::max(cell(r + 1, c), cell(r, c + 1));
        qsizetype r = 0;
        qsizetype c = 0;
        while (r < rows || c < columns) {
            if (r < rows && c < columns && before_[head + r] == after_[head + c])
                same(head + r++, head + c++);
            else if (r < rows && (c == columns || cell(r + 1, c) >= cell(r, c + 1)))
                removed(head + r++);
            else
                added(head + c++);
        }
    }

    const QStringList& before_;
    const QStringList& after_;
    std::vector<DifferenceLine> lines_;
};

/// Leaves out equal lines that are far from every change.
std::vector<DifferenceLine> shorten(std::vector<DifferenceLine> lines, int context) {
    std::vector<bool> keep(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].kind == Kind::Same)
            continue;
        const std::size_t reach = static_cast<std::size_t>(context);
        const std::size_t end = std::min(lines.size(), i + reach + 1);
        for (std::size_t near = i > reach ? i - reach : 0; near < end; ++near)
            keep[near] = true;
    }
    std::vector<DifferenceLine> shown;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (keep[i]) {
            shown.push_back(std::move(lines[i]));
        } else if (!shown.empty() && shown.back().kind == Kind::Skipped) {
            ++shown.back().skipped;
        } else {
            shown.push_back({Kind::Skipped, {}, 0, 0, 1});
        }
    }
    return shown;
}

QStringList lines_of(const QString& text) {
    QStringList lines = text.split(QLatin1Char('\n'));
    if (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

} // namespace

std::vector<DifferenceLine> line_difference(const QString& before, const QString& after, int context) {
    if (before == after)
        return {};
    const QStringList old_lines = lines_of(before);
    const QStringList new_lines = lines_of(after);
    return shorten(Walk(old_lines, new_lines).run(), context);
}

} // namespace asb::ui
