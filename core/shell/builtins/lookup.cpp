// hash, type, command.
#include "core/shell/builtins/utility.h"

#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/spawn.h"
#include "core/shell/unparse.h"

#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {

namespace {

enum class Style { Verbose, Word, Path, Reusable }; ///< type, type -t, type -p/-P, command -v

struct Lookup {
    Style style = Style::Verbose;
    bool all = false;
    bool no_functions = false;
    bool force_path = false;           ///< type -P
    const std::string* path = nullptr; ///< command -p
};

bool is_executable_file(const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

class Describer {
public:
    Describer(Shell& shell, const Lookup& how, const std::string& name)
        : shell_(shell), how_(how), name_(name) {}

    bool run() {
        if (!how_.force_path && (aliased() || (found_ && !how_.all)))
            return true;
        if (!how_.force_path) {
            if (keyword() && !how_.all)
                return true;
            if (!how_.no_functions && function() && !how_.all)
                return true;
            if (builtin() && !how_.all)
                return true;
        }
        file();
        return found_;
    }

private:
    void line(const std::string& text) { shell_.out.write(text + "\n"); }

    void say(const char* word, const std::string& verbose, const std::string& reusable) {
        found_ = true;
        switch (how_.style) {
        case Style::Verbose:
            line(verbose);
            break;
        case Style::Word:
            line(word);
            break;
        case Style::Reusable:
            line(reusable);
            break;
        case Style::Path:
            break;
        }
    }

    /// True when nothing more is to be looked for.
    bool aliased() {
        const auto it = shell_.aliases.find(name_);
        if (it == shell_.aliases.end() || !shell_.options.is(Shopt::ExpandAliases))
            return false;
        say("alias", name_ + " is aliased to `" + it->second + "'",
            "alias " + name_ + "=" + quote_single(it->second));
        return !how_.all;
    }
    bool keyword() {
        if (!is_reserved_word(name_))
            return false;
        say("keyword", name_ + " is a shell keyword", name_);
        return true;
    }
    bool function() {
        const FunctionPtr found = shell_.functions.find(name_);
        if (!found)
            return false;
        say("function", name_ + " is a function\n" + unparse_function(name_, *found->body), name_);
        return true;
    }
    bool builtin() {
        const Builtin* found = find_builtin(shell_, name_);
        if (!found)
            return false;
        const bool special = (found->flags & kSpecialBuiltin) != 0 && shell_.options.is(SetOption::Posix);
        say("builtin", name_ + (special ? " is a special shell builtin" : " is a shell builtin"), name_);
        return true;
    }

    void path(const std::string& found, bool hashed) {
        found_ = true;
        if (how_.style == Style::Verbose)
            line(hashed ? name_ + " is hashed (" + found + ")" : name_ + " is " + found);
        else
            line(how_.style == Style::Word ? "file" : found);
    }

    void file() {
        if (name_.find('/') != std::string::npos) {
            if (is_executable_file(name_))
                path(name_, false);
            return;
        }
        if (how_.all) {
            for (const std::string& found : search_path_all(shell_, name_))
                path(found, false);
            return;
        }
        if (!how_.path) {
            if (PathCache::Entry* entry = shell_.process->paths.find(name_)) {
                ++entry->hits;
                path(entry->path, true);
                return;
            }
        }
        // As when it is run, a file that may not be executed is named when there is no other.
        const std::string found = search_path(shell_, name_, how_.path);
        if (!found.empty() && found != name_)
            path(found, false);
    }

    Shell& shell_;
    const Lookup& how_;
    const std::string& name_;
    bool found_ = false;
};

int list_hashed(Shell& shell, bool reusable) {
    const std::vector<PathCache::Entry> entries = shell.process->paths.all();
    if (entries.empty()) {
        if (!reusable && !shell.options.is(SetOption::Posix))
            shell.out.write("hash: hash table empty\n");
        return 0;
    }
    if (!reusable)
        shell.out.write("hits\tcommand\n");
    for (const PathCache::Entry& entry : entries) {
        if (reusable) {
            shell.out.write("builtin hash -p " + entry.path + " " + entry.name + "\n");
        } else {
            std::string hits = std::to_string(entry.hits);
            hits.insert(0, hits.size() < 4 ? 4 - hits.size() : 0, ' ');
            shell.out.write(hits + "\t" + entry.path + "\n");
        }
    }
    return 0;
}

struct HashOptions {
    bool list = false;
    bool clear = false;
    bool forget = false;
    bool show = false;
    bool has_path = false;
    std::string path;
};

bool hash_name(Shell& shell, const HashOptions& how, const std::string& name, bool several) {
    PathCache& paths = shell.process->paths;
    const auto missing = [&] {
        shell.builtin_error(name + ": not found");
        return false;
    };
    if (how.show) {
        PathCache::Entry* entry = paths.find(name);
        if (!entry)
            return missing();
        ++entry->hits;
        if (how.list)
            shell.out.write("builtin hash -p " + entry->path + " " + entry->name + "\n");
        else
            shell.out.write((several ? name + "\t" : std::string()) + entry->path + "\n");
        return true;
    }
    if (how.has_path) {
        struct stat info {};
        if (stat(how.path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
            shell.builtin_error(how.path + ": Is a directory");
            return false;
        }
        if (const std::string why = refused_path(shell, how.path); !why.empty()) {
            shell.builtin_error(why);
            return false;
        }
        learn_path(shell, name, how.path);
        return true;
    }
    if (name.find('/') != std::string::npos)
        return true;
    if (how.forget)
        return paths.forget(name) || !paths.begun() || missing();
    if (find_builtin(shell, name) || shell.functions.find(name))
        return true;
    paths.forget(name);
    const std::string found = search_path(shell, name);
    if (found.empty() || !is_executable_file(found))
        return missing();
    learn_path(shell, name, found);
    return true;
}

/// The old long names of type's options; bash looks for them behind a "--", too.
Arguments with_short_options(const Arguments& given) {
    Arguments arguments = given;
    for (std::size_t i = 1; i < arguments.size() && arguments[i].compare(0, 1, "-") == 0; ++i) {
        const std::string name = arguments[i].substr(arguments[i].compare(0, 2, "--") == 0 ? 2 : 1);
        if (name == "type" || name == "path" || name == "all")
            arguments[i] = {'-', name[0]};
    }
    return arguments;
}

} // namespace

int builtin_hash(Shell& shell, const Arguments& arguments) {
    if (!shell.options.is(SetOption::Hashall)) {
        shell.builtin_error("hashing disabled");
        return 1;
    }
    HashOptions how;
    OptionParser options(shell, arguments, "dlp:rt");
    while (const int letter = options.next()) {
        switch (letter) {
        case 'd':
            how.forget = true;
            break;
        case 'l':
            how.list = true;
            break;
        case 'p':
            how.has_path = true;
            how.path = options.argument();
            break;
        case 'r':
            how.clear = true;
            break;
        case 't':
            how.show = true;
            break;
        default:
            return kUsageStatus;
        }
    }
    if (options.index() >= arguments.size() && (how.show || how.forget)) {
        shell.builtin_error(how.forget ? "-d: option requires an argument"
                                       : "-t: option requires an argument");
        return 1;
    }
    if (how.clear)
        shell.process->paths.clear();
    if (options.index() >= arguments.size())
        return how.clear ? 0 : list_hashed(shell, how.list);
    bool good = true;
    const bool several = arguments.size() - options.index() > 1;
    for (std::size_t i = options.index(); i < arguments.size(); ++i)
        good = hash_name(shell, how, arguments[i], several) && good;
    return good ? 0 : 1;
}

int builtin_type(Shell& shell, const Arguments& given) {
    Lookup how;
    const Arguments arguments = with_short_options(given);
    OptionParser options(shell, arguments, "afptP");
    while (const int letter = options.next()) {
        switch (letter) {
        case 'a':
            how.all = true;
            break;
        case 'f':
            how.no_functions = true;
            break;
        case 'p':
            how.style = Style::Path;
            break;
        case 't':
            how.style = Style::Word;
            break;
        case 'P':
            how.style = Style::Path;
            how.force_path = true;
            break;
        default:
            return kUsageStatus;
        }
    }
    bool good = true;
    for (std::size_t i = options.index(); i < arguments.size(); ++i) {
        const bool found = Describer(shell, how, arguments[i]).run();
        if (!found && how.style == Style::Verbose)
            shell.builtin_error(arguments[i] + ": not found");
        good = found && good;
    }
    return good ? 0 : 1;
}

int builtin_command(Shell& shell, const Arguments& arguments) {
    Lookup how;
    bool describe = false;
    bool standard = false;
    static const std::string standard_path = kStandardPath;
    OptionParser options(shell, arguments, "pvV");
    while (const int letter = options.next()) {
        switch (letter) {
        case 'p':
            standard = true;
            break;
        case 'v':
            describe = true;
            how.style = Style::Reusable;
            break;
        case 'V':
            describe = true;
            how.style = Style::Verbose;
            break;
        default:
            return kUsageStatus;
        }
    }
    if (standard && shell.restricted) {
        shell.builtin_error("-p: restricted");
        return 1;
    }
    how.path = standard ? &standard_path : nullptr;
    const std::size_t first = options.index();
    if (first >= arguments.size())
        return 0;
    if (!describe) {
        Arguments command(arguments.begin() + static_cast<std::ptrdiff_t>(first), arguments.end());
        if (standard && !find_builtin(shell, command[0])) {
            std::string found = search_path(shell, command[0], &standard_path);
            const bool own_path = shell.variables.raw(intern("PATH")).has(kTemporary);
            if (found.empty() && command[0].find('/') == std::string::npos)
                return run_not_found(shell, command, {});
            if (!found.empty() && shell.options.is(SetOption::Hashall) && !own_path)
                learn_path(shell, command[0], found);
            else if (!found.empty())
                command[0] = std::move(found);
        }
        shell.plain_builtin = true;
        const ErrexitPause pause(shell);
        const int status = shell.run_words(command, false);
        shell.plain_builtin = false;
        return status;
    }
    bool any = false;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        const bool found = Describer(shell, how, arguments[i]).run();
        if (!found && how.style == Style::Verbose)
            shell.builtin_error(arguments[i] + ": not found");
        any = any || found;
    }
    return any ? 0 : 1;
}

} // namespace asb::shell
