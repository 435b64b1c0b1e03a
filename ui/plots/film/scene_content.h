// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a place of the film shows: the matrices of one operation, which of their cells are known, and which
// take part in the step.
#pragma once

#include "core/film/caption.h"
#include "core/film/film.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <optional>
#include <vector>

namespace lab {

class StageSource;

/// Where a matrix lies, in rows notation. In columns notation, what is left lies above, and the reverse.
enum class SceneSlot { result, left, above, added };

struct ScenePanel {
    SceneSlot slot = SceneSlot::result;
    SceneMatrix of;
    HeatmapContent content; ///< of the whole matrix of which `block` is shown
    Block block;
    bool turned = false; ///< the transpose is shown, compared with the notation of the document
    QString title, symbol;
    Labels rows, columns;      ///< of the block, as stored
    Index known = 0;           ///< cells of the whole matrix, counted row by row
    Index offset = 0;          ///< columns of the result before the first of the block: heads that are joined
    std::vector<Block> framed; ///< the operands of the step, or what it computes

    bool isKnown(StoredCell cell) const {
        return content.matrix && cell.row * content.matrix->cols() + cell.column < known;
    }
    HeatmapMapping mapping() const { return {block.rows, block.columns, content.transposed != turned}; }
    const StageBlock* stage() const { return std::get_if<StageBlock>(&of.block); }
    const ParameterBlock* parameter() const { return std::get_if<ParameterBlock>(&of.block); }
    /// What a cell of the whole matrix is, for Selection.
    Source sourceOf(StoredCell cell) const;
    /// The cell of that source, if it is in the block.
    std::optional<StoredCell> cellOf(const Source& source) const;
};

/// A row of weights on its way: bars for one phase; or the squares of a row that is normalised.
struct SceneBand {
    QString name; ///< "scores", "e to the power of these"
    std::vector<double> values;
    Index known = 0; ///< of the values, from the first one
    bool isWeights = false;
    Extremes scale = {};             ///< of the bars
    std::optional<double> sink = {}; ///< of the sink, if one takes part; known with the last key

    /// Whether any of its numbers is covered. Then nothing has a length, and the scale is not told: both
    /// would change with every number that is opened.
    bool isCovered() const;
};

struct SceneContent {
    Scene scene;
    SceneKind kind = SceneKind::copy;
    bool transposed = false;        ///< the document is in columns notation
    bool isOverview = false;        ///< each step computes everything: colours are enough
    std::optional<FilmStep> step;   ///< that leads here; none at the beginning
    std::vector<ScenePanel> panels; ///< the result first
    std::vector<SceneBand> bands;   ///< those that are computed; only for a normaliser or a norm
    Index bandCount = 0;            ///< how many there will be
    Index bandRow = 0;              ///< whose row of weights it is
    bool hasSink = false;          ///< it has a place beside the keys: a cell of each row, a bar of each band
    std::optional<double> partial; ///< the sum of the terms so far, in the cell that is being computed
    bool isReady = false;          ///< false: numbers are missing or out of date
};

/// The scene of a place: that of the step which leads there, or the first one.
Scene sceneAt(const Film& film, FilmPlace place);

SceneContent sceneContent(StageSource& stages, const Film& film, FilmPlace place);

/// Frames what a step reads and computes, instead of those of the content's own step. nullopt: nothing.
void frameStep(const Experiment& experiment, SceneContent& content, const std::optional<FilmStep>& step);

/// How many decimals the numbers of captions have.
int captionDecimals(const Experiment& experiment);
/// What the step says. nullopt until the numbers that it needs are computed.
std::optional<Caption> captionOf(StageSource& stages, const FilmStep& step);

/// The numbers of a scene's result, for a thumbnail.
HeatmapContent resultContent(StageSource& stages, const Scene& scene);

} // namespace lab
