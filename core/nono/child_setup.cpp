#include "core/nono/child_setup.h"

#include <QFile>

#include <csignal>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASB_ADDRESS_SANITIZER 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ASB_ADDRESS_SANITIZER 1
#endif
#ifdef ASB_ADDRESS_SANITIZER
extern "C" void __asan_handle_no_return();
#endif

namespace asb {
namespace {

/// QProcess's child shares our memory until it execs (clone with CLONE_VM, which AddressSanitizer does not
/// see). The marks of its stack frames would stay, and be taken for faults of ours when we come to that part
/// of the stack.
void forget_stack_frames() {
#ifdef ASB_ADDRESS_SANITIZER
    __asan_handle_no_return();
#endif
}

/// Empty signal mask: the session program blocks its signals for a signalfd, and a mask goes through exec
/// (road-measured.md §11).
void unblock_signals() {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace

ExecImage::ExecImage(std::vector<std::string> argv, const Environment& environment)
    : argv_text_(std::move(argv)) {
    for (const auto& [name, value] : environment)
        environment_text_.push_back(name + '=' + value);
    for (std::string& word : argv_text_)
        argv_.push_back(word.data());
    argv_.push_back(nullptr);
    for (std::string& entry : environment_text_)
        environment_.push_back(entry.data());
    environment_.push_back(nullptr);
}

void ExecImage::run() const {
    forget_stack_frames();
    ::execve(argv_.front(), argv_.data(), environment_.data());
}

void set_image(QProcess& process, std::shared_ptr<const ExecImage> image, void (*before_exec)(int),
               int argument) {
    process.setProgram(QFile::decodeName(image->argv().front().c_str()));
    process.setChildProcessModifier([image = std::move(image), before_exec, argument] {
        unblock_signals();
        if (before_exec)
            before_exec(argument);
        image->run();
    });
}

int shell_status(int code, QProcess::ExitStatus how) {
    return how == QProcess::NormalExit ? code : 128 + code;
}

} // namespace asb
