// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/reach.h"

#include "core/analysis/geometry/sphere.h"
#include "core/stages/03_qk_norm.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

using Decomposition = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

/// For rows s of least length with s·A nearest to a row: (m, d).
Decomposition decomposed(const Matrix& A) {
    constexpr double out_of_reach = 1e-7;
    Decomposition decomposition;
    decomposition.setThreshold(out_of_reach);
    decomposition.compute(A.transpose());
    return decomposition;
}

RowVector solved(const Decomposition& decomposition, const RowVector& row) {
    return decomposition.solve(row.transpose()).transpose();
}

RowVector normalized(const ReachProblem& problem, RowVector u) {
    if (problem.norm)
        u /= norm_divisor(*problem.norm, u.squaredNorm(), u.cols());
    return u.cwiseProduct(problem.gains);
}

/// Rows u = p + c, c being any sum of the rows of Q, which are orthonormal and orthogonal to p.
class NormalizedReach {
public:
    explicit NormalizedReach(const ReachProblem& problem)
        : m_problem(problem), m_by_s(decomposed(problem.B)), m_d(problem.u0.cols()), m_norm(*problem.norm) {
        const Index rank = m_by_s.rank();
        const Eigen::MatrixXd all = m_by_s.householderQ() * Eigen::MatrixXd::Identity(m_d, rank);
        m_Q = all.transpose();
        const RowVector inside = problem.u0 * m_Q.transpose();
        m_p = problem.u0 - inside * m_Q;
        constexpr double rounding = 1e-12;
        if (rank == m_d || m_p.norm() <= rounding * problem.u0.norm())
            m_p.setZero();
        m_C = (problem.gains.asDiagonal() * problem.R)(Eigen::all, problem.free);
        m_t = problem.wanted(problem.free);
        m_from = solved(m_by_s, m_p - problem.u0);
    }

    Reach found() {
        const Index rank = m_by_s.rank();
        m_best = RowVector::Zero(m_problem.B.rows());
        m_best_distance = distance(m_best);
        if (rank == 0)
            return {m_best, 0};
        const double rho = m_p.norm();
        const double n = static_cast<double>(m_d);
        const bool is_rms = m_norm.kind == QkNormKind::rms;
        if (is_rms)
            try_sphere(std::sqrt(n), std::sqrt(rho * rho + n * m_norm.epsilon));
        else if (rho > 0 || m_norm.epsilon == 0)
            try_sphere(1, rho);
        if (!is_rms && rho < m_norm.epsilon)
            try_ball(rho);
        return {m_best, rank};
    }

private:
    double distance(const RowVector& s) const {
        const RowVector off = vector_at(m_problem, s)(m_problem.free) - m_t;
        return off.allFinite() ? off.norm() : HUGE_VAL;
    }

    void try_row(const RowVector& u) {
        const RowVector s = m_from + solved(m_by_s, u - m_p);
        const double its = distance(s);
        constexpr double rounding = 1e-10;
        const bool is_as_near = its <= m_best_distance + rounding * (1 + m_t.norm());
        const bool is_nearer = its < m_best_distance - rounding * (1 + m_t.norm());
        if (is_nearer || (is_as_near && s.norm() < m_best.norm())) {
            m_best = s;
            m_best_distance = its;
        }
    }

    /// Rows p + α·direction, of which the nearest to u0 is taken, with α of at least `least`.
    void try_ray(const RowVector& direction, double least) {
        const RowVector s = solved(m_by_s, direction);
        const double nearest = -s.dot(m_from) / s.squaredNorm();
        try_row(m_p + std::max(nearest, least) * direction);
    }

    /// Rows that are normalised to radius·(γQ + η·p/κ), γ and η > 0 on a sphere: c = κ·γ/η. With κ = 0 there
    /// is no η, and c has any length.
    void try_sphere(double radius, double kappa) {
        const Index rank = m_Q.rows();
        const RowVector c = m_problem.u0 * m_Q.transpose();
        const Matrix across = radius * (m_Q * m_C);
        const double shortest = 0.1 * m_problem.u0.norm();
        constexpr double least_eta = 1e-2; // what is left of the way to infinity
        const double least = kappa > 0 ? kappa / least_eta : shortest;
        for (const RowVector& gamma : nearest_on_sphere(across, m_t, c))
            try_ray(gamma * m_Q, least);
        if (kappa == 0)
            return;
        Matrix all(rank + 1, across.cols());
        all << across, (radius / kappa) * (m_p * m_C);
        RowVector now(rank + 1);
        now << c, kappa;
        for (const RowVector& each : nearest_on_sphere(all, m_t, now)) {
            const double eta = each(rank);
            if (eta > 0 && each.head(rank).norm() <= eta / least_eta)
                try_row(m_p + (kappa / eta) * (each.head(rank) * m_Q));
        }
    }

    /// Rows of length ε at most, which are divided by ε: u = p + √(ε² − ρ²)·γQ, |γ| ≤ 1; and, where p is 0,
    /// longer ones in the same directions as those of length ε.
    void try_ball(double rho) {
        const Index rank = m_Q.rows();
        const double epsilon = m_norm.epsilon;
        const double radius = std::sqrt(epsilon * epsilon - rho * rho);
        const RowVector c = m_problem.u0 * m_Q.transpose();
        Matrix all = Matrix::Zero(rank + 1, m_C.cols()); // its last row takes what is left of the length
        all.topRows(rank) = (radius / epsilon) * (m_Q * m_C);
        const double inside = std::min(1.0, c.norm() / radius);
        RowVector now(rank + 1);
        now << c / radius, std::sqrt(1 - inside * inside);
        const RowVector t = m_t - m_p * m_C / epsilon;
        for (const RowVector& each : nearest_on_sphere(all, t, now)) {
            try_row(m_p + radius * (each.head(rank) * m_Q));
            if (rho == 0 && each.head(rank).norm() > 1 - 1e-9)
                try_ray(each.head(rank) * m_Q, epsilon);
        }
        for (const RowVector& gamma : nearest_on_sphere(all.topRows(rank), t, c)) {
            try_row(m_p + radius * (gamma * m_Q));
            if (rho == 0)
                try_ray(gamma * m_Q, epsilon);
        }
    }

    const ReachProblem& m_problem;
    Decomposition m_by_s;
    Index m_d;
    QkNorm m_norm;
    Matrix m_Q;       ///< (rank, d)
    RowVector m_p;    ///< (d)
    Matrix m_C;       ///< (d, free): from normalised rows to what is compared
    RowVector m_t;    ///< (free)
    RowVector m_from; ///< (m): from u0 to p
    RowVector m_best; ///< (m)
    double m_best_distance = 0;
};

} // namespace

RowVector vector_at(const ReachProblem& problem, const RowVector& s) {
    return normalized(problem, problem.u0 + s * problem.B) * problem.R;
}

Reach nearest_reach(const ReachProblem& problem) {
    if (problem.norm)
        return NormalizedReach(problem).found();
    const Matrix A = (problem.B * problem.gains.asDiagonal() * problem.R)(Eigen::all, problem.free);
    const Decomposition decomposition = decomposed(A);
    const RowVector off = problem.wanted - vector_at(problem, RowVector::Zero(problem.B.rows()));
    return {solved(decomposition, off(problem.free)), decomposition.rank()};
}

} // namespace lab
