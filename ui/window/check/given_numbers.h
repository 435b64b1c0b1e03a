// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's own numbers, read from a text or a file. Nothing is executed.
#pragma once

#include "core/experiment/experiment.h"
#include "core/io/array_files.h"

#include <QString>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lab {

/// How many numbers can be checked in the window.
inline constexpr Index mostChecked = 1'000'000;

struct GivenNumbers {
    std::optional<PrintedArray> numbers; ///< rows and columns as they are written
    QString problem;                     ///< why there are none, in words
    std::vector<NamedPrint> run{};       ///< instead of them: several that are called as stages
    QString from{};                      ///< where they stand: the name of a file
};

/// Reads a pasted text: one matrix, one matrix for each head, a single number, or several arrays named like
/// stages of the experiment; see core/io/matrix_text.h. Accepts infinities and NaN.
GivenNumbers numbersInText(const QString& text, const Experiment& experiment);
/// Reads a file of numbers, or an array of a file of arrays: the one called `wanted`, or the only one.
/// `stop`: see read_file().
GivenNumbers numbersInFile(const std::string& file, const std::string& wanted, const Experiment& experiment,
                           const std::stop_token& stop);
/// Whether the name of a file is that of one which numbersInFile() reads.
bool holdsNumbers(const std::string& file);

/// A number that is typed into a cell, infinity and NaN included. nullopt if it is none.
std::optional<double> typedNumber(const QString& text);
/// Why a text can be typed into no cell; empty if it can, as an empty text can.
QString typedProblem(const QString& text);

} // namespace lab
