// SPDX-License-Identifier: GPL-3.0-or-later
//
// The factor on the scores, what caps them and what is added to them, and positions that act on them (rotary
// and ALiBi). On the card of scaled scores.
#pragma once

#include "ui/widgets/control_row.h"

class QAction;
class QLabel;
class QMenu;

namespace lab {

class CellBrush;
class LabDocument;
class ListField;
class StageCard;
class ToggleSwitch;

class ScaleControls : public ControlRow {
    Q_OBJECT
public:
    /// `card`: of the scaled scores, on which the brush paints.
    ScaleControls(LabDocument& document, const Theme& theme, StageCard& card);
    void refresh() override;
    void setFolded(bool folded) override;

private:
    void fillMenu();
    void addBrush(StageCard& card);
    void refreshAdded();
    void addRotary();
    void addFrequencies();
    void fillFrequencies(QMenu& menu);
    void refreshRotary();
    void refreshLayout();
    QString turningProblem(double columns) const;

    LabDocument& m_document;
    ToggleSwitch* m_scale;
    NumberField* m_number;
    PillButton* m_more;
    QAction* m_rotary;
    QAction* m_halves; ///< while queries and keys are rotated
    QAction* m_softcap;
    QAction* m_alibi;
    QAction* m_added;
    QAction* m_paintEntry;
    CellBrush* m_brush = nullptr;
    NumberField* m_value = nullptr; ///< that the brush adds
    PillButton* m_infinity = nullptr;
    PillButton* m_paint = nullptr;
    double m_finite = 1; ///< the last value that was finite
    NumberField* m_base;
    ListField* m_frequencies; ///< in place of the base, where the document has a list
    QMenu* m_howFast;         ///< of the base, or which list
    QAction* m_ofBase;
    NumberField* m_turning; ///< how many columns turn; as many as there are: all
    QLabel* m_ofAll;        ///< after it, how many there are
    PillButton* m_pairs;    ///< which columns are a pair
    NumberField* m_cap;
};

} // namespace lab
