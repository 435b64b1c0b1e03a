// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's mode Compare: a stage of the document beside the same of a snapshot or another document, with
// the difference and the largest changes in words; or beside those of its variants, live.
#pragma once

#include "ui/pages/column_page.h"
#include "ui/plots/compare/comparison.h"

#include <memory>
#include <vector>

class QPushButton;

namespace lab {

class ChangesList;
class ComparisonPicker;
class CompareGrid;
class MatrixCard;
class StaleVeil;

class ComparePage : public ColumnPage {
    Q_OBJECT
public:
    ComparePage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    ComparisonPicker& choice() const { return *m_choice; }
    ChangesList& changes() const { return *m_changes; }
    /// The cards that are shown: before, now and difference, or one for each variant.
    std::vector<MatrixCard*> cards() const;
    std::optional<Figure> figure() const override;

signals:
    /// The present state is to be kept.
    void snapshotWanted();
    /// How far the colours of its cards reach, "from 0 to 1, …"; empty where there are no cards in sight.
    void coloursShown(const QString& scales);

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    LabDocument& other(std::size_t which, const Experiment& experiment);
    void dropOthers(std::size_t from);
    void showNothing();
    void showCompared();
    void showVariants();
    void say(const QString& problem, bool offersSnapshot);
    void layOut();
    void showMenu(std::size_t which, const QPoint& where);
    void use(std::size_t which);
    void updateMarks();
    HeadIndex head() const;
    std::optional<CellRef> cellAt(std::size_t which, StoredCell cell) const;

    ComparisonPicker* m_choice;
    QLabel* m_said;    ///< what is set in another way, and what has no partner
    QLabel* m_problem; ///< in place of the cards
    QPushButton* m_take;
    ChangesList* m_changes;
    CompareGrid* m_field;
    std::vector<std::unique_ptr<LabDocument>> m_others; ///< what the document is compared with
    Compared m_compared;
    std::vector<LargeChange> m_largest;
    Variants m_variants;
    std::vector<VariantMatrix> m_matrices; ///< of the variants
    bool m_shows = false;                  ///< there is something to see
    StaleVeil* m_veil;
};

} // namespace lab
