// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Compare: a stage of the document next to the same stage of a snapshot or another document, with
// the difference and the largest changes in words. Or next to the same stage of its variants, live.
#pragma once

#include "ui/pages/column_page.h"
#include "ui/pages/presentable.h"
#include "ui/plots/compare/comparison.h"

#include <memory>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace lab {

class PageChoices;
class ChangesList;
class ComparisonChoice;
class ComparisonPicker;
class CompareGrid;
class MatrixCard;
class PillButton;
class StaleVeil;

class ComparePage : public ColumnPage, public Presentable {
    Q_OBJECT
public:
    ComparePage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                QWidget* parent = nullptr);

    ComparisonPicker& picker() const { return *m_picker; }
    ChangesList& changes() const { return *m_changes; }
    /// The visible cards: before, now and difference, or those of the variants.
    std::vector<MatrixCard*> cards() const;
    std::optional<Figure> figure() const override;
    Presentable& presentable() override { return *this; }
    void setPresented(bool presented) override;
    std::vector<StageBlock> shownMatrices() const override { return everyMatrix(); }

signals:
    /// The user asked to take a snapshot.
    void snapshotWanted();

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    LabDocument& other(std::size_t which, const Experiment& experiment);
    void dropOthers(std::size_t from);
    void forgetMatrices();
    void keepOnlyShown();
    bool isTooLarge(const Variants& variants);
    void showNothing();
    void showCompared();
    void showVariants();
    void say(const QString& problem, bool offersSnapshot);
    void layOut();
    void showPicker();
    QSize roomForCards() const;
    void showMenu(std::size_t which, const QPoint& where);
    void use(std::size_t which);
    void updateMarks();
    HeadIndex head() const;
    std::optional<CellRef> cellAt(std::size_t which, StoredCell cell) const;

    ComparisonChoice& m_choice;
    ComparisonPicker* m_picker;
    PillButton* m_choose; ///< while presenting, says what is compared, and unfolds the picker
    QHBoxLayout* m_line;
    QLabel* m_notes;   ///< differing settings, unmatched rows and columns, colour ranges
    QLabel* m_problem; ///< shown instead of the cards
    QPushButton* m_take;
    ChangesList* m_changes;
    CompareGrid* m_grid;
    std::vector<std::unique_ptr<LabDocument>> m_others;        ///< what the document is compared with
    std::optional<std::pair<StageId, HeadIndex>> m_othersShow; ///< of which this is shown
    Compared m_compared;
    std::vector<LargeChange> m_largest;
    Variants m_variants;
    std::vector<VariantMatrix> m_matrices; ///< one per card while variants are shown
    bool m_shows = false;                  ///< there are cards to show
    bool m_presented = false;
    bool m_picks = false; ///< the picker is unfolded
    StaleVeil* m_veil;
};

} // namespace lab
