// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/plane.h"

#include "core/base/text_limits.h"
#include "core/experiment/phrases.h"

#include <Eigen/SVD>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr std::string_view components_text = "pca", best_text = "best";

/// Whole numbers from 1 on, as an index.
std::optional<Index> feature_in(std::string_view digits) {
    Index number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    return error == std::errc() && stop == end && number >= 1 ? std::optional(number - 1) : std::nullopt;
}

/// Of length 1; nullopt for 0 and what is not finite.
std::optional<RowVector> unit(const RowVector& vector) {
    const double length = vector.stableNorm();
    if (!(length > 0) || !std::isfinite(length))
        return std::nullopt;
    const RowVector direction = vector / vector.cwiseAbs().maxCoeff(); // whose length is normal
    return RowVector(direction / direction.norm());
}

/// The part of a vector across a direction, of length 1; nullopt if both are parallel but for rounding.
std::optional<RowVector> part_across(const RowVector& direction, const RowVector& vector) {
    constexpr double parallel = 1e-9;
    const std::optional<RowVector> of_length_1 = unit(vector);
    if (!of_length_1)
        return std::nullopt;
    RowVector across = *of_length_1 - of_length_1->dot(direction) * direction;
    if (across.norm() <= parallel)
        return std::nullopt;
    across.normalize();
    across -= across.dot(direction) * direction; // what rounding has left
    return RowVector(across.normalized());
}

RowVector feature_direction(Index d, Index feature) {
    return feature < d ? RowVector(RowVector::Unit(d, feature)) : RowVector(RowVector::Zero(d));
}

/// Across a direction: along the feature that is least along it, 0 if there is no other feature.
RowVector any_across(const RowVector& direction) {
    Index least = 0;
    direction.cwiseAbs().minCoeff(&least);
    const Index d = direction.cols();
    return d == 1 ? RowVector(RowVector::Zero(1)) : *part_across(direction, feature_direction(d, least));
}

/// With its largest component above 0; of several that are equal but for rounding, the first counts.
RowVector turned_positive(const RowVector& direction) {
    const double most = direction.cwiseAbs().maxCoeff() * (1 - 1e-9);
    Index first = 0;
    while (std::abs(direction(first)) < most)
        ++first;
    return direction(first) < 0 ? RowVector(-direction) : direction;
}

Plane plane_of_features(Index d, const PlaneChoice& choice) {
    Plane plane;
    plane.axes[0] = {feature_direction(d, choice.first), say(phrase::feature, Counted{choice.first}), {}};
    plane.axes[1] = {feature_direction(d, choice.second), Said{}, {}};
    if (choice.second < d)
        plane.axes[1].name = say(phrase::feature, Counted{choice.second});
    return plane;
}

Matrix finite_rows(ConstMatrixRef vectors) {
    Matrix finite(vectors.rows(), vectors.cols());
    Index count = 0;
    for (Index row = 0; row < vectors.rows(); ++row) {
        if (vectors.row(row).allFinite())
            finite.row(count++) = vectors.row(row);
    }
    return finite.topRows(count);
}

/// Of vectors that may all be 0 or not finite.
Plane plane_of_components(ConstMatrixRef vectors) {
    const Index d = vectors.cols();
    Eigen::MatrixXd shown = finite_rows(vectors);
    const double largest = shown.size() > 0 ? shown.cwiseAbs().maxCoeff() : 0;
    Plane plane;
    plane.axes[0].direction = feature_direction(d, 0);
    double squares[2] = {0, 0}, sum = 0;
    std::optional<RowVector> second;
    if (largest > 0) {
        shown /= largest;
        const Eigen::BDCSVD<Eigen::MatrixXd> svd(shown, Eigen::ComputeThinU | Eigen::ComputeThinV);
        sum = svd.singularValues().squaredNorm();
        for (Index i = 0; i < std::min<Index>(2, svd.singularValues().size()); ++i)
            squares[i] = svd.singularValues()(i) * svd.singularValues()(i);
        plane.axes[0].direction = turned_positive(svd.matrixV().col(0).transpose());
        if (svd.matrixV().cols() > 1)
            second = part_across(plane.axes[0].direction, svd.matrixV().col(1).transpose());
    }
    plane.axes[1].direction = second ? turned_positive(*second) : any_across(plane.axes[0].direction);
    for (std::size_t i = 0; i < std::min<std::size_t>(2, static_cast<std::size_t>(d)); ++i) {
        plane.axes[i].name = say(phrase::principal_component, static_cast<Index>(i + 1));
        if (sum > 0)
            plane.axes[i].share = std::min(1.0, squares[i] / sum);
    }
    return plane;
}

/// What the plane of one vector and the most attended of others calls its axes.
struct BestWords {
    Phrase<0> along, towards_first, towards_other, along_first, along_other;
};
constexpr BestWords words_of_scores{phrase::along_query, phrase::across_to_attended_key,
                                    phrase::across_to_key, phrase::along_attended_key, phrase::along_key};
constexpr BestWords words_of_output{phrase::along_output, phrase::across_to_attended_value,
                                    phrase::across_to_value, phrase::along_attended_value,
                                    phrase::along_value};

