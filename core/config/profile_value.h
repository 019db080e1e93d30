// Typed access to the values of one profile file; keeps the first fault. Used by the profile reader only.
#pragma once

#include "core/config/jsonc.h"
#include "core/config/profile_reader.h"

#include <optional>

namespace asb {

class ProfileValues {
public:
    explicit ProfileValues(std::string file) : file_(std::move(file)) {}

    const std::optional<Error>& error() const { return error_; }
    SourcePosition position(const jsonc::Value& value) const { return {file_, value.line, value.column}; }
    void fail(const jsonc::Value& value, const std::string& what);

    // Each looks for `key` in `parent`; an absent or null member is the empty value, another kind a fault.
    // `where` names the parent in messages: "network".
    const jsonc::Value* object(const jsonc::Value& parent, const char* key, const std::string& where);
    std::string text(const jsonc::Value& parent, const char* key, const std::string& where);
    bool flag(const jsonc::Value& parent, const char* key, const std::string& where);
    std::vector<std::string> texts(const jsonc::Value& parent, const char* key, const std::string& where);
    std::optional<std::vector<std::string>> optional_texts(const jsonc::Value& parent, const char* key,
                                                           const std::string& where);
    /// Strings, or objects that carry the string under `value_key` beside an optional "when" (a platform
    /// condition: entries for other systems are left out, conditions on details of a Linux are taken as
    /// true).
    std::vector<std::string> conditional_texts(const jsonc::Value& parent, const char* key,
                                               const char* value_key, const std::string& where);
    std::vector<int> ports(const jsonc::Value& parent, const char* key, const std::string& where);
    std::map<std::string, std::string> text_map(const jsonc::Value& parent, const char* key,
                                                const std::string& where);

private:
    const jsonc::Value* member(const jsonc::Value& parent, const char* key, jsonc::Value::Kind kind,
                               const std::string& where);

    std::string file_;
    std::optional<Error> error_;
};

} // namespace asb
