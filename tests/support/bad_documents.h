// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents that must be refused, with what a person is told.
#pragma once

#include <string>
#include <vector>

namespace lab::test {

struct BadDocument {
    std::string name;
    std::string text;
    std::string message; ///< Error::message(), without the file
};

/// Every kind of mistake, most of them one change to a document that is right.
std::vector<BadDocument> bad_documents();

} // namespace lab::test
