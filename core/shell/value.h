// Values of shell variables: text and/or a number, and the two array kinds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

/// One string of the shell, kept as text, as a number, or both; the missing form is made when asked for. A
/// number is only trusted for text that is plain decimal without leading zeros (`08` must stay an error in
/// arithmetic).
class Value {
public:
    Value() = default;
    explicit Value(std::string text) : text_(std::move(text)) {}
    explicit Value(std::string_view text) : text_(text) {}
    explicit Value(std::int64_t number) : number_(number), state_(kNumber) {}

    const std::string& text() const {
        if (!(state_ & kText))
            make_text();
        return text_;
    }
    /// True and `out` set when the value is a plain decimal number.
    bool number(std::int64_t& out) const {
        if (!(state_ & (kNumber | kNotNumber)))
            try_number();
        out = number_;
        return (state_ & kNumber) != 0;
    }
    void set(std::string text) {
        text_ = std::move(text);
        state_ = kText;
    }
    void set(std::int64_t number) {
        number_ = number;
        state_ = kNumber;
    }
    /// In place: amortised constant time a byte.
    void append(std::string_view more) {
        if (!(state_ & kText))
            make_text();
        text_.append(more);
        state_ = kText;
    }

private:
    static constexpr std::uint8_t kText = 1, kNumber = 2, kNotNumber = 4;
    void make_text() const;
    void try_number() const;
    mutable std::string text_;
    mutable std::int64_t number_ = 0;
    mutable std::uint8_t state_ = kText;
};

/// Indexed array: a vector while dense, an ordered map once an index lies far behind the end.
class IndexedArray {
public:
    const Value* find(std::int64_t index) const;
    Value* find(std::int64_t index);
    /// The element, made empty when it is missing. index >= 0.
    Value& at(std::int64_t index);
    void push_back(Value value) { at(max_index() + 1) = std::move(value); }
    bool erase(std::int64_t index);
    void clear();
    std::size_t size() const { return sparse_ ? map_.size() : count_; }
    bool empty() const { return size() == 0; }
    /// Highest index in use, -1 when empty.
    std::int64_t max_index() const;
    /// Lowest index in use that is >= from, -1 when there is none.
    std::int64_t next(std::int64_t from) const;
    template <typename F>
    void for_each(F visit) const { ///< visit(index, const Value&) in order of the index
        if (sparse_) {
            for (const auto& [index, value] : map_)
                visit(index, value);
            return;
        }
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (items_[i].present)
                visit(static_cast<std::int64_t>(i), items_[i].value);
        }
    }

private:
    struct Item {
        Value value;
        bool present = false;
    };
    void make_sparse();
    std::vector<Item> items_;
    std::map<std::int64_t, Value> map_;
    std::size_t count_ = 0;
    bool sparse_ = false;
};

/// Associative array in bash's own order: FNV-1 over sign-extended bytes, 1024 chains, new keys in front of
/// their chain, four times as many chains when there are twice as many entries as chains.
class AssocArray {
public:
    /// `chains`: how many there are at first (a power of two); they decide on the order of the elements.
    explicit AssocArray(std::size_t chains = 1024) : first_chains_(chains) {}
    AssocArray(const AssocArray& other);
    AssocArray& operator=(const AssocArray& other);
    ~AssocArray();

    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);
    Value& at(std::string_view key);
    bool erase(std::string_view key);
    void clear();
    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    template <typename F>
    void for_each(F visit) const { ///< visit(const std::string& key, const Value&) in bash's order
        for (const auto& chain : chains_) {
            for (const Node* n = chain.get(); n; n = n->next.get())
                visit(n->key, n->value);
        }
    }
    /// bash's hash_string.
    static std::uint32_t hash(std::string_view key);

private:
    struct Node {
        std::string key;
        Value value;
        std::uint32_t hash = 0;
        std::unique_ptr<Node> next;
    };
    void grow();
    std::vector<std::unique_ptr<Node>> chains_;
    mutable const Node* last_ = nullptr; ///< the last one found: what is read is often what is written next
    std::size_t count_ = 0;
    std::size_t first_chains_;
};

} // namespace asb::shell
