// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_content.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/03_qk_norm.h"
#include "core/describe/names.h"
#include "core/describe/stage_description.h"
#include "core/experiment/normalizers.h"
#include "core/film/film_operands.h"
#include "ui/document/stage_source.h"
#include "ui/plots/film/scene_names.h"
#include "ui/plots/film/scene_reader.h"
#include "ui/text/normalizer_texts.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace lab {

namespace {

constexpr int usualDecimals = 4; // of captions

class SceneContentText {
    Q_DECLARE_TR_FUNCTIONS(SceneContent)
};

Block blockOf(const SceneMatrix& matrix) {
    return std::visit([](const auto& each) { return each.block; }, matrix.block);
}

Labels numbered(Index first, Index count) {
    QStringList texts;
    for (Index i = 1; i <= count; ++i)
        texts += QString::number(first + i);
    return Labels(std::move(texts));
}

Labels wordLabels(const Experiment& experiment) {
    QStringList texts;
    for (const std::string& word : distinct_tokens(experiment))
        texts += shownWord(word);
    return Labels(std::move(texts));
}

Labels parameterRows(const Experiment& experiment, const ParameterBlock& of) {
    switch (of.id) {
    case ParameterId::E:
        return wordLabels(experiment);
    case ParameterId::position:
        return numbered(of.block.row, of.block.rows);
    case ParameterId::sink: // its title says what it is
        return Labels({QString()});
    case ParameterId::Q:
    case ParameterId::X:
    case ParameterId::additive:
        return axisLabels(experiment, Axis::query_token, of.block.rows);
    case ParameterId::K:
    case ParameterId::V:
    case ParameterId::X_source:
        return axisLabels(experiment, Axis::key_token, of.block.rows);
    default:
        break;
    }
    if (!is_one_row(of.id))
        return featureLabels(of.block.rows);
    return Labels({is_gain(of.id) ? QStringLiteral("× g") : QStringLiteral("+ b")});
}

HeatmapContent parameterContent(StageSource& stages, const ParameterBlock& of, HeadIndex head) {
    HeatmapContent content;
    content.matrix = parameter(stages.experiment(), of.id);
    if (content.matrix)
        content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.style = numberStyle(stages, head);
    content.transposed = stages.experiment().notation == Notation::columns;
    if (of.id == ParameterId::additive) // an added −∞ is put there to hide a key
        content.masked = content.matrix;
    return content;
}

/// The content of queries or keys that are still to be normalised or rotated.
HeatmapContent contentOnTheWay(StageSource& stages, const Scene& scene) {
    const StageId stage = scene.stage;
    HeatmapContent content = stageContent(stages, stage, scene.head, false);
    content.overridden.clear();
    content.remark = nullptr;
    const Experiment& experiment = stages.experiment();
    const bool reads = has_inputs(experiment);
    const StageView inputs = reads ? stages.view(inputs_of(experiment, stage)) : StageView{};
    if (!content.matrix || (reads && (!inputs.matrix || inputs.stale))) {
        content.matrix = nullptr;
        return content;
    }
    CachedStages cached(stages);
    Matrix numbers = before_rotation(experiment, cached.function(), scene);
    // What is not rotated would give away what is covered.
    numbers = content.matrix->binaryExpr(
        numbers, [](double shown, double before) { return is_covered(shown) ? shown : before; });
    content.matrix = share(std::move(numbers));
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    return content;
}

Labels part(const Labels& all, Index first, Index count, Index whole) {
    if (first == 0 && count == whole)
        return all;
    std::vector<Index> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), first);
    return all.chosen(places);
}

/// A scene's panels, filled in one after another.
class Panels {
public:
    Panels(StageSource& stages, const Film& film, FilmPlace place, SceneContent& into)
        : m_stages(stages), m_film(film), m_place(place), m_into(into) {}

    void addResult() {
        const Scene& scene = m_into.scene;
        const StageInfo& stage = info(scene.stage);
        const Dimensions d = dimensions(m_stages.experiment());
        const Block all{0, 0, length(stage.rows, d), length(stage.columns, d)};
        const ScenePart part = is_on_the_way(m_stages.experiment(), scene) ? scene.part : ScenePart::whole;
        ScenePanel& panel = add(SceneSlot::result, {StageBlock{scene.stage, scene.head, all}, part});
        panel.title = sceneTitle(m_stages.experiment(), scene);
        panel.symbol = sceneFormula(m_stages.experiment(), scene);
    }

