// SPDX-License-Identifier: GPL-3.0-or-later
//
// How links are drawn: the smallest weight that is shown, and in columns or lines.
#pragma once

#include "ui/widgets/control_row.h"

namespace lab {

class LogSlider;
class PageChoices;
class PillButton;

class LinksControls : public ControlRow {
    Q_OBJECT
public:
    LinksControls(PageChoices& choices, const Theme& theme);

    /// Nothing here depends on the document.
    void refresh() override {}

private:
    void addThreshold();
    void addLayouts();
    void setThreshold(double threshold);
    void showLook();

    PageChoices& m_choices;
    LogSlider* m_slider;
    NumberField* m_threshold;
    PillButton* m_columns;
    PillButton* m_lines;
    double m_committed = 0; ///< the threshold before the slider was dragged
};

} // namespace lab
