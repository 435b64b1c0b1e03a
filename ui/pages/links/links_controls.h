// SPDX-License-Identifier: GPL-3.0-or-later
//
// How links are drawn: the smallest weight that is shown, of which heads, and from left to right or from top
// to bottom.
#pragma once

#include "core/base/types.h"
#include "ui/plots/links/links_drawing.h"
#include "ui/widgets/control_row.h"

#include <functional>
#include <optional>

class QButtonGroup;

namespace lab {

class LogSlider;
class PageChoices;
class PillButton;

class LinksControls : public ControlRow {
    Q_OBJECT
public:
    LinksControls(PageChoices& choices, const Theme& theme);

    /// 1/n is the threshold to begin with, for n keys. Heads can be chosen if there are several.
    void setDocument(Index keys, HeadIndex heads);
    void refresh() override;

private:
    void addThreshold();
    void addHeads();
    void addLayouts();
    void setThreshold(std::optional<double> threshold);
    PillButton* addChoice(QButtonGroup* group, const QString& text, const QString& tip,
                          const std::function<void(LinksLook&)>& change);

    PageChoices& m_choices;
    LogSlider* m_slider;
    NumberField* m_threshold;
    PillButton* m_byKeys;
    PillButton* m_oneHead;
    PillButton* m_everyHead;
    PillButton* m_columns;
    PillButton* m_lines;
    Index m_keys = 0;
    std::optional<double> m_committed; ///< the threshold before the slider was dragged
};

} // namespace lab
