#include "core/execd/landlock.h"

#include "core/base/fd.h"

#include <cerrno>
#include <cstdint>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace asb::execd {

namespace {

// linux/landlock.h of ABI 6.
struct RulesetAttributes {
    std::uint64_t handled_access_fs;
    std::uint64_t handled_access_net;
    std::uint64_t scoped;
};
constexpr std::uint64_t kScopeSignal = 1U << 1U;
constexpr unsigned kCreateVersion = 1U;
#ifdef SYS_landlock_create_ruleset
constexpr long kCreateRuleset = SYS_landlock_create_ruleset;
constexpr long kRestrictSelf = SYS_landlock_restrict_self;
#else
constexpr long kCreateRuleset = 444;
constexpr long kRestrictSelf = 446;
#endif

} // namespace

int landlock_abi() {
    const long abi = ::syscall(kCreateRuleset, nullptr, std::size_t{0}, kCreateVersion);
    return abi > 0 ? static_cast<int>(abi) : 0;
}

Status restrict_signals() {
    const RulesetAttributes attributes{0, 0, kScopeSignal};
    const Fd ruleset(static_cast<int>(::syscall(kCreateRuleset, &attributes, sizeof(attributes), 0U)));
    if (!ruleset)
        return system_error("make a Landlock ruleset for signals", errno);
    if (::syscall(kRestrictSelf, ruleset.get(), 0U) == 0)
        return success();
    // Without CAP_SYS_ADMIN the kernel asks for no_new_privs first. Inside nono it is set already; by hand a
    // privileged execd keeps set-uid programs working for its commands.
    if (errno == EPERM && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && ::syscall(kRestrictSelf, ruleset.get(), 0U) == 0)
        return success();
    return system_error("add the Landlock layer for signals", errno);
}

} // namespace asb::execd
