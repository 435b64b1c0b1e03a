// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/matrix_grid.h"

#include "ui/document/edits/override_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/panels/parameters/cell_scrubber.h"
#include "ui/panels/parameters/grid_clipboard.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/panels/parameters/pull_delegate.h"
#include "ui/plots/shared/accessible_grid.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>

namespace lab {

namespace {

/// A header whose size the grid sets: QHeaderView::sizeHint() would measure hundreds of labels on every call.
class GridHeader : public QHeaderView {
public:
    GridHeader(Qt::Orientation orientation, QWidget* parent) : QHeaderView(orientation, parent) {
        setSectionResizeMode(QHeaderView::Fixed);
        setMinimumSectionSize(1);
        setFocusPolicy(Qt::NoFocus);
        setSectionsClickable(true);
    }
    QSize sizeHint() const override { return minimumSize(); }
};

/// The delegate for added scores, among which −∞ hides a key.
class AddedScoreDelegate : public PullDelegate {
public:
    using PullDelegate::PullDelegate;

protected:
    QString problem(const QString& text) const override {
        return readOverride(text) ? QString() : NumberDelegate::problem(text);
    }
};

} // namespace

MatrixGrid::MatrixGrid(LabDocument& document, MatrixModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_document(document), m_model(model), m_theme(theme),
      m_scrubber(new CellScrubber(document, *model, theme, this)),
      m_clipboard(new GridClipboard(document, *model, this)) {
    installGridAccessibility();
    // This comes before setModel(): otherwise the default headers would take the model first.
    for (auto* header : {new GridHeader(Qt::Horizontal, this), new GridHeader(Qt::Vertical, this)}) {
        header->orientation() == Qt::Horizontal ? setHorizontalHeader(header) : setVerticalHeader(header);
        header->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(header, &QHeaderView::sectionPressed, this, [this] { setFocus(Qt::MouseFocusReason); });
        connect(header, &QWidget::customContextMenuRequested, this,
                [this, header](QPoint where) { showHeaderMenu(*header, where); });
    }
    model->setParent(this);
    setModel(model);
    PullDelegate* delegate =
        model->mayHideKeys() ? new AddedScoreDelegate(theme, this) : new PullDelegate(theme, this);
    setItemDelegate(delegate);
    setUpNumberTable(*this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerItem); // a column is seen whole or not at all
    horizontalScrollBar()->installEventFilter(this);
    viewport()->setCursor(Qt::SizeHorCursor);
    connect(this, &QAbstractItemView::pressed, this, &MatrixGrid::cellChosen);
    connect(delegate, &NumberDelegate::refused, this, &MatrixGrid::refused);
    connect(model, &MatrixModel::refused, this, &MatrixGrid::refused);
    connect(m_clipboard, &GridClipboard::refused, this, &MatrixGrid::refused);
    connect(m_clipboard, &GridClipboard::messageRequested, this, &MatrixGrid::messageRequested);
    connect(m_clipboard, &GridClipboard::choiceNeeded, this, &MatrixGrid::choiceNeeded);
    connect(m_clipboard, &GridClipboard::layerPasted, this, &MatrixGrid::layerPasted);
    connect(model, &QAbstractItemModel::modelReset, this, &MatrixGrid::resizeCells);
    connect(model, &QAbstractItemModel::dataChanged, this, &MatrixGrid::resizeColumns);
    connect(model, &QAbstractItemModel::modelReset, this, &MatrixGrid::updateTip);
    connect(model, &QAbstractItemModel::dataChanged, this, &MatrixGrid::updateTip);
    connect(&theme, &Theme::changed, this, &MatrixGrid::restyle);
    restyle();
}

void MatrixGrid::restyle() {
    styleNumberTable(*this, m_theme, m_theme.colours().side, m_theme.colours().text);
    resizeCells();
}

void MatrixGrid::resizeCells() {
    const QFontMetrics number(m_theme.font(TextRole::number));
    const QFontMetrics label(m_theme.font(TextRole::small));
    const TextWidth labelWidth(m_theme.font(TextRole::small));
    const auto widest = [&](Qt::Orientation orientation, int count) {
        int width = m_theme.px(16);
        for (int i = 0; i < count; ++i)
            width =
                std::max(width, labelWidth(m_model->headerData(i, orientation, Qt::DisplayRole).toString()));
        return std::min(width, m_theme.px(90));
    };
    m_widestHeader = widest(Qt::Horizontal, m_model->columnCount());
    verticalHeader()->setDefaultSectionSize(number.height() + m_theme.px(8));
    horizontalHeader()->setFixedHeight(label.height() + m_theme.px(3));
    verticalHeader()->setFixedWidth(widest(Qt::Vertical, m_model->rowCount()) + m_theme.px(10));
    resizeColumns();
    updateGeometries(); // sets the margins for the headers
    updateGeometry();
}

QRect MatrixGrid::cellsRect() const {
    const QRect cells(
        visualRect(m_model->index(0, 0)).topLeft(),
        visualRect(m_model->index(m_model->rowCount() - 1, m_model->columnCount() - 1)).bottomRight());
    return cells.intersected(viewport()->rect()).translated(viewport()->pos());
}

/// The width of a column. Usually it has room for more decimals than shown. If the columns do not all fit,
/// they get narrower, down to the width of the numbers as they are now; if they still do not fit, only whole
/// columns are visible.
int MatrixGrid::fittingWidth() const {
    const QFontMetrics number(m_theme.font(TextRole::number));
    const int lane = m_model->hasPull() ? PullDelegate::laneWidth(m_theme) : 0;
    const int usual = std::max(m_model->widestNumber(number) + lane, m_widestHeader) + m_theme.px(12);
    const int least = std::max(m_model->widestShownNumber(number) + lane, m_widestHeader) + m_theme.px(3);
    const int room = viewport()->width(), columns = m_model->columnCount();
    if (columns * usual <= room || room < least)
        return usual;
    return room / std::min(columns, room / least);
}

void MatrixGrid::resizeColumns() {
    const int cell = fittingWidth();
    if (cell == horizontalHeader()->defaultSectionSize())
        return;
    horizontalHeader()->setDefaultSectionSize(cell);
    updateGeometries();
    updateGeometry();
}

QSize MatrixGrid::sizeHint() const {
    const int width = verticalHeader()->width() + horizontalHeader()->length() + m_theme.px(2);
    // Leave room for the scroll bar of a wide matrix, so that it does not hide the last row.
    const bool isWide = horizontalHeader()->length() > viewport()->width();
    const int bar = isWide ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0;
    const int height = horizontalHeader()->height() + verticalHeader()->length() + m_theme.px(2) + bar;
    return {width, std::min(height, m_theme.px(280))};
}

void MatrixGrid::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    resizeColumns();
    updateGeometry();
}

QSize MatrixGrid::minimumSizeHint() const {
    return {std::min(sizeHint().width(), m_theme.px(120)), sizeHint().height()};
}

bool MatrixGrid::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && // no other event: some come before there is a scrubber
        (m_scrubber->isScrubbing() || m_document.isDragging()) && takesEscape(event)) // it cancels the drag
        return true;
    return QTableView::event(event);
}

