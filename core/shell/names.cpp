#include "core/shell/names.h"

#include <deque>
#include <unordered_map>

namespace asb::shell {

namespace {

struct NameTable {
    std::deque<std::string> names; // deque: references stay valid
    std::unordered_map<std::string_view, Slot> slots;
};

NameTable& table() {
    static NameTable instance;
    return instance;
}

} // namespace

Slot intern(std::string_view name) {
    NameTable& t = table();
    if (const auto it = t.slots.find(name); it != t.slots.end())
        return it->second;
    const Slot slot = static_cast<Slot>(t.names.size());
    t.names.emplace_back(name);
    t.slots.emplace(t.names.back(), slot);
    return slot;
}

Slot twin_slot(Slot slot) {
    NameTable& t = table();
    t.names.emplace_back(t.names[slot]);
    return static_cast<Slot>(t.names.size() - 1);
}

Slot find_slot(std::string_view name) {
    const NameTable& t = table();
    const auto it = t.slots.find(name);
    return it == t.slots.end() ? kNoSlot : it->second;
}

const std::string& name_of(Slot slot) {
    return table().names[slot];
}

std::size_t slot_count() {
    return table().names.size();
}

bool is_name(std::string_view text) {
    if (text.empty() || !is_name_start(text.front()))
        return false;
    for (const char c : text) {
        if (!is_name_char(c))
            return false;
    }
    return true;
}

} // namespace asb::shell
