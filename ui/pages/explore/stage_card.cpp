// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/stage_card.h"

#include "core/edits/next_word.h"
#include "core/experiment/cache_step.h"
#include "core/lesson/allow_names.h"
#include "ui/document/lab_document.h"
#include "ui/document/view_settings.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/tab_order.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_about.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_header.h"
#include "ui/widgets/card_note.h"
#include "ui/widgets/control_row.h"
#include "ui/widgets/pill_button.h"

#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace lab {

namespace {

constexpr double thumbnailShape = 0.6; // height to width

/// Whether a card has no line for the note, and only a symbol in place of the formula.
bool isBrief(const CardSize& size) {
    return size.thumbnail || size.density != Density::digits;
}

/// Word by word: as for the whole sentence.
std::optional<HeatmapContent::Room> roomOf(const Experiment& experiment, StageId id) {
    if (!is_cache_step(experiment))
        return std::nullopt;
    const Sequence whole = whole_sentence(experiment);
    const StageInfo& stage = info(id);
    const auto keysOf = [&](Axis axis) {
        return axis == Axis::key_token ? static_cast<Index>(whole.tokens.size()) : 0;
    };
    return HeatmapContent::Room{tokenLabels(whole), keysOf(stage.rows), keysOf(stage.columns),
                                is_token_axis(stage.rows), is_token_axis(stage.columns)};
}

} // namespace

StageCard::StageCard(LabDocument& document, Selection& selection, const Theme& theme, StageId id,
                     QWidget* parent)
    : CardFrame(theme, parent), m_document(document), m_selection(selection), m_id(id),
      m_header(new CardHeader(theme, this)), m_note(new CardNote(this)),
      m_heatmap(new MatrixHeatmap(theme, this)), m_inUse(new QLabel(this)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { m_heatmap->setVeil(reason); }, this)),
      m_overrideEditor(new OverrideEditor(
          document, theme, *m_heatmap, [this](StoredCell cell) { return cellAt(cell); }, *this)),
      m_fold(new QToolButton(this)) {
    setObjectName(QString::fromUtf8(info(id).name.data()));
    setFocusPolicy(Qt::TabFocus);
    m_header->setTitle(stageTitle(id), stageName(id));
    setAccessibleName(tr("%1: Enter shows it alone").arg(m_header->title()));
    m_header->addControl(m_fold);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::TabFocus);
    m_fold->setToolTip(tr("Fold into the strip above"));
    m_fold->setAccessibleName(tr("Fold %1").arg(m_header->title()));
    m_fold->hide();
    connect(m_fold, &QToolButton::clicked, this, [this] { emit foldRequested(true); });
    const bool hasNorm = id == StageId::queries || id == StageId::keys;
    m_header->setMenuTip(hasNorm ? tr("Normalise queries and keys, or save or copy this matrix as a picture")
                                 : tr("Save or copy this matrix as a picture"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_header);
    column->addWidget(m_heatmap);
    column->addWidget(m_inUse);
    m_inUse->setTextFormat(Qt::PlainText);
    column->addWidget(m_note, 1); // takes the extra height in a row with taller cards
    column->addStretch();         // or leaves it empty, if the note is in the header

    connect(m_header, &CardHeader::menuRequested, this, [this](const QPoint& where) { showMenu(where, {}); });
    connect(m_heatmap, &MatrixHeatmap::cellHovered, this, [this](std::optional<StoredCell> cell) {
        m_selection.setHovered(cell ? cellAt(*cell) : std::nullopt);
    });
    connect(m_heatmap, &MatrixHeatmap::cursorMoved, this, [this](StoredCell cell) {
        if (const auto ref = cellAt(cell))
            m_selection.setHovered(ref);
    });
    connect(m_heatmap, &MatrixHeatmap::cellClicked, this, [this](StoredCell cell) {
        if (const auto ref = cellAt(cell))
            m_selection.toggleInspected(*ref);
    });
    connect(m_heatmap, &MatrixHeatmap::nameClicked, this, &StageCard::inspectToken);
    connect(m_overrideEditor, &OverrideEditor::refused, this, &StageCard::refused);
    connect(m_note, &CardNote::offerTaken, this, [this] {
        ViewSettings settings = viewSettings(m_document.experiment());
        settings.weightRange = WeightRange::largest;
        setViewSettings(m_document, settings);
    });
    connect(&m_selection, &Selection::inspectedChanged, this, &StageCard::updateMarks);
    connect(&m_selection, &Selection::linkedChanged, this, &StageCard::updateMarks);
    connect(&theme, &Theme::changed, this, &StageCard::restyle);
    restyle();
    refresh({});
}

