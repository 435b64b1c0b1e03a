// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Links: attention weights of the shown head, or of all, as ribbons, and how they are drawn.
#pragma once

#include "ui/pages/placed_page.h"
#include "ui/pages/presentable.h"

class QHBoxLayout;
class QLabel;

namespace lab {

class PageChoices;
class CardHeader;
class LinksControls;
class LinksPlot;
class PillButton;
class StaleVeil;

class LinksPage : public PlacedPage, public Presentable {
    Q_OBJECT
public:
    LinksPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
              QWidget* parent = nullptr);

    LinksPlot& plot() const { return *m_plot; }
    /// The links that the inspected cell or token stands for.
    LinksFocus inspected() const;
    std::vector<StageBlock> shownMatrices() const override;
    std::optional<Figure> figure() const override;
    Presentable& presentable() override { return *this; }
    void setPresented(bool presented) override;
    bool turn(int by) override;

protected:
    void relayout() override;
    void restyle() override;
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void connectPlot();
    void refresh();
    void updateTexts();
    bool isOfTheDocument() const;
    bool isUpToDate() const;

    PageChoices& m_choices;
    QFrame* m_card;
    CardHeader* m_cardHeader;
    LinksControls* m_controls;
    LinksPlot* m_plot;
    StaleVeil* m_veil;
    QLabel* m_warnings;
    QLabel* m_remarks;
    PillButton* m_weaker; ///< how many weaker links are hidden; shows or hides them
    QHBoxLayout* m_weakerRow;
    MatrixPtr m_shown;
    bool m_presented = false;
};

} // namespace lab
