#include "core/shell/builtins/utility.h"
#include "core/shell/builtins/utility_state.h"

#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <cstdlib>

namespace asb::shell {

namespace {

class Getopts {
public:
    Getopts(Shell& shell, const std::string& spec, std::vector<std::string> words)
        : shell_(shell), spec_(spec), words_(std::move(words)), silent_(!spec.empty() && spec[0] == ':') {}

    /// The option character, '?' or ':' for errors, 0 at the end. `argument` is set when `has_argument`.
    char next() {
        std::size_t& offset = shell_.utilities->getopts_offset;
        const long start = std::strtol(shell_.variables.text("OPTIND").c_str(), nullptr, 10);
        index_ = start < 1 ? 1 : static_cast<std::size_t>(start);
        if (index_ > words_.size()) {
            offset = 0;
            index_ = words_.size() + 1;
            return 0;
        }
        if (offset == 0 || offset >= words_[index_ - 1].size()) {
            const std::string& word = words_[index_ - 1];
            if (word.size() < 2 || word[0] != '-')
                return 0;
            if (word == "--") {
                ++index_;
                return 0;
            }
            offset = 1;
        }
        const std::string& word = words_[index_ - 1];
        const char letter = word[offset++];
        const bool last = offset >= word.size();
        const std::size_t place = letter == ':' ? std::string::npos : spec_.find(letter, silent_ ? 1 : 0);
        if (place == std::string::npos) {
            step(last);
            return unknown(letter);
        }
        if (place + 1 >= spec_.size() || spec_[place + 1] != ':') {
            step(last);
            return letter;
        }
        if (!last) {
            argument = word.substr(offset);
        } else if (index_ < words_.size()) {
            argument = words_[index_++];
        } else {
            step(true);
            return missing(letter);
        }
        has_argument = true;
        step(true);
        return letter;
    }

    std::size_t index() const { return index_; }
    std::string argument;
    bool has_argument = false;

private:
    void step(bool word_done) {
        if (!word_done)
            return;
        ++index_;
        shell_.utilities->getopts_offset = 0;
    }
    bool quiet() { return silent_ || shell_.variables.text("OPTERR") == "0"; }

    char unknown(char letter) {
        if (silent_) {
            argument = std::string(1, letter);
            has_argument = true;
        } else if (!quiet()) {
            shell_.write_error(shell_.shell_name + ": illegal option -- " + letter);
        }
        return '?';
    }
    char missing(char letter) {
        if (silent_) {
            argument = std::string(1, letter);
            has_argument = true;
            return ':';
        }
        if (!quiet())
            shell_.write_error(shell_.shell_name + ": option requires an argument -- " + letter);
        return '?';
    }

    Shell& shell_;
    const std::string& spec_;
    const std::vector<std::string> words_;
    bool silent_;
    std::size_t index_ = 1;
};

} // namespace

int builtin_getopts(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
    }
    const std::size_t first = options.index();
    if (first + 2 > arguments.size())
        return usage_error(shell);
    const std::string spec = arguments[first];
    const std::string name = arguments[first + 1];
    std::vector<std::string> words(arguments.begin() + static_cast<std::ptrdiff_t>(first) + 2,
                                   arguments.end());
    if (words.empty())
        words = shell.positionals.all();
    Getopts run(shell, spec, std::move(words));
    const char found = run.next();
    const std::size_t offset = shell.utilities->getopts_offset; // assigning OPTIND resets it
    shell.variables.assign("OPTIND", std::to_string(run.index()));
    shell.utilities->getopts_offset = found == 0 ? 0 : offset;
    const Slot argument = intern("OPTARG");
    if (run.has_argument)
        shell.variables.assign(argument, run.argument);
    else if (found == 0 || found == '?' || !shell.variables.refuse_readonly(argument)) {
        shell.variables.raw(argument).attributes &= ~kReadonly; // bash does not ask here
        static_cast<void>(shell.variables.unset(argument));
    }
    if (!run.has_argument && found != 0 && found != '?')
        shell.variables.raw(argument).exists = true;
    if (!is_identifier(name)) {
        invalid_identifier(shell, name);
        return 1;
    }
    if (!shell.variables.assign(name, std::string(1, found == 0 ? '?' : found)))
        return 2;
    return found == 0 ? 1 : 0;
}

} // namespace asb::shell
