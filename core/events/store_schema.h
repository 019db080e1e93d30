// What the writer and the reader of a store have in common.
#pragma once

#include "core/base/result.h"
#include "core/events/store.h"

#include <QSqlError>
#include <QString>

#include <string>

namespace asb {

/// Texts above this are not in `records.text`, which is NULL then: a search looks at the event itself.
inline constexpr std::size_t kStoreTextBytes = 2048;

/// The Error for people, and what kind it is (by SQLite's code, or its words where Qt gives no code).
Error store_error(const std::string& operation, const std::string& path, const QSqlError& error,
                  StoreFault& fault);
QString fresh_connection_name();

} // namespace asb
