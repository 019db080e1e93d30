#include "core/commands/init_templates.h"

#include "core/base/text.h"

#include <QFile>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>

// Has to stand outside every namespace; without it the linker leaves the resources of a static library out.
static void register_templates() {
    Q_INIT_RESOURCE(templates);
}

namespace asb {

namespace {

constexpr std::string_view kMark = "@@";

/// The inside of a JSON string.
std::string json_text(const std::string& value) {
    std::string out;
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
            out += escape;
        } else {
            out += c;
        }
    }
    return out;
}

Result<std::vector<std::string>> values_of(const std::string& name, const TemplateValues& values) {
    const auto found = values.find(name);
    if (found == values.end())
        return Error{"template: no values for the placeholder @@" + name + "@@", {}, 0};
    for (const std::string& value : found->second) {
        if (!is_valid_utf8(value))
            return Error{"path " + visible_text(value) + ": not UTF-8, so it cannot stand in a profile",
                         "rename it, or write the profiles by hand", 0};
    }
    return found->second;
}

/// NAME when the line is nothing but "@@NAME@@" with perhaps a comma.
std::optional<std::string> list_placeholder(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return std::nullopt;
    line.remove_prefix(begin);
    if (!line.empty() && line.back() == ',')
        line.remove_suffix(1);
    constexpr std::string_view open = "\"@@";
    constexpr std::string_view close = "@@\"";
    if (line.size() <= open.size() + close.size() || line.substr(0, open.size()) != open
        || line.substr(line.size() - close.size()) != close)
        return std::nullopt;
    line = line.substr(open.size(), line.size() - open.size() - close.size());
    if (line.find('@') != std::string_view::npos)
        return std::nullopt;
    return std::string(line);
}

Status fill_list(std::string& out, std::string_view line, const std::string& name,
                 const TemplateValues& values) {
    Result<std::vector<std::string>> list = values_of(name, values);
    if (!list)
        return list.error();
    const std::string indent(line.substr(0, line.find('"')));
    const bool comma = line.back() == ',';
    for (std::size_t i = 0; i < list->size(); ++i)
        out += indent + '"' + json_text((*list)[i]) + '"' + (comma || i + 1 < list->size() ? ",\n" : "\n");
    return success();
}

Status fill_line(std::string& out, std::string_view line, const TemplateValues& values) {
    for (;;) {
        const std::size_t begin = line.find(kMark);
        const std::size_t end =
            begin == std::string_view::npos ? begin : line.find(kMark, begin + kMark.size());
        if (end == std::string_view::npos)
            break;
        const std::string name(line.substr(begin + kMark.size(), end - begin - kMark.size()));
        Result<std::vector<std::string>> list = values_of(name, values);
        if (!list)
            return list.error();
        if (list->size() != 1)
            return Error{"template: @@" + name + "@@ needs exactly one value", {}, 0};
        out += std::string(line.substr(0, begin)) + json_text(list->front());
        line.remove_prefix(end + kMark.size());
    }
    out += std::string(line) + '\n';
    return success();
}

} // namespace

Result<std::string> fill_template(const std::string& text, const TemplateValues& values) {
    std::string out;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = std::string_view(text).substr(begin, end - begin);
        const std::optional<std::string> name = list_placeholder(line);
        const Status status = name ? fill_list(out, line, *name, values) : fill_line(out, line, values);
        if (!status)
            return status.error();
        begin = end + 1;
    }
    return out;
}

Result<std::vector<FilledTemplate>> filled_templates(const TemplateValues& values) {
    register_templates();
    std::vector<FilledTemplate> filled;
    for (const char* name : {"agent-sandbox.toml", "claude-profile.json", "command-profile.json"}) {
        QFile file(QStringLiteral(":/templates/") + QLatin1String(name));
        if (!file.open(QIODevice::ReadOnly))
            return Error{std::string("template ") + name + ": " + file.errorString().toStdString(),
                         "this agent-sandbox is not built completely", 0};
        Result<std::string> text = fill_template(file.readAll().toStdString(), values);
        if (!text)
            return text.error();
        filled.push_back({name, std::move(*text)});
    }
    return filled;
}

} // namespace asb
