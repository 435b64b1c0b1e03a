// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a figure's SVG file.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"

#include <QRegularExpression>
#include <QXmlStreamReader>

#include <cmath>

namespace lab::test {

inline constexpr double points_per_millimetre = 72 / 25.4;

/// The elements of an SVG file.
struct SvgElements {
    bool is_whole = false; ///< well-formed to the end
    int rectangles = 0, images = 0;
    QStringList texts, titles;
    QList<double> font_sizes; ///< in points, one per text
};

/// A text's font size is scaled by the transform of its enclosing group.
inline SvgElements read_svg(const QByteArray& bytes) {
    SvgElements drawing;
    QXmlStreamReader reader(bytes);
    bool in_title = false;
    QList<double> scales{1};
    static const QRegularExpression matrix("matrix\\(([^,]*),([^,]*),");
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement: {
            const auto found = matrix.match(reader.attributes().value("transform").toString());
            scales += found.hasMatch()
                          ? std::hypot(found.captured(1).toDouble(), found.captured(2).toDouble())
                          : scales.back();
            drawing.rectangles += reader.name() == QLatin1String("rect");
            drawing.images += reader.name() == QLatin1String("image");
            if (reader.name() == QLatin1String("text"))
                drawing.font_sizes += reader.attributes().value("font-size").toDouble() * scales.back();
            if (reader.name() == QLatin1String("text"))
                drawing.texts += QString();
            in_title = reader.name() == QLatin1String("title");
            if (in_title)
                drawing.titles += QString();
            break;
        }
        case QXmlStreamReader::Characters:
            if (in_title)
                drawing.titles.back() += reader.text();
            else if (!drawing.texts.isEmpty())
                drawing.texts.back() += reader.text();
            break;
        case QXmlStreamReader::EndElement:
            in_title = false;
            scales.pop_back();
            break;
        default:
            break;
        }
    }
    for (QString& text : drawing.texts)
        text = text.trimmed();
    drawing.is_whole = !reader.hasError();
    return drawing;
}

inline QByteArray svg_of(const FigureDrawing& figure) {
    return figureFile(figure, FigureFormat::svg, 1).value();
}

} // namespace lab::test
