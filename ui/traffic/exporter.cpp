#include "ui/traffic/exporter.h"

#include "ui/common/background.h"
#include "ui/common/plain_text.h"

#include <QSaveFile>

#include <utility>

namespace asb::ui {
namespace {

constexpr qsizetype kBlockBytes = qsizetype{512} << 10;

Error file_error(const char* what, const QSaveFile& file) {
    return Error{std::string(what) + ' ' + file.fileName().toStdString() + ": "
                     + file.errorString().toStdString(),
                 "choose a folder of yours with room", 0};
}

Status write_block(QSaveFile& file, const QByteArray& block) {
    if (file.write(block) != block.size())
        return file_error("write", file);
    return success();
}

} // namespace

Exporter::Exporter(const TrafficModel& model, QObject* parent)
    : QObject(parent), model_(model), work_(this) {}
Exporter::~Exporter() = default;

void Exporter::start(const QString& path, ExportFormat format) {
    if (file_)
        return;
    path_ = path;
    format_ = format;
    rows_ = 0;
    percent_ = -1;
    block_ = export_header(format);
    const auto& entries = model_.log().entries();
    first_key_ = entries.empty() ? 0 : entries.front()->key;
    last_key_ = entries.empty() ? 0 : entries.back()->key;
    next_key_ = first_key_;
    file_ = std::make_shared<QSaveFile>(path);
    ++run_;
    in_file(
        [](QSaveFile& file) -> Status {
            if (!file.open(QIODevice::WriteOnly))
                return file_error("write", file);
            // Command lines are nobody else's business.
            file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
            return success();
        },
        &Exporter::make_rows);
}

void Exporter::cancel() {
    if (file_)
        end(false, {});
}

void Exporter::make_rows() {
    work_.start([this] { return step(); }, [this] { write_rows(); });
}

bool Exporter::step() {
    if (next_key_ == 0 || next_key_ > last_key_) {
        next_key_ = 0;
        return false;
    }
    next_key_ = model_.visit(next_key_, [this](const Event& event) {
        if (event.type == EventType::RequestStart && event.line.empty())
            return; // its record is not there
        block_ += export_row(format_, event, model_.project());
        ++rows_;
    });
    return block_.size() < kBlockBytes;
}

void Exporter::write_rows() {
    const std::uint64_t span = last_key_ - first_key_ + 1;
    const std::uint64_t passed = next_key_ == 0 ? span : next_key_ - first_key_;
    if (const int percent = static_cast<int>(passed * 100 / span);
        percent != std::exchange(percent_, percent))
        Q_EMIT progressed(percent);
    in_file([block = std::exchange(block_, {})](QSaveFile& file) { return write_block(file, block); },
            next_key_ == 0 ? &Exporter::commit : &Exporter::make_rows);
}

void Exporter::commit() {
    in_file(
        [](QSaveFile& file) -> Status {
            if (!file.commit())
                return file_error("write", file);
            return success();
        },
        nullptr);
}

void Exporter::in_file(std::function<Status(QSaveFile&)> work, void (Exporter::*next)()) {
    in_background(
        this, [file = file_, work = std::move(work)] { return work(*file); },
        [this, run = run_, next](const Status& status) {
            if (run != run_ || !file_)
                return; // cancelled meanwhile
            if (!status)
                end(false, visible(status.error().text(), true));
            else if (next != nullptr)
                (this->*next)();
            else
                end(true, {});
        });
}

void Exporter::end(bool written, const QString& why) {
    work_.stop();
    block_.clear();
    file_.reset(); // not committed: the last owner removes what was written
    Q_EMIT finished(written, rows_, why);
}

} // namespace asb::ui
