// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything of a document that can be exported as numbers: its parameters and its stages, by name.
#pragma once

#include "core/engine/streamed_trace.h"
#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"
#include "core/io/npy_writer.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

enum class ArrayKind {
    tokens,        ///< of the sentence, as texts
    source_tokens, ///< of the source, as texts
    words,         ///< what the rows of E belong to, as texts
    parameter,
    mask, ///< the custom mask, of 0 and 1
    stage,
};

/// An array by its name: that of the parameter or of the stage, or "mask", "tokens", "source_tokens",
/// "E_tokens".
struct DocumentArray {
    std::string_view name;
    ArrayKind kind;
    ParameterId parameter = ParameterId::E; ///< if it is one
    StageId stage = StageId::inputs;        ///< if it is one
};

/// All that there can be, texts included, in the order of an .npz file: tokens, parameters, stages.
std::span<const DocumentArray> all_arrays();
bool is_text(const DocumentArray& array);
/// The names of those that are numbers, for messages: "E, X, …, output".
std::string array_names(std::span<const DocumentArray> arrays = all_arrays());
/// The array of numbers of that name.
std::optional<DocumentArray> array_named(std::string_view name);
DocumentArray array_of(ParameterId id);
DocumentArray array_of(StageId id);

/// Whether the document has that array: what it computes with, and what it computes. X and X_source, before
/// positions are added, are there with inputs by token as well; `position` is the table in use, learned or
/// sinusoidal, the latter unless an offset makes it more than four million numbers.
bool has_array(const Experiment& experiment, const DocumentArray& array);
/// All that the document has. It must have tokens.
std::vector<DocumentArray> arrays_of(const Experiment& experiment);
/// Whether the document has one matrix a head: stages, and added scores that differ between heads.
bool is_per_head(const Experiment& experiment, const DocumentArray& array);

/// A matrix, and one for each head, all of one size.
NumberArray one_matrix(const MatrixPtr& matrix);
NumberArray one_a_head(const std::vector<MatrixPtr>& matrices);

/// The arrays of one document, which computes only if a stage is asked for.
class DocumentArrays {
public:
    /// The experiment must outlive this, be valid (validate()) and have tokens.
    explicit DocumentArrays(const Experiment& experiment) : m_experiment(experiment) {}

    /// An array of numbers that the document has; this must outlive it. Biases and gains are one row, a sink
    /// is one number, or one for each head. With a head, that head's matrix alone of an array that
    /// is_per_head().
    NumberArray numbers(const DocumentArray& array, std::optional<HeadIndex> head = {}) const;
    /// An array of texts that the document has.
    std::vector<std::string> texts(const DocumentArray& array) const;
    /// The computation.
    const StreamedTrace& trace() const;

private:
    NumberArray stage(StageId id, std::optional<HeadIndex> head) const;
    MatrixPtr matrix(const DocumentArray& array) const;

    const Experiment& m_experiment;
    mutable std::unique_ptr<StreamedTrace> m_trace;
};

} // namespace lab
