#include "core/session/processes.h"

#include "core/base/fd.h"
#include "core/base/wire.h"

#include <algorithm>
#include <array>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kFirstPauseMs = 1; ///< most are gone at once
constexpr int kLongestPauseMs = 20;
constexpr std::chrono::seconds kKillTime{2};

using Links = std::array<std::string, 3>;

/// What /proc/<pid>/fd/0..2 point to; nullopt when they cannot be read or one is closed.
std::optional<Links> standard_links(pid_t pid) {
    Links links;
    for (std::size_t i = 0; i < links.size(); ++i) {
        char target[PATH_MAX];
        const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(i);
        const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
        if (length <= 0)
            return std::nullopt;
        links[i].assign(target, static_cast<std::size_t>(length));
    }
    return links;
}

/// Arguments of a process without its program's name (a shim's and its real program's argv[0] may differ).
std::string arguments_of(pid_t pid) {
    const std::string path = "/proc/" + std::to_string(pid) + "/cmdline";
    const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    char buffer[4096];
    const ssize_t count = file ? ::read(file.get(), buffer, sizeof buffer) : -1;
    if (count <= 0)
        return {};
    const std::string text(buffer, static_cast<std::size_t>(count));
    return text.substr(std::min(text.find('\0'), text.size()));
}

struct Candidate {
    ProcessInfo process;
    std::optional<Links> links;
    std::string tag;
    std::string arguments;
};

/// Narrows `matches` by a test when that leaves any.
template <typename Test>
void narrow(std::vector<const Candidate*>& matches, Test test) {
    std::vector<const Candidate*> better;
    std::copy_if(matches.begin(), matches.end(), std::back_inserter(better), test);
    if (!better.empty())
        matches.swap(better);
}

} // namespace

bool is_same_process(const ProcessInfo& process) {
    const std::optional<ProcessInfo> now = find_process(process.pid);
    return now && now->start_ticks == process.start_ticks && is_living(*now);
}

std::vector<ProcessInfo> processes_under_nono(const std::string& nono_temp) {
    const std::string prefix = nono_temp + '/';
    std::vector<ProcessInfo> found;
    const pid_t self = ::getpid();
    for (const ProcessInfo& process : list_processes()) {
        if (process.pid == self || !is_living(process))
            continue;
        const bool caps = environment_of(process.pid, "NONO_CAP_FILE").compare(0, prefix.size(), prefix) == 0;
        if (caps || environment_of(process.pid, "PATH").find(prefix) != std::string::npos)
            found.push_back(process);
    }
    return found;
}

std::vector<ProcessInfo> living_descendants(pid_t root) {
    std::vector<ProcessInfo> result = descendants_of(root);
    std::erase_if(result, [](const ProcessInfo& process) { return !is_living(process); });
    return result;
}

std::vector<ProcessInfo> real_programs_of(const std::vector<int>& shims, pid_t nono, pid_t execd) {
    std::vector<Candidate> candidates;
    for (const ProcessInfo& process : list_processes()) {
        if (process.parent == nono && process.pid != execd && is_living(process))
            candidates.push_back({process, standard_links(process.pid),
                                  environment_of(process.pid, wire::kTagVariable),
                                  arguments_of(process.pid)});
    }
    std::vector<ProcessInfo> found;
    for (const int shim : shims) {
        const std::optional<Links> links = standard_links(shim);
        if (!links)
            continue;
        std::vector<const Candidate*> matches;
        for (const Candidate& candidate : candidates) {
            if (candidate.links == links)
                matches.push_back(&candidate);
        }
        const std::string tag = environment_of(shim, wire::kTagVariable);
        if (!tag.empty()) // a real program has it only when its sandbox passes the variable on
            matches.erase(
                std::remove_if(matches.begin(), matches.end(),
                               [&](const Candidate* c) { return !c->tag.empty() && c->tag != tag; }),
                matches.end());
        const std::string arguments = arguments_of(shim);
        narrow(matches, [&](const Candidate* c) { return !tag.empty() && c->tag == tag; });
        narrow(matches, [&](const Candidate* c) { return c->arguments == arguments; });
        for (const Candidate* match : matches) {
            const bool known = std::any_of(found.begin(), found.end(),
                                           [&](const ProcessInfo& p) { return p.pid == match->process.pid; });
            if (!known)
                found.push_back(match->process);
        }
    }
    return found;
}

ProcessEnder::ProcessEnder(QObject* parent) : QObject(parent) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &ProcessEnder::tick);
}

void ProcessEnder::end(std::vector<ProcessInfo> processes, int term_ms, std::function<void()> done) {
    if (processes.empty()) {
        done();
        return;
    }
    if (term_ms > 0) {
        for (const ProcessInfo& process : processes)
            ::kill(process.pid, SIGTERM);
    }
    const auto kill_from = MonotonicClock::now() + std::chrono::milliseconds(term_ms);
    jobs_.push_back(Job{std::move(processes), kill_from, kill_from + kKillTime, std::move(done)});
    pause_ms_ = kFirstPauseMs;
    if (term_ms == 0)
        tick();
    else
        timer_.start(pause_ms_);
}

void ProcessEnder::kill_tree(std::vector<ProcessInfo>& processes) {
    std::vector<ProcessInfo> children;
    for (const ProcessInfo& process : processes) {
        for (const ProcessInfo& child : living_descendants(process.pid))
            children.push_back(child);
    }
    for (const ProcessInfo& process : processes)
        ::kill(process.pid, SIGKILL);
    for (const ProcessInfo& child : children) {
        ::kill(child.pid, SIGKILL);
        processes.push_back(child);
    }
}

void ProcessEnder::tick() {
    std::vector<std::function<void()>> finished;
    const auto now = MonotonicClock::now();
    for (auto job = jobs_.begin(); job != jobs_.end();) {
        std::erase_if(job->processes, [](const ProcessInfo& process) { return !is_same_process(process); });
        if (now >= job->kill_from)
            kill_tree(job->processes);
        if (job->processes.empty() || now >= job->give_up) {
            finished.push_back(std::move(job->done));
            job = jobs_.erase(job);
        } else {
            ++job;
        }
    }
    if (!jobs_.empty()) {
        timer_.start(pause_ms_);
        pause_ms_ = std::min(2 * pause_ms_, kLongestPauseMs);
    }
    for (const auto& done : finished)
        done();
}

} // namespace asb
