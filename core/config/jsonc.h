// JSON with comments, as nono reads its profiles (jsonc-parser 0.34 with every tolerance on: comments,
// trailing and missing commas, single quotes, bare property names, JSON5 numbers and escapes), with the
// position of each value. nlohmann's parser is stricter than that and keeps no positions, so it cannot say
// what nono sees nor where it stands.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace asb::jsonc {

struct Value {
    enum class Kind { Null, Boolean, Number, String, Array, Object };
    Kind kind = Kind::Null;
    bool boolean = false;
    std::string text;              ///< content of a string; a number as written
    std::vector<Value> items;      ///< elements of an array, values of an object
    std::vector<std::string> keys; ///< keys of an object, parallel to items
    int line = 0;                  ///< from 1
    int column = 0;                ///< from 1, in bytes

    bool is(Kind wanted) const { return kind == wanted; }
    /// Member of an object; the last one of a name that stands there twice, as in nono. nullptr when absent,
    /// null, or when this is no object.
    const Value* find(std::string_view key) const;
};

/// "object", "string", … for messages.
std::string_view to_string(Value::Kind kind);

inline constexpr std::size_t maximum_depth = 512; ///< nono's own limit
inline constexpr std::size_t maximum_values = 200'000;

/// The one value of `text`; `name` is put in front of messages ("name:line:column: what is wrong").
/// Errors: not UTF-8, NUL or other stray characters, syntax, more than one value or none, too deep, too many
/// values.
Result<Value> parse(std::string_view text, const std::string& name);

} // namespace asb::jsonc
