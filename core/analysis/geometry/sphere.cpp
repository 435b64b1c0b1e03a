// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/sphere.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// γ = tDᵀ(DDᵀ + λ)⁻¹ in the eigenvectors of DDᵀ.
class SecularEquation {
public:
    SecularEquation(const Matrix& D, const RowVector& t)
        : m_svd(D, Eigen::ComputeFullU | Eigen::ComputeThinV) {
        const Index k = D.rows();
        const Eigen::VectorXd along = m_svd.matrixV().transpose() * t.transpose();
        m_squares = Eigen::VectorXd::Zero(k);
        m_parts = Eigen::VectorXd::Zero(k);
        const double largest = m_svd.singularValues()(0);
        constexpr double rounding = 1e-13;
        for (Index i = 0; i < m_svd.singularValues().size(); ++i) {
            const double value = m_svd.singularValues()(i);
            if (value <= rounding * largest)
                break;
            m_squares(i) = value * value;
            if (std::abs(along(i)) > rounding * t.norm())
                m_parts(i) = value * along(i);
        }
    }

    std::vector<RowVector> solutions(const RowVector& now) {
        const Index k = m_squares.size();
        const double least = m_squares(k - 1);
        const double same = 1e-12 * std::max(m_squares(0), 1e-300);
        Index first_of_least = k - 1;
        while (first_of_least > 0 && m_squares(first_of_least - 1) <= least + same)
            --first_of_least;
        std::vector<RowVector> found;
        if (m_parts.tail(k - first_of_least).isZero(0))
            add_degenerate(first_of_least, now, found);
        // Poles from the right: the least squares whose part is not 0.
        std::vector<double> poles;
        for (Index i = k - 1; i >= 0 && poles.size() < 2; --i) {
            if (m_parts(i) != 0 && (poles.empty() || m_squares(i) > poles.back() + same))
                poles.push_back(m_squares(i));
        }
        if (!poles.empty())
            found.push_back(at(poles[0], root(poles[0], 0, m_parts.norm())));
        if (poles.size() > 1)
            add_between(poles[0], poles[1], found);
        return found;
    }

private:
    /// With λ = h − pole, which rounding spares near the pole.
    Eigen::VectorXd coordinates(double pole, double h) const {
        return (m_parts.array() == 0).select(0, m_parts.array() / ((m_squares.array() - pole) + h));
    }
    RowVector at(double pole, double h) const {
        const Eigen::VectorXd there = coordinates(pole, h);
        return (m_svd.matrixU() * (there / there.norm())).transpose();
    }
    bool is_inside(double pole, double h) const { return coordinates(pole, h).norm() < 1; }

    /// Between one end where γ is longer than 1 and one where it is not.
    double root(double pole, double outside, double inside) const {
        constexpr int halvings = 200;
        for (int i = 0; i < halvings; ++i) {
            const double middle = outside + (inside - outside) / 2;
            (is_inside(pole, middle) ? inside : outside) = middle;
        }
        return inside;
    }

    /// Both roots between two poles, where the length has a minimum, if that is below 1.
    void add_between(double right, double left, std::vector<RowVector>& found) const {
        const double width = left - right; // h goes from −width to 0
        double low = -width, high = 0;
        for (int i = 0; i < 200; ++i) { // the length falls, then rises: its slope is −Σ parts²/(…)³
            const double middle = low + (high - low) / 2;
            const Eigen::ArrayXd cubes = ((m_squares.array() - right) + middle).cube();
            const double slope = -(m_parts.array() == 0).select(0, m_parts.array().square() / cubes).sum();
            (slope < 0 ? low : high) = middle;
        }
        if (!is_inside(right, low))
            return;
        found.push_back(at(right, root(right, 0, low)));
        found.push_back(at(right, root(right, -width, low)));
    }

    /// λ = −the least square, of which γ may have any part that makes it long enough.
    void add_degenerate(Index first, const RowVector& now, std::vector<RowVector>& found) const {
        const Index k = m_squares.size();
        const Eigen::VectorXd there = coordinates(m_squares(k - 1), 0);
        const double left = 1 - there.squaredNorm();
        if (left < 0)
            return;
        Eigen::VectorXd rest = m_svd.matrixU().transpose() * now.transpose();
        rest.head(first).setZero();
        if (rest.norm() == 0)
            rest(k - 1) = 1;
        rest *= std::sqrt(left) / rest.norm();
        found.push_back((m_svd.matrixU() * (there + rest)).transpose());
    }

    Eigen::BDCSVD<Eigen::MatrixXd> m_svd;
    Eigen::VectorXd m_squares, m_parts; ///< (k): eigenvalues, the largest first, and what γ has of each
};

} // namespace

std::vector<RowVector> nearest_on_sphere(const Matrix& D, const RowVector& t, const RowVector& now) {
    return SecularEquation(D, t).solutions(now);
}

} // namespace lab
