// Writes what the traffic shows into a file without ever blocking the window: rows are made in slices, a
// thread writes. The file appears under its name when it is whole.
#pragma once

#include "core/base/result.h"
#include "ui/common/sliced_work.h"
#include "ui/traffic/export_text.h"
#include "ui/traffic/traffic_model.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>

class QSaveFile;

namespace asb::ui {

class Exporter : public QObject {
    Q_OBJECT
public:
    explicit Exporter(const TrafficModel& model, QObject* parent = nullptr);
    ~Exporter() override;

    /// Writes every line and command that the filter finds, open or closed, to `path`, replacing a file of
    /// that name. Rows that come meanwhile are left out. Does nothing while one is under way.
    void start(const QString& path, ExportFormat format);
    void cancel();
    bool is_active() const { return static_cast<bool>(file_); }

Q_SIGNALS:
    /// Percent, about.
    void progressed(int percent);
    /// It is there, with so many rows; or the reason why not (then nothing is left behind), empty after
    /// cancel().
    void finished(bool written, qint64 rows, const QString& why);

private:
    using File = std::shared_ptr<QSaveFile>;

    void make_rows();
    bool step();
    void write_rows();
    void commit();
    /// Runs `work(file)` in the background, then `next` here; an Error ends the export.
    void in_file(std::function<Status(QSaveFile& file)> work, void (Exporter::*next)());
    void end(bool written, const QString& why);

    const TrafficModel& model_;
    SlicedWork work_;
    File file_;
    QString path_;
    quint64 run_ = 0; ///< tells an export from one that was cancelled
    ExportFormat format_ = ExportFormat::JsonLines;
    QByteArray block_;           ///< made, not written yet
    std::uint64_t next_key_ = 0; ///< entries from this key on are left; 0: none
    std::uint64_t last_key_ = 0;
    std::uint64_t first_key_ = 0;
    qint64 rows_ = 0;
    int percent_ = -1;
};

} // namespace asb::ui
