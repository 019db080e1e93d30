#include "core/session/reload_question.h"

#include "core/base/text.h"

#include <cstdio>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kLimitMs = 10 * 60 * 1000;
constexpr std::size_t kMaxTyped = 256;

void say(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

} // namespace

bool terminal_can_ask() {
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1
           && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
}

std::string reload_notice(const ProfileNews& news) {
    std::string text =
        "agent-sandbox: " + visible_text(news.names, false, 256) + " changed while this session ran";
    if (!news.problem.empty())
        return text + ", and cannot be used as it stands:\n" + visible_text(news.problem, true, 8192)
               + "\n  correct it before the next session";
    return text + ": " + news.sentence + ". It applies to the next session.";
}

ReloadQuestion::ReloadQuestion(QObject* parent) : QObject(parent) {
    limit_.setSingleShot(true);
    limit_.setInterval(kLimitMs);
    connect(&limit_, &QTimer::timeout, this, [this] { close(false); });
}

void ReloadQuestion::ask(const ProfileNews& news) {
    news_ = news;
    open_ = true;
    say(reload_notice(news) + '\n');
    prompt();
    notifier_ = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(notifier_.get(), &QSocketNotifier::activated, this, &ReloadQuestion::read_terminal);
    limit_.start();
}

void ReloadQuestion::prompt() const {
    say("  [a] start again with it   [d] show the difference   [l] later: ");
}

QString ReloadQuestion::text() const {
    return open_ ? QString::fromStdString(reload_notice(news_)) : QString();
}

Result<QString> ReloadQuestion::answer(const QString& word) {
    if (!open_)
        return Error{"answer the question: it has been answered already, or nothing is asked", {}, 0};
    if (word == QLatin1String("difference"))
        return QString::fromStdString(news_.text.empty() ? news_.sentence + '\n' : news_.text);
    if (word != QLatin1String("again") && word != QLatin1String("later"))
        return Error{"answer the question: \"" + word.toStdString() + "\" is no answer",
                     "again, difference or later", 0};
    say(word == QLatin1String("again") ? "(start again: answered in the window)\n"
                                       : "(later: answered in the window)\n");
    // Queued: whoever asked gets its own answer first.
    QTimer::singleShot(0, this, [this, again = word == QLatin1String("again")] { close(again); });
    return QString();
}

void ReloadQuestion::withdraw() {
    close(false);
}

void ReloadQuestion::read_terminal() {
    char buffer[kMaxTyped];
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count <= 0) {
        close(false);
        return;
    }
    typed_.append(buffer, static_cast<std::size_t>(count));
    const std::size_t end = typed_.find('\n');
    if (end == std::string::npos && typed_.size() < kMaxTyped)
        return;
    const std::string line = typed_.substr(0, end);
    typed_.clear();
    const char first = line.empty() ? 'l' : line.front();
    if (first == 'a' || first == 'A') {
        close(true);
    } else if (first == 'd' || first == 'D') {
        say(news_.text.empty() ? news_.sentence + '\n' : news_.text);
        prompt();
    } else if (first == 'l' || first == 'L') {
        close(false);
    } else {
        prompt();
    }
}

void ReloadQuestion::close(bool again) {
    if (!open_)
        return;
    open_ = false;
    limit_.stop();
    notifier_.reset();
    Q_EMIT answered(again);
}

} // namespace asb
