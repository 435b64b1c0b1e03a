// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes NumPy's file format for several arrays: a ZIP file of .npy files, stored as numpy.savez stores them.
#pragma once

#include "core/io/npy_writer.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lab {

struct NpzMember {
    std::string name; ///< without ".npy"
    /// Its bytes from the beginning; called when its turn comes. The member must outlive them.
    std::function<std::unique_ptr<NpyBytes>()> bytes;
};

/// Writes the members in that order, of each its name, a line break, and its .npy file: what a pipe takes
/// while it is computed. Stops early if `take` returns false. Exceptions that reading the numbers throws are
/// passed on.
void write_arrays(const std::vector<NpzMember>& members, const TakeBytes& take);

/// A complete .npz file. A ZIP file is not written from front to back, so that it is put together in a
/// temporary file without a name, which vanishes with this.
class NpzFile {
public:
    /// Writes the members in that order. Equal members give equal bytes: each has the time 1980-01-01. Fails
    /// if there is no room for the temporary file. Exceptions that reading the numbers throws are passed on.
    static Result<NpzFile> make(const std::vector<NpzMember>& members);

    /// Passes on the file's bytes. Stops early if `take` returns false. Throws std::system_error if the
    /// temporary file cannot be read.
    void write(const TakeBytes& take) const;

private:
    using FilePtr = std::shared_ptr<std::FILE>;
    explicit NpzFile(FilePtr file) : m_file(std::move(file)) {}

    FilePtr m_file;
};

} // namespace lab
