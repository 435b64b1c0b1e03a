// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board.h"

#include "ui/document/lab_document.h"
#include "ui/document/view_settings.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board_description.h"
#include "ui/pages/explore/mask_controls.h"
#include "ui/pages/explore/operation_label.h"
#include "ui/pages/explore/scale_controls.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/pages/explore/weight_controls.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/control_row.h"
#include "ui/widgets/fold_header.h"

#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr double cardMargin = 12;         // points, round the cards together
constexpr int enlargementSteps = 32;      // from the least to the largest cells
constexpr double leastDescription = 220;  // points of width, beside the cards
constexpr double widestDescription = 760; // points: longer lines are hard to read

} // namespace

Board::Board(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
             QWidget* parent)
    : PlacedPage(document, selection, theme, parent), m_content(widget()),
      m_description(new BoardDescription(theme, m_content)) {
    setAccessibleName(tr("Board"));
    connect(m_description, &BoardDescription::folded, this, &Board::relayout);
    followFocusOf(&m_description->header());
    for (const StageInfo& stage : all_stages()) {
        auto* operation = new OperationLabel(theme, m_content);
        if (stage.id == StageId::masked_scores) // so that switching a mask moves nothing
            operation->reserve(operationText({}, stage.id));
        auto* shown = new StageCard(document, selection, theme, stage.id, m_content);
        m_units.push_back({shown, operation});
        connect(shown, &StageCard::exportRequested, this, [this](StageId id) {
            emit exportRequested(StageFigure{id, m_selection.head()});
        });
        connect(shown, &StageCard::copyRequested, this, [this](StageId id) {
            emit copyRequested(StageFigure{id, m_selection.head()});
        });
        connect(shown, &StageCard::refused, this, &Board::refused);
        followFocusOf(&shown->heatmap());
    }
    addControls(StageId::scaled_scores, new ScaleControls(document, theme));
    addControls(StageId::masked_scores, new MaskControls(document, theme, *card(StageId::masked_scores)));
    addControls(StageId::weights, new WeightControls(document, choices, *card(StageId::weights), theme));

    connect(&document, &LabDocument::changed, this, &Board::refresh);
    connect(&document, &LabDocument::viewChanged, this, [this] { refresh({Field::description, {}}); });
    connect(&document, &LabDocument::previewEnded, this, [this] { refresh({Field::description, {}}); });
    // Only numbers changed: a block skips controls and texts.
    connect(&document, &LabDocument::computed, this, [this] { refresh({Field::description, Block{}}); });
    connect(&selection, &Selection::headChanged, this, [this] { refresh({Field::description, {}}); });
    connect(&theme, &Theme::changed, this, [this] {
        restyle();
        m_laidOut.clear();
        relayout();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this] { m_follows = m_follows && m_placing; });
    restyle();
    refresh({});
}

StageCard* Board::card(StageId id) const {
    return m_units[static_cast<std::size_t>(id)].card;
}

void Board::addControls(StageId id, ControlRow* controls) {
    card(id)->setControls(controls);
    controls->installEventFilter(this);
    for (QWidget* each : controls->findChildren<QWidget*>())
        followFocusOf(each);
    connect(controls, &ControlRow::refused, this, &Board::refused);
    m_controls.push_back(controls);
}

void Board::reveal(StageId id) {
    ensureWidgetVisible(card(id), m_theme.px(20), m_theme.px(20));
}

void Board::reveal(const CellRef& cell) {
    const StageCard& shown = *card(cell.stage);
    if (!shown.isVisibleTo(m_content))
        return;
    const MatrixHeatmap& heatmap = shown.heatmap();
    const QPointF middle = heatmap.cellRect({cell.row, cell.column}).center();
    const QPoint place = heatmap.mapTo(m_content, middle.toPoint());
    ensureVisible(place.x(), place.y(), m_theme.px(60), m_theme.px(40));
}

/// Before everything grows or shrinks.
void Board::beginToFollow() {
    m_scale = m_theme.scale();
    if (m_follows)
        return;
    m_home = verticalScrollBar()->value();
    m_follows = showsWeights();
}