HeadIndex StageCard::head() const {
    return info(m_id).per_head ? m_selection.head() : 0;
}

/// False while the matrix of other tokens is still shown: its cells do not belong to the current stage.
bool StageCard::isOfTheDocument() const {
    const Experiment& experiment = m_document.experiment();
    if (is_empty(experiment))
        return false;
    const Dimensions d = dimensions(experiment);
    const HeatmapMapping mapping = m_heatmap->content().mapping();
    return mapping.rows == length(info(m_id).rows, d) && mapping.columns == length(info(m_id).columns, d);
}

std::optional<CellRef> StageCard::cellAt(StoredCell cell) const {
    if (!isOfTheDocument())
        return std::nullopt;
    return CellRef{m_id, head(), cell.row, cell.column};
}

/// Inspects the token of a row or column, as a click on its chip does. Features cannot be inspected. While
/// presenting, a row that is covered opens instead.
void StageCard::inspectToken(bool isRow, Index index) {
    const Axis axis = isRow ? info(m_id).rows : info(m_id).columns;
    if (!is_token_axis(axis) || !isOfTheDocument())
        return;
    const StageBlock row{m_id, head(), {index, 0, 1, m_heatmap->content().matrix->cols()}};
    if (isRow && m_document.isPresented() && m_document.cover().countIn(row) > 0)
        return m_document.openCells({&row, 1});
    const bool fromSource = axis == Axis::key_token && m_document.experiment().source;
    m_selection.toggleInspectedToken({index, fromSource ? Side::source : Side::sentence});
}

void StageCard::setControls(ControlRow* controls) {
    m_controls = controls;
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_heatmap) + 1, controls); // the note may be in the header
    showControls();
}

void StageCard::showControls() {
    if (m_controls)
        m_controls->setVisible(!isThumbnail() && hasControls());
}

bool StageCard::hasControls() const {
    const auto name = m_id == StageId::masked_scores ? allow_mask : allow_options;
    return m_controls && !m_controls->isEmpty() && !(m_presented && m_document.locks(name));
}

void StageCard::restyle() {
    m_note->setFont(m_theme.font(TextRole::small));
    m_note->setColours(m_theme.colours().error, m_theme.colours().muted);
    QPalette accent = palette();
    accent.setColor(QPalette::WindowText, m_theme.colours().accent);
    m_inUse->setPalette(accent);
    m_inUse->setFont(m_theme.font(TextRole::small));
    auto* column = static_cast<QVBoxLayout*>(layout());
    const int sides = m_theme.px(isThumbnail() ? 5 : 6);
    column->setContentsMargins(isThumbnail() ? sides : m_theme.px(10), m_theme.px(isThumbnail() ? 3 : 6),
                               sides, m_theme.px(6));
    column->setSpacing(m_theme.px(3));
    m_fold->setIcon(icon(Sign::unfolded, m_theme.colours().muted, m_theme.px(12), devicePixelRatioF()));
    m_fold->setIconSize({m_theme.px(12), m_theme.px(12)});
    m_fold->setFixedSize(m_theme.px(22), m_theme.px(20));
    if (m_allCards)
        m_allCards->setFixedHeight(m_fold->height());
    updateTexts();
}

void StageCard::updateTexts() {
    const QString whole = formulaText(m_document.experiment(), m_id, head());
    if (testAttribute(Qt::WA_Resized)) // else it is not known yet what fits
        m_formula = fittingFormula(whole);
    m_formulaTip = QStringLiteral("<i>%1</i>").arg(whole);
    m_header->setTitleTip(stageAbout(m_document.experiment(), m_id).lead);
    updateInUse();
    updateNote();
}

QString StageCard::shapeText() const {
    const HeatmapMapping mapping = m_heatmap->content().mapping();
    return QString::fromStdString(shape_text(mapping.shownRows(), mapping.shownColumns()));
}

/// What a thumbnail says of the options in use: the first, and whether there are more. Masks hatch its cells.
QString StageCard::inUse() const {
    const QStringList options = optionsInUse(m_document.experiment(), m_id);
    return options.size() > 1 ? tr("%1 …").arg(options.front()) : options.value(0);
}

