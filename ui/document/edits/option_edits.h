// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits the options of a document. Each change is one undo step, or none if nothing changes.
#pragma once

#include "core/experiment.h"

#include <QString>

#include <functional>
#include <optional>

namespace lab {

class LabDocument;

/// Sets an option of core/options.h that has no function of its own here. `text`: the undo text.
void setOption(LabDocument& document, const std::function<void(Experiment&)>& set, const QString& text);
/// Absent: 1/√d_k.
void setScale(LabDocument& document, std::optional<double> scale);
/// Above 0; absent: no cap.
void setSoftcap(LabDocument& document, std::optional<double> softcap);
void setScoreBias(LabDocument& document, ScoreBias bias);
void setRotary(LabDocument& document, bool rotary);
/// Above 0.
void setRotaryBase(LabDocument& document, double base);
/// The name of a normaliser, also used as the undo text.
QString normalizerName(NormalizationKind kind);
void setNormalization(LabDocument& document, NormalizationKind kind);
/// Above 0.
void setTemperature(LabDocument& document, double temperature);
/// The same during a drag: LabDocument::commitPreview() makes it an undo step.
void previewTemperature(LabDocument& document, double temperature);
/// A learned table that is needed but missing, or of another width, gets seeded rows.
void setPosition(LabDocument& document, PositionKind kind);
/// See with_seed().
void setSeed(LabDocument& document, std::uint64_t seed);
/// Typed: edits in quick succession are one undo step.
void setTitle(LabDocument& document, const QString& title);
void setDescription(LabDocument& document, const QString& description);
void setNotation(LabDocument& document, Notation notation);

} // namespace lab
