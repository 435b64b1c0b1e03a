// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is painted on the wanted weights, and the button that finds weights for them.
#pragma once

#include "ui/document/edits/wanted_edits.h"
#include "ui/widgets/choice_pills.h"
#include "ui/widgets/control_row.h"

#include <vector>

class QLabel;

namespace lab {

class LabDocument;

class WantedTools : public ControlRow {
    Q_OBJECT
public:
    WantedTools(LabDocument& document, const Theme& theme);

    WantedBrush brush() const { return m_brush; }
    /// Why weights cannot be found now; empty: they can.
    void setProblem(const QString& problem);
    void refresh() override;
    /// While presenting, nothing but the button is there.
    void setPresented(bool presented);
    /// The keyboard goes to the button, or is there.
    void takeKeyboard();
    bool hasKeyboard() const;
    bool canFind() const;

signals:
    void patternChosen(lab::WantedPattern pattern);
    void findRequested();

private:
    void addStages();
    void addBrushes();
    void addPatterns();

    LabDocument& m_document;
    WantedBrush m_brush = WantedBrush::cell;
    ChoicePills m_pills;
    bool m_isPresented = false;
    std::vector<QWidget*> m_ofWeights;         ///< brushes and patterns
    QLabel* m_ofOutput;                        ///< how its numbers are typed
    std::vector<PillButton*> m_withinSentence; ///< patterns of a sentence that looks at itself
    NumberField* m_share;
    PillButton* m_find;
    PillButton* m_row = nullptr; ///< paints what is a row, in columns notation a column
    PillButton* m_sameWord = nullptr;
};

} // namespace lab
