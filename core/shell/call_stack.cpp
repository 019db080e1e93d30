#include "core/shell/call_stack.h"

#include <algorithm>

namespace asb::shell {

void Functions::define(FunctionPtr function) {
    names_changed();
    FunctionPtr& place = map_[function->name];
    if (place) {
        function->exported = place->exported;
        function->traced = place->traced;
    }
    place = std::move(function);
}

bool Functions::erase(std::string_view name) {
    names_changed();
    return map_.erase(std::string(name)) != 0;
}

std::vector<FunctionPtr> Functions::sorted() const {
    std::vector<FunctionPtr> all;
    for (const auto& [name, function] : map_)
        all.push_back(function);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a->name < b->name; });
    return all;
}

} // namespace asb::shell
