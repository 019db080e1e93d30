// Column widths of the small lists.
#pragma once

#include <QHeaderView>
#include <QStringList>

namespace asb::ui {

/// The first column takes what the others leave; each of those is as wide as its title and `samples`, the
/// longest text that it usually holds. In a narrow window the first keeps some room and the list
/// scrolls. To be called again when the language or the font changes.
void fit_columns(QHeaderView& header, const QStringList& samples);

} // namespace asb::ui