/// The weights stay in sight while everything grows. When it shrinks again, the page comes back to where it
/// was.
void Board::followWeights() {
    verticalScrollBar()->setValue(m_home);
    if (!showsWeights())
        ensureWidgetVisible(card(StageId::weights), m_theme.px(20), m_theme.px(20));
}

/// Whether at least half of the weights is in sight, or they fill half of the page.
bool Board::showsWeights() const {
    const StageCard& weights = *card(StageId::weights);
    if (!weights.isVisibleTo(m_content))
        return false;
    const QRect page(-m_content->pos(), viewport()->size());
    return 2 * page.intersected(weights.geometry()).height() >= std::min(weights.height(), page.height());
}

void Board::setCovered(int height) {
    if (height == m_covered)
        return;
    m_covered = height;
    setViewportMargins(0, 0, 0, height);
}

/// The room for the cards, as if nothing covered the board. It is the same whether the vertical bar is
/// visible or not: otherwise both could change each other for ever. The bar takes the margin beside the
/// cards.
QSize Board::room() const {
    const int bar = verticalScrollBar()->sizeHint().width();
    return maximumViewportSize() + QSize(std::min(0, m_theme.px(cardMargin) - bar), m_covered);
}

/// The room by which the look is chosen: as if the text were not enlarged, in lengths of today. So enlarging
/// it makes no cell smaller and takes away no number; the page scrolls instead.
QSize Board::roomForLook() const {
    const double more = std::max(0.0, m_theme.scale() / 100.0 - 1);
    return room() + window()->size() * more;
}

std::optional<Figure> Board::figure() const {
    return StageFigure{StageId::weights, m_selection.head()};
}

std::vector<Board::Unit> Board::shownUnits() const {
    std::vector<Unit> shown;
    for (const StageId id : boardStages(m_document.experiment()))
        shown.push_back(m_units[static_cast<std::size_t>(id)]);
    return shown;
}

void Board::refresh(const Change& change) {
    if (m_away)
        return; // skip refresh while hidden
    const std::vector<Unit> shown = shownUnits();
    QElapsedTimer timer;
    timer.start();
    // Stages of visible cards are computed first.
    std::vector<Unit> asked = shown;
    std::stable_partition(asked.begin(), asked.end(),
                          [this](const Unit& unit) { return isInSight(*unit.card); });
    bool complete = true;
    std::uint64_t newest = 0;
    for (const Unit& unit : asked) {
        const StageView view = unit.card->view();
        complete = complete && !view.stale;
        newest = std::max(newest, view.revision);
    }
    if (!complete && !m_computing.isValid())
        m_computing = timer;
    if (complete && std::exchange(m_newest, newest) != newest)
        m_milliseconds =
            static_cast<double>((m_computing.isValid() ? m_computing : timer).nsecsElapsed()) / 1e6;
    if (complete)
        m_computing.invalidate();
    for (const Unit& unit : asked)
        unit.card->refresh(change);
    bool describesAnew = false;
    if (!change.block) { // a changed number affects no control and no text
        updateControls();
        describesAnew = m_description->refresh(m_document.experiment(), m_document.opened());
    }
    if (describesAnew || sizes(m_look, shown, room()) != m_laidOut ||
        viewSettings(m_document.experiment()).decimals != m_decimals)
        relayout();
    emit refreshed();
}

bool Board::isInSight(const StageCard& card) const {
    const QRect page(-m_content->pos(), viewport()->size());
    return page.intersects(card.geometry());
}

void Board::updateControls() {
    const Experiment& experiment = m_document.experiment();
    for (ControlRow* each : m_controls)
        each->refresh();
    for (const Unit& unit : m_units) {
        // An unfinished document may not know its d_k yet.
        const bool known = !is_empty(experiment) || unit.card->stage() != StageId::scaled_scores;
        unit.operation->setText(known ? operationText(experiment, unit.card->stage()) : QString());
    }
    updateEmptyState();
}

