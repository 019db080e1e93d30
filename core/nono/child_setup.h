// What QProcess needs from our plain types, and what runs in its child between fork and exec.
#pragma once

#include "core/nono/sandbox_command.h"

#include <QProcess>

#include <memory>
#include <string>
#include <vector>

namespace asb {

/// argv and environment as execve(2) takes them, byte for byte. QProcess would carry them as QString, and
/// what is not valid UTF-8 in an argument of the user or in a variable would be lost.
class ExecImage {
public:
    ExecImage(std::vector<std::string> argv, const Environment& environment);
    ExecImage(const ExecImage&) = delete;
    ExecImage& operator=(const ExecImage&) = delete;

    /// execve; returns only when it fails. Async-signal-safe.
    void run() const;
    const std::vector<std::string>& argv() const { return argv_text_; }

private:
    std::vector<std::string> argv_text_;
    std::vector<std::string> environment_text_;
    std::vector<char*> argv_;
    std::vector<char*> environment_;
};

/// Makes `process` start this image: signals unblocked, then `before_exec` (async-signal-safe calls only; may
/// be empty), then exec. When exec fails, QProcess tries the same itself and reports why.
void set_image(QProcess& process, std::shared_ptr<const ExecImage> image, void (*before_exec)(int) = nullptr,
               int argument = 0);

/// QProcess's result as a shell's status: the exit code, or 128+n.
int shell_status(int code, QProcess::ExitStatus how);

} // namespace asb
