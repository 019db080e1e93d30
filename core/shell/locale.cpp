// LC_ALL, LC_*, LANG: what bash does when one of them changes (its words are those of bash 5.2).
#include "core/shell/builtins/utility_state.h"
#include "core/shell/escapes.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <cerrno>
#include <clocale>
#include <cstring>
#include <langinfo.h>
#include <optional>
#include <strings.h>

namespace asb::shell {
namespace {

struct Category {
    const char* name;
    int number;
};
constexpr Category kCategories[] = {{"LC_CTYPE", LC_CTYPE},
                                    {"LC_COLLATE", LC_COLLATE},
                                    {"LC_MESSAGES", LC_MESSAGES},
                                    {"LC_NUMERIC", LC_NUMERIC},
                                    {"LC_TIME", LC_TIME}};

/// The locale for a category; LC_ALL goes before it, LANG comes after it.
std::string chosen(Variables& variables, const char* name) {
    for (const char* const source : {"LC_ALL", name, "LANG"}) {
        std::string text = variables.text(source);
        if (!text.empty())
            return text;
    }
    return "C";
}

/// Numbers are read and written by the C locale in here.
bool set_locale(int category, const std::string& locale) {
    errno = 0;
    const bool good = std::setlocale(category, locale.c_str()) != nullptr;
    const int error = errno;
    if (category == LC_NUMERIC || category == LC_ALL)
        std::setlocale(LC_NUMERIC, "C");
    errno = error;
    return good;
}

std::string refusal(const std::string& name, const std::string& locale) {
    const int error = errno; // the C library does not say it again for a name that it knows to be missing
    return "warning: setlocale: " + name + ": cannot change locale (" + locale
           + (error == 0 ? ")" : std::string("): ") + std::strerror(error));
}

/// Without LC_ALL: all categories anew.
bool reset(Variables& variables) {
    const std::string language = variables.text("LANG");
    if (!set_locale(LC_ALL, language.empty() ? "C" : language))
        return false;
    for (const Category& category : kCategories)
        set_locale(category.number, chosen(variables, category.name));
    return true;
}

} // namespace

void Shell::start_locale() {
    const std::string all = variables.text("LC_ALL");
    if (all.empty()) {
        reset(variables);
    } else if (!set_locale(LC_ALL, all)) {
        errno = 0;
        write_error(shell_name + ": " + refusal("LC_ALL", all));
    }
    locale_in_force();
}

void Shell::locale_changed(Slot changed) {
    if (quiet_locale)
        return;
    const std::string name = name_of(changed);
    const std::string all = variables.text("LC_ALL");
    bool other_characters = false;
    if (name == "LC_ALL" && !all.empty()) {
        other_characters = true;
        if (!set_locale(LC_ALL, all))
            error(refusal(name, all));
    } else if (name == "LC_ALL" || (name == "LANG" && all.empty())) {
        other_characters = reset(variables);
    } else if (all.empty()) {
        for (const Category& category : kCategories) {
            if (name != category.name)
                continue;
            const std::string locale = chosen(variables, category.name);
            other_characters = category.number == LC_CTYPE;
            if (!set_locale(category.number, locale))
                error(refusal(name, locale));
        }
    }
    if (other_characters)
        utilities->named_utf8.reset();
    locale_in_force();
}

/// bash asks the locale's name, be there such a locale or not, and keeps the answer until one is set.
bool writes_utf8(Shell& shell) {
    if (shell.utf8())
        return true;
    std::optional<bool>& named = shell.utilities->named_utf8;
    if (!named) {
        const std::string name = chosen(shell.variables, "LC_CTYPE");
        const std::size_t dot = name.rfind('.');
        const std::string characters =
            dot == std::string::npos ? "" : name.substr(dot + 1, name.find('@', dot) - dot - 1);
        named = strcasecmp(characters.c_str(), "UTF-8") == 0 || strcasecmp(characters.c_str(), "UTF8") == 0;
    }
    return *named;
}

void Shell::locale_in_force() {
    utf8_ = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const std::string collation = std::setlocale(LC_COLLATE, nullptr);
    collates_ = collation != "C" && collation != "POSIX" && collation.compare(0, 2, "C.") != 0;
}

} // namespace asb::shell
