#include "core/config/env_file.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"

#include <algorithm>
#include <cerrno>

namespace asb {

namespace {

constexpr std::size_t largest_file = std::size_t{1} << 20;
constexpr std::size_t longest_line = std::size_t{64} << 10;
constexpr std::size_t most_pairs = 4096;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\v\f";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool is_variable_name(std::string_view name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    if (name.empty() || !letter(name.front()))
        return false;
    return std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string_view unquoted(std::string_view value) {
    if (value.size() >= 2 && value.front() == value.back() && (value.front() == '"' || value.front() == '\''))
        return value.substr(1, value.size() - 2);
    return value;
}

/// One line that counts. The Error has no place yet; nothing of the line is shown but the name, for the rest
/// may be secret.
Result<std::pair<std::string, std::string>> parse_line(std::string_view line) {
    constexpr std::string_view export_word = "export ";
    if (line.find('\0') != std::string_view::npos)
        return Error{"a NUL character", "environment values are text", EINVAL};
    if (line.substr(0, export_word.size()) == export_word)
        line.remove_prefix(export_word.size());
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos)
        return Error{"no '=' in the line", "one NAME=value a line; comment lines begin with #", EINVAL};
    const std::string_view name = trimmed(line.substr(0, sign));
    if (!is_variable_name(name))
        return Error{"'" + visible_text(name, false, 40) + "' is not the name of a variable",
                     "letters, digits and _ only, no digit first", EINVAL};
    return std::pair(std::string(name), std::string(unquoted(trimmed(line.substr(sign + 1)))));
}

} // namespace

Result<std::string> env_reference_path(std::string_view reference, const std::string& base_dir) {
    std::string_view path = trimmed(reference);
    if (path.substr(0, 7) == "file://")
        path.remove_prefix(7);
    else if (path.substr(0, 5) == "file:")
        path.remove_prefix(5);
    if (path.empty())
        return Error{"--env: empty reference", "give file:PATH, file://PATH or PATH", EINVAL};
    if (path.find('\0') != std::string_view::npos)
        return Error{"--env: a NUL character in the path", {}, EINVAL};
    if (path == "~" || path.substr(0, 2) == "~/")
        return absolute_path(home_dir() + std::string(path.substr(1)), base_dir);
    return absolute_path(std::string(path), base_dir);
}

Result<EnvironmentPairs> parse_env_text(std::string_view text, const std::string& name) {
    EnvironmentPairs pairs;
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view raw = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto fail = [&](const Error& error) {
            return Error{name + ":" + std::to_string(number) + ": " + error.what, error.hint, error.code};
        };
        if (raw.size() > longest_line)
            return fail({"line longer than 64 KiB", "shorten the value", EINVAL});
        const std::string_view line = trimmed(raw);
        if (line.empty() || line.front() == '#')
            continue;
        Result<std::pair<std::string, std::string>> pair = parse_line(line);
        if (!pair)
            return fail(pair.error());
        if (pairs.size() >= most_pairs)
            return fail({"more than 4096 variables", "split the file", EINVAL});
        pairs.push_back(std::move(*pair));
    }
    return pairs;
}

Result<EnvironmentPairs> load_env_files(const std::vector<std::string>& references,
                                        const std::string& base_dir) {
    EnvironmentPairs all;
    for (const std::string& reference : references) {
        Result<std::string> path = env_reference_path(reference, base_dir);
        if (!path)
            return path.error();
        Result<std::string> text = read_file(*path, largest_file);
        if (!text)
            return Error{"--env: " + text.error().what, text.error().hint, text.error().code};
        Result<EnvironmentPairs> pairs = parse_env_text(*text, *path);
        if (!pairs)
            return pairs.error();
        for (auto& pair : *pairs) {
            const auto same = std::find_if(all.begin(), all.end(),
                                           [&](const auto& old) { return old.first == pair.first; });
            if (same == all.end())
                all.push_back(std::move(pair));
            else
                same->second = std::move(pair.second);
        }
    }
    return all;
}

} // namespace asb
