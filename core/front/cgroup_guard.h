// Root on a machine with hybrid or v1 cgroups: nono takes a /sys/fs/cgroup in which mkdir works for a usable
// cgroup2 and then refuses every declared command (nono-measured.md §7.1). Where that folder is read-only it
// does without.
#pragma once

#include "core/base/result.h"

namespace asb {

/// True when nono would refuse declared commands here: root, `folder` writable, no cgroup.procs in it.
bool cgroup_guard_needed(const char* folder = "/sys/fs/cgroup");

/// Moves the calling process (single-threaded) into a mount namespace of its own in which `folder` is
/// read-only. Error when the system does not let it.
Status guard_cgroup(const char* folder = "/sys/fs/cgroup");

} // namespace asb
