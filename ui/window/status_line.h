// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the bottom: what is pointed at or being changed, else the sizes of the experiment; at the right
// how its numbers are shown, which can be changed there.
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

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
    StatusLine(LabDocument& document, Selection& selection, const Board& board, const Theme& theme,
               QWidget* parent = nullptr);

    /// How far the colours reach of what is shown in place of the board; empty: they are as on the board.
    void setScales(const QString& scales);
    /// What the line says, as plain text.
    QString text();
    /// Says something until the next thing happens, or for some seconds.
    void say(const QString& message);
    /// What was said last is not so any more.
    void clearMessage();
    /// Opens what changes how numbers are shown.
    void openView();
    /// Says how they are shown, and opens that; hidden in a narrow window.
    PillButton& viewButton() const { return *m_right; }
    /// nullptr before it was opened.
    ViewPopover* view() const { return m_view; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void refreshSoon();
    void restyle();
    void sayChange();
    void sayColours();
    QString summary() const;

    LabDocument& m_document;
    Selection& m_selection;
    const Board& m_board;
    const Theme& m_theme;
    QLabel* m_left;
    PillButton* m_right;
    ViewPopover* m_view = nullptr;
    QString m_scales;
    QTimer m_untilSaid;
    QTimer m_untilRefreshed; ///< runs while what has changed is not said yet
    QString m_lastEdit;      // stays readable after the hand has let go
    QString m_underHand;     // the same while the hand has not
    QString m_step;          // what undo will call it
};

} // namespace lab
