#include "core/shell/exhaustion.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

namespace asb::shell {
namespace {

constexpr int kStatus = 2;
constexpr std::size_t kLeastStack = std::size_t{1} << 20;
// A limit that is raised while a process runs does not move what the kernel has put 128 MB below the stack.
constexpr std::size_t kMostStack = std::size_t{96} << 20;
constexpr std::size_t kUsualStack = std::size_t{8} << 20;

/// Made in advance: when it is wanted there is no memory to make it.
std::array<char, 512> message;
std::size_t message_size = 0;

[[noreturn]] void out_of_memory() {
    if (::write(STDERR_FILENO, message.data(), message_size) < 0)
        ::_exit(kStatus);
    ::_exit(kStatus);
}

[[noreturn]] void uncaught() {
    std::abort();
}

std::size_t stack_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0)
        return kUsualStack;
    return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur, kMostStack));
}

/// Makes the stack's mapping reach kLeastStack below `top`; what is there for certain then. One page
/// is read.
std::size_t reach_down(const char* top) {
    rlimit before{};
    if (::getrlimit(RLIMIT_STACK, &before) != 0)
        return 0;
    const rlim_t wanted = 2 * kLeastStack;
    const bool low = before.rlim_cur < wanted;
    const rlimit wider{std::min(wanted, before.rlim_max), before.rlim_max};
    if (low && (wider.rlim_cur < wanted || ::setrlimit(RLIMIT_STACK, &wider) != 0))
        return 0;
    static_cast<void>(*const_cast<const volatile char*>(top - kLeastStack));
    if (low)
        ::setrlimit(RLIMIT_STACK, &before);
    return kLeastStack;
}

} // namespace

void end_on_exhausted_memory(std::string_view shell_name) {
    const auto put = [](std::string_view text) {
        const std::size_t room = std::min(text.size(), message.size() - message_size);
        std::copy_n(text.data(), room, message.data() + message_size);
        message_size += room;
    };
    constexpr std::size_t kLongestName = 256;
    message_size = 0;
    put(shell_name.substr(0, kLongestName));
    put(": xmalloc: cannot allocate memory\n");
    std::set_new_handler(out_of_memory);
    std::set_terminate(uncaught);
}

void StackRoom::limit_changed() {
    static const char* const top = static_cast<const char*>(__builtin_frame_address(0));
    static const std::size_t sure = reach_down(top);
    lowest_ = top - std::max(stack_limit(), sure) / 4 * 3;
}

} // namespace asb::shell
