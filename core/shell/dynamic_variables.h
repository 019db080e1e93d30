// Special variables: start values, computed ones, and hooks of IFS, locale, OPTIND …
#pragma once

#include <cstdint>
#include <string>

namespace asb::shell {

class Shell;

/// bash's generator (Park-Miller, folded to 15 bits).
class RandomSource {
public:
    void seed(std::uint32_t value) {
        state_ = value;
        last_ = 0;
        seeded_ = true;
    }
    /// Next value of $RANDOM. A new process that was not seeded itself gets its own sequence.
    int next(bool compatible_50);
    void forget() { seeded_ = false; }

private:
    std::uint32_t state_ = 0;
    int last_ = 0;
    bool seeded_ = false;
};

/// Declares them all, after the environment was imported. `pid` and `ppid` as $$ and PPID show them.
void declare_special_variables(Shell& shell);

} // namespace asb::shell
