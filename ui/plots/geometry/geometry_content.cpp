// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/geometry_content.h"

#include "core/analysis/geometry/hull.h"
#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/overrides.h"
#include "ui/document/stage_source.h"
#include "ui/plots/shared/cell_names.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab {

namespace {

constexpr int digitsOfPlane = 2; // of numbers beside a mark
constexpr qsizetype mostTipsNamed = 3;

using Kind = PlaneTip::Kind;
using State = PlaneTip::State;

QPointF pointOf(const Plane& plane, const RowVector& vector) {
    const PlanePoint at = plane.point(vector);
    return {at.x(), at.y()};
}

State stateOf(const ConstMatrixRef& vector) {
    return has_covered(vector) ? State::covered : vector.allFinite() ? State::shown : State::not_finite;
}

PlaneTip tipOf(Kind kind, TokenIndex token, const Plane& plane, const RowVector& vector) {
    PlaneTip tip{.kind = kind, .token = token, .state = stateOf(vector), .at = {}};
    if (tip.isShown())
        tip.at = pointOf(plane, vector);
    return tip;
}

void addNumbers(PlaneTip& tip, const ShownVectors& shown) {
    const HeadVectors& vectors = shown.vectors;
    tip.score = vectors.scores(tip.token);
    tip.scaled = shown.scaled(tip.token);
    tip.weight = vectors.weights(tip.token);
    tip.isHidden = is_hidden(vectors.masked(tip.token));
    tip.isTyped = vectors.is_typed(tip.token);
}

/// A covered score must not be read off the length to its foot.
std::optional<QPointF> footOf(const PlaneTip& key, const HeadVectors& vectors, const Plane& plane) {
    const auto& foot = vectors.feet[static_cast<std::size_t>(key.token)];
    if (!foot || !key.isShown() || is_covered(key.score))
        return std::nullopt;
    return pointOf(plane, vectors.q * (*foot / vectors.length()));
}

QString namesOf(const PlaneContent& content, State state) {
    QStringList names;
    for (std::size_t i = 0; i < content.tips.size(); ++i) {
        if (content.tips[i].state == state)
            names += content.name(i);
    }
    return firstOf(names, mostTipsNamed);
}

bool hasAny(const PlaneContent& content, bool PlaneTip::*what) {
    return std::ranges::any_of(content.tips, what);
}

QStringList commonNotes(const PlaneContent& content) {
    QStringList notes;
    if (content.isProjection())
        notes +=
            PlaneContent::tr("A projection of %1 features onto a plane: lengths and angles in it need not be "
                             "those of the vectors, and feet have no numbers")
                .arg(content.plane.features());
    if (const QString names = namesOf(content, State::covered); !names.isEmpty())
        notes += PlaneContent::tr("Covered, so not drawn: %1").arg(names);
    if (const QString names = namesOf(content, State::not_finite); !names.isEmpty())
        notes += PlaneContent::tr("Not drawn, because they have numbers that are not finite: %1").arg(names);
    return notes;
}

QStringList scoresNotes(const PlaneContent& content, const HeadVectors& vectors) {
    QStringList notes = commonNotes(content);
    if (content.own().isShown() && vectors.q.isZero(0))
        notes += PlaneContent::tr("The query is 0, so no key has a foot on its line");
    if (hasAny(content, &PlaneTip::isTyped))
        notes += PlaneContent::tr("An overridden score is not the one that the foot stands for");
    if (hasAny(content, &PlaneTip::isHidden))
        notes += PlaneContent::tr("Dotted: keys that are hidden from this query");
    return notes;
}

QStringList outputNotes(const PlaneContent& content, const std::optional<Said>& whyOutside, bool hasCovered) {
    QStringList notes = commonNotes(content);
    if (hasCovered)
        return notes;
    if (whyOutside)
        notes += PlaneContent::tr("z need not be in the hull of the values: %1")
                     .arg(QString::fromStdString(text_of(*whyOutside)));
    else if (content.own().isShown())
        notes +=
            content.hull.size() > 2
                ? PlaneContent::tr("z is in the shaded hull of the values: its weights are not negative and "
                                   "sum to 1")
                : PlaneContent::tr(
                      "z is an average of the values: its weights are not negative and sum to 1");
    return notes;
}

PlaneContent commonContent(const Experiment& experiment, const HeadVectors& vectors, PlaneKind kind,
                           const Plane& plane) {
    PlaneContent content;
    content.kind = kind;
    content.head = vectors.head;
    content.query = vectors.query;
    content.plane = plane;
    const Dimensions d = dimensions(experiment);
    content.queries = axisLabels(experiment, Axis::query_token, d.n_q);
    content.keys = axisLabels(experiment, Axis::key_token, d.n_k);
    content.cross = experiment.source.has_value();
    content.decimals = viewSettings(experiment).decimals;
    return content;
}

PlaneContent scoresContent(const Experiment& experiment, const ShownVectors& shown, const Plane& plane) {
    const HeadVectors& vectors = shown.vectors;
    PlaneContent content = commonContent(experiment, vectors, PlaneKind::scores, plane);
    content.tips.push_back(tipOf(Kind::query, vectors.query, plane, vectors.q));
    for (TokenIndex key = 0; key < vectors.keys.rows(); ++key) {
        PlaneTip tip = tipOf(Kind::key, key, plane, vectors.keys.row(key));
        addNumbers(tip, shown);
        tip.foot = footOf(tip, vectors, plane);
        content.tips.push_back(tip);
    }
    content.notes = scoresNotes(content, vectors);
    return content;
}

void addWouldBe(PlaneContent& content, const Experiment& experiment, const ShownVectors& shown) {
    const HeadVectors& vectors = shown.vectors;
    if (std::ranges::any_of(shown.matrices, [](const MatrixPtr& each) { return has_covered(*each); })) {
        content.notes += PlaneContent::tr("Who wins where is not shown while numbers are covered");
        return;
    }
    if (!content.own().isShown())
        return;
    const auto kept = [&](StageId id, HeadIndex /*of*/) {
        return id == StageId::keys ? std::optional(StageRows(vectors.keys)) : std::nullopt;
    };
    content.wouldBe = std::make_shared<WouldBe>(
        WouldBe{{experiment, kept, vectors.head, vectors.query}, vectors.q, vectors.keys});
}

PlaneContent outputContent(const Experiment& experiment, const ShownVectors& shown, const Plane& plane) {
    const HeadVectors& vectors = shown.vectors;
    PlaneContent content = commonContent(experiment, vectors, PlaneKind::output, plane);
    content.tips.push_back(tipOf(Kind::output, vectors.query, plane, vectors.z));
    Matrix points(vectors.values.rows(), 2);
    for (TokenIndex key = 0; key < vectors.values.rows(); ++key) {
        PlaneTip tip = tipOf(Kind::value, key, plane, vectors.values.row(key));
        addNumbers(tip, shown);
        points.row(key) << (tip.isShown() ? tip.at.x() : NAN), (tip.isShown() ? tip.at.y() : NAN);
        content.tips.push_back(tip);
    }
    for (const Index corner : convex_hull(points))
        content.hull.emplace_back(points(corner, 0), points(corner, 1));
    const bool hasCovered =
        has_covered(vectors.values) || has_covered(vectors.weights) || has_covered(vectors.z);
    const std::optional<Said> outside = why_outside_hull(experiment, vectors);
    content.isInHull = !hasCovered && !outside && content.own().isShown();
    content.notes = outputNotes(content, outside, hasCovered);
    return content;
}

/// With every stage that a plane reads, of one head.
class ReadStages {
public:
    ReadStages(StageSource& stages, HeadIndex head, bool complete)
        : m_stages(stages), m_head(head), m_complete(complete) {}

