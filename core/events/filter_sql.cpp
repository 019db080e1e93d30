// A filter as a condition on the store's rows (the table stands in store_schema.h). Every leaf gives 0 or 1,
// never NULL, so that NOT is exact too.
#include "core/events/filter_term.h"

#include <algorithm>

namespace asb {
namespace {

using Op = FilterOperator;

const char* operator_text(Op op) {
    switch (op) {
    case Op::Holds:
    case Op::Equal:
        return "=";
    case Op::NotEqual:
        return "<>";
    case Op::Less:
        return "<";
    case Op::LessEqual:
        return "<=";
    case Op::Greater:
        return ">";
    case Op::GreaterEqual:
        return ">=";
    }
    return "=";
}

QString text_of_utf8(const std::string& text) {
    return QString::fromStdString(text);
}

/// LIKE folds ASCII letters only, as holds() does.
QString like_pattern(const std::string& text) {
    QString pattern = text_of_utf8(text);
    for (const char special : {'\\', '%', '_'})
        pattern.replace(QLatin1Char(special), QLatin1Char('\\') + QString(QLatin1Char(special)));
    return QLatin1Char('%') + pattern + QLatin1Char('%');
}

FilterSql unknown() {
    return {QStringLiteral("1"), {}, false};
}

FilterSql constant(bool value) {
    return {value ? QStringLiteral("1") : QStringLiteral("0"), {}, true};
}

FilterSql number(const char* column, const FilterTerm& term) {
    const QString name = QLatin1String(column);
    return {QStringLiteral("(%1 IS NOT NULL AND %1 %2 ?)")
                .arg(name, QLatin1String(operator_text(term.comparison))),
            {static_cast<qint64>(term.number)},
            true};
}

/// Through a side table: `column` is NULL for "none".
FilterSql text_in(const char* column, const char* table, const char* field, const FilterTerm& term) {
    const QString inner = term.comparison == Op::Holds
                              ? QStringLiteral("%1 LIKE ? ESCAPE '\\'").arg(QLatin1String(field))
                              : QStringLiteral("%1 %2 ?").arg(QLatin1String(field),
                                                              QLatin1String(operator_text(term.comparison)));
    return {QStringLiteral("(%1 IS NOT NULL AND %1 IN (SELECT id FROM %2 WHERE %3 <> '' AND %4))")
                .arg(QLatin1String(column), QLatin1String(table), QLatin1String(field), inner),
            {term.comparison == Op::Holds ? like_pattern(term.text) : text_of_utf8(term.text)},
            true};
}

/// `text` is NULL where it was too long or odd to be kept there: then only the event itself can tell.
FilterSql text_column(const FilterTerm& term) {
    if (term.comparison == Op::Holds)
        return {
            QStringLiteral("(text IS NULL OR text LIKE ? ESCAPE '\\')"), {like_pattern(term.text)}, false};
    return {QStringLiteral("(text IS NULL OR text %1 ?)").arg(QLatin1String(operator_text(term.comparison))),
            {text_of_utf8(term.text)},
            false};
}

FilterSql command_text(const FilterTerm& term) {
    FilterSql sql = text_column(term);
    sql.where =
        QStringLiteral("(type IN ('request_start','request_end','command_start','command_end','verdict') "
                       "AND %1)")
            .arg(sql.where);
    return sql;
}

FilterSql type_is(const FilterTerm& term) {
    const char* types = term.text == "line"      ? "'request_start','request_end'"
                        : term.text == "command" ? "'command_start','command_end','verdict'"
                        : term.text == "job"     ? "'job_left','job_end'"
                        : term.text == "note"    ? "'note'"
                        : term.text == "gap"     ? "'gap'"
                                                 : "'session','hello'";
    return {QStringLiteral("type %1 (%2)")
                .arg(term.comparison == Op::NotEqual ? QStringLiteral("NOT IN") : QStringLiteral("IN"),
                     QLatin1String(types)),
            {},
            true};
}

FilterSql verdict_is(const FilterTerm& term) {
    if (term.text == "none")
        return {term.comparison == Op::NotEqual ? QStringLiteral("verdict IS NOT NULL")
                                                : QStringLiteral("verdict IS NULL"),
                {},
                true};
    return {QStringLiteral("(verdict IS NOT NULL AND verdict %1 '%2')")
                .arg(QLatin1String(operator_text(term.comparison)), text_of_utf8(term.text)),
            {},
            true};
}

FilterSql session_is(const FilterTerm& term, std::string_view session) {
    Event nothing;
    return constant(term_matches(term, nothing, nullptr, session));
}

/// Which lines, beside those whose own row matches, may have the term's value from their commands; an empty
/// condition: none.
QString lines_with(const FilterTerm& term, bool negated) {
    const auto of_commands = [](const char* condition) {
        return QStringLiteral("request IN (SELECT request FROM records WHERE %1)")
            .arg(QLatin1String(condition));
    };
    const QString any = QStringLiteral("1");
    switch (term.key) {
    case FilterKey::Denied:
    case FilterKey::Rule:
    case FilterKey::Reason:
        return negated ? any : of_commands("verdict = 'refused'");
    case FilterKey::Failed: // refused ones have not failed
        return negated ? any : QString();
    case FilterKey::Decision: {
        const bool is_wanted = (term.comparison != Op::NotEqual) != negated;
        if (term.text == "refused" && is_wanted)
            return of_commands("verdict = 'refused'");
        if (term.text == "floor" && !is_wanted)
            return of_commands("verdict IS NOT NULL AND verdict <> 'floor'");
        return any;
    }
    default:
        return {};
    }
}

void widen_to_lines(const FilterTerm& term, bool negated, FilterSql& sql) {
    if (term.key == FilterKey::Folder && !negated) {
        sql.where = QStringLiteral("(%1 OR (folder IS NULL AND request IS NOT NULL))").arg(sql.where);
        sql.exact = false;
    }
    const QString lines = lines_with(term, negated);
    if (lines.isEmpty())
        return;
    sql.where =
        QStringLiteral("(%1 OR (type IN ('request_start','request_end') AND %2))").arg(sql.where, lines);
    sql.exact = false;
}

struct Asked {
    std::string_view session;
    FilterRows rows = FilterRows::Records;
};

FilterSql leaf_sql(const FilterTerm& term, const Asked& asked, bool negated) {
    FilterSql sql = term_sql(term, asked.session);
    if (negated && !sql.exact)
        sql = unknown();
    else if (negated)
        sql.where = QStringLiteral("NOT ") + sql.where;
    if (asked.rows == FilterRows::Lines)
        widen_to_lines(term, negated, sql);
    return sql;
}

/// "Not" goes down to the terms, so that what cannot be told of one of them does not hide the others.
FilterSql node_sql(const FilterNode& node, const Asked& asked, bool negated) {
    if (node.kind == FilterNode::Kind::Term)
        return leaf_sql(node.term, asked, negated);
    if (node.kind == FilterNode::Kind::Not)
        return node_sql(node.children.front(), asked, !negated);
    const bool both = (node.kind == FilterNode::Kind::And) != negated;
    FilterSql joined;
    for (const FilterNode& child : node.children) {
        FilterSql part = node_sql(child, asked, negated);
        if (!joined.where.isEmpty())
            joined.where += both ? QStringLiteral(" AND ") : QStringLiteral(" OR ");
        joined.where += part.where;
        joined.values += part.values;
        joined.exact = joined.exact && part.exact;
    }
    joined.where = QLatin1Char('(') + joined.where + QLatin1Char(')');
    return joined;
}

} // namespace

FilterSql term_sql(const FilterTerm& term, std::string_view session) {
    switch (term.key) {
    case FilterKey::Text:
        return text_column(term);
    case FilterKey::Denied:
        return {QStringLiteral("(verdict IS NOT NULL AND verdict = 'refused')"), {}, true};
    case FilterKey::Failed:
        return {
            QStringLiteral("(status IS NOT NULL AND status <> 0 AND verdict IS NOT 'refused')"), {}, true};
    case FilterKey::Running:
        return {QStringLiteral("type IN ('request_start','command_start')"), {}, true};
    case FilterKey::ExitStatus:
        return number("status", term);
    case FilterKey::Command:
        return command_text(term);
    case FilterKey::Decision:
        return verdict_is(term);
    case FilterKey::Folder:
        return text_in("folder", "folders", "path", term);
    case FilterKey::Session:
        return session_is(term, session);
    case FilterKey::Rule:
        return text_in("rule", "rules", "rule", term);
    case FilterKey::Reason:
        return text_in("rule", "rules", "reason", term);
    case FilterKey::Since:
        return {QStringLiteral("time_ms >= ?"), {static_cast<qint64>(term.number)}, true};
    case FilterKey::Until:
        return {QStringLiteral("time_ms < ?"), {static_cast<qint64>(term.number)}, true};
    case FilterKey::Duration:
        return number("duration_us", term);
    case FilterKey::Request:
        return number("request", term);
    case FilterKey::Pid:
        return number("pid", term);
    case FilterKey::Type:
        return type_is(term);
    case FilterKey::Cpu:
    case FilterKey::Memory:
    case FilterKey::Caller:
        break;
    }
    return unknown();
}

FilterSql Filter::sql(std::string_view session, FilterRows rows) const {
    return root_ ? node_sql(*root_, {session, rows}, false) : FilterSql{QStringLiteral("1"), {}, true};
}

} // namespace asb
