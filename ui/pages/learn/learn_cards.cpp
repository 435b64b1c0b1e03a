// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/learn_cards.h"

#include "ui/look/theme.h"
#include "ui/pages/learn/wanted_legend.h"
#include "ui/pages/matrix_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"

#include <QHBoxLayout>

#include <algorithm>

namespace lab {

namespace {

constexpr double cardsApart = 10;   // points
constexpr double leastCell = 3;     // pixels of a thumbnail
constexpr int mostForNumbers = 200; // per cent

} // namespace

LearnCards::LearnCards(Selection& selection, const Theme& theme)
    : m_selection(selection), m_theme(theme), m_legend(new WantedLegend(theme)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    for (MatrixCard*& card : m_cards) {
        card = new MatrixCard(m_theme, this);
        row->addWidget(card, 0, Qt::AlignTop | Qt::AlignLeft);
        connect(card, &MatrixCard::menuRequested, this,
                [this, card](const QPoint& where) { emit menuRequested(where, card == m_cards[0]); });
    }
    row->addStretch();
    wanted().header().setTitle(tr("Wanted"));
    wanted().heatmap().setObjectName(QStringLiteral("wanted"));
    difference().header().setTitle(tr("Difference"));
    wanted().setFooter(m_legend);
    now().setColourBar(true);
    difference().setColourBar(true);
    connectCell(now());
    connectCell(difference());
    connect(&selection, &Selection::inspectedChanged, this, &LearnCards::updateMarks);
    connect(&selection, &Selection::hoveredChanged, this, &LearnCards::updateMarks);
    connect(&theme, &Theme::changed, this, &LearnCards::restyle);
    setStage(StageId::weights);
    restyle();
}

void LearnCards::setStage(StageId stage) {
    m_stage = stage;
    const bool isOutput = stage == StageId::output;
    wanted().header().setTitleTip(isOutput ? tr("Empty cells: any number will do")
                                           : tr("Empty cells: any weights will do. Pale ones share what the "
                                                "painted ones leave of their query"));
    now().header().setTitle(isOutput ? tr("Output") : tr("Attention weights"),
                            isOutput ? QString() : tr("Weights"));
    difference().header().setFormula(isOutput ? tr("<i>Y − T</i>") : tr("<i>A − T</i>"),
                                     tr("What is there less what is wanted"));
}

/// The shown one, of a stage that has heads.
HeadIndex LearnCards::head() const {
    return info(m_stage).per_head ? m_selection.head() : 0;
}

void LearnCards::connectCell(MatrixCard& card) {
    const auto ref = [this](StoredCell cell) { return CellRef{m_stage, head(), cell.row, cell.column}; };
    const auto hover = [this, ref](std::optional<StoredCell> cell) {
        m_selection.setHovered(cell ? std::optional(ref(*cell)) : std::nullopt);
    };
    connect(&card.heatmap(), &MatrixHeatmap::cellHovered, this, hover);
    connect(&card.heatmap(), &MatrixHeatmap::cursorMoved, this, hover);
    connect(&card.heatmap(), &MatrixHeatmap::cellClicked, this,
            [this, ref](StoredCell cell) { m_selection.toggleInspected(ref(cell)); });
}

void LearnCards::updateMarks() {
    if (!isVisible())
        return;
    const HeatmapMarkSet marks = marksOf(m_selection, m_stage, head());
    for (const MatrixCard* card : {&now(), &difference()})
        card->heatmap().setMarks(marks);
    wanted().heatmap().setMarks(
        {marks.row, marks.column, marks.inspected}); // nothing is computed from or to it
}

bool LearnCards::fits(const CardSize& size, QSize room, bool isStacked) const {
    int width = isStacked ? 0 : 2 * m_theme.px(cardsApart), height = 0;
    for (const MatrixCard* card : m_cards) {
        const QSize each = card->sizeFor(size);
        width = isStacked ? std::max(width, each.width()) : width + each.width();
        height = std::max(height, each.height());
    }
    return width <= room.width() && height <= room.height();
}

/// The largest numbers with which all three fit; nullopt if they would be too small, or lose names. Turned
/// names of columns leave cells narrow, and are used where numbers get clearly larger by that. `most`: how
/// large turned ones may be, in per cent; up to 100, none are enlarged.
std::optional<CardSize> LearnCards::numbersSize(QSize room, bool isStacked, int most) const {
    constexpr int step = 5; // per cent
    constexpr double clearly = 1.2;
    const auto fitting = [&](const CardSize& size) { return fits(size, room, isStacked); };
    std::optional<CardSize> upright;
    if (fitting({Density::two_decimals}))
        upright = most > 100 ? largestFitting(Density::two_decimals, m_theme, fitting)
                             : CardSize{Density::two_decimals};
    for (int percent = most; percent >= m_leastNumbers; percent -= step) {
        const CardSize turned{
            .density = Density::two_decimals, .enlargement = percent / 100.0, .turned = true, .snug = true};
        if (upright && turned.enlargement < clearly * upright->enlargement)
            break;
        if (fitting(turned) && now().namesAll(turned))
            return turned;
    }
    return upright;
}

/// The same, or else the largest cells of colours alone.
std::optional<CardSize> LearnCards::readableSize(QSize room, bool isStacked) const {
    if (const std::optional<CardSize> size = numbersSize(room, isStacked, mostForNumbers))
        return size;
    const std::optional<CardSize> size = colourSize(room, isStacked);
    return size && now().namesAll(*size) ? size : std::nullopt;
}

/// The largest cells of colours alone with which all three fit; nullopt if none do.
std::optional<CardSize> LearnCards::colourSize(QSize room, bool isStacked) const {
    const auto fitting = [&](const CardSize& size) { return fits(size, room, isStacked); };
    for (const Density density : allDensities) {
        if (isColourOnly(density) && fitting({density}))
            return largestFitting(density, m_theme, fitting);
    }
    return std::nullopt;
}

/// Colours alone, with some names, or none.
CardSize LearnCards::smallSize(QSize room) const {
    if (const std::optional<CardSize> size = colourSize(room, false))
        return *size;
    const int thumbnail = (room.width() - 2 * m_theme.px(cardsApart)) / 3 - m_theme.px(12);
    const Index columns = now().heatmap().content().mapping().shownColumns();
    if (thumbnail >= static_cast<int>(leastCell * static_cast<double>(columns)))
        return {Density::small_colour, 1, thumbnail};
    return {Density::small_colour};
}

void LearnCards::layOut(QSize room, int tallest, int leastNumbers) {
    m_leastNumbers = leastNumbers;
    const QSize tall(room.width(), std::max(room.height(), tallest));
    std::optional<CardSize> size = numbersSize(room, false, mostForNumbers);
    if (!size) // no more of the page than numbers need
        size = numbersSize(tall, false, 100);
    if (!size)
        size = readableSize(room, false);
    if (!size)
        size = readableSize(tall, false);
    const bool isBeside = size.has_value();
    if (!size)
        size = readableSize(tall, true);
    m_isStacked = size && !isBeside;
    m_size = size ? *size : smallSize(room);
    setSizes(room.width());
}

void LearnCards::keepSize(int width) {
    setSizes(width);
}

void LearnCards::setSizes(int width) {
    static_cast<QBoxLayout*>(layout())->setDirection(m_isStacked ? QBoxLayout::TopToBottom
                                                                 : QBoxLayout::LeftToRight);
    const bool fit = fits(m_size, {width, QWIDGETSIZE_MAX}, m_isStacked); // one may be wider than the others
    const int most = m_isStacked || fit ? width : (width - 2 * m_theme.px(cardsApart)) / 3;
    int height = 0;
    for (const MatrixCard* card : m_cards)
        height = std::max(height, m_isStacked ? 0 : card->sizeFor(m_size).height());
    for (MatrixCard* card : m_cards) {
        card->setCardSize(m_size);
        card->setFixedHeight(std::max(height, card->height())); // side by side they end in one line
        if (card->width() > most && !m_size.thumbnail)          // the matrix then pans inside the card
            card->setFixedWidth(std::max(most, m_theme.px(60)));
    }
}

void LearnCards::restyle() {
    layout()->setSpacing(m_theme.px(cardsApart));
}

} // namespace lab
