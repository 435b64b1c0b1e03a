// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/stage_card.h"

#include "core/edits/overrides.h"
#include "ui/document/edits/override_options.h"
#include "ui/document/lab_document.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_note.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QTextDocument>
#include <QToolButton>

namespace lab {

namespace {

constexpr int untilOutdated = 200; // milliseconds

int richWidth(const QFont& font, const QString& html) {
    QTextDocument text;
    text.setDefaultFont(font);
    text.setDocumentMargin(0);
    text.setHtml(html);
    return static_cast<int>(std::ceil(text.idealWidth()));
}

bool isBrief(Density density) {
    return density != Density::digits;
}

} // namespace

StageCard::StageCard(LabDocument& document, Selection& selection, const Theme& theme, StageId id,
                     QWidget* parent)
    : CardFrame(theme, parent), m_document(document), m_selection(selection), m_id(id),
      m_title(new QLabel(this)), m_formula(new QLabel(this)), m_shape(new QLabel(this)),
      m_note(new CardNote(this)), m_menu(new QToolButton(this)), m_heatmap(new MatrixHeatmap(theme, this)),
      m_hand(new OverrideEditor(document, *this, theme)) {
    setObjectName(QString::fromUtf8(info(id).name.data()));
    m_formula->setTextFormat(Qt::RichText);
    m_menu->setAutoRaise(true);
    m_menu->setFocusPolicy(Qt::TabFocus);

    auto* header = new QHBoxLayout;
    header->addWidget(m_title);
    header->addWidget(m_formula);
    header->addStretch();
    header->addWidget(m_shape);
    header->addWidget(m_menu);
    auto* column = new QVBoxLayout(this);
    column->addLayout(header);
    column->addWidget(m_heatmap);
    column->addWidget(m_note, 1); // it has what the others of its row are higher
    column->addStretch();         // or, where the note is in the header, nothing has it

    connect(m_menu, &QToolButton::clicked, this,
            [this] { showMenu(m_menu->mapToGlobal(QPoint(0, m_menu->height())), {}); });
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
    connect(m_hand, &OverrideEditor::refused, this, &StageCard::refused);
    m_untilOutdated.setSingleShot(true);
    connect(&m_untilOutdated, &QTimer::timeout, this, [this] { m_heatmap->setVeil(tr("being computed …")); });
    connect(&document, &LabDocument::outOfMemory, this, [this] {
        if (view().stale)
            m_heatmap->setVeil(tr("too large for this machine’s memory"));
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

/// False while the matrix of other tokens is still shown: its cells are none of the present stage.
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

/// The token that a row or a column is of, as a click on its chip does; a feature is nothing to inspect.
void StageCard::inspectToken(bool isRow, Index index) {
    const Axis axis = isRow ? info(m_id).rows : info(m_id).columns;
    if (!is_token_axis(axis) || !isOfTheDocument())
        return;
    const bool fromSource = axis == Axis::key_token && m_document.experiment().source;
    m_selection.toggleInspectedToken({index, fromSource ? Side::source : Side::sentence});
}

void StageCard::setControls(ControlRow* controls) {
    m_controls = controls;
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_note), controls);
}

void StageCard::restyle() {
    m_title->setFont(m_theme.font(TextRole::strong));
    m_formula->setFont(m_theme.font(TextRole::formula));
    m_shape->setFont(m_theme.font(TextRole::small));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_formula->setPalette(quiet);
    m_shape->setPalette(quiet);
    m_note->setFont(m_theme.font(TextRole::small));
    m_note->setColours(m_theme.colours().error, m_theme.colours().muted);
    m_menu->setIcon(icon(Sign::more, m_theme.colours().muted, m_theme.px(16), devicePixelRatioF()));
    m_menu->setIconSize({m_theme.px(16), m_theme.px(16)});
    m_menu->setFixedSize(m_theme.px(22), m_theme.px(20));
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->setContentsMargins(m_theme.px(10), m_theme.px(6), m_theme.px(6), m_theme.px(6));
    column->setSpacing(m_theme.px(3));
    column->itemAt(0)->layout()->setSpacing(m_theme.px(6));
    updateTexts();
}

void StageCard::updateTexts() {
    const Experiment& experiment = m_document.experiment();
    const QString title = QString::fromUtf8(info(m_id).title.data());
    m_title->setText(title);
    m_formula->setText(fittingFormula());
    m_formula->setToolTip(QStringLiteral("<i>%1</i>").arg(formulaText(experiment, m_id, head(), false)));
    const HeatmapMapping mapping = m_heatmap->content().mapping();
    m_shape->setText(QString::fromStdString(shape_text(mapping.shownRows(), mapping.shownColumns())));
    updateNote();
    m_menu->setAccessibleName(tr("Menu of %1").arg(title));
    m_menu->setToolTip(tr("Save or copy this matrix as a picture"));
}

/// The whole formula where it has room, else its symbol. The masks are elided: the card is as wide as it is
/// whichever of them are on.
QString StageCard::fittingFormula() const {
    const Experiment& experiment = m_document.experiment();
    if (m_id != StageId::masked_scores)
        return formulaText(experiment, m_id, head(), chrome(false).width() > width());
    const QString whole = formulaText(experiment, m_id, head(), false);
    const int room = width() - chrome(true).width() - m_theme.px(6);
    return room < m_theme.px(40) ? QString()
                                 : QFontMetrics(m_formula->font()).elidedText(whole, Qt::ElideRight, room);
}

void StageCard::updateNote() {
    QStringList remarks{activeSettingsText(settingTexts(m_document.experiment(), m_id, head()))};
    remarks.removeAll(QString());
    m_note->setNotes(m_warnings, remarks);
    showNote();
}

/// Where room is short, a note has no line of its own: it is said in place of what is always the same.
void StageCard::showNote() {
    const bool instead = m_isBrief && !m_note->text().isEmpty();
    m_note->setVisible(!m_isBrief || instead);
    m_formula->setVisible(!instead && !m_formula->text().isEmpty());
    m_shape->setVisible(!instead);
}

StageView StageCard::view() const {
    return m_document.view(m_id, head(), rowsFirst());
}

/// What all heads have to be computed for is computed for the rows in sight first.
std::optional<Rows> StageCard::rowsFirst() const {
    return info(m_id).per_head ? std::nullopt : std::optional(m_heatmap->rowsInSight());
}

void StageCard::refresh(const Change& change) {
    const StageView view = this->view();
    showAge(view);
    // One number more or less has no part in what is written about a stage, but where it is fixed.
    m_textsDue = m_textsDue || !change.block || change.field == Field::overrides || m_shownHead != head();
    if (view.stale && !view.matrix)
        return; // what was shown stays meanwhile
    const bool texts = reshapes(change) || change.field == Field::notation || change.field == Field::mask ||
                       change.field == Field::overrides;
    const bool sameHead = std::exchange(m_shownHead, head()) == head();
    const HeatmapContent& shown = m_heatmap->content();
    HeatmapContent content =
        stageContent(m_document, m_id, m_selection.head(), m_document.isPreviewing(), rowsFirst());
    if (!texts && view.revision == m_revision && sameHead && content.matrix &&
        content.matrix == shown.matrix && content.before == shown.before && content.masked == shown.masked &&
        content.look == shown.look)
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

/// An older answer is veiled when nothing newer has come for a while: sooner, everything would flicker while
/// a number is dragged.
void StageCard::showAge(const StageView& view) {
    const bool newer = view.matrix && view.revision != m_revision;
    if (!view.stale || newer)
        m_untilOutdated.stop();
    if (!view.stale)
        m_heatmap->setVeil({}); // one that is newer, but old again, would only flicker
    if (view.stale && !m_untilOutdated.isActive() && !m_heatmap->isVeiled())
        m_untilOutdated.start(untilOutdated);
}

void StageCard::updateMarks() {
    const StageInfo& stage = info(m_id);
    HeatmapMarkSet marks;
    marks.row = m_selection.lit(stage.rows);
    marks.column = m_selection.lit(stage.columns);
    const auto own = [this](const std::vector<StageBlock>& linked) {
        std::vector<Block> blocks;
        for (const StageBlock& each : linked) {
            if (each.stage == m_id && each.head == head())
                blocks.push_back(each.block);
        }
        return blocks;
    };
    marks.operands = own(m_selection.linked().operands);
    marks.dependents = own(m_selection.linked().dependents);
    const auto& inspected = m_selection.inspected();
    if (inspected && inspected->stage == m_id && inspected->head == head())
        marks.inspected = StoredCell{inspected->row, inspected->column};
    m_heatmap->setMarks(marks);
    setChosen(inspected && inspected->stage == m_id && inspected->head == head());
}

void StageCard::setDensity(Density density) {
    m_heatmap->setDensity(density);
    if (std::exchange(m_isBrief, isBrief(density)) == isBrief(density))
        return;
    m_note->setSizePolicy(QSizePolicy::Ignored, m_isBrief ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    auto* column = static_cast<QVBoxLayout*>(layout());
    if (m_isBrief)
        static_cast<QHBoxLayout*>(column->itemAt(0)->layout())->insertWidget(1, m_note, 1);
    else
        column->insertWidget(column->count() - 1, m_note, 1); // before what stretches
    showNote();
}

void StageCard::resizeEvent(QResizeEvent* event) {
    CardFrame::resizeEvent(event);
    updateTexts(); // the whole formula, where it has room
}

QSize StageCard::chrome(bool brief) const {
    const QMargins margins = layout()->contentsMargins();
    const int spacing = layout()->spacing();
    const int header = std::max(QFontMetrics(m_title->font()).height(), m_menu->height());
    const int note = brief ? 0 : m_note->sizeHint().height() + spacing;
    const int height = margins.top() + header + spacing + note + margins.bottom();
    // Of the masks as much as none of them takes: see fittingFormula.
    const Experiment& experiment = m_id == StageId::masked_scores ? Experiment{} : m_document.experiment();
    const QString formula = formulaText(experiment, m_id, head(), brief);
    const int gap = m_theme.px(6);
    const int width = QFontMetrics(m_title->font()).horizontalAdvance(m_title->text()) + gap +
                      (formula.isEmpty() ? 0 : formulaWidth(formula, brief) + gap) + 2 * gap +
                      QFontMetrics(m_shape->font()).horizontalAdvance(m_shape->text()) + gap +
                      m_menu->width();
    return {width + margins.left() + margins.right() + m_theme.px(4), height};
}

int StageCard::formulaWidth(const QString& formula, bool brief) const {
    Measured& last = m_measured[brief ? 1 : 0];
    if (last.text != formula || last.font != m_formula->font())
        last = {formula, m_formula->font(), richWidth(m_formula->font(), formula)};
    return last.width;
}

QSize StageCard::sizeFor(Density density, QSize limit) const {
    const QMargins margins = layout()->contentsMargins();
    const QSize matrix = m_heatmap->sizeFor(density).boundedTo(limit);
    const QSize frame = chrome(isBrief(density));
    int width = std::max(matrix.width() + margins.left() + margins.right(), frame.width());
    if (m_controls) // they rather take another line than a wider card
        width = std::max(width, m_controls->leastWidth() + margins.left() + margins.right());
    int height = matrix.height() + frame.height();
    if (m_controls)
        height += m_controls->heightForWidth(width - margins.left() - margins.right()) + layout()->spacing();
    return {width, height};
}

void StageCard::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKeyboard = event->reason() == QContextMenuEvent::Keyboard;
    std::optional<StoredCell> cell = m_heatmap->cellAt(m_heatmap->mapFrom(this, event->pos()));
    if (byKeyboard)
        cell = m_heatmap->hasFocus() ? std::optional(m_heatmap->cursor()) : std::nullopt;
    const QPoint where = byKeyboard && cell
                             ? m_heatmap->mapToGlobal(m_heatmap->cellRect(*cell).bottomLeft().toPoint())
                             : event->globalPos();
    showMenu(where, cell);
}

void StageCard::addCellActions(QMenu& menu, StoredCell cell) {
    const auto ref = cellAt(cell);
    if (!ref)
        return;
    const QString place = cellPlace(m_document.experiment(), *ref);
    menu.addAction(tr("Override %1…").arg(place), m_hand, [this, cell] { m_hand->edit(cell); });
    if (override_of(m_document.experiment(), *ref))
        menu.addAction(tr("%1 as computed").arg(place), this,
                       [this, ref] { removeOverride(m_document, *ref); });
    menu.addSeparator();
}

void StageCard::showMenu(const QPoint& where, std::optional<StoredCell> cell) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (cell)
        addCellActions(*menu, *cell);
    menu->addAction(tr("Save as figure…"), this, [this] { emit exportRequested(m_id); });
    menu->addAction(tr("Copy as picture"), this, [this] { emit copyRequested(m_id); });
    menu->popup(where);
}

} // namespace lab
