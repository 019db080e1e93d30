// The one question after a session whose profiles changed: start again with them? Asked in the terminal, and
// by every viewer that follows the session; the first answer counts.
#pragma once

#include "core/base/result.h"
#include "core/session/profile_watch.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <memory>
#include <string>

namespace asb {

/// May a question be asked in this terminal? Standard input and output are terminals, and we are in the
/// foreground of them.
bool terminal_can_ask();

class ReloadQuestion : public QObject {
    Q_OBJECT
public:
    explicit ReloadQuestion(QObject* parent = nullptr);

    /// Asks on stderr, reads answers from stdin, ten minutes at most (then: later).
    void ask(const ProfileNews& news);
    bool is_open() const { return open_; }
    /// What is asked, for viewers.
    QString text() const;
    /// "again", "later", or "difference", which returns the difference and leaves the question open. Error:
    /// nothing is asked (any more), or another word.
    Result<QString> answer(const QString& word);
    /// As "later", without words.
    void withdraw();

Q_SIGNALS:
    void answered(bool again);

private:
    void read_terminal();
    void prompt() const;
    void close(bool again);

    ProfileNews news_;
    std::unique_ptr<QSocketNotifier> notifier_;
    QTimer limit_;
    std::string typed_;
    bool open_ = false;
};

/// "agent-sandbox: command-profile.json changed while this session ran: … It applies to the next session."
std::string reload_notice(const ProfileNews& news);

} // namespace asb
