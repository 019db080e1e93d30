// Functions, the stack of their calls (FUNCNAME, BASH_SOURCE, BASH_LINENO), and positional parameters.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/options.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace asb::shell {

struct Function {
    std::shared_ptr<const Command> body; ///< compound command with its redirections
    std::string name;
    std::string source;          ///< BASH_SOURCE inside it
    std::uint32_t line = 0;      ///< of the definition
    std::uint32_t body_line = 0; ///< of its {
    std::uint32_t line_base = 0; ///< what its lines count from, see Shell::line_base
    bool exported = false;
    bool readonly = false;
    bool traced = false;
};
using FunctionPtr = std::shared_ptr<Function>;

class Functions {
public:
    FunctionPtr find(std::string_view name) const {
        if (map_.empty())
            return nullptr;
        const auto it = map_.find(name);
        return it == map_.end() ? nullptr : it->second;
    }
    void define(FunctionPtr function);
    bool erase(std::string_view name);
    /// Null when there is none; valid until generation() changes.
    const FunctionPtr* look_up(std::string_view name) const {
        const auto it = map_.find(name);
        return it == map_.end() ? nullptr : &it->second;
    }
    std::vector<FunctionPtr> sorted() const;
    std::size_t size() const { return map_.size(); }
    /// Changes whenever a command name may mean something else than before: what was looked up earlier than
    /// that is looked up again.
    std::uint32_t generation() const { return generation_; }
    void names_changed() { ++generation_; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, FunctionPtr, Hash, std::equal_to<>> map_;
    std::uint32_t generation_ = 1;
};

struct CallFrame {
    enum class Kind : std::uint8_t { Function, Source } kind = Kind::Function;
    std::string name;                     ///< function name, or "source"
    std::string source;                   ///< file the code of this frame comes from
    std::uint32_t call_line = 0;          ///< line of the call, in the caller
    std::optional<Options> saved_options; ///< `local -`: come back when the function returns
};

/// $1 …; `shift` moves a start offset.
class Positionals {
public:
    /// The first `skipped` arguments are none of them.
    void set(std::vector<std::string> arguments, std::size_t skipped = 0) {
        items_ = std::move(arguments);
        start_ = skipped;
    }
    std::size_t size() const { return items_.size() - start_; }
    const std::string& operator[](std::size_t i) const { return items_[start_ + i]; } ///< 0 = $1
    bool shift(std::size_t n) {
        if (n > size())
            return false;
        start_ += n;
        return true;
    }
    std::vector<std::string> all() const {
        return {items_.begin() + static_cast<std::ptrdiff_t>(start_), items_.end()};
    }

private:
    std::vector<std::string> items_;
    std::size_t start_ = 0;
};

/// BASH_ARGV and BASH_ARGC: the arguments of the calls under way, kept while extdebug is on.
class ArgumentStack {
public:
    /// The shell's own arguments, once: below what has been pushed meanwhile.
    void start(const std::vector<std::string>& own) {
        if (started_)
            return;
        arguments_.insert(arguments_.begin(), own.begin(), own.end());
        counts_.insert(counts_.begin(), own.size());
        started_ = true;
    }
    void push(const std::vector<std::string>& arguments) {
        arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
        counts_.push_back(arguments.size());
    }
    void pop() {
        arguments_.resize(arguments_.size() - counts_.back());
        counts_.pop_back();
    }
    const std::vector<std::string>& arguments() const { return arguments_; } ///< innermost call last
    const std::vector<std::size_t>& counts() const { return counts_; }

private:
    std::vector<std::string> arguments_;
    std::vector<std::size_t> counts_;
    bool started_ = false;
};

} // namespace asb::shell
