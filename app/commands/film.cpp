// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"

#include "ui/document/fixed_stages.h"
#include "ui/figures/film/film_file.h"
#include "ui/text/alternatives.h"

#include "core/base/number_format.h"
#include "core/experiment/validate.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr const char* film_command = "film";

struct FilmRequest {
    std::string file;
    std::string out;
    FilmSettings settings;
    FigureLook::Background background = FigureLook::Background::light;
    FilmFileLook look;
    std::optional<FilmPlace> from, to;
};

/// What the document does not have of what is asked for; nullopt if it has everything.
std::optional<Error> missing_in(const Experiment& experiment, const FilmRequest& request) {
    if (std::optional<Error> problem = without_tokens(experiment))
        return problem;
    const Dimensions d = dimensions(experiment);
    const FilmSettings& settings = request.settings;
    if (auto problem = without_head(experiment, settings.head.value_or(0)))
        return problem;
    if (settings.query && *settings.query >= d.n_q)
        return Error{{},
                     "query " + std::to_string(*settings.query),
                     "not in this document",
                     "0 to " + std::to_string(d.n_q - 1)};
    for (const StageId stage : settings.stages) {
        if (!has_stage(experiment, stage))
            return Error{{},
                         "stage " + std::string(info(stage).name),
                         "not computed for this document",
                         "another stage"};
    }
    return std::nullopt;
}

/// Chooses the steps; fails if there are none or too many.
std::optional<Error> choose_steps(FilmRequest& request, FilmPlace size) {
    request.look.from = request.from.value_or(1);
    request.look.to = request.to.value_or(size);
    const std::string range = size == 1 ? "1" : "1 to " + std::to_string(size);
    for (const FilmPlace step : {request.look.from, request.look.to}) {
        if (step > size)
            return Error{{}, "step " + std::to_string(step), "not in this film", range};
    }
    const FilmPlace count = request.look.to - request.look.from + 1;
    if (count > mostFilmSteps)
        return Error{{},
                     "film",
                     std::to_string(count) + " steps",
                     "at most " + std::to_string(mostFilmSteps) +
                         "; choose some with --from and --to, a coarser --grain, or fewer stages"};
    return std::nullopt;
}

int draw_film(FilmRequest request) {
    const Result<Experiment> read = read_document(request.file);
    if (!read)
        return fail(read.error());
    if (auto problem = missing_in(read.value(), request))
        return fail_in(request.file, *problem);
    const Film film(read.value(), request.settings);
    if (auto problem = choose_steps(request, film.size()))
        return fail_in(request.file, *problem);
    FixedStages stages(read.value());
    const FilmPages pages(stages, request.settings, request.background);
    if (request.out == standard_stream) {
        const QByteArray bytes = info(request.look.format).bytes(pages, request.look, {});
        return deliver(bytes.toStdString(), QString::fromLatin1(standard_stream));
    }
    WriteReport report;
    const Result<int> written = writeFilm(pages, request.look, request.out, {}, IfProtected::refuse, &report);
    return written ? done(report) : fail(written.error());
}

