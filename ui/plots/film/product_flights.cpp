// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/flight_plan.h"

namespace lab {

namespace {

constexpr double enoughForProducts = 0.75; ///< seconds; many numbers at once need time

/// By how much a group of flights is spread over time.
constexpr double spread = 0.06;
/// When products leave for their sum.
constexpr double firstLeaves = 0.56, lastLeaves = 0.78;

class ProductFlights : public FlightPlan {
public:
    using FlightPlan::FlightPlan;

    void plan() {
        if (m_isCell || !m_step.adds_cells)
            sum();
        else if (m_content.scene.stage == StageId::head_outputs && m_step.rows.count == 1)
            stackedRows();
        else
            rowsOfTheLeft();
    }

private:
    /// Two numbers that are multiplied. In rows notation `moves` is on the left, in columns notation too: it
    /// is the other operand.
    struct Pair {
        Flight moves, stays;
        double product = 0;
        double weight = 1;  ///< of A V: how much of the value counts
        QColor colour = {}; ///< of the product
    };

    /// The pairs of numbers whose products the step adds up, as far as they are visible. A step of one term
    /// has one pair.
    std::vector<Pair> pairs() const {
        std::vector<Pair> all;
        const ScenePanel* left = panelIn(SceneSlot::left);
        const ScenePanel* above = panelIn(SceneSlot::above);
        if (!left || !above || left->framed.empty() || above->framed.empty())
            return all;
        const Block &row = left->framed.front(), &column = above->framed.front();
        const bool isContext = m_content.scene.stage == StageId::head_outputs;
        for (Index k = 0; k < row.columns; ++k) {
            const auto a = from(*left, {row.row, row.column + k});
            const auto b = from(*above, above->turned ? StoredCell{column.row, column.column + k}
                                                      : StoredCell{column.row + k, column.column});
            if (!a || !b)
                continue;
            Pair pair{m_content.transposed ? *b : *a, m_content.transposed ? *a : *b};
            pair.product = *a->cell.number * *b->cell.number;
            pair.weight = isContext ? faintness(*a->cell.number) : 1;
            pair.colour = isContext ? b->cell.colour : colourOf(result(), pair.product);
            all.push_back(pair);
        }
        return all;
    }

    /// How strong something is that a weight multiplies.
    static double faintness(double weight) {
        return std::isfinite(weight) ? std::min(std::abs(weight), 1.0) : 1;
    }

    /// The delay of flight `i` in a group of `count`, as a share of the time: the later ones start later.
    static double delay(std::size_t i, std::size_t count) { return spread * shareOf(i, count); }
    static double shareOf(std::size_t i, std::size_t count) {
        return count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0;
    }

    /// The row on the left glides to the column above, each number beside its partner; the products take
    /// their place and fly to the cell, one after another, where they add up.
    void sum() {
        if (m_seconds < enoughForProducts)
            return;
        const QRectF target = m_geometry.rect(result(), StoredCell{m_step.rows.first, m_step.columns.first});
        const std::vector<Pair> all = pairs();
        for (std::size_t i = 0; i < all.size(); ++i)
            meet(all[i], delay(i, all.size()));
        for (std::size_t i = 0; i < all.size(); ++i) {
            Flight product = all[i].stays;
            product.cell.number = all[i].product;
            product.cell.kind = FlyingKind::product;
            product.cell.decimals = m_geometry.decimals(0);
            product.cell.colour = all[i].colour;
            product.cell.strength = all[i].weight;
            product.cell.isHatched = false;
            product.to = target;
            product.appears = 0.46;
            product.fadeIn = 0.06;
            product.starts = firstLeaves + (lastLeaves - firstLeaves) * shareOf(i, all.size());
            product.arrives = product.starts + 0.14;
            product.vanishes = product.arrives + 0.03;
            product.fadeOut = 0.03;
            m_flights.all.push_back(product);
        }
        addUp(all, target);
        addBias(target);
        m_flights.fadeFrom = 0.88;
        m_flights.framesUntil = 0.25;
        m_flights.seconds = all.empty() ? 0.7 : std::min(1.3 + 0.15 * static_cast<double>(all.size()), 2.8);
    }

    /// What is in the cell after each product but the last, which makes way for the result. Not said where
    /// some terms are out of sight.
    void addUp(const std::vector<Pair>& all, const QRectF& target) {
        const ScenePanel* left = panelIn(SceneSlot::left);
        if (!left || left->framed.empty() || static_cast<Index>(all.size()) != left->framed.front().columns)
            return;
        const std::size_t products = all.size();
        std::vector<Flight> sums;
        double sum = 0;
        for (std::size_t i = 0; i + 1 < products; ++i) {
            sum += all[i].product;
            Flight soFar;
            soFar.from = soFar.to = soFar.cell.rect = target;
            soFar.cell.number = sum;
            soFar.cell.kind = FlyingKind::sum;
            soFar.cell.decimals = m_geometry.decimals(0);
            soFar.appears = m_flights.all[m_flights.all.size() - products + i].arrives;
            soFar.vanishes = m_flights.all[m_flights.all.size() - products + i + 1].arrives;
            sums.push_back(soFar);
        }
        m_flights.all.insert(m_flights.all.end(), sums.begin(), sums.end()); // above the products that arrive
    }

