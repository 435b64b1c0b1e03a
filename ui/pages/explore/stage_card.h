// SPDX-License-Identifier: GPL-3.0-or-later
//
// One stage on the board: its name and formula, its matrix, and the controls that act on it.
#pragma once

#include "core/describe/operands.h"
#include "core/engine/live_trace.h"
#include "core/experiment/stage.h"
#include "ui/pages/card_size.h"
#include "ui/plots/heatmap/heatmap_mapping.h"
#include "ui/widgets/card_frame.h"

#include <QStringList>

#include <optional>
#include <vector>

class QLabel;
class QMenu;
class QToolButton;

namespace lab {

class ControlRow;
class CardHeader;
class CardNote;
class LabDocument;
class MatrixHeatmap;
class OverrideEditor;
class PillButton;
class Selection;
class StaleVeil;
class Theme;

class StageCard : public CardFrame {
    Q_OBJECT
public:
    StageCard(LabDocument& document, Selection& selection, const Theme& theme, StageId id,
              QWidget* parent = nullptr);

    StageId stage() const { return m_id; }
    MatrixHeatmap& heatmap() const { return *m_heatmap; }
    OverrideEditor& overrideEditor() const { return *m_overrideEditor; }
    /// The head whose matrix is shown.
    HeadIndex head() const;

    /// Shows the matrix as bars: see MatrixHeatmap.
    void setBars(bool bars);
    /// While presenting, the card does not offer another range of colours.
    void setPresented(bool presented);

    /// Frames the card, as one that was asked for.
    void setFramed(bool framed);

    /// Puts a control under the matrix.
    void setControls(ControlRow* controls);
    /// Shows its controls, unless they are empty or it is a thumbnail.
    void showControls();

    /// The stage as far as it is computed. The rest is requested.
    StageView view() const;
    /// Shows the stage. `change`: what changed since the last call.
    void refresh(const Change& change);
    /// Shows nothing until the next refresh().
    void forgetMatrix();

    /// The document's cell at a cell of the matrix. None while the matrix of other tokens is still shown.
    std::optional<CellRef> cellAt(StoredCell cell) const;

    void setCardSize(const CardSize& size);
    const CardSize& cardSize() const { return m_size; }
    /// While presenting, controls of what a lesson's step locks are not shown.
    bool hasControls() const;
    bool isThumbnail() const { return m_size.thumbnail.has_value(); }
    /// The size of the card, with the matrix no larger than `limit`.
    QSize sizeFor(const CardSize& size, QSize limit) const;
    /// Whether the card has a button that folds it to a thumbnail.
    void setFoldable(bool foldable);
    /// True: the card is shown alone, and has a button that leads back to all cards.
    void setAlone(bool alone);

signals:
    /// A thumbnail is to be shown as a whole card, or the reverse.
    void foldRequested(bool folded);
    /// The card is to be shown alone, or with the others again.
    void aloneRequested(lab::StageId stage);
    void exportRequested(lab::StageId stage);
    void numbersRequested(lab::StageId stage);
    void copyRequested(lab::StageId stage);
    /// The user wants to compare numbers of their own with the stage.
    void checkRequested(lab::StageId stage);
    void coverRequested(const lab::StageBlock& block);
    /// The menu of the card is about to be shown, asked for at a cell or nullopt; it can still be added to.
    void menuMade(QMenu* menu, lab::StageId stage, const std::optional<lab::CellRef>& cell);
    /// The typed text was rejected, and why.
    void refused(const QString& reason);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void restyle();
    void inspectToken(bool isRow, Index index);
    void updateTexts();
    void updateMarks();
    bool isOfTheDocument() const;
    void addCellActions(QMenu& menu, StoredCell cell);
    std::optional<StoredCell> currentCell() const;
    std::optional<Rows> rowsFirst() const;
    /// `cell`: where the menu was requested, if on a cell.
    void showMenu(const QPoint& where, std::optional<StoredCell> cell);
    void showAbout(const QPoint& where);
    /// The size of what surrounds the matrix, except its controls. `brief`: only the symbol of the formula,
    /// and no line for the note.
    QSize chrome(bool brief) const;
    /// The width of the buttons in the header, including the gaps between them.
    int buttonsWidth() const;
    HeatmapForm form(const CardSize& size) const;
    void setThumbnail(bool thumbnail);
    void placeNote();
    void updateNote();
    void updateOffer();
    void updateInUse();
    QString inUse() const;
    void showNote();
    QString fittingFormula(const QString& whole) const;
    bool hasRoomForOffer(int width, bool beside) const;
    QString shapeText() const;

    LabDocument& m_document;
    Selection& m_selection;
    StageId m_id;
    CardHeader* m_header;
    QString m_formula; ///< as much as fits
    QString m_formulaTip;
    CardNote* m_note; ///< warnings about the numbers, and settings active in this stage
    QStringList m_warnings;
    MatrixHeatmap* m_heatmap;
    QLabel* m_inUse; ///< on a thumbnail, which options act there
    StaleVeil* m_veil;
    OverrideEditor* m_overrideEditor;
    ControlRow* m_controls = nullptr;
    std::uint64_t m_revision = 0;
    bool m_textsDue = true;
    QToolButton* m_fold;
    PillButton* m_allCards = nullptr; ///< made when the card is first alone
    CardSize m_size{Density::digits};
    bool m_noteInHeader = false;
    HeadIndex m_shownHead = -1;
    bool m_framed = false;
    bool m_presented = false;
};

/// The card that a widget is part of; nullptr: none.
const StageCard* stageCardAround(const QWidget* widget);

} // namespace lab
