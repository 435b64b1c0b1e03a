// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/all_pages.h"

#include "core/experiment/parameter.h"
#include "core/lesson/allow_names.h"
#include "ui/document/lab_document.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/geometry/geometry_page.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/learn/learn_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/statistics/statistics_page.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lab {

namespace {

class PageText {
    Q_DECLARE_TR_FUNCTIONS(PageStack)
};

template<class P>
Page* make(const PageNeeds& needs, const QWidget* /*first*/) {
    return new P(needs.document, needs.selection, needs.choices, needs.theme);
}

/// Two windows show one film.
Page* makePlay(const PageNeeds& needs, const QWidget* first) {
    return new PlayPage(needs.document, needs.selection, needs.theme, nullptr,
                        first ? &first->findChild<PlayPage*>()->player() : nullptr);
}

bool locksOverrides(const LabDocument& document) {
    return document.locks(allow_overrides);
}

/// Overrides are one of the ways in which a vector moves, parameters the others.
bool locksVectors(const LabDocument& document) {
    return locksOverrides(document) && std::ranges::all_of(all_parameters(), [&](const ParameterInfo& each) {
               return document.locks(each.name);
           });
}

PageParts partsOfExplore(const QString& explanationKey) {
    return {.hint = PageText::tr("Click a number to see how it was computed; double-click to override it"),
            .hintWithoutExplanation =
                PageText::tr("Click a number to inspect it, double-click to override it; %1 shows how it "
                             "was computed")
                    .arg(explanationKey),
            .isLocked = locksOverrides,
            .hintWhileLocked = PageText::tr("Click a number to see how it was computed")};
}

PageParts partsOfPlay(const QString& explanationKey) {
    return {.open = {.parameters = false, .explanation = false},
            .hint =
                PageText::tr("Space plays, ← and → go one step; click a number to see how it was computed"),
            .hintWithoutExplanation =
                PageText::tr("Space plays, ← and → go one step; click a number to inspect it, and %1 "
                             "shows how it was computed")
                    .arg(explanationKey),
            .manual = QStringLiteral("play")};
}

PageParts partsOfGeometry(const QString& explanationKey) {
    return {.open = {.parameters = false, .explanation = false},
            .hint = PageText::tr("Drag the tip of a vector to move it; click it to inspect it"),
            .hintWithoutExplanation =
                PageText::tr("Drag the tip of a vector to move it; click it to inspect it, and %1 shows how "
                             "its score or weight was computed")
                    .arg(explanationKey),
            .isLocked = locksVectors,
            .hintWhileLocked = PageText::tr("Click the tip of a vector to inspect it"),
            .manual = QStringLiteral("geometry")};
}

PageParts partsOfLinks(const QString& explanationKey) {
    return {.within = PageText::tr("Links"),
            .withinTip = PageText::tr("Queries and keys joined by ribbons as wide as the attention weights"),
            .open = {.parameters = false, .explanation = false},
            .hint = PageText::tr("Click a token or a ribbon to inspect it"),
            .hintWithoutExplanation =
                PageText::tr("Click a token or a ribbon to inspect it, and %1 shows how "
                             "its weight was computed")
                    .arg(explanationKey),
            .manual = QStringLiteral("explore")};
}

PageParts partsOfHeads(const QString& explanationKey) {
    return {.within = PageText::tr("Matrices"),
            .withinTip = PageText::tr("All heads side by side, and what each adds to the output"),
            .open = {.parameters = false, .explanation = false},
            .heads = false,
            .hint = PageText::tr("Point at a cell to highlight it in every head; click to select that "
                                 "head in Explore too"),
            .hintWithoutExplanation = PageText::tr("Point at a cell to highlight it in every head; click "
                                                   "to inspect it, and %1 shows how it was computed")
                                          .arg(explanationKey),
            .manual = QStringLiteral("explore")};
}

PageParts partsOfCompare(const QString& explanationKey) {
    return {.open = {.explanation = false},
            .hint = PageText::tr("Click a number to inspect it on every card"),
            .hintWithoutExplanation = PageText::tr("Click a number to inspect it on every card; %1 shows "
                                                   "how the document’s own was computed")
                                          .arg(explanationKey),
            .manual = QStringLiteral("explore")};
}

PageParts partsOfStatistics(const QString& /*explanationKey*/) {
    return {.open = {.explanation = false},
            .hint = PageText::tr("Click a stage for details"),
            .manual = QStringLiteral("explore")};
}

PageParts partsOfLearn(const QString& explanationKey) {
    return {
        .open = {.explanation = false},
        .hint = PageText::tr("Paint the attention that you want, or type the output, then press Find "
                             "weights"),
        .hintWithoutExplanation =
            PageText::tr("Paint the attention that you want, or type the output, then press Find weights; "
                         "%1 explains a number that you click")
                .arg(explanationKey),
        .manual = QStringLiteral("learn")};
}

constexpr std::array pages{
    PageInfo{"pageExplore", &Board::staticMetaObject, make<Board>,
             [] {
                 return PageTab{"tabExplore", PageText::tr("Explore"),
                                PageText::tr("Every stage of the computation"), Qt::CTRL | Qt::Key_1};
             },
             partsOfExplore},
    PageInfo{"pagePlay", &PlayPage::staticMetaObject, makePlay,
             [] {
                 return PageTab{"tabPlay", PageText::tr("Play"),
                                PageText::tr("The computation as a film, one operation at a time"),
                                Qt::CTRL | Qt::Key_2};
             },
             partsOfPlay},
    PageInfo{"pageGeometry", &GeometryPage::staticMetaObject, make<GeometryPage>,
             [] {
                 return PageTab{"tabGeometry", PageText::tr("Geometry"),
                                PageText::tr("A query among the keys, and its output among the values, as "
                                             "vectors in a plane"),
                                Qt::CTRL | Qt::Key_3};
             },
             partsOfGeometry},
    PageInfo{"pageHeads", &HeadsPage::staticMetaObject, make<HeadsPage>,
             [] {
                 return PageTab{
                     "tabHeads", PageText::tr("Heads"),
                     PageText::tr("Each head’s attention as matrices or as links; press again for the other"),
                     Qt::CTRL | Qt::Key_4};
             },
             partsOfHeads},
    PageInfo{"pageLinks", &LinksPage::staticMetaObject, make<LinksPage>, nullptr, partsOfLinks},
    PageInfo{"pageCompare", &ComparePage::staticMetaObject, make<ComparePage>,
             [] {
                 return PageTab{
                     "tabCompare", PageText::tr("Compare"),
                     PageText::tr("The document beside a snapshot, another document, or variants of itself"),
                     Qt::CTRL | Qt::Key_5};
             },
             partsOfCompare},
    PageInfo{"pageStatistics", &StatisticsPage::staticMetaObject, make<StatisticsPage>,
             [] {
                 return PageTab{"tabStatistics", PageText::tr("Statistics"),
                                PageText::tr("Mean, variance, entropy and more of every stage, and why "
                                             "scores are divided by √d_k"),
                                Qt::CTRL | Qt::Key_6};
             },
             partsOfStatistics},
    PageInfo{"pageLearn", &LearnPage::staticMetaObject, make<LearnPage>,
             [] {
                 return PageTab{
                     "tabLearn", PageText::tr("Learn"),
                     PageText::tr("Paint the attention that you want, and find parameters that give it"),
                     Qt::CTRL | Qt::Key_7};
             },
             partsOfLearn},
};

} // namespace

std::span<const PageInfo> allPages() {
    return pages;
}

} // namespace lab
