// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/paints.h"

#include "core/experiment/masks.h"
#include "core/experiment/overrides.h"
#include "core/stages/05_scaled_scores.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/lab_document.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/setting_texts.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

bool isOneCell(const Block& cells) {
    return cells.rows == 1 && cells.columns == 1;
}

/// Whether rules of the mask hide all of them.
bool areHidden(const Experiment& experiment, const Block& cells) {
    for (Index row = cells.row; row < cells.row + cells.rows; ++row) {
        for (Index column = cells.column; column < cells.column + cells.columns; ++column) {
            if (hiding_rules(experiment, row, column).empty())
                return false;
        }
    }
    return true;
}

QString ruleThatHides(const Experiment& experiment, const Block& cell) {
    return hiddenBy(experiment.mask, first_positions(experiment), cell.row, cell.column);
}

bool areMasked(const Experiment& experiment, const Block& cells) {
    const MatrixPtr& custom = experiment.mask.custom;
    return custom && (custom->block(cells.row, cells.column, cells.rows, cells.columns).array() == 0).all();
}

QString stillHidden(const Experiment& experiment, const std::vector<Block>& painted) {
    const auto hidden =
        std::ranges::find_if(painted, [&](const Block& cells) { return areHidden(experiment, cells); });
    if (hidden == painted.end())
        return {};
    return isOneCell(*hidden)
               ? CellBrush::tr("%1 is still hidden: %2")
                     .arg(cellPlace(experiment, {StageId::masked_scores, 0, hidden->row, hidden->column}),
                          ruleThatHides(experiment, *hidden))
               : CellBrush::tr("These cells are hidden by other mask rules");
}

/// What takes the place of an added score, or hides it later on.
QString withoutEffect(const Experiment& experiment, HeadIndex head, const std::vector<Block>& painted) {
    for (const Block& cells : painted) {
        if (!isOneCell(cells)) {
            if (areHidden(experiment, cells))
                return CellBrush::tr("The mask hides these cells, whatever is added to them");
            continue;
        }
        const CellRef cell{StageId::scaled_scores, head, cells.row, cells.column};
        if (override_of(experiment, cell))
            return CellBrush::tr("%1 is overridden, whatever is added to it")
                .arg(cellPlace(experiment, cell));
        if (areHidden(experiment, cells))
            return CellBrush::tr("The mask hides %1, whatever is added to it: %2")
                .arg(cellPlace(experiment, cell), ruleThatHides(experiment, cells));
    }
    return {};
}

} // namespace

Paint maskPaint(LabDocument& document) {
    Paint paint;
    // Cells that other rules hide cannot be shown here, but a stroke that begins on them hides nothing
    // either.
    paint.takesAway = [&document](const Block& cells) {
        return areMasked(document.experiment(), cells) || areHidden(document.experiment(), cells);
    };
    paint.preview = [&document](const Experiment& from, const Block& cells, bool shows) {
        previewVisibility(document, from, cells, shows);
    };
    paint.remark = [&document](const std::vector<Block>& cells, bool shows) {
        return shows ? stillHidden(document.experiment(), cells) : QString();
    };
    return paint;
}

Paint addedPaint(LabDocument& document, const StageCard& card, const std::function<double()>& value) {
    Paint paint;
    paint.takesAway = [&document, &card, value](const Block& cells) {
        const Matrix* added = added_scores(document.experiment().scores, card.head());
        const auto has = [&](double number) {
            return added &&
                   (added->block(cells.row, cells.column, cells.rows, cells.columns).array() == number).all();
        };
        return has(value());
    };
    paint.preview = [&document, &card, value](const Experiment& from, const Block& cells, bool takesAway) {
        previewAddedScores(document, from, card.head(), cells, takesAway ? 0 : value());
    };
    paint.remark = [&document, &card](const std::vector<Block>& cells, bool) {
        return withoutEffect(document.experiment(), card.head(), cells);
    };
    return paint;
}

} // namespace lab
