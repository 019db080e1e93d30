// umask and ulimit.
#include "core/shell/builtins/process_builtins.h"
#include "core/shell/builtins/utility.h"
#include "core/shell/options.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {

namespace {

constexpr unsigned kAllBits = 0777;

std::string octal_mask(unsigned mask) {
    char text[8];
    std::snprintf(text, sizeof text, "%04o", mask);
    return text;
}

std::string symbolic_mask(unsigned mask) {
    std::string text;
    const unsigned bits = ~mask & kAllBits;
    for (int shift = 6; shift >= 0; shift -= 3) {
        text += shift == 6 ? "u=" : shift == 3 ? ",g=" : ",o=";
        const unsigned part = bits >> shift;
        if ((part & 4) != 0)
            text += 'r';
        if ((part & 2) != 0)
            text += 'w';
        if ((part & 1) != 0)
            text += 'x';
    }
    return text;
}

bool is_one_of(char c, std::string_view set) {
    return c != '\0' && set.find(c) != std::string_view::npos;
}

/// u=rwx,g+w … on permission bits. False: message written.
bool parse_symbolic(Shell& shell, const std::string& text, unsigned& bits) {
    const char* s = text.c_str();
    for (;;) {
        unsigned who = 0;
        unsigned permissions = 0;
        for (; is_one_of(*s, "agou"); ++s)
            who |= *s == 'u' ? 0700u : *s == 'g' ? 0070u : *s == 'o' ? 0007u : kAllBits;
        const char operation = *s;
        if (!is_one_of(operation, "+-=")) {
            shell.builtin_error(std::string("`") + operation + "': invalid symbolic mode operator");
            return false;
        }
        ++s;
        for (; is_one_of(*s, "rwx"); ++s)
            permissions |= *s == 'r' ? 0444u : *s == 'w' ? 0222u : 0111u;
        if (*s != '\0' && *s != ',') {
            shell.builtin_error(std::string("`") + *s + "': invalid symbolic mode character");
            return false;
        }
        if (who != 0)
            permissions &= who;
        if (operation == '+')
            bits |= permissions;
        else if (operation == '-')
            bits &= ~permissions;
        else
            bits = (bits & ~(who != 0 ? who : kAllBits)) | permissions;
        if (*s == '\0')
            return true;
        ++s;
    }
}

bool parse_octal(const std::string& text, unsigned& value) {
    value = 0;
    for (const char c : text) {
        if (c < '0' || c > '7' || value > 07777)
            return false;
        value = value * 8 + static_cast<unsigned>(c - '0');
    }
    return value <= 07777;
}

} // namespace

int builtin_umask(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "Sp");
    bool symbolic = false;
    bool reusable = false;
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        symbolic = symbolic || letter == 'S';
        reusable = reusable || letter == 'p';
    }
    const unsigned mask = umask(0);
    umask(mask);
    if (options.index() < arguments.size()) {
        const std::string& mode = arguments[options.index()];
        unsigned wanted = 0;
        if (std::isdigit(static_cast<unsigned char>(mode[0]))) {
            if (!parse_octal(mode, wanted)) {
                shell.builtin_error(mode + ": octal number out of range");
                return 1;
            }
        } else {
            unsigned bits = ~mask & kAllBits;
            if (!parse_symbolic(shell, mode, bits))
                return 1;
            wanted = ~bits & kAllBits;
        }
        umask(wanted);
        if (symbolic)
            shell.out.write(symbolic_mask(wanted) + "\n");
        return 0;
    }
    if (reusable)
        shell.out.write(symbolic ? "umask -S " : "umask ");
    shell.out.write((symbolic ? symbolic_mask(mask) : octal_mask(mask)) + "\n");
    return 0;
}

// ---------------------------------------------------------------------------------------------- ulimit

