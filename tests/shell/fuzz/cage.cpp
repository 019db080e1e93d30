#include "tests/shell/fuzz/cage.h"

#include "core/base/fd.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace asb::fuzz {
namespace {

constexpr std::uint64_t kGuarded = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE
                                   | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR
                                   | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR
                                   | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK
                                   | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM;

bool refused(const char* what) {
    std::fprintf(stderr, "shell-fuzzer: %s: %s; nothing is run without it\n", what, std::strerror(errno));
    return false;
}

bool allow(const Fd& ruleset, const std::string& path, std::uint64_t access) {
    const Fd opened(open(path.c_str(), O_PATH | O_CLOEXEC));
    landlock_path_beneath_attr rule{};
    rule.allowed_access = access;
    rule.parent_fd = opened.get();
    return (opened
            && syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0)
           || refused(("allow " + path).c_str());
}

bool restrict_files(const std::vector<std::string>& folders) {
    const landlock_ruleset_attr attributes{.handled_access_fs = kGuarded};
    const Fd ruleset(
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0)));
    if (!ruleset)
        return refused("make a Landlock ruleset");
    for (const std::string& folder : folders) {
        if (!allow(ruleset, folder, kGuarded & ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE}))
            return false;
    }
    // libFuzzer's -close_fd_mask sends the messages of the lines there.
    return allow(ruleset, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE)
           && (syscall(SYS_landlock_restrict_self, ruleset.get(), 0) == 0
               || refused("close the Landlock ruleset"));
}

constexpr std::array<long, 14> kForbidden = {SYS_fork,  SYS_vfork,  SYS_execve,   SYS_execveat, SYS_kill,
                                             SYS_tkill, SYS_socket, SYS_reboot,   SYS_setpgid,  SYS_setsid,
                                             SYS_chmod, SYS_fchmod, SYS_fchmodat, SYS_ptrace};

sock_filter statement(unsigned code, std::size_t operand) {
    return BPF_STMT(static_cast<std::uint16_t>(code), static_cast<std::uint32_t>(operand));
}

sock_filter jump(unsigned code, std::size_t operand, std::uint8_t when, std::uint8_t otherwise) {
    return BPF_JUMP(static_cast<std::uint16_t>(code), static_cast<std::uint32_t>(operand), when, otherwise);
}

bool restrict_calls() {
    constexpr unsigned load = BPF_LD | BPF_W | BPF_ABS;
    constexpr unsigned equal = BPF_JMP | BPF_JEQ | BPF_K;
    constexpr unsigned answer = BPF_RET | BPF_K;
    std::vector<sock_filter> program = {
        statement(load, offsetof(seccomp_data, arch)),
        jump(equal, AUDIT_ARCH_X86_64, 1, 0),
        statement(answer, SECCOMP_RET_KILL_PROCESS),
        statement(load, offsetof(seccomp_data, nr)),
    };
    for (const long number : kForbidden) {
        program.push_back(jump(equal, static_cast<std::size_t>(number), 0, 1));
        program.push_back(statement(answer, SECCOMP_RET_ERRNO | EPERM));
    }
    // The flags of clone3 cannot be looked at; without it, libraries use clone. Threads are allowed.
    for (const sock_filter& step :
         {jump(equal, SYS_clone3, 0, 1), statement(answer, SECCOMP_RET_ERRNO | ENOSYS),
          jump(equal, SYS_clone, 0, 3), statement(load, offsetof(seccomp_data, args)),
          jump(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), statement(answer, SECCOMP_RET_ERRNO | EPERM),
          statement(answer, SECCOMP_RET_ALLOW)})
        program.push_back(step);
    const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0
           || refused("set the seccomp filter");
}

} // namespace

bool close_cage(const std::vector<std::string>& folders) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return refused("give up new privileges");
    return restrict_files(folders) && restrict_calls();
}

} // namespace asb::fuzz
