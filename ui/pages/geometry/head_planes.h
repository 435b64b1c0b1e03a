// SPDX-License-Identifier: GPL-3.0-or-later
//
// The query among the keys in every head, small: a click shows that head.
#pragma once

#include "ui/plots/geometry/plane_drawing.h"

#include <QWidget>

#include <vector>

namespace lab {

class PlaneThumbnail;
class LabDocument;
class Selection;

class HeadPlanes : public QWidget {
    Q_OBJECT
public:
    HeadPlanes(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent);

    /// Shows the query in all heads. Hides itself where there is one head, or where there are too many heads
    /// or keys to be seen at once.
    void showQuery(TokenIndex query);
    const std::vector<PlaneThumbnail*>& thumbnails() const { return m_thumbnails; }

private:
    void fit(HeadIndex heads);
    void restyle();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    PlaneDrawing m_drawing;
    std::vector<PlaneThumbnail*> m_thumbnails; ///< one a head
};

} // namespace lab
