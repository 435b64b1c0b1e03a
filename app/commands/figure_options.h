// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a figure is to show and look like, as the command line says it.
#pragma once

#include "ui/document/view_settings.h"
#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"
#include "ui/text/alternatives.h"

#include <QCommandLineParser>

#include <optional>
#include <string>
#include <vector>

namespace lab {

struct ExportRequest {
    std::string file;
    QString out;
    FigureFormat format = FigureFormat::svg;
    Figure view;
    HeadIndex head = 0;
    /// Said where it cannot be compared with the document: "snapshot "before"", or a file.
    std::string against;
    FigureLook look;
    /// How numbers are coloured, where that is not as the document says.
    std::optional<Palette> palette;
    std::optional<WeightRange> weight_range;
    double weight_limit = 1; ///< of a fixed range of weights
    std::optional<ColourRange> range;
    double colour_limit = 1;           ///< of a fixed range
    std::vector<HeadIndex> heads = {}; ///< of a sheet of heads; empty: all
    std::optional<Index> marked_row, marked_column;
    std::optional<std::vector<StageId>> stages; ///< of a handout; absent: all
    double scale = defaultScale;
};

/// The command-line options for a figure's appearance.
struct LookOptions {
    QCommandLineOption scale{QStringLiteral("scale"),
                             QStringLiteral("%1 pixels a point.").arg(alternatives(figureFormatNames(true))),
                             QStringLiteral("X"), QString::number(defaultScale)};
    QCommandLineOption format;
    QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("light, dark or transparent."),
                             QStringLiteral("THEME"), QStringLiteral("light")};
    QCommandLineOption font_size{QStringLiteral("font-size"), QStringLiteral("Points."), QStringLiteral("PT"),
                                 QString::number(defaultFontSize)};
    QCommandLineOption width{QStringLiteral("width-mm"),
                             QStringLiteral("Millimetres; otherwise as wide as the content asks."),
                             QStringLiteral("W")};
    QCommandLineOption preset{
        QStringLiteral("preset"),
        QStringLiteral(
            "column (85 mm wide), page (180 mm), slide (16:9) or square. In the last two, letters are "
            "as large as fit, up to --font-size if given. --width-mm changes the width."),
        QStringLiteral("PRESET")};
    QCommandLineOption mark{
        QStringLiteral("mark"),
        QStringLiteral("Frames the cell R,C, the row R, (with the comma) or the column ,C. On "
                       "the board, rows are queries and columns are keys."),
        QStringLiteral("R,C")};
    QCommandLineOption no_numbers{QStringLiteral("no-numbers"), QStringLiteral("Colours alone.")};
    QCommandLineOption title{QStringLiteral("title"), QStringLiteral("Above it; \"\" for none."),
                             QStringLiteral("TEXT")};

    QCommandLineOption no_colour_bar{QStringLiteral("no-colour-bar"), QStringLiteral("Without colour bars.")};
    QCommandLineOption no_axis_labels{
        QStringLiteral("no-axis-labels"),
        QStringLiteral("Without what stands at the axes: query, key, feature.")};
    QCommandLineOption rasterise{
        QStringLiteral("rasterise"),
        QStringLiteral(
            "In a vector file, large matrices are one image each, without numbers in their cells.")};
    QCommandLineOption heads{QStringLiteral("heads"),
                             QStringLiteral("Of heads, the ones to draw, in this order: 0,3,5."),
                             QStringLiteral("LIST")};
    QCommandLineOption palette;
    QCommandLineOption weight_range{
        QStringLiteral("weight-range"),
        QStringLiteral(
            "The colours of weights: unit (0 to 1), largest (0 to the largest), logarithmic, or 0 to X."),
        QStringLiteral("RANGE|X")};
    QCommandLineOption range{
        QStringLiteral("range"),
        QStringLiteral("The colours of other numbers go to this magnitude, or are shared between matrices."),
        QStringLiteral("X|shared")};

    LookOptions();
    QList<QCommandLineOption> all() const;
};

/// Reads in which format the figure is written, which the output's ending says; returns what is wrong.
std::optional<QString> read_format(const QCommandLineParser& parser, const LookOptions& options,
                                   ExportRequest& request);
/// Reads the options into the request, whose view is set; returns what is wrong with them, if anything.
std::optional<QString> read_look(const QCommandLineParser& parser, const LookOptions& options,
                                 ExportRequest& request);

/// The document as the request wants its numbers coloured.
Experiment with_colours_of(const Experiment& experiment, const ExportRequest& request);

} // namespace lab