    /// The rows of a stage as they are shown; nullptr if they are not computed yet.
    MatrixPtr operator()(StageId id) {
        const StageView view =
            m_complete ? m_stages.completeView(id, m_head) : m_stages.view(id, m_head, std::nullopt);
        const StageInfo& stage = info(id);
        const Dimensions d = dimensions(m_stages.experiment());
        const bool fits = view.matrix && view.matrix->rows() == length(stage.rows, d) &&
                          view.matrix->cols() == length(stage.columns, d);
        return fits && !view.stale ? view.matrix : nullptr;
    }

private:
    StageSource& m_stages;
    HeadIndex m_head;
    bool m_complete;
};

Plane planeFor(const HeadVectors& vectors, PlaneKind kind, const std::optional<PlaneChoice>& choice) {
    const bool isScores = kind == PlaneKind::scores;
    const Index features = isScores ? vectors.keys.cols() : vectors.values.cols();
    PlaneChoice used = choice.value_or(PlaneChoice{});
    if (!choice || problem_of_plane(used, features, {}))
        used = {.kind = features <= 2 ? PlaneChoice::Kind::features : PlaneChoice::Kind::best};
    return isScores ? plane_of_scores(vectors, used) : plane_of_output(vectors, used);
}

} // namespace

GeometryPlanes planesOf(const HeadVectors& vectors, const std::optional<PlaneChoice>& choice) {
    return {planeFor(vectors, PlaneKind::scores, choice), planeFor(vectors, PlaneKind::output, choice)};
}