    /// One number flies to the left of its partner, or to its right where that is beyond the edge.
    void meet(const Pair& pair, double late) {
        const double width = m_geometry.cell().width();
        Flight moves = pair.moves;
        const bool hasRoom = pair.stays.from.left() - width >= m_geometry.room().left();
        moves.to = pair.stays.from.translated(hasRoom ? -width : width, 0);
        moves.starts = 0.03 + late;
        moves.arrives = moves.starts + 0.25;
        moves.vanishes = 0.52;
        moves.fadeOut = 0.06;
        Flight sign;
        const double side = std::min(m_geometry.cell().height() * 0.5, width * 0.4);
        QRectF place(0, 0, side, side);
        place.moveCenter({hasRoom ? pair.stays.from.left() : moves.to.left(), moves.to.center().y()});
        sign.from = sign.to = place;
        sign.cell.sign = QStringLiteral("×");
        sign.appears = moves.arrives;
        sign.fadeIn = 0.04;
        sign.vanishes = 0.52;
        sign.fadeOut = 0.06;
        m_flights.all.push_back(moves);
        if (m_geometry.saysNumbers())
            m_flights.all.push_back(sign);
    }

    void addBias(const QRectF& target) {
        const ScenePanel* added = panelIn(SceneSlot::added);
        if (!added || added->framed.empty())
            return;
        const Block& block = added->framed.front();
        if (auto flight = from(*added, {block.row, block.column})) {
            flight->to = target;
            flight->starts = 0.62;
            flight->arrives = 0.9;
            flight->vanishes = 0.95;
            flight->fadeOut = 0.05;
            m_flights.all.push_back(*flight);
        }
    }

    /// A row of A V: the rows of V, each as faint as its weight, come to lie on each other.
    void stackedRows() {
        const ScenePanel* weights = panelIn(SceneSlot::left);
        const ScenePanel* values = panelIn(SceneSlot::above);
        const Index row = m_step.rows.first, count = values->block.rows;
        const Index from = values->block.column, columns = values->block.columns;
        std::vector<Flight> lying;
        for (Index k = 0; k < count; ++k) {
            if (!weights->isKnown({row, k}))
                continue;
            const double weight = (*weights->content.matrix)(row, k);
            // The row that is nearest goes first, so that none crosses another.
            const double late =
                count > 1 ? 0.4 * static_cast<double>(count - 1 - k) / static_cast<double>(count - 1) : 0;
            for (Index column = 0; column < columns; ++column) {
                auto flight = this->from(*values, {k, from + column});
                if (!flight)
                    continue;
                flight->to = m_geometry.rect(result(), StoredCell{row, m_step.columns.first + column});
                if (flight->to.isEmpty())
                    continue;
                flight->cell.strength = faintness(weight);
                flight->starts = 0.03 + late;
                flight->arrives = flight->starts + 0.36;
                flight->vanishes = flight->arrives + 0.06;
                flight->fadeOut = 0.06;
                Flight rest = *flight; // its number would cover the others
                rest.cell.number.reset();
                rest.cell.lift = 0;
                rest.cell.strength = 1; // lets through what lies below
                rest.cell.opacity = flight->cell.strength;
                rest.from = rest.to;
                rest.appears = flight->arrives;
                rest.vanishes = 1;
                rest.fadeOut = 0;
                lying.push_back(rest);
                m_flights.all.push_back(*flight);
            }
        }
        m_flights.all.insert(m_flights.all.begin(), lying.begin(), lying.end());
        m_flights.fadeFrom = 0.8;
        m_flights.framesUntil = 0.3;
        m_flights.seconds = 1.1;
    }

    /// Whole rows of any other product: they glide to where they become rows of the result.
    void rowsOfTheLeft() {
        const ScenePanel* left = panelIn(SceneSlot::left);
        const Index end = m_step.rows.first + m_step.rows.count, count = left->block.columns;
        for (Index row = m_step.rows.first; row < end && !isFull(); ++row) {
            const QRectF line =
                m_geometry.rect(result(), Block{row, m_step.columns.first, 1, m_step.columns.count});
            for (Index k = 0; k < count && !line.isEmpty(); ++k) {
                auto flight = from(*left, {row, left->block.column + k});
                if (!flight)
                    continue;
                const double share = (static_cast<double>(k) + 0.5) / static_cast<double>(count);
                const QPointF centre = m_content.transposed
                                           ? QPointF(line.center().x(), line.top() + share * line.height())
                                           : QPointF(line.left() + share * line.width(), line.center().y());
                flight->to.moveCenter(centre);
                flight->arrives = 0.65;
                flight->vanishes = 0.75;
                flight->fadeOut = 0.15;
                m_flights.all.push_back(*flight);
            }
        }
        m_flights.fadeFrom = 0.7;
        m_flights.framesUntil = 0.5;
        m_flights.seconds = 0.7;
    }
};

} // namespace

Flights productFlights(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme,
                       double seconds) {
    ProductFlights flights(content, geometry, theme, seconds);
    flights.plan();
    return flights.take();
}

} // namespace lab
