// SPDX-License-Identifier: GPL-3.0-or-later
//
// Archives of NumPy arrays (.npz), which numpy.savez and savez_compressed write: ZIP files of .npy files.
#pragma once

#include "core/io/named_arrays.h"

#include <filesystem>
#include <string>

namespace lab {

/// Opens an archive and reads the header of each member that ends in .npy; others are left out. A member is
/// inflated when it is read, if its declared size is what its header says, and nothing is written to disk.
///
/// Fails on what is no archive, on encrypted members, on two of one name, on names that are paths out of the
/// folder, and on what torch.save writes. A member's own faults (its header, Python objects, a compression
/// that NumPy does not use) are its `problem`.
Result<NamedArraysPtr> open_npz(const std::filesystem::path& path);
/// The same for an archive in memory.
Result<NamedArraysPtr> read_npz(std::string bytes);

} // namespace lab
