// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board.h"

#include "ui/document/lab_document.h"
#include "ui/document/view_settings.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/mask_controls.h"
#include "ui/pages/explore/operation_label.h"
#include "ui/pages/explore/scale_controls.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/pages/explore/weight_controls.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/text/short_text.h"
#include "ui/widgets/fold_header.h"

#include <QLabel>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr double cardMargin = 12; // points, round the cards together

} // namespace

Board::Board(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : PlacedPage(document, selection, theme, parent), m_content(widget()),
      m_about(new FoldHeader(theme, tr("About the document as opened"), m_content)),
      m_description(new QLabel(m_content)) {
    setAccessibleName(tr("Board"));
    m_description->setWordWrap(true);
    m_description->setTextFormat(Qt::PlainText);
    m_about->hide();
    connect(m_about, &QAbstractButton::toggled, this, &Board::relayout);
    followFocusOf(m_about);
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
    addControls(StageId::weights, new WeightControls(document, theme));

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
        describesAnew = updateDescription();
    }
    if (describesAnew || sizes(m_density, shown) != m_laidOut ||
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

/// Folds a description that was written for another sentence or notation. Returns whether the room that it
/// takes may have changed.
bool Board::updateDescription() {
    const Experiment& now = m_document.experiment();
    const Experiment& opened = m_document.opened();
    const auto isOfAnother = [&] {
        const bool sameSource =
            now.source ? opened.source && now.source->tokens == opened.source->tokens : !opened.source;
        return now.description == opened.description && (now.sequence.tokens != opened.sequence.tokens ||
                                                         !sameSource || now.notation != opened.notation);
    };
    const QString text = shortText(now.description, shownOfText);
    const bool folds = !text.isEmpty() && isOfAnother();
    if (text == m_description->text() && folds == m_folds)
        return false;
    m_description->setText(text);
    if (std::exchange(m_folds, folds) != folds) {
        const QSignalBlocker silent(m_about); // relayout() follows
        m_about->setChecked(false);
    }
    return true;
}

/// Returns the y coordinate where it ends.
int Board::layOutDescription(int top, int width) {
    const int margin = m_theme.px(cardMargin);
    const bool described = !m_description->text().isEmpty() && emptyState().isHidden();
    m_about->setVisible(described && m_folds);
    m_description->setVisible(described && (!m_folds || m_about->isChecked()));
    if (m_about->isVisibleTo(m_content)) {
        const QSize size = m_about->sizeHint();
        m_about->setGeometry(margin, top, std::min(size.width(), width), size.height());
        top += size.height() + (m_about->isChecked() ? m_theme.px(4) : margin);
    }
    if (m_description->isVisibleTo(m_content)) {
        const int height = m_description->heightForWidth(width);
        m_description->setGeometry(margin, top, width, height);
        top += height + margin;
    }
    return top;
}

std::vector<QSize> Board::sizes(Density density, const std::vector<Unit>& units) const {
    std::vector<QSize> result;
    for (const Unit& unit : units) {
        result.push_back(unit.card->sizeFor(density, matrixLimit()));
        result.push_back(unit.operation->text().isEmpty() ? QSize() : unit.operation->sizeHint());
    }
    return result;
}

BoardArrangement Board::arrangeAt(Density density, bool folded, const std::vector<Unit>& shown) {
    m_density = density;
    for (ControlRow* each : m_controls)
        each->setFolded(folded);
    m_laidOut = sizes(density, shown);
    std::vector<BoardUnit> units;
    for (std::size_t i = 0; i < shown.size(); ++i)
        units.push_back(boardUnit(shown[i].card->stage(), m_laidOut[2 * i + 1], m_laidOut[2 * i]));
    return arrange(units, room().width(), m_theme.px(cardMargin), m_theme.px(8));
}

/// The largest density at which the whole board is visible. Numbers are worth a little scrolling, and much of
/// it if not even colours would fit, but not if a matrix is larger than the window. Decimals that the user
/// chose are worth scrolling too, even if fewer of them would fit.
BoardArrangement Board::chooseDensity(const std::vector<Unit>& shown, int header) {
    const int edge = m_theme.px(cardMargin); // the margin under the last card need not be visible
    const auto fits = [&](const BoardArrangement& arrangement, int screens) {
        return arrangement.size.height() - edge + header <= screens * room().height() &&
               arrangement.size.width() <= room().width();
    };
    const auto isWhole = [&](Density density) {
        return std::ranges::all_of(shown, [&](const Unit& unit) {
            const QSize matrix = unit.card->heatmap().sizeFor(density);
            return matrix.boundedTo(matrixLimit()) == matrix;
        });
    };
    m_decimals = viewSettings(m_document.experiment()).decimals;
    const bool chosen = m_decimals.value_or(0) > 2;
    if (BoardArrangement arrangement = arrangeAt(Density::digits, false, shown);
        fits(arrangement, 1) || (chosen && isWhole(Density::digits) && fits(arrangement, 3)))
        return arrangement;
    // Fold the controls before giving up numbers.
    for (const bool folded : {false, true}) {
        if (BoardArrangement arrangement = arrangeAt(Density::two_decimals, folded, shown);
            fits(arrangement, 1))
            return arrangement;
    }
    const bool whole = isWhole(Density::two_decimals);
    if (BoardArrangement arrangement = arrangeAt(Density::two_decimals, false, shown);
        whole && fits(arrangement, 3))
        return arrangement;
    for (const Density density : {Density::large_colour, Density::colour, Density::small_colour}) {
        for (const bool folded : {false, true}) {
            if (BoardArrangement arrangement = arrangeAt(density, folded, shown); fits(arrangement, 1))
                return arrangement;
        }
    }
    return arrangeAt(whole ? Density::two_decimals : Density::colour, false, shown);
}

/// The largest size of a matrix, leaving room for its card and the operation before it. A larger matrix pans
/// inside its card.
QSize Board::matrixLimit() const {
    const QSize limit = room() - QSize(m_theme.px(140), m_theme.px(110));
    return limit.expandedTo({m_theme.px(160), m_theme.px(160)});
}

void Board::relayout() {
    const std::vector<Unit> shown = shownUnits();
    for (const Unit& unit : m_units) {
        const bool visible = std::ranges::find(shown, unit.card, &Unit::card) != shown.end();
        unit.card->setVisible(visible);
        unit.operation->setVisible(visible && !unit.operation->text().isEmpty());
    }
    const int width = room().width();
    const int header = placeHeader(width);
    const int margin = m_theme.px(cardMargin);
    const BoardArrangement arrangement = chooseDensity(shown, header);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        shown[i].card->setDensity(m_density);
        shown[i].card->setGeometry(arrangement.places[i].card.translated(0, header));
        shown[i].operation->setGeometry(arrangement.places[i].operation.translated(0, header));
    }
    int height = header + (shown.empty() ? 0 : arrangement.size.height());
    emptyState().setVisible(shown.empty());
    if (shown.empty())
        height += placeEmptyState(height, room());
    height = layOutDescription(height, std::min(width - 2 * margin, m_theme.px(760)));
    const int cards = shown.empty() ? 0 : arrangement.size.width() - margin;
    m_content->resize(cards > viewport()->width() ? cards + margin : viewport()->width(), height);
}

bool Board::eventFilter(QObject* watched, QEvent* event) {
    // Controls learn some of their new sizes only when the event loop runs again, after a change of the text
    // size for instance.
    if (event->type() == QEvent::LayoutRequest &&
        std::ranges::find(m_controls, watched) != m_controls.end() && !m_away &&
        sizes(m_density, shownUnits()) != m_laidOut)
        relayout();
    return PlacedPage::eventFilter(watched, event);
}

void Board::restyle() {
    PlacedPage::restyle();
    m_description->setPalette(emptyState().palette());
    m_description->setFont(m_theme.font(TextRole::body));
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
