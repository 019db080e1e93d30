#include "ui/traffic/packed_event.h"

#include <cstring>
#include <type_traits>

namespace asb::ui {
namespace {

/// The one list of fields. A visitor is called for each in the same order, whether it writes or reads.
template <typename AnyEvent, typename Visitor>
void visit_fields(AnyEvent& event, Visitor& visitor) {
    visitor.enumeration(event.type);
    visitor.number(event.sequence);
    visitor.number(event.time_ms);
    visitor.number(event.request);
    visitor.number(event.command);
    visitor.text(event.line);
    visitor.text(event.cwd);
    visitor.text(event.origin);
    visitor.texts(event.argv);
    visitor.text(event.path);
    visitor.number(event.pid);
    visitor.number(event.parent);
    visitor.number(event.peer_pid);
    visitor.number(event.declared);
    visitor.optional(event.status);
    visitor.optional(event.signal);
    visitor.number(event.user_us);
    visitor.number(event.system_us);
    visitor.number(event.max_rss_kb);
    visitor.number(event.duration_us);
    visitor.optional(event.end_reason);
    visitor.numbers(event.pids);
    visitor.number(event.note_kind);
    visitor.number(event.count);
    visitor.enumeration(event.verdict);
    visitor.text(event.reason);
    visitor.text(event.rule);
    visitor.texts(event.caller_chain);
    visitor.text(event.policy);
    visitor.number(event.landlock_abi);
    visitor.text(event.text);
    visitor.text(event.truncated);
}

/// Signed numbers with small amounts become small unsigned ones.
constexpr std::uint64_t fold(std::int64_t value) {
    return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t unfold(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
}

/// A bit for each field says whether it is there; fields that hold their default take no byte.
class Writer {
public:
    explicit Writer(std::string& out) : out_(out) { out_.assign(sizeof(std::uint64_t), '\0'); }
    void finish() const { std::memcpy(out_.data(), &mask_, sizeof mask_); }

    template <typename Number>
    void number(Number value) {
        if (next(value != Number{}))
            put(fold(static_cast<std::int64_t>(value)));
    }
    template <typename Enum>
    void enumeration(Enum value) {
        number(static_cast<int>(value));
    }
    template <typename Value>
    void optional(const std::optional<Value>& value) {
        if (next(value.has_value()))
            put(fold(static_cast<std::int64_t>(*value)));
    }
    void text(const std::string& value) {
        if (next(!value.empty()))
            put_text(value);
    }
    void texts(const std::vector<std::string>& values) {
        if (!next(!values.empty()))
            return;
        put(values.size());
        for (const std::string& value : values)
            put_text(value);
    }
    void numbers(const std::vector<int>& values) {
        if (!next(!values.empty()))
            return;
        put(values.size());
        for (const int value : values)
            put(fold(value));
    }

private:
    bool next(bool present) {
        mask_ |= std::uint64_t{present} << field_++;
        return present;
    }
    void put(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7U)
            out_ += static_cast<char>(value | 0x80U);
        out_ += static_cast<char>(value);
    }
    void put_text(const std::string& value) {
        put(value.size());
        out_ += value;
    }

    std::string& out_;
    std::uint64_t mask_ = 0;
    unsigned field_ = 0;
};

class Reader {
public:
    explicit Reader(const char* bytes) : at_(bytes + sizeof mask_) {
        std::memcpy(&mask_, bytes, sizeof mask_);
    }

    template <typename Number>
    void number(Number& value) {
        value = next() ? static_cast<Number>(unfold(take())) : Number{};
    }
    template <typename Enum>
    void enumeration(Enum& value) {
        int plain = 0;
        number(plain);
        value = static_cast<Enum>(plain);
    }
    template <typename Value>
    void optional(std::optional<Value>& value) {
        if (next())
            value = static_cast<Value>(unfold(take()));
        else
            value.reset();
    }
    void text(std::string& value) {
        if (next())
            take_text(value);
        else
            value.clear();
    }
    void texts(std::vector<std::string>& values) {
        values.resize(next() ? take() : 0);
        for (std::string& value : values)
            take_text(value);
    }
    void numbers(std::vector<int>& values) {
        values.resize(next() ? take() : 0);
        for (int& value : values)
            value = static_cast<int>(unfold(take()));
    }

private:
    bool next() { return ((mask_ >> field_++) & 1U) != 0; }
    std::uint64_t take() {
        std::uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const auto byte = static_cast<unsigned char>(*at_++);
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80)
                return value;
        }
    }
    void take_text(std::string& value) {
        const std::uint64_t size = take();
        value.assign(at_, size);
        at_ += size;
    }

    const char* at_;
    std::uint64_t mask_ = 0;
    unsigned field_ = 0;
};

} // namespace

PackedEvent::PackedEvent(const Event& event) {
    static std::string room; // GUI thread only; keeps its size from event to event
    Writer writer(room);
    visit_fields(event, writer);
    writer.finish();
    size_ = static_cast<std::uint32_t>(room.size());
    bytes_.reset(new char[room.size()]);
    std::memcpy(bytes_.get(), room.data(), room.size());
}

void PackedEvent::unpack(Event& event) const {
    if (empty()) {
        event = Event{};
        return;
    }
    Reader reader(bytes_.get());
    visit_fields(event, reader);
}

Event PackedEvent::event() const {
    Event event;
    unpack(event);
    return event;
}

} // namespace asb::ui
