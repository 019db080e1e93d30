#include "core/base/result.h"

#include <cstring>

namespace asb {

Error system_error(std::string operation, int code, std::string hint) {
    operation += ": ";
    operation += std::strerror(code);
    return Error{std::move(operation), std::move(hint), code};
}

} // namespace asb
