// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views as pictures, as the window is asked for them: to a file, or to the clipboard.
#pragma once

#include "ui/figures/figure_drawing.h"

#include <QObject>

class QWidget;

namespace lab {

struct Preferences;

class FigureExport : public QObject {
    Q_OBJECT
public:
    /// Dialogs are of `window`.
    FigureExport(LabDocument& document, const Theme& theme, Preferences& preferences, QWidget* window);

    /// Asks where to, and how large.
    void save(const lab::Figure& figure);
    void copy(const lab::Figure& figure);

signals:
    /// What became of it.
    void messageRequested(const QString& message);

private:
    bool canBeDrawn(const Figure& figure);

    LabDocument& m_document;
    const Theme& m_theme;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
