#include "core/execd/members.h"

#include "core/base/event.h"
#include "core/base/wire.h"

#include <algorithm>
#include <unistd.h>
#include <unordered_set>
#include <utility>

namespace asb::execd {

ProcessTable::ProcessTable() : processes_(list_processes()) {
    children_.reserve(processes_.size());
    for (std::size_t i = 0; i < processes_.size(); ++i)
        children_.emplace(processes_[i].parent, i);
}

bool ProcessTable::has_tag(const ProcessInfo& orphan, std::uint64_t request) {
    const auto [entry, fresh] = tags_.try_emplace(orphan.pid, 0);
    if (fresh) {
        const std::optional<std::uint64_t> tag = request_in_environment(orphan.pid);
        entry->second = tag.value_or(0);
        undecided_ = undecided_ || !tag;
    }
    return entry->second == request;
}

bool ProcessTable::is_seed(const ProcessInfo& process, const Target& target, const IsOwn& is_own) {
    if (target.session != 0 && process.session == target.session)
        return true;
    const auto is_process = [&](const ProcessKey& key) {
        return key.pid == process.pid && (key.start_ticks == 0 || key.start_ticks == process.start_ticks);
    };
    if (std::any_of(target.known.begin(), target.known.end(), is_process))
        return true;
    return target.request != 0 && process.parent == ::getpid() && !is_own(process.pid)
           && has_tag(process, target.request);
}

std::vector<ProcessInfo> ProcessTable::members(Target& target, const IsOwn& is_own) {
    std::vector<const ProcessInfo*> found;
    std::unordered_set<pid_t> seen{::getpid()};
    for (const ProcessInfo& process : processes_) {
        if (is_seed(process, target, is_own) && seen.insert(process.pid).second)
            found.push_back(&process);
    }
    for (std::size_t next = 0; next < found.size(); ++next) {
        const auto [begin, end] = children_.equal_range(found[next]->pid);
        for (auto child = begin; child != end; ++child) {
            if (seen.insert(processes_[child->second].pid).second)
                found.push_back(&processes_[child->second]);
        }
    }
    std::vector<ProcessInfo> living;
    target.known.clear();
    for (const ProcessInfo* process : found) {
        if (process->state == 'Z' || process->state == 'X')
            continue;
        living.push_back(*process);
        target.known.push_back(ProcessKey{process->pid, process->start_ticks});
    }
    return living;
}

std::vector<pid_t> own_children() {
    const pid_t self = ::getpid();
    if (std::optional<std::vector<pid_t>> children = children_of(self))
        return std::move(*children);
    std::vector<pid_t> children;
    for (const ProcessInfo& process : list_processes()) {
        if (process.parent == self)
            children.push_back(process.pid);
    }
    return children;
}

std::optional<std::uint64_t> request_in_environment(pid_t pid) {
    const std::optional<std::string> tag = environment_now(pid, wire::kTagVariable);
    if (!tag)
        return std::nullopt;
    std::uint64_t request = 0;
    std::uint64_t command = 0;
    return parse_tag(*tag, request, command) ? request : 0;
}

} // namespace asb::execd
