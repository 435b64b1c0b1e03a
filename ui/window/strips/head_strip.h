// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip above a page: which of the pages of its tab it is, the shown head, as a pill or, where there are
// many, as a number, what is inspected with a button to stop inspecting, and the hint of the page while
// nothing is.
#pragma once

#include <QFrame>

#include <vector>

class QAction;
class QButtonGroup;
class QLabel;

namespace lab {

class FlowLayout;
class LabDocument;
class NumberField;
class PillButton;
class Selection;
class TabSwitch;
class Theme;

class HeadStrip : public QFrame {
    Q_OBJECT
public:
    /// `within`: choices among the pages of a tab that has several.
    HeadStrip(LabDocument& document, Selection& selection, const QList<QAction*>& within, const Theme& theme,
              QWidget* parent = nullptr);

    /// Contents for the current page: those choices, a pill for each head, and a hint while nothing is
    /// inspected.
    void setPage(bool within, bool heads, const QString& hint);

    /// While presenting, the strip shows only the pills of the heads, and hides if there are none.
    void setPresented(bool presented);
    int heightForWidth(int width) const override;

    /// Empty where there are too many.
    const std::vector<PillButton*>& heads() const { return m_heads; }
    /// Shown where there are.
    NumberField& headNumber() const { return *m_headNumber; }
    PillButton& stopInspecting() const { return *m_stopInspecting; }

signals:
    /// A number that is no head was typed.
    void refused(const QString& reason);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addHeadNumber();
    void refreshHeads();
    void showHeads();
    bool hasPills() const;
    void refreshInspected();
    void fit();
    void restyle();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    FlowLayout* m_flow;
    TabSwitch* m_within;
    QButtonGroup* m_group;
    std::vector<PillButton*> m_heads;
    QWidget* m_number;
    NumberField* m_headNumber = nullptr;
    QLabel* m_ofHeads = nullptr;
    QLabel* m_inspected;
    PillButton* m_stopInspecting;
    bool m_isWithin = false; ///< a tab that has several pages
    bool m_hasHeads = true;
    bool m_presented = false;
    QString m_hint;
};

} // namespace lab
