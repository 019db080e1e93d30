// execd's one thread: what wakes it, and what it does then.
#pragma once

#include "core/base/proof.h"
#include "core/execd/connections.h"
#include "core/execd/event_sink.h"
#include "core/execd/loop.h"
#include "core/execd/requests.h"

#include <chrono>
#include <string>
#include <vector>

namespace asb::execd {

struct ExecdOptions {
    std::string socket_path; ///< empty: stdin is the listening socket and the first connection is the control
                             ///< connection
    std::vector<Proof> proofs;
    Runner runner;
    RequestLimits requests;
    ConnectionLimits connections;
    SinkLimits sink;
};

class Server : private ConnectionOwner {
public:
    explicit Server(ExecdOptions options);
    ~Server() override;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Listens, starts the spawner, checks the proofs. Error: execd cannot serve.
    Status prepare();
    /// Serves until it is told to end. Returns the exit status.
    int run();

private:
    // ConnectionOwner
    std::string refusal() const override;
    void on_request(Accepted accepted) override;
    bool on_note(const PeerCredentials& peer, const wire::Note& note) override;
    void on_control(Fd socket, std::string rest) override;
    void on_control_missing(const std::string& why) override;

    bool by_hand() const { return !options_.socket_path.empty(); }
    Status take_listener();
    Status take_signals();
    Status open_output();
    void check_proofs();
    void say_hello();

    void dispatch(const Ready& ready);
    void accept_clients();
    void signals_ready();
    void input_ready();
    void control_ready(std::uint32_t events);
    void handle_orders();
    void handle_order(const Order& order);
    void lose_control();
    void begin_end();
    void flush_events();
    void watch_output(bool on);
    std::optional<TimePoint> next_deadline() const;
    void turn();
    void clean_up();

    ExecdOptions options_;
    Loop loop_;
    EventSink sink_;
    Requests requests_;
    Connections connections_;
    Fd listener_;
    Fd signals_;
    Fd control_;
    Fd output_; ///< by hand: our own copy of stdout
    std::string orders_;
    std::string proof_failures_;
    bool socket_made_ = false;
    bool output_watched_ = false;
    std::optional<TimePoint> accept_again_;
    std::optional<TimePoint> end_limit_; ///< set: the end has begun
    double note_credit_;
    TimePoint note_time_;
    int exit_status_ = 0;
};

/// Puts the process in order (descriptors, signals, subreaper, not dumpable), serves, and returns the exit
/// status.
int run_execd(ExecdOptions options);

} // namespace asb::execd