void MatrixGrid::showTip(QPoint where, const QModelIndex& index) {
    m_tip = Tip{where, index, index.data(Qt::ToolTipRole).toString()};
    QToolTip::showText(where, m_tip->text, viewport(), visualRect(index));
}

/// The number may have changed: it oscillates, or the wheel stepped it.
void MatrixGrid::updateTip() {
    if (!m_tip || !QToolTip::isVisible() || QToolTip::text() != m_tip->text)
        return;
    if (!m_tip->index.isValid())
        QToolTip::hideText();
    else if (m_tip->index.data(Qt::ToolTipRole).toString() != m_tip->text)
        showTip(m_tip->where, m_tip->index);
}

bool MatrixGrid::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const QModelIndex index = indexAt(help->pos()); index.isValid()) {
            showTip(help->globalPos(), index);
            return true;
        }
    }
    return QTableView::viewportEvent(event);
}

/// Over the horizontal scroll bar, the wheel scrolls the same way as over the cells, unless it is turned
/// sideways.
bool MatrixGrid::eventFilter(QObject* watched, QEvent* event) {
    if (watched != horizontalScrollBar() || event->type() != QEvent::Wheel)
        return QTableView::eventFilter(watched, event);
    const auto* wheel = static_cast<QWheelEvent*>(event);
    const QPoint turned = wheel->angleDelta();
    if (std::abs(turned.x()) >= std::abs(turned.y()))
        return false;
    const QScrollBar* bar = verticalScrollBar();
    if (bar->minimum() != bar->maximum())
        return QCoreApplication::sendEvent(verticalScrollBar(), event);
    event->ignore(); // goes on to the panel
    return true;
}

