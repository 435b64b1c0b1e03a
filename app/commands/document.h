// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document that a command is given.
#pragma once

#include "core/experiment/experiment.h"

#include "core/io/npz_writer.h"

#include <QString>

#include <string>

namespace lab {

/// What stands for standard input, and for standard output.
inline constexpr const char* standard_stream = "-";

/// Reads a document from a file, or from standard input for "-". Remarks each key that looks like a misspelt
/// one, once. `arrays`, if it is not empty, is a file of arrays that stand for matrices in it
/// (core/io/arrays_beside.h). The error names the file.
Result<Experiment> read_document(const std::string& file, const std::string& arrays = {});
/// The text of a file, or of standard input for "-". The error names the file.
Result<std::string> read_text(const std::string& file);
/// Writes arrays that were made of a document; returns an exit code.
int deliver_npz(const std::string& file, const Result<NpzFile>& made, const QString& out);
/// How messages call it.
std::string shown_file(const std::string& file);

} // namespace lab
