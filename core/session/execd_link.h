// The control connection to execd: orders down, events up (design §3, channel 2).
#pragma once

#include "core/base/event.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QLocalSocket>
#include <QObject>

#include <string>

namespace asb {

class ExecdLink : public QObject {
    Q_OBJECT
public:
    explicit ExecdLink(QObject* parent = nullptr);

    /// Connects to the listening socket before execd exists and says hello; execd takes the first connection
    /// for its control connection.
    Status open(const std::string& socket_path);
    void send(const Order& order);
    bool is_open() const { return open_; }
    /// End-of-file for execd, which then ends everything.
    void close();

Q_SIGNALS:
    void reported(const asb::Event& event);
    /// Once: execd closed the connection, or broke the protocol (then the connection is closed here).
    void lost(const QString& why);

private:
    void read_lines();
    void lose(const QString& why);

    QLocalSocket socket_;
    QByteArray pending_;
    bool open_ = false;
};

} // namespace asb
