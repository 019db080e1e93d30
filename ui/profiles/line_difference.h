// The difference of two texts, line by line.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace asb::ui {

struct DifferenceLine {
    enum class Kind { Same, Removed, Added, Skipped };
    Kind kind = Kind::Same;
    QString text;     ///< without the newline; empty for Skipped
    int old_line = 0; ///< from 1; 0 for Added
    int new_line = 0; ///< from 1; 0 for Removed
    int skipped = 0;  ///< of Skipped: equal lines that are left out
};

/// Shortest difference (longest common subsequence), with `context` equal lines around each change and
/// Skipped for the rest; nothing when the texts are equal. Texts whose changed middles exceed some thousand
/// lines are shown as replaced as a whole.
std::vector<DifferenceLine> line_difference(const QString& before, const QString& after, int context = 3);

} // namespace asb::ui
