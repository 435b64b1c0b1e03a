// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens the panel that compares the user's own numbers with a stage, and shows the place that the panel says
// they are from.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace lab {

class Board;
class CheckPanel;
class LabDocument;
class Selection;
class Theme;
struct CheckPlace;

class NumberCheck : public QObject {
    Q_OBJECT
public:
    /// The parts of one window, which must outlive this object.
    struct Parts {
        LabDocument& document;
        Selection& selection;
        const Theme& theme;
        QWidget& pages; ///< after which Tab reaches the panel
        Board& board;
    };
    NumberCheck(const Parts& parts, QObject* parent);

    /// nullptr while it is closed.
    CheckPanel* panel() const;
    /// Opens the panel for a stage. If it is open, its numbers stay.
    void open(const Asked& asked);
    /// Opens the panel for the stage of the inspected cell. If none is inspected, an open panel keeps its
    /// stage, and a new one asks which stage the numbers are.
    void open();
    /// Asks for a file with all arrays of the user's own computation.
    void openEverything();
    void close();
    /// Reads a file that was dropped on the panel, or a file with one matrix on the card of a stage. False:
    /// the file is not for it.
    bool read(const QString& file, const QWidget* on);

signals:
    /// The panel needs its place below the page; nullptr: it needs none any more. The widget that has the
    /// place owns the panel.
    void placed(QWidget* panel);
    /// The page Explore should be shown.
    void boardWanted();

private:
    void show();
    void goTo(const CheckPlace& place);
    void reveal(const Asked& what, bool ofAllHeads);

    Parts m_parts;
    QPointer<CheckPanel> m_panel;
};

} // namespace lab
