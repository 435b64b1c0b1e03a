// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of `export` that writes numbers.
#pragma once

#include "core/io/data_file.h"

#include <QString>

#include <optional>
#include <string>

namespace lab {

struct DataRequest {
    std::string file;
    QString name; ///< of an array, "head-statistics" or "all"
    std::optional<HeadIndex> head;
    QString out;
    QString ending; ///< of the format: that of `out`, or what is said for standard output
};

/// All of these names, for messages.
QString data_names();

/// Returns an exit code.
int export_data(const DataRequest& request);

} // namespace lab
