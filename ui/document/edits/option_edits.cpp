// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/option_edits.h"

#include "core/edits/input_kind.h"
#include "core/edits/masks.h"
#include "core/edits/resize.h"
#include "core/experiment/is_same.h"
#include "core/experiment/options.h"
#include "core/experiment/parameter.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/lab_document.h"
#include "ui/text/normalizer_texts.h"
#include "ui/text/number_name.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

class Options {
    Q_DECLARE_TR_FUNCTIONS(OptionEdits)
};

constexpr Change ofTemperature{Field::normalization, {}};

Step temperatureStep(const Experiment& before, double temperature) {
    Experiment next = before;
    next.normalization.temperature = temperature;
    return {std::move(next), ofTemperature, Options::tr("Temperature %1").arg(numberName(temperature))};
}

QString positionStepText(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return Options::tr("No positions");
    case PositionKind::sinusoidal:
        return Options::tr("Sinusoidal positions");
    case PositionKind::learned:
        return Options::tr("Learned positions");
    }
    return {};
}

/// Applies what has positions of another kind, unless their table would be too large.
QString tooManyRows() {
    return Options::tr("Learned positions would need a table with too many rows; unchanged");
}

void applyPositioned(LabDocument& document, Result<Experiment> next, const Change& change,
                     const QString& text) {
    if (next)
        document.apply({std::move(next).value(), change, text});
    else
        emit document.textRefused(tooManyRows(), Side::sentence);
}

} // namespace

void setOption(LabDocument& document, const std::function<void(Experiment&)>& set, const QString& text) {
    const Experiment& before = document.commitPending();
    Experiment next = before;
    set(next);
    const auto differs = [&](const Option& option) { return !is_same(option, before, next); };
    const auto changed = std::ranges::find_if(all_options(), differs);
    if (changed != all_options().end())
        document.apply({std::move(next), {changed->field, {}}, text});
}

void setScale(LabDocument& document, std::optional<double> scale) {
    setOption(
        document, [scale](Experiment& e) { e.scores.scale = scale; },
        scale ? Options::tr("Scale by %1").arg(numberName(*scale)) : Options::tr("Scale by 1/√d_k"));
}

void setSoftcap(LabDocument& document, std::optional<double> softcap) {
    setOption(
        document, [softcap](Experiment& e) { e.scores.softcap = softcap; },
        softcap ? Options::tr("Softcap %1").arg(numberName(*softcap)) : Options::tr("No softcap"));
}

void setScoreBias(LabDocument& document, ScoreBias bias) {
    setOption(
        document, [bias](Experiment& e) { e.scores.bias = bias; },
        bias == ScoreBias::alibi ? Options::tr("ALiBi") : Options::tr("No ALiBi"));
}

void setRotary(LabDocument& document, bool rotary) {
    setOption(
        document,
        [rotary](Experiment& e) {
            e.scores.rotary = rotary;
            fit_rotation(e);
        },
        rotary ? Options::tr("Rotary positions") : Options::tr("No rotary positions"));
}

void setRotaryBase(LabDocument& document, double base) {
    setOption(
        document, [base](Experiment& e) { e.scores.rotary_base = base; },
        Options::tr("Rotary base %1").arg(numberName(base)));
}

void setRotaryFrequencies(LabDocument& document, std::vector<double> frequencies, const QString& how) {
    setOption(
        document, [&](Experiment& e) { e.scores.rotary_frequencies = std::move(frequencies); }, how);
}

void setRotaryLayout(LabDocument& document, RotaryLayout layout) {
    setOption(
        document, [layout](Experiment& e) { e.scores.rotary_layout = layout; },
        layout == RotaryLayout::half ? Options::tr("Rotary layout half")
                                     : Options::tr("Rotary layout interleaved"));
}

void setRotaryDims(LabDocument& document, std::optional<Index> columns) {
    setOption(
        document,
        [columns](Experiment& e) {
            e.scores.rotary_dims = columns;
            fit_rotation(e);
        },
        columns ? Options::tr("%1 columns rotated").arg(*columns) : Options::tr("All columns rotated"));
}

void setNormalization(LabDocument& document, NormalizationKind kind) {
    setOption(
        document, [kind](Experiment& e) { e.normalization.kind = kind; }, normalizerName(kind));
}

void setTemperature(LabDocument& document, double temperature) {
    document.apply(temperatureStep(document.commitPending(), temperature));
}

void previewTemperature(LabDocument& document, double temperature) {
    document.preview(temperatureStep(document.beforePreview(ofTemperature), temperature));
}

void setSigmoidBias(LabDocument& document, double bias) {
    setOption(
        document, [bias](Experiment& e) { e.normalization.bias = bias; },
        Options::tr("Bias %1").arg(numberName(bias)));
}

void setSink(LabDocument& document, std::optional<double> sink) {
    const Experiment& before = document.commitPending();
    const MatrixPtr& now = before.normalization.sink;
    const bool isSame = sink ? now && now->cols() == 1 && (*now)(0, 0) == *sink : !now;
    if (isSame)
        return;
    Experiment next = before;
    next.normalization.sink = sink ? share(Matrix::Constant(1, 1, *sink)) : nullptr;
    drop_origin(next, ParameterId::sink);
    document.apply({std::move(next),
                    {Field::sink, {}},
                    sink ? Options::tr("Sink %1").arg(numberName(*sink)) : Options::tr("No sink")});
}

