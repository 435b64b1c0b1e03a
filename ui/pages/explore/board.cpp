// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board.h"

#include "core/experiment/cache_step.h"
#include "ui/document/lab_document.h"
#include "ui/document/view_settings.h"
#include "ui/keys/tab_order.h"
#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"
#include "ui/pages/explore/board_connectors.h"
#include "ui/pages/explore/dropout_controls.h"
#include "ui/pages/explore/mask_controls.h"
#include "ui/pages/explore/norm_controls.h"
#include "ui/pages/explore/operation_label.h"
#include "ui/pages/explore/scale_controls.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/pages/explore/weight_controls.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/control_row.h"

#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr double leastDescription = 220;  // points of width, beside the cards
constexpr double widestDescription = 760; // points: longer lines are hard to read

/// Columns and rows as shown, with those for which room is left.
QSize shapeOf(const HeatmapContent& content) {
    const HeatmapMapping mapping = content.mapping();
    Index rows = mapping.rows, columns = mapping.columns;
    if (content.room) {
        rows = std::max(rows, content.room->rows);
        columns = std::max(columns, content.room->columns);
    }
    const QSize stored(static_cast<int>(columns), static_cast<int>(rows));
    return mapping.transposed ? stored.transposed() : stored;
}

} // namespace

Board::Board(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
             QWidget* parent)
    : PlacedPage(document, selection, theme, parent), m_choices(choices), m_content(widget()),
      m_connectors(new BoardConnectors(theme, m_content)) {
    setAccessibleName(tr("Board"));
    connect(this, &Board::aloneChanged, this, &Page::subjectChanged);
    for (const StageInfo& stage : all_stages()) {
        auto* operation = new OperationLabel(theme, m_content);
        if (stage.id == StageId::masked_scores) // so that switching a mask moves nothing
            operation->reserve(operationText({}, stage.id));
        auto* shown = new StageCard(document, selection, theme, stage.id, m_content);
        m_cards.push_back({shown, operation});
        connect(shown, &StageCard::numbersRequested, this,
                [this](StageId id) { emit numbersRequested(id, m_selection.head()); });
        connect(shown, &StageCard::coverRequested, this, &Board::coverRequested);
        connect(shown, &StageCard::menuMade, this, &Board::cardMenuMade);
        connect(shown, &StageCard::checkRequested, this,
                [this](StageId id) { emit checkRequested(id, m_selection.head()); });
        connect(shown, &StageCard::exportRequested, this, [this](StageId id) {
            emit exportRequested(StageFigure{id, m_selection.head()});
        });
        connect(shown, &StageCard::copyRequested, this, [this](StageId id) {
            emit copyRequested(StageFigure{id, m_selection.head()});
        });
        connect(shown, &StageCard::refused, this, &Board::refused);
        connect(shown, &StageCard::aloneRequested, this, &Board::toggleAlone);
        connect(shown, &StageCard::foldRequested, this, [this, shown](bool folds) {
            // While presenting, an unfolded card is shown alone, as the one thing to look at.
            folds         ? setUnfolded(shown->stage(), false)
            : m_presented ? showAlone(shown->stage())
                          : reveal(shown->stage());
        });
        connect(&shown->heatmap(), &MatrixHeatmap::cursorMoved, this, [this, shown](StoredCell cell) {
            if (const auto at = shown->cellAt(cell))
                follow(*at);
        });
        followFocusOf(shown);
        followFocusOf(&shown->heatmap());
    }
    addControls(StageId::scaled_scores, new ScaleControls(document, theme, *card(StageId::scaled_scores)));
    addControls(StageId::masked_scores, new MaskControls(document, theme, *card(StageId::masked_scores)));
    auto* weightControls = new WeightControls(document, choices, *card(StageId::weights), theme);
    addControls(StageId::weights, weightControls);
    connect(weightControls, &WeightControls::dropoutTurnedOn, this,
            [this] { reveal(StageId::dropped_weights); });
    addControls(StageId::dropped_weights, new DropoutControls(document, theme));

    connect(&document, &LabDocument::changed, this, &Board::refresh);
    connect(&document, &LabDocument::changed, this, &Board::forgetMatrices);
    connect(&document, &LabDocument::viewChanged, this, [this] { refresh({Field::description, {}}); });
    connect(&document, &LabDocument::previewEnded, this, [this] { refresh({Field::description, {}}); });
    // Only numbers changed: a block skips controls and texts.
    connect(&document, &LabDocument::computed, this, [this] { refresh({Field::description, Block{}}); });
    connect(&choices, &PageChoices::boardChanged, this, &Board::relayout);
    connect(&selection, &Selection::headChanged, this, [this] { refresh({Field::description, {}}); });
    connect(&selection, &Selection::inspectedChanged, this, [this] {
        if (const auto& inspected = m_selection.inspected())
            follow(*inspected);
        showExplained();
    });
    connect(&theme, &Theme::changed, this, [this] {
        restyle();
        m_laidOut.clear();
        relayout();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this] { m_follows = m_follows && m_placing; });
    m_scale = theme.scale(); // a window that opens enlarged has grown from nothing
    restyle();
    const QScopedValueRollback hasNoSize(m_placing, true);
    refresh({});
}

