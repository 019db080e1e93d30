// JSON for tests without a backslash before each quote (moc stumbles over some raw strings).
#pragma once

#include <algorithm>
#include <string>

/// Each ' becomes ".
inline std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}
