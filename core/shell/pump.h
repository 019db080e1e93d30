// Private pipes of a declared command. nono hands the descriptors of a declared command to unrelated programs, so a pipe
// that somebody else waits on must never reach one: standard input, output and error that are pipes or sockets are
// replaced by pipes of our own, and this process copies until the shim has ended (not until end-of-file, which may never
// come). Files and terminals go directly. See nono-measured.md, section 4.
#pragma once

#include "core/base/fd.h"

#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace asb::shell {

class Pump {
public:
    /// Looks at what 0, 1 and 2 of the child will be (descriptors of this process, -1 closed) and makes private pipes
    /// where needed. False with errno set when a pipe could not be made.
    bool prepare(const int (&standard)[3]);
    /// Descriptor to put at `fd` of the child: the private end, or what was there.
    int child_end(int fd) const { return child_[fd]; }
    bool needed() const { return needed_; }
    /// Parent's side after the start: closes the child's ends.
    void started();
    /// Copies until `pid` has ended, takes what is left in the output pipes, closes. Input is taken from its source only as
    /// the program reads it, so a neighbour that shares the source finds the rest. Fills wait status and usage.
    void run(pid_t pid, int& raw, struct rusage& usage);

private:
    struct Input;
    struct Output;
    int child_[3] = {0, 1, 2};
    bool needed_ = false;
    int source_ = -1;
    Fd input_;
    std::vector<Fd> child_ends_;
    struct Channel {
        Fd from;
        int to = -1;
    };
    std::vector<Channel> outputs_;
};

} // namespace asb::shell
