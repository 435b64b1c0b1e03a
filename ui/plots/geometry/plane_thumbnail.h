// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button with a small plane of vectors: one of several to choose from.
#pragma once

#include "ui/plots/geometry/plane_drawing.h"

#include <QAbstractButton>

namespace lab {

class PlaneThumbnail : public QAbstractButton {
    Q_OBJECT
public:
    /// `drawing`: which may be shared by all of them.
    PlaneThumbnail(PlaneDrawing& drawing, const Theme& theme, QWidget* parent);

    void setContent(PlaneContent content);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PlaneDrawing& m_drawing;
    const Theme& m_theme;
    PlaneContent m_content;
};

} // namespace lab
