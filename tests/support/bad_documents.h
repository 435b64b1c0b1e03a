// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents that must be refused, with the expected error messages.
#pragma once

#include <string>
#include <vector>

namespace lab::test {

struct BadDocument {
    std::string name;
    std::string text;
    std::string message; ///< Error::message(), without the file
};

/// Every kind of error, most of them a single change to a valid document.
std::vector<BadDocument> bad_documents();

} // namespace lab::test
