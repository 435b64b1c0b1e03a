// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page of explanations as a list for screen readers: an item a line, and in it the numbers that can be
// followed.
#pragma once

namespace lab {

class ExplanationBrowser;

/// Makes every ExplanationBrowser such a list. May be called any number of times.
void installExplanationAccessibility();

/// Tells assistive technology which link the keyboard has gone to.
void tellLinkReached(ExplanationBrowser& browser);

} // namespace lab
