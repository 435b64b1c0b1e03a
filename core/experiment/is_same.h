// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether two experiments are the same.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// Whether two experiments are identical, to the last bit of every number, apart from what the window shows
/// (`view`; those of their snapshots, which are kept on purpose, are compared). Matrices that they share are
/// not compared.
bool is_same(const Experiment& a, const Experiment& b);

/// The same of one part of them.
bool is_same(const Sequence& a, const Sequence& b);
bool is_same(const EmbeddingTable& a, const EmbeddingTable& b);
bool is_same(const MatrixPtr& a, const MatrixPtr& b);
bool is_same(const std::optional<Dropout>& a, const std::optional<Dropout>& b);
bool is_same(const Override& a, const Override& b);

} // namespace lab
