// The shell's door to execd: events and places over the worker's private channel.
#pragma once

#include "core/base/fd.h"
#include "core/shell/host.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace asb::execd {

class WorkerHost : public shell::Host {
public:
    /// `channel` is the worker's end of the packet socket, `request` the number that execd gave the line.
    WorkerHost(Fd channel, std::uint64_t request);
    ~WorkerHost() override;
    WorkerHost(const WorkerHost&) = delete;
    WorkerHost& operator=(const WorkerHost&) = delete;

    void report(Event event) override;
    std::uint64_t next_command_number() override;
    std::string tag_prefix() const override { return std::to_string(request_) + "."; }
    bool is_declared(const std::string& path) const override;
    Fd acquire_places(int count) override;
    bool is_private(int fd) const override;

    int channel() const { return channel_.get(); }
    /// Events that no later one has told the loss of.
    std::uint64_t take_lost() { return shared_->lost.exchange(0); }

private:
    /// Lies in memory that all subshells of the line share, so that numbers are unique and no loss is
    /// forgotten.
    struct Shared {
        std::atomic<std::uint64_t> commands{0};
        std::atomic<std::uint64_t> lost{0};
    };
    struct Place {
        int fd = -1;
        ino_t inode = 0;
    };

    Fd channel_;
    std::uint64_t request_;
    Shared own_;
    Shared* shared_ = &own_;
    std::vector<Place> places_;
};

} // namespace asb::execd
