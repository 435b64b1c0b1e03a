// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/film_remark.h"

#include "ui/document/stage_source.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace lab {

namespace {

class FilmRemarkText {
    Q_DECLARE_TR_FUNCTIONS(FilmRemark)
};

/// Whether the step is the last one of a row of weights that add up to 1.
bool completesOne(StageSource& stages, const FilmStep& step) {
    constexpr double rounding = 1e-9;
    if (step.scene.stage != StageId::weights || !step.adds_cells || step.rows.count != 1)
        return false;
    const StageView view = stages.view(StageId::weights, step.scene.head);
    if (!view.matrix || view.stale || step.rows.first >= view.matrix->rows() ||
        step.columns.first + step.columns.count != view.matrix->cols())
        return false;
    return std::abs(view.matrix->row(step.rows.first).sum() - 1) <= rounding;
}

/// Whether rows of the same stage were passed on the way from another place.
bool passedRows(const Film& film, FilmPlace place, FilmPlace before) {
    if (before < 0 || place <= before + 1)
        return false;
    const FilmStep first = film.step(before + 1), last = film.step(place);
    return first.scene == last.scene && first.rows.first < last.rows.first;
}

} // namespace

QString filmRemark(StageSource& stages, const Film& film, FilmPlace place, std::optional<FilmPlace> before) {
    QStringList said;
    if (place > 0 && before && passedRows(film, place, *before))
        said += FilmRemarkText::tr("The other rows are computed in the same way.");
    if (place > 0 && completesOne(stages, film.step(place)))
        said += FilmRemarkText::tr("The weights of this row add up to 1.");
    const bool isWhole = film.settings().stages.empty() && !film.settings().query;
    if (place == film.size() && isWhole)
        said += film.settings().order == FilmOrder::by_stage
                    ? FilmRemarkText::tr("This is the end. By query, as loops compute it, the same cells get "
                                         "the same numbers.")
                    : FilmRemarkText::tr("This is the end. By stage, as matrix products compute it, the same "
                                         "cells get the same numbers.");
    return said.join(QLatin1Char(' '));
}

} // namespace lab