void StageCard::updateInUse() {
    const bool isOther = m_inUse->text() != inUse();
    m_inUse->setText(inUse());
    m_inUse->setVisible(isThumbnail() && !m_inUse->text().isEmpty());
    if (isThumbnail() && isOther) // as wide as that text asks for
        m_heatmap->setLook(m_size.density, form(m_size));
}

/// The whole formula if it fits, otherwise its symbol. Masks are elided, so that the card keeps its width
/// whichever of them are on.
QString StageCard::fittingFormula(const QString& whole) const {
    if (m_id != StageId::masked_scores)
        return chrome(false).width() > width() ? formulaSymbol(m_document.experiment(), m_id) : whole;
    const int room = width() - chrome(true).width() - m_theme.px(6);
    return room < m_theme.px(40)
               ? QString()
               : QFontMetrics(m_theme.font(TextRole::formula)).elidedText(whole, Qt::ElideRight, room);
}

void StageCard::updateNote() {
    QStringList remarks{activeSettingsText(settingTexts(m_document.experiment(), m_id, head()))};
    if (!m_noteInHeader) // it is not worth the formula, whose tooltip says it
        remarks += sinkRemark(m_heatmap->content());
    remarks.removeAll(QString());
    m_note->setNotes(m_warnings, remarks);
    updateOffer();
    showNote();
}

/// Whether the header of a brief card has room for an offer of that width, with `beside` also for the formula
/// and the shape.
bool StageCard::hasRoomForOffer(int offer, bool beside) const {
    const int used = beside ? m_header->widthWith(m_formula, shapeText()) : m_header->widthWith({}, {});
    return used + buttonsWidth() + m_theme.px(10 + 6 + 12) + offer <= width();
}

/// A brief card has no line for the note, which then replaces the formula and the shape. An offer does so
/// only where there is no room for all, and is hidden where it would not be whole even then.
void StageCard::showNote() {
    const bool isOffer = m_note->offerWidth() > 0 && m_note->text() == m_note->offer()->text();
    const bool isInHeader = m_noteInHeader && !m_note->text().isEmpty() &&
                            (!isOffer || hasRoomForOffer(m_note->leastOfferWidth(), false));
    const bool instead = isInHeader && !(isOffer && hasRoomForOffer(m_note->offerWidth(), true));
    m_note->setVisible(!isThumbnail() && (!m_noteInHeader || isInHeader));
    const QString sink = m_noteInHeader ? sinkRemark(m_heatmap->content()) : QString();
    m_header->setFormula(instead ? QString() : m_formula,
                         sink.isEmpty() ? m_formulaTip
                                        : QStringLiteral("%1<br>%2").arg(m_formulaTip, sink.toHtmlEscaped()));
    m_header->setNote(instead ? QString() : shapeText());
    QStringList tip{tr("%1, %2: click to unfold").arg(m_header->title(), shapeText())};
    const QStringList options = optionsInUse(m_document.experiment(), m_id);
    if (!options.isEmpty())
        tip += tr("In use: %1").arg(options.join(QStringLiteral(", ")));
    tip += m_warnings; // which a thumbnail has no room for
    setToolTip(isThumbnail() ? tip.join(QLatin1Char('\n')) : QString());
}

/// Proposes another range where the colours show nothing. Bars have other colours.
void StageCard::updateOffer() {
    const HeatmapContent& content = m_heatmap->content();
    if (m_presented || m_id != StageId::weights || m_heatmap->showsBars() || !betterLimit(content))
        return m_note->setOffer({});
    NumberStyle better = content.style;
    better.weightRange = WeightRange::largest;
    const QString end = barEnd(ColourScale::of(content.kind, content.summary->finite, better), true);
    m_note->setOffer(
        tr("One colour: show 0 to %1").arg(end),
        tr("These weights are so small that colours from 0 to 1 cannot tell them apart. The range can be "
           "changed back in Colours and numbers…"));
}

void StageCard::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    showControls();
    updateNote();
}

void StageCard::setBars(bool bars) {
    m_heatmap->setBars(bars);
    updateNote();
}

StageView StageCard::view() const {
    return m_document.view(m_id, head(), rowsFirst());
}

/// A stage that needs all heads is computed for the visible rows first.
std::optional<Rows> StageCard::rowsFirst() const {
    return info(m_id).per_head ? std::nullopt : std::optional(m_heatmap->rowsInSight());
}

