// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/loss.h"

#include "app/commands/command.h"

#include "core/experiment/validate.h"
#include "core/io/array_files.h"
#include "core/io/matrix_file.h"

namespace lab {

namespace {

constexpr const char* loss_option = "loss";
constexpr const char* target_option = "target";

/// The numbers that are wanted, NaN where any will do.
Result<Matrix> read_wanted(const std::string& place) {
    if (const std::optional<ArrayPlace> array = array_place(place))
        return read_array(*array, ArrayUse::any);
    return read_matrix_file(place, PastedNumbers::any_or_none);
}

} // namespace

void add_loss_options(CommandParser& parser) {
    const QCommandLineOption loss(
        QLatin1String(loss_option),
        QStringLiteral("weights: the mean over the rows that are wanted of -sum t ln a over their cells, for "
                       "a head; or output: the mean of (y - t)^2."),
        QStringLiteral("NAME"));
    parser.addOption(loss);
    add_target_option(parser);
}

void add_target_option(CommandParser& parser) {
    const QCommandLineOption target(
        QLatin1String(target_option),
        QStringLiteral("The file with what is wanted, t (%1, or an array in a file of arrays: "
                       "FILE.npz:NAME, FILE.safetensors:NAME). NaN, or an empty cell of a table: any number "
                       "will do. Rows of weights are divided by their sum.")
            .arg(QLatin1String(matrix_extensions)),
        QStringLiteral("T"));
    parser.addOption(target);
}

std::optional<QString> problem_of_loss(const QCommandLineParser& parser) {
    const QString loss = parser.value(QLatin1String(loss_option));
    if (loss != QLatin1String("weights") && loss != QLatin1String("output"))
        return QStringLiteral("there is no loss \"%1\"; there are weights, output").arg(loss);
    return problem_of_wanted(parser.value(QLatin1String(target_option)));
}

std::optional<QString> problem_of_wanted(const QString& file) {
    const std::optional<ArrayPlace> array = array_place(bytes_of(file));
    if (array && array->array.empty())
        return QStringLiteral("\"%1\" has arrays with names: which one, as in %1:NAME").arg(file);
    if (!array && !has_matrix_extension(bytes_of(file)))
        return QStringLiteral("\"%1\" does not end with %2").arg(file, QLatin1String(matrix_extensions));
    return std::nullopt;
}

LossRequest loss_request(const QCommandLineParser& parser, HeadIndex head) {
    return {parser.value(QLatin1String(loss_option)).toStdString(), head,
            bytes_of(parser.value(QLatin1String(target_option)))};
}

Result<Target> read_loss(const Experiment& experiment, const LossRequest& request) {
    if (const std::optional<Error> problem = without_tokens(experiment))
        return *problem;
    if (const std::optional<Error> problem = without_head(experiment, request.head))
        return *problem;
    Result<Matrix> numbers = read_wanted(request.wanted);
    if (!numbers)
        return numbers.error();
    const Target target = request.name == "weights"
                              ? Target(WantedWeights{request.head, std::move(numbers).value()})
                              : Target(WantedOutput{std::move(numbers).value()});
    if (const std::optional<Error> problem = problem_of_target(experiment, target))
        return in_file(*problem, request.wanted);
    return target;
}

} // namespace lab
