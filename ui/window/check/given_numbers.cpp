// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/given_numbers.h"

#include "core/base/number_format.h"
#include "core/io/array_files.h"
#include "core/io/matrix_file.h"
#include "core/io/matrix_text.h"
#include "core/io/named_arrays.h"
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

/// The array that is meant; nullptr: none, or which is not told.
const ArrayInfo* meant(const NamedArrays& arrays, const std::string& wanted) {
    if (const ArrayInfo* named = arrays.find(wanted))
        return named;
    const ArrayInfo* only = nullptr;
    for (const ArrayInfo& each : arrays.arrays()) {
        if (!each.is_text && only)
            return nullptr;
        if (!each.is_text)
            only = &each;
    }
    return only;
}

Result<PrintedArray> readNamed(const std::string& file, const std::string& wanted) {
    const Result<NamedArraysPtr> opened = open_arrays(file);
    if (!opened)
        return opened.error();
    const ArrayInfo* array = meant(*opened.value(), wanted);
    if (!array)
        return Error{file,
                     {},
                     std::to_string(opened.value()->arrays().size()) + " arrays",
                     wanted.empty() ? "a single one" : "a single one, or one called " + wanted};
    const Result<Matrix> read = opened.value()->read(*array, ArrayUse::mask);
    if (!read)
        return read.error();
    return PrintedArray{read.value(), Matrix::Zero(read.value().rows(), read.value().cols()), 0};
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
    return within(has_array_extension(file) ? readNamed(file, wanted) : read_printed_file(file, stop),
                  GivenText::tr("This file cannot be read as numbers: %1"));
} catch (const std::bad_alloc&) {
    return tooLittleMemoryForNumbers();
} catch (const std::length_error&) {
    return tooLittleMemoryForNumbers();
}

bool holdsNumbers(const std::string& file) {
    return has_matrix_extension(file) || has_array_extension(file);
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

PrintedArray turned(const PrintedArray& given) {
    PrintedArray result;
    result.heads = given.heads;
    result.numbers.resize(given.columns() * given.matrices(), given.rows());
    result.last_digit.resize(result.numbers.rows(), result.numbers.cols());
    for (Index i = 0; i < given.matrices(); ++i) {
        const Index first = i * given.columns();
        result.numbers.middleRows(first, given.columns()) = given.numbers_of(i).transpose();
        result.last_digit.middleRows(first, given.columns()) = given.last_digits_of(i).transpose();
    }
    return result;
}

} // namespace lab
