#include "core/base/sweep.h"

#include "core/base/clock.h"
#include "core/base/fd.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>

namespace asb {
namespace {

/// Opens a /proc file of one process; empty when the process is gone or hidden.
Fd open_proc(pid_t pid, const char* name) {
    const std::string path = "/proc/" + std::to_string(pid) + '/' + name;
    return Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

std::string read_all(const Fd& file, std::size_t limit) {
    std::string data;
    char buffer[4096];
    while (file && data.size() < limit) {
        const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        data.append(buffer, static_cast<std::size_t>(count));
    }
    return data;
}

/// The fields of proc(5), /proc/pid/stat: "pid (name) state ppid pgrp session …", by proc(5)'s numbers. The
/// name may hold blanks and brackets, so they are counted behind the last ')'.
class StatFields {
public:
    explicit StatFields(pid_t pid) : text_(read_all(open_proc(pid, "stat"), 8192)) {
        const std::size_t close = text_.rfind(')');
        std::string_view rest = text_;
        rest.remove_prefix(std::min(close == std::string::npos ? rest.size() : close + 2, rest.size()));
        for (std::size_t field = kFirst; !rest.empty() && field < fields_.size(); ++field) {
            fields_[field] = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(fields_[field].size() + 1, rest.size()));
        }
    }
    StatFields(const StatFields&) = delete;
    StatFields& operator=(const StatFields&) = delete;

    /// '?' when there is no such process.
    char state() const { return fields_[kFirst].empty() ? '?' : fields_[kFirst][0]; }
    template <typename Number>
    std::optional<Number> number(std::size_t field) const {
        Number value{};
        const char* const begin = fields_[field].data();
        if (std::from_chars(begin, begin + fields_[field].size(), value).ec != std::errc())
            return std::nullopt;
        return value;
    }

private:
    static constexpr std::size_t kFirst = 3;
    std::string text_;
    std::array<std::string_view, 52> fields_;
};

bool read_process(pid_t pid, ProcessInfo& process) {
    const StatFields stat(pid);
    const auto start = stat.number<unsigned long long>(22);
    process = ProcessInfo{pid,
                          stat.number<pid_t>(4).value_or(0),
                          stat.number<pid_t>(5).value_or(0),
                          stat.number<pid_t>(6).value_or(0),
                          stat.state(),
                          start.value_or(0)};
    return start.has_value();
}

/// Signals exactly the process that was seen: its number may belong to another one by now, the descriptor
/// cannot.
void signal_seen(const ProcessInfo& seen, int number) {
    const Fd handle(static_cast<int>(::syscall(SYS_pidfd_open, seen.pid, 0)));
    ProcessInfo now;
    if (!read_process(seen.pid, now) || now.start_ticks != seen.start_ticks)
        return;
    if (handle)
        ::syscall(SYS_pidfd_send_signal, handle.get(), number, nullptr, 0);
    else if (errno != ESRCH)
        ::kill(seen.pid, number);
}

/// For a process whose environment was read as empty. True when that is not so: it was or is within execve,
/// which sets the bounds of the environment (fields 50, 51) first to nothing, then to what they are to be,
/// and start_code (26) after that. vsize (23) is 0 for a zombie and in the kernel.
bool was_in_exec(pid_t pid) {
    const StatFields stat(pid);
    const auto field = [&stat](std::size_t number) { return stat.number<std::uint64_t>(number).value_or(0); };
    return field(23) > 0 && (field(26) == 0 || field(50) != field(51));
}

constexpr std::chrono::milliseconds kExecWait{50};
constexpr int kRoundsBeforeFreeze = 5;
constexpr int kFreezeLooks = 20;

/// For a tree that forks faster than it is killed (each kill makes room for the next fork): what is stopped
/// does not fork, so everything is stopped before anything is killed.
void stop_descendants() {
    std::unordered_set<pid_t> stopped;
    for (int look = 0; look < kFreezeLooks; ++look) {
        const std::vector<ProcessInfo> all = list_processes();
        const std::vector<ProcessInfo> found = descendants_of(::getpid(), all);
        const std::size_t before = stopped.size();
        for (const ProcessInfo& process : found)
            stopped.insert(process.pid);
        if (stopped.size() == before)
            return;
        signal_processes(found, all, SIGSTOP);
    }
}

/// Reaps what has ended; false when the caller has no child any more.
bool reap_all() {
    for (;;) {
        const pid_t pid = ::waitpid(-1, nullptr, WNOHANG);
        if (pid == 0 || (pid < 0 && errno == EINTR))
            return true;
        if (pid < 0)
            return false;
    }
}

} // namespace

std::vector<ProcessInfo> list_processes() {
    std::vector<ProcessInfo> processes;
    DIR* proc = ::opendir("/proc");
    if (proc == nullptr)
        return processes;
    while (const dirent* entry = ::readdir(proc)) {
        const std::string_view name = entry->d_name;
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        ProcessInfo process;
        if (error == std::errc() && end == name.data() + name.size() && read_process(pid, process))
            processes.push_back(process);
    }
    ::closedir(proc);
    return processes;
}

std::vector<ProcessInfo> descendants_of(pid_t root, const std::vector<ProcessInfo>& all) {
    std::unordered_multimap<pid_t, const ProcessInfo*> children;
    for (const ProcessInfo& process : all)
        children.emplace(process.parent, &process);
    std::vector<ProcessInfo> found;
    std::unordered_set<pid_t> known{root};
    const auto add_children = [&](pid_t parent) {
        const auto [begin, end] = children.equal_range(parent);
        for (auto child = begin; child != end; ++child) {
            if (known.insert(child->second->pid).second)
                found.push_back(*child->second);
        }
    };
    add_children(root);
    for (std::size_t next = 0; next < found.size(); ++next)
        add_children(found[next].pid);
    return found;
}

std::optional<ProcessInfo> find_process(pid_t pid) {
    ProcessInfo process;
    return read_process(pid, process) ? std::optional(process) : std::nullopt;
}

std::optional<std::vector<pid_t>> children_of(pid_t pid) {
    const std::string folder = "/proc/" + std::to_string(pid) + "/task";
    const std::unique_ptr<DIR, int (*)(DIR*)> tasks(::opendir(folder.c_str()), ::closedir);
    std::vector<pid_t> children;
    while (const dirent* entry = tasks ? ::readdir(tasks.get()) : nullptr) {
        if (entry->d_name[0] == '.')
            continue;
        const Fd file(::open((folder + '/' + entry->d_name + "/children").c_str(), O_RDONLY | O_CLOEXEC));
        if (!file && errno == ENOENT && pid == ::getpid())
            return std::nullopt;
        const std::string list = read_all(file, std::size_t{1} << 22);
        const char* const end = list.data() + list.size();
        for (const char* position = list.data(); position < end;) {
            pid_t child = 0;
            const auto [next, error] = std::from_chars(position, end, child);
            if (error == std::errc())
                children.push_back(child);
            position = next + 1;
        }
    }
    return children;
}

std::vector<ProcessInfo> descendants_of(pid_t root) {
    static const bool told_by_kernel = children_of(::getpid()).has_value();
    if (!told_by_kernel)
        return descendants_of(root, list_processes());
    std::vector<ProcessInfo> found;
    std::unordered_set<pid_t> known{root};
    const auto add_children = [&](pid_t parent) {
        for (const pid_t child : children_of(parent).value_or(std::vector<pid_t>())) {
            const std::optional<ProcessInfo> process = find_process(child);
            if (process && known.insert(child).second)
                found.push_back(*process);
        }
    };
    add_children(root);
    for (std::size_t next = 0; next < found.size(); ++next)
        add_children(found[next].pid);
    return found;
}

void signal_processes(const std::vector<ProcessInfo>& processes, const std::vector<ProcessInfo>& all,
                      int number) {
    std::unordered_set<pid_t> chosen;
    for (const ProcessInfo& process : processes)
        chosen.insert(process.pid);
    std::unordered_set<pid_t> singly{0, 1, ::getpgrp()}; // groups
    for (const ProcessInfo& process : all) {
        if (is_living(process) && !chosen.contains(process.pid))
            singly.insert(process.group);
    }
    std::unordered_set<pid_t> done;
    for (const ProcessInfo& process : processes) {
        if (!is_living(process) || done.contains(process.group))
            continue;
        if (!singly.contains(process.group) && ::kill(-process.group, number) == 0)
            done.insert(process.group);
        else
            signal_seen(process, number);
    }
}

bool sweep_descendants(std::chrono::milliseconds limit) {
    const auto deadline = MonotonicClock::now() + limit;
    for (int round = 0;; ++round) {
        if (!reap_all())
            return true;
        if (round > kRoundsBeforeFreeze)
            stop_descendants();
        const std::vector<ProcessInfo> all = list_processes();
        signal_processes(descendants_of(::getpid(), all), all, SIGKILL);
        if (MonotonicClock::now() >= deadline)
            return false;
        const timespec pause{0, 2'000'000};
        ::nanosleep(&pause, nullptr);
    }
}

std::optional<std::string> environment_now(pid_t pid, const std::string& name) {
    const Fd file = open_proc(pid, "environ");
    const std::string block = read_all(file, std::size_t{8} << 20);
    if (file && block.empty() && was_in_exec(pid))
        return std::nullopt;
    std::string_view rest = block;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\0'), rest.size());
        const std::string_view entry = rest.substr(0, end);
        if (entry.size() > name.size() && entry[name.size()] == '=' && entry.substr(0, name.size()) == name)
            return std::string(entry.substr(name.size() + 1));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::string();
}

std::string environment_of(pid_t pid, const std::string& name) {
    const auto deadline = MonotonicClock::now() + kExecWait;
    for (;;) {
        if (std::optional<std::string> value = environment_now(pid, name))
            return std::move(*value);
        if (MonotonicClock::now() >= deadline)
            return {};
        const timespec pause{0, 500'000};
        ::nanosleep(&pause, nullptr);
    }
}

} // namespace asb
