// read.
#include "core/shell/builtins/line_input.h"
#include "core/shell/builtins/utility.h"

#include "core/base/clock.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace asb::shell {

namespace {

constexpr std::size_t kMaxLine = std::size_t{1} << 30;

struct ReadOptions {
    std::string array;
    bool to_array = false;
    char delimiter = '\n';
    bool raw = false;
    bool silent = false;
    bool exact = false;      ///< -N
    std::int64_t count = -1; ///< -n, -N
    std::string prompt;
    double timeout = -1;
    int fd = 0;
};

/// Text that was read; `guarded[i]`: the byte came from behind a backslash and separates nothing.
struct Line {
    std::string text;
    std::vector<bool> guarded;
    bool any_guarded = false;
    bool is_guarded(std::size_t i) const { return any_guarded && guarded[i]; }
    void add_plain(std::string_view more) {
        text += more;
        if (any_guarded)
            guarded.resize(text.size(), false);
    }
    void add(char c, bool guard) {
        if (guard && !any_guarded) {
            any_guarded = true;
            guarded.assign(text.size(), false);
        }
        text += c;
        if (any_guarded)
            guarded.push_back(guard);
    }
};

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/// Fields of a line by IFS, as read assigns them (bash: get_word_from_string).
class FieldSplitter {
public:
    FieldSplitter(const Line& line, const Shell& shell)
        : line_(line), ifs_(shell.ifs()), utf8_(shell.utf8()) {}

    void skip_leading() {
        while (at_ < size() && space_separator(at_))
            ++at_;
    }
    bool done() const { return at_ >= size(); }

    /// The next field and the separators behind it.
    std::string next() {
        skip_leading();
        const std::size_t begin = at_;
        while (at_ < size() && !separator(at_))
            at_ += character(at_);
        const std::string field = line_.text.substr(begin, at_ - begin);
        if (at_ < size()) {
            const bool was_space = space_separator(at_);
            at_ += character(at_);
            while (at_ < size() && space_separator(at_))
                ++at_;
            // bash looks at one byte here: a longer separator is none of this field's
            if (was_space && at_ < size() && separator(at_) && !space_separator(at_) && character(at_) == 1) {
                ++at_;
                while (at_ < size() && space_separator(at_))
                    ++at_;
            }
        }
        return field;
    }

    /// All that is left, for the last name: without white space at the end, and without a single separator
    /// behind a single field.
    std::string rest() {
        skip_leading();
        const std::size_t begin = at_;
        const std::string first = next();
        if (done())
            return first;
        std::size_t end = size(); // a backslash does not keep white space here
        while (end > begin + 1 && is_space(line_.text[end - 1])
               && ifs_.find(line_.text[end - 1]) != std::string::npos)
            --end;
        return line_.text.substr(begin, end - begin);
    }

private:
    std::size_t size() const { return line_.text.size(); }
    std::size_t character(std::size_t i) const {
        return static_cast<unsigned char>(line_.text[i]) < 0x80
                   ? 1
                   : character_length(std::string_view(line_.text).substr(i), utf8_);
    }
    bool separator(std::size_t i) const {
        return !line_.is_guarded(i)
               && ifs_.find(std::string_view(line_.text).substr(i, character(i))) != std::string::npos;
    }
    bool space_separator(std::size_t i) const { return is_space(line_.text[i]) && separator(i); }