void setSinkForEachHead(LabDocument& document, bool each) {
    const Experiment& before = document.commitPending();
    const MatrixPtr& now = before.normalization.sink;
    const Index heads = before.heads.count;
    if (!now || heads == 1 || (now->cols() > 1) == each)
        return;
    Experiment next = before;
    next.normalization.sink = share(Matrix::Constant(1, each ? heads : 1, (*now)(0, 0)));
    drop_origin(next, ParameterId::sink);
    document.apply({std::move(next),
                    {Field::sink, {}},
                    each ? Options::tr("A sink for each head") : Options::tr("One sink for all heads")});
}

void setDropout(LabDocument& document, std::optional<Dropout> dropout) {
    const Experiment& before = document.commitPending();
    const std::optional<Dropout>& was = before.dropout;
    const Change change{was && dropout ? Field::dropout : Field::everything, {}};
    const QString text = !dropout ? Options::tr("No dropout")
                         : !was   ? Options::tr("Dropout")
                         : was->rate != dropout->rate
                             ? Options::tr("Dropout rate %1").arg(numberName(dropout->rate))
                             : Options::tr("Dropout seed %1").arg(dropout->seed);
    document.apply({with_dropout(before, dropout), change, text});
}

void setPosition(LabDocument& document, PositionKind kind) {
    applyPositioned(document, with_position(document.commitPending(), kind), {Field::position, {}},
                    positionStepText(kind));
}

QString presetProblem(const Experiment& experiment, const Preset& preset) {
    const LeftByPresets left = left_by_presets(experiment);
    if (preset.adds_buckets)
        return left.added_scores ? QString() : addedScoresProblem(experiment, true);
    return has_inputs(experiment) && !left.positions && !with_position(experiment, preset.position)
               ? tooManyRows()
               : QString();
}

QString leftByPreset(const Experiment& experiment, const Preset& preset) {
    const LeftByPresets left = left_by_presets(experiment);
    QStringList texts;
    if (left.positions && experiment.embedding.position.kind != preset.position)
        texts += Options::tr("positions, as the rows of X are given and may have theirs already");
    if (left.gains)
        texts += Options::tr("the gains of queries and keys, with their norm");
    if (left.sinks)
        texts += Options::tr("the sinks");
    if (left.added_scores)
        texts += Options::tr("the added scores");
    return texts.join(QStringLiteral("; "));
}

QString setPreset(LabDocument& document, const Preset& preset) {
    const Experiment before = document.commitPending();
    Result<Experiment> next = with_preset(before, preset);
    if (!next)
        return {};
    const QString text = Options::tr("Settings of %1").arg(QString::fromUtf8(preset.title.data()));
    document.apply({std::move(next).value(), {}, text});
    const QString left = leftByPreset(before, preset);
    return left.isEmpty() ? left : Options::tr("%1. Left as they are: %2").arg(text, left);
}

QString firstPositionProblem(const Experiment& experiment, Side side, double wanted) {
    constexpr double latest = 1e9;
    if (wanted < 1 || wanted > latest || wanted != std::floor(wanted))
        return Options::tr("The first position must be a whole number from 1 to %1; unchanged")
            .arg(groupedNumber(static_cast<qsizetype>(latest)));
    Experiment next = experiment;
    (side == Side::source ? *next.source : next.sequence).offset = static_cast<Index>(wanted) - 1;
    return too_many_positions(next)
               ? Options::tr("The first position can’t be %1: the table of learned positions would be too "
                             "large; unchanged")
                     .arg(groupedNumber(static_cast<qsizetype>(wanted)))
               : QString();
}

void setFirstPosition(LabDocument& document, Side side, Index position) {
    const Experiment& before = document.commitPending();
    Result<Experiment> next = with_offset(before, side, position - 1);
    if (!next)
        return;
    const bool sameTable = next.value().embedding.position.table == before.embedding.position.table;
    document.apply({std::move(next).value(),
                    {sameTable ? Field::offset : Field::everything, {}},
                    side == Side::source
                        ? Options::tr("First position of the second sentence %1").arg(position)
                        : Options::tr("First position %1").arg(position)});
}

void setInputs(LabDocument& document, InputKind inputs) {
    const Experiment& before = document.commitPending();
    if (inputs == InputKind::rows)
        document.apply({with_inputs_by_row(before), {}, Options::tr("One row per position")});
    else
        document.apply({with_inputs_by_word(before), {}, Options::tr("One vector per word")});
}

QString inputsByWordProblem(const Experiment& experiment) {
    const auto word = word_with_other_rows(experiment);
    return word ? Options::tr("The rows of “%1” differ; a word has one vector").arg(shownWord(*word))
                : QString();
}

void setSeed(LabDocument& document, std::uint64_t seed) {
    document.apply({with_seed(document.commitPending(), seed), {}, Options::tr("Seed %1").arg(seed)});
}

void setTitle(LabDocument& document, const QString& title) {
    Experiment next = document.commitPending();
    next.title = title.toStdString();
    document.noteTitleGiven(next.title);
    document.applyTyped({std::move(next), {Field::description, {}}, Options::tr("Title")});
}

void setDescription(LabDocument& document, const QString& description) {
    Experiment next = document.commitPending();
    next.description = description.toStdString();
    document.applyTyped({std::move(next), {Field::description, {}}, Options::tr("Description")});
}

void setNotation(LabDocument& document, Notation notation) {
    setOption(
        document, [notation](Experiment& e) { e.notation = notation; },
        notation == Notation::rows ? Options::tr("Rows notation") : Options::tr("Columns notation"));
}

} // namespace lab
