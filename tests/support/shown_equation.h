// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the equations of captions as a reader does: the numbers as they stand there, and what they give.
#pragma once

#include <QStringList>

#include <functional>
#include <vector>

namespace lab::test {

/// A number as captions write it: so many decimals, an exponent from a million on.
QString shown_number(double value, int decimals);

/// A sum of products, quotients, roots and powers.
class ShownExpression {
public:
    explicit ShownExpression(QString text);

    /// What is wrong with its grammar; empty if nothing.
    const QString& fault() const { return m_fault; }
    /// The numbers in it, from left to right.
    const QStringList& numbers() const { return m_numbers; }
    /// Its value with these numbers in their place, and `left_out` where "…" stands.
    double value(const std::vector<double>& numbers, double left_out) const;

private:
    struct Reader;
    QString m_text;
    QString m_fault;
    QStringList m_numbers;
};

/// Split at that text, but not within brackets.
QStringList split_outside_brackets(const QString& text, const QString& at);

} // namespace lab::test
