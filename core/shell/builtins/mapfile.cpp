// mapfile, readarray.
#include "core/shell/builtins/line_input.h"
#include "core/shell/builtins/utility.h"

#include "core/shell/names.h"
#include "core/shell/quote.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>

namespace asb::shell {

namespace {

constexpr std::size_t kMaxTotal = std::size_t{1} << 30;

struct MapfileOptions {
    char delimiter = '\n';
    long count = 0;
    long origin = 0;
    bool keep = true; ///< elements that are there stay (-O)
    long skip = 0;
    bool strip = false;
    int fd = 0;
    std::string callback;
    long quantum = 5000;
};

bool parse_number(const std::string& text, long& value, bool positive) {
    char* end = nullptr;
    errno = 0;
    value = std::strtol(text.c_str(), &end, 10);
    return !text.empty() && *end == '\0' && errno == 0 && value >= (positive ? 1 : 0);
}

bool parse_options(Shell& shell, const Arguments& arguments, MapfileOptions& how, std::size_t& first,
                   int& status) {
    OptionParser options(shell, arguments, "d:u:n:O:tC:c:s:");
    how.keep = false;
    status = 1;
    const auto number = [&](long& value, const char* what, bool positive) {
        if (parse_number(options.argument(), value, positive))
            return true;
        shell.builtin_error(options.argument() + ": " + what);
        return false;
    };
    while (const int letter = options.next()) {
        bool good = true;
        switch (letter) {
        case 'd':
            how.delimiter = options.argument().empty() ? '\0' : options.argument()[0];
            break;
        case 'u': {
            long fd = 0;
            good = number(fd, "invalid file descriptor specification", false);
            how.fd = static_cast<int>(fd);
            if (good && (fcntl(how.fd, F_GETFD) < 0 || shell.host.is_private(how.fd))) {
                shell.builtin_error(options.argument()
                                    + ": invalid file descriptor: " + std::strerror(EBADF));
                good = false;
            }
            break;
        }
        case 'n':
            good = number(how.count, "invalid line count", false);
            break;
        case 'O':
            good = number(how.origin, "invalid array origin", false);
            how.keep = true;
            break;
        case 't':
            how.strip = true;
            break;
        case 'C':
            how.callback = options.argument();
            break;
        case 'c':
            good = number(how.quantum, "invalid callback quantum", true);
            break;
        case 's':
            good = number(how.skip, "invalid line count", false);
            break;
        default:
            status = kUsageStatus;
            return false;
        }
        if (!good)
            return false;
    }
    first = options.index();
    return true;
}

/// One line with its delimiter; false at the end without any byte.
bool read_line(LineInput& input, char delimiter, std::string& line, bool& ended) {
    line.clear();
    for (;;) {
        char c = 0;
        if (input.next(c) != LineInput::Status::Byte) {
            ended = true;
            return !line.empty();
        }
        line += c;
        if (c == delimiter)
            return true;
    }
}

} // namespace

int builtin_mapfile(Shell& shell, const Arguments& arguments) {
    MapfileOptions how;
    std::size_t first = 1;
    int status = 0;
    if (!parse_options(shell, arguments, how, first, status))
        return status;
    const std::string name = first < arguments.size() ? arguments[first] : "MAPFILE";
    if (!is_identifier(name)) {
        if (name.empty()) {
            shell.builtin_error("empty array variable name");
            return kUsageStatus;
        }
        invalid_identifier(shell, name);
        return 1;
    }
    const NameTarget target = shell.variables.resolve(intern(name));
    if (target.slot != kNoSlot && shell.variables.raw(target.slot).has(kAssoc)) {
        shell.builtin_error(name + ": not an indexed array");
        return 1;
    }
    IndexedArray* array = shell.variables.array_for_builtin(name, !how.keep);
    if (!array)
        return 1;
    LineInput input(shell, how.fd, how.count == 0 && how.callback.empty());
    std::string line;
    bool ended = false;
    for (long skipped = 0; skipped < how.skip && !ended; ++skipped)
        static_cast<void>(read_line(input, how.delimiter, line, ended));
    std::size_t total = 0;
    long index = how.origin;
    for (long lines = 1; !ended && read_line(input, how.delimiter, line, ended); ++lines) {
        total += line.size();
        if (total > kMaxTotal) {
            shell.builtin_error("too much input");
            return 1;
        }
        if (how.strip && !line.empty() && line.back() == how.delimiter)
            line.pop_back();
        line.resize(std::min(line.size(), line.find('\0'))); // a line is a C string in bash
        if (!how.callback.empty() && lines % how.quantum == 0) {
            const Restore level(shell.trace_level, shell.trace_level + 1);
            shell.run_text(how.callback + " " + std::to_string(index) + " " + quote_single(line), shell.line,
                           "mapfile");
            if (shell.unwind != Unwind::None)
                return shell.status;
            array = shell.variables.array_for_builtin(name, false);
            if (!array)
                return 1;
        }
        if (!shell.variables.convert(shell.variables.raw(target.slot), line)) {
            shell.abort_command();
            return 1;
        }
        array->at(index++) = Value(line);
        if ((lines & 1023) == 0 && shell.interrupted())
            return shell.status;
        if (how.count > 0 && lines >= how.count)
            break;
    }
    return 0;
}

} // namespace asb::shell
