// The other side of LineServer: asks a session or the viewer, never waits.
#pragma once

#include "core/base/result.h"

#include <QHash>
#include <QJsonObject>
#include <QLocalSocket>
#include <QObject>
#include <QTimer>

#include <functional>
#include <string>

namespace asb {

class LineClient : public QObject {
    Q_OBJECT
public:
    /// Called once: with the answer, or with an Error (the server's words, or that the connection was lost).
    using Answer = std::function<void(const Result<QJsonObject>& answer)>;

    explicit LineClient(QObject* parent = nullptr);
    ~LineClient() override;

    /// Connects, says hello with the token in `token_path`; opened() or closed() follows from the event loop.
    void open(const std::string& socket_path, const std::string& token_path);
    /// Cuts the connection; answers that are due come as Errors, closed() does not come.
    void close();
    bool is_open() const { return trusted_; }

    /// Sends {"verb":verb, …members}. Before opened() it is kept until then.
    void ask(const QString& verb, const QJsonObject& members, Answer answer);
    /// While held, nothing more is read from the connection: its server notices and stops sending.
    void hold(bool on);

Q_SIGNALS:
    void opened();
    /// Once: it could not be connected, was refused or lost.
    void closed(const QString& why);
    /// A line that answers nothing, without its newline; not parsed.
    void pushed(const QByteArray& line);

private:
    void say_hello();
    void read_lines();
    void take_line(const QByteArray& line);
    void lose(const QString& why);

    QLocalSocket socket_;
    QTimer connect_soon_;
    std::string socket_path_;
    std::string token_path_;
    QByteArray pending_;
    qsizetype taken_ = 0; ///< what of `pending_` has been taken
    QByteArray unsent_;   ///< asked before the hello was answered
    QHash<qint64, Answer> due_;
    qint64 serial_ = 0;
    bool live_ = false;
    bool trusted_ = false;
    bool held_ = false;
};

} // namespace asb
