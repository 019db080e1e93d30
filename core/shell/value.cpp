#include "core/shell/value.h"

#include <charconv>

namespace asb::shell {

void Value::make_text() const {
    char buffer[24];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, number_);
    text_.assign(buffer, result.ptr);
    state_ |= kText;
}

void Value::try_number() const {
    const std::string& t = text_;
    const bool negative = !t.empty() && t[0] == '-';
    const std::size_t digits = t.size() - (negative ? 1 : 0);
    const char first = digits ? t[negative ? 1 : 0] : '\0';
    const bool plain = digits >= 1 && digits <= 18 && (first != '0' || (digits == 1 && !negative));
    if (plain) {
        const auto result = std::from_chars(t.data(), t.data() + t.size(), number_);
        if (result.ec == std::errc{} && result.ptr == t.data() + t.size()) {
            state_ |= kNumber;
            return;
        }
    }
    state_ |= kNotNumber;
}

// ---------------------------------------------------------------------------------------------- IndexedArray

const Value* IndexedArray::find(std::int64_t index) const {
    if (sparse_) {
        const auto it = map_.find(index);
        return it == map_.end() ? nullptr : &it->second;
    }
    if (index < 0 || static_cast<std::size_t>(index) >= items_.size())
        return nullptr;
    const Item& item = items_[static_cast<std::size_t>(index)];
    return item.present ? &item.value : nullptr;
}

Value* IndexedArray::find(std::int64_t index) {
    return const_cast<Value*>(static_cast<const IndexedArray*>(this)->find(index));
}

Value& IndexedArray::at(std::int64_t index) {
    const auto position = static_cast<std::size_t>(index);
    if (!sparse_ && position > 2 * items_.size() + 1024)
        make_sparse();
    if (sparse_)
        return map_[index];
    if (position == items_.size())
        items_.emplace_back();
    else if (position > items_.size())
        items_.resize(position + 1);
    Item& item = items_[position];
    if (!item.present) {
        item.present = true;
        ++count_;
    }
    return item.value;
}

bool IndexedArray::erase(std::int64_t index) {
    if (sparse_)
        return map_.erase(index) != 0;
    if (!find(index))
        return false;
    items_[static_cast<std::size_t>(index)] = Item{};
    --count_;
    while (!items_.empty() && !items_.back().present)
        items_.pop_back();
    return true;
}

void IndexedArray::clear() {
    items_.clear();
    map_.clear();
    count_ = 0;
    sparse_ = false;
}

std::int64_t IndexedArray::max_index() const {
    if (sparse_)
        return map_.empty() ? -1 : map_.rbegin()->first;
    return static_cast<std::int64_t>(items_.size()) - 1;
}

std::int64_t IndexedArray::next(std::int64_t from) const {
    if (sparse_) {
        const auto it = map_.lower_bound(from);
        return it == map_.end() ? -1 : it->first;
    }
    for (std::size_t i = from < 0 ? 0 : static_cast<std::size_t>(from); i < items_.size(); ++i) {
        if (items_[i].present)
            return static_cast<std::int64_t>(i);
    }
    return -1;
}

void IndexedArray::make_sparse() {
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (items_[i].present)
            map_.emplace_hint(map_.end(), static_cast<std::int64_t>(i), std::move(items_[i].value));
    }
    items_.clear();
    items_.shrink_to_fit();
    count_ = 0;
    sparse_ = true;
}

// ---------------------------------------------------------------------------------------------- AssocArray

std::uint32_t AssocArray::hash(std::string_view key) {
    std::uint32_t h = 2166136261U;
    for (const char c : key) {
        h *= 16777619U;
        h ^= static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<signed char>(c)));
    }
    return h;
}

AssocArray::~AssocArray() {
    clear();
}

AssocArray::AssocArray(const AssocArray& other) : first_chains_(other.first_chains_) {
    *this = other;
}

AssocArray& AssocArray::operator=(const AssocArray& other) {
    if (this == &other)
        return *this;
    clear();
    chains_.resize(other.chains_.size());
    count_ = other.count_;
    for (std::size_t i = 0; i < chains_.size(); ++i) {
        std::unique_ptr<Node>* tail = &chains_[i];
        for (const Node* n = other.chains_[i].get(); n; n = n->next.get()) {
            *tail = std::make_unique<Node>();
            (*tail)->key = n->key;
            (*tail)->value = n->value;
            (*tail)->hash = n->hash;
            tail = &(*tail)->next;
        }
    }
    return *this;
}

const Value* AssocArray::find(std::string_view key) const {
    if (last_ && last_->key == key)
        return &last_->value;
    if (chains_.empty())
        return nullptr;
    const std::uint32_t h = hash(key);
    for (const Node* n = chains_[h & (chains_.size() - 1)].get(); n; n = n->next.get()) {
        if (n->hash == h && n->key == key) {
            last_ = n;
            return &n->value;
        }
    }
    return nullptr;
}

Value* AssocArray::find(std::string_view key) {
    return const_cast<Value*>(static_cast<const AssocArray*>(this)->find(key));
}

Value& AssocArray::at(std::string_view key) {
    if (Value* present = find(key))
        return *present;
    if (chains_.empty())
        chains_.resize(first_chains_);
    else if (count_ >= 2 * chains_.size())
        grow();
    auto node = std::make_unique<Node>();
    node->key = std::string(key);
    node->hash = hash(key);
    std::unique_ptr<Node>& chain = chains_[node->hash & (chains_.size() - 1)];
    node->next = std::move(chain);
    chain = std::move(node);
    ++count_;
    return chain->value;
}

void AssocArray::grow() {
    std::vector<std::unique_ptr<Node>> old = std::move(chains_);
    chains_ = std::vector<std::unique_ptr<Node>>(old.size() * 4);
    for (std::unique_ptr<Node>& chain : old) {
        while (chain) {
            std::unique_ptr<Node> node = std::move(chain);
            chain = std::move(node->next);
            std::unique_ptr<Node>& target = chains_[node->hash & (chains_.size() - 1)];
            node->next = std::move(target);
            target = std::move(node);
        }
    }
}

bool AssocArray::erase(std::string_view key) {
    if (chains_.empty())
        return false;
    last_ = nullptr;
    const std::uint32_t h = hash(key);
    for (std::unique_ptr<Node>* link = &chains_[h & (chains_.size() - 1)]; *link; link = &(*link)->next) {
        if ((*link)->hash == h && (*link)->key == key) {
            *link = std::move((*link)->next);
            --count_;
            return true;
        }
    }
    return false;
}

void AssocArray::clear() {
    for (std::unique_ptr<Node>& chain : chains_) {
        while (chain)
            chain = std::move(chain->next);
    }
    chains_.clear();
    last_ = nullptr;
    count_ = 0;
}

} // namespace asb::shell
