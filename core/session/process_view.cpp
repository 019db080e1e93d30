#include "core/session/process_view.h"

#include "core/base/clock.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/events/facets.h"
#include "core/session/processes.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kMaxProcesses = 1000;
constexpr std::size_t kTextBytes = 512;

struct ProcessUse {
    qint64 cpu_ms = 0;
    qint64 memory_kb = 0;
    qint64 started_ms = 0;
};

qint64 boot_ms() {
    const Result<std::string> text = read_file("/proc/uptime", 256);
    double seconds = 0;
    if (!text || std::sscanf(text->c_str(), "%lf", &seconds) != 1)
        return 0;
    return wall_clock_ms() - static_cast<qint64>(seconds * 1000);
}

/// From /proc/<pid>/stat; zeros when the process has gone.
ProcessUse use_of(pid_t pid, qint64 boot) {
    ProcessUse use;
    const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/stat", 4096);
    const std::size_t name_end = text ? text->rfind(')') : std::string::npos;
    if (name_end == std::string::npos)
        return use;
    unsigned long user = 0;
    unsigned long system = 0;
    unsigned long long start = 0;
    long pages = 0;
    // The fields behind the name are 3 (state) and so on; 14 and 15 are times, 22 the start, 24 the memory.
    const int read =
        std::sscanf(text->c_str() + name_end + 1,
                    " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %*d %*d %*d %*d %*d %*d "
                    "%llu %*u %ld",
                    &user, &system, &start, &pages);
    if (read != 4)
        return use;
    const long ticks = ::sysconf(_SC_CLK_TCK);
    use.cpu_ms = static_cast<qint64>(user + system) * 1000 / ticks;
    use.memory_kb = pages * (::sysconf(_SC_PAGESIZE) / 1024);
    use.started_ms = boot + static_cast<qint64>(start) * 1000 / ticks;
    return use;
}

std::string command_line_of(pid_t pid) {
    const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/cmdline", 65536);
    std::vector<std::string> words;
    for (std::size_t start = 0; text && start < text->size();) {
        const std::size_t end = std::min(text->find('\0', start), text->size());
        words.push_back(text->substr(start, end - start));
        start = end + 1;
    }
    return shell_join(words);
}

QString shown(const std::string& text) {
    return QString::fromStdString(visible_text(text, false, kTextBytes));
}

class View {
public:
    View(const RunningRecords& records, pid_t nono, pid_t execd)
        : records_(records), nono_(nono), execd_(execd), all_(list_processes()), boot_(boot_ms()) {}

    QVector<ProcessFacts> build() {
        for (const auto& [request, line] : records_.lines())
            add_line(request, line);
        for (const auto& [pid, job] : records_.leftovers())
            add_leftover(pid, job);
        for (const auto& [id, command] : records_.commands()) {
            // Of a background job: its line has ended, and nobody reports the command's own end any more.
            if (records_.lines().count(command.request) == 0 && known_.count(command.pid) == 0
                && is_there(command.pid))
                add_command(command);
        }
        return std::move(result_);
    }

private:
    bool is_there(int pid) const {
        return std::any_of(all_.begin(), all_.end(), [pid](const ProcessInfo& process) {
            return process.pid == pid && process.state != 'Z';
        });
    }

    void add_line(std::uint64_t request, const Event& line) {
        ProcessFacts facts;
        facts.kind = ProcessFacts::Kind::Line;
        facts.request = request;
        facts.text = shown(line.line);
        facts.started_ms = line.time_ms;
        const qsizetype place = result_.size();
        add(facts);
        for (const auto& [id, command] : records_.commands()) {
            if (command.request == request)
                add_command(command);
        }
        if (place >= result_.size())
            return;
        for (qsizetype i = place + 1; i < result_.size(); ++i) {
            result_[place].cpu_ms += result_[i].cpu_ms;
            result_[place].memory_kb += result_[i].memory_kb;
        }
    }

    /// Often a simple command, with a record of its own that has not ended.
    void add_leftover(int pid, const Event& job) {
        ProcessFacts facts;
        facts.kind = ProcessFacts::Kind::Leftover;
        facts.pid = pid;
        facts.request = job.request;
        facts.text = shown(job.argv.empty() ? job.line : shell_join(job.argv));
        for (const auto& [id, command] : records_.commands()) {
            if (command.pid != pid)
                continue;
            facts.command = command.command;
            facts.declared = command.declared;
            facts.text = shown(shell_join(command.argv));
        }
        add_tree(facts, job.time_ms);
    }

