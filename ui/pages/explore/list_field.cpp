// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/list_field.h"

#include "core/base/number_format.h"
#include "ui/widgets/number_problem.h"

#include <utility>

namespace lab {

namespace {

QString shownNumber(double number) {
    return QString::fromStdString(brief(number));
}

/// Commas or blanks stand between numbers; expressions with blanks in them need commas.
QStringList partsOf(const QString& text) {
    const bool hasCommas = text.contains(QLatin1Char(','));
    QStringList parts = hasCommas ? text.split(QLatin1Char(',')) : text.simplified().split(QLatin1Char(' '));
    for (QString& part : parts)
        part = part.trimmed();
    return parts;
}

} // namespace

ListField::ListField(const Theme& theme, int digits, std::function<QString(int)> counted, QWidget* parent)
    : NumberField(theme, {{}, 0, digits}, parent), m_counted(std::move(counted)) {}

void ListField::setList(std::vector<double> list) {
    if (list == m_list && hasFocus())
        return; // as setNumber()
    m_list = std::move(list);
    restore();
}

QString ListField::shown() const {
    QStringList numbers;
    for (const double number : m_list)
        numbers += shownNumber(number);
    return numbers.join(QStringLiteral(", "));
}

QString ListField::problemOf(const QString& text) const {
    const QStringList parts = partsOf(text);
    if (parts.size() != static_cast<qsizetype>(m_list.size()))
        return tr("Expected %1, with commas between; unchanged")
            .arg(m_counted(static_cast<int>(m_list.size())));
    for (const QString& part : parts) {
        if (!read_number_expression(part.toStdString()))
            return numberProblem(part);
    }
    return {};
}

/// A number that is left as it was shown keeps the digits that are not shown.
void ListField::store(const QString& text) {
    const QStringList parts = partsOf(text);
    for (std::size_t i = 0; i < m_list.size(); ++i) {
        const QString& part = parts[static_cast<qsizetype>(i)];
        if (part != shownNumber(m_list[i]))
            m_list[i] = read_number_expression(part.toStdString()).value();
    }
}

} // namespace lab
