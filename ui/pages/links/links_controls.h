// SPDX-License-Identifier: GPL-3.0-or-later
//
// How links are drawn: the smallest weight that is shown, and in columns or lines.
#pragma once

#include "ui/plots/links/links_drawing.h"
#include "ui/widgets/control_row.h"

namespace lab {

class LogSlider;

class LinksControls : public ControlRow {
    Q_OBJECT
public:
    explicit LinksControls(const Theme& theme);

    /// Nothing here depends on the document.
    void refresh() override {}
    const LinksLook& look() const { return m_look; }

signals:
    void changed();

private:
    void addThreshold();
    void addLayouts();
    void setThreshold(double threshold);

    LinksLook m_look;
    LogSlider* m_slider;
    NumberField* m_threshold;
    double m_committed = 0; ///< the threshold before the slider was dragged
};

} // namespace lab
