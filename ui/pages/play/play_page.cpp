// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/play_page.h"

#include "core/describe/names.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_controls.h"
#include "ui/pages/play/film_keys.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/film_strip.h"
#include "ui/pages/play/film_track.h"
#include "ui/pages/play/inspected_caption.h"
#include "ui/pages/play/scene_view.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/film/film_remark.h"
#include "ui/plots/film/scene_names.h"
#include "ui/selection/selection.h"
#include "ui/widgets/tab_switch.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

// In points.
constexpr double stripFrom = 530; // height from which scenes have thumbnails, in a window 800 high
constexpr double leastScene = 90;
constexpr double wantedScene = 200; // above a caption of full height
constexpr double leastCaption = 48;
constexpr double titleMargin = 6;

/// Shows a scene before its first step, which has been taken: with what was known at `place`.
void takeStepBack(SceneContent& content, const Film& film, FilmPlace place) {
    content.step.reset();
    content.partial.reset();
    content.bands.clear();
    content.bandRow = film.query_at(place + 1);
    for (ScenePanel& panel : content.panels) {
        panel.framed.clear();
        if (panel.slot == SceneSlot::result)
            panel.known = film.known(place, content.scene);
    }
}

/// Whether the arrow keys go from page to page.
bool isOnTabs(const QWidget* widget) {
    while (widget && !qobject_cast<const TabSwitch*>(widget))
        widget = widget->parentWidget();
    return widget != nullptr;
}

} // namespace

PlayPage::PlayPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent,
                   FilmPlayer* shared)
    : PlacedPage(document, selection, theme, parent),
      m_player(shared ? shared : new FilmPlayer(document, selection, this)),
      m_keys(new FilmKeys(*m_player, *this)), m_strip(new FilmStrip(theme, widget())),
      m_scene(new SceneView(document, theme, widget())), m_caption(new CaptionView(theme, widget())),
      m_controls(new FilmControls(*m_player, theme, widget())),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { m_scene->setVeil(reason); }, this)),
      m_title(new QLabel(widget())) {
    setAccessibleName(tr("Play"));
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setTextFormat(Qt::PlainText);
    setFocusProxy(m_scene);
    connectScene();
    connect(m_player, &FilmPlayer::moved, this, [this](bool glides) {
        m_isLooking = false;
        if (isVisible())
            showPlace(glides);
    });
    connect(m_player, &FilmPlayer::filmChanged, this, &PlayPage::refresh);
    connect(m_player, &FilmPlayer::playingChanged, this, [this] {
        // Paused, the film stands where its caption says. At its end, the last step is still shown.
        if (!m_player->isPlaying() && m_player->film() && m_player->place() < m_player->film()->size())
            m_scene->rest();
    });
    connect(&document, &LabDocument::viewChanged, this, [this] {
        // A step of the film changes the view as well; it has been shown by then.
        const NumberStyle style = numberStyle(m_document, m_selection.head());
        const auto& panels = m_scene->content().panels;
        if (panels.empty() || panels.front().content.style != style)
            refresh();
    });
    connect(&document, &LabDocument::previewEnded, this, &PlayPage::refresh);
    connect(&document, &LabDocument::computed, this, [this] {
        if (!m_isCurrent)
            refresh();
    });
    connect(&document, &LabDocument::coverChanged, this, &PlayPage::refresh);
    connect(&selection, &Selection::inspectedChanged, this, &PlayPage::followInspected);
    connect(&theme, &Theme::changed, this, [this] {
        restyle();
        relayout();
    });
    restyle();
}

PlayPage::~PlayPage() {
    m_player->disconnect(this); // it may stop playing while it is destroyed
}

void PlayPage::connectScene() {
    connect(m_strip, &FilmStrip::sceneChosen, m_player,
            [this](const Scene& scene) { m_player->goTo(scene); });
    const auto inspectParameter = [this](const ParameterCell& cell) { m_selection.inspect(cell); };
    connect(m_caption, &CaptionView::cellChosen, this, &PlayPage::inspect);
    connect(m_caption, &CaptionView::parameterChosen, this, inspectParameter);
    connect(m_scene, &SceneView::cellChosen, this, &PlayPage::inspect);
    connect(m_scene, &SceneView::parameterChosen, this, inspectParameter);
    connect(m_scene, &SceneView::cellHovered, &m_selection, &Selection::setHovered);
}

