// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports figures to a file or to the clipboard, films and programs to files.
#pragma once

#include "ui/figures/figure_drawing.h"

#include <QObject>

class QWidget;

namespace lab {

struct Preferences;

class FigureExport : public QObject {
    Q_OBJECT
public:
    /// `window` is the parent of the dialogs.
    FigureExport(LabDocument& document, const Selection& selection, const Theme& theme,
                 Preferences& preferences, QWidget* window);

    /// Asks for the file and the size.
    void save(const lab::Figure& figure);
    void copy(const lab::Figure& figure);
    /// Asks for the part and the file. Begins with the film of the page Play.
    void saveFilm();
    /// Shows the document as a program, with the lines marked that compute what is inspected.
    void saveScript();

signals:
    /// The outcome of an export.
    void messageRequested(const QString& message);
    /// A dialog comes next, which what changes the document would close.
    void opening();

private:
    bool canBeDrawn(const Figure& figure);
    template<class Dialog>
    void open(Dialog* dialog);

    LabDocument& m_document;
    const Selection& m_selection;
    const Theme& m_theme;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
