#include "core/shell/builtin.h"

#include "core/shell/builtins/utility_state.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <unordered_map>

namespace asb::shell {

const std::vector<Builtin>& all_builtins() {
    static const std::vector<Builtin> table = [] {
        std::vector<Builtin> all;
        add_language_builtins(all);
        add_utility_builtins(all);
        add_process_builtins(all);
        std::sort(all.begin(), all.end(), [](const Builtin& a, const Builtin& b) { return a.name < b.name; });
        return all;
    }();
    return table;
}

const Builtin* find_builtin(const Shell& shell, std::string_view name, bool enabled_only) {
    static const std::unordered_map<std::string_view, const Builtin*> index = [] {
        std::unordered_map<std::string_view, const Builtin*> all;
        for (const Builtin& builtin : all_builtins())
            all.emplace(builtin.name, &builtin);
        return all;
    }();
    const auto it = index.find(name);
    if (it == index.end())
        return nullptr;
    if (enabled_only && !shell.disabled_builtins.empty() && shell.disabled_builtins.count(it->first) != 0)
        return nullptr;
    return it->second;
}

int usage_error(Shell& shell) {
    shell.builtin_misused = true;
    if (shell.builtin)
        shell.write_error(std::string(shell.builtin->name).append(": usage: ").append(shell.builtin->usage));
    return kUsageStatus;
}

OptionParser::OptionParser(Shell& shell, const Arguments& arguments, std::string_view spec)
    : shell_(shell), arguments_(arguments), spec_(spec) {
    if (!spec_.empty() && spec_[0] == '+') {
        accept_plus_ = true;
        spec_.remove_prefix(1);
    }
}

int OptionParser::next() {
    has_argument_ = false;
    argument_.clear();
    if (at_ == 0) {
        if (index_ >= arguments_.size())
            return 0;
        const std::string& word = arguments_[index_];
        const bool starts = word.size() > 1 && (word[0] == '-' || (word[0] == '+' && accept_plus_));
        if (!starts)
            return 0;
        if (word == "--") {
            ++index_;
            return 0;
        }
        plus_ = word[0] == '+';
        at_ = 1;
    }
    const std::string& word = arguments_[index_];
    const char letter = word[at_++];
    const std::size_t place =
        letter == ':' || letter == '#' || letter == ';' ? std::string_view::npos : spec_.find(letter);
    const bool last = at_ == word.size();
    if (place == std::string_view::npos) {
        shell_.builtin_error(std::string(1, plus_ ? '+' : '-') + letter + ": invalid option");
        usage_error(shell_);
        return '?';
    }
    const char kind = place + 1 < spec_.size() ? spec_[place + 1] : '\0';
    if (kind == ':' || kind == '#' || kind == ';') {
        if (!last) {
            argument_ = word.substr(at_);
            has_argument_ = true;
        } else if (index_ + 1 < arguments_.size()
                   && (kind != ';' || arguments_[index_ + 1].compare(0, 1, "-") != 0)) {
            argument_ = arguments_[++index_];
            has_argument_ = true;
        } else if (kind != ';') {
            shell_.builtin_error(std::string("-") + letter + ": option requires an argument");
            usage_error(shell_);
            return '?';
        }
        ++index_;
        at_ = 0;
    } else if (last) {
        ++index_;
        at_ = 0;
    }
    return letter;
}

} // namespace asb::shell
