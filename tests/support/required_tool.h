// What a test needs and packaging/setup.sh --test or the build brings. Where it is missing, a test is skipped
// on a developer's machine and fails in CI (CI is set and neither "false" nor "0"), so that no check is lost
// unseen. What depends on the kernel or on privileges stays a plain QSKIP.
#pragma once

#include <QStandardPaths>
#include <QTest>
#include <cstdlib>
#include <string_view>

namespace asb::test {

inline bool in_ci() {
    const char* value = std::getenv("CI");
    return value != nullptr && *value != '\0' && std::string_view(value) != "false"
           && std::string_view(value) != "0";
}

} // namespace asb::test

/// Leaves the test function unless `condition` holds; `reason` says what is missing.
#define ASB_REQUIRE(condition, reason)                                                                       \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            if (asb::test::in_ci())                                                                          \
                QFAIL(reason ", and in CI it has to be there");                                              \
            QSKIP(reason);                                                                                   \
        }                                                                                                    \
    } while (false)

/// The same for a program on PATH.
#define ASB_REQUIRE_TOOL(name)                                                                               \
    ASB_REQUIRE(!QStandardPaths::findExecutable(QStringLiteral(name)).isEmpty(), "no " name " on PATH")