std::optional<ShownVectors> shownVectors(StageSource& stages, HeadIndex head, TokenIndex query,
                                         bool complete) {
    const Experiment& experiment = stages.experiment();
    ReadStages read(stages, head, complete);
    std::vector<std::pair<StageId, MatrixPtr>> found;
    bool isComplete = true;
    for (const StageId id :
         {StageId::scaled_scores, StageId::queries, StageId::keys, StageId::values, StageId::scores,
          StageId::masked_scores, weights_in_use(experiment), StageId::head_outputs}) {
        found.emplace_back(id, read(id));
        isComplete = isComplete && found.back().second;
    }
    if (!isComplete)
        return std::nullopt;
    const auto kept = [&](StageId id, HeadIndex /*of*/) -> std::optional<StageRows> {
        const auto its = std::ranges::find(found, id, &std::pair<StageId, MatrixPtr>::first);
        return its == found.end() ? std::nullopt : std::optional(StageRows(*its->second));
    };
    ShownVectors shown{head_vectors(experiment, kept, head, query), found.front().second->row(query), {}};
    for (const auto& each : found)
        shown.matrices.push_back(each.second);
    return shown;
}

GeometryContent geometryContent(const StageSource& stages, const ShownVectors& shown,
                                const GeometryPlanes& planes, bool regions) {
    const Experiment& experiment = stages.experiment();
    GeometryContent content;
    content.scores = scoresContent(experiment, shown, planes.scores);
    if (regions)
        addWouldBe(content.scores, experiment, shown);
    content.output = outputContent(experiment, shown, planes.output);
    content.scores.isPreview = content.output.isPreview = stages.isPreviewing();
    return content;
}

QString planeTitle(PlaneKind kind) {
    return kind == PlaneKind::scores ? PlaneContent::tr("Queries meet keys")
                                     : PlaneContent::tr("The output among the values");
}

std::optional<std::size_t> PlaneContent::tipOf(TokenIndex key) const {
    const auto at = static_cast<std::size_t>(key) + 1;
    return at < tips.size() ? std::optional(at) : std::nullopt;
}