void PlayPage::inspect(const CellRef& cell) {
    if (info(cell.stage).per_head)
        m_selection.setHead(cell.head);
    m_selection.toggleInspected(cell);
}

void PlayPage::followInspected() {
    m_isLooking = m_selection.isInspecting();
    if (m_presented && m_explained && isVisible() && m_player->isCurrent())
        showPlace(false);
    else
        markInspected();
    showKnown();
}

/// Not before the film has come to it.
bool PlayPage::explainsInspected() const {
    if (!m_presented || !m_explained || !m_isLooking || !m_player->film())
        return false;
    if (!m_selection.inspected() || !inspectedStep(m_document.experiment(), m_selection))
        return m_selection.inspectedParameter().has_value();
    return knowsInspected();
}

/// Whether the film has computed the inspected cell. The film of one head says nothing of the others.
bool PlayPage::knowsInspected() const {
    const auto& cell = m_selection.inspected();
    const Film* film = m_player->film();
    if (!cell || !film || !has_cell(m_document.experiment(), *cell))
        return true;
    const Dimensions d = dimensions(m_document.experiment());
    const Index before = cell->row * length(info(cell->stage).columns, d) + cell->column;
    return before < film->known(m_player->place(), {cell->stage, cell->head, ScenePart::whole});
}

void PlayPage::goToKnown(const StageBlock& cells) {
    if (info(cells.stage).per_head)
        m_selection.setHead(cells.head);
    const Film* film = m_player->film();
    if (!film)
        return;
    const Block& block = cells.block;
    const Index columns = length(info(cells.stage).columns, dimensions(m_document.experiment()));
    const Index last = (block.row + block.rows - 1) * columns + block.column + block.columns - 1;
    FilmPlace low = m_player->place(), high = film->size();
    while (low < high) { // what is known stays so
        const FilmPlace middle = low + (high - low) / 2;
        if (film->known(middle, {cells.stage, cells.head, ScenePart::whole}) > last)
            high = middle;
        else
            low = middle + 1;
    }
    if (low != m_player->place())
        m_player->goTo(low);
}

void PlayPage::markInspected() {
    std::optional<Source> source;
    if (m_selection.inspectedParameter())
        source = *m_selection.inspectedParameter();
    else if (m_selection.inspected())
        source = *m_selection.inspected();
    m_scene->setInspected(source);
}

/// The matrices of the film's current stage.
std::vector<StageBlock> PlayPage::shownMatrices() const {
    std::vector<StageBlock> shown;
    for (const ScenePanel& panel : m_scene->content().panels) {
        if (const StageBlock* block = panel.stage(); block && !is_empty(m_document.experiment()))
            shown.push_back(wholeMatrix(m_document.experiment(), block->stage, block->head));
    }
    return shown;
}

std::optional<StageBlock> PlayPage::matrixAt(const QPoint& global) const {
    const ScenePanel* panel =
        m_scene->isVisible() ? m_scene->panelAt(m_scene->mapFromGlobal(global)) : nullptr;
    const StageBlock* of = panel ? panel->stage() : nullptr;
    return of ? std::optional(wholeMatrix(m_document.experiment(), of->stage, of->head)) : std::nullopt;
}

void PlayPage::bringIntoSight(const CellRef& cell) {
    m_scene->bringIntoSight(cell);
}

std::optional<Figure> PlayPage::figure() const {
    if (!m_player->film())
        return std::nullopt;
    return StageFigure{sceneAt(*m_player->film(), m_player->shownStep()).stage, m_selection.head()};
}

void PlayPage::setCovered(int height) {
    PlacedPage::setCovered(height);
    relayout(); // Qt resizes the view, not the page
}

void PlayPage::setPresented(bool presented) {
    m_presented = presented;
    m_explained = false;
    m_scene->setReadable(presented);
    m_caption->setPresented(presented);
    m_controls->setThin(presented);
    relayout();
    if (isVisible())
        showPlace(false);
}

bool PlayPage::setExplained(bool explained, int /*height*/) {
    m_explained = explained;
    m_isLooking = m_selection.isInspecting();
    if (isVisible())
        showPlace(false);
    return true;
}

int PlayPage::shareLastLine(int width) {
    return !is_empty(m_document.experiment()) && m_controls->setRoomAtEnd(width) ? m_controls->height() : 0;
}

void PlayPage::setTitled(bool titled) {
    if (std::exchange(m_titled, titled) != titled)
        relayout();
}

