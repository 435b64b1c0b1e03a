// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints wanted weights: each stroke over their matrix, and each pattern, is one undo step.
#pragma once

#include "core/base/types.h"
#include "ui/document/view/learn_view.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace lab {

class LabDocument;
class MatrixHeatmap;
class Selection;
class WantedPainter;
class WantedTools;
enum class WantedPattern;

class WantedStrokes : public QObject {
    Q_OBJECT
public:
    /// `hidden`: the masked scores of the weights that are shown; empty while these are not known, so that
    /// nothing can be painted.
    WantedStrokes(LabDocument& document, Selection& selection, WantedTools& tools, const Matrix& hidden,
                  MatrixHeatmap& heatmap, QObject* parent);

    /// What is wanted, as during a stroke.
    std::vector<WantedCell> painted() const;
    bool isPainting() const { return m_stroke.has_value(); }
    /// Whether weights are what is wanted, so that strokes paint them.
    void setOn(bool on);
    void apply(WantedPattern pattern);

signals:
    /// What is painted() has changed, or will be again what the document says.
    void changed();
    void refused(const QString& reason);

private:
    bool begins();
    void begin(const Block& cells);
    void paint(const Block& cells);
    void finish();

    LabDocument& m_document;
    Selection& m_selection;
    WantedTools& m_tools;
    const Matrix& m_hidden;
    WantedPainter* m_painter;
    struct Stroke {
        std::vector<WantedCell> wanted; ///< after it
        bool takesAway;
        Index hidden; ///< how many hidden cells were painted
        Block first;
    };
    std::optional<Stroke> m_stroke;
};

} // namespace lab