void MatrixGrid::mousePressEvent(QMouseEvent* event) {
    QTableView::mousePressEvent(event);
    // Shift selects the cells from the current one on.
    const bool selects = event->modifiers() & Qt::ShiftModifier;
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid() && !selects && state() != EditingState)
        m_scrubber->take(index, event->position());
}

void MatrixGrid::mouseMoveEvent(QMouseEvent* event) {
    if (m_scrubber->isScrubbing() && event->buttons() & Qt::LeftButton)
        m_scrubber->dragTo(event->position(), event->modifiers());
    else if (event->modifiers() & Qt::ShiftModifier)
        QTableView::mouseMoveEvent(event);
}

void MatrixGrid::mouseReleaseEvent(QMouseEvent* event) {
    m_scrubber->letGo();
    QTableView::mouseReleaseEvent(event);
}

QModelIndex MatrixGrid::indexUnderPointer() const {
    return viewport()->underMouse() ? indexAt(viewport()->mapFromGlobal(QCursor::pos())) : QModelIndex();
}

QRect MatrixGrid::selectedCells() const {
    QRect cells;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        cells |= QRect(range.left(), range.top(), range.width(), range.height());
    return cells;
}

/// Copies, cuts, pastes or clears the selected cells, as in a spreadsheet. Returns false for other keys.
bool MatrixGrid::editByKey(const QKeyEvent& event) {
    const QRect cells = selectedCells();
    if (!cells.isValid() || state() == EditingState)
        return false;
    if (event.matches(QKeySequence::Copy)) {
        m_clipboard->copy(cells);
    } else if (event.matches(QKeySequence::Cut)) {
        m_clipboard->copy(cells);
        m_clipboard->clear(cells);
    } else if (event.matches(QKeySequence::Paste)) {
        m_clipboard->paste(cells);
    } else if (commandOf(KeyContext::matrix_grid, event) == KeyCommand::remove) {
        m_clipboard->clear(cells);
    } else {
        return false;
    }
    return true;
}

void MatrixGrid::paste() {
    const QRect cells = selectedCells();
    m_clipboard->paste(cells.isValid() ? cells : m_model->allCells());
}

void MatrixGrid::paste(const Matrix& numbers) {
    m_clipboard->paste(m_model->allCells(), numbers);
}

void MatrixGrid::addCopies(QMenu& menu) {
    QRect cells = selectedCells();
    if (cells.width() * cells.height() == 1) // a single number: copy the whole matrix instead
        cells = m_model->allCells();
    QMenu* as = menu.addMenu(tr("Copy as"));
    const auto add = [&](const QString& name, MatrixNotation form) {
        as->addAction(name, this, [this, form, cells] { m_clipboard->copyAs(form, cells); });
    };
    add(tr("NumPy"), MatrixNotation::numpy);
    add(tr("PyTorch"), MatrixNotation::pytorch);
    add(tr("Python list"), MatrixNotation::python);
    add(tr("LaTeX"), MatrixNotation::latex);
    add(tr("Markdown"), MatrixNotation::markdown);
}

void MatrixGrid::contextMenuEvent(QContextMenuEvent* event) {
    showMenu(event->globalPos());
}

/// The menu of a whole row or column.
void MatrixGrid::showHeaderMenu(const QHeaderView& header, QPoint where) {
    const int section = header.logicalIndexAt(where);
    if (section < 0)
        return;
    const bool isColumn = header.orientation() == Qt::Horizontal;
    const QModelIndex first = isColumn ? model()->index(0, section) : model()->index(section, 0);
    const QModelIndex last = isColumn ? model()->index(model()->rowCount() - 1, section)
                                      : model()->index(section, model()->columnCount() - 1);
    // Whatever modifiers are held, which selectRow() and selectColumn() would follow.
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select({first, last}, QItemSelectionModel::ClearAndSelect);
    showMenu(header.viewport()->mapToGlobal(where));
}

