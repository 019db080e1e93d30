#include "core/execd/jobs.h"

#include "core/base/fd.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb::execd {

namespace {

constexpr std::size_t kShownBytes = 4096;
// An execve takes less than a millisecond, unless its file comes from a slow disk.
constexpr std::chrono::milliseconds kFirstPause{2};
constexpr std::chrono::milliseconds kLongestPause{500};

std::int64_t microseconds(const timeval& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000 + time.tv_usec;
}

std::string command_line_of(const std::string& process) {
    const Fd file(::open(("/proc/" + process + "/cmdline").c_str(), O_RDONLY | O_CLOEXEC));
    std::string bytes(kShownBytes, '\0');
    const ssize_t got = file ? ::read(file.get(), bytes.data(), bytes.size()) : 0;
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
}

/// Words of another program; none for a subshell of a worker, whose command line is execd's own.
std::vector<std::string> words_of(pid_t pid) {
    const std::string bytes = command_line_of(std::to_string(pid));
    std::vector<std::string> words;
    if (bytes == command_line_of("self"))
        return words;
    for (std::size_t start = 0; start < bytes.size();) {
        const std::size_t end = std::min(bytes.find('\0', start), bytes.size());
        words.push_back(bytes.substr(start, end - start));
        start = end + 1;
    }
    return words;
}

} // namespace

void Jobs::line_ended(std::uint64_t request, pid_t session, const std::string& line) {
    lines_.emplace(request, Line{session, line, 0});
    look();
}

void Jobs::child_ended(pid_t pid, int wait_status, const rusage& usage) {
    const auto job = jobs_.find(pid);
    if (job == jobs_.end())
        return;
    const std::uint64_t request = job->second;
    Event event;
    event.type = EventType::JobEnd;
    event.request = request;
    event.pid = pid;
    if (WIFSIGNALED(wait_status))
        event.signal = WTERMSIG(wait_status);
    else
        event.status = WEXITSTATUS(wait_status);
    event.user_us = microseconds(usage.ru_utime);
    event.system_us = microseconds(usage.ru_stime);
    event.max_rss_kb = usage.ru_maxrss;
    sink_.put(std::move(event));
    jobs_.erase(job);
    --lines_.at(request).jobs;
    look(); // what the job had below it is ours now
}

void Jobs::look() {
    pause_ = kFirstPause;
    scan();
}

void Jobs::run(TimePoint now) {
    if (look_again_ && *look_again_ <= now)
        scan();
}

Target Jobs::target_of_job(pid_t pid) {
    Target target;
    target.known.push_back(ProcessKey{pid, 0});
    return target;
}

Target Jobs::target_of_line(std::uint64_t request) const {
    Target target;
    target.request = request;
    if (const auto line = lines_.find(request); line != lines_.end())
        target.session = line->second.session;
    for (const auto& [pid, owner] : jobs_) {
        if (owner == request)
            target.known.push_back(ProcessKey{pid, 0});
    }
    return target;
}

std::vector<std::uint64_t> Jobs::lines() const {
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, line] : lines_)
        numbers.push_back(number);
    return numbers;
}

std::optional<std::uint64_t> Jobs::owner_of(pid_t pid, bool& undecided) const {
    const pid_t session = ::getsid(pid);
    if (session > 0 && running_.has_session(session))
        return std::nullopt;
    for (const auto& [number, line] : lines_) {
        if (line.session == session)
            return number;
    }
    const std::optional<std::uint64_t> tagged = request_in_environment(pid);
    undecided = !tagged.has_value();
    if (undecided || running_.has_request(*tagged) || (*tagged == 0 && running_.expects_worker()))
        return std::nullopt;
    return tagged;
}

void Jobs::scan() {
    look_again_.reset();
    for (const pid_t pid : own_children()) {
        if (running_.is_own(pid) || jobs_.contains(pid))
            continue;
        bool undecided = false;
        if (const std::optional<std::uint64_t> owner = owner_of(pid, undecided))
            report(pid, *owner);
        if (undecided)
            look_again_ = MonotonicClock::now() + pause_;
    }
    if (look_again_)
        pause_ = std::min(2 * pause_, kLongestPause);
    else // nothing can be said to belong to a line without jobs any more
        std::erase_if(lines_, [](const auto& entry) { return entry.second.jobs == 0; });
}

void Jobs::report(pid_t pid, std::uint64_t request) {
    jobs_.emplace(pid, request);
    Line& line = lines_[request];
    ++line.jobs;
    Event event;
    event.type = EventType::JobLeft;
    event.request = request;
    event.pid = pid;
    event.line = line.text;
    event.argv = words_of(pid);
    sink_.put(std::move(event));
}

} // namespace asb::execd
