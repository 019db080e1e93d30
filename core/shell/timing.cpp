// The `time` keyword (bash manual, "Pipelines", TIMEFORMAT).
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>

namespace asb::shell {

namespace {

std::int64_t microseconds(const struct timeval& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1000000 + time.tv_usec;
}

std::int64_t now_ns() {
    struct timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1000000000 + now.tv_nsec;
}

/// bash counts in milliseconds, rounded.
std::int64_t milliseconds(std::int64_t us) {
    return (us + 500) / 1000;
}

std::string format_time(std::int64_t ms, int precision, bool long_form) {
    std::int64_t seconds = ms / 1000;
    std::string text;
    if (long_form) {
        text = std::to_string(seconds / 60) + "m";
        seconds %= 60;
    }
    text += std::to_string(seconds);
    if (precision > 0) {
        char fraction[8];
        std::snprintf(fraction, sizeof fraction, "%03d", static_cast<int>(ms % 1000));
        text += '.';
        text.append(fraction, static_cast<std::size_t>(precision));
    }
    return long_form ? text + "s" : text;
}

std::string format_percent(std::int64_t cpu_ms, std::int64_t real_ms) {
    char text[48];
    const double percent =
        real_ms > 0 ? static_cast<double>(cpu_ms) * 100.0 / static_cast<double>(real_ms) : 0.0;
    std::snprintf(text, sizeof text, "%.2f", percent);
    return text;
}

} // namespace

TimeStart time_begin() {
    struct rusage own {
    }, children{};
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    TimeStart start;
    start.real_ns = now_ns();
    start.user_us = microseconds(own.ru_utime) + microseconds(children.ru_utime);
    start.system_us = microseconds(own.ru_stime) + microseconds(children.ru_stime);
    return start;
}

void time_end(Shell& shell, const TimeStart& start, bool posix) {
    if (shell.process->traps.fatal_signal() != 0)
        return;
    const TimeStart end = time_begin();
    const std::int64_t real = milliseconds((end.real_ns - start.real_ns) / 1000);
    const std::int64_t user = milliseconds(end.user_us - start.user_us);
    const std::int64_t system = milliseconds(end.system_us - start.system_us);
    std::string format = "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS";
    if (posix)
        format = "real %2R\nuser %2U\nsys %2S";
    else if (const Value* const own = shell.variables.value("TIMEFORMAT"))
        format = own->text();
    if (format.empty())
        return;
    std::string report;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%' || i + 1 == format.size()) {
            report += format[i];
            continue;
        }
        const std::size_t begin = i++;
        int precision = 3;
        if (std::isdigit(static_cast<unsigned char>(format[i])))
            precision = std::min(format[i++] - '0', 3);
        const bool long_form = i < format.size() && format[i] == 'l';
        if (long_form)
            ++i;
        const char letter = i < format.size() ? format[i] : '\0';
        switch (letter) {
        case '%':
            report += '%';
            break;
        case 'P':
            report += format_percent(user + system, real);
            break;
        case 'R':
            report += format_time(real, precision, long_form);
            break;
        case 'U':
            report += format_time(user, precision, long_form);
            break;
        case 'S':
            report += format_time(system, precision, long_form);
            break;
        default:
            shell.line = shell.outer_line == 0 ? shell.line : shell.outer_line;
            shell.error("TIMEFORMAT: `" + std::string(1, letter) + "': invalid format character");
            static_cast<void>(begin);
            return;
        }
    }
    shell.write_error(report);
}

} // namespace asb::shell
