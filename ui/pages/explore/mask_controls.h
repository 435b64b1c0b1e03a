// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which keys are hidden from which queries: the pills under the masked scores.
#pragma once

#include "ui/widgets/control_row.h"

namespace lab {

class LabDocument;
class MaskBrush;
class StageCard;

class MaskControls : public ControlRow {
    Q_OBJECT
public:
    /// `card`: of the masked scores, on which the brush paints.
    MaskControls(LabDocument& document, const Theme& theme, StageCard& card);
    void refresh() override;
    void setFolded(bool folded) override;
    int leastWidth() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addWindow();
    void addPadding();
    void addBrush(StageCard& card);
    void addWidth();
    void addMore();
    void fold();
    void fillPadding();

    LabDocument& m_document;
    PillButton* m_none;
    PillButton* m_causal;
    PillButton* m_window = nullptr;
    NumberField* m_width = nullptr;
    PillButton* m_padding = nullptr;
    PillButton* m_paint = nullptr;
    PillButton* m_clear = nullptr;
    PillButton* m_more = nullptr;
    QAction* m_paintEntry = nullptr; ///< menu entries that replace the folded pills
    QAction* m_clearEntry = nullptr;
    MaskBrush* m_brush = nullptr;
    bool m_folded = false;
};

} // namespace lab
