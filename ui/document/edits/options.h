// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of a document, each changed as one step to undo, or none where nothing would change.
#pragma once

#include "core/experiment.h"

#include <QString>

#include <optional>

namespace lab {

class LabDocument;

/// No number: 1/√d_k.
void setScale(LabDocument& document, std::optional<double> scale);
void setScoreBias(LabDocument& document, ScoreBias bias);
void setRotary(LabDocument& document, bool rotary);
/// Above 0.
void setRotaryBase(LabDocument& document, double base);
/// What a normaliser is called, also as the step that chooses it.
QString normalizerName(NormalizationKind kind);
void setNormalization(LabDocument& document, NormalizationKind kind);
/// Above 0.
void setTemperature(LabDocument& document, double temperature);
/// The same while the hand has not let go: a step once LabDocument::commitPreview() is called.
void previewTemperature(LabDocument& document, double temperature);
/// A learned table that is needed and not there, or has another width, gets seeded rows.
void setPosition(LabDocument& document, PositionKind kind);
/// See with_seed().
void setSeed(LabDocument& document, std::uint64_t seed);
/// Typed: letters that follow each other shortly are one step.
void setTitle(LabDocument& document, const QString& title);
void setDescription(LabDocument& document, const QString& description);
void setNotation(LabDocument& document, Notation notation);

} // namespace lab
