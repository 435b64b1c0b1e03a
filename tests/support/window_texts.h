// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that the window shows or says, for tests that look for covered numbers, and a document whose
// numbers are found by their digits.
#pragma once

#include "core/describe/operands.h"
#include "tests/support/lab_window.h"

#include <QPainter>
#include <QStringList>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace lab::test {

struct Telling {
    HeadIndex heads = 1;
    Notation notation = Notation::rows;
    bool cross = false;
    bool dropout = false;
    bool sink = false;
};
/// Three words and numbers that differ in their first digits.
Experiment telling(const Telling& wanted);

/// Of each head, as a whole.
std::vector<StageBlock> every_stage(const Experiment& e);
/// The traces (covered_search.h) of all cells that are not covered.
std::set<std::string> shown_numbers(LabDocument& document);

QStringList painted_texts(const std::function<void(QPainter&)>& paint, QSize size);
/// Everything that the window shows or says, tooltips included.
QStringList texts_of(LabWindow& w);
/// What menus say, opened or not.
QStringList texts_of_menus(LabWindow& w);

} // namespace lab::test