    ScenePanel& add(SceneSlot slot, const SceneMatrix& of, bool turned = false) {
        const Experiment& experiment = m_stages.experiment();
        ScenePanel panel;
        panel.slot = slot;
        panel.of = of;
        panel.block = blockOf(of);
        panel.turned = turned;
        panel.title = operandTitle(experiment, of);
        panel.symbol = operandSymbol(experiment, of, turned);
        if (const StageBlock* stage = panel.stage())
            fill(panel, *stage);
        else
            fill(panel, *panel.parameter());
        m_into.panels.push_back(std::move(panel));
        return m_into.panels.back();
    }

private:
    void fill(ScenePanel& panel, const StageBlock& of) {
        const Scene scene{of.stage, of.head, panel.of.part};
        panel.content = is_on_the_way(m_stages.experiment(), scene)
                            ? contentOnTheWay(m_stages, scene)
                            : stageContent(m_stages, of.stage, of.head, false);
        const Dimensions d = dimensions(m_stages.experiment());
        const StageInfo& stage = info(of.stage);
        const Index rows = length(stage.rows, d), columns = length(stage.columns, d);
        panel.rows = axisLabels(m_stages.experiment(), stage.rows, rows);
        panel.columns = part(axisLabels(m_stages.experiment(), stage.columns, columns), of.block.column,
                             of.block.columns, columns);
        panel.known = m_film.known(m_place, scene);
        const bool fits = panel.content.matrix && panel.content.matrix->rows() == rows &&
                          panel.content.matrix->cols() == columns;
        if (!fits)
            panel.content.matrix = nullptr;
        m_into.isReady = m_into.isReady && fits && !panel.content.stale;
    }

    void fill(ScenePanel& panel, const ParameterBlock& of) {
        panel.content = parameterContent(m_stages, of, m_into.scene.head);
        panel.rows = parameterRows(m_stages.experiment(), of);
        panel.columns = of.id == ParameterId::additive
                            ? axisLabels(m_stages.experiment(), Axis::key_token, of.block.columns)
                            : featureLabels(of.block.columns);
        panel.known = panel.content.matrix ? panel.content.matrix->size() : 0;
    }

    StageSource& m_stages;
    const Film& m_film;
    FilmPlace m_place;
    SceneContent& m_into;
};

void addFrames(const Experiment& experiment, SceneContent& content, const FilmStep& step) {
    if (step.rows.count != 1 && content.panels.front().block.rows != 1)
        return; // everything would be framed
    content.panels.front().framed.push_back(
        {step.rows.first, step.columns.first, step.rows.count, step.columns.count});
    const Operands operands = operands_of(experiment, step);
    std::multimap<std::pair<StageId, HeadIndex>, Block> read; // of thousands of heads, where they are joined
    for (const StageBlock& each : operands.stages)
        read.insert({{each.stage, each.head}, each.block});
    for (std::size_t i = 1; i < content.panels.size(); ++i) {
        ScenePanel& panel = content.panels[i];
        if (const StageBlock* stage = panel.stage()) {
            const auto [first, end] = read.equal_range({stage->stage, stage->head});
            for (auto each = first; each != end; ++each)
                panel.framed.push_back(each->second);
        } else {
            for (const ParameterBlock& each : operands.parameters) {
                if (each.id == panel.parameter()->id)
                    panel.framed.push_back(each.block);
            }
        }
    }
}

/// Which phases a normaliser has, besides its weights.
Index bandsOf(const Normalization& normalization) {
    const Index parts = normalizerTexts(normalization.kind).parts.isEmpty() ? 0 : 1;
    return 2 + (reduces(normalization) ? 1 : 0) + parts;
}

QString reducedName(const Normalization& normalization, double shift) {
    const QString number = QString::fromStdString(display(shift, 2));
    if (bias_of(normalization) != 0)
        return temperature_of(normalization) == 1 ? SceneContentText::tr("plus the bias")
                                                  : SceneContentText::tr("divided by τ, plus the bias");
    switch (normalizer(normalization.kind).shift) {
    case ScoreShift::largest:
        if (sink_of(normalization, 0))
            return SceneContentText::tr("minus the largest of scores and sink, %1").arg(number);
        return SceneContentText::tr("minus the largest, %1").arg(number);
    case ScoreShift::threshold:
        return SceneContentText::tr("minus the threshold, %1").arg(number);
    case ScoreShift::none:
        break;
    }
    return SceneContentText::tr("divided by τ");
}

Extremes extremesOf(const std::vector<double>& values, Extremes extremes = {}) {
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        extremes.lowest = std::min(extremes.lowest, value);
        extremes.highest = std::max(extremes.highest, value);
    }
    return extremes;
}

void addSink(SceneBand& band, double value) {
    band.sink = value;
    band.scale = extremesOf({value}, band.scale);
}

