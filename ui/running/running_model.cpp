#include "ui/running/running_model.h"

#include "ui/common/plain_text.h"
#include "ui/common/row_state.h"

#include <algorithm>
#include <map>
#include <utility>

namespace asb::ui {
namespace {

using Facts = ProcessFacts;

QString age_text(qint64 milliseconds) {
    const qint64 seconds = std::max<qint64>(milliseconds, 0) / 1000;
    if (seconds < 60)
        return RunningModel::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return RunningModel::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
    return RunningModel::tr("%1 h %2 min").arg(seconds / 3600).arg(seconds / 60 % 60);
}

QString kind_text(const Facts& facts) {
    switch (facts.kind) {
    case Facts::Kind::Line:
        return RunningModel::tr("line");
    case Facts::Kind::Command:
        return facts.declared ? RunningModel::tr("command, own sandbox") : RunningModel::tr("command");
    case Facts::Kind::Leftover:
        return RunningModel::tr("left running");
    case Facts::Kind::Process:
        break;
    }
    return RunningModel::tr("process");
}

QString facts_sentence(const Facts& facts, qint64 now_ms) {
    return RunningModel::tr("%1, %2, for %3")
        .arg(one_line(facts.text.toStdString()), kind_text(facts), age_text(now_ms - facts.started_ms));
}

} // namespace

RunningModel::RunningModel(QObject* parent) : ColumnModel(parent) {}

bool RunningModel::is_same(const ProcessFacts& left, const ProcessFacts& right) {
    return left.kind == right.kind && left.pid == right.pid && left.request == right.request
           && left.command == right.command;
}

/// Commands below their line, processes below their parent; what has no parent in the list stands at the top.
std::vector<RunningModel::Node> RunningModel::tree_of(const QVector<ProcessFacts>& processes) {
    std::vector<Node> nodes;
    std::map<quint64, int> lines;
    std::map<int, int> pids;
    for (const ProcessFacts& facts : processes) {
        if (nodes.size() >= kMost)
            break;
        Node node;
        node.facts = facts;
        const int place = static_cast<int>(nodes.size());
        const auto by_pid = pids.find(facts.parent);
        const auto by_line = lines.find(facts.request);
        if (facts.kind != Facts::Kind::Line && facts.parent > 0 && by_pid != pids.end())
            node.parent = by_pid->second;
        else if (facts.kind != Facts::Kind::Line && facts.kind != Facts::Kind::Leftover && facts.request != 0
                 && by_line != lines.end())
            node.parent = by_line->second;
        if (facts.pid > 0)
            pids.emplace(facts.pid, place);
        if (facts.kind == Facts::Kind::Line)
            lines.emplace(facts.request, place);
        nodes.push_back(std::move(node));
    }
    return nodes;
}

void RunningModel::set_processes(const QVector<ProcessFacts>& processes, qint64 now_ms) {
    std::vector<Node> nodes = tree_of(processes);
    now_ms_ = now_ms;
    const bool same = std::equal(nodes.begin(), nodes.end(), nodes_.begin(), nodes_.end(),
                                 [](const Node& left, const Node& right) {
                                     return left.parent == right.parent && is_same(left.facts, right.facts);
                                 });
    if (same) {
        for (std::size_t i = 0; i < nodes.size(); ++i)
            nodes_[i].facts = std::move(nodes[i].facts);
        for (int i = -1; i < static_cast<int>(nodes_.size()); ++i) {
            const std::vector<int>& children = children_of(i);
            if (children.empty())
                continue;
            const auto last = static_cast<int>(children.size()) - 1;
            Q_EMIT dataChanged(createIndex(0, 0, static_cast<quintptr>(children.front())),
                               createIndex(last, ColumnCount - 1, static_cast<quintptr>(children.back())));
        }
        return;
    }
    beginResetModel();
    nodes_ = std::move(nodes);
    tops_.clear();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        std::vector<int>& siblings =
            nodes_[i].parent < 0 ? tops_ : nodes_[static_cast<std::size_t>(nodes_[i].parent)].children;
        nodes_[i].row = static_cast<int>(siblings.size());
        siblings.push_back(static_cast<int>(i));
    }
    endResetModel();
}

const std::vector<int>& RunningModel::children_of(int node) const {
    return node < 0 ? tops_ : nodes_[static_cast<std::size_t>(node)].children;
}

const ProcessFacts* RunningModel::at(const QModelIndex& index) const {
    return index.isValid() ? &nodes_[static_cast<std::size_t>(node_of(index))].facts : nullptr;
}

QModelIndex RunningModel::find(const ProcessFacts& wanted) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (is_same(nodes_[i].facts, wanted))
            return createIndex(nodes_[i].row, 0, static_cast<quintptr>(i));
    }
    return {};
}

int RunningModel::lines() const {
    return static_cast<int>(std::count_if(
        nodes_.begin(), nodes_.end(), [](const Node& node) { return node.facts.kind == Facts::Kind::Line; }));
}

int RunningModel::leftovers() const {
    return static_cast<int>(std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) {
        return node.facts.kind == Facts::Kind::Leftover;
    }));
}

QModelIndex RunningModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column,
                       static_cast<quintptr>(children_of(node_of(parent))[static_cast<std::size_t>(row)]));
}

QModelIndex RunningModel::parent(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    const int parent = nodes_[static_cast<std::size_t>(node_of(index))].parent;
    return parent < 0
               ? QModelIndex()
               : createIndex(nodes_[static_cast<std::size_t>(parent)].row, 0, static_cast<quintptr>(parent));
}

int RunningModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(children_of(node_of(parent)).size());
}

QString RunningModel::sentence(const QModelIndex& index) const {
    return facts_sentence(*at(index), now_ms_);
}

QString RunningModel::text(const QModelIndex& index) const {
    const ProcessFacts& facts = *at(index);
    switch (index.column()) {
    case Text:
        return one_line(facts.text.toStdString());
    case Kind:
        return kind_text(facts);
    case Age:
        return facts.started_ms > 0 ? age_text(now_ms_ - facts.started_ms) : QString();
    case Cpu:
        return facts.kind == Facts::Kind::Line && facts.pid == 0 ? QString()
                                                                 : duration_word(facts.cpu_ms * 1000);
    case Memory:
        return memory_word(facts.memory_kb);
    case Pid:
        return facts.pid > 0 ? QString::number(facts.pid) : QString();
    default:
        return {};
    }
}

QStringList RunningModel::titles() const {
    return {tr("Command"), tr("What"), tr("Running for"), tr("CPU time"), tr("Memory"), tr("Pid")};
}

} // namespace asb::ui