/// Where the description goes: right of the last rows of cards if it fits there, or else below all of them.
QRect Board::descriptionPlace(const BoardArrangement& arrangement, int width) const {
    const int margin = m_theme.px(cardMargin);
    const int widest = m_theme.px(widestDescription);
    const int bottom = arrangement.size.height() - margin;
    int right = 0; // of the rows so far, from the last one
    for (std::size_t i = arrangement.places.size(); i-- > 0;) {
        const QRect& card = arrangement.places[i].card;
        right = std::max(right, card.right() + 1);
        if (i > 0 && arrangement.places[i - 1].card.top() == card.top())
            continue;
        const int left = right + 2 * margin;
        const int free = std::min(width - margin - left, widest);
        if (free < m_theme.px(leastDescription))
            break;
        if (const int height = m_description->heightForWidth(free); height <= bottom - card.top())
            return {left, card.top(), free, height};
    }
    const int below = std::min(width - 2 * margin, widest);
    return {margin, arrangement.size.height(), below, m_description->heightForWidth(below)};
}

std::vector<QSize> Board::sizes(const Look& look, const std::vector<Unit>& units, QSize room) const {
    std::vector<QSize> result;
    for (const Unit& unit : units) {
        result.push_back(unit.card->sizeFor(look.density, look.enlargement, matrixLimit(room)));
        result.push_back(unit.operation->text().isEmpty() ? QSize() : unit.operation->sizeHint());
    }
    return result;
}

BoardArrangement Board::arrangeAt(const Look& look, const std::vector<Unit>& shown, QSize room) {
    for (ControlRow* each : m_controls)
        each->setFolded(look.folded);
    m_laidOut = sizes(look, shown, room);
    std::vector<BoardUnit> units;
    for (std::size_t i = 0; i < shown.size(); ++i)
        units.push_back(boardUnit(shown[i].card->stage(), m_laidOut[2 * i + 1], m_laidOut[2 * i]));
    return arrange(units, room.width(), m_theme.px(cardMargin), m_theme.px(8));
}

/// The largest density at which the whole board is visible, and there the largest cells. Numbers are worth a
/// little scrolling, and much of it if not even colours would fit, but not if a matrix is larger than the
/// window. Decimals that the user chose are worth scrolling too, even if fewer of them would fit.
Board::Look Board::chooseLook(const std::vector<Unit>& shown, int header) {
    const int edge = m_theme.px(cardMargin); // the margin under the last card need not be visible
    const QSize room = roomForLook();
    const auto fits = [&](const Look& look, int screens) {
        const BoardArrangement arrangement = arrangeAt(look, shown, room);
        return arrangement.size.height() - edge + header <= screens * room.height() &&
               arrangement.size.width() <= room.width();
    };
    const auto isWhole = [&](Density density) {
        return std::ranges::all_of(shown, [&](const Unit& unit) {
            const QSize matrix = unit.card->heatmap().sizeFor(density);
            return matrix.boundedTo(matrixLimit(room)) == matrix;
        });
    };
    // Fold the controls before giving up numbers.
    std::vector<Look> looks{{Density::digits, false}};
    for (const Density density :
         {Density::two_decimals, Density::large_colour, Density::colour, Density::small_colour}) {
        looks.push_back({density, false});
        looks.push_back({density, true});
    }
    const bool chosen = m_decimals.value_or(0) > 2;
    const bool whole = isWhole(Density::two_decimals);
    for (Look look : looks) {
        if (look.density == Density::large_colour && !look.folded && whole &&
            fits({Density::two_decimals, false}, 3))
            return {Density::two_decimals, false};
        if (fits(look, 1)) {
            look.enlargement = chooseEnlargement(look, shown, header);
            return look;
        }
        if (look.density == Density::digits && chosen && isWhole(look.density) && fits(look, 3))
            return look;
    }
    return {whole ? Density::two_decimals : Density::colour, false};
}

