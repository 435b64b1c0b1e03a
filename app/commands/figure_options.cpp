// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/figure_options.h"

#include "app/commands/command.h"
#include "app/commands/document.h"
#include "core/base/number_format.h"
#include "ui/document/palettes.h"
#include "ui/figures/figure_shape.h"
#include "ui/figures/units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

struct WeightRangeName {
    const char* name;
    WeightRange range;
};
constexpr std::array weight_ranges{WeightRangeName{"unit", WeightRange::unit},
                                   WeightRangeName{"largest", WeightRange::largest},
                                   WeightRangeName{"logarithmic", WeightRange::logarithmic}};

QStringList palette_names() {
    QStringList names;
    for (const PaletteInfo& each : allPalettes())
        names += QString::fromLatin1(each.key);
    return names;
}

/// "png", "svg", "pdf".
QStringList format_names() {
    QStringList names;
    for (const QString& ending : figureEndings())
        names += ending.sliced(1);
    return names;
}

/// Reads "R,C", "R," or ",C"; returns whether it is one of them.
bool read_mark(const QString& text, ExportRequest& request) {
    const QStringList parts = text.split(QLatin1Char(','));
    const auto read = [](const QString& part, std::optional<Index>& index) {
        bool isNumber = false;
        if (const int number = part.toInt(&isNumber); isNumber && number >= 0)
            index = number;
        return part.isEmpty() || index;
    };
    return parts.size() == 2 && read(parts[0], request.marked_row) && read(parts[1], request.marked_column) &&
           (request.marked_row || request.marked_column);
}

/// Reads the options that say how large the figure is.
std::optional<QString> read_preset(const QCommandLineParser& parser, const LookOptions& options,
                                   FigureLook& look) {
    if (!parser.isSet(options.preset))
        return std::nullopt;
    const std::string name = parser.value(options.preset).toStdString();
    const auto preset = std::ranges::find(figurePresets, name, &PresetSize::name);
    if (preset == figurePresets.end())
        return QStringLiteral("--preset \"%1\" is none of column, page, slide, square")
            .arg(parser.value(options.preset));
    look.width = preset->width;
    look.shape = preset->shape;
    look.enlarges = !parser.isSet(options.font_size);
    return std::nullopt;
}

/// A number at which colours may end; nullopt if the text is none.
std::optional<double> limit_in(const QString& text) {
    const std::optional<double> limit = read_typed_number(text.toStdString());
    return limit && std::isfinite(*limit) && *limit > 0 ? limit : std::nullopt;
}

/// Reads how numbers are coloured; returns what is wrong, if anything.
std::optional<QString> read_colours(const QCommandLineParser& parser, const LookOptions& options,
                                    ExportRequest& request) {
    if (parser.isSet(options.palette)) {
        const QString name = parser.value(options.palette);
        const auto at = palette_names().indexOf(name);
        if (at < 0)
            return QStringLiteral("--palette \"%1\" is none of %2").arg(name, palette_names().join(", "));
        request.palette = static_cast<Palette>(at);
    }
    if (parser.isSet(options.weight_range)) {
        const QString name = parser.value(options.weight_range);
        const auto found = std::ranges::find(
            weight_ranges, name, [](const WeightRangeName& each) { return QString::fromLatin1(each.name); });
        const std::optional<double> limit = limit_in(name);
        if (found == weight_ranges.end() && !limit)
            return QStringLiteral(
                       "--weight-range \"%1\" is neither a number above 0 nor unit, largest, logarithmic")
                .arg(name);
        request.weight_range = limit ? WeightRange::fixed : found->range;
        request.weight_limit = limit.value_or(1);
    }
    if (!parser.isSet(options.range))
        return std::nullopt;
    const QString range = parser.value(options.range);
    if (range == QLatin1String("shared")) {
        request.range = ColourRange::shared;
        return std::nullopt;
    }
    const std::optional<double> limit = limit_in(range);
    if (!limit)
        return QStringLiteral("--range \"%1\" is neither a number above 0 nor shared").arg(range);
    request.range = ColourRange::fixed;
    request.colour_limit = *limit;
    return std::nullopt;
}

/// Reads which heads are drawn; returns what is wrong, if anything.
std::optional<QString> read_heads(const QCommandLineParser& parser, const LookOptions& options,
                                  ExportRequest& request) {
    if (!parser.isSet(options.heads))
        return std::nullopt;
    if (!std::holds_alternative<HeadsFigure>(request.view))
        return QStringLiteral("--heads goes with --view heads; of other views, --head says which head");
    for (const QString& part : parser.value(options.heads).split(QLatin1Char(','))) {
        const std::optional<Index> head = count_of(part);
        if (!head || std::ranges::find(request.heads, *head) != request.heads.end())
            return QStringLiteral("--heads \"%1\" is no list of different heads, as 0,3,5")
                .arg(parser.value(options.heads));
        request.heads.push_back(*head);
    }
    return std::nullopt;
}

} // namespace

