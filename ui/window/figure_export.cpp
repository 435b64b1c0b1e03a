// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_export.h"

#include "ui/document/film_view.h"
#include "ui/document/lab_document.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/film/film_dialog.h"
#include "ui/figures/script/script_dialog.h"
#include "ui/selection/selection.h"
#include "ui/window/preferences.h"

#include <QClipboard>
#include <QGuiApplication>

namespace lab {

FigureExport::FigureExport(LabDocument& document, const Selection& selection, const Theme& theme,
                           Preferences& preferences, QWidget* window)
    : QObject(window), m_document(document), m_selection(selection), m_theme(theme),
      m_preferences(preferences), m_window(window) {}

/// Reports it if there is nothing to draw.
bool FigureExport::canBeDrawn(const Figure& figure) {
    const Experiment& experiment = m_document.experiment();
    const auto* stage = std::get_if<StageFigure>(&figure);
    if (experiment.sequence.tokens.empty())
        emit messageRequested(tr("Nothing to draw: type a sentence first"));
    else if (is_empty(experiment))
        emit messageRequested(tr("Nothing to draw: the second sentence is empty"));
    else if (stage && !has_stage(experiment, stage->stage))
        emit messageRequested(tr("Nothing to draw: this document has no such stage"));
    else if (!hasFigure(experiment, figure))
        emit messageRequested(tr("Nothing to draw: these two can’t be compared"));
    else
        return true;
    return false;
}

/// Settings are remembered only once they are used, by what is connected to these signals before.
template<class Dialog>
void FigureExport::open(Dialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { emit messageRequested(dialog->savedMessage()); });
    connect(dialog, &ExportDialog::messageRequested, this, &FigureExport::messageRequested);
    // Nothing can be edited while the dialog is open, so a change means another document, without what it
    // shows.
    connect(&m_document, &LabDocument::changed, dialog, &QDialog::reject);
    dialog->open();
}

void FigureExport::save(const Figure& figure) {
    emit opening();
    if (!canBeDrawn(figure))
        return;
    FigureSettings settings = m_preferences.figure;
    if (hasPages(figure))
        settings.format = FigureFormat::pdf;
    auto* dialog = new FigureDialog(m_document, m_theme, figure, m_preferences.startFolder(), settings,
                                    inspectedMarks(m_document.experiment(), m_selection), m_window);
    const auto remember = [this, dialog] {
        const FigureFormat before = m_preferences.figure.format;
        m_preferences.figure = dialog->settings();
        if (hasPages(dialog->figure())) // not a choice
            m_preferences.figure.format = before;
    };
    connect(dialog, &QDialog::accepted, this, remember);
    connect(dialog, &FigureDialog::messageRequested, this, remember);
    open(dialog);
}

void FigureExport::saveFilm() {
    emit opening();
    const Experiment& experiment = m_document.experiment();
    if (!canBeDrawn(BoardFigure{}))
        return;
    const FilmView view = filmView(experiment);
    FilmSettings film;
    film.order = view.order;
    film.grain = view.grain.value_or(usualGrain(experiment));
    if (experiment.heads.count > 1)
        film.head = std::min(m_selection.head(), experiment.heads.count - 1);
    auto* dialog = new FilmDialog(m_document, m_theme, film, view.place, m_preferences.startFolder(),
                                  m_preferences.film, m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_preferences.film = dialog->choices(); });
    open(dialog);
}

void FigureExport::saveScript() {
    emit opening();
    const Experiment& experiment = m_document.experiment();
    if (is_empty(experiment)) {
        const bool isFirst = experiment.sequence.tokens.empty();
        return emit messageRequested(isFirst ? tr("Nothing to write: type a sentence first")
                                             : tr("Nothing to write: the second sentence is empty"));
    }
    std::vector<ScriptSubject> inspected;
    if (const auto& cell = m_selection.inspected())
        inspected.emplace_back(cell->stage);
    if (const auto& cell = m_selection.inspectedParameter())
        inspected.emplace_back(cell->id);
    auto* dialog = new ScriptDialog(experiment, m_theme, std::move(inspected), m_document.displayName(),
                                    m_preferences.startFolder(), m_preferences.script, m_window);
    const auto remember = [this, dialog] { m_preferences.script = dialog->choices(); };
    connect(dialog, &QDialog::accepted, this, remember);
    connect(dialog, &ExportDialog::messageRequested, this, remember);
    open(dialog);
}

void FigureExport::copy(const Figure& figure) {
    if (!canBeDrawn(figure))
        return;
    const FigureDrawing drawing = drawingOf(m_document, figure, figureLook(m_theme));
    QGuiApplication::clipboard()->setImage(figureImage(drawing, m_preferences.figure.scale));
    emit messageRequested(tr("The picture is on the clipboard"));
}

} // namespace lab