    const Line& line_;
    const std::string& ifs_;
    const bool utf8_;
    std::size_t at_ = 0;
};

class SilentTerminal {
public:
    SilentTerminal(int fd, bool wanted) : fd_(fd) {
        if (!wanted || isatty(fd) == 0 || tcgetattr(fd, &saved_) != 0)
            return;
        termios changed = saved_;
        changed.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        active_ = tcsetattr(fd, TCSADRAIN, &changed) == 0;
    }
    ~SilentTerminal() {
        if (active_)
            tcsetattr(fd_, TCSADRAIN, &saved_);
    }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;

private:
    int fd_;
    termios saved_{};
    bool active_ = false;
};

/// "2", "0.5", ".5", also without any digit; a sign counts for the whole seconds only. False when it is none.
bool parse_seconds(const std::string& text, double& value) {
    const std::size_t begin = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const std::string digits = text.substr(begin);
    if (digits.find_first_not_of("0123456789.") != std::string::npos
        || std::count(digits.begin(), digits.end(), '.') > 1)
        return false;
    value = std::strtod(digits.c_str(), nullptr);
    return text[0] != '-' || value < 1;
}

bool parse_count(const std::string& text, std::int64_t& value) {
    return legal_number(text, value) && value >= 0 && value <= 0x7fffffff;
}

/// False: a message was written; `status` is the builtin's.
bool parse_options(Shell& shell, const Arguments& arguments, ReadOptions& how, std::size_t& first,
                   int& status) {
    OptionParser options(shell, arguments, "a:d:ei:n:N:p:rst:u:");
    status = 1;
    while (const int letter = options.next()) {
        switch (letter) {
        case 'a':
            how.array = options.argument();
            how.to_array = true;
            break;
        case 'd':
            how.delimiter = options.argument().empty() ? '\0' : options.argument()[0];
            break;
        case 'e':
        case 'i':
            break;
        case 'n':
        case 'N':
            if (!parse_count(options.argument(), how.count)) {
                shell.builtin_error(invalid_number(options.argument()));
                return false;
            }
            how.exact = letter == 'N';
            break;
        case 'p':
            how.prompt = options.argument();
            break;
        case 'r':
            how.raw = true;
            break;
        case 's':
            how.silent = true;
            break;
        case 't':
            if (!parse_seconds(options.argument(), how.timeout)) {
                shell.builtin_error(options.argument() + ": invalid timeout specification");
                return false;
            }
            break;
        case 'u': {
            std::int64_t fd = 0;
            if (!parse_count(options.argument(), fd)) {
                shell.builtin_error(options.argument() + ": invalid file descriptor specification");
                return false;
            }
            how.fd = static_cast<int>(fd);
            if (fcntl(how.fd, F_GETFD) < 0 || shell.host.is_private(how.fd)) {
                shell.builtin_error(std::to_string(fd)
                                    + ": invalid file descriptor: " + std::strerror(EBADF));
                return false;
            }
            break;
        }
        default:
            status = kUsageStatus;
            return false;
        }
    }
    first = options.index();
    return true;
}

class Reader {
public:
    Reader(Shell& shell, const ReadOptions& how) : shell_(shell), how_(how) {}

    Line line;
    LineInput::Status result = LineInput::Status::Byte;
    int error = 0;

    void run() {
        LineInput input(shell_, how_.fd, false);
        if (how_.timeout > 0)
            input.set_deadline(monotonic_us() + static_cast<std::int64_t>(how_.timeout * 1e6));
        const char delimiter = how_.delimiter;
        std::int64_t characters = 0;
        std::size_t pending = 0; // bytes of a UTF-8 character that are still to come
        while (how_.count < 0 || characters < how_.count || pending > 0) {
            if (how_.count < 0)
                take_plain(input);
            if (traps_pending() && shell_.interrupted()) { // the input may never make it wait
                result = LineInput::Status::Interrupted;
                break;
            }
            char c = 0;
            result = input.next(c);
            if (result != LineInput::Status::Byte)
                break;
            if (line.text.size() > kMaxLine)
                break;
            bool guarded = false;
            if (!how_.raw && c == '\\') {
                result = input.next(c);
                if (result != LineInput::Status::Byte)
                    break;
                if (c == '\n')
                    continue;
                guarded = true;
            } else if (!how_.exact && c == delimiter) {
                break;
            }
            if (c == '\0')
                continue;
            line.add(c, guarded);
            if (how_.count >= 0)
                count(c, characters, pending);
        }
        error = input.error();
    }

private:
    /// What stands before the next byte that means something, at once.
    void take_plain(LineInput& input) {
        const std::string_view ready = input.buffered();
        std::size_t end = 0;
        while (end < ready.size() && ready[end] != how_.delimiter && ready[end] != '\0'
               && (how_.raw || ready[end] != '\\'))
            ++end;
        line.add_plain(ready.substr(0, end));
        input.skip(end);
    }