LookOptions::LookOptions()
    : format(QStringLiteral("format"),
             QStringLiteral("With -o -, which is standard output: %1; of numbers csv, npy and the like.")
                 .arg(alternatives(format_names())),
             QStringLiteral("FORMAT")),
      palette(
          QStringLiteral("palette"),
          QStringLiteral("The colours, of weights or of other numbers: %1.").arg(palette_names().join(", ")),
          QStringLiteral("NAME")) {}

QList<QCommandLineOption> LookOptions::all() const {
    return {format, scale,         theme,          font_size, width, preset,  mark,         no_numbers,
            title,  no_colour_bar, no_axis_labels, rasterise, heads, palette, weight_range, range};
}

std::optional<QString> read_format(const QCommandLineParser& parser, const LookOptions& options,
                                   ExportRequest& request) {
    const bool is_standard = request.out == QLatin1String(standard_stream);
    const QString name = parser.value(options.format);
    if (parser.isSet(options.format) != is_standard)
        return is_standard
                   ? QStringLiteral("-o - needs --format: %1").arg(alternatives(format_names()))
                   : QStringLiteral("--format goes with -o -; otherwise the ending of the file says it");
    const auto format = figureFormat(is_standard ? QStringLiteral("figure.") + name.toLower() : request.out);
    if (!format)
        return is_standard
                   ? QStringLiteral("--format \"%1\" is none of %2").arg(name, format_names().join(", "))
                   : QStringLiteral("\"%1\" does not end with %2")
                         .arg(request.out, alternatives(figureEndings()));
    request.format = *format;
    return std::nullopt;
}

std::optional<QString> read_look(const QCommandLineParser& parser, const LookOptions& options,
                                 ExportRequest& request) {
    const auto number = [&](const QCommandLineOption& option) {
        return read_typed_number(parser.value(option).toStdString());
    };
    const auto between = [&](const QCommandLineOption& option, double least, double most) {
        const std::optional<double> value = number(option);
        return value && *value >= least && *value <= most;
    };
    const auto wrong = [&](const QCommandLineOption& option, const QString& why) {
        return QStringLiteral("--%1 \"%2\" is %3")
            .arg(option.names().constFirst(), parser.value(option), why);
    };
    const auto range = [](double least, double most) {
        return QStringLiteral("no number from %1 to %2").arg(least).arg(most);
    };
    const std::optional<double> scale = number(options.scale);
    if (!scale || *scale <= 0)
        return wrong(options.scale, QStringLiteral("no number above 0"));
    request.scale = *scale;
    if (!between(options.font_size, leastFontSize, mostFontSize))
        return wrong(options.font_size, range(leastFontSize, mostFontSize));
    request.look.fontSize = *number(options.font_size);
    if (auto problem = read_preset(parser, options, request.look))
        return problem;
    constexpr double least_width = 10, most_width = 5000;
    if (parser.isSet(options.width)) {
        if (!between(options.width, least_width, most_width))
            return wrong(options.width, range(least_width, most_width));
        request.look.width = *number(options.width) * pointsPerMillimetre;
    }
    const QString theme = parser.value(options.theme);
    using Background = FigureLook::Background;
    if (theme == QLatin1String("dark"))
        request.look.background = Background::dark;
    else if (theme == QLatin1String("transparent"))
        request.look.background = Background::transparent;
    else if (theme != QLatin1String("light"))
        return wrong(options.theme, QStringLiteral("none of light, dark, transparent"));
    if (parser.isSet(options.mark)) {
        if (!read_mark(parser.value(options.mark), request))
            return wrong(options.mark, QStringLiteral("neither R,C nor R, nor ,C"));
        if (!isOfMatrices(request.view) && !std::holds_alternative<LinksFigure>(request.view))
            return QStringLiteral("--mark goes with views of matrices and with links, which %1 is not")
                .arg(figureName(request.view));
    }
    request.look.numbers = !parser.isSet(options.no_numbers);
    request.look.colourBar = !parser.isSet(options.no_colour_bar);
    request.look.axisNames = !parser.isSet(options.no_axis_labels);
    request.look.cellsAsImage = parser.isSet(options.rasterise);
    if (auto problem = read_colours(parser, options, request))
        return problem;
    if (auto problem = read_heads(parser, options, request))
        return problem;
    if (parser.isSet(options.title))
        request.look.title = parser.value(options.title);
    return std::nullopt;
}

Experiment with_colours_of(const Experiment& experiment, const ExportRequest& request) {
    ViewSettings settings = viewSettings(experiment);
    if (request.palette)
        (info(*request.palette).isSigned ? settings.ofSigned : settings.weights) = *request.palette;
    if (request.weight_range) {
        settings.weightRange = *request.weight_range;
        settings.weightLimit = request.weight_limit;
    }
    if (request.range) {
        settings.range = *request.range;
        settings.colourLimit = request.colour_limit;
    }
    Experiment coloured = experiment;
    coloured.view = withViewSettings(experiment, settings);
    return coloured;
}

} // namespace lab