QString PlayPage::subject() const {
    const Film* film = m_player->film();
    return film ? sceneTitle(m_document.experiment(), sceneAt(*film, m_player->shownStep())) : QString();
}

/// Reads all numbers again.
void PlayPage::refresh() {
    if (!isVisible())
        return;
    const bool empty = updateEmptyState();
    if (!empty && m_player->film()) {
        m_strip->setFilm(m_document, *m_player->film());
        showTicks();
        showPlace(false);
    }
    relayout();
}

/// The stages of the present query, if each query has its own, and where the others begin.
void PlayPage::showTicks() {
    const Film& film = *m_player->film();
    const Experiment& experiment = m_document.experiment();
    m_tickedQuery = film.query_at(m_player->shownStep());
    std::vector<FilmTrack::Tick> ticks;
    for (const Scene& scene : film.scenes())
        ticks.push_back({film.begin(scene, m_tickedQuery), sceneName(experiment, scene),
                         shortSceneName(experiment, scene)});
    for (TokenIndex query = film.queries().first; query < film.queries().first + film.queries().count;
         ++query) {
        const auto begin = film.begin_of_query(query);
        if (begin && query != m_tickedQuery)
            ticks.push_back(
                {*begin, QString::fromStdString(axis_label(experiment, Axis::query_token, query)), {}});
    }
    std::ranges::stable_sort(ticks, {}, &FilmTrack::Tick::place);
    m_controls->track().setFilm(film.size(), std::move(ticks));
}

SceneContent PlayPage::shownContent() {
    const Film& film = *m_player->film();
    SceneContent content = sceneContent(m_document, film, m_player->shownStep());
    if (m_player->isBeforeScene())
        takeStepBack(content, film, m_player->place());
    if (!explainsInspected())
        return content;
    const std::optional<FilmStep> step = inspectedStep(m_document.experiment(), m_selection);
    frameStep(m_document.experiment(), content, step && step->scene == content.scene ? step : std::nullopt);
    return content;
}

void PlayPage::showPlace(bool glides) {
    const Film* film = m_player->film();
    if (!film)
        return;
    if (film->query_at(m_player->shownStep()) != m_tickedQuery)
        showTicks();
    SceneContent content = shownContent();
    if (content.scene != m_scene->content().scene)
        m_caption->beginAnew();
    m_strip->setPlace(*film, m_player->place(), content.scene);
    m_isCurrent = content.isReady;
    m_veil->setFreshness(m_isCurrent ? Freshness::current : Freshness::stale);
    const QString title = subject();
    const bool isOther = m_title->text() != title;
    m_title->setText(title);
    m_scene->setAccessibleName(tr("Film: %1").arg(title));
    m_scene->setContent(std::move(content), glides, m_player->seconds());
    markInspected();
    showCaption();
    m_controls->refresh();
    showKnown();
    if (isOther)
        emit subjectChanged();
}

/// Whether another page has the player: that one says when the film ends and what the sentence may show.
bool PlayPage::isSecond() const {
    return m_player->parent() != this;
}

/// Neither the sentence nor the line above the page says a number that the film has not come to.
void PlayPage::showKnown() {
    if (isSecond())
        return;
    m_selection.setInspectedKnown(!isVisible() || knowsInspected());
    const Film* film = isVisible() ? m_player->film() : nullptr;
    std::optional<Index> known;
    if (film) {
        const Dimensions d = dimensions(m_document.experiment());
        const Index here = film->known(
            m_player->place(), {StageId::weights, film->settings().head.value_or(0), ScenePart::whole});
        if (here < d.n_q * d.n_k)
            known = here;
    }
    m_selection.setKnownWeights(known);
}

void PlayPage::showCaption() {
    const Film& film = *m_player->film();
    const FilmPlace place = m_player->place();
    if (explainsInspected()) {
        explainInspected(*m_caption, m_document, m_selection);
    } else if (m_player->isBeforeScene()) {
        const Scene next = sceneAt(film, m_player->shownStep());
        m_caption->setText(tr("Next: %1. Space plays the film, → goes one step.")
                               .arg(sceneTitle(m_document.experiment(), next)));
    } else if (place == 0) {
        m_caption->setText(tr("Nothing is computed yet. Space plays the film, → goes one step."));
    } else if (const std::optional<Caption> caption = captionOf(m_document, film.step(place))) {
        m_caption->setCaption(*caption, captionDecimals(m_document.experiment()),
                              filmRemark(m_document, film, place, m_player->before()));
    } else {
        m_isCurrent = false;
        m_caption->setText(tr("Computing…"));
    }
    m_scene->setSpokenText(m_caption->text());
}

