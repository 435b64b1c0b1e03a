// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which links are drawn, and where on the bars of their tokens they begin.
#pragma once

#include "ui/plots/links/links_content.h"

namespace lab {

/// Maximum number of links drawn, both of those in focus and of all. More would be slow and unreadable.
inline constexpr Index mostLinks = 4000;

struct LinksChoice {
    std::vector<Link> links; ///< strongest first; NaN and infinity last
    LinksCounts counts;
};

/// The strongest links that reach the threshold in magnitude, or all with `showsWeaker`: up to mostLinks. NaN
/// and infinity count as stronger than any number. They have no link while the weights are stale, because
/// stale weights are NaN where nothing is known yet.
LinksChoice chosenLinks(const LinksContent& content, double threshold, bool showsWeaker);

/// The links in focus, chosen by the same threshold as in chosenLinks(): up to mostLinks, in the same order.
std::vector<Link> linksOf(const LinksContent& content, double threshold, bool showsWeaker,
                          const LinksFocus& focus);

/// Whether a weight is below the threshold, up to rounding: equal weights of 1/n reach 1/n.
bool isWeaker(double weight, double threshold);

/// Sets where links begin: on the bar of a query in the order of the keys, on that of a key in the order of
/// the queries, heads side by side. Links that are not drawn have their place, too, so that none moves when
/// they are shown.
void placeLinks(const LinksContent& content, std::vector<Link>& links);

/// A token's links in words, strongest first, and how many more there are: "query “blue”: “sky” 0.3141, “is”
/// 0.2".
QString describe(const LinksContent& content, LinkToken token);

} // namespace lab
