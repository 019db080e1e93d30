#include "core/base/event.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

namespace asb {

namespace {

using Json = nlohmann::json;

// Limits count encoded bytes, so that a whole line always fits into what event_from_json takes.
constexpr std::size_t kLongText = std::size_t{256} << 10;
constexpr std::size_t kShortText = std::size_t{32} << 10;
constexpr std::size_t kMaxWords = 1024;
constexpr std::size_t kMaxPids = 4096;
constexpr std::size_t kMaxLine = std::size_t{2} << 20;

constexpr std::array<const char*, 12> kEventNames{
    "hello",   "request_start", "command_start", "command_end", "request_end", "job_left",
    "job_end", "ending",        "note",          "gap",         "verdict",     "session"};
constexpr std::array<const char*, 5> kVerdictNames{"none", "floor", "policy", "refused", "unknown"};
constexpr std::array<const char*, 5> kEndNames{"exit", "timeout", "cancelled", "client_lost", "worker_lost"};
constexpr std::array<const char*, 5> kOrderNames{"cancel", "ended", "kill_job", "end_all_jobs", "shutdown"};

template <typename Enum, std::size_t N>
const char* name_of(const std::array<const char*, N>& names, Enum value) {
    const std::size_t index = static_cast<std::size_t>(value);
    return index < N ? names[index] : "unknown";
}

template <typename Enum, std::size_t N>
bool find_name(const std::array<const char*, N>& names, const std::string& name, Enum& value) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return false;
    value = static_cast<Enum>(found - names.begin());
    return true;
}

// --- writing
// -------------------------------------------------------------------------------------------------------

void append_hex(std::string& out, unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    out.push_back(digits[byte >> 4U]);
    out.push_back(digits[byte & 0xfU]);
}

void append_ascii(std::string& out, char c) {
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\t':
        out += "\\t";
        return;
    case '\r':
        out += "\\r";
        return;
    default:
        break;
    }
    if (static_cast<unsigned char>(c) >= 0x20) {
        out.push_back(c);
        return;
    }
    out += "\\u00";
    append_hex(out, static_cast<unsigned char>(c));
}

