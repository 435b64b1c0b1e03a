// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/override_editor.h"

#include "core/base/number_format.h"
#include "core/experiment/overrides.h"
#include "core/lesson/allow_names.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/keys/taken_gesture.h"
#include "ui/look/theme.h"
#include "ui/pages/cell_field.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"
#include "ui/widgets/retire.h"
#include "ui/widgets/scrubbing.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>

#include <cmath>

namespace lab {

namespace {
constexpr int stepPixels = 5; // Up or Down equals dragging this many pixels
} // namespace

OverrideEditor::OverrideEditor(LabDocument& document, const Theme& theme, MatrixHeatmap& heatmap,
                               CellAt cellAt, QWidget& card)
    : QObject(&card), m_document(document), m_theme(theme), m_heatmap(heatmap), m_cellAt(std::move(cellAt)),
      m_card(card) {
    heatmap.installEventFilter(this);
    // The drag ends with its preview, whatever ended that.
    connect(&document, &LabDocument::previewEnded, this, [this] { m_scrub.reset(); });
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (!m_document.isPreviewing())
            m_scrub.reset(); // a drag that has not begun: its cell may be gone
        if (reshapes(change) || change.field == Field::notation)
            close(); // it would be over another cell now
    });
}

bool OverrideEditor::eventFilter(QObject* watched, QEvent* event) {
    return watched == m_editor ? filterEditor(event) : filterHeatmap(event);
}

bool OverrideEditor::filterHeatmap(QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        take(*static_cast<QMouseEvent*>(event));
        if (m_scrub && !override_of(m_document.experiment(), m_scrub->cell))
            m_scrub.reset();
        return false; // it may become a click
    case QEvent::MouseButtonDblClick:
        take(*static_cast<QMouseEvent*>(event));
        if (m_scrub)
            m_scrub->types = true;
        return m_scrub.has_value();
    case QEvent::MouseMove:
        if (!m_scrub)
            return false;
        dragTo(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonRelease:
        return letGo(*static_cast<QMouseEvent*>(event));
    case QEvent::ShortcutOverride:
        if (m_scrub)
            takesEscape(event); // it cancels the drag
        return false;
    case QEvent::KeyPress: {
        const auto command = commandOf(KeyContext::heatmap, *static_cast<QKeyEvent*>(event));
        if (m_scrub && command == KeyCommand::cancel) {
            m_scrub.reset(); // even before the first move
            m_document.cancelPreview();
            return true;
        }
        if (!m_heatmap.isAtCursor())
            return false; // the key leads there first
        if (command == KeyCommand::edit)
            edit(m_heatmap.cursor());
        else if (command == KeyCommand::remove) {
            if (const auto cell = numberAt(m_heatmap.cursor()))
                removeOverride(m_document, *cell);
        } else
            return false;
        return true;
    }
    default:
        return false;
    }
}

bool OverrideEditor::letGo(const QMouseEvent& event) {
    const auto scrub = std::exchange(m_scrub, std::nullopt);
    if (!scrub || (!scrub->drag.isMoving() && !scrub->types))
        return false;
    if (scrub->drag.isMoving())
        m_document.commitPreview();
    else if (!isTakenAway(event))
        edit({scrub->cell.row, scrub->cell.column});
    return true;
}

double OverrideEditor::valueAt(const CellRef& cell) const {
    return (*m_heatmap.content().matrix)(cell.row, cell.column);
}

void OverrideEditor::take(const QMouseEvent& event) {
    const auto stored = event.button() == Qt::LeftButton ? m_heatmap.cellAt(event.position()) : std::nullopt;
    const auto cell = stored ? m_cellAt(*stored) : std::nullopt;
    if (!cell || m_document.cover().covers(*cell))
        return;
    const double value = valueAt(*cell);
    const double start = std::isfinite(value) ? value : 0; // cannot step from −∞
    const double step = scrubStep(start, m_heatmap.content().summary->finite.magnitude());
    m_scrub = Scrub{*cell, {start, step, event.globalPosition().x(), m_theme}};
}

void OverrideEditor::dragTo(const QMouseEvent& event) {
    const double current = valueAt(m_scrub->cell);
    if (const auto value = m_scrub->drag.movedTo(event.globalPosition().x(), current, event.modifiers()))
        previewOverride(m_document, m_scrub->cell, *value);
}

/// The card's cell, which must hold a number of the matrix: nothing follows from what a sink takes.
std::optional<CellRef> OverrideEditor::numberAt(StoredCell stored) const {
    return m_heatmap.content().isSink(stored) ? std::nullopt : m_cellAt(stored);
}

void OverrideEditor::edit(StoredCell stored) {
    const auto cell = numberAt(stored);
    if (!cell || m_document.cover().covers(*cell) || m_document.refusesToEdit(allow_overrides))
        return;
    close();
    m_edited = *cell;
    const QString name = cellName(m_document.experiment(), *cell);
    m_editor =
        openCellField(m_heatmap, stored, m_card, m_theme, QString::fromStdString(shortest(valueAt(*cell))));
    m_editor->setAccessibleName(tr("Override of %1").arg(name));
    m_editor->setToolTip(
        tr("Enter a number, or -inf, to override the cell. Up and Down change the number. Clear the field "
           "to remove the override."));
    m_editor->installEventFilter(this);
    connect(m_editor, &QLineEdit::returnPressed, this, [this] {
        // Unedited text creates no override.
        if (!m_editor->isModified() || apply())
            close();
    });
}

bool OverrideEditor::filterEditor(QEvent* event) {
    if (event->type() == QEvent::FocusOut) {
        if (static_cast<QFocusEvent*>(event)->reason() == Qt::PopupFocusReason)
            return false;
        // Rejected text is reported and discarded.
        if (m_editor->isModified())
            apply();
        close();
        return false;
    }
    const bool isShortcutOverride = event->type() == QEvent::ShortcutOverride;
    if (!isShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    const auto command = commandOf(KeyContext::override_text, *static_cast<QKeyEvent*>(event));
    if (!command)
        return false;
    if (isShortcutOverride) {
        event->accept();
    } else if (command == KeyCommand::cancel) {
        m_document.cancelPreview();
        close();
    } else {
        step(command == KeyCommand::up ? 1 : -1);
    }
    return true;
}

void OverrideEditor::step(int steps) {
    const auto value = readOverride(m_editor->text());
    const double start = value && std::isfinite(*value) ? *value : 0;
    const double unit = scrubStep(start, m_heatmap.content().summary->finite.magnitude());
    const double next = scrubbed(start, unit, steps * stepPixels, Qt::NoModifier);
    if (!std::isfinite(next))
        return;
    previewOverride(m_document, m_edited, next);
    m_editor->setText(QString::fromStdString(shortest(next)));
    m_editor->setModified(true);
}

bool OverrideEditor::apply() {
    const QString text = m_editor->text().trimmed();
    if (text.isEmpty()) {
        m_document.cancelPreview();
        removeOverride(m_document, m_edited);
        return true;
    }
    const auto value = readOverride(text);
    if (!value) {
        emit refused(tr("“%1” is not a value for an override: enter a finite number or -inf").arg(text));
        return false;
    }
    previewOverride(m_document, m_edited, *value);
    m_document.commitPreview();
    return true;
}

void OverrideEditor::close() {
    QLineEdit* editor = std::exchange(m_editor, nullptr);
    if (!editor)
        return;
    editor->removeEventFilter(this);
    if (editor->hasFocus())
        m_heatmap.setFocus();
    retire(editor);
}

} // namespace lab
