// The shell alone, without execd: `shell-driver -c SCRIPT [name args…]` behaves as `bash -c` does.
// Used by the case runner and the differential tests. ASB_DRIVER_DECLARED names a folder: programs in it are
// taken for declared commands, so that the pumps can be tested without nono.
#include "core/shell/host.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

class DriverHost : public asb::shell::Host {
public:
    DriverHost() {
        if (const char* folder = std::getenv("ASB_DRIVER_DECLARED"))
            declared_folder_ = std::string(folder) + "/";
    }
    void report(asb::Event) override {}
    std::uint64_t next_command_number() override { return ++commands_; }
    std::string tag_prefix() const override { return {}; }
    bool is_declared(const std::string& path) const override {
        return !declared_folder_.empty() && path.starts_with(declared_folder_);
    }
    asb::Fd acquire_places(int) override { return {}; }
    bool is_private(int) const override { return false; }

private:
    std::string declared_folder_;
    std::uint64_t commands_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    if (argc < 3 || std::strcmp(argv[1], "-c") != 0) {
        std::fputs("usage: shell-driver -c SCRIPT [NAME ARGUMENT…]\n", stderr);
        return 2;
    }
    asb::shell::ShellStart start;
    start.line = argv[2];
    if (argc > 3)
        start.shell_name = argv[3];
    for (int i = 4; i < argc; ++i)
        start.arguments.emplace_back(argv[i]);
    for (char** entry = environ; *entry; ++entry) {
        if (std::strncmp(*entry, "ASB_DRIVER_DECLARED=", 20) != 0)
            start.environment.emplace_back(*entry);
    }
    DriverHost host;
    return asb::shell::run_command_string(start, host);
}