    void add_command(const Event& command) {
        ProcessFacts facts;
        facts.kind = ProcessFacts::Kind::Command;
        facts.pid = command.pid;
        facts.request = command.request;
        facts.command = command.command;
        facts.declared = command.declared;
        facts.text = shown(shell_join(command.argv));
        add_tree(facts, command.time_ms);
    }

    /// A process and what descends from it, its real programs behind a shim included.
    void add_tree(ProcessFacts facts, qint64 started_ms) {
        const ProcessUse use = use_of(facts.pid, boot_);
        facts.cpu_ms = use.cpu_ms;
        facts.memory_kb = use.memory_kb;
        facts.started_ms = started_ms;
        add(facts);
        std::vector<ProcessInfo> below = descendants_of(facts.pid, all_);
        std::vector<int> shims{facts.pid};
        for (const ProcessInfo& process : below)
            shims.push_back(process.pid);
        std::vector<ProcessInfo> real;
        if (nono_ > 0)
            real = real_programs_of(shims, nono_, execd_);
        for (const ProcessInfo& process : below)
            add_below(process, process.parent, facts, false);
        for (const ProcessInfo& process : real) {
            add_below(process, facts.pid, facts, true);
            for (const ProcessInfo& child : descendants_of(process.pid, all_))
                add_below(child, child.parent, facts, true);
        }
    }

    void add_below(const ProcessInfo& process, int parent, const ProcessFacts& top, bool declared) {
        if (process.state == 'Z' || known_.count(process.pid) != 0)
            return;
        const ProcessUse use = use_of(process.pid, boot_);
        ProcessFacts facts;
        facts.pid = process.pid;
        facts.parent = parent;
        facts.request = top.request;
        facts.command = top.command;
        facts.declared = declared;
        facts.text = shown(command_line_of(process.pid));
        facts.cpu_ms = use.cpu_ms;
        facts.memory_kb = use.memory_kb;
        facts.started_ms = use.started_ms;
        add(facts);
    }

    void add(const ProcessFacts& facts) {
        if (result_.size() >= kMaxProcesses || (facts.pid != 0 && !known_.insert(facts.pid).second))
            return;
        result_.append(facts);
    }

    const RunningRecords& records_;
    pid_t nono_;
    pid_t execd_;
    std::vector<ProcessInfo> all_;
    qint64 boot_;
    std::set<int> known_;
    QVector<ProcessFacts> result_;
};

} // namespace

void RunningRecords::take(const std::vector<Record>& records) {
    for (const Record& record : records) {
        const Event& event = record.event;
        switch (event.type) {
        case EventType::RequestStart:
            lines_[event.request] = event;
            break;
        case EventType::RequestEnd:
            lines_.erase(event.request);
            break;
        case EventType::CommandStart:
            commands_[record.id] = event;
            break;
        case EventType::CommandEnd:
            commands_.erase(record.id);
            break;
        case EventType::JobLeft:
            leftovers_[event.pid] = event;
            break;
        case EventType::JobEnd:
            leftovers_.erase(event.pid);
            break;
        case EventType::Hello:
        case EventType::Ending:
        case EventType::Note:
        case EventType::Gap:
        case EventType::Verdict:
        case EventType::Session:
            break;
        }
        if (record.done)
            commands_.erase(record.id);
    }
}

const Event* RunningRecords::find_command(std::uint64_t request, std::uint64_t command) const {
    const auto found = std::find_if(commands_.begin(), commands_.end(), [&](const auto& entry) {
        return entry.second.request == request && entry.second.command == command;
    });
    return found == commands_.end() ? nullptr : &found->second;
}

QVector<ProcessFacts> running_processes(const RunningRecords& records, pid_t nono, pid_t execd) {
    return View(records, nono, execd).build();
}

std::vector<ProcessInfo> with_descendants(int pid, pid_t nono, pid_t execd) {
    const std::vector<ProcessInfo> all = list_processes();
    std::vector<ProcessInfo> result;
    std::vector<int> shims;
    const auto add = [&](const ProcessInfo& process) {
        const bool known = std::any_of(result.begin(), result.end(),
                                       [&](const ProcessInfo& other) { return other.pid == process.pid; });
        if (!known && process.state != 'Z')
            result.push_back(process);
    };
    for (const ProcessInfo& process : all) {
        if (process.pid != pid)
            continue;
        add(process);
        for (const ProcessInfo& child : descendants_of(pid, all))
            add(child);
    }
    for (const ProcessInfo& process : result)
        shims.push_back(process.pid);
    if (nono > 0) {
        for (const ProcessInfo& real : real_programs_of(shims, nono, execd)) {
            add(real);
            for (const ProcessInfo& child : descendants_of(real.pid, all))
                add(child);
        }
    }
    return result;
}

} // namespace asb
