// Text that an agent, a profile or nono wrote, made fit for a window: always plain, never markup (issue 4,
// 12).
#pragma once

#include <QString>

#include <cstddef>
#include <string_view>

class QLabel;
class QWidget;

namespace asb::ui {

/// Everything foreign goes through here before it is shown: control characters as ^X, bytes that are no UTF-8
/// as \xNN, bidirectional and invisible characters as <U+202E>; newline and tab stay when `multiline`. At
/// most `limit` bytes, with "…" at a cut.
QString visible(std::string_view text, bool multiline = false, std::size_t limit = std::size_t{1} << 20);

/// A command line on one line of a table: here-documents shrink to "<<EOF (14 lines)", other newlines show as
/// "↵". Of texts over 8 KiB the middle is left out. Made visible as above.
QString one_line(std::string_view line);

/// How many cells of a fixed-width font a text takes: wide East Asian characters take two.
qsizetype cells(QStringView text);

/// Cuts the middle out of a text that takes more than `width` cells, so that its first and last word stay
/// readable: "git push …/origin main". Never splits a surrogate pair.
QString elide_middle(const QString& text, qsizetype width);

/// The text of an action, button or label without the mark of its access key: "Stop…" of "S&top…".
QString without_mnemonic(QString text);

/// A label whose text is plain whatever stands in it; words wrap, mouse and keyboard can select.
QLabel* plain_label(QWidget* parent);

} // namespace asb::ui
