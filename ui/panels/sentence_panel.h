// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentence, large, with its tokens under it.
#pragma once

#include "core/change.h"

#include <QFrame>

#include <vector>

class QLineEdit;
class QScrollArea;

namespace lab {

class FlowLayout;
class LabDocument;
class PillButton;
class Selection;
class Theme;

class SentencePanel : public QFrame {
    Q_OBJECT
public:
    SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    QLineEdit& line() const { return *m_line; }
    const std::vector<PillButton*>& chips() const { return m_chips; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh(const Change& change);
    void updateHeld();
    void restyle();
    void fitChips();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QLineEdit* m_line;
    QScrollArea* m_area;
    QWidget* m_row;
    FlowLayout* m_flow;
    std::vector<PillButton*> m_chips;
};

} // namespace lab
