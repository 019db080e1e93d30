#include "core/config/jsonc.h"

#include "core/config/jsonc_scanner.h"

namespace asb::jsonc {

const Value* Value::find(std::string_view key) const {
    if (kind != Kind::Object)
        return nullptr;
    for (std::size_t i = keys.size(); i-- > 0;) {
        if (keys[i] == key)
            return items[i].kind == Kind::Null ? nullptr : &items[i];
    }
    return nullptr;
}

std::string_view to_string(Value::Kind kind) {
    switch (kind) {
    case Value::Kind::Null:
        return "null";
    case Value::Kind::Boolean:
        return "true or false";
    case Value::Kind::Number:
        return "a number";
    case Value::Kind::String:
        return "a string";
    case Value::Kind::Array:
        return "a list";
    case Value::Kind::Object:
        return "an object";
    }
    return "a value";
}

namespace {

/// Recursive descent over the scanner's tokens; stops at the first fault, which the scanner keeps.
class Parser {
public:
    explicit Parser(std::string_view text) : scanner_(text) { next(); }

    bool parse_document(Value& value) {
        if (token_.kind == Token::Kind::End && scanner_.ok())
            return fail("there is no value in the file");
        if (!parse_value(value, 0))
            return false;
        if (token_.kind != Token::Kind::End)
            return fail("more than one value in the file");
        return scanner_.ok();
    }

    Fault fault() const { return scanner_.fault(); }

private:
    void next() { token_ = scanner_.next(); }

    bool fail(std::string what) {
        scanner_.fail(std::move(what), token_.line, token_.column);
        return false;
    }

    void start(Value& value, Value::Kind kind) const {
        value.kind = kind;
        value.line = token_.line;
        value.column = token_.column;
    }

    bool parse_value(Value& value, std::size_t depth) {
        if (!scanner_.ok())
            return false;
        if (++count_ > maximum_values)
            return fail("too many values");
        switch (token_.kind) {
        case Token::Kind::OpenBrace:
            return parse_object(value, depth + 1);
        case Token::Kind::OpenBracket:
            return parse_array(value, depth + 1);
        case Token::Kind::String:
            start(value, Value::Kind::String);
            value.text = std::move(token_.text);
            break;
        case Token::Kind::Number:
            start(value, Value::Kind::Number);
            value.text = std::move(token_.text);
            break;
        case Token::Kind::Word:
            if (!parse_keyword(value))
                return fail("unexpected word '" + token_.text + "'");
            break;
        case Token::Kind::End:
            return fail("the file ends where a value is expected");
        default:
            return fail("a value is expected here");
        }
        next();
        return scanner_.ok();
    }

    bool parse_keyword(Value& value) const {
        if (token_.text == "null") {
            start(value, Value::Kind::Null);
            return true;
        }
        if (token_.text != "true" && token_.text != "false")
            return false;
        start(value, Value::Kind::Boolean);
        value.boolean = token_.text == "true";
        return true;
    }

    bool parse_array(Value& value, std::size_t depth) {
        if (depth > maximum_depth)
            return fail("nested too deeply");
        start(value, Value::Kind::Array);
        next();
        while (scanner_.ok() && token_.kind != Token::Kind::CloseBracket) {
            if (token_.kind == Token::Kind::End)
                return unterminated("list", value);
            value.items.emplace_back();
            if (!parse_value(value.items.back(), depth))
                return false;
            if (token_.kind == Token::Kind::Comma)
                next();
        }
        next();
        return scanner_.ok();
    }

    bool parse_object(Value& value, std::size_t depth) {
        if (depth > maximum_depth)
            return fail("nested too deeply");
        start(value, Value::Kind::Object);
        next();
        while (scanner_.ok() && token_.kind != Token::Kind::CloseBrace) {
            if (token_.kind == Token::Kind::End)
                return unterminated("object", value);
            if (token_.kind != Token::Kind::String && token_.kind != Token::Kind::Word
                && token_.kind != Token::Kind::Number)
                return fail("a key is expected here");
            value.keys.push_back(std::move(token_.text));
            value.items.emplace_back();
            next();
            if (token_.kind != Token::Kind::Colon)
                return fail("a colon is expected behind the key '" + value.keys.back() + "'");
            next();
            if (!parse_value(value.items.back(), depth))
                return false;
            if (token_.kind == Token::Kind::Comma)
                next();
        }
        next();
        return scanner_.ok();
    }

    bool unterminated(const char* what, const Value& value) {
        scanner_.fail(std::string("the ") + what + " that begins here is not closed", value.line,
                      value.column);
        return false;
    }

    Scanner scanner_;
    Token token_;
    std::size_t count_ = 0;
};

} // namespace

Result<Value> parse(std::string_view text, const std::string& name) {
    Value value;
    Parser parser(text);
    if (parser.parse_document(value))
        return value;
    const Fault fault = parser.fault();
    return Error{name + ":" + std::to_string(fault.line) + ":" + std::to_string(fault.column) + ": "
                     + fault.what,
                 {},
                 0};
}

} // namespace asb::jsonc