    void count(char c, std::int64_t& characters, std::size_t& pending) const {
        const auto byte = static_cast<unsigned char>(c);
        if (pending > 0 && (byte & 0xc0) == 0x80) {
            --pending;
            return;
        }
        pending = !shell_.utf8() ? 0 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
        ++characters;
    }

    Shell& shell_;
    const ReadOptions& how_;
};

/// A name or an element; else a message is written.
bool is_assignable(Shell& shell, const std::string& name) {
    std::string base;
    std::string subscript;
    bool known = false;
    if (is_identifier(name) || shell.variables.split_argument(name, base, subscript, known))
        return true;
    invalid_identifier(shell, name);
    return false;
}

bool assign_fields(Shell& shell, const ReadOptions& how, const Line& line, const Arguments& names) {
    if (how.to_array) {
        if (shell.variables.array_view(intern(how.array)).assoc != nullptr) {
            shell.builtin_error(how.array + ": not an indexed array");
            return false;
        }
        IndexedArray* array = shell.variables.array_for_builtin(how.array, true);
        if (!array)
            return false;
        if (how.exact) {
            if (!line.text.empty())
                array->push_back(Value(line.text));
            return true;
        }
        FieldSplitter fields(line, shell);
        fields.skip_leading();
        const Variable& v = shell.variables.raw(shell.variables.resolve(intern(how.array)).slot);
        while (!fields.done()) {
            std::string field = fields.next();
            if (!shell.variables.convert(v, field)) {
                shell.abort_command();
                return false;
            }
            array->push_back(Value(field));
        }
        return true;
    }
    if (names.empty())
        return shell.variables.assign("REPLY", line.text);
    bool good = true;
    if (how.exact) {
        for (std::size_t i = 0; i < names.size(); ++i)
            good = shell.variables.assign_reference(names[i], i == 0 ? line.text : std::string()) && good;
        return good;
    }
    FieldSplitter fields(line, shell);
    for (std::size_t i = 0; i + 1 < names.size() && good; ++i)
        good = is_assignable(shell, names[i]) && shell.variables.assign_reference(names[i], fields.next());
    return good && is_assignable(shell, names.back())
           && shell.variables.assign_reference(names.back(), fields.rest());
}

} // namespace

int builtin_read(Shell& shell, const Arguments& arguments) {
    ReadOptions how;
    std::size_t first = 1;
    int status = 0;
    if (!parse_options(shell, arguments, how, first, status))
        return status;
    const Arguments names(arguments.begin() + static_cast<std::ptrdiff_t>(first), arguments.end());
    if (how.timeout < 0) {
        const std::string limit = shell.variables.text("TMOUT");
        if (!parse_seconds(limit, how.timeout) || how.timeout == 0)
            how.timeout = -1;
    }
    if (how.timeout == 0) {
        pollfd item{how.fd, POLLIN, 0};
        return poll(&item, 1, 0) > 0 ? 0 : 1;
    }
    if (!names.empty() && !is_assignable(shell, names.front())) // the others when it is their turn
        return 1;
    if (how.to_array && !is_identifier(how.array)) {
        invalid_identifier(shell, how.array);
        return 1;
    }
    if (!how.prompt.empty() && isatty(how.fd) != 0)
        static_cast<void>(write(STDERR_FILENO, how.prompt.data(), how.prompt.size()));
    Reader reader(shell, how);
    {
        const SilentTerminal silent(how.fd, how.silent);
        reader.run();
    }
    if (reader.result == LineInput::Status::Interrupted)
        return shell.status;
    if (reader.result == LineInput::Status::Error) {
        shell.builtin_error("read error: " + std::to_string(how.fd) + ": " + std::strerror(reader.error));
        return 1;
    }
    const bool assigned = assign_fields(shell, how, reader.line, names);
    if (reader.result == LineInput::Status::Timeout)
        return 128 + SIGALRM;
    return assigned && reader.result == LineInput::Status::Byte ? 0 : 1;
}

} // namespace asb::shell
