// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the bottom: what is pointed at or being changed, else the sizes of the experiment.
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace lab {

class Board;
class LabDocument;
class Selection;
class Theme;

class StatusLine : public QFrame {
    Q_OBJECT
public:
    StatusLine(LabDocument& document, Selection& selection, const Board& board, const Theme& theme,
               QWidget* parent = nullptr);

    /// What the line says, as plain text.
    QString text();
    /// Says something until the next thing happens, or for some seconds.
    void say(const QString& message);
    /// What was said last is not so any more.
    void sayNoMore();

protected:
    void resizeEvent(QResizeEvent* event) override;

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
    QLabel* m_right;
    QTimer m_untilSaid;
    QTimer m_untilRefreshed; ///< runs while what has changed is not said yet
    QString m_lastEdit;      // stays readable after the hand has let go
    QString m_underHand;     // the same while the hand has not
    QString m_step;          // what undo will call it
};

} // namespace lab
