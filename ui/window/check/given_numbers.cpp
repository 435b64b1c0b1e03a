// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/given_numbers.h"

#include "core/base/number_format.h"
#include "core/io/matrix_file.h"
#include "core/io/matrix_text.h"
#include "ui/text/short_text.h"
#include "ui/widgets/number_problem.h"

#include <QCoreApplication>

#include <limits>
#include <new>
#include <stdexcept>

namespace lab {

namespace {

class GivenText {
    Q_DECLARE_TR_FUNCTIONS(GivenNumbers)
};

GivenNumbers refused(const QString& problem) {
    return {std::nullopt, problem};
}

GivenNumbers tooLittleMemoryForNumbers() {
    return refused(GivenText::tr("There is not enough memory to read these numbers."));
}

GivenNumbers within(Result<PrintedArray> read, const QString& cannot) {
    if (!read)
        return refused(cannot.arg(QString::fromStdString(read.error().message())));
    if (read.value().numbers.size() > mostChecked)
        return refused(GivenText::tr("These are %1 numbers, and at most %2 can be checked here.")
                           .arg(groupedNumber(read.value().numbers.size()), groupedNumber(mostChecked)));
    return {std::move(read).value(), {}};
}

} // namespace

GivenNumbers numbersInText(const QString& text) try {
    if (text.trimmed().isEmpty())
        return refused(GivenText::tr("The clipboard has no numbers: copy some first."));
    return within(read_printed_text(text.toStdString(), PastedNumbers::any),
                  GivenText::tr("This cannot be read as numbers: %1"));
} catch (const std::bad_alloc&) {
    return tooLittleMemoryForNumbers();
} catch (const std::length_error&) {
    return tooLittleMemoryForNumbers();
}

GivenNumbers numbersInFile(const std::string& file, const std::string& wanted,
                           const std::stop_token& stop) try {
    return within(read_given(file, wanted, stop), GivenText::tr("This file cannot be read as numbers: %1"));
} catch (const std::bad_alloc&) {
    return tooLittleMemoryForNumbers();
} catch (const std::length_error&) {
    return tooLittleMemoryForNumbers();
}

bool holdsNumbers(const std::string& file) {
    return has_given_extension(file);
}

std::optional<double> typedNumber(const QString& text) {
    if (const std::optional<double> finite = read_typed_number(text.toStdString()))
        return finite;
    QString word = text.trimmed().toLower().replace(QChar(0x2212), QLatin1Char('-'));
    const bool isNegative = word.startsWith(QLatin1Char('-'));
    if (isNegative || word.startsWith(QLatin1Char('+')))
        word.remove(0, 1);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (word == QStringLiteral("inf") || word == QStringLiteral("infinity") || word == QStringLiteral("∞"))
        return isNegative ? -infinity : infinity;
    return word == QStringLiteral("nan") ? std::optional(std::numeric_limits<double>::quiet_NaN())
                                         : std::nullopt;
}

QString typedProblem(const QString& text) {
    if (text.trimmed().isEmpty() || typedNumber(text))
        return {};
    const QString problem = numberProblem(text);
    return problem.isEmpty() ? GivenText::tr("Type the result of “%1”: its decimals decide how exactly it is "
                                             "compared")
                                   .arg(shortText(text.trimmed()))
                             : problem;
}

} // namespace lab
