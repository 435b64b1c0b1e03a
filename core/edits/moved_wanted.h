// SPDX-License-Identifier: GPL-3.0-or-later
//
// What somebody wants of weights or of the output follows its tokens.
#pragma once

#include "core/edits/moved_tokens.h"

namespace lab {

/// The `view` of a document, in whose `learn` the rows and columns of `wanted`, and the rows of `output`,
/// have moved with their tokens; cells of tokens that are gone, too, are gone. Entries that are wrong stay.
/// Null stays null.
JsonPtr with_wanted_moved(const JsonPtr& view, const TokenOrigins& queries, const TokenOrigins& keys);

} // namespace lab
