// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/wanted_strokes.h"

#include "core/experiment/masks.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/pages/learn/learn_texts.h"
#include "ui/pages/learn/wanted_painter.h"
#include "ui/pages/learn/wanted_tools.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"

#include <utility>

namespace lab {

WantedStrokes::WantedStrokes(LabDocument& document, Selection& selection, WantedTools& tools,
                             const Matrix& hidden, MatrixHeatmap& heatmap, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_tools(tools), m_hidden(hidden),
      m_painter(new WantedPainter(
          heatmap, [this] { return begins(); }, this)) {
    connect(m_painter, &WantedPainter::begun, this, &WantedStrokes::begin);
    connect(m_painter, &WantedPainter::extended, this, &WantedStrokes::paint);
    connect(m_painter, &WantedPainter::finished, this, &WantedStrokes::finish);
    connect(m_painter, &WantedPainter::cancelled, this, [this] {
        m_stroke.reset();
        emit changed();
    });
    // Whatever changes the document changes what a stroke began on.
    connect(&document, &LabDocument::changed, m_painter, &WantedPainter::cancel);
    connect(&selection, &Selection::headChanged, m_painter, &WantedPainter::cancel);
}

std::vector<WantedCell> WantedStrokes::painted() const {
    return m_stroke ? m_stroke->wanted : learnView(m_document.experiment()).learn.wanted;
}

void WantedStrokes::setOn(bool on) {
    m_painter->setOn(on);
}

bool WantedStrokes::begins() {
    if (m_hidden.size() == 0)
        return false; // other weights are being computed
    return !m_document.refusesToEdit({});
}

void WantedStrokes::begin(const Block& cells) {
    const LearnView learn = learnView(m_document.experiment()).learn;
    const WantedPaint brush{m_selection.head(), m_tools.brush(), learn.brush, m_hidden};
    m_stroke = Stroke{learn.wanted, takesAway(learn.wanted, brush, cells), 0, cells};
    paint(cells);
}

void WantedStrokes::paint(const Block& cells) {
    if (!m_stroke)
        return;
    const double share = learnView(m_document.experiment()).learn.brush;
    const WantedPaint brush{m_selection.head(), m_tools.brush(), share, m_hidden};
    m_stroke->wanted = withPainted(m_stroke->wanted, brush, cells, m_stroke->takesAway);
    const bool isHidden = m_tools.brush() == WantedBrush::cell && cells.rows == 1 && cells.columns == 1 &&
                          is_hidden(m_hidden(cells.row, cells.column));
    if (isHidden && m_stroke->hidden++ == 0)
        m_stroke->first = cells;
    emit changed();
}

void WantedStrokes::finish() {
    if (!m_stroke)
        return;
    const Stroke stroke = *std::exchange(m_stroke, std::nullopt);
    setWanted(m_document, stroke.wanted, tr("Wanted weights"));
    if (stroke.hidden > 0)
        emit refused(hiddenText(m_document.experiment(), m_selection.head(), stroke.first));
    emit changed();
}

void WantedStrokes::apply(WantedPattern pattern) {
    if (!begins())
        return;
    const LearnView learn = learnView(m_document.experiment()).learn;
    const WantedPaint brush{m_selection.head(), WantedBrush::cell, learn.brush, m_hidden};
    setWanted(m_document, withPattern(learn.wanted, m_document.experiment(), brush, pattern),
              patternText(pattern));
}

} // namespace lab
