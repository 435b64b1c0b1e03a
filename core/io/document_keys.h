// SPDX-License-Identifier: GPL-3.0-or-later
//
// The keys of a document, place by place, and those that look like a misspelt one.
#pragma once

#include "core/experiment/experiment.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// The keys of the objects at a place: "" for the document, "snapshots[]" for each of a list,
/// "progress.steps.*" for each value of an object whose keys are anybody's.
struct DocumentKeys {
    std::string_view place;
    std::vector<std::string_view> keys;
};
std::span<const DocumentKeys> document_keys();

struct MisspeltKey {
    std::string place;  ///< "mask.casual", "snapshots[0].document.Mask"
    std::string likely; ///< "causal"
};
/// "mask.casual is no key of a document and was not used; did you mean "causal"?"
std::string message(const MisspeltKey& key);

/// Keys that the format does not know but that are one slip away from one that it knows: other case, a letter
/// left out, doubled, added, exchanged with the next or replaced, or the beginning of one. Other keys that it
/// does not know are somebody's own. Reads what the experiment keeps of its file.
std::vector<MisspeltKey> misspelt_keys(const Experiment& experiment);

} // namespace lab