struct FilmOptions {
    QCommandLineOption out{
        QStringLiteral("o"),
        QStringLiteral("The file to write: %1, for numbered pictures.").arg(alternatives(filmEndings())),
        QStringLiteral("OUT")};
    QCommandLineOption format{QStringLiteral("format"),
                              QStringLiteral("With -o -, which is standard output: pdf or gif."),
                              QStringLiteral("FORMAT")};
    QCommandLineOption order{QStringLiteral("order"),
                             QStringLiteral("stage: as matrix products; query: as loops, one query after "
                                            "the other."),
                             QStringLiteral("ORDER"), QStringLiteral("stage")};
    QCommandLineOption grain{QStringLiteral("grain"),
                             QStringLiteral("What a step adds: a stage, row, cell or term."),
                             QStringLiteral("GRAIN"), QStringLiteral("row")};
    QCommandLineOption stage{QStringLiteral("stage"),
                             QStringLiteral("Only this stage; may be repeated: %1.").arg(stage_names()),
                             QStringLiteral("NAME")};
    QCommandLineOption query{QStringLiteral("query"), QStringLiteral("Only this query, from 0."),
                             QStringLiteral("N")};
    QCommandLineOption head{QStringLiteral("head"), QStringLiteral("Only this head, from 0."),
                            QStringLiteral("N")};
    QCommandLineOption from{QStringLiteral("from"), QStringLiteral("The first step, from 1."),
                            QStringLiteral("N")};
    QCommandLineOption to{QStringLiteral("to"), QStringLiteral("The last step."), QStringLiteral("N")};
    QCommandLineOption motion{QStringLiteral("motion"),
                              QStringLiteral("Shows what happens between the steps, 25 frames a second; GIF "
                                             "only.")};
    QCommandLineOption speed{QStringLiteral("speed"), QStringLiteral("Of the motion, 0.25 to 8."),
                             QStringLiteral("X"), QStringLiteral("1")};
    QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("light, dark or transparent."),
                             QStringLiteral("THEME"), QStringLiteral("light")};
    QCommandLineOption width{QStringLiteral("width-px"),
                             QStringLiteral("Pixels; in PDF, 96 of them are an inch."), QStringLiteral("W"),
                             QStringLiteral("800")};
};

/// The index of a word among `names`.
template<std::size_t count>
std::optional<std::size_t> index_of(const QString& word, const std::array<const char*, count>& names) {
    const auto found = std::ranges::find(names, word.toStdString());
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - names.begin()));
}

/// Reads what is to be shown. Returns what is wrong, if anything.
std::optional<QString> read_settings(const QCommandLineParser& parser, const FilmOptions& options,
                                     FilmRequest& request) {
    constexpr std::array orders{"stage", "query"};
    constexpr std::array grains{"stage", "row", "cell", "term"};
    const auto order = index_of(parser.value(options.order), orders);
    if (!order)
        return QStringLiteral("--order \"%1\" is none of stage, query").arg(parser.value(options.order));
    request.settings.order = static_cast<FilmOrder>(*order);
    const auto grain = index_of(parser.value(options.grain), grains);
    if (!grain)
        return QStringLiteral("--grain \"%1\" is none of stage, row, cell, term")
            .arg(parser.value(options.grain));
    request.settings.grain = static_cast<FilmGrain>(*grain);
    for (const QString& name : parser.values(options.stage)) {
        const std::optional<StageId> stage = stage_named(name.toStdString());
        if (!stage)
            return QStringLiteral("there is no stage \"%1\"; there are %2").arg(name, stage_names());
        request.settings.stages.push_back(*stage);
    }
    return std::nullopt;
}

/// Reads a whole number from `least`, if the option is given. Returns what is wrong, if anything.
template<class Number>
std::optional<QString> read_count(const QCommandLineParser& parser, const QCommandLineOption& option,
                                  Number least, std::optional<Number>& number) {
    if (!parser.isSet(option))
        return std::nullopt;
    bool is_number = false;
    number = static_cast<Number>(parser.value(option).toLongLong(&is_number));
    if (is_number && *number >= least)
        return std::nullopt;
    return QStringLiteral("--%1 \"%2\" is no whole number from %3")
        .arg(option.names().constFirst(), parser.value(option))
        .arg(least);
}

std::optional<QString> read_numbers(const QCommandLineParser& parser, const FilmOptions& options,
                                    FilmRequest& request) {
    if (auto problem = read_count<HeadIndex>(parser, options.head, 0, request.settings.head))
        return problem;
    if (auto problem = read_count<TokenIndex>(parser, options.query, 0, request.settings.query))
        return problem;
    if (auto problem = read_count<FilmPlace>(parser, options.from, 1, request.from))
        return problem;
    if (auto problem = read_count<FilmPlace>(parser, options.to, 1, request.to))
        return problem;
    if (request.from && request.to && *request.from > *request.to)
        return QStringLiteral("--from %1 is after --to %2").arg(*request.from).arg(*request.to);
    const auto read = [&](const QCommandLineOption& option, double least, double most,
                          double& into) -> std::optional<QString> {
        const std::optional<double> number = read_typed_number(parser.value(option).toStdString());
        if (!number || *number < least || *number > most)
            return QStringLiteral("--%1 \"%2\" is no number from %3 to %4")
                .arg(option.names().constFirst(), parser.value(option))
                .arg(least)
                .arg(most);
        into = *number;
        return std::nullopt;
    };
    if (auto problem = read(options.width, leastFilmWidth, mostFilmWidth, request.look.width))
        return problem;
    return read(options.speed, leastFilmSpeed, mostFilmSpeed, request.look.speed);
}

