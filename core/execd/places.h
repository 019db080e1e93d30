// Places for declared commands: nono runs at most 64 at once, we keep to 60. A pipeline asks for all of its
// places at once (half a pipeline would wait for ever), in order, and holds them with an open socket.
#pragma once

#include "core/base/fd.h"
#include "core/execd/loop.h"

#include <cstdint>
#include <deque>
#include <map>

namespace asb::execd {

class Places {
public:
    Places(Loop& loop, int total) : loop_(loop), total_(total) {}

    /// Takes the holder's socket: one byte is written to it when the places are granted; its end gives them
    /// back, or takes the demand out of the line. A count over the total is granted when everything else is
    /// free.
    void demand(Fd holder, int count);
    /// The socket of holder `id` was reported: it is closed (or talks, which nobody should).
    void closed(std::uint64_t id);

    int in_use() const { return used_; }
    std::size_t waiting() const { return waiting_.size(); }

private:
    struct Holder {
        Fd socket;
        int count = 0;
        bool granted = false;
    };
    void grant_next();

    Loop& loop_;
    int total_;
    int used_ = 0;
    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, Holder> holders_;
    std::deque<std::uint64_t> waiting_;
};

} // namespace asb::execd