void StageCard::refresh(const Change& change) {
    const StageView view = this->view();
    const bool isNew = view.matrix && view.revision != m_revision;
    m_veil->setFreshness(!view.stale ? Freshness::current : isNew ? Freshness::partlyNew : Freshness::stale);
    // A changed number does not affect the texts about a stage, unless it is overridden.
    m_textsDue = m_textsDue || !change.block || change.field == Field::overrides || m_shownHead != head();
    if (view.stale && !view.matrix)
        return; // keep showing the previous result
    const bool texts = renames(change) || change.field == Field::notation || change.field == Field::mask ||
                       change.field == Field::overrides;
    const bool sameHead = std::exchange(m_shownHead, head()) == head();
    HeatmapContent content =
        stageContent(m_document, m_id, m_selection.head(), m_document.isPreviewing(), rowsFirst());
    const std::optional<Dropout>& dropout = m_document.experiment().dropout;
    if (m_id == StageId::weights && dropout && dropout->rate > 0)
        content.toBeKept = keptWeights(m_document.experiment(), head());
    content.room = roomOf(m_document.experiment(), m_id);
    if (!texts && view.revision == m_revision && sameHead && m_heatmap->looksAs(content))
        return;
    m_revision = view.revision;
    m_heatmap->setContent(std::move(content));
    m_warnings = matrixWarnings(m_heatmap->content(), m_id);
    if (std::exchange(m_textsDue, false))
        updateTexts();
    else
        updateNote();
    updateMarks();
}

void StageCard::forgetMatrix() {
    m_revision = 0;
    m_heatmap->setContent({});
}

void StageCard::updateMarks() {
    const auto& inspected = m_selection.inspected();
    m_heatmap->setMarks(marksOf(m_selection, m_id, head()));
    setChosen(m_framed || (inspected && inspected->stage == m_id && inspected->head == head()));
}

void StageCard::setFramed(bool framed) {
    m_framed = framed;
    updateMarks();
}

void StageCard::setCardSize(const CardSize& size) {
    const CardSize before = std::exchange(m_size, size);
    if (size == before)
        return;
    m_heatmap->setLook(size.density, form(size));
    // Otherwise it would fill its card, and show other rows than a card with controls beside it.
    m_heatmap->setMaximumSize(size.window.value_or(QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX)));
    if (size.thumbnail.has_value() != before.thumbnail.has_value())
        setThumbnail(isThumbnail());
    if (std::exchange(m_noteInHeader, isBrief(size)) != isBrief(size))
        placeNote();
    updateNote();
}

HeatmapForm StageCard::form(const CardSize& size) const {
    HeatmapForm form;
    if (size.thumbnail) {
        const int title = QFontMetrics(m_theme.font(TextRole::strong)).horizontalAdvance(stageName(m_id));
        const int options = QFontMetrics(m_theme.font(TextRole::small)).horizontalAdvance(inUse());
        form = thumbnailForm(std::max({*size.thumbnail, title + m_theme.px(2), options + m_theme.px(2)}));
        form.height = thumbnailShape * *size.thumbnail; // all in a strip are equally tall
    }
    form.enlargement = size.enlargement;
    form.turned = size.turned;
    return form;
}

/// A thumbnail is one button, which unfolds the card.
void StageCard::setThumbnail(bool thumbnail) {
    m_header->setNarrow(m_size.thumbnail);
    showControls();
    updateInUse();
    m_heatmap->setAttribute(Qt::WA_TransparentForMouseEvents, thumbnail);
    const bool hadFocus = isAncestorOf(QApplication::focusWidget()) || hasFocus();
    m_heatmap->setFocusPolicy(thumbnail ? Qt::NoFocus : Qt::StrongFocus);
    if (hadFocus)
        (thumbnail ? static_cast<QWidget*>(this) : m_heatmap)->setFocus();
    setAccessibleName(thumbnail ? tr("%1, folded: press to unfold").arg(m_header->title())
                                : tr("%1: Enter shows it alone").arg(m_header->title()));
    setCursor(thumbnail ? Qt::PointingHandCursor : Qt::ArrowCursor);
    restyle();
}

void StageCard::setFoldable(bool foldable) {
    m_fold->setVisible(foldable);
}