/// The inside of a JSON string for `text`, at most `limit` bytes of it. False when it was cut.
bool append_text(std::string& out, std::string_view text, std::size_t limit) {
    const std::size_t end = out.size() + limit;
    while (!text.empty()) {
        const std::size_t before = out.size();
        std::uint32_t code = 0;
        const std::size_t length = decode_utf8(text, 0, code);
        if (length == 1) {
            append_ascii(out, text[0]);
        } else if (length > 1) {
            out.append(text.substr(0, length));
        } else {
            out += "\\\\x";
            append_hex(out, static_cast<unsigned char>(text[0]));
        }
        if (out.size() > end) {
            out.resize(before);
            return false;
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return true;
}

/// Writes the members of one object, leaving out defaults and collecting the names of what was cut.
class Writer {
public:
    explicit Writer(std::string truncated) : truncated_(std::move(truncated)) { out_ = "{"; }

    void number(const char* name, std::int64_t value) {
        if (value != 0)
            raw(name, std::to_string(value));
    }
    void number(const char* name, std::uint64_t value) {
        if (value != 0)
            raw(name, std::to_string(value));
    }
    void number(const char* name, int value) { number(name, static_cast<std::int64_t>(value)); }
    void present(const char* name, const std::optional<int>& value) {
        if (value)
            raw(name, std::to_string(*value));
    }
    void raw(const char* name, std::string_view value) {
        key(name);
        out_ += value;
    }
    void text(const char* name, std::string_view value, std::size_t limit) {
        if (value.empty())
            return;
        key(name);
        out_ += '"';
        if (!append_text(out_, value, limit))
            cut(name);
        out_ += '"';
    }
    void words(const char* name, const std::vector<std::string>& values, std::size_t limit) {
        if (values.empty())
            return;
        key(name);
        out_ += '[';
        const std::size_t start = out_.size();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t used = out_.size() - start;
            if (i == kMaxWords || used + 3 > limit) {
                cut(name);
                break;
            }
            out_ += i == 0 ? "\"" : ",\"";
            const bool whole = append_text(out_, values[i], limit - used - 3);
            out_ += '"';
            if (!whole) {
                cut(name);
                break;
            }
        }
        out_ += ']';
    }
    void pids(const char* name, const std::vector<int>& values) {
        if (values.empty())
            return;
        key(name);
        out_ += '[';
        for (std::size_t i = 0; i < std::min(values.size(), kMaxPids); ++i)
            out_ += (i == 0 ? "" : ",") + std::to_string(values[i]);
        out_ += ']';
        if (values.size() > kMaxPids)
            cut(name);
    }
    std::string finish() {
        text("truncated", truncated_, 1024);
        out_ += '}';
        return std::move(out_);
    }

private:
    void key(const char* name) {
        if (out_.size() > 1)
            out_ += ',';
        out_ += '"';
        out_ += name;
        out_ += "\":";
    }
    void cut(std::string_view name) {
        const std::string list = "," + truncated_ + ",";
        if (list.find("," + std::string(name) + ",") != std::string::npos)
            return;
        if (!truncated_.empty())
            truncated_ += ',';
        truncated_ += name;
    }

    std::string out_;
    std::string truncated_;
};

// --- reading
// -------------------------------------------------------------------------------------------------------

/// Takes members out of a parsed object; the first one of a wrong type is remembered and the rest is skipped.
class Reader {
public:
    explicit Reader(const Json& object) : object_(object) {}

    const std::string& wrong() const { return wrong_; }
    void reject(const char* name) {
        if (wrong_.empty())
            wrong_ = name;
    }

    template <typename Integer>
    void number(const char* name, Integer& value) {
        const Json* member = find(name);
        if (member != nullptr && !integer(*member, value))
            reject(name);
    }
    void present(const char* name, std::optional<int>& value) {
        if (object_.contains(name))
            number(name, value.emplace());
    }
    void text(const char* name, std::string& value) {
        const Json* member = find(name);
        if (member == nullptr)
            return;
        if (member->is_string())
            value = member->get_ref<const std::string&>();
        else
            reject(name);
    }
    void boolean(const char* name, bool& value) {
        const Json* member = find(name);
        if (member == nullptr)
            return;
        if (member->is_boolean())
            value = member->get<bool>();
        else
            reject(name);
    }
    void words(const char* name, std::vector<std::string>& values) {
        for (const Json& word : array(name, kMaxWords)) {
            if (word.is_string())
                values.push_back(word.get_ref<const std::string&>());
            else
                reject(name);
        }
    }
    void pids(const char* name, std::vector<int>& values) {
        for (const Json& pid : array(name, kMaxPids)) {
            if (!integer(pid, values.emplace_back()))
                reject(name);
        }
    }

private:
    const Json* find(const char* name) const {
        const auto found = object_.find(name);
        return found == object_.end() || !wrong_.empty() ? nullptr : &*found;
    }
    const Json& array(const char* name, std::size_t limit) {
        static const Json none = Json::array();
        const Json* member = find(name);
        if (member == nullptr)
            return none;
        if (member->is_array() && member->size() <= limit)
            return *member;
        reject(name);
        return none;
    }
    template <typename Integer>
    static bool integer(const Json& member, Integer& value) {
        if (member.is_number_unsigned()) {
            const std::uint64_t wide = member.get<std::uint64_t>();
            if (wide > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
                return false;
            value = static_cast<Integer>(wide);
            return true;
        }
        if (!member.is_number_integer())
            return false;
        const std::int64_t wide = member.get<std::int64_t>();
        // A value that is not unsigned is negative here.
        if (std::numeric_limits<Integer>::min() == 0
            || wide < static_cast<std::int64_t>(std::numeric_limits<Integer>::min()))
            return false;
        value = static_cast<Integer>(wide);
        return true;
    }

    const Json& object_;
    std::string wrong_;
};

Result<Json> parse_object(std::string_view line, const char* what) {
    if (line.size() > kMaxLine)
        return Error{std::string(what) + ": longer than 2 MiB", {}, EMSGSIZE};
    Json object = Json::parse(line, nullptr, false);
    if (object.is_discarded() || !object.is_object())
        return Error{std::string(what) + ": not a JSON object", {}, EINVAL};
    return object;
}

Error wrong_member(const char* what, const std::string& name) {
    return Error{std::string(what) + ": member \"" + name + "\" is missing or not valid", {}, EINVAL};
}

void read_enums(Reader& reader, const Json& object, Event& event) {
    std::string name;
    reader.text("type", name);
    if (!find_name(kEventNames, name, event.type))
        reader.reject("type");
    if (object.contains("verdict")) {
        name.clear();
        reader.text("verdict", name);
        if (!find_name(kVerdictNames, name, event.verdict))
            reader.reject("verdict");
    }
    if (object.contains("end_reason")) {
        name.clear();
        reader.text("end_reason", name);
        if (!find_name(kEndNames, name, event.end_reason.emplace()))
            reader.reject("end_reason");
    }
}

} // namespace

std::string tag_of(const Event& event) {
    return std::to_string(event.request) + "." + std::to_string(event.command);
}

bool parse_tag(std::string_view tag, std::uint64_t& request, std::uint64_t& command) {
    const char* const end = tag.data() + tag.size();
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    const auto first = std::from_chars(tag.data(), end, left);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.')
        return false;
    const auto second = std::from_chars(first.ptr + 1, end, right);
    if (second.ec != std::errc() || second.ptr != end)
        return false;
    request = left;
    command = right;
    return true;
}

std::string to_json(const Event& event) {
    Writer writer(event.truncated);
    writer.number("v", kEventSchemaVersion);
    writer.text("type", to_string(event.type), kShortText);
    writer.number("sequence", event.sequence);
    writer.number("time_ms", event.time_ms);
    writer.number("request", event.request);
    writer.number("command", event.command);
    writer.text("line", event.line, kLongText);
    writer.text("cwd", event.cwd, kShortText);
    writer.text("origin", event.origin, kShortText);
    writer.words("argv", event.argv, kLongText);
    writer.text("path", event.path, kShortText);
    writer.number("pid", event.pid);
    writer.number("parent", event.parent);
    writer.number("peer_pid", event.peer_pid);
    if (event.declared)
        writer.raw("declared", "true");
    writer.present("status", event.status);
    writer.present("signal", event.signal);
    writer.number("user_us", event.user_us);
    writer.number("system_us", event.system_us);
    writer.number("max_rss_kb", event.max_rss_kb);
    writer.number("duration_us", event.duration_us);
    if (event.end_reason)
        writer.text("end_reason", to_string(*event.end_reason), kShortText);
    writer.pids("pids", event.pids);
    writer.number("note_kind", event.note_kind);
    writer.number("count", event.count);
    if (event.verdict != Verdict::None)
        writer.text("verdict", to_string(event.verdict), kShortText);
    writer.text("reason", event.reason, kLongText);
    writer.text("rule", event.rule, kShortText);
    writer.words("caller_chain", event.caller_chain, kShortText);
    writer.text("policy", event.policy, kShortText);
    writer.number("landlock_abi", event.landlock_abi);
    writer.text("text", event.text, kLongText);
    return writer.finish();
}

Result<Event> event_from_json(std::string_view line) {
    const Result<Json> object = parse_object(line, "event");
    if (!object)
        return object.error();
    Event event;
    Reader reader(*object);
    int version = kEventSchemaVersion;
    reader.number("v", version);
    if (version != kEventSchemaVersion)
        reader.reject("v");
    read_enums(reader, *object, event);
    reader.number("sequence", event.sequence);
    reader.number("time_ms", event.time_ms);
    reader.number("request", event.request);
    reader.number("command", event.command);
    reader.text("line", event.line);
    reader.text("cwd", event.cwd);
    reader.text("origin", event.origin);
    reader.words("argv", event.argv);
    reader.text("path", event.path);
    reader.number("pid", event.pid);
    reader.number("parent", event.parent);
    reader.number("peer_pid", event.peer_pid);
    reader.boolean("declared", event.declared);
    reader.present("status", event.status);
    reader.present("signal", event.signal);
    reader.number("user_us", event.user_us);
    reader.number("system_us", event.system_us);
    reader.number("max_rss_kb", event.max_rss_kb);
    reader.number("duration_us", event.duration_us);
    reader.pids("pids", event.pids);
    reader.number("note_kind", event.note_kind);
    reader.number("count", event.count);
    reader.text("reason", event.reason);
    reader.text("rule", event.rule);
    reader.words("caller_chain", event.caller_chain);
    reader.text("policy", event.policy);
    reader.number("landlock_abi", event.landlock_abi);
    reader.text("text", event.text);
    reader.text("truncated", event.truncated);
    if (!reader.wrong().empty())
        return wrong_member("event", reader.wrong());
    return event;
}

const char* to_string(EventType type) {
    return name_of(kEventNames, type);
}

const char* to_string(Verdict verdict) {
    return name_of(kVerdictNames, verdict);
}

const char* to_string(EndReason reason) {
    return name_of(kEndNames, reason);
}

std::string to_json(const Order& order) {
    Writer writer({});
    writer.text("order", name_of(kOrderNames, order.type), kShortText);
    writer.number("request", order.request);
    writer.number("pid", order.pid);
    return writer.finish();
}

Result<Order> order_from_json(std::string_view line) {
    const Result<Json> object = parse_object(line, "order");
    if (!object)
        return object.error();
    Order order;
    Reader reader(*object);
    std::string name;
    reader.text("order", name);
    if (!find_name(kOrderNames, name, order.type))
        reader.reject("order");
    reader.number("request", order.request);
    reader.number("pid", order.pid);
    const bool needs_request = order.type == OrderType::Cancel || order.type == OrderType::Ended;
    if (needs_request && order.request == 0)
        reader.reject("request");
    if (order.type == OrderType::KillJob && order.pid <= 1)
        reader.reject("pid");
    if (!reader.wrong().empty())
        return wrong_member("order", reader.wrong());
    return order;
}

} // namespace asb
