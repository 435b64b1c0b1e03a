// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/experiment_json.h"
#include "ui/document/lab_document.h"

namespace lab::test {

/// What would be saved: two documents are the same where these are.
inline std::string saved_bytes(const LabDocument& document) {
    return write_experiment(document.experimentToSave());
}

} // namespace lab::test