void addBands(const Experiment& experiment, const StageReader& matrix, SceneContent& content) {
    const FilmStep& step = *content.step;
    const Normalization& normalization = experiment.normalization;
    const NormalizedRow row = normalized_row(experiment, matrix, step.scene.head, step.rows.first);
    const auto keys = static_cast<Index>(row.weights.size());
    const RowPhase phase = step.phase;
    const Matrix& scores = matrix(StageId::masked_scores, step.scene.head);
    std::vector<double> scored(row.weights.size());
    for (std::size_t i = 0; i < scored.size(); ++i)
        scored[i] = scores(step.rows.first, static_cast<Index>(i));
    constexpr Extremes unit{0, 1};
    // The same in every row.
    const SummaryPtr& summary = content.panels[1].content.summary; // of the scores; a sink comes after them
    const Extremes ofScores = summary ? summary->finite : extremesOf(scored);
    content.bands.push_back({SceneContentText::tr("scores"), std::move(scored), keys, false, ofScores});
    const bool hasTotal = phase == RowPhase::total || phase == RowPhase::none;
    const QString total = QString::fromStdString(display(row.total, 2));
    const Normalizer& kind = normalizer(normalization.kind);
    const QString parts = normalizerTexts(kind.kind).parts;
    if (kind.divides_by_sum() && parts.isEmpty() && hasTotal)
        content.bands.front().name = SceneContentText::tr("scores, their sum %1").arg(total);
    if (reduces(normalization))
        content.bands.push_back(
            {reducedName(normalization, row.shift), row.reduced, keys, false, extremesOf(row.reduced)});
    if (!parts.isEmpty() && phase != RowPhase::reduced)
        content.bands.push_back({hasTotal ? SceneContentText::tr("%1, sum %2").arg(parts, total) : parts,
                                 row.parts, keys, false,
                                 kind.shift == ScoreShift::none ? extremesOf(row.parts) : unit});
    if (row.sink) {
        const std::array phases{row.sink->score, row.sink->reduced, row.sink->part};
        for (std::size_t i = 0; i < content.bands.size(); ++i)
            addSink(content.bands[i], phases[content.bandCount == 4 || i == 0 ? i : i + 1]);
    }
    if (phase == RowPhase::none)
        content.bands.push_back({kind.each_alone ? SceneContentText::tr("weights: the sigmoid of each")
                                                 : SceneContentText::tr("weights: divided by the sum"),
                                 row.weights, step.columns.first + step.columns.count, true,
                                 extremesOf(row.weights, unit)});
    if (row.sink && phase == RowPhase::none)
        addSink(content.bands.back(), row.sink->share);
}

/// The squares of a row of queries or keys, and what comes of them: the number that the row is divided by.
void addNormBand(const Experiment& experiment, const StageReader& matrix, SceneContent& content) {
    const FilmStep& step = *content.step;
    const QkNorm& norm = *experiment.scores.qk_norm;
    const RowRoot root = root_of_row(experiment, matrix, step.scene, step.rows.first);
    std::vector<double> squares;
    for (const double number : root.numbers)
        squares.push_back(number * number);
    const QString r =
        QString::fromStdString(display(root.value, content.panels[1].content.style.decimals.value_or(2)));
    const QString name =
        norm.kind == QkNormKind::rms
            ? SceneContentText::tr("squares; the root of their mean, with ε: r = %1").arg(r)
        : root.is_epsilon ? SceneContentText::tr("squares; the root of their sum is less than ε: r = ε = %1")
                                .arg(QString::fromStdString(written(norm.epsilon)))
                          : SceneContentText::tr("squares; the root of their sum: r = %1").arg(r);
    const auto count = static_cast<Index>(squares.size());
    const Extremes scale = extremesOf(squares, {0, 0});
    content.bands.push_back({name, std::move(squares), count, false, scale});
}

/// The last number of a caption: of a term, the sum so far.
std::optional<double> lastNumber(const Formula& formula) {
    for (auto part = formula.parts.rbegin(); part != formula.parts.rend(); ++part) {
        if (part->kind == Formula::Kind::hole)
            return part->value;
        if (const auto inside = lastNumber(*part))
            return inside;
    }
    return std::nullopt;
}

/// Positions lie beside the tokens, added scores above those that they are added to, a bias above the
/// columns.
SceneSlot slotOfAdded(SceneKind kind) {
    return kind == SceneKind::look_up ? SceneSlot::left
           : kind == SceneKind::scale ? SceneSlot::above
                                      : SceneSlot::added;
}

} // namespace

Source ScenePanel::sourceOf(StoredCell cell) const {
    if (const StageBlock* its = stage())
        return CellRef{its->stage, its->head, cell.row, cell.column};
    return ParameterCell{parameter()->id, cell.row, cell.column};
}

