// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/given_numbers.h"

#include "core/analysis/diagnosis/given_run.h"
#include "core/analysis/diagnosis/stages_by_name.h"
#include "core/base/number_format.h"
#include "core/io/matrix_file.h"
#include "core/io/matrix_text.h"
#include "ui/text/short_text.h"
#include "ui/widgets/number_problem.h"

#include <QCoreApplication>

#include <filesystem>
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

/// Several arrays that are called as stages are, if there are such.
std::optional<GivenNumbers> runOf(Result<std::vector<NamedPrint>> read, const Experiment& experiment,
                                  const QString& from) {
    if (!read)
        return std::nullopt;
    std::size_t stages = 0;
    Index numbers = 0;
    for (const NamedPrint& each : read.value()) {
        stages += stages_called(experiment, each.name).empty() ? 0 : 1;
        numbers += each.numbers.numbers.size();
    }
    if (stages < 2)
        return std::nullopt;
    if (numbers > mostChecked)
        return refused(GivenText::tr("These are %1 numbers, and at most %2 can be checked here.")
                           .arg(groupedNumber(numbers), groupedNumber(mostChecked)));
    return GivenNumbers{std::nullopt, {}, std::move(read).value(), from};
}

} // namespace

GivenNumbers numbersInText(const QString& text, const Experiment& experiment) try {
    if (text.trimmed().isEmpty())
        return refused(GivenText::tr("The clipboard has no numbers: copy some first."));
    if (auto run = runOf(read_run_text(text.toStdString()), experiment, GivenText::tr("Pasted")))
        return std::move(*run);
    return within(read_printed_text(text.toStdString(), PastedNumbers::any),
                  GivenText::tr("This cannot be read as numbers: %1"));
} catch (const std::bad_alloc&) {
    return tooLittleMemoryForNumbers();
} catch (const std::length_error&) {
    return tooLittleMemoryForNumbers();
}

GivenNumbers numbersInFile(const std::string& file, const std::string& wanted, const Experiment& experiment,
                           const std::stop_token& stop) try {
    const QString name = QString::fromStdString(std::filesystem::path(file).filename().string());
    if (has_run_extension(file)) {
        if (auto run = runOf(read_run(experiment, file, stop), experiment, name))
            return std::move(*run);
    }
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
