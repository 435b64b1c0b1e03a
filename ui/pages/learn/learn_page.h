// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Learn: weights are painted, or numbers of the output typed, as they are wanted, and parameters are
// found that give them.
#pragma once

#include "core/engine/target.h"
#include "ui/document/view/learn_view.h"
#include "ui/pages/column_page.h"
#include "ui/pages/presentable.h"

#include <optional>

namespace lab {

class CardFrame;
class CardHeader;
class FitControls;
class FitRun;
class FitNotes;
class LearnCards;
class LossCurve;
class MatrixCard;
class PageChoices;
class ParameterPills;
class ReachFinder;
class StaleVeil;
class WantedNumbers;
class WantedStrokes;
class WantedTools;
struct HeatmapContent;
struct LearnFacts;
struct LossCure;

class LearnPage : public ColumnPage, public Presentable {
    Q_OBJECT
public:
    LearnPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
              QWidget* parent = nullptr);

    MatrixCard& wantedCard() const;
    /// The weights, or the output, as they are now.
    MatrixCard& weightsCard() const;
    MatrixCard& differenceCard() const;
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

private:
    void addCurve();
    void showMenu(const QPoint& where, bool isWanted);
    void refreshCurve();
    void refreshNotes();
    std::vector<WantedCell> asked() const;
    void find();
    void takeKeyboard();
    void askReachable();
    QString problemOfLoss() const;
    std::optional<LossCure> lossCure() const;
    Index moreSteps() const;
    bool hidesKeys() const;
    LearnFacts facts() const;
    void cure();
    void beginAgainWith(const std::vector<ParameterId>& more);
    void layOut();
    int curveHeight(int width) const;
    void placeControls(bool areAboveCurve);
    bool isFitShown() const;
    static constexpr int usualLines = 3; ///< of notes
    StageId stage() const;
    HeadIndex head() const;
    Target target() const;
    void setStage(WantedStage of);
    void showWanted(const HeatmapContent& now, const LearnView& learn);
    void clearWanted();

    FitRun& m_fit;
    WantedTools* m_tools;
    LearnCards* m_cards;
    WantedStrokes* m_strokes;
    WantedNumbers* m_numbers;
    CardFrame* m_curveCard;
    CardHeader* m_curveHeader;
    LossCurve* m_curve;
    FitControls* m_controls;
    ParameterPills* m_parameters;
    FitNotes* m_notes;
    StaleVeil* m_veil;
    ReachFinder* m_reach;
    WantedStage m_of = WantedStage::weights;
    Matrix m_target; ///< with the size of the stage; empty: its numbers are not known
    Matrix m_wanted; ///< the same, as it is compared with them (learn_content.h)
    Matrix m_hidden; ///< the masked scores of the weights that are wanted; empty likewise, and of an output
    std::optional<double> m_loss; ///< of the shown numbers; nullopt: none, or not to be told
    bool m_presented = false;
    /// Where the cards were laid out, so that they stay as they are during a fit.
    struct Steady {
        QSize room;
        int page = 0; ///< its height
        int scale = 0;
        bool presented = false;
        Index rows = 0, columns = 0;
        bool operator==(const Steady&) const = default;
    };
    std::optional<Steady> m_steady;
};

} // namespace lab
