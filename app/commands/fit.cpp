// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"
#include "app/commands/loss.h"

#include "core/analysis/fit.h"
#include "core/base/number_format.h"
#include "core/io/experiment_json.h"
#include "core/io/gradient_file.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

struct FitRequest {
    std::string file;
    LossRequest loss;
    FitSettings settings; ///< no parameters: the usual ones
    Index steps = 0;
    std::optional<double> until; ///< a loss that is small enough
    QString out, losses;
};

/// Takes steps until there are enough, or the loss is small enough. Returns the loss before each step and
/// after the last.
Result<std::vector<double>> descend(Fit& fit, const FitRequest& request) {
    std::vector<double> losses{fit.loss()};
    while (fit.steps() < request.steps && !(request.until && fit.loss() <= *request.until)) {
        if (const std::optional<Error> problem = fit.step())
            return *problem;
        losses.push_back(fit.loss());
    }
    return losses;
}

/// The line that is printed.
std::string summary_of_fit(const Fit& fit, const std::vector<double>& losses) {
    return std::to_string(fit.steps()) + (fit.steps() == 1 ? " step" : " steps") + ", loss " +
           shortest(losses.front()) + " before, " + shortest(losses.back()) +
           " after, largest difference to the target " + shortest(fit.largest_difference()) + "\n";
}

int deliver_fit(const Fit& fit, const std::vector<double>& losses, const FitRequest& request) {
    std::string lines;
    for (const double loss : losses)
        lines += shortest(loss) + "\n";
    if (!request.losses.isEmpty()) {
        if (const int code = deliver(lines, request.losses); code != exit_done)
            return code;
    }
    if (!request.out.isEmpty()) {
        if (const int code = deliver(write_experiment(fit.experiment()), request.out); code != exit_done)
            return code;
    }
    return deliver(summary_of_fit(fit, losses), {});
}

int answer_fit(FitRequest request) {
    const Result<Experiment> experiment = read_document(request.file);
    if (!experiment)
        return fail(experiment.error());
    const Result<Target> target = read_loss(experiment.value(), request.loss);
    if (!target)
        return fail_about(request.file, target.error());
    if (request.settings.parameters.empty())
        request.settings.parameters = usual_parameters(experiment.value(), target.value());
    Result<Fit> made = Fit::make(experiment.value(), target.value(), request.settings);
    if (!made)
        return fail_in(request.file, made.error());
    Fit fit = std::move(made).value();
    const Result<std::vector<double>> losses = descend(fit, request);
    if (!losses)
        return fail_in(request.file, losses.error());
    return deliver_fit(fit, losses.value(), request);
}

std::optional<QString> read_fit_parameters(const QString& names, std::vector<ParameterId>& parameters) {
    for (const QString& name : names.split(QLatin1Char(','))) {
        const std::optional<ParameterId> id = parameter_with_gradient(name.trimmed().toStdString());
        if (!id)
            return QStringLiteral("there is no parameter \"%1\"; there are %2")
                .arg(name, QString::fromStdString(gradient_names()));
        if (std::ranges::find(parameters, *id) != parameters.end())
            return QStringLiteral("--parameters names \"%1\" twice").arg(name.trimmed());
        parameters.push_back(*id);
    }
    return std::nullopt;
}

std::optional<QString> read_fit_number(const QString& option, const QString& text, double& number) {
    bool is_number = false;
    number = QLocale::c().toDouble(text, &is_number);
    if (is_number && std::isfinite(number) && number > 0)
        return std::nullopt;
    return QStringLiteral("--%1 \"%2\" is no number above 0").arg(option, text);
}

std::optional<QString> read_fit_settings(const QCommandLineParser& parser, FitRequest& request) {
    const QString parameters = QStringLiteral("parameters"), optimiser = QStringLiteral("optimiser"),
                  rate = QStringLiteral("rate"), steps = QStringLiteral("steps"),
                  until = QStringLiteral("until");
    if (parser.isSet(parameters)) {
        if (auto problem = read_fit_parameters(parser.value(parameters), request.settings.parameters))
            return problem;
    }
    const QString name = parser.value(optimiser);
    if (name != QLatin1String("adam") && name != QLatin1String("sgd"))
        return QStringLiteral("there is no optimiser \"%1\"; there are adam, sgd").arg(name);
    request.settings.optimiser = name == QLatin1String("sgd") ? Optimiser::sgd : Optimiser::adam;
    if (auto problem = read_fit_number(rate, parser.value(rate), request.settings.rate))
        return problem;
    const std::optional<Index> count = count_of(parser.value(steps));
    if (!count || *count == 0)
        return QStringLiteral("--steps \"%1\" is no whole number from 1").arg(parser.value(steps));
    request.steps = *count;
    if (parser.isSet(until)) {
        if (auto problem = read_fit_number(until, parser.value(until), request.until.emplace()))
            return problem;
    }
    return std::nullopt;
}

void add_fit_options(CommandParser& parser) {
    const auto add = [&](const char* name, const QString& words, const char* value, const char* usual = "") {
        parser.addOption(
            QCommandLineOption(QLatin1String(name), words, QLatin1String(value), QLatin1String(usual)));
    };
    add("head", QStringLiteral("The head of the weights, from 0."), "N", "0");
    add("parameters",
        QStringLiteral(
            "What may change, separated by commas: %1. If not given: W_Q and W_K for weights (Q and "
            "K where these are given), all of the projection for an output.")
            .arg(QString::fromStdString(gradient_names())),
        "NAMES");
    add("optimiser", QStringLiteral("adam or sgd, as PyTorch's."), "NAME", "adam");
    add("rate", QStringLiteral("How far a step goes."), "X", "0.1");
    add("steps", QStringLiteral("How many steps at most."), "N", "200");
    add("until", QStringLiteral("Stops where the loss is no more than this."), "L");
    add("o", QStringLiteral("Where to write the document with the parameters that were found; may be FILE."),
        "OUT");
    add("losses", QStringLiteral("Where to write the loss before each step and after the last, one a line."),
        "CSV");
}

} // namespace

int run_fit(const QStringList& arguments) {
    const QString name = QStringLiteral("fit");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Changes parameters step by step so that weights or the output become what is wanted, "
                       "and prints how far that went."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    add_loss_options(parser);
    add_fit_options(parser);
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("fit takes one file"));
    if (!parser.isSet(QStringLiteral("loss")) || !parser.isSet(QStringLiteral("target")))
        return misuse(name, QStringLiteral("fit needs --loss NAME and --target T"));
    if (const auto problem = problem_of_loss(parser))
        return misuse(name, *problem);
    FitRequest request;
    StageId unused = StageId::weights;
    HeadIndex head = 0;
    if (const auto problem =
            read_stage(QStringLiteral("weights"), parser.value(QStringLiteral("head")), unused, head))
        return misuse(name, *problem);
    if (const auto problem = read_fit_settings(parser, request))
        return misuse(name, *problem);
    for (const char* file : {"o", "losses"}) {
        if (parser.isSet(QLatin1String(file)) && parser.value(QLatin1String(file)).isEmpty())
            return misuse(name, QStringLiteral("%1%2 needs the name of a file")
                                    .arg(QLatin1String(file[1] == 0 ? "-" : "--"), QLatin1String(file)));
    }
    request.file = bytes_of(parser.positionalArguments().constFirst());
    request.loss = loss_request(parser, head);
    request.out = parser.value(QStringLiteral("o"));
    request.losses = parser.value(QStringLiteral("losses"));
    return answer_fit(std::move(request));
}

} // namespace lab