void StageCard::setAlone(bool alone) {
    if (alone && !m_allCards) {
        m_allCards = new PillButton(m_theme, PillButton::Kind::chip, tr("All cards"), this);
        m_allCards->setSmall();
        m_allCards->setNeverElided();
        m_allCards->setFocusPolicy(Qt::TabFocus);
        m_allCards->setFixedHeight(m_fold->height());
        m_allCards->setToolTip(tr("Show the other cards again (%1)")
                                   .arg(QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText)));
        m_header->addControl(m_allCards);
        tabAfter(*m_fold, *m_allCards);
        connect(m_allCards, &QAbstractButton::clicked, this, [this] { emit aloneRequested(m_id); });
    }
    if (!m_allCards || m_allCards->isHidden() != alone)
        return;
    if (m_allCards->hasFocus())
        m_heatmap->setFocus();
    m_allCards->setVisible(alone);
    updateTexts(); // the formula has another width
}

void StageCard::placeNote() {
    m_note->setSizePolicy(QSizePolicy::Ignored, m_noteInHeader ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    auto* column = static_cast<QVBoxLayout*>(layout());
    if (m_noteInHeader)
        m_header->addAfterTitle(m_note);
    else
        column->insertWidget(column->count() - 1, m_note, 1); // before the stretch
}

void StageCard::resizeEvent(QResizeEvent* event) {
    CardFrame::resizeEvent(event);
    updateTexts(); // the formula depends on the width
}

int StageCard::buttonsWidth() const {
    int width = m_fold->isVisibleTo(this) ? m_fold->width() + m_theme.px(6) : 0;
    if (m_allCards && m_allCards->isVisibleTo(this))
        width += m_allCards->sizeHint().width() + m_theme.px(6);
    return width;
}

QSize StageCard::chrome(bool brief) const {
    const int spacing = layout()->spacing();
    const int note = brief ? 0 : m_note->sizeHint().height() + spacing;
    const int height = m_header->height(false) + spacing + note + 2 * m_theme.px(6);
    // For masked scores, the width without any mask: see fittingFormula().
    static const Experiment none;
    const Experiment& experiment = m_id == StageId::masked_scores ? none : m_document.experiment();
    const QString formula = brief ? formulaSymbol(experiment, m_id) : formulaText(experiment, m_id, head());
    const int width = m_header->widthWith(formula, shapeText()) + m_theme.px(10) + buttonsWidth();
    return {width + m_theme.px(10) + m_theme.px(6), height};
}

QSize StageCard::sizeFor(const CardSize& size, QSize limit) const {
    const QSize whole = m_heatmap->sizeFor(size.density, form(size));
    if (size.thumbnail) {
        const int options = inUse().isEmpty()
                                ? 0
                                : QFontMetrics(m_theme.font(TextRole::small)).height() + layout()->spacing();
        return {whole.width() + 2 * m_theme.px(5),
                whole.height() + m_header->height(true) + options + m_theme.px(3 + 3 + 6)};
    }
    const int sides = m_theme.px(10) + m_theme.px(6);
    const QSize matrix = whole.boundedTo(size.window.value_or(limit));
    const QSize frame = chrome(isBrief(size));
    int width = std::max(matrix.width() + sides, frame.width());
    if (hasControls()) // prefer another line of controls to a wider card
        width = std::max(width, m_controls->leastWidth() + sides);
    int height = matrix.height() + frame.height();
    if (hasControls())
        height += m_controls->heightForWidth(width - sides) + layout()->spacing();
    return {width, height};
}

void StageCard::mouseReleaseEvent(QMouseEvent* event) {
    CardFrame::mouseReleaseEvent(event);
    if (isThumbnail() && event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit foldRequested(false);
}

/// On the title: the rest of the card belongs to the matrix and its controls.
void StageCard::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!isThumbnail() && event->button() == Qt::LeftButton && m_header->geometry().contains(event->pos()))
        emit aloneRequested(m_id);
    else
        CardFrame::mouseDoubleClickEvent(event);
}

void StageCard::keyPressEvent(QKeyEvent* event) {
    if (isThumbnail() && commandOf(KeyContext::thumbnail, *event) == KeyCommand::choose)
        emit foldRequested(false);
    else if (hasFocus() && commandOf(KeyContext::card, *event) == KeyCommand::choose)
        emit aloneRequested(m_id);
    else
        CardFrame::keyPressEvent(event);
}

const StageCard* stageCardAround(const QWidget* widget) {
    while (widget && !qobject_cast<const StageCard*>(widget))
        widget = widget->parentWidget();
    return qobject_cast<const StageCard*>(widget);
}

} // namespace lab
