// Writes a session's store in a thread of its own: a checkpoint takes 15-55 ms (desktop-measured.md §7), and
// the session program's thread answers execd meanwhile.
#pragma once

#include "core/events/store.h"

#include <QObject>
#include <QThread>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace asb {

class StoreWriter : public QObject {
    Q_OBJECT
public:
    struct Limits {
        std::size_t waiting =
            50000; ///< records kept while the store cannot be written; more are counted only
        int retry_ms = 2000;
        std::uint64_t rows = kStoreRows;
    };
    StoreWriter();
    explicit StoreWriter(Limits limits, QObject* parent = nullptr);
    ~StoreWriter() override;

    /// Makes the store; waits for that (some milliseconds).
    Status open(const std::string& path);
    /// Hands records over; never waits. Before open() they are kept.
    void write(const std::vector<Record>& records);
    /// The end is near: folds the store into one file while there is time for that. Never waits.
    void expect_end();
    /// Writes what is left, folds the store into one file and ends the thread; waits for it.
    void finish();

Q_SIGNALS:
    /// The store cannot be written, or can be again; once for each cause.
    void trouble(const QString& text);
    /// A damaged store was moved aside and a new one begun: what is to stand in it has to be written again.
    void begun_again();

private:
    struct Shared;
    class Worker;

    std::shared_ptr<Shared> shared_;
    QThread thread_;
    Worker* worker_ = nullptr; ///< lives in thread_
};

} // namespace asb
