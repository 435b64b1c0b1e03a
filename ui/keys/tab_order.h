// SPDX-License-Identifier: GPL-3.0-or-later
//
// The place in the tab order of widgets that are made later than their neighbours.
#pragma once

class QWidget;

namespace lab {

/// Lets Tab reach `made` and what is inside it right after what is inside `before`, as if both had been made
/// together. Qt puts what is made late behind everything else in the window.
void tabAfter(const QWidget& before, QWidget& made);

} // namespace lab