/// The endings of the formats that are so: ".pdf and .png".
QString endings_of(bool (*is_so)(const FilmFormatInfo&)) {
    QStringList endings;
    for (const FilmFormatInfo& each : filmFormats()) {
        if (is_so(each))
            endings += QString::fromLatin1(each.ending);
    }
    return endings.join(QStringLiteral(" and "));
}

/// Reads how it looks and moves. Returns what is wrong, if anything.
std::optional<QString> read_film_look(const QCommandLineParser& parser, const FilmOptions& options,
                                      FilmRequest& request) {
    using Background = FigureLook::Background;
    constexpr std::array themes{"light", "dark", "transparent"};
    const auto theme = index_of(parser.value(options.theme), themes);
    if (!theme)
        return QStringLiteral("--theme \"%1\" is none of light, dark, transparent")
            .arg(parser.value(options.theme));
    request.background = static_cast<Background>(*theme);
    const FilmFormatInfo& format = info(request.look.format);
    if (format.isOpaque && request.background == Background::transparent)
        return QStringLiteral("--theme transparent goes with %1")
            .arg(endings_of([](const FilmFormatInfo& each) { return !each.isOpaque; }));
    request.look.motion = parser.isSet(options.motion);
    if (request.look.motion && !format.moves)
        return QStringLiteral("--motion goes with %1").arg(endings_of([](const FilmFormatInfo& each) {
            return each.moves;
        }));
    if (parser.isSet(options.speed) && !request.look.motion)
        return QStringLiteral("--speed goes with --motion");
    return std::nullopt;
}

} // namespace

int run_film(const QStringList& arguments) {
    const QString command = QString::fromLatin1(film_command);
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Draws the computation step by step: a page, a frame or a numbered picture a step."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const FilmOptions options;
    parser.addOptions({options.out, options.format, options.order, options.grain, options.stage,
                       options.query, options.head, options.from, options.to, options.motion, options.speed,
                       options.theme, options.width});
    if (const auto done = parse(parser, command, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(command, QStringLiteral("film takes one file"));
    const QString out = parser.value(options.out);
    if (out.isEmpty())
        return misuse(command, QStringLiteral("film needs -o OUT"));
    const bool is_standard = out == QLatin1String(standard_stream);
    if (is_standard != parser.isSet(options.format))
        return misuse(command, is_standard
                                   ? QStringLiteral("-o - needs --format, as pdf or gif")
                                   : QStringLiteral("--format goes with -o -; otherwise the ending of "
                                                    "the file says it"));
    const QString name = is_standard ? QStringLiteral("film.") + parser.value(options.format) : out;
    const std::optional<FilmFormat> format = filmFormat(name);
    if (is_standard && (!format || !info(*format).bytes))
        return misuse(
            command, QStringLiteral("--format \"%1\" is none of pdf, gif").arg(parser.value(options.format)));
    if (!format)
        return misuse(command,
                      QStringLiteral("\"%1\" does not end with %2").arg(out, alternatives(filmEndings())));
    FilmRequest request;
    request.file = bytes_of(parser.positionalArguments().constFirst());
    request.out = bytes_of(out);
    request.look.format = *format;
    for (const auto read : {read_settings, read_numbers, read_film_look}) {
        if (const auto problem = read(parser, options, request))
            return misuse(command, *problem);
    }
    return draw_film(std::move(request));
}

} // namespace lab
