// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Learn: weights are painted as they are wanted, and parameters are found that give them.
#pragma once

#include "core/analysis/reachable.h"
#include "ui/document/task_thread.h"
#include "ui/document/view/learn_view.h"
#include "ui/pages/column_page.h"
#include "ui/pages/presentable.h"

#include <array>
#include <optional>

namespace lab {

class CardFrame;
class CardHeader;
class FitControls;
class FitRun;
class FitNotes;
class LossCurve;
class MatrixCard;
class PageChoices;
class ParameterPills;
class StaleVeil;
class WantedPainter;
class WantedTools;
struct HeatmapContent;
struct CardSize;
enum class WantedPattern;

class LearnPage : public ColumnPage, public Presentable {
    Q_OBJECT
public:
    LearnPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
              QWidget* parent = nullptr);

    MatrixCard& wantedCard() const { return *m_cards[0]; }
    MatrixCard& weightsCard() const { return *m_cards[1]; }
    MatrixCard& differenceCard() const { return *m_cards[2]; }
    LossCurve& curve() const { return *m_curve; }
    FitRun& fit() const { return m_fit; }
    /// What is said below the curve.
    QString notes() const;
    /// Why weights cannot be found now; empty: they can.
    QString problem() const;

    std::optional<Figure> figure() const override;
    Presentable& presentable() override { return *this; }
    void setPresented(bool presented) override;
    std::vector<StageBlock> shownMatrices() const override;
    std::optional<StageBlock> matrixAt(const QPoint& global) const override;

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addCards();
    void addCurve();
    void connectPainting();
    void connectCard(MatrixCard& card);
    bool beginsPainting();
    void paint(const Block& cells);
    void applyPattern(WantedPattern pattern);
    void showMenu(const QPoint& where, bool isWanted);
    void updateMarks();
    void refreshCurve();
    void refreshNotes();
    void find();
    void askReachable();
    void cure();
    void layOut();
    CardSize cardSize(QSize room) const;
    bool isFitShown() const;
    std::vector<WantedCell> painted() const;

    PageChoices& m_choices;
    FitRun& m_fit;
    WantedTools* m_tools;
    QWidget* m_row;
    std::array<MatrixCard*, 3> m_cards;
    WantedPainter* m_painter;
    CardFrame* m_curveCard;
    CardHeader* m_curveHeader;
    LossCurve* m_curve;
    FitControls* m_controls;
    ParameterPills* m_parameters;
    FitNotes* m_notes;
    StaleVeil* m_veil;
    Matrix m_target;              ///< of the shown head, with the size of its weights; empty: none are known
    Matrix m_hidden;              ///< their masked scores
    std::optional<double> m_loss; ///< of the shown weights; nullopt: none, or not to be told
    /// During a stroke: what would be wanted.
    struct Stroke {
        std::vector<WantedCell> wanted;
        bool takesAway;
        Index hidden; ///< how many hidden cells were painted
        Block first;
    };
    std::optional<Stroke> m_stroke;
    /// What is known of the target in the document as it is, apart from a fit.
    struct Known {
        Experiment experiment;
        WantedWeights wanted;
        std::optional<Reachability> answer; ///< nullopt: being found
    };
    std::optional<Known> m_known;
    bool m_presented = false;
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
