// The part of Landlock (landlock(7)) that execd itself uses, by raw system calls: glibc has no wrappers and
// the kernel headers of Debian 12 do not know scopes.
#pragma once

#include "core/base/result.h"

namespace asb::execd {

/// First ABI with LANDLOCK_SCOPE_SIGNAL.
inline constexpr int kSignalScopeAbi = 6;

/// Landlock ABI of the running kernel, 0 when it has none.
int landlock_abi();

/// Adds a layer to this process and what descends from it: no signal to, no tracing of, and no look into a
/// process outside the layer (spec/road-measured.md §6.3). Files and network are not restricted by it. Needs
/// kSignalScopeAbi.
Status restrict_signals();

} // namespace asb::execd
