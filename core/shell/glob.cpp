#include "core/shell/glob.h"

#include "core/shell/pattern.h"

#include <algorithm>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>

namespace asb::shell {

namespace {

constexpr int kMaxDirectoryDepth = 1000; ///< of ** : deeper folders are not looked at

struct CloseDirectory {
    void operator()(DIR* directory) const { closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

struct Component {
    std::string text;    ///< as in the pattern
    std::string literal; ///< quotes removed
    bool active = false; ///< has pattern characters
    bool globstar = false;
    bool repeated = false; ///< **/**
    bool dots = false;     ///< names that begin with a dot may match
    bool special = false;  ///< "." and ".." may match
    Pattern pattern;
};

bool begins_with_dot(std::string_view pattern) {
    return !pattern.empty()
           && (pattern[0] == '.' || (pattern[0] == '\\' && pattern.size() > 1 && pattern[1] == '.'));
}

/// Behind the extended glob that the pattern begins with; npos: it begins with none.
std::size_t leading_group_end(std::string_view pattern) {
    if (pattern.size() < 3 || pattern[1] != '('
        || std::string_view("?*+@!").find(pattern[0]) == std::string_view::npos)
        return std::string_view::npos;
    int depth = 0;
    for (std::size_t i = 1; i < pattern.size(); ++i) {
        if (pattern[i] == '\\')
            ++i;
        else if (pattern[i] == '(')
            ++depth;
        else if (pattern[i] == ')' && --depth == 0)
            return i + 1;
    }
    return std::string_view::npos;
}

/// The alternatives of the group in pattern[2, end - 1).
std::vector<std::string_view> group_alternatives(std::string_view pattern, std::size_t end) {
    std::vector<std::string_view> found;
    int depth = 0;
    std::size_t begin = 2;
    for (std::size_t i = 2; i < end; ++i) {
        const char c = pattern[i];
        if (c == '\\') {
            ++i;
        } else if (depth == 0 && (c == '|' || i + 1 == end)) {
            found.push_back(pattern.substr(begin, i - begin));
            begin = i + 1;
        } else if (c == '(' || c == ')') {
            depth += c == '(' ? 1 : -1;
        }
    }
    return found;
}

/// Names that begin with a dot (`special`: "." and "..") are tried at all: the pattern begins with a dot, or
/// an alternative of the extended glob at its beginning does, or that glob may be empty and a dot follows.
bool dots_are_tried(std::string_view pattern, bool special, bool dotglob, bool extglob) {
    const std::size_t end = extglob ? leading_group_end(pattern) : std::string_view::npos;
    if (end == std::string_view::npos)
        return begins_with_dot(pattern) || (dotglob && !special);
    for (const std::string_view alternative : group_alternatives(pattern, end)) {
        if (dots_are_tried(alternative, special, dotglob, extglob))
            return true;
    }
    const bool optional = pattern[0] == '?' || pattern[0] == '*';
    return optional && end < pattern.size() && dots_are_tried(pattern.substr(end), special, dotglob, extglob);
}

class Globber {
public:
    Globber(std::string_view pattern, const GlobOptions& options)
        : options_(options), dotglob_(options.dotglob || !options.ignore.empty()) {
        split(pattern);
    }

    GlobResult run() {
        for (std::size_t k = 1; k + 1 < components_.size();) { // `**//x` is `**/x`
            if (components_[k - 1].globstar && components_[k].text.empty())
                components_.erase(components_.begin() + static_cast<std::ptrdiff_t>(k));
            else
                ++k;
        }
        walk(prefix_, 0);
        if (unwanted_)
            return {};
        if (!options_.ignore.empty())
            remove_ignored();
        sort();
        return std::move(result_);
    }

private:
    void split(std::string_view pattern) {
        std::size_t begin = 0;
        while (begin < pattern.size() && pattern[begin] == '/') {
            prefix_ += '/';
            ++begin;
        }
        int brackets = 0;
        std::size_t i = begin;
        for (; i < pattern.size(); ++i) {
            if (pattern[i] == '\\' && i + 1 < pattern.size() && pattern[i + 1] != '/') {
                ++i;
                continue;
            }
            if (pattern[i] == '(' && options_.extglob && i > begin
                && std::string_view("?*+@!").find(pattern[i - 1]) != std::string_view::npos)
                ++brackets;
            if (pattern[i] == ')' && brackets > 0)
                --brackets;
            if (pattern[i] != '/')
                continue;
            std::size_t end = i; // a backslash before the slash counts where a pattern is matched
            if (i > begin && pattern[i - 1] == '\\'
                && !has_pattern_characters(pattern.substr(begin, i - 1 - begin), options_.extglob))
                --end;
            if (end > begin || !behind_pattern()) // there a row of slashes is one
                add(pattern.substr(begin, end - begin));
            begin = i + 1;
        }
        add(pattern.substr(begin));
    }

    bool behind_pattern() const {
        return std::any_of(components_.begin(), components_.end(),
                           [](const Component& c) { return c.active; });
    }

    void add(std::string_view text) {
        const bool behind_globstar = !components_.empty() && components_.back().globstar;
        if (behind_globstar && text == "**") {
            components_.back().repeated = true;
            return;
        }
        Component component;
        component.text = std::string(text);
        component.active = has_pattern_characters(text, options_.extglob);
        component.literal = remove_pattern_quotes(text);
        component.globstar = options_.globstar && text == "**";
        component.dots = dots_are_tried(text, false, dotglob_, options_.extglob);
        component.special = dots_are_tried(text, true, dotglob_, options_.extglob) && !options_.globskipdots;
        if (component.active) {
            PatternOptions how;
            how.extglob = options_.extglob;
            how.nocase = options_.nocaseglob;
            how.utf8 = options_.utf8;
            how.dots = dotglob_ ? PatternDots::Special : PatternDots::Leading;
            component.pattern = Pattern(text, how);
        }
        components_.push_back(std::move(component));
    }

    bool stopped() {
        if ((++asked_ & 255) == 0 && options_.unwanted && options_.unwanted())
            unwanted_ = true;
        return result_.too_many || unwanted_;
    }

    void found(std::string name) {
        if (result_.names.size() >= options_.limit) {
            result_.too_many = true;
            return;
        }
        result_.names.push_back(std::move(name));
    }

    static bool is_directory(const std::string& path) {
        struct stat info {};
        return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
    }
    static bool exists(const std::string& path) {
        struct stat info {};
        return lstat(path.c_str(), &info) == 0;
    }

    /// `path` ends in / or is empty; components from `k` on are still to be matched.
    void walk(std::string path, std::size_t k) {
        while (k < components_.size() && !components_[k].active) {
            const bool last = k + 1 == components_.size();
            path += components_[k].literal;
            if (last) {
                const bool wants_directory = components_[k].literal.empty();
                if (wants_directory ? (!path.empty() && is_directory(path)) : exists(path))
                    found(std::move(path));
                return;
            }
            path += '/';
            ++k;
        }
        if (stopped())
            return;
        if (components_[k].globstar)
            walk_all(path, k, 0);
        else
            walk_directory(path, k);
    }

    Directory open(const std::string& path) { return Directory(opendir(path.empty() ? "." : path.c_str())); }

    static bool is_special(const char* name) {
        return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
    }

    void walk_directory(const std::string& path, std::size_t k) {
        const Directory directory = open(path);
        if (!directory)
            return;
        const Component& component = components_[k];
        const bool last = k + 1 == components_.size();
        std::vector<std::string> matched;
        const auto first = static_cast<std::ptrdiff_t>(result_.names.size());
        while (const dirent* entry = readdir(directory.get())) {
            const bool tried =
                is_special(entry->d_name) ? component.special : entry->d_name[0] != '.' || component.dots;
            if (!tried || !component.pattern.matches(entry->d_name))
                continue;
            if (!last && entry->d_type != DT_DIR && entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN)
                continue;
            if (last)
                found(path + entry->d_name);
            else
                matched.emplace_back(entry->d_name);
            if (stopped())
                return;
        }
        if (!options_.sorted) {
            std::reverse(result_.names.begin() + first, result_.names.end());
            std::reverse(matched.begin(), matched.end());
        }
        for (const std::string& name : matched) {
            const std::string inner = path + name + "/";
            if (is_directory(inner))
                walk(inner, k + 1);
        }
    }

    bool any_active_before(std::size_t k) const {
        return std::any_of(components_.begin(), components_.begin() + static_cast<std::ptrdiff_t>(k),
                           [](const Component& component) { return component.active; });
    }

    /// ** : this folder and all below, symbolic links not followed.
    void walk_all(const std::string& path, std::size_t k, int depth) {
        const bool last = k + 1 == components_.size();
        if (!last)
            walk(path, k + 1);
        else if (depth == 0 && !path.empty() && is_directory(path))
            found(components_[k].repeated || any_active_before(k) ? path.substr(0, path.size() - 1) : path);
        if (stopped() || depth > kMaxDirectoryDepth)
            return;
        std::vector<std::string> folders;
        {
            const Directory directory = open(path);
            if (!directory)
                return;
            while (const dirent* entry = readdir(directory.get())) {
                if (is_special(entry->d_name) || (entry->d_name[0] == '.' && !dotglob_))
                    continue;
                if (last)
                    found(path + entry->d_name);
                bool folder = entry->d_type == DT_DIR;
                if (entry->d_type == DT_UNKNOWN) {
                    struct stat info {};
                    folder = lstat((path + entry->d_name).c_str(), &info) == 0 && S_ISDIR(info.st_mode);
                }
                if (folder)
                    folders.emplace_back(entry->d_name);
                else if (entry->d_type == DT_LNK && k + 2 == components_.size()
                         && components_[k + 1].text.empty() && is_directory(path + entry->d_name))
                    found(path + entry->d_name + "/"); // matched, not entered
                if (stopped())
                    return;
            }
        }
        for (const std::string& name : folders)
            walk_all(path + name + "/", k, depth + 1);
    }

    // ------------------------------------------------------------------------------------ GLOBIGNORE, order

    static bool ends_with_star(std::string_view pattern) {
        std::size_t quotes = 0;
        while (quotes + 1 < pattern.size() && pattern[pattern.size() - 2 - quotes] == '\\')
            ++quotes;
        return pattern.ends_with('*') && quotes % 2 == 0;
    }

    /// With each \/ and [/] as the slash that it stands for.
    static std::string with_plain_slashes(std::string_view pattern) {
        std::string plain;
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if (pattern.substr(i).starts_with("\\/") || pattern.substr(i).starts_with("[/]")) {
                i += pattern[i] == '[' ? 2 : 1;
                plain += '/';
                continue;
            }
            plain += pattern[i];
            if (pattern[i] == '\\' && i + 1 < pattern.size())
                plain += pattern[++i];
        }
        return plain;
    }

    /// FNM_PATHNAME: a slash is matched by a slash only.
    bool path_matches(std::string_view pattern, std::string_view name) const {
        PatternOptions how;
        how.extglob = options_.extglob;
        how.nocase = options_.nocaseglob;
        how.utf8 = options_.utf8;
        for (;;) {
            const std::size_t p = pattern.find('/');
            const std::size_t n = name.find('/');
            if (p == std::string_view::npos && ends_with_star(pattern)) // that takes all the rest
                return Pattern(pattern, how).matches(name.substr(0, n));
            if ((p == std::string_view::npos) != (n == std::string_view::npos))
                return false;
            if (!Pattern(pattern.substr(0, p), how).matches(name.substr(0, n)))
                return false;
            if (p == std::string_view::npos)
                return true;
            pattern.remove_prefix(p + 1);
            name.remove_prefix(n + 1);
        }
    }

    void remove_ignored() {
        std::vector<std::string> patterns = split_ignored(options_.ignore);
        for (std::string& pattern : patterns)
            pattern = with_plain_slashes(pattern);
        const auto ignored = [&](const std::string& name) {
            const std::size_t slash = name.rfind('/');
            const std::string base = slash == std::string::npos ? name : name.substr(slash + 1);
            if (base == "." || base == "..")
                return true;
            return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
                return !pattern.empty() && path_matches(pattern, name);
            });
        };
        auto& names = result_.names;
        names.erase(std::remove_if(names.begin(), names.end(), ignored), names.end());
    }

    void sort() {
        auto& names = result_.names;
        if (!options_.sorted)
            return;
        if (options_.sort_by_locale) {
            std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
                const int order = std::strcoll(a.c_str(), b.c_str());
                return order != 0 ? order < 0 : a < b;
            });
        } else {
            std::sort(names.begin(), names.end());
        }
    }

    const GlobOptions& options_;
    bool dotglob_;
    std::string prefix_;
    std::vector<Component> components_;
    GlobResult result_;
    unsigned asked_ = 0;
    bool unwanted_ = false;
};

} // namespace

std::vector<std::string> split_ignored(std::string_view list) {
    std::vector<std::string> patterns(1);
    int bracket = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const char c = list[i];
        if (c == '\\' && i + 1 < list.size()) {
            patterns.back() += c;
            patterns.back() += list[++i];
            continue;
        }
        bracket += c == '[' ? 1 : c == ']' && bracket > 0 ? -1 : 0;
        if (c == ':' && bracket == 0)
            patterns.emplace_back();
        else
            patterns.back() += c;
    }
    return patterns;
}

GlobResult expand_glob(std::string_view pattern, const GlobOptions& options) {
    return Globber(pattern, options).run();
}

} // namespace asb::shell
