// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits the options of a document. Each change is one undo step, or none if nothing changes.
#pragma once

#include "core/edits/presets.h"
#include "core/edits/sentence.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace lab {

class LabDocument;

/// Sets an option of core/experiment/options.h that has no function of its own here. `text`: the undo text.
void setOption(LabDocument& document, const std::function<void(Experiment&)>& set, const QString& text);
/// Absent: 1/√d_k.
void setScale(LabDocument& document, std::optional<double> scale);
/// Above 0; absent: no cap.
void setSoftcap(LabDocument& document, std::optional<double> softcap);
void setScoreBias(LabDocument& document, ScoreBias bias);
void setRotary(LabDocument& document, bool rotary);
/// Above 0.
void setRotaryBase(LabDocument& document, double base);
/// One for each pair that turns; none: those of the base. `how`: where they come from, the undo text.
void setRotaryFrequencies(LabDocument& document, std::vector<double> frequencies, const QString& how);
/// Which features turn together.
void setRotaryLayout(LabDocument& document, RotaryLayout layout);
/// How many columns of a head turn; absent: as many as it has.
void setRotaryDims(LabDocument& document, std::optional<Index> columns);
/// The name of a normaliser, also used as the undo text.
void setNormalization(LabDocument& document, NormalizationKind kind);
/// Above 0.
void setTemperature(LabDocument& document, double temperature);
/// Sets the temperature during a drag; LabDocument::commitPreview() makes it an undo step.
void previewTemperature(LabDocument& document, double temperature);
/// What a normaliser with a bias adds to every score/τ.
void setSigmoidBias(LabDocument& document, double bias);
/// The score of one sink for all heads; absent: no sink.
void setSink(LabDocument& document, std::optional<double> sink);
/// Switches between one sink for each head and one for all. Each head begins with the shared score; all heads
/// take the first head's.
void setSinkForEachHead(LabDocument& document, bool each);
/// Switches dropout on or off, or sets its rate and seed. Switching it off removes the overrides of weights
/// after dropout.
void setDropout(LabDocument& document, std::optional<Dropout> dropout);
/// A learned table that is needed but missing, or of another width, gets seeded rows. Refused, as a text is,
/// if it would be too large.
void setPosition(LabDocument& document, PositionKind kind);
/// Why with_preset() would be refused; empty if it would not.
QString presetProblem(const Experiment& experiment, const Preset& preset);
/// The settings that a preset leaves as they are (left_by_presets()), in words, and only those in which the
/// model differs; empty if there are none.
QString leftByPreset(const Experiment& experiment, const Preset& preset);
/// See with_preset(). There must be no presetProblem(). Returns a message if something was left; otherwise
/// empty.
QString setPreset(LabDocument& document, const Preset& preset);
/// Why the first token of a side cannot have this position, counted from 1; empty if it can.
QString firstPositionProblem(const Experiment& experiment, Side side, double wanted);
/// See with_offset(). `position` counts from 1.
void setFirstPosition(LabDocument& document, Side side, Index position);
/// Inputs looked up by word or given by row, without changing any number. Back to words requires that there
/// is no inputsByWordProblem().
void setInputs(LabDocument& document, InputKind inputs);
/// Why given rows cannot be the vectors of their words; empty if they can.
QString inputsByWordProblem(const Experiment& experiment);
/// See with_seed().
void setSeed(LabDocument& document, std::uint64_t seed);
/// Typed: edits in quick succession are one undo step.
void setTitle(LabDocument& document, const QString& title);
void setDescription(LabDocument& document, const QString& description);
void setNotation(LabDocument& document, Notation notation);

} // namespace lab
