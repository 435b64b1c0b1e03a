// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the keys do while presenting.
#include "core/edits/snapshots.h"
#include "ui/document/film_view.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/page.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/pages/presentable.h"
#include "ui/selection/selection.h"
#include "ui/widgets/retire.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/notes.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/slide.h"
#include "ui/window/present/slide_window.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double laserSize = 18; // points

/// Whether letters are typed there. A grid only begins to edit with them, which is what digits are for.
bool takesLetters(const QWidget* widget) {
    return widget && widget->testAttribute(Qt::WA_InputMethodEnabled) &&
           !qobject_cast<const QAbstractItemView*>(widget);
}

/// Whether a text of one line is there as it was, or no text is edited: such a field needs no page keys. Nor
/// does an answer in a lesson, which a clicker shows, whatever has been typed.
bool leavesPageKeys(const QWidget* widget) {
    if (widget && widget->objectName() == QLatin1String("answer"))
        return true;
    const auto* line = qobject_cast<const QLineEdit*>(widget);
    return line ? !line->isModified() : !takesLetters(widget);
}

/// Whether a key begins a number in a grid: the point does, and blanks the screen elsewhere.
bool beginsNumber(const QKeyEvent& event, const QWidget* focused) {
    return event.key() == Qt::Key_Period && qobject_cast<const QAbstractItemView*>(focused);
}

/// Whether it edits a cell of a grid.
bool isCellEditor(const QWidget* widget) {
    const QWidget* viewport = qobject_cast<const QLineEdit*>(widget) ? widget->parentWidget() : nullptr;
    return viewport && qobject_cast<const QAbstractItemView*>(viewport->parentWidget());
}

/// Whether the page has computed the cell: false in a film that has not come to it yet.
bool isComputed(const QWidget* page, const CellRef& cell) {
    const auto* play = qobject_cast<const PlayPage*>(page);
    return !play || std::ranges::any_of(play->scene().content().panels, [&](const ScenePanel& panel) {
        const StageBlock* of = panel.stage();
        return of && of->stage == cell.stage && of->head == cell.head &&
               panel.isKnown({cell.row, cell.column});
    });
}

QCursor laserDot(const Theme& theme, double pixelRatio) {
    const int size = theme.px(laserSize);
    QPixmap dot(QSize(size, size) * pixelRatio);
    dot.setDevicePixelRatio(pixelRatio);
    dot.fill(Qt::transparent);
    QPainter painter(&dot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Qt::white, size / 9.0)); // seen on red cells, too
    painter.setBrush(QColor(0xe8, 0x10, 0x20));
    const double rim = size / 9.0;
    painter.drawEllipse(QRectF(rim, rim, size - 2 * rim, size - 2 * rim));
    painter.end();
    return QCursor(dot, size / 2, size / 2);
}

} // namespace

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == &place() && m_blank)
        m_blank->setGeometry(place().rect());
    if (event->type() == QEvent::Resize && watched == &m_parts.window)
        m_notes ? m_notes->setRoom(m_parts.window.height()) : fitSoon();
    if (m_blank && watched == m_blank && event->type() == QEvent::MouseButtonRelease) {
        setBlank(false);
        return true;
    }
    if (event->type() == QEvent::ToolTip) // a tooltip would cover the page, and is addressed to one reader
        return true;
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    const QWidget* window = widget ? widget->window() : nullptr;
    if (!window || (window != &m_parts.window && window != &place()) || QApplication::activePopupWidget())
        return false;
    if (m_blank && window == &place()) { // any key brings the page back, and does nothing else
        if (event->type() == QEvent::KeyPress)
            setBlank(false);
        event->accept();
        return true;
    }
    return event->type() == QEvent::KeyPress &&
           takesKey(*static_cast<QKeyEvent*>(event), window->focusWidget());
}

/// Puts this event filter first: Qt calls the one installed last first, and a page made later may have
/// installed its own.
void Presentation::goFirst() {
    qApp->installEventFilter(this);
}