/// The rows by their weights, the largest first. Those that are no numbers come last.
std::vector<Index> by_attention(const RowVector& weights) {
    std::vector<Index> order(static_cast<std::size_t>(weights.cols()));
    std::iota(order.begin(), order.end(), 0);
    const auto rank = [&](Index i) { return std::isnan(weights(i)) ? -HUGE_VAL : weights(i); };
    std::ranges::stable_sort(order, [&](Index a, Index b) { return rank(a) > rank(b); });
    if (const std::optional<TokenIndex> most = most_attended(weights)) {
        std::erase(order, *most);
        order.insert(order.begin(), *most);
    }
    return order;
}

Plane best_plane(const RowVector& main, ConstMatrixRef others, const RowVector& weights,
                 const BestWords& words) {
    const std::optional<TokenIndex> attended = most_attended(weights);
    const std::vector<Index> order = by_attention(weights);
    Plane plane;
    PlaneAxis& along = plane.axes[0];
    PlaneAxis& across = plane.axes[1];
    if (const std::optional<RowVector> direction = unit(main))
        along = {*direction, say(words.along), {}};
    for (const Index each : order) {
        const RowVector other = others.row(each);
        if (along.direction.size() == 0) {
            if (const std::optional<RowVector> direction = unit(other))
                along = {*direction, say(each == attended ? words.along_first : words.along_other), {}};
        } else if (const std::optional<RowVector> direction = part_across(along.direction, other)) {
            across = {*direction, say(each == attended ? words.towards_first : words.towards_other), {}};
            break;
        }
    }
    const Index d = main.cols();
    if (along.direction.size() == 0)
        along = {feature_direction(d, 0), say(phrase::feature, Counted{0}), {}};
    if (across.direction.size() == 0)
        across = {any_across(along.direction), d == 1 ? Said{} : say(phrase::across), {}};
    return plane;
}

Plane plane_of(const RowVector& main, ConstMatrixRef others, const RowVector& weights,
               const PlaneChoice& choice, const BestWords& words) {
    const Index d = main.cols();
    Plane plane;
    switch (choice.kind) {
    case PlaneChoice::Kind::features:
        plane = plane_of_features(d, choice);
        break;
    case PlaneChoice::Kind::components: {
        Matrix all(others.rows() + 1, d);
        all << others, main;
        plane = plane_of_components(all);
        break;
    }
    case PlaneChoice::Kind::best:
        plane = best_plane(main, others, weights, words);
        break;
    }
    plane.shows_all = d <= 2;
    return plane;
}

} // namespace

Result<PlaneChoice> plane_choice(std::string_view text, const std::string& place) {
    if (text == components_text)
        return PlaneChoice{PlaneChoice::Kind::components};
    if (text == best_text)
        return PlaneChoice{PlaneChoice::Kind::best};
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::optional<Index> first = feature_in(text.substr(0, comma));
    const std::optional<Index> second = feature_in(text.substr(std::min(comma + 1, text.size())));
    if (first && second && first != second)
        return PlaneChoice{PlaneChoice::Kind::features, *first, *second};
    return Error{place, '"' + printable(text) + '"',
                 "two different features, counted from 1, like 1,2; or pca or best"};
}

std::string text_of(const PlaneChoice& choice) {
    switch (choice.kind) {
    case PlaneChoice::Kind::components:
        return std::string(components_text);
    case PlaneChoice::Kind::best:
        return std::string(best_text);
    case PlaneChoice::Kind::features:
        break;
    }
    return std::to_string(choice.first + 1) + "," + std::to_string(choice.second + 1);
}

std::optional<Error> problem_of_plane(const PlaneChoice& choice, Index d, const std::string& place) {
    const bool has_features = std::max(choice.first, choice.second) < std::max<Index>(d, 2);
    if (choice.kind != PlaneChoice::Kind::features || (has_features && (d > 1 || choice.first == 0)))
        return std::nullopt;
    return Error{place, text_of(choice),
                 d > 2 ? "two different features from 1 to " + std::to_string(d) : "1,2, pca or best"};
}

PlanePoint Plane::point(const RowVector& vector) const {
    return {vector.dot(axes[0].direction), vector.dot(axes[1].direction)};
}

Matrix Plane::points(ConstMatrixRef vectors) const {
    Matrix points(vectors.rows(), 2);
    for (Index row = 0; row < vectors.rows();
         ++row) { // One by one: GCC 12 takes an assignment of both for one of eight.
        const PlanePoint at = point(vectors.row(row));
        points(row, 0) = at.x();
        points(row, 1) = at.y();
    }
    return points;
}

RowVector Plane::moved(const RowVector& vector, const PlanePoint& to) const {
    const PlanePoint by = to - point(vector);
    return vector + by.x() * axes[0].direction + by.y() * axes[1].direction;
}

Plane plane_of_scores(const HeadVectors& shown, const PlaneChoice& choice) {
    return plane_of(shown.q, shown.keys, shown.weights, choice, words_of_scores);
}

Plane plane_of_output(const HeadVectors& shown, const PlaneChoice& choice) {
    return plane_of(shown.z, shown.values, shown.weights, choice, words_of_output);
}

} // namespace lab
