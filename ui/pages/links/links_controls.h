// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the links are to be seen: from which weight on, and in columns or in lines.
#pragma once

#include "ui/plots/links/links_drawing.h"
#include "ui/widgets/control_row.h"

namespace lab {

class LogSlider;

class LinksControls : public ControlRow {
    Q_OBJECT
public:
    explicit LinksControls(const Theme& theme);

    /// Nothing of it is in the document.
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
    double m_committed = 0; ///< the threshold before the slider was in the hand
};

} // namespace lab
