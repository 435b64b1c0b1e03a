// SPDX-License-Identifier: GPL-3.0-or-later
//
// Warnings about the numbers of a matrix.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

namespace lab {

/// Warns of the first number that is not finite, ignoring hidden cells. For masked scores and weights, also
/// of queries from which every key is hidden, unless a sink takes what they give. For weights, also of those
/// that are 0 because a score overflowed to −∞, and of rows that no longer sum to 1 because a weight is
/// overridden.
QStringList matrixWarnings(const HeatmapContent& content, StageId id);

/// For weights: names the queries whose whole attention goes to the sink because every key is hidden from
/// them. This is no fault. Empty where there is no such query.
QString sinkRemark(const HeatmapContent& content);

} // namespace lab
