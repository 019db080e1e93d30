// Names and descriptions of signals, as bash has them.
#include "core/shell/traps.h"

#include <cctype>
#include <cstring>

namespace asb::shell {

namespace {

struct Named {
    int number;
    const char* name;
};

constexpr Named kSignals[] = {
    {SIGHUP, "HUP"},       {SIGINT, "INT"},   {SIGQUIT, "QUIT"},   {SIGILL, "ILL"},   {SIGTRAP, "TRAP"},
    {SIGABRT, "ABRT"},     {SIGBUS, "BUS"},   {SIGFPE, "FPE"},     {SIGKILL, "KILL"}, {SIGUSR1, "USR1"},
    {SIGSEGV, "SEGV"},     {SIGUSR2, "USR2"}, {SIGPIPE, "PIPE"},   {SIGALRM, "ALRM"}, {SIGTERM, "TERM"},
    {SIGSTKFLT, "STKFLT"}, {SIGCHLD, "CHLD"}, {SIGCONT, "CONT"},   {SIGSTOP, "STOP"}, {SIGTSTP, "TSTP"},
    {SIGTTIN, "TTIN"},     {SIGTTOU, "TTOU"}, {SIGURG, "URG"},     {SIGXCPU, "XCPU"}, {SIGXFSZ, "XFSZ"},
    {SIGVTALRM, "VTALRM"}, {SIGPROF, "PROF"}, {SIGWINCH, "WINCH"}, {SIGIO, "IO"},     {SIGPWR, "PWR"},
    {SIGSYS, "SYS"},
};

constexpr int kRealTimeFirst = 34; // glibc keeps 32 and 33 for itself
constexpr int kRealTimeLast = 64;

std::string upper(std::string_view text) {
    std::string result;
    for (const char c : text)
        result.push_back(static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
    return result;
}

} // namespace

std::string signal_name(int number) {
    switch (number) {
    case kTrapExit:
        return "EXIT";
    case kTrapDebug:
        return "DEBUG";
    case kTrapErr:
        return "ERR";
    case kTrapReturn:
        return "RETURN";
    default:
        break;
    }
    for (const Named& known : kSignals) {
        if (known.number == number)
            return known.name;
    }
    // bash counts the real-time signals up from RTMIN for the first half and down from RTMAX for the second.
    if (number == kRealTimeFirst)
        return "RTMIN";
    if (number == kRealTimeLast)
        return "RTMAX";
    if (number > kRealTimeFirst && number <= kRealTimeFirst + 15)
        return "RTMIN+" + std::to_string(number - kRealTimeFirst);
    if (number > kRealTimeFirst + 15 && number < kRealTimeLast)
        return "RTMAX-" + std::to_string(kRealTimeLast - number);
    return {};
}

int signal_number(std::string_view name, bool pseudo) {
    if (name.empty())
        return -1;
    if (std::isdigit(static_cast<unsigned char>(name[0]))) {
        int number = 0;
        for (const char c : name) {
            if (!std::isdigit(static_cast<unsigned char>(c)) || number > 1000)
                return -1;
            number = number * 10 + (c - '0');
        }
        return number < kSignalCount ? number : -1;
    }
    std::string wanted = upper(name);
    if (pseudo) {
        for (const int trap : {kTrapExit, kTrapDebug, kTrapErr, kTrapReturn}) {
            if (wanted == signal_name(trap) || wanted == "SIG" + signal_name(trap))
                return trap;
        }
    } else if (wanted == "EXIT") {
        return kTrapExit;
    }
    if (wanted.starts_with("SIG"))
        wanted.erase(0, 3);
    for (int number = 1; number < kSignalCount; ++number) {
        const std::string known = signal_name(number);
        if (!known.empty() && known == wanted)
            return number;
    }
    return -1;
}

std::string signal_description(int number) {
    const char* text = strsignal(number);
    return text != nullptr ? text : "Unknown signal " + std::to_string(number);
}

} // namespace asb::shell
