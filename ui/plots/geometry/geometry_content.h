// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the two planes of a query show: its vector among the keys, and its output among the values.
#pragma once

#include "core/analysis/geometry/plane.h"
#include "core/analysis/geometry/would_be_weights.h"
#include "ui/plots/shared/labels.h"
#include "ui/plots/shared/number_style.h"

#include <QCoreApplication>
#include <QPointF>
#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace lab {

class StageSource;

/// Queries meet keys, or the output among the values.
enum class PlaneKind { scores, output };

/// Which numbers are written at the feet of the keys.
enum class FootNumbers { none, scores, scaled_scores };

/// What the keys would get if the query stood elsewhere.
struct WouldBe {
    WouldBeWeights weights;
    RowVector q;
    Matrix keys; ///< (n_k, d_k)
};

/// A vector that is drawn: an arrow from the origin, or a point.
struct PlaneTip {
    enum class Kind { query, key, value, output };
    /// A vector with a covered or an infinite number has no place in the plane.
    enum class State { shown, covered, not_finite };

    Kind kind = Kind::key;
    TokenIndex token = 0;
    State state = State::shown;
    QPointF at;                       ///< if it is shown
    std::optional<QPointF> foot = {}; ///< of a key: that of its perpendicular onto the line of q
    double score = 0, scaled = 0;     ///< of a key, as the stages hold them; perhaps covered
    double weight = 0;                ///< of a key or a value, likewise
    bool isHidden = false;            ///< a mask, or a typed −∞, hides the key from the query
    bool isTyped = false;             ///< the score is overridden

    bool isShown() const { return state == State::shown; }
};

struct PlaneContent {
    Q_DECLARE_TR_FUNCTIONS(PlaneContent)
public:
    PlaneKind kind = PlaneKind::scores;
    HeadIndex head = 0;
    TokenIndex query = 0;
    Plane plane;
    std::vector<PlaneTip> tips; ///< the first is that of the query, or of the output; none: nothing to show
    std::vector<QPointF> hull;  ///< of the values that are shown, in this order
    bool isInHull = false;      ///< z is known to be in the hull of all values
    Labels queries, keys;
    bool cross = false;                     ///< keys and values are those of a second sentence
    bool isPreview = false;                 ///< made while a number is dragged
    std::optional<int> decimals;            ///< the document's, of all numbers
    std::shared_ptr<const WouldBe> wouldBe; ///< what is drawn behind the query; null: nothing
    QStringList notes;                      ///< what has to be known to read it, whole sentences

    bool isProjection() const { return !plane.shows_all; }
    const PlaneTip& own() const { return tips.front(); }
    bool isOwn(std::size_t tip) const { return tip == 0; }
    /// The tip of a key, or of its value; nullopt if there is none.
    std::optional<std::size_t> tipOf(TokenIndex key) const;
    /// The tips in the order in which they get labels: its own, then the others by their weights. If a weight
    /// is covered, in the order of the sentence.
    std::vector<std::size_t> byAttention() const;

    /// "k sky", "q blue".
    QString name(std::size_t tip) const;
    /// The same with the weight of a value: "v sky 0.31".
    QString label(std::size_t tip) const;
    QString weightText(double weight) const;
    /// What is written at a key's foot; empty: nothing is, as in a projection.
    QString footText(std::size_t tip, FootNumbers which) const;
    /// "d1", "along the query", and how much of the lengths a principal component has: "… (62 %)".
    QString axisName(std::size_t axis) const;
    /// A tip in words, for tooltips and screen readers.
    QString describe(std::size_t tip) const;
    /// A number of a tip in the table of tips: along either axis, and its score and weight.
    QStringList columns() const;
    QString entry(std::size_t tip, int column) const;
    /// Where the tip is along an axis.
    QString placeText(std::size_t tip, std::size_t axis) const;
};

/// What both planes are made of, with NaN where numbers are covered.
struct ShownVectors {
    HeadVectors vectors;
    RowVector scaled;                ///< the row of scaled scores
    std::vector<MatrixPtr> matrices; ///< that were read, with the rows of all queries
};

struct GeometryContent {
    PlaneContent scores, output;

    const PlaneContent& of(PlaneKind kind) const { return kind == PlaneKind::scores ? scores : output; }
};

/// The planes to draw in. Without a choice: the features where there are no more than two, else the plane of
/// q and the key that it attends to most. Features that vectors do not have are replaced likewise.
struct GeometryPlanes {
    Plane scores, output;
};
GeometryPlanes planesOf(const HeadVectors& vectors, const std::optional<PlaneChoice>& choice);

/// The vectors of a query. Nullopt while one of the stages is not computed, which is then requested.
/// `complete`: computes them, however long that takes.
std::optional<ShownVectors> shownVectors(StageSource& stages, HeadIndex head, TokenIndex query,
                                         bool complete);

/// The document must have tokens, and the vectors be its own. `regions`: with who wins where.
GeometryContent geometryContent(const StageSource& stages, const ShownVectors& shown,
                                const GeometryPlanes& planes, bool regions);

/// What the planes are called.
QString planeTitle(PlaneKind kind);

} // namespace lab