std::vector<std::size_t> PlaneContent::byAttention() const {
    std::vector<std::size_t> order(tips.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [&](std::size_t tip) {
        const double weight = std::abs(tips[tip].weight);
        return isOwn(tip) ? HUGE_VAL : std::isnan(weight) ? -1 : weight;
    };
    if (std::ranges::none_of(tips, [](const PlaneTip& each) { return is_covered(each.weight); }))
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    return order;
}

QString PlaneContent::name(std::size_t tip) const {
    const PlaneTip& its = tips[tip];
    const Labels& words = its.kind == Kind::query || its.kind == Kind::output ? queries : keys;
    const QString letter = its.kind == Kind::query   ? QStringLiteral("q")
                           : its.kind == Kind::key   ? QStringLiteral("k")
                           : its.kind == Kind::value ? QStringLiteral("v")
                                                     : QStringLiteral("z");
    constexpr qsizetype longest = 14;
    QString word = words.word(its.token).simplified();
    if (word.size() > longest)
        word = word.left(longest - 1) + QChar(0x2026);
    const QString position = words.position(its.token);
    return position.isEmpty() ? QStringLiteral("%1 %2").arg(letter, word)
                              : QStringLiteral("%1 %2(%3)").arg(letter, word, position);
}

QString PlaneContent::weightText(double weight) const {
    return QString::fromStdString(display(weight, decimals.value_or(digitsOfPlane)));
}

QString PlaneContent::label(std::size_t tip) const {
    const PlaneTip& its = tips[tip];
    return its.kind == Kind::value ? QStringLiteral("%1 %2").arg(name(tip), weightText(its.weight))
                                   : name(tip);
}

QString PlaneContent::footText(std::size_t tip, FootNumbers which) const {
    const PlaneTip& its = tips[tip];
    if (!its.foot || isProjection() || which == FootNumbers::none)
        return {};
    const double number = which == FootNumbers::scores ? its.score : its.scaled;
    double largest = 0;
    for (const PlaneTip& each : tips) {
        const double other = std::abs(which == FootNumbers::scores ? each.score : each.scaled);
        largest = std::isfinite(other) ? std::max(largest, other) : largest;
    }
    return QString::fromStdString(display(number, decimals.value_or(decimals_for(largest, digitsOfPlane))));
}

QString PlaneContent::axisName(std::size_t axis) const {
    const PlaneAxis& its = plane.axes[axis];
    const QString text = QString::fromStdString(text_of(its.name));
    return its.share
               ? tr("%1 (%2 % of all squared lengths)").arg(text, QString::number(100 * *its.share, 'f', 0))
               : text;
}

QString PlaneContent::placeText(std::size_t tip, std::size_t axis) const {
    const PlaneTip& its = tips[tip];
    if (!its.isShown())
        return its.state == State::covered ? QStringLiteral("?") : tr("not finite");
    const double place = axis == 0 ? its.at.x() : its.at.y(), other = axis == 0 ? its.at.y() : its.at.x();
    constexpr double rounding = 1e-12; // of a vector along the other axis
    return QString::fromStdString(brief(std::abs(place) < rounding * std::abs(other) ? 0 : place));
}

QString PlaneContent::describe(std::size_t tip) const {
    const PlaneTip& its = tips[tip];
    const Labels& words = its.kind == Kind::query || its.kind == Kind::output ? queries : keys;
    const QString token = quoted(words, its.token);
    const QString what = its.kind == Kind::query   ? tr("query of %1").arg(token)
                         : its.kind == Kind::key   ? tr("key of %1").arg(token)
                         : its.kind == Kind::value ? tr("value of %1").arg(token)
                                                   : tr("output of %1").arg(token);
    QString place = its.isShown() ? tr("%1 at (%2, %3)").arg(what, placeText(tip, 0), placeText(tip, 1))
                    : its.state == State::covered ? tr("%1: covered").arg(what)
                                                  : tr("%1: not finite").arg(what);
    const auto number = [](double value) { return QString::fromStdString(brief(value)); };
    if (isOwn(tip))
        return place;
    QString weight = its.isHidden ? tr("%1, hidden from the query").arg(place)
                                  : tr("%1, weight %2").arg(place, number(its.weight));
    if (its.kind == Kind::value)
        return weight;
    return its.isTyped ? tr("%1, score %2 (overridden)").arg(weight, number(its.score))
                       : tr("%1, score %2").arg(weight, number(its.score));
}

QStringList PlaneContent::columns() const {
    QStringList names{axisName(0), axisName(1)};
    if (kind == PlaneKind::scores)
        names << tr("score") << tr("scaled score");
    return names << tr("weight");
}

QString PlaneContent::entry(std::size_t tip, int column) const {
    const PlaneTip& its = tips[tip];
    if (column < 2)
        return placeText(tip, static_cast<std::size_t>(column));
    if (isOwn(tip))
        return {};
    const int left = kind == PlaneKind::scores ? column : column + 2;
    return QString::fromStdString(brief(left == 2 ? its.score : left == 3 ? its.scaled : its.weight));
}

} // namespace lab