bool Presentation::takesKey(const QKeyEvent& event, const QWidget* focused) {
    if (event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return false;
    if (isCellEditor(focused) && commandOf(KeyContext::cell_text, event) == KeyCommand::choose)
        QMetaObject::invokeMethod(this, &Presentation::leaveGrid, Qt::QueuedConnection);
    const auto command = commandOf(KeyContext::presenting, event);
    const bool turns = command == KeyCommand::next || command == KeyCommand::previous;
    const bool types = turns ? !leavesPageKeys(focused) && !(m_notes && m_notes->isAncestorOf(focused))
                             : takesLetters(focused) || beginsNumber(event, focused);
    if (!command || types)
        return false;
    return (event.isAutoRepeat() && !turns) || take(*command);
}

/// After a number was entered: the keys are those of the page again. A number that was refused is still
/// being edited.
void Presentation::leaveGrid() {
    if (isRunning() && qobject_cast<QAbstractItemView*>(m_parts.window.focusWidget()))
        m_parts.pages.currentWidget()->setFocus(Qt::OtherFocusReason);
}

bool Presentation::take(KeyCommand command) {
    switch (command) {
    case KeyCommand::next:
    case KeyCommand::previous: {
        const int by = command == KeyCommand::next ? 1 : -1;
        const bool turns = turn(by);
        if (!turns && m_beside)
            scrollSlide(by);
        return turns || m_beside;
    }
    case KeyCommand::cover:
    case KeyCommand::open:
        cover(command, pointedAt());
        return true;
    case KeyCommand::cover_all:
    case KeyCommand::open_all:
        cover(command, shownMatrices());
        return true;
    case KeyCommand::next_head:
        chooseHead(1);
        return true;
    case KeyCommand::previous_head:
        chooseHead(-1);
        return true;
    case KeyCommand::laser:
        setLaser(!m_hasLaser);
        return true;
    case KeyCommand::blank:
        setBlank(!isBlank());
        return true;
    case KeyCommand::explain:
        m_slide->setExplained(!m_slide->isExplained());
        return true;
    default:
        return false;
    }
}

/// What a clicker asks for: the next thing to show, or the one before. That is what opens next of what is
/// shown, then the part of the page that has no room, and then a scene. Statistics shows no cells, and turns
/// its parts first, but not in a lesson, which says what is to be looked at. Without scenes, the film of Play
/// is stepped, whose arrow keys always step it. False: there is nothing, and the key scrolls the page.
bool Presentation::turn(int by) {
    m_slide->help().endMessage();
    Scenes& scenes = m_parts.scenes;
    auto* play = qobject_cast<PlayPage*>(m_parts.pages.currentWidget());
    if (play && scenes.indices().empty()) {
        play->player().step(by);
        return true;
    }
    if (m_parts.document.played()) { // what it asks for it opens itself
        const bool turnsParts = !shownPage().presentable().turnsFirst() && !m_parts.lesson.canShow();
        return (turnsParts && shownPage().presentable().turn(by)) || scenes.step(by);
    }
    if (shownPage().presentable().turnsFirst() && shownPage().presentable().turn(by))
        return true;
    if ((by > 0 ? openNext() : closeLast()) || shownPage().presentable().turn(by) ||
        (by > 0 ? scenes.step(by) : goBack()))
        return true;
    if (scenes.current())
        say(scenes.whyNoStep(by));
    return scenes.current() || play;
}

/// Opens what comes next among the covered cells of what is shown: one of them, its row or its matrix. Cells
/// that a mask hides are no answer: they open along with those beside them.
bool Presentation::openNext() {
    const auto next = nextCovered();
    if (!next)
        return false;
    std::vector<StageBlock> cells;
    const Block block = opensAlong(*next);
    for (Index i = 0; i < block.rows * block.columns; ++i) {
        const CellRef cell{next->stage, next->head, block.row + i / block.columns,
                           block.column + i % block.columns};
        if (isComputed(m_parts.pages.currentWidget(), cell))
            cells.push_back({cell.stage, cell.head, {cell.row, cell.column, 1, 1}});
    }
    m_parts.document.openCells(cells);
    showCell(*next);
    return true;
}

/// The first covered cell, row by row, of a matrix that the page shows; hidden cells are skipped.
std::optional<CellRef> Presentation::nextCovered() const {
    LabDocument& document = m_parts.document;
    const std::vector<StageBlock> shown = shownMatrices();
    for (const StageBlock& asked : document.cover().asked()) {
        const bool isShown = std::ranges::any_of(shown, [&](const StageBlock& each) {
            return each.stage == asked.stage && each.head == asked.head;
        });
        const Block& block = asked.block;
        for (Index i = 0; isShown && i < block.rows * block.columns; ++i) {
            const CellRef cell{asked.stage, asked.head, block.row + i / block.columns,
                               block.column + i % block.columns};
            if (document.cover().covers(cell) && isComputed(m_parts.pages.currentWidget(), cell) &&
                !document.isHidden(cell))
                return cell;
        }
    }
    return std::nullopt;
}

/// The cells that open together with that one.
Block Presentation::opensAlong(const CellRef& cell) const {
    LabDocument& document = m_parts.document;
    const Block all = wholeMatrix(document.experiment(), cell.stage, cell.head).block;
    if (m_parts.opens == Opens::matrix)
        return all;
    if (m_parts.opens == Opens::row)
        return {cell.row, 0, 1, all.columns};
    const auto isHidden = [&](Index column) {
        return document.isHidden({cell.stage, cell.head, cell.row, column});
    };
    Index first = cell.column, end = cell.column + 1;
    while (first > 0 && isHidden(first - 1))
        --first;
    while (end < all.columns && isHidden(end))
        ++end;
    return {cell.row, first, 1, end - first};
}

bool Presentation::closeLast() {
    const CellRef* last = m_parts.document.cover().lastOpened();
    if (!last)
        return false;
    const CellRef cell = *last;
    m_parts.document.closeLast();
    showCell(cell);
    return true;
}

/// Goes to the scene before, as it was left: opened cells are open and can be covered again step by step, and
/// the film stands where it stood. A scene that has not been shown yet, or was left with other numbers than
/// its own, is shown as it was kept.
bool Presentation::goBack() {
    if (!m_parts.scenes.step(-1))
        return false;
    LabDocument& document = m_parts.document;
    const auto left = m_leftScenes.find(document.scene());
    if (left != m_leftScenes.end() && has_same_numbers(left->second.experiment, document.experiment())) {
        document.restoreCover(left->second.cover);
        setFilmView(document, filmView(left->second.experiment));
    }
    return true;
}

/// Scrolls the cell into sight, on the audience's screen too: a page may show only a part of a matrix, and
/// that screen only a part of the board.
void Presentation::showCell(const CellRef& cell) {
    static_cast<Page*>(m_parts.pages.currentWidget())->presentable().bringIntoSight(cell);
    if (m_beside)
        static_cast<Page*>(m_beside->pages().currentWidget())->presentable().bringIntoSight(cell);
}

/// The matrices of the page whose numbers are computed, each as a whole.
std::vector<StageBlock> Presentation::shownMatrices() const {
    std::vector<StageBlock> shown =
        static_cast<Page*>(m_parts.pages.currentWidget())->presentable().shownMatrices();
    std::erase_if(shown, [this](const StageBlock& each) {
        return !whyNotAsked(m_parts.document, each.stage).isEmpty();
    });
    return shown;
}

/// The matrix under the pointer, or the only one there is; says where there is none that can be covered.
std::vector<StageBlock> Presentation::pointedAt() {
    const auto& cell = m_parts.selection.hovered();
    auto matrix = cell ? std::optional(wholeMatrix(m_parts.document.experiment(), cell->stage, cell->head))
                       : matrixUnderPointer();
    const std::vector<StageBlock> shown = shownPage().presentable().shownMatrices();
    if (!matrix && shown.size() == 1)
        matrix = shown.front();
    const QString why = matrix ? whyNotAsked(m_parts.document, matrix->stage)
                               : tr("Point at a matrix, and press the key again");
    if (why.isEmpty())
        return {*matrix};
    say(why);
    return {};
}

/// Between two numbers and on the labels and the title of a matrix, too.
std::optional<StageBlock> Presentation::matrixUnderPointer() const {
    for (const QStackedWidget* pages : {&m_parts.pages, m_beside ? &m_beside->pages() : nullptr}) {
        auto* page = pages ? static_cast<Page*>(pages->currentWidget()) : nullptr;
        const QWidget* over = page ? QApplication::widgetAt(QCursor::pos()) : nullptr;
        if (over && page->isAncestorOf(over))
            return page->presentable().matrixAt(QCursor::pos());
    }
    return std::nullopt;
}

/// Covers or opens matrices. The same key again takes that back, so that pressing it by mistake neither gives
/// anything away nor loses what was opened one by one.
void Presentation::cover(KeyCommand command, const std::vector<StageBlock>& matrices) {
    if (matrices.empty())
        return;
    LabDocument& document = m_parts.document;
    const bool isAgain = m_coverStep && m_coverStep->command == command &&
                         m_coverStep->matrices == matrices &&
                         m_coverStep->after == document.cover().changes();
    if (isAgain)
        return document.restoreCover(std::exchange(m_coverStep, std::nullopt)->before);
    const bool opens = command == KeyCommand::open || command == KeyCommand::open_all;
    const bool isSo = std::ranges::all_of(matrices, [&](const StageBlock& each) {
        return document.cover().countIn(each) == (opens ? 0 : each.block.rows * each.block.columns);
    });
    if (isSo) {
        const QString key = keyText(KeyContext::presenting, KeyCommand::open);
        return say(opens ? tr("Nothing is covered here")
                         : tr("All of it is covered: a click opens one number, %1 all").arg(key));
    }
    const Cover before = document.cover();
    if (opens)
        document.openCells(matrices);
    else
        document.coverCells(matrices);
    if (const auto& cell = m_parts.selection.inspected(); cell && document.cover().covers(*cell))
        m_parts.selection.clearInspected(); // or a click on the cell would clear it, and open nothing
    m_coverStep = CoverStep{command, matrices, before, document.cover().changes()};
}

void Presentation::chooseHead(int by) {
    const HeadIndex count = m_parts.document.experiment().heads.count;
    if (count == 1)
        return say(tr("There is one head"));
    m_parts.selection.setHead((m_parts.selection.head() + by + count) % count);
    say(tr("Head %1 of %2").arg(m_parts.selection.head() + 1).arg(count));
}

void Presentation::showKeys() {
    m_slide->help().showKeys(keys());
    if (m_notes)
        m_notes->setKeys(keys());
}

/// Which keys there are on this page, the most important ones first.
QStringList Presentation::keys() const {
    const auto key = [](KeyCommand command) { return keyText(KeyContext::presenting, command); };
    const auto* board = qobject_cast<const Board*>(m_parts.pages.currentWidget());
    const bool isFilm = qobject_cast<const PlayPage*>(m_parts.pages.currentWidget());
    const bool hasScenes = !m_parts.scenes.indices().empty();
    QStringList keys{m_parts.selection.isInspecting() ? tr("Esc deselects")
                     : board && board->alone()        ? tr("Esc all cards")
                                                      : tr("Esc ends")};
    keys += tr("%1 cover").arg(key(KeyCommand::cover));
    const QString turn =
        isFilm && !hasScenes ? tr("%1, %2 step") : tr("%1, %2 on, back"); // turn() says to what
    keys += turn.arg(key(KeyCommand::next), key(KeyCommand::previous));
    if (hasScenes && isFilm)
        keys += tr("←, → step");
    keys += tr("a click opens one number, %1 all").arg(key(KeyCommand::open));
    if (!board || !board->alone()) // else one is shown
        keys += tr("with Shift every matrix");
    if (board && !board->alone())
        keys += tr("double-click a title: that card alone");
    keys += tr("%1–%2 pages")
                .arg(QKeySequence(Qt::CTRL | Qt::Key_1).toString(QKeySequence::NativeText))
                .arg(m_parts.tabs);
    if (m_parts.document.experiment().heads.count > 1)
        keys += tr("%1 head").arg(key(KeyCommand::next_head));
    keys += tr("%1 weights").arg(QKeySequence(Qt::Key_F9).toString(QKeySequence::NativeText));
    keys += tr("%1 explain").arg(key(KeyCommand::explain));
    keys += tr("%1 laser").arg(key(KeyCommand::laser));
    keys += tr("%1 blank").arg(key(KeyCommand::blank));
    return keys;
}

/// A click on a covered cell opens it instead of inspecting it.
void Presentation::openChosen() {
    const auto cell = m_parts.selection.inspected();
    if (!isRunning() || !cell || !m_parts.document.cover().covers(*cell))
        return;
    m_parts.document.openCell(*cell);
    m_parts.selection.clearInspected();
}

void Presentation::setBlank(bool blank) {
    if (blank == isBlank())
        return;
    if (m_notes)
        m_notes->setBlank(blank);
    if (!blank)
        return retire(std::exchange(m_blank, nullptr));
    m_blank = new QWidget(&place());
    m_blank->setAutoFillBackground(true);
    m_blank->setPalette(Qt::black);
    m_blank->setGeometry(place().rect());
    m_blank->setCursor(Qt::BlankCursor);
    m_blank->show();
    m_blank->raise();
}

void Presentation::setLaser(bool laser) {
    if (std::exchange(m_hasLaser, laser) == laser)
        return;
    if (laser)
        QApplication::setOverrideCursor(
            laserDot(m_beside ? m_beside->theme() : m_parts.theme, place().devicePixelRatioF()));
    else
        QApplication::restoreOverrideCursor();
}

} // namespace lab