namespace {

constexpr int kPipeSize = -1; ///< no limit of the kernel's: PIPE_BUF

struct Limit {
    char letter;
    int resource;
    unsigned factor;
    const char* description;
    const char* unit; ///< null: counts
};

constexpr unsigned kBlock = 1024; ///< 512 in posix mode, for -c and -f

constexpr Limit kLimits[] = {
    {'R', RLIMIT_RTTIME, 1, "real-time non-blocking time", "microseconds"},
    {'c', RLIMIT_CORE, kBlock, "core file size", "blocks"},
    {'d', RLIMIT_DATA, 1024, "data seg size", "kbytes"},
    {'e', RLIMIT_NICE, 1, "scheduling priority", nullptr},
    {'f', RLIMIT_FSIZE, kBlock, "file size", "blocks"},
    {'i', RLIMIT_SIGPENDING, 1, "pending signals", nullptr},
    {'l', RLIMIT_MEMLOCK, 1024, "max locked memory", "kbytes"},
    {'m', RLIMIT_RSS, 1024, "max memory size", "kbytes"},
    {'n', RLIMIT_NOFILE, 1, "open files", nullptr},
    {'p', kPipeSize, 512, "pipe size", "512 bytes"},
    {'q', RLIMIT_MSGQUEUE, 1, "POSIX message queues", "bytes"},
    {'r', RLIMIT_RTPRIO, 1, "real-time priority", nullptr},
    {'s', RLIMIT_STACK, 1024, "stack size", "kbytes"},
    {'t', RLIMIT_CPU, 1, "cpu time", "seconds"},
    {'u', RLIMIT_NPROC, 1, "max user processes", nullptr},
    {'v', RLIMIT_AS, 1024, "virtual memory", "kbytes"},
    {'x', RLIMIT_LOCKS, 1, "file locks", nullptr},
};

const Limit* limit_of(char letter) {
    const auto* const found = std::find_if(std::begin(kLimits), std::end(kLimits),
                                           [letter](const Limit& l) { return l.letter == letter; });
    return found == std::end(kLimits) ? nullptr : found;
}

unsigned factor_of(const Shell& shell, const Limit& limit) {
    const bool blocks = limit.letter == 'c' || limit.letter == 'f';
    return blocks && shell.options.is(SetOption::Posix) ? 512 : limit.factor;
}

bool read_limit(const Limit& limit, struct rlimit& value) {
    if (limit.resource == kPipeSize) {
        value.rlim_cur = value.rlim_max = 4096;
        return true;
    }
    return getrlimit(static_cast<__rlimit_resource_t>(limit.resource), &value) == 0;
}

struct LimitSides {
    bool hard = false;
    bool soft = false;
};

bool show_limit(Shell& shell, const Limit& limit, const LimitSides& sides, bool with_name) {
    struct rlimit value {};
    if (!read_limit(limit, value)) {
        shell.builtin_error(std::string(limit.description) + ": cannot get limit: " + std::strerror(errno));
        return false;
    }
    if (with_name) {
        std::string unit = limit.unit != nullptr ? std::string("(") + limit.unit + ", -" : std::string("(-");
        unit += limit.letter;
        unit += ") ";
        char head[80];
        std::snprintf(head, sizeof head, "%-20s %20s", limit.description, unit.c_str());
        shell.out.write(head);
    }
    const rlim_t shown = sides.hard && !sides.soft ? value.rlim_max : value.rlim_cur;
    shell.out.write(shown == RLIM_INFINITY ? std::string("unlimited")
                                           : std::to_string(shown / factor_of(shell, limit)));
    shell.out.put('\n');
    return true;
}

bool change_limit(Shell& shell, const Limit& limit, LimitSides sides, const std::string& text) {
    struct rlimit value {};
    read_limit(limit, value);
    if (!sides.hard && !sides.soft)
        sides.hard = sides.soft = true;
    rlim_t wanted = 0;
    if (text == "unlimited") {
        wanted = sides.hard || geteuid() == 0 ? RLIM_INFINITY : value.rlim_max; // as far as a user gets
    } else if (text == "hard") {
        wanted = value.rlim_max;
    } else if (text == "soft") {
        wanted = value.rlim_cur;
    } else if (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos) {
        const unsigned factor = factor_of(shell, limit);
        const bool read = std::from_chars(text.data(), text.data() + text.size(), wanted).ec == std::errc();
        if (!read || wanted > RLIM_INFINITY / factor) {
            shell.builtin_error(text + ": limit out of range");
            return false;
        }
        wanted *= factor;
    } else {
        shell.builtin_error(invalid_number(text));
        return false;
    }
    if (sides.soft)
        value.rlim_cur = wanted;
    if (sides.hard)
        value.rlim_max = wanted;
    int code = limit.resource == kPipeSize ? EINVAL : 0;
    if (code == 0 && setrlimit(static_cast<__rlimit_resource_t>(limit.resource), &value) != 0)
        code = errno;
    if (limit.resource == RLIMIT_STACK)
        shell.stack.limit_changed();
    if (code != 0)
        shell.builtin_error(std::string(limit.description) + ": cannot modify limit: " + std::strerror(code));
    return code == 0;
}

} // namespace

int builtin_ulimit(Shell& shell, const Arguments& arguments) {
    std::string spec = "HSa";
    for (const Limit& limit : kLimits)
        spec.append(1, limit.letter).append(1, ';');
    OptionParser options(shell, arguments, spec);
    LimitSides sides;
    bool all = false;
    struct Wish {
        const Limit* limit;
        bool has_value;
        std::string value;
    };
    std::vector<Wish> wishes;
    while (const int letter = options.next()) {
        switch (letter) {
        case '?':
            return kUsageStatus;
        case 'H':
            sides.hard = true;
            break;
        case 'S':
            sides.soft = true;
            break;
        case 'a':
            all = true;
            break;
        default:
            wishes.push_back(
                {limit_of(static_cast<char>(letter)), options.has_argument(), options.argument()});
        }
    }
    if (all) {
        bool fine = true;
        for (const Limit& limit : kLimits)
            fine = show_limit(shell, limit, sides, true) && fine;
        return fine ? 0 : 1;
    }
    if (wishes.empty())
        wishes.push_back({limit_of('f'), false, {}});
    if (options.index() < arguments.size() && !wishes.back().has_value) {
        wishes.back().has_value = true;
        wishes.back().value = arguments[options.index()];
    }
    for (const Wish& wish : wishes) {
        const bool fine = wish.has_value ? change_limit(shell, *wish.limit, sides, wish.value)
                                         : show_limit(shell, *wish.limit, sides, wishes.size() > 1);
        if (!fine)
            return 1;
    }
    return 0;
}

} // namespace asb::shell
