// Builds under a sanitizer: what they cost themselves is not to be measured, and LeakSanitizer does not work
// under ptrace.
#pragma once

namespace asb::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

} // namespace asb::test
