// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which keys are hidden from which queries: the pills under the masked scores.
#pragma once

#include "core/experiment/experiment.h"
#include "ui/widgets/control_row.h"

#include <functional>
#include <vector>

class QMenu;

namespace lab {

class LabDocument;
class CellBrush;
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
    struct RuleTexts {
        QString pill, tip;
        QString letter, name, hint; ///< of the field
        QString problem;            ///< of a number that is none from 1
        QString set, removed;       ///< undo texts: "Window %1", "No window"
    };
    /// A rule that is a whole number from 1, which its field shows while the rule is set.
    struct NumberedRule {
        std::optional<Index> Mask::*value;
        RuleTexts texts;
        std::function<void(std::optional<Index>)> set;
        PillButton* pill;
        NumberField* field = nullptr;
    };

    void addNumbered(std::optional<Index> Mask::*rule, const RuleTexts& texts);
    void addPadding();
    void addBrush(StageCard& card);
    void addFields();
    void addMore();
    void fillNumbers(QMenu& menu, const NumberedRule& rule) const;
    void fold();
    void fillPadding();

    LabDocument& m_document;
    PillButton* m_none;
    PillButton* m_causal;
    std::vector<NumberedRule> m_numbered;
    PillButton* m_padding = nullptr;
    PillButton* m_paint = nullptr;
    PillButton* m_clear = nullptr;
    PillButton* m_more = nullptr;
    QAction* m_paintEntry = nullptr; ///< menu entries that replace the folded pills
    QAction* m_clearEntry = nullptr;
    CellBrush* m_brush = nullptr;
    bool m_folded = false;
};

} // namespace lab
