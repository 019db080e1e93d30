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
        const auto end = static_cast<long>(words_.size()) + 1;
        if (state_.index >= end || state_.index < 0) {
            state_.index = end;
            return 0;
        }
        if (state_.index == 0) {
            state_.index = 1;
            state_.offset = 0;
        }
        if (state_.offset == 0 || state_.offset >= word(state_.word).size()) {
            const std::string& first = word(state_.index);
            state_.index += first == "--" ? 1 : 0;
            if (first.size() < 2 || first[0] != '-' || first == "--")
                return 0;
            state_.word = state_.index;
            state_.offset = 1;
        }
        const std::string& word = this->word(state_.word);
        const char letter = word[state_.offset++];
        const bool last = state_.offset >= word.size();
        if (last)
            next_word();
        const std::size_t place = letter == ':' ? std::string::npos : spec_.find(letter, silent_ ? 1 : 0);
        if (place == std::string::npos)
            return unknown(letter);
        if (place + 1 >= spec_.size() || spec_[place + 1] != ':')
            return letter;
        if (!last) {
            argument = word.substr(state_.offset);
            next_word();
        } else if (state_.index == end) {
            return missing(letter);
        } else {
            argument = this->word(state_.index++);
        }
        has_argument = true;
        return letter;
    }

    std::string argument;
    bool has_argument = false;

private:
    /// $1 is 1; there need not be as many words as last time.
    const std::string& word(long number) const {
        static const std::string none;
        return static_cast<std::size_t>(number) > words_.size()
                   ? none
                   : words_[static_cast<std::size_t>(number) - 1];
    }
    void next_word() {
        ++state_.index;
        state_.offset = 0;
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
    GetoptsState& state_ = shell_.utilities->getopts;
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
    const GetoptsState state = shell.utilities->getopts; // not what the assignment makes of it
    shell.variables.assign("OPTIND", std::to_string(state.index));
    shell.utilities->getopts = state;
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
