#include "core/execd/worker_host.h"

#include "core/base/clock.h"
#include "core/execd/channel.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <string_view>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::execd {

namespace {

// execd reads all the time, so a full channel means that it is busy for a moment. After one wait in vain
// nothing waits again until execd has caught up: a command is never held up for longer than this.
constexpr int kEventWaitMs = 20;

bool inode_of(int fd, ino_t& inode) {
    struct stat info {};
    if (::fstat(fd, &info) != 0 || !S_ISSOCK(info.st_mode))
        return false;
    inode = info.st_ino;
    return true;
}

/// Takes the last component off `path`.
std::string_view split_last(std::string_view& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) {
        const std::string_view last = path;
        path = {};
        return last;
    }
    const std::string_view last = path.substr(slash + 1);
    path = path.substr(0, slash);
    return last;
}

} // namespace

WorkerHost::WorkerHost(Fd channel, std::uint64_t request) : channel_(std::move(channel)), request_(request) {
    void* const memory =
        ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        shared_ = new (memory) Shared;
}

WorkerHost::~WorkerHost() {
    if (shared_ != &own_)
        ::munmap(shared_, sizeof(Shared));
}

void WorkerHost::report(Event event) {
    if (event.time_ms == 0)
        event.time_ms = wall_clock_ms();
    const std::uint64_t lost = shared_->lost.exchange(0);
    if (!send_packet(channel_.get(), encode_event(event, lost), lost == 0 ? kEventWaitMs : 0))
        shared_->lost.fetch_add(lost + 1);
}

std::uint64_t WorkerHost::next_command_number() {
    return shared_->commands.fetch_add(1) + 1;
}

// nono puts its shims in <its TMPDIR>/nono-tool-sandbox-<pid>-<ns>-<hex>/shims/ (spec/nono.md §4).
bool WorkerHost::is_declared(const std::string& path) const {
    std::string_view rest = path;
    split_last(rest);
    return split_last(rest) == "shims" && split_last(rest).starts_with("nono-tool-sandbox-");
}

Fd WorkerHost::acquire_places(int count) {
    if (count <= 0)
        return {};
    Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_STREAM);
    const int passed = pair ? pair->second.get() : -1;
    if (!pair || !send_packet(channel_.get(), encode_places(count), -1, std::span(&passed, 1)))
        return {};
    pair->second.reset();
    Result<Fd> high = dup_at_least(pair->first.get(), channel_.get() + 1);
    Fd place = high ? std::move(*high) : std::move(pair->first);
    pair->first.reset();
    char granted = 0;
    if (!read_exact(place.get(), &granted, 1))
        return {};
    Place known{place.get(), 0};
    if (inode_of(place.get(), known.inode)) {
        std::erase_if(places_, [&](const Place& old) { return old.fd == known.fd; });
        places_.push_back(known);
    }
    return place;
}

bool WorkerHost::is_private(int fd) const {
    if (fd == channel_.get())
        return true;
    const auto found =
        std::find_if(places_.begin(), places_.end(), [&](const Place& p) { return p.fd == fd; });
    ino_t inode = 0;
    // The shell closes a place when its pipeline ends; the number is anybody's then.
    return found != places_.end() && inode_of(fd, inode) && inode == found->inode;
}

} // namespace asb::execd
