#include "core/execd/places.h"

#include <algorithm>
#include <sys/socket.h>

namespace asb::execd {

void Places::demand(Fd holder, int count) {
    const std::uint64_t id = next_id_++;
    if (!loop_.add(holder.get(), EPOLLRDHUP, Source::Place, id))
        return; // the closed socket tells the worker that there is no accounting
    holders_.emplace(id, Holder{std::move(holder), std::clamp(count, 1, total_), false});
    waiting_.push_back(id);
    grant_next();
}

void Places::closed(std::uint64_t id) {
    const auto found = holders_.find(id);
    if (found == holders_.end())
        return;
    if (found->second.granted)
        used_ -= found->second.count;
    else
        std::erase(waiting_, id);
    loop_.remove(found->second.socket.get());
    holders_.erase(found);
    grant_next();
}

void Places::grant_next() {
    while (!waiting_.empty()) {
        Holder& holder = holders_.at(waiting_.front());
        if (used_ + holder.count > total_)
            return;
        waiting_.pop_front();
        holder.granted = true;
        used_ += holder.count;
        // A holder that is gone already is reported by the loop, which gives the places back.
        static_cast<void>(::send(holder.socket.get(), "+", 1, MSG_DONTWAIT | MSG_NOSIGNAL));
    }
}

} // namespace asb::execd
