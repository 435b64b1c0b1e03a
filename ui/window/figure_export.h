// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views as pictures, as the window is asked for them: to a file, or to the clipboard.
#pragma once

#include "ui/figures/figure_drawing.h"

#include <QObject>

class QWidget;

namespace lab {

struct Preferences;
class Selection;

class FigureExport : public QObject {
    Q_OBJECT
public:
    /// Dialogs are of `window`.
    FigureExport(LabDocument& document, const Selection& selection, const Theme& theme,
                 Preferences& preferences, QWidget* window);

    /// Asks where to, and how large.
    void save(const lab::Figure& figure);
    void copy(const lab::Figure& figure);
    /// The same for a stage, of the head that is shown.
    void saveStage(lab::StageId stage) { save(ofShownHead(stage)); }
    void copyStage(lab::StageId stage) { copy(ofShownHead(stage)); }

signals:
    /// What became of it.
    void messageRequested(const QString& message);

private:
    bool canBeDrawn(const Figure& figure);
    StageFigure ofShownHead(StageId stage) const;

    LabDocument& m_document;
    const Selection& m_selection;
    const Theme& m_theme;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