StageCard* Board::card(StageId id) const {
    return m_cards[static_cast<std::size_t>(id)].card;
}

void Board::frame(std::optional<StageId> id) {
    for (const StageInfo& stage : all_stages())
        card(stage.id)->setFramed(stage.id == id);
}

/// A card folds and unfolds with those that belong to it. Where there is room for them, nothing changes.
void Board::setUnfolded(StageId id, bool unfolded) {
    for (const StageId each : foldsWith(id)) {
        std::erase(m_foldedOfStep, each);
        if (m_stages && !unfolded)
            m_foldedOfStep.push_back(each);
        if (!unfolded)
            std::erase(m_neededStages, each);
    }
    m_choices.setUnfolded(foldsWith(id), unfolded);
    if (m_stages || !unfolded)
        relayout();
}

/// What somebody has unfolded or needs, and the cards of a lesson's step: it speaks of their numbers.
std::vector<StageId> Board::wantedUnfolded() const {
    std::vector<StageId> wanted = m_choices.unfolded();
    if (m_presented)
        return wanted;
    std::ranges::copy(m_neededStages, std::back_inserter(wanted));
    if (!m_stages)
        return wanted;
    std::ranges::copy_if(*m_stages, std::back_inserter(wanted), [&](StageId each) {
        return std::ranges::find(m_foldedOfStep, each) == m_foldedOfStep.end();
    });
    return wanted;
}

void Board::addControls(StageId id, ControlRow* controls) {
    card(id)->setControls(controls);
    controls->installEventFilter(this);
    for (QWidget* each : controls->findChildren<QWidget*>())
        followFocusOf(each);
    connect(controls, &ControlRow::refused, this, &Board::refused);
    m_controls.push_back(controls);
    tabAfter(card(id)->heatmap(), *controls);
}

void Board::addNormControls() {
    m_hasNormControls = true;
    for (const StageId id : {StageId::queries, StageId::keys})
        addControls(id, new NormControls(m_document, m_theme));
}

void Board::setCovered(int height) {
    if (height == m_covered)
        return;
    m_covered = height;
    setViewportMargins(0, 0, 0, height);
}

void Board::setDescription(QWidget* description) {
    m_description = description;
    if (description) {
        description->setParent(m_content);
        description->installEventFilter(this);
        for (QWidget* each : description->findChildren<QWidget*>())
            followFocusOf(each);
    }
    if (isVisible()) // else it is laid out when it gets its size
        relayout();
}

/// The room for the cards, as if nothing covered the board or stood below it. It is the same whether the
/// vertical bar is visible or not: otherwise both could change each other for ever. The bar takes the margin
/// beside the cards.
QSize Board::room() const {
    const int bar = verticalScrollBar()->sizeHint().width();
    const int line = m_alone ? 0 : m_explanation;
    return maximumViewportSize() + QSize(std::min(0, m_theme.px(boardMargin) - bar), m_covered + line);
}

/// The room by which the look is chosen: as if the text were not enlarged, in lengths of today. So enlarging
/// it makes no cell smaller and takes away no number; the page scrolls instead.
QSize Board::roomForLook() const {
    const double more = m_presented ? 0.0 : std::max(0.0, m_theme.scale() / 100.0 - 1);
    return room() + window()->size() * more;
}

std::optional<Figure> Board::figure() const {
    return StageFigure{StageId::weights, m_selection.head()};
}

bool Board::shows(StageId id) const {
    const std::vector<StageId> stages = boardStages(m_document.experiment());
    return std::ranges::find(stages, id) != stages.end() &&
           (!m_stages || std::ranges::find(*m_stages, id) != m_stages->end());
}

void Board::setStages(const std::optional<std::vector<StageId>>& stages) {
    if (m_stages == stages)
        return;
    m_stages = stages;
    m_foldedOfStep.clear();
    updateControls();
    layOutAnew();
    emit stagesChanged();
}

