// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip above the board: the shown head, what is inspected with a button to stop inspecting, and the
// hint of the page while nothing is.
#pragma once

#include <QFrame>

#include <vector>

class QButtonGroup;
class QLabel;

namespace lab {

class FlowLayout;
class LabDocument;
class PillButton;
class Selection;
class Theme;

class HeadStrip : public QFrame {
    Q_OBJECT
public:
    HeadStrip(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    /// Contents for the current page: a pill for each head, and a hint while nothing is inspected.
    void setPage(bool heads, const QString& hint);

    /// While presenting there are only the pills, and no strip where there are none.
    void setPresented(bool presented);
    int heightForWidth(int width) const override;

    const std::vector<PillButton*>& heads() const { return m_heads; }
    PillButton& stopInspecting() const { return *m_stopInspecting; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refreshHeads();
    void showHeads();
    bool hasPills() const;
    void refreshInspected();
    void fitInspected();
    void restyle();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    FlowLayout* m_flow;
    QButtonGroup* m_group;
    std::vector<PillButton*> m_heads;
    QLabel* m_inspected;
    PillButton* m_stopInspecting;
    bool m_hasHeads = true;
    bool m_presented = false;
    QString m_hint;
};

} // namespace lab
