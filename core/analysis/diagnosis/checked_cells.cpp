// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/checked_cells.h"

#include "core/analysis/diagnosis/mistaken_trace.h"

#include <algorithm>
#include <initializer_list>

namespace lab {

namespace {

using Cell = CheckedCells::Cell;

std::vector<Arrangement> without(std::vector<Arrangement> all, std::initializer_list<Arrangement> these) {
    std::erase_if(all, [&](Arrangement each) { return std::ranges::find(these, each) != these.end(); });
    return all;
}

/// In place of each number, which of the given ones it is. Read as the numbers are, that says where each
/// stands.
PrintedArray numbered_cells(const PrintedArray& given) {
    PrintedArray cells = given;
    for (Index row = 0; row < given.numbers.rows(); ++row) {
        for (Index column = 0; column < given.numbers.cols(); ++column)
            cells.numbers(row, column) = static_cast<double>(row * given.numbers.cols() + column);
    }
    cells.last_digit.setZero();
    return cells;
}

/// Compares the numbers of one reading, which `places` says the given ones of.
CheckedCells compared(MistakenTrace& trace, const PrintedArray& given, const Reading& reading,
                      const Matrix& places) {
    const HeadMatrices expected = numbers_of(trace, reading.asked, reading.numbers.heads);
    const double largest = expected.largest();
    CheckedCells checked{Matrix::Zero(given.numbers.rows(), given.numbers.cols()),
                         std::vector(static_cast<std::size_t>(given.numbers.size()), Cell::not_compared),
                         {}};
    const Matrix& numbers = reading.numbers.numbers;
    for (Index row = 0; row < numbers.rows(); ++row) {
        for (Index column = 0; column < numbers.cols(); ++column) {
            const Matrix& head = expected[static_cast<std::size_t>(row / reading.numbers.rows())];
            const double right = head(row % reading.numbers.rows(), column);
            const double tolerance = Tolerance().at(reading.numbers.last_digit(row, column), largest);
            const auto place = static_cast<Index>(places(row, column));
            checked.expected.reshaped<Eigen::RowMajor>()(place) = right;
            checked.cells[static_cast<std::size_t>(place)] =
                is_right(numbers(row, column), right, tolerance) ? Cell::right : Cell::wrong;
        }
    }
    return checked;
}

HiddenRows hidden_rows_of(const std::vector<Arrangement>& arrangement) {
    const auto has = [&](Arrangement each) {
        return std::ranges::find(arrangement, each) != arrangement.end();
    };
    return has(Arrangement::hidden_rows_nan)     ? HiddenRows::nan
           : has(Arrangement::hidden_rows_equal) ? HiddenRows::equal
                                                 : HiddenRows::zero;
}

} // namespace

std::optional<CheckedCells> checked_cells(const Experiment& experiment, const Asked& asked,
                                          const PrintedArray& given) {
    Diagnosis as_they_stand;
    as_they_stand.asked = asked;
    return checked_cells(experiment, given, as_they_stand);
}

std::optional<CheckedCells> checked_cells(const Experiment& experiment, const PrintedArray& given,
                                          const Diagnosis& diagnosis) {
    using enum Arrangement;
    const std::vector<Arrangement> read =
        without(diagnosis.arrangement, {hidden_rows_nan, hidden_rows_equal, float16, bfloat16, fewer_digits});
    MistakenTrace trace(experiment, hidden_rows_of(diagnosis.arrangement));
    const auto find = [&](const PrintedArray& array, const std::vector<Arrangement>& arrangement) {
        std::vector<Reading> found = readings(trace, diagnosis.asked, array);
        std::erase_if(found, [&](const Reading& each) {
            return each.arrangement != arrangement ||
                   !has_shape_of(each.asked.stage, each.numbers, trace.sizes());
        });
        return found;
    };
    const std::vector<Reading> placed = find(numbered_cells(given), without(read, {stand_ins}));
    if (placed.empty())
        return std::nullopt;
    const Matrix& places = placed.front().numbers.numbers;
    std::optional<CheckedCells> best;
    const auto right = [](const CheckedCells& each) { return std::ranges::count(each.cells, Cell::right); };
    for (const Reading& each : find(given, read)) {
        CheckedCells checked = compared(trace, given, each, places);
        if (!best || right(checked) > right(*best))
            best = std::move(checked);
    }
    if (best && diagnosis.is_right) // but for how they are rounded
        std::ranges::replace(best->cells, Cell::wrong, Cell::right);
    if (best && diagnosis.near) {
        const CellRef& other = diagnosis.near->first_other.cell;
        const Index rows = placed.front().numbers.heads > 0 ? placed.front().numbers.rows() : 0;
        const auto place =
            static_cast<Index>(places(static_cast<Index>(other.head) * rows + other.row, other.column));
        best->first_other = {place / given.numbers.cols(), place % given.numbers.cols()};
    }
    return best;
}

} // namespace lab
