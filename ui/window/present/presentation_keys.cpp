// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the keys do while presenting.
#include "ui/document/exercise.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/selection/selection.h"
#include "ui/widgets/retire.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/notes.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/slide.h"
#include "ui/window/present/slide_window.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPixmap>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double laserSize = 18; // points

/// Whether letters are typed there.
bool takesLetters(const QWidget* widget) {
    return widget && widget->testAttribute(Qt::WA_InputMethodEnabled);
}

StageBlock wholeMatrix(const Dimensions& d, StageId id, HeadIndex head) {
    const StageInfo& stage = info(id);
    return {id, head, {0, 0, length(stage.rows, d), length(stage.columns, d)}};
}

/// Not so in a film that has not come to that cell.
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

bool Presentation::takesKey(const QKeyEvent& event, const QWidget* focused) {
    if (event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier) || takesLetters(focused))
        return false;
    const auto command = commandOf(KeyContext::presenting, event);
    if (!command)
        return false;
    const bool turns = command == KeyCommand::next || command == KeyCommand::previous;
    return (event.isAutoRepeat() && !turns) || take(*command);
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
        coverPointedAt();
        return true;
    case KeyCommand::cover_all:
        coverShown();
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

/// What a clicker asks for: the next thing to show, or the one before. That is a covered cell, and then a
/// scene. On Play it is a step of the film, unless a lesson has begun: the film has keys of its own. False:
/// there is nothing, and the key scrolls the page.
bool Presentation::turn(int by) {
    Lesson& lesson = m_parts.lesson;
    const auto* play = qobject_cast<PlayPage*>(m_parts.pages.currentWidget());
    if (play && !lesson.current()) {
        play->player().step(by);
        return true;
    }
    if ((by > 0 ? openNext() : m_parts.document.closeLastCell()) || lesson.step(by))
        return true;
    if (lesson.current())
        say(lesson.whyNoStep(by));
    return lesson.current().has_value();
}

/// Opens the next covered cell, row by row, of what is shown.
bool Presentation::openNext() {
    const std::vector<StageBlock> shown = shownMatrices();
    for (const StageBlock& asked : m_parts.document.cover().asked()) {
        const bool isShown = std::ranges::any_of(shown, [&](const StageBlock& each) {
            return each.stage == asked.stage && each.head == asked.head;
        });
        const Block& block = asked.block;
        for (Index i = 0; isShown && i < block.rows * block.columns; ++i) {
            const CellRef cell{asked.stage, asked.head, block.row + i / block.columns,
                               block.column + i % block.columns};
            if (m_parts.document.cover().covers(cell) && isComputed(m_parts.pages.currentWidget(), cell)) {
                m_parts.document.openCell(cell);
                showCell(cell);
                return true;
            }
        }
    }
    return false;
}

/// A card alone may show only a part of its matrix, and the class only a part of the board.
void Presentation::showCell(const CellRef& cell) {
    auto* board = qobject_cast<Board*>(m_parts.pages.currentWidget());
    if (board && board->alone())
        board->reveal(cell);
    auto* besides = m_beside ? qobject_cast<Board*>(m_beside->pages().currentWidget()) : nullptr;
    if (besides)
        besides->reveal(cell);
}

/// Every matrix of the page whose numbers are computed, as a whole. Of the film, those of the present scene.
std::vector<StageBlock> Presentation::shownMatrices() const {
    const Experiment& experiment = m_parts.document.experiment();
    std::vector<StageBlock> shown;
    if (is_empty(experiment))
        return shown;
    const Dimensions d = dimensions(experiment);
    if (const auto* play = qobject_cast<const PlayPage*>(m_parts.pages.currentWidget())) {
        for (const ScenePanel& panel : play->scene().content().panels) {
            const StageBlock* of = panel.stage();
            if (of && whyNotAsked(m_parts.document, of->stage).isEmpty())
                shown.push_back(wholeMatrix(d, of->stage, of->head));
        }
        return shown;
    }
    const auto* board = qobject_cast<const Board*>(m_parts.pages.currentWidget());
    const bool hasAllHeads = qobject_cast<const HeadsPage*>(m_parts.pages.currentWidget());
    for (const StageInfo& stage : all_stages()) {
        if (!whyNotAsked(m_parts.document, stage.id).isEmpty() ||
            (board && board->alone().value_or(stage.id) != stage.id))
            continue;
        const HeadIndex first = hasAllHeads || !stage.per_head ? 0 : m_parts.selection.head();
        const HeadIndex last = hasAllHeads && stage.per_head ? d.H - 1 : first;
        for (HeadIndex head = first; head <= last; ++head)
            shown.push_back(wholeMatrix(d, stage.id, head));
    }
    return shown;
}

bool Presentation::isWhollyCovered(const StageBlock& matrix) const {
    for (Index row = 0; row < matrix.block.rows; ++row) {
        for (Index column = 0; column < matrix.block.columns; ++column) {
            if (!m_parts.document.cover().covers({matrix.stage, matrix.head, row, column}))
                return false;
        }
    }
    return true;
}

/// Covers the matrix under the pointer, or opens it if all of it is covered.
void Presentation::coverPointedAt() {
    const auto& cell = m_parts.selection.hovered();
    if (!cell)
        return say(tr("Point at a number: its matrix will be covered"));
    if (const QString why = whyNotAsked(m_parts.document, cell->stage); !why.isEmpty())
        return say(why);
    const Dimensions d = dimensions(m_parts.document.experiment());
    const StageBlock matrix = wholeMatrix(d, cell->stage, cell->head);
    if (isWhollyCovered(matrix))
        m_parts.document.uncover(matrix.stage, matrix.head);
    else
        m_parts.document.coverCells(matrix);
}

/// Covers all that is shown, or opens everything if all of that is covered.
void Presentation::coverShown() {
    const std::vector<StageBlock> shown = shownMatrices();
    if (shown.empty())
        return;
    if (std::ranges::all_of(shown, [this](const StageBlock& each) { return isWhollyCovered(each); }))
        m_parts.document.uncover();
    else
        m_parts.document.coverCells(shown);
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
