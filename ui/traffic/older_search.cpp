#include "ui/traffic/older_search.h"

#include "core/events/store_reader.h"
#include "ui/common/background.h"
#include "ui/traffic/entry_filter.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace asb::ui {
namespace {

/// A step of the GUI thread takes so many records.
constexpr std::size_t kHandedOver = 250;

/// Leaves out what belongs to lines that the filter does not find.
OlderLines keep_found(std::vector<Record> records, const Filter& filter, const std::string& session) {
    TrafficLog log;
    for (const Record& record : records)
        log.apply(PackedRecord{record.id, record.revision, PackedEvent(record.event), record.done},
                  record.event);
    EntryFilter judge(filter, session);
    std::set<std::uint64_t> lines;
    std::set<std::uint64_t> alone; // ids of what belongs to no line
    for (const auto& entry : log.entries()) {
        judge.judge(*entry);
        if (entry->matched)
            (entry->request != 0 ? lines : alone).insert(entry->request != 0 ? entry->request : entry->key);
    }
    OlderLines found;
    found.lines = lines.size() + alone.size();
    std::copy_if(std::make_move_iterator(records.begin()), std::make_move_iterator(records.end()),
                 std::back_inserter(found.records), [&](const Record& record) {
                     return record.event.request != 0 ? lines.count(record.event.request) != 0
                                                      : alone.count(record.id) != 0;
                 });
    return found;
}

} // namespace

OlderLines find_older_lines(const std::string& store, const std::string& session, const Filter& filter,
                            std::uint64_t before) {
    StoreReader reader;
    if (!reader.open(store))
        return {}; // the feed says what is wrong with it
    Result<StoreReader::LinePage> page = reader.lines_before(before, filter, session);
    if (!page)
        return {};
    OlderLines found = keep_found(std::move(page->rows), filter, session);
    found.next = page->next;
    return found;
}

OlderSearch::OlderSearch(QObject* parent) : QObject(parent), timer_(this) {
    timer_.setInterval(0);
    connect(&timer_, &QTimer::timeout, this, &OlderSearch::hand_over);
}

OlderSearch::~OlderSearch() = default;

void OlderSearch::start(const std::string& store, const std::string& session, const Filter& filter,
                        std::uint64_t before) {
    stop();
    store_ = store;
    session_ = session;
    filter_ = filter;
    on_ = true;
    next_ = before;
    missing_ = kPageLines;
    look();
    Q_EMIT state_changed();
}

void OlderSearch::stop() {
    ++run_;
    on_ = looking_ = false;
    waiting_.clear();
    timer_.stop();
}

void OlderSearch::want_more() {
    if (!on_ || is_searching() || next_ <= 1)
        return;
    missing_ = kPageLines;
    look();
    Q_EMIT state_changed();
}

void OlderSearch::look() {
    if (next_ <= 1) {
        next_ = 0;
        return;
    }
    looking_ = true;
    in_background(
        this,
        [store = store_, session = session_, filter = filter_, before = next_] {
            return find_older_lines(store, session, filter, before);
        },
        [this, run = run_](OlderLines lines) {
            if (run == run_)
                take(std::move(lines));
        });
}

void OlderSearch::take(OlderLines lines) {
    looking_ = false;
    next_ = lines.next;
    missing_ -= std::min(missing_, lines.lines);
    std::move(lines.records.begin(), lines.records.end(), std::back_inserter(waiting_));
    timer_.start();
    if (missing_ > 0)
        look();
}

void OlderSearch::hand_over() {
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(waiting_.size(), kHandedOver));
    const QVector<Record> records(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    if (waiting_.empty())
        timer_.stop();
    if (!records.isEmpty())
        Q_EMIT found(records);
    Q_EMIT state_changed();
}

} // namespace asb::ui