void PlayPage::keyPressEvent(QKeyEvent* event) {
    if (!m_keys->take(*event))
        PlacedPage::keyPressEvent(event);
}

void PlayPage::showEvent(QShowEvent* event) {
    PlacedPage::showEvent(event);
    refresh();
    if (!event->spontaneous() && m_player->film() && !isOnTabs(window()->focusWidget()))
        m_scene->setFocus(Qt::OtherFocusReason);
}

void PlayPage::hideEvent(QHideEvent* event) {
    PlacedPage::hideEvent(event);
    if (!event->spontaneous() && !isSecond())
        m_player->pause();
    showKnown();
}

/// What the menu would cover: the matrix at a point, and its cell there or, by keyboard, that of the cursor.
std::optional<CoverPlace> PlayPage::coverPlace(const QPoint& global, bool byKeyboard) const {
    const SceneContent& content = m_scene->content();
    const auto hit = byKeyboard ? m_scene->cursor()
                                : m_scene->geometryOfScene().cellAt(content, m_scene->mapFromGlobal(global));
    if (hit) {
        const Source source = content.panels[hit->panel].sourceOf(hit->cell);
        const auto* cell = std::get_if<CellRef>(&source);
        return cell ? std::optional(CoverPlace{cell->stage, cell->head, StoredCell{cell->row, cell->column},
                                               content.isReady})
                    : std::nullopt;
    }
    const auto matrix = matrixAt(global);
    return matrix ? std::optional(CoverPlace{matrix->stage, matrix->head, {}, content.isReady})
                  : std::nullopt;
}

void PlayPage::contextMenuEvent(QContextMenuEvent* event) {
    const QPoint where = event->globalPos();
    const std::optional<Figure> shown = figure();
    if (!shown || !m_scene->isVisible() || !m_scene->rect().contains(m_scene->mapFromGlobal(where)))
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto at = coverPlace(where, event->reason() == QContextMenuEvent::Keyboard))
        addCoverActions(*menu, m_document, m_selection, *at,
                        [this](const StageBlock& block) { emit coverRequested(block); });
    addFigureActions(*menu, *shown);
    menu->popup(where);
}

void PlayPage::relayout() {
    const bool empty = is_empty(m_document.experiment());
    const int width = viewport()->width();
    const int header = placeHeader(width);
    emptyState().setVisible(empty);
    const bool hasStrip = !empty && !m_presented && height() >= m_theme.px(stripFrom);
    m_strip->setVisible(hasStrip);
    const bool hasTitle = m_presented && !m_titled;
    m_title->setVisible(!empty && hasTitle);
    for (QWidget* each : {static_cast<QWidget*>(m_scene), static_cast<QWidget*>(m_caption),
                          static_cast<QWidget*>(m_controls)})
        each->setVisible(!empty);
    if (empty) {
        widget()->resize(width, header + placeEmptyState(header, viewport()->size()));
        return;
    }
    m_controls->setTrackAlone(!hasStrip);
    QFont titleFont = m_theme.font(TextRole::sentence);
    titleFont.setWeight(QFont::Bold);
    m_title->setFont(titleFont);
    const int title = hasTitle ? QFontMetrics(titleFont).height() + m_theme.px(titleMargin) : 0;
    const int strip = hasStrip ? m_strip->preferredHeight() : 0;
    const int controls = m_controls->heightForWidth(width);
    const int room = viewport()->height() - header - title - strip - controls;
    const int preferred = m_caption->preferredHeight();
    const int caption =
        std::clamp(room - m_theme.px(wantedScene), std::min(m_theme.px(leastCaption), preferred), preferred);
    const int scene = std::max(room - caption, m_theme.px(leastScene));
    int y = header;
    m_title->setGeometry(0, y, width, title);
    y += title;
    m_strip->setGeometry(0, y, width, strip);
    y += strip;
    m_scene->setGeometry(0, y, width, scene);
    y += scene;
    m_caption->setGeometry(0, y, width, caption);
    y += caption;
    m_controls->setGeometry(0, y, width, controls);
    widget()->resize(width, y + controls);
}

} // namespace lab
