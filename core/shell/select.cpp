// select NAME in WORDS: the menu and its answer.
#include "core/base/fd.h"
#include "core/shell/builtin.h"
#include "core/shell/process.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <algorithm>
#include <unistd.h>

namespace asb::shell {
namespace {

constexpr std::size_t kTab = 8;

void indent(std::string& out, std::size_t from, std::size_t to) {
    while (from < to) {
        if (to / kTab > from / kTab) {
            out += '\t';
            from += kTab - from % kTab;
        } else {
            out += ' ';
            ++from;
        }
    }
}

/// bash's layout: columns of equal width, filled top down.
std::string menu(const std::vector<std::string>& items, std::size_t width, bool utf8) {
    if (items.empty())
        return "\n";
    const std::size_t digits = std::to_string(items.size()).size();
    std::size_t longest = 0;
    for (const std::string& item : items)
        longest = std::max(longest, count_characters(item, utf8));
    const std::size_t cell = longest + digits + 2 + 2;
    std::size_t columns = std::max<std::size_t>(width / cell, 1);
    std::size_t rows = items.size() / columns + (items.size() % columns != 0 ? 1 : 0);
    columns = items.size() / rows + (items.size() % rows != 0 ? 1 : 0);
    if (rows == 1) {
        rows = columns;
        columns = 1;
    }
    const std::size_t first_digits = std::to_string(rows).size();
    std::string out;
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t at = 0;
        for (std::size_t i = row; i < items.size(); i += rows) {
            const std::size_t room = at == 0 ? first_digits : digits;
            const std::string number = std::to_string(i + 1);
            out.append(room > number.size() ? room - number.size() : 0, ' ')
                .append(number)
                .append(") ")
                .append(items[i]);
            const std::size_t length = count_characters(items[i], utf8) + room + 2;
            if (i + rows < items.size())
                indent(out, at + length, at + cell);
            at += cell;
        }
        out += '\n';
    }
    return out;
}

} // namespace

int Shell::run_select(const ForCommand& command) {
    if (!is_loop_name(command))
        return status;
    std::vector<std::string> items;
    if (!command.has_words)
        items = positionals.all();
    else if (!expand_words(command.words, items))
        return status;
    status = 0;
    if (items.empty())
        return status;
    if (options.is(SetOption::Xtrace)) {
        std::string text = "select " + command.name + " in";
        for (const Word& word : command.words)
            text.append(" ").append(word.source);
        if (!command.has_words)
            text += " \"$@\"";
        trace(text);
    }
    if (!debug_trap(command))
        return status;
    ++loop_depth;
    std::int64_t width = 80;
    if (const Value* columns = variables.value("COLUMNS"); columns && (!columns->number(width) || width <= 0))
        width = 80;
    bool show = true;
    for (;;) {
        if (show)
            static_cast<void>(write_all(2, menu(items, static_cast<std::size_t>(width), utf8())));
        const Value* ps3 = variables.value("PS3");
        static_cast<void>(write_all(2, ps3 ? ps3->text() : "#? "));
        // At the end of the input REPLY is what was left of it.
        if (call_builtin(*find_builtin(*this, "read", false), {"read"}) != 0) {
            if (unwind == Unwind::None) {
                static_cast<void>(write_all(1, "\n"));
                status = 1;
            }
            break;
        }
        std::string reply = variables.text("REPLY");
        show = reply.empty();
        if (show)
            continue;
        reply.erase(reply.find_last_not_of(" \t") + 1);
        reply.erase(0, reply.find_first_not_of(" \t"));
        std::int64_t number = 0;
        const bool good = Value(std::string_view(reply)).number(number) && number >= 1
                          && static_cast<std::size_t>(number) <= items.size();
        if (!variables.assign(command.slot,
                              good ? items[static_cast<std::size_t>(number - 1)] : std::string{})) {
            status = unwind == Unwind::None ? 1 : status;
            break;
        }
        run_list(command.body);
        if (!loop_goes_on())
            break;
        show = variables.text("REPLY").empty();
    }
    --loop_depth;
    return status;
}

} // namespace asb::shell
