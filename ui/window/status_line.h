// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the bottom: what is hovered or being changed, otherwise the sizes of the experiment. At the
// left, under the column of inputs and weights, what shows and hides it. At the right, how numbers are shown,
// which can be changed there.
#pragma once

#include <QFrame>
#include <QTimer>

class QAction;
class QLabel;
class QToolButton;

namespace lab {

class Board;
class LabDocument;
class PillButton;
class Selection;
class Theme;
class ViewPopover;

class StatusLine : public QFrame {
    Q_OBJECT
public:
    /// `parameters` shows and hides the inputs and weights, and is checked while they are shown.
    StatusLine(LabDocument& document, Selection& selection, const Board& board, QAction& parameters,
               const Theme& theme, QWidget* parent = nullptr);

    /// Decides what there is room for. The line is as high as that, so the window says it before it lays
    /// itself out.
    void setWindowWidth(int width);
    /// The colour ranges of what is shown instead of the board; empty: as on the board.
    void setScales(const QString& scales);
    /// The current text as plain text.
    QString text();
    /// Shows a message for some seconds, or until the next update.
    void say(const QString& message);
    /// Removes a message that no longer applies.
    void clearMessage();
    /// Opens the view settings.
    void openView();
    /// Shows the view settings and opens them; hidden in a narrow window.
    PillButton& viewButton() const { return *m_right; }
    /// nullptr before it was opened.
    ViewPopover* view() const { return m_view; }

signals:
    /// The largest change so far while a number is dragged; empty: none.
    void changeSaid(const QString& change);
    /// What is dragged, from which number to which, and that change; empty: nothing differs.
    void dragged(const QString& summary);
    /// The drag is over. `changed`: it has an effect.
    void dragEnded(bool changed);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void refreshSoon();
    void restyle();
    void sayChange();
    static QString summaryOf(const QString& step, const QString& change);
    void sayColours();
    void sayParameters();
    QString summary() const;

    LabDocument& m_document;
    Selection& m_selection;
    const Board& m_board;
    const Theme& m_theme;
    QAction& m_parametersAction;
    QToolButton* m_parameters;
    QLabel* m_left;
    PillButton* m_right;
    ViewPopover* m_view = nullptr;
    QString m_scales;
    QTimer m_untilSaid;
    QTimer m_untilRefreshed; ///< runs while a refresh is pending
    QString m_dragSummary;   // of the drag that goes on, or of the edit that was last
    QString m_summaryToKeep; // to be shown after the drag
    QString m_step;          // its undo text
};

} // namespace lab
