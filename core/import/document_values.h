// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of a document by their keys, as typed.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/experiment.h"

#include <string>
#include <vector>

namespace lab {

/// A key as a path, "scores.rotary", and its new value: JSON, or else a text.
struct DocumentValue {
    std::string key;
    std::string value;
};

/// Splits "KEY=VALUE" at the first equals sign. Fails without one, or if a part of the key is empty.
Result<DocumentValue> document_value(const std::string& text);

/// The experiment with these values set, in order, and read again as a document is. Fails on what the
/// document does not know or cannot have; the place is a key.
Result<Experiment> with_values(const Experiment& experiment, const std::vector<DocumentValue>& values);

/// The same with one value. That of an option with one value (core/experiment/options.h) is read apart from
/// the document's matrices, which takes no time however large they are. `field`, if given, becomes what
/// changed.
Result<Experiment> with_value(const Experiment& experiment, const DocumentValue& value,
                              Field* field = nullptr);

} // namespace lab
