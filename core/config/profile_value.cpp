#include "core/config/profile_value.h"

#include <algorithm>
#include <cerrno>
#include <charconv>

namespace asb {

using Kind = jsonc::Value::Kind;

namespace {

/// "linux", "!macos", "linux:debian:>=12" or a list of them, one of which has to hold.
bool condition_holds(const jsonc::Value& when) {
    if (when.is(Kind::Array))
        return std::any_of(when.items.begin(), when.items.end(), condition_holds);
    if (!when.is(Kind::String))
        return true;
    std::string_view text = when.text;
    const bool negated = !text.empty() && text.front() == '!';
    if (negated)
        text.remove_prefix(1);
    const bool detailed = text.find(':') != std::string_view::npos;
    const bool is_linux = text.substr(0, text.find(':')) == "linux";
    if (is_linux && detailed)
        return true; // a distribution or version: not judged here, and a grant too many in a report is the
                     // safe side
    return is_linux != negated;
}

/// A number as JSON5 writes it (0x50, +80); -1 when it is no port.
int port_number(std::string_view text) {
    int base = 10;
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    if (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X") {
        base = 16;
        text.remove_prefix(2);
    }
    int port = -1;
    const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), port, base);
    const bool whole = code == std::errc() && stop == text.data() + text.size();
    return whole && port >= 0 && port <= 65535 ? port : -1;
}

} // namespace

void ProfileValues::fail(const jsonc::Value& value, const std::string& what) {
    if (!error_)
        error_ =
            Error{file_ + ":" + std::to_string(value.line) + ":" + std::to_string(value.column) + ": " + what,
                  "`nono profile validate " + file_ + "` says what nono makes of it", EINVAL};
}

const jsonc::Value* ProfileValues::member(const jsonc::Value& parent, const char* key, Kind kind,
                                          const std::string& where) {
    const jsonc::Value* value = parent.find(key);
    if (value == nullptr || value->is(kind))
        return value;
    fail(*value, "'" + (where.empty() ? std::string() : where + ".") + key + "' has to be "
                     + std::string(to_string(kind)) + ", not " + std::string(to_string(value->kind)));
    return nullptr;
}

const jsonc::Value* ProfileValues::object(const jsonc::Value& parent, const char* key,
                                          const std::string& where) {
    return member(parent, key, Kind::Object, where);
}

std::string ProfileValues::text(const jsonc::Value& parent, const char* key, const std::string& where) {
    const jsonc::Value* value = member(parent, key, Kind::String, where);
    return value == nullptr ? std::string() : value->text;
}

bool ProfileValues::flag(const jsonc::Value& parent, const char* key, const std::string& where) {
    const jsonc::Value* value = member(parent, key, Kind::Boolean, where);
    return value != nullptr && value->boolean;
}

std::optional<std::vector<std::string>>
ProfileValues::optional_texts(const jsonc::Value& parent, const char* key, const std::string& where) {
    const jsonc::Value* list = member(parent, key, Kind::Array, where);
    if (list == nullptr)
        return std::nullopt;
    std::vector<std::string> texts;
    for (const jsonc::Value& item : list->items) {
        if (!item.is(Kind::String)) {
            fail(item, "'" + where + "." + key + "' has to be a list of strings");
            break;
        }
        texts.push_back(item.text);
    }
    return texts;
}

std::vector<std::string> ProfileValues::texts(const jsonc::Value& parent, const char* key,
                                              const std::string& where) {
    return optional_texts(parent, key, where).value_or(std::vector<std::string>{});
}

std::vector<std::string> ProfileValues::conditional_texts(const jsonc::Value& parent, const char* key,
                                                          const char* value_key, const std::string& where) {
    const jsonc::Value* list = member(parent, key, Kind::Array, where);
    std::vector<std::string> texts;
    if (list == nullptr)
        return texts;
    for (const jsonc::Value& item : list->items) {
        const jsonc::Value* text = item.is(Kind::String) ? &item : item.find(value_key);
        if (text == nullptr || !text->is(Kind::String)) {
            fail(item, "an entry of '" + where + "." + key + "' has to be a string or an object with '"
                           + value_key + "'");
            break;
        }
        const jsonc::Value* when = item.find("when");
        if (when == nullptr || condition_holds(*when))
            texts.push_back(text->text);
    }
    return texts;
}

std::vector<int> ProfileValues::ports(const jsonc::Value& parent, const char* key, const std::string& where) {
    const jsonc::Value* list = member(parent, key, Kind::Array, where);
    std::vector<int> ports;
    if (list == nullptr)
        return ports;
    for (const jsonc::Value& item : list->items) {
        const int port = item.is(Kind::Number) ? port_number(item.text) : -1;
        if (port < 0) {
            fail(item, "'" + where + "." + key + "' has to be a list of port numbers");
            break;
        }
        ports.push_back(port);
    }
    return ports;
}

std::map<std::string, std::string> ProfileValues::text_map(const jsonc::Value& parent, const char* key,
                                                           const std::string& where) {
    const jsonc::Value* map = object(parent, key, where);
    std::map<std::string, std::string> texts;
    if (map == nullptr)
        return texts;
    for (std::size_t i = 0; i < map->keys.size(); ++i) {
        if (!map->items[i].is(Kind::String)) {
            fail(map->items[i], "'" + where + "." + key + "." + map->keys[i] + "' has to be a string");
            break;
        }
        texts[map->keys[i]] = map->items[i].text;
    }
    return texts;
}

} // namespace asb