/// The largest enlargement with which the board is still visible as a whole, and the description if it is
/// visible beside cells of the least size.
double Board::chooseEnlargement(const Look& look, const std::vector<Unit>& shown, int header) {
    const int edge = m_theme.px(cardMargin);
    const QSize room = roomForLook();
    const double most = mostEnlargement(look.density, m_theme);
    const auto enlarged = [&](int step) {
        Look larger = look;
        larger.enlargement = 1 + (most - 1) * step / enlargementSteps;
        return larger;
    };
    const auto ends = [&](int step, bool described) { // the y coordinate that has to be visible
        const BoardArrangement arrangement = arrangeAt(enlarged(step), shown, room);
        if (arrangement.size.width() > room.width())
            return room.height() + 1;
        const int cards = header + arrangement.size.height() - edge;
        return described ? std::max(cards, header + descriptionPlace(arrangement, room.width()).bottom() + 1)
                         : cards;
    };
    const bool described = ends(0, true) <= room.height();
    int fits = 0;
    int fails = enlargementSteps + 1;
    while (fails - fits > 1) {
        const int step = (fits + fails) / 2;
        (ends(step, described) <= room.height() ? fits : fails) = step;
    }
    return enlarged(fits).enlargement;
}

/// The largest size of a matrix, leaving room for its card and the operation before it. A larger matrix pans
/// inside its card.
QSize Board::matrixLimit(QSize room) const {
    const QSize limit = room - QSize(m_theme.px(140), m_theme.px(110));
    return limit.expandedTo({m_theme.px(160), m_theme.px(160)});
}

void Board::relayout() {
    const QScopedValueRollback placing(m_placing, true);
    if (m_scale != m_theme.scale())
        beginToFollow();
    const std::vector<Unit> shown = shownUnits();
    for (const Unit& unit : m_units) {
        const bool visible = std::ranges::find(shown, unit.card, &Unit::card) != shown.end();
        unit.card->setVisible(visible);
        unit.operation->setVisible(visible && !unit.operation->text().isEmpty());
    }
    const int width = room().width();
    const int header = placeHeader(width);
    const int margin = m_theme.px(cardMargin);
    // Nothing changes its size while a number is dragged, except for longer numbers.
    if (!m_document.isPreviewing() || m_laidOut.size() != 2 * shown.size()) {
        m_decimals = viewSettings(m_document.experiment()).decimals;
        m_look = chooseLook(shown, header);
    }
    const BoardArrangement arrangement = arrangeAt(m_look, shown, room());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        shown[i].card->setDensity(m_look.density, m_look.enlargement);
        shown[i].card->setGeometry(arrangement.places[i].card.translated(0, header));
        shown[i].operation->setGeometry(arrangement.places[i].operation.translated(0, header));
    }
    int height = header + (shown.empty() ? 0 : arrangement.size.height());
    emptyState().setVisible(shown.empty());
    if (shown.empty())
        height += placeEmptyState(height, room());
    m_description->setVisible(!shown.empty() && !m_description->isEmpty());
    if (m_description->isVisibleTo(m_content)) {
        const QRect place = descriptionPlace(arrangement, width).translated(0, header);
        m_description->setGeometry(place);
        height = std::max(height, place.bottom() + 1 + margin);
    }
    const int cards = shown.empty() ? 0 : arrangement.size.width() - margin;
    m_content->resize(cards > viewport()->width() ? cards + margin : viewport()->width(), height);
    if (m_follows)
        followWeights();
}

bool Board::eventFilter(QObject* watched, QEvent* event) {
    // Controls learn some of their new sizes only when the event loop runs again, after a change of the text
    // size for instance.
    if (event->type() == QEvent::LayoutRequest &&
        std::ranges::find(m_controls, watched) != m_controls.end() && !m_away &&
        sizes(m_look, shownUnits(), room()) != m_laidOut)
        relayout();
    return PlacedPage::eventFilter(watched, event);
}

void Board::showEvent(QShowEvent* event) {
    PlacedPage::showEvent(event);
    if (std::exchange(m_away, false))
        refresh({});
}

void Board::hideEvent(QHideEvent* event) {
    PlacedPage::hideEvent(event);
    m_away = !event->spontaneous();
}

} // namespace lab
