// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shown_equation.h"
#include "tests/support/truth_patterns.h"

#include <algorithm>
#include <cmath>

namespace lab::test {

QString shown_number(double value, int decimals) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    QString text = std::abs(value) >= 1e6 ? QString::number(value, 'e', std::clamp(decimals, 1, 2))
                                          : QString::number(value, 'f', decimals);
    if (text.startsWith('-') && text.toDouble() == 0)
        text.remove(0, 1);
    return text.replace('-', QChar(0x2212));
}

/// Reads from left to right and computes on the way.
struct ShownExpression::Reader {
    QString rest;
    const std::vector<double>* given = nullptr; ///< null: the numbers as they stand there
    double left_out = 0;
    QStringList numbers;
    QString fault;

    bool take(const QString& what) {
        if (!rest.startsWith(what))
            return false;
        rest.remove(0, what.size());
        return true;
    }
    double number() {
        static const QRegularExpression pattern("^" + number_pattern);
        const auto match = pattern.match(rest);
        if (!match.hasMatch()) {
            fault = "no number at: " + rest;
            return 0;
        }
        rest.remove(0, match.capturedLength());
        numbers += match.captured(1);
        const auto index = std::size_t(numbers.size() - 1);
        return given && index < given->size() ? (*given)[index] : number_in(match.captured(1));
    }
    double factor() {
        const double value = base();
        if (!take("²"))
            return value;
        numbers += numbers.last(); // as if it stood there twice
        return value * value;
    }
    double base() {
        if (take("√"))
            return std::sqrt(factor());
        if (take("e^"))
            return std::exp(number());
        if (take("tanh(")) {
            const double value = sum();
            if (!take(")"))
                fault = "tanh() is not closed";
            return std::tanh(value);
        }
        if (take("max(")) {
            const double value = sum();
            if (!take(", 0)"))
                fault = "max() is not closed";
            return std::isnan(value) ? value : std::max(value, 0.0);
        }
        if (take("(")) {
            const double value = sum();
            if (!take(")"))
                fault = "a bracket is not closed";
            return value;
        }
        return take("…") ? left_out : number();
    }
    double product() {
        double value = factor();
        while (fault.isEmpty()) {
            if (take(" × "))
                value *= factor();
            else if (take(" ÷ "))
                value /= factor();
            else
                break;
        }
        return value;
    }
    double sum() {
        double value = product();
        while (fault.isEmpty()) {
            if (take(" + "))
                value += product();
            else if (take(" − "))
                value -= product();
            else
                break;
        }
        return value;
    }
};

ShownExpression::ShownExpression(QString text) : m_text(std::move(text)) {
    Reader reader{m_text, nullptr, 0, {}, {}};
    reader.sum();
    m_fault = !reader.fault.isEmpty() ? reader.fault
              : reader.rest.isEmpty() ? QString()
                                      : "left over: " + reader.rest;
    m_numbers = reader.numbers;
}

double ShownExpression::value(const std::vector<double>& numbers, double left_out) const {
    Reader reader{m_text, &numbers, left_out, {}, {}};
    return reader.sum();
}

QStringList split_outside_brackets(const QString& text, const QString& at) {
    QStringList parts{QString()};
    int depth = 0;
    for (qsizetype i = 0; i < text.size();) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0 && text.mid(i).startsWith(at)) {
            parts += QString();
            i += at.size();
        } else {
            parts.last() += text[i++];
        }
    }
    return parts;
}

} // namespace lab::test
