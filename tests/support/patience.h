// How long a test waits for what has to come: far longer than it takes, as it ends a test only when something
// is wrong. Qt's own 5 s are less than a busy machine may keep a process waiting.
#pragma once

#include <QTest>

namespace asb::test {

inline constexpr int kPatienceMs = 60'000;

} // namespace asb::test

#undef QTRY_VERIFY
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, asb::test::kPatienceMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT(expr, expected, asb::test::kPatienceMs)
