// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plane that vectors of d features are drawn in.
#pragma once

#include "core/analysis/geometry/head_vectors.h"
#include "core/experiment/said.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// Which plane is wanted.
struct PlaneChoice {
    enum class Kind {
        features,   ///< two features
        components, ///< the two principal components of the vectors that are shown
        best,       ///< that of the query and the key that it attends to most (of z and that key's value)
    };
    Kind kind = Kind::features;
    Index first = 0, second = 1; ///< different; read if `features`
    bool operator==(const PlaneChoice&) const = default;
};

/// "1,2", "pca" or "best", as `--axes` and `view.geometry` have it. Features count from 1 there, as axes are
/// named in the figure. Fails for any other text; `place` is the error's.
Result<PlaneChoice> plane_choice(std::string_view text, const std::string& place);
std::string text_of(const PlaneChoice& choice);
/// The error if vectors of d features do not have those that are chosen. With one feature, 1,2 is allowed:
/// all vectors lie on the first axis.
std::optional<Error> problem_of_plane(const PlaneChoice& choice, Index d, const std::string& place);

/// A place in a plane: along its first axis, along its second one.
using PlanePoint = Eigen::Vector2d;

struct PlaneAxis {
    RowVector direction; ///< (d): of length 1; 0 for the second axis of vectors with one feature
    /// "feature 2", "principal component 1", "along the query", "across the query, towards the key".
    Said name;
    /// Of a principal component: what part of the sum of all squared lengths it has, from 0 to 1. That is no
    /// share of the variance, since arrows begin at the origin and not at their mean.
    std::optional<double> share = {};
};

/// A plane through the origin with two axes that are orthogonal.
struct Plane {
    std::array<PlaneAxis, 2> axes;
    /// Whether nothing is lost: vectors have no more than two features. Otherwise the picture is a
    /// projection: lengths, angles and feet in it are not those of the vectors.
    bool shows_all = false;

    Index features() const { return axes[0].direction.cols(); }
    PlanePoint point(const RowVector& vector) const;
    /// (n, 2) of vectors (n, d).
    Matrix points(ConstMatrixRef vectors) const;
    /// The vector with another place in the plane. What it has outside of the plane stays as it is.
    RowVector moved(const RowVector& vector, const PlanePoint& to) const;
};

/// Of q and the keys, d = d_k; of the values and z, d = d_v. The choice must have no problem_of_plane().
///
/// Principal components are those of the vectors that are finite, by a singular value decomposition of the
/// vectors themselves: not of their differences from the mean. The largest component of each direction is
/// positive.
///
/// `best`: the first axis is along q, the second across it on the side of the most attended key (Gram and
/// Schmidt). Where that key is parallel to q, the next most attended one that is not takes its place, and if
/// there is none, the feature that is least along q. Where q is 0 or not finite, the key stands for it.
Plane plane_of_scores(const HeadVectors& shown, const PlaneChoice& choice);
Plane plane_of_output(const HeadVectors& shown, const PlaneChoice& choice);

} // namespace lab