void MatrixGrid::showMenu(QPoint where) {
    const QRect cells = selectedCells();
    if (!cells.isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), QKeySequence(QKeySequence::Copy), this,
                    [this, cells] { m_clipboard->copy(cells); });
    addCopies(*menu);
    menu->addAction(tr("Paste"), QKeySequence(QKeySequence::Paste), this,
                    [this, cells] { m_clipboard->paste(cells); });
    menu->addAction(tr("Set to 0"), QKeySequence(QKeySequence::Delete), this,
                    [this, cells] { m_clipboard->clear(cells); });
    menu->addSeparator();
    emit menuOpening(menu, cells);
    menu->popup(where);
}

void MatrixGrid::keyPressEvent(QKeyEvent* event) {
    if (editByKey(*event))
        return;
    const auto command = commandOf(KeyContext::matrix_grid, *event);
    if (command == KeyCommand::cancel && (m_scrubber->isScrubbing() || m_document.isDragging())) {
        m_scrubber->cancel();
        return;
    }
    if (command == KeyCommand::swing && event->modifiers() == Qt::NoModifier && state() != EditingState) {
        const QModelIndex pointed = indexUnderPointer();
        const QModelIndex index = pointed.isValid() ? pointed : currentIndex();
        if (index.isValid() && !event->isAutoRepeat() && !m_scrubber->isSwinging())
            m_scrubber->startSwinging(index);
        return;
    }
    if (command == KeyCommand::edit && state() != EditingState && currentIndex().isValid()) {
        edit(currentIndex(), AllEditTriggers, nullptr); // Qt's own warns where it is locked
        return;
    }
    QTableView::keyPressEvent(event);
}

void MatrixGrid::keyReleaseEvent(QKeyEvent* event) {
    const bool swings = commandOf(KeyContext::matrix_grid, *event) == KeyCommand::swing;
    if (swings && !event->isAutoRepeat() && m_scrubber->isSwinging())
        m_scrubber->stopSwinging();
    else
        QTableView::keyReleaseEvent(event);
}

/// Getting the focus chooses no number. Qt makes a cell current then, but the focus may come from another
/// grid that hides while a change is still being announced, and this model does not know the change yet.
void MatrixGrid::focusInEvent(QFocusEvent* event) {
    const QScopedValueRollback first(m_movesByItself, true); // Qt moves to the first cell, if none is current
    QTableView::focusInEvent(event);
}

void MatrixGrid::focusOutEvent(QFocusEvent* event) {
    m_scrubber->stopSwinging(); // the key release would go elsewhere
    QTableView::focusOutEvent(event);
}

void MatrixGrid::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
    const QModelIndex edited = currentIndex();
    QTableView::closeEditor(editor, QAbstractItemDelegate::NoHint);
    const QScopedValueRollback movesOn(m_movesByItself, true);
    if (const QModelIndex next = afterEditing(edited, hint); next.isValid())
        setCurrentIndex(next);
}

void MatrixGrid::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid() && hasFocus() && !m_movesByItself)
        emit cellChosen(current);
}

/// Typing may begin in a cell for which cellChosen() was not emitted because the cursor moved on to it.
bool MatrixGrid::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) {
    const bool isWanted = trigger == AllEditTriggers || (editTriggers() & trigger) != 0;
    if (isWanted && index.isValid() && m_document.refusesToEdit(info(m_model->cellOf(index).id).name))
        return false;
    const bool begins = QTableView::edit(index, trigger, event);
    if (begins)
        emit cellChosen(index);
    return begins;
}

void MatrixGrid::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        const QModelIndex index = indexAt(event->position().toPoint());
        const int wheelDelta =
            event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
        if (index.isValid() && state() != EditingState && wheelDelta != 0)
            m_scrubber->stepByWheel(index, wheelDelta / 120.0, event->modifiers());
        return;
    }
    // Without Ctrl, the wheel scrolls the page unless the grid itself can scroll.
    const QScrollBar* bar = verticalScrollBar();
    if (bar->minimum() == bar->maximum())
        event->ignore();
    else
        QTableView::wheelEvent(event);
}

} // namespace lab
