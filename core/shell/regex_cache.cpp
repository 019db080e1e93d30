#include "core/shell/regex_cache.h"

#include <memory>
#include <regex.h>
#include <unordered_map>

namespace asb::shell {

namespace {

constexpr std::size_t kCacheEntries = 64;
constexpr std::size_t kMaxGroups = 1000;

struct Compiled {
    regex_t expression{};
    bool valid = false;
    Compiled() = default;
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;
    ~Compiled() {
        if (valid)
            regfree(&expression);
    }
};

std::shared_ptr<Compiled> compiled(const std::string& pattern, bool ignore_case, int locale_key) {
    static std::unordered_map<std::string, std::shared_ptr<Compiled>> cache;
    std::string key = std::to_string(locale_key) + (ignore_case ? "i" : "c") + pattern;
    if (const auto it = cache.find(key); it != cache.end())
        return it->second;
    auto made = std::make_shared<Compiled>();
    made->valid =
        regcomp(&made->expression, pattern.c_str(), REG_EXTENDED | (ignore_case ? REG_ICASE : 0)) == 0;
    if (cache.size() >= kCacheEntries)
        cache.clear();
    cache.emplace(std::move(key), made);
    return made;
}

} // namespace

RegexMatch match_regex(const std::string& pattern, const std::string& text, bool ignore_case,
                       int locale_key) {
    RegexMatch out;
    const std::shared_ptr<Compiled> regex = compiled(pattern, ignore_case, locale_key);
    if (!regex->valid) {
        out.result = RegexMatch::Result::BadPattern;
        return out;
    }
    const std::size_t count = std::min(regex->expression.re_nsub + 1, kMaxGroups);
    std::vector<regmatch_t> found(count);
    if (regexec(&regex->expression, text.c_str(), count, found.data(), 0) != 0)
        return out;
    out.result = RegexMatch::Result::Match;
    for (const regmatch_t& group : found) {
        if (group.rm_so < 0)
            out.groups.emplace_back(std::string::npos, std::string::npos);
        else
            out.groups.emplace_back(static_cast<std::size_t>(group.rm_so),
                                    static_cast<std::size_t>(group.rm_eo));
    }
    return out;
}

} // namespace asb::shell
