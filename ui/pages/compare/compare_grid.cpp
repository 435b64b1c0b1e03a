// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/compare_grid.h"

#include "ui/look/theme.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace lab {

namespace {

constexpr int leastPixels = 3; // width of a thumbnail's cell
constexpr double cardGap = 12;
constexpr double leastPartWidth = 250, leastPartHeight = 150; // of a card that shows a part

/// The number of rows that cards of these sizes take in `room` pixels of width, and their total height.
std::pair<int, int> flowed(const std::vector<QSize>& sizes, int room, int gap) {
    int rows = 0;
    int height = 0;
    int line = 0;
    int x = room + 1;
    for (const QSize& size : sizes) {
        if (x + size.width() > room) {
            height += line + (rows > 0 ? gap : 0);
            ++rows;
            line = 0;
            x = 0;
        }
        x += size.width() + gap;
        line = std::max(line, size.height());
    }
    return {rows, height + line};
}

} // namespace

CompareGrid::CompareGrid(const Theme& theme, QWidget* last, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_flow(new FlowLayout(this)), m_last(last) {
    m_flow->setContentsMargins({});
    m_flow->setTopAligned(true);
    m_flow->addWidget(last);
}

void CompareGrid::addPlace() {
    Place made{new QWidget(this), nullptr, nullptr};
    auto* column = new QVBoxLayout(made.whole);
    column->setContentsMargins({});
    column->setSpacing(0);
    made.card = new MatrixCard(m_theme, made.whole);
    made.use = new PillButton(m_theme, PillButton::Kind::plain, tr("Apply"), made.whole);
    made.use->setSmall();
    made.use->setToolTip(tr("Apply this variant to the document; can be undone"));
    column->addWidget(made.card);
    column->addWidget(made.use, 0, Qt::AlignLeft);
    column->addStretch();
    m_flow->removeWidget(m_last);
    m_flow->addWidget(made.whole);
    m_flow->addWidget(m_last);
    const std::size_t which = m_places.size();
    m_places.push_back(made);
    const MatrixHeatmap& heatmap = made.card->heatmap();
    connect(&heatmap, &MatrixHeatmap::cellHovered, this,
            [this, which](std::optional<StoredCell> cell) { emit cellHovered(which, cell); });
    connect(&heatmap, &MatrixHeatmap::cursorMoved, this,
            [this, which](StoredCell cell) { emit cellHovered(which, cell); });
    connect(&heatmap, &MatrixHeatmap::cellClicked, this,
            [this, which](StoredCell cell) { emit cellClicked(which, cell); });
    connect(made.card, &MatrixCard::menuRequested, this,
            [this, which](const QPoint& where) { emit menuRequested(which, where); });
    connect(made.use, &QAbstractButton::clicked, this, [this, which] { emit applyRequested(which); });
}

void CompareGrid::use(std::size_t count) {
    while (m_places.size() < count)
        addPlace();
    m_count = count;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        m_places[i].whole->setVisible(i < count);
        m_places[i].use->hide();
        if (i >= count)
            card(i).heatmap().setContent({}); // which may be large
        card(i).setChosen(false);
        card(i).header().setNote({});
        card(i).header().setDot({});
    }
}

std::vector<MatrixCard*> CompareGrid::cards() const {
    std::vector<MatrixCard*> cards;
    for (std::size_t i = 0; i < m_count; ++i)
        cards.push_back(m_places[i].card);
    return cards;
}

void CompareGrid::fill(std::size_t which, HeatmapContent content, const QString& title,
                       const QString& warning) {
    card(which).header().setTitle(title);
    card(which).setWarning(warning);
    card(which).heatmap().setContent(std::move(content));
}

void CompareGrid::offer(std::size_t which) {
    m_places[which].use->show();
}

void CompareGrid::setVeil(const QString& reason) {
    for (const MatrixCard* card : cards())
        card->heatmap().setVeil(reason);
}

