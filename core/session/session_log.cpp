#include "core/session/session_log.h"

#include "core/base/fd.h"
#include "core/base/text.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>

#include <cerrno>
#include <fcntl.h>
#include <vector>

namespace asb {
namespace {
constexpr std::size_t kMaxEarly = 256;
constexpr std::size_t kMaxText = 16384;
} // namespace

struct SessionLog::Private {
    std::shared_ptr<spdlog::logger> logger;
    std::vector<std::pair<spdlog::level::level_enum, std::string>> early;

    void write(spdlog::level::level_enum level, const std::string& text) {
        const std::string line = visible_text(text, true, kMaxText);
        if (logger)
            logger->log(level, line);
        else if (early.size() < kMaxEarly)
            early.emplace_back(level, line);
    }
};

SessionLog::SessionLog() : private_(std::make_unique<Private>()) {}
SessionLog::~SessionLog() = default;

Status SessionLog::open(const std::string& path) {
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file)
        return system_error("make the session's log " + path, errno);
    try {
        auto sink = std::make_shared<spdlog::sinks::basic_file_sink_st>(path);
        private_->logger = std::make_shared<spdlog::logger>("session", std::move(sink));
    } catch (const spdlog::spdlog_ex& problem) {
        return Error{"open the session's log " + path + ": " + problem.what(), {}, 0};
    }
    private_->logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
    private_->logger->flush_on(spdlog::level::info);
    for (const auto& [level, text] : private_->early)
        private_->logger->log(level, text);
    private_->early.clear();
    return success();
}

void SessionLog::info(const std::string& text) {
    private_->write(spdlog::level::info, text);
}

void SessionLog::warning(const std::string& text) {
    private_->write(spdlog::level::warn, text);
}

void SessionLog::close() {
    private_->logger.reset();
}

} // namespace asb
