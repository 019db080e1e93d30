// Backslash escapes of prompts (PS4, ${x@P}).
#include "core/shell/escapes.h"
#include "core/shell/expand.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <ctime>
#include <list>
#include <pwd.h>
#include <unistd.h>
#include <utility>

namespace asb::shell {
namespace {

constexpr char kHistoryNumber = '1'; ///< there is no history of lines typed

std::string time_text(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char buffer[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" // \D{format} is the user's
    const std::size_t n = std::strftime(buffer, sizeof buffer, format, &parts);
#pragma GCC diagnostic pop
    return {buffer, n};
}

/// The last `kept` folders behind an ellipsis (PROMPT_DIRTRIM); ~ in front stays.
std::string trimmed_path(const std::string& path, std::int64_t kept) {
    const std::size_t begin = path[0] == '~' ? std::min(path.find('/'), path.size()) : 0;
    std::size_t at = path.size();
    for (; kept > 0 && at > begin && at != std::string::npos; --kept)
        at = path.rfind('/', at - 1);
    if (at == std::string::npos || at <= begin)
        return path;
    return path.substr(0, begin) + (begin > 0 ? "/..." : "...") + path.substr(at);
}

std::string short_path(Shell& shell, bool last_only) {
    std::string path = shell.variables.text("PWD");
    const std::string home = shell.variables.text("HOME");
    if (!home.empty() && home != "/" && path.compare(0, home.size(), home) == 0
        && (path.size() == home.size() || path[home.size()] == '/'))
        path = "~" + path.substr(home.size());
    std::int64_t kept = 0;
    const Value* trim = shell.variables.value("PROMPT_DIRTRIM");
    if (!last_only && trim && trim->number(kept) && kept > 0)
        return trimmed_path(path, kept);
    const std::size_t slash = path.rfind('/');
    if (last_only && path != "/" && slash != std::string::npos)
        path = path.substr(slash + 1);
    return path;
}

std::string user_name() {
    const passwd* entry = getpwuid(geteuid());
    return entry && entry->pw_name ? entry->pw_name : "I have no name!";
}

std::string host_name(bool full) {
    char buffer[256] = "";
    gethostname(buffer, sizeof buffer - 1);
    std::string name = buffer;
    return full ? name : name.substr(0, name.find('.'));
}

/// Names that anybody can make up are not expanded once more.
std::string expansion_safe(Shell& shell, const std::string& text) {
    if (!shell.options.is(Shopt::Promptvars))
        return text;
    std::string out;
    for (const char c : text) {
        if (c == '$' || c == '`' || c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

std::size_t live_jobs(Shell& shell) {
    JobTable& jobs = shell.process->jobs;
    jobs.poll();
    const std::list<Job>& all = jobs.all();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const Job& job) { return job.running() || job.stopped(); }));
}

/// \nnn: bash reads up to three characters as one number; it takes none when they are no octal number.
bool prompt_octal(std::string_view text, std::size_t& i, std::string& out) {
    const std::string_view digits = text.substr(i, 3);
    if (digits.find_first_not_of("01234567") != std::string_view::npos)
        return false;
    const char byte = octal_byte(text, i);
    if (byte != '\0')
        out += byte;
    return true;
}

/// Result of one escape whose letter is at i (moved behind it). False: not an escape, keep the backslash.
bool prompt_escape(Shell& shell, std::string_view text, std::size_t& i, std::string& out) {
    const char letter = text[i++];
    switch (letter) {
    case 'a':
        out += '\a';
        return true;
    case 'e':
        out += '\033';
        return true;
    case 'n':
        out += '\n';
        return true;
    case 'r':
        out += '\r';
        return true;
    case '\\':
        out += '\\';
        return true;
    case '[':
        return true;
    case ']':
        return true;
    case 'd':
        out += time_text("%a %b %d");
        return true;
    case 't':
        out += time_text("%H:%M:%S");
        return true;
    case 'T':
        out += time_text("%I:%M:%S");
        return true;
    case '@':
        out += time_text("%I:%M %p");
        return true;
    case 'A':
        out += time_text("%H:%M");
        return true;
    case 'D': {
        if (i >= text.size() || text[i] != '{')
            return false;
        const std::size_t close = std::min(text.find('}', i), text.size()); // bash does without the }
        const std::string format(text.substr(i + 1, close - i - 1));
        out += expansion_safe(shell, time_text(format.empty() ? "%X" : format.c_str()));
        i = std::min(close + 1, text.size());
        return true;
    }
    case 'u':
        out += user_name();
        return true;
    case 'h':
        out += host_name(false);
        return true;
    case 'H':
        out += host_name(true);
        return true;
    case 's':
        out += expansion_safe(shell, shell.shell_name.substr(shell.shell_name.rfind('/') + 1));
        return true;
    case 'v':
        out += "5.2";
        return true;
    case 'V':
        out += "5.2.15";
        return true;
    case 'w':
        out += expansion_safe(shell, short_path(shell, false));
        return true;
    case 'W':
        out += expansion_safe(shell, short_path(shell, true));
        return true;
    case '$':
        out += geteuid() == 0 ? "#" : shell.options.is(Shopt::Promptvars) ? "\\$" : "$";
        return true;
    case '#':
        out += "0";
        return true;
    case '!':
        out += kHistoryNumber;
        return true;
    case 'j':
        out += std::to_string(live_jobs(shell));
        return true;
    case 'l': {
        const char* terminal = ttyname(0);
        const std::string name = terminal ? terminal : "tty";
        out += name.substr(name.rfind('/') + 1);
        return true;
    }
    default:
        break;
    }
    --i;
    return letter >= '0' && letter <= '7' && prompt_octal(text, i, out);
}

} // namespace

bool expand_prompt(Shell& shell, std::string_view text, std::string& result) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '!' && shell.options.is(SetOption::Posix)) { // the history number; !! is a !
            const bool twice = text.substr(i, 2) == "!!";
            decoded += twice ? '!' : kHistoryNumber;
            i += twice ? 2 : 1;
            continue;
        }
        if (text[i] != '\\' || i + 1 == text.size()) {
            decoded += text[i++];
            continue;
        }
        std::size_t next = i + 1;
        if (prompt_escape(shell, text, next, decoded)) {
            i = next;
        } else {
            decoded += text[i++];
            decoded += text[i++];
        }
    }
    if (!shell.options.is(Shopt::Promptvars) || decoded.find_first_of("$`\\") == std::string::npos) {
        result = std::move(decoded);
        return true;
    }
    const int status = shell.status;
    const std::string_view outer = std::exchange(shell.expanding, decoded); // names a bad substitution
    const bool ok = shell.expand_text(decoded, result);
    shell.expanding = outer;
    if (!ok) { // bash says what is wrong and shows the text as it is
        shell.unwind = Unwind::None;
        result = std::move(decoded);
    }
    shell.status = status;
    return ok || !shell.interrupted();
}

} // namespace asb::shell