/// Numbers if the cards fit side by side, or stacked within a few screens. Otherwise colours side by side,
/// and if even those do not fit, three thumbnails per row.
CardSize CompareGrid::cardSize(int width, int screen) const {
    const int gap = m_theme.px(cardGap);
    // `height` 0: only a single row fits.
    const auto fits = [&](Density density, int height) {
        std::vector<QSize> sizes;
        int widest = 0;
        for (const MatrixCard* card : cards()) {
            sizes.push_back(card->sizeFor({density}));
            widest = std::max(widest, sizes.back().width());
        }
        const auto [rows, high] = flowed(sizes, width, gap);
        return widest <= width && (rows <= 1 || high <= height);
    };
    using Try = std::pair<Density, int>;
    for (const auto& [density, height] :
         {Try{Density::digits, 0}, Try{Density::two_decimals, 0}, Try{Density::digits, screen},
          Try{Density::two_decimals, 4 * screen}, Try{Density::large_colour, 0}, Try{Density::colour, 0},
          Try{Density::small_colour, 0}}) {
        if (fits(density, height))
            return {density};
    }
    const int thumbnail = (width - 2 * gap) / 3 - m_theme.px(10);
    const Index most = cards().front()->heatmap().content().mapping().shownColumns();
    if (thumbnail >= static_cast<int>(most) * leastPixels)
        return {Density::small_colour, 1, thumbnail};
    return {Density::small_colour};
}

std::vector<QSize> CompareGrid::sizesAt(const CardSize& size) const {
    std::vector<QSize> sizes;
    for (const MatrixCard* card : cards())
        sizes.push_back(card->sizeFor(size));
    return sizes;
}

/// The sizes at which the cards fill the room and show the most of their matrices. With too many cards, each
/// has the least readable size, together they exceed the room, and the page scrolls.
std::vector<QSize> CompareGrid::partsIn(QSize room) const {
    const std::vector<QSize> whole = sizesAt({Density::two_decimals});
    const int gap = m_theme.px(cardGap);
    const QSize least(m_theme.px(leastPartWidth), m_theme.px(leastPartHeight));
    std::vector<QSize> best;
    double most = -1;
    for (int columns = 1; columns <= static_cast<int>(m_count); ++columns) {
        const int rows = (static_cast<int>(m_count) + columns - 1) / columns;
        const QSize each((room.width() - (columns - 1) * gap) / columns,
                         (room.height() - (rows - 1) * gap) / rows);
        if (columns > 1 && each.width() < least.width())
            break;
        std::vector<QSize> sizes;
        double seen = 0;
        for (const QSize& size : whole) {
            sizes.push_back(size.boundedTo(each.expandedTo(least)));
            seen += double(std::min(each.width(), size.width())) * std::min(each.height(), size.height());
        }
        if (each.height() < least.height())
            seen = 0; // it scrolls: the more columns, the less
        if (seen >= most) {
            most = seen;
            best = sizes;
        }
    }
    return best;
}

void CompareGrid::layOutForClass(QSize room, bool wantsLast) {
    if (m_count == 0)
        return;
    const int gap = m_theme.px(cardGap);
    const auto hasRoom = [&](const std::vector<QSize>& sizes) {
        const int widest = std::ranges::max_element(sizes, {}, &QSize::width)->width();
        return widest <= room.width() && flowed(sizes, room.width(), gap).second <= room.height();
    };
    const auto fits = [&](const CardSize& size) { return hasRoom(sizesAt(size)); };
    const auto largest = largestNumbers(m_theme, fits);
    m_showsParts = !largest;
    const CardSize size = largest.value_or(CardSize{Density::two_decimals});
    std::vector<QSize> sizes = m_showsParts ? partsIn(room) : sizesAt(size);
    for (std::size_t i = 0; i < m_count; ++i) {
        m_places[i].use->hide();
        card(i).setCardSize(size);
        card(i).setFixedSize(sizes[i]);
        card(i).heatmap().setWholeCells(true);
    }
    sizes.push_back(m_last->sizeHint());
    m_last->setVisible(wantsLast && hasRoom(sizes));
    updateGeometry();
}

/// The parts that are shown stay the same ones of all matrices.
void CompareGrid::wheelEvent(QWheelEvent* event) {
    if (!m_showsParts)
        return QWidget::wheelEvent(event);
    const QPoint by = event->angleDelta();
    for (const MatrixCard* card : cards())
        card->heatmap().scroll(event->modifiers() & Qt::ShiftModifier ? by.transposed() : by);
    event->accept();
}

void CompareGrid::layOut(int width, int screen) {
    m_showsParts = false;
    if (m_count == 0)
        return;
    for (const MatrixCard* card : cards())
        card->heatmap().setWholeCells(false);
    const CardSize size = cardSize(width, screen);
    for (MatrixCard* card : cards()) {
        card->setCardSize(size);
        if (card->width() > width) // the matrix then pans inside the card
            card->setFixedSize(QSize(width, std::min(card->height(), screen)));
    }
    updateGeometry();
}

void CompareGrid::restyle() {
    m_flow->setSpacing(m_theme.px(cardGap));
}

} // namespace lab