void Board::setNeededStages(const std::vector<StageId>& stages) {
    std::vector<StageId> needed;
    for (const StageId each : stages)
        std::ranges::copy(foldsWith(each), std::back_inserter(needed));
    if (std::exchange(m_neededStages, needed) != needed)
        layOutAnew();
}

std::vector<BoardCard> Board::shownCards() const {
    std::vector<BoardCard> shown;
    for (const StageId id : boardStages(m_document.experiment())) {
        if (m_alone ? id == *m_alone : shows(id))
            shown.push_back(m_cards[static_cast<std::size_t>(id)]);
    }
    return shown;
}

void Board::refresh(const Change& change) {
    if (m_away)
        return; // skip refresh while hidden
    dropAlone();
    const std::vector<BoardCard> shown = shownCards();
    QElapsedTimer timer;
    timer.start();
    // Stages of visible cards are computed first.
    std::vector<BoardCard> asked = shown;
    std::stable_partition(asked.begin(), asked.end(),
                          [this](const BoardCard& each) { return isInSight(*each.card); });
    bool complete = true;
    std::uint64_t newest = 0;
    for (const BoardCard& each : asked) {
        const StageView view = each.card->view();
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
    for (const BoardCard& each : asked) {
        if (m_document.isPreviewing() && LateCards::isSlow(*each.card)) {
            m_late.add(*each.card);
            continue;
        }
        m_late.remove(*each.card);
        each.card->refresh(change);
    }
    if (!change.block) // a changed number affects no control
        updateControls();
    if (m_placing) {
        // The constructor: it is laid out when it gets its size.
    } else if (!isLaidOut(shown) || viewSettings(m_document.experiment()).decimals != m_basis.decimals) {
        relayout();
    } else if (!change.block) {
        showOperations(shown, fitter(shown, room(), 0));
    }
    emit refreshed();
}

bool Board::isInSight(const StageCard& card) const {
    const QRect page(-m_content->pos(), viewport()->size());
    return page.intersects(card.geometry());
}

void Board::updateControls() {
    const Experiment& experiment = m_document.experiment();
    if (experiment.scores.qk_norm && !m_hasNormControls)
        addNormControls();
    for (ControlRow* each : m_controls)
        each->refresh();
    std::vector<StageId> shown;
    for (const BoardCard& each : shownCards())
        shown.push_back(each.card->stage());
    for (const BoardCard& each : m_cards) {
        each.card->showControls();
        // An unfinished document may not know its d_k yet.
        const bool known = !is_empty(experiment) || each.card->stage() != StageId::scaled_scores;
        each.operation->setOperation(known ? operationText(experiment, each.card->stage(), shown)
                                           : QString());
    }
    updateEmptyState();
}

/// Where the description goes: right of the last rows of cards if it fits there, or else below all of them.
/// Empty where there is none.
QRect Board::descriptionPlace(const BoardArrangement& arrangement, int width) const {
    if (!m_description || m_presented || m_alone)
        return {};
    const int margin = m_theme.px(boardMargin);
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

Board::Basis Board::basis(const std::vector<BoardCard>& shown) const {
    Basis basis{m_theme.scale(), window()->size(), {}, {}, viewSettings(m_document.experiment()).decimals};
    for (const BoardCard& each : shown) {
        basis.stages.push_back(each.card->stage());
        basis.shapes.push_back(shapeOf(each.card->heatmap().content()));
    }
    return basis;
}

/// Word by word, cards stay where they are: the look stays while everything fits with it.
bool Board::keepsLook(const BoardFitter& fitter, const Basis& now) {
    const bool isStep = is_cache_step(m_document.experiment());
    const QSize before = std::exchange(m_stepsIn, isStep ? room() : QSize());
    return isStep && before == m_stepsIn && now == m_basis && fitter.areInSight(m_chosen);
}

/// Enlarging the text makes no cell smaller, takes away no number and folds no card: if nothing else has
/// changed, the look that was chosen at the smaller size stays, and the page scrolls.
void Board::chooseLook(const std::vector<BoardCard>& shown, int header) {
    BoardFitter fitter = this->fitter(shown, roomForLook(), header);
    if (m_alone && !shown.empty()) {
        m_basis = basis(shown);
        m_look = m_chosen = fitter.aloneLook();
        return;
    }
    const Basis now = basis(shown);
    Basis enlarged = m_basis;
    enlarged.scale = now.scale;
    if (m_presented ||
        (!keepsLook(fitter, now) && (enlarged != now || now.scale <= std::max(100, m_basis.scale)))) {
        m_basis = now;
        // Decimals that the user chose are worth folding cards, even if fewer of them would fit.
        const bool keepsDecimals = now.decimals.value_or(0) > 2;
        m_chosen =
            fitter.bestLook(keepsDecimals, m_stages.has_value(), [&](const BoardArrangement& arrangement) {
                const QRect described = descriptionPlace(arrangement, roomForLook().width());
                return described.isEmpty() ? 0 : described.bottom() + 1;
            });
    }
    m_look = fitter.withWishes(m_chosen, {wantedUnfolded(), m_choices.readsNumbers()});
}

void Board::showOperations(const std::vector<BoardCard>& shown, const BoardFitter& fitter) {
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i].operation->setText(fitter.operationBefore(i, m_look));
}

bool Board::isLaidOut(const std::vector<BoardCard>& shown) const {
    return m_look.cards.size() == shown.size() && fitter(shown, room(), 0).sizes(m_look) == m_laidOut;
}

void Board::relayout() {
    const QScopedValueRollback placing(m_placing, true);
    if (m_scale != m_theme.scale())
        beginToFollow();
    const std::vector<BoardCard> shown = shownCards();
    for (const BoardCard& each : m_cards) {
        const bool isShown = std::ranges::find(shown, each.card, &BoardCard::card) != shown.end();
        each.card->setVisible(isShown);
        each.card->setAlone(isShown && m_alone); // before a look is chosen: its button takes room
        if (!isShown)
            each.operation->hide();
    }
    const int header = placeHeader(room().width());
    // Nothing changes its size while a number is dragged, except for longer numbers and for stages that are
    // computed for the first time.
    if (!m_document.isPreviewing() || m_look.cards.size() != shown.size() ||
        basis(shown).shapes != m_basis.shapes)
        chooseLook(shown, header);
    const std::vector<QSize> before = m_laidOut;
    place(shown, header);
    if (m_follows)
        followWeights();
    if (m_laidOut != before && m_selection.inspected())
        follow(*m_selection.inspected());
}

void Board::place(const std::vector<BoardCard>& shown, int header) {
    const int width = room().width();
    const int margin = m_theme.px(boardMargin);
    const BoardFitter fitter = this->fitter(shown, room(), header);
    for (const BoardCard& each : shown) // before they are measured: this needs room
        each.card->setFoldable(std::ranges::find(m_look.unfolded, each.card->stage()) !=
                               m_look.unfolded.end());
    m_laidOut = fitter.sizes(m_look);
    const BoardArrangement arrangement = fitter.arranged(m_look, m_laidOut);
    showOperations(shown, fitter);
    const QPoint shift = this->shift(arrangement, header);
    std::vector<PlacedCard> placed;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto& [card, operation] = shown[i];
        card->setCardSize(m_look.cards[i]);
        card->heatmap().setWholeCells(m_alone || m_presented);
        card->setGeometry(arrangement.places[i].card.translated(shift));
        operation->setGeometry(arrangement.places[i].operation.translated(shift));
        operation->setVisible(!operation->text().isEmpty());
        placed.push_back({card->stage(), card->geometry(),
                          operation->text().isEmpty() ? QRect() : operation->geometry(),
                          card->isThumbnail()});
    }
    m_connectors->setConnectors(connectors(placed, m_theme.px(boardSpacing)));
    int height = shown.empty() ? header : shift.y() + arrangement.size.height();
    emptyState().setVisible(shown.empty());
    if (shown.empty())
        height += placeEmptyState(height, room());
    const QRect described = shown.empty() ? QRect() : descriptionPlace(arrangement, width);
    if (m_description) {
        m_description->setVisible(!described.isEmpty());
        m_description->setGeometry(described.translated(0, header));
    }
    if (!described.isEmpty())
        height = std::max(height, header + described.bottom() + 1 + margin);
    if (height - margin <= room().height()) // nothing but the margin would be scrolled into view
        height = std::min(height, room().height());
    m_needed = {shown.empty() ? 0 : arrangement.size.width(), height};
    fitContent();
}

bool Board::eventFilter(QObject* watched, QEvent* event) {
    // Controls learn some of their new sizes only when the event loop runs again, after a change of the text
    // size for instance.
    if (event->type() == QEvent::LayoutRequest &&
        std::ranges::find(m_controls, watched) != m_controls.end() && !m_away && !isLaidOut(shownCards()))
        relayout();
    if (event->type() == QEvent::LayoutRequest && watched == m_description)
        relayout();
    return PlacedPage::eventFilter(watched, event);
}

/// For long sentences, saves memory: while another page is shown, cards do not keep matrices that an edit has
/// made old.
void Board::forgetMatrices() {
    if (!m_away || is_empty(m_document.experiment()) || m_document.keepsEveryHead())
        return;
    for (const BoardCard& each : m_cards)
        each.card->forgetMatrix();
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