std::optional<StoredCell> ScenePanel::cellOf(const Source& source) const {
    StoredCell cell;
    if (const auto* computed = std::get_if<CellRef>(&source)) {
        const StageBlock* its = stage();
        if (!its || its->stage != computed->stage || its->head != computed->head)
            return std::nullopt;
        cell = {computed->row, computed->column};
    } else {
        const auto& given = std::get<ParameterCell>(source);
        if (!parameter() || parameter()->id != given.id)
            return std::nullopt;
        cell = {given.row, given.column};
    }
    const Index row = cell.row - block.row, column = cell.column - block.column;
    const bool isInside = row >= 0 && row < block.rows && column >= 0 && column < block.columns;
    return isInside ? std::optional(cell) : std::nullopt;
}

bool SceneBand::isCovered() const {
    return std::ranges::any_of(values, is_covered) || (sink && is_covered(*sink));
}

Scene sceneAt(const Film& film, FilmPlace place) {
    return film.step(std::max<FilmPlace>(place, 1)).scene;
}

SceneContent sceneContent(StageSource& stages, const Film& film, FilmPlace place) {
    const Experiment& experiment = stages.experiment();
    SceneContent content;
    content.scene = sceneAt(film, place);
    if (place > 0)
        content.step = film.step(place);
    content.transposed = experiment.notation == Notation::columns;
    content.isOverview = film.settings().grain == FilmGrain::stage;
    content.isReady = true;
    const SceneLayout layout = layout_of(experiment, content.scene);
    content.kind = layout.kind;
    Panels panels(stages, film, place, content);
    panels.addResult();
    if (layout.left)
        panels.add(SceneSlot::left, *layout.left);
    if (layout.above)
        panels.add(SceneSlot::above, *layout.above, layout.above_is_turned);
    if (layout.added)
        panels.add(slotOfAdded(layout.kind), *layout.added);
    Index offset = 0;
    for (const SceneMatrix& each : layout.parts) {
        ScenePanel& panel = panels.add(SceneSlot::above, each);
        panel.offset = offset;
        const HeadIndex head = panel.stage()->head;
        panel.title = SceneContentText::tr("Head %1").arg(head + 1);
        panel.symbol.clear();
        if (content.transposed) { // stacked: only the first has a title
            QStringList labels;
            for (Index i = 1; i <= panel.block.columns; ++i)
                labels += SceneContentText::tr("head %1, d%2").arg(head + 1).arg(i);
            panel.columns = Labels(std::move(labels));
            panel.title = offset == 0 ? SceneContentText::tr("All heads") : QString();
        }
        offset += panel.block.columns;
    }
    if (layout.kind == SceneKind::normalize && film.settings().grain != FilmGrain::stage)
        content.bandCount = bandsOf(experiment.normalization);
    if (layout.kind == SceneKind::norm && film.settings().grain != FilmGrain::stage)
        content.bandCount = 1;
    content.hasSink = layout.kind == SceneKind::normalize && sink_of(experiment.normalization, 0);
    if (!content.step || !content.isReady)
        return content;
    addFrames(experiment, content, *content.step);
    SceneReader reader(stages, *content.step);
    if (!reader.isComplete())
        return content;
    content.bandRow = content.step->rows.first;
    if (layout.kind == SceneKind::norm && content.bandCount > 0)
        addNormBand(experiment, reader.function(), content);
    else if (content.bandCount > 0)
        addBands(experiment, reader.function(), content);
    if (!content.step->adds_cells && content.step->phase == RowPhase::none)
        content.partial =
            lastNumber(caption(experiment, reader.function(), *content.step, usualDecimals).numbers);
    return content;
}

void frameStep(const Experiment& experiment, SceneContent& content, const std::optional<FilmStep>& step) {
    for (ScenePanel& panel : content.panels)
        panel.framed.clear();
    if (step && content.isReady)
        addFrames(experiment, content, *step);
}

int captionDecimals(const Experiment& experiment) {
    return viewSettings(experiment).decimals.value_or(usualDecimals);
}

std::optional<Caption> captionOf(StageSource& stages, const FilmStep& step) {
    SceneReader reader(stages, step);
    if (!reader.isComplete())
        return std::nullopt;
    return caption(stages.experiment(), reader.function(), step, captionDecimals(stages.experiment()));
}

HeatmapContent resultContent(StageSource& stages, const Scene& scene) {
    return is_on_the_way(stages.experiment(), scene) ? contentOnTheWay(stages, scene)
                                                     : stageContent(stages, scene.stage, scene.head, false);
}

} // namespace lab
