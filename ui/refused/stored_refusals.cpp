#include "ui/refused/stored_refusals.h"

#include "core/events/facets.h"
#include "core/events/store_reader.h"

namespace asb::ui {
namespace {
constexpr std::size_t kNewest = 2000;
} // namespace

StoredRefusals read_stored_refusals(const std::string& store, const std::string& session) {
    StoredRefusals refusals;
    StoreReader reader;
    const Result<Filter> denied = Filter::parse(QStringLiteral("denied"), 0);
    if (!denied || !reader.open(store))
        return refusals; // the feed says what is wrong with it
    const Result<StoreReader::Page> page = reader.page_before(0, kNewest, *denied, session);
    if (!page || page->rows.empty())
        return refusals;
    refusals.records = QVector<Record>(page->rows.begin(), page->rows.end());
    if (!page->more)
        return refusals;
    refusals.counted_below = page->rows.front().id;
    const auto groups = reader.refusals(refusals.counted_below);
    if (!groups)
        return refusals;
    for (const StoreReader::RefusalGroup& group : *groups) {
        const auto newest = reader.rows_after(group.newest - 1, 1);
        if (!newest || newest->empty() || newest->front().id != group.newest)
            continue;
        refusals.records.append(newest->front());
        refusals.earlier[refusal_key(newest->front().event)] += group.count - 1;
    }
    return refusals;
}

} // namespace asb::ui
