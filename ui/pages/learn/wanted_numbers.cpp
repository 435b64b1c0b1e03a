// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/wanted_numbers.h"

#include "core/base/number_format.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/pages/cell_field.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/cell_names.h"
#include "ui/widgets/number_problem.h"
#include "ui/widgets/retire.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>

#include <utility>

namespace lab {

WantedNumbers::WantedNumbers(LabDocument& document, const Theme& theme, MatrixHeatmap& heatmap, QWidget& card)
    : QObject(&card), m_document(document), m_theme(theme), m_heatmap(heatmap), m_card(card) {
    heatmap.installEventFilter(this);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (reshapes(change) || change.field == Field::notation)
            close(); // it would be over another cell now
    });
}

void WantedNumbers::setOn(bool on) {
    m_isOn = on;
    close();
}

bool WantedNumbers::eventFilter(QObject* watched, QEvent* event) {
    return watched == m_field ? filterField(event) : m_isOn && filterHeatmap(event);
}

bool WantedNumbers::filterHeatmap(QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto command = commandOf(KeyContext::heatmap, *static_cast<QKeyEvent*>(event));
        const bool opens = command == KeyCommand::edit || command == KeyCommand::choose;
        if ((!opens && command != KeyCommand::remove) || !m_heatmap.isAtCursor())
            return false;
        if (opens)
            edit(m_heatmap.cursor());
        else if (!m_document.refusesToEdit({}))
            want(m_heatmap.cursor(), std::nullopt);
        return true;
    }
    const bool isPress = event->type() == QEvent::MouseButtonPress;
    if ((!isPress && event->type() != QEvent::MouseButtonRelease) ||
        static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return false;
    const auto cell = m_heatmap.cellAt(static_cast<QMouseEvent*>(event)->position());
    if (cell && isPress)
        m_heatmap.setCursorCell(*cell);
    else if (cell)
        edit(*cell);
    return cell.has_value();
}

void WantedNumbers::edit(StoredCell cell) {
    const HeatmapContent& content = m_heatmap.content();
    if (!content.matrix || !content.has(cell) || m_document.refusesToEdit({}))
        return;
    close();
    m_edited = cell;
    const QString text = content.isAny(cell)
                             ? QString()
                             : QString::fromStdString(shortest((*content.matrix)(cell.row, cell.column)));
    m_field = openCellField(m_heatmap, cell, m_card, m_theme, text);
    m_field->setAccessibleName(
        tr("Wanted output of %1")
            .arg(cellPlace(content.rowLabels, cell.row, content.columnLabels, cell.column, false)));
    m_field->setToolTip(tr("Enter a number that is wanted here. Clear the field to want any."));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        apply();
        close();
    });
}

bool WantedNumbers::filterField(QEvent* event) {
    if (event->type() == QEvent::FocusOut) {
        if (static_cast<QFocusEvent*>(event)->reason() == Qt::PopupFocusReason)
            return false;
        apply();
        close();
        return false;
    }
    const bool isShortcutOverride = event->type() == QEvent::ShortcutOverride;
    if (!isShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    const auto step = commandOf(KeyContext::cell_text, *static_cast<QKeyEvent*>(event));
    if (step == KeyCommand::next || step == KeyCommand::previous) {
        if (!isShortcutOverride)
            goOn(step == KeyCommand::next ? 1 : -1);
        return true;
    }
    if (commandOf(KeyContext::override_text, *static_cast<QKeyEvent*>(event)) != KeyCommand::cancel)
        return false;
    if (isShortcutOverride)
        event->accept();
    else
        close();
    return true;
}

/// As in the grids of parameters: along the row as it is shown, and then along the next one.
void WantedNumbers::goOn(Index by) {
    const HeatmapMapping mapping = m_heatmap.content().mapping();
    const ShownCell from = mapping.shown(m_edited);
    const Index place = from.y * mapping.shownColumns() + from.x + by;
    apply();
    close();
    if (place < 0 || place >= mapping.shownColumns() * mapping.shownRows())
        return;
    const StoredCell to = mapping.stored({place % mapping.shownColumns(), place / mapping.shownColumns()});
    m_heatmap.setCursorCell(to);
    edit(to);
}

/// What cannot be read is reported and discarded.
void WantedNumbers::apply() {
    const QString text = m_field->text().trimmed();
    if (!m_field->isModified())
        return;
    m_field->setModified(false);
    if (text.isEmpty())
        return want(m_edited, std::nullopt);
    const Result<double> number = read_number_expression(text.toStdString());
    if (number)
        want(m_edited, number.value());
    else
        emit refused(numberProblem(text));
}

void WantedNumbers::want(StoredCell cell, std::optional<double> number) {
    setWantedOutput(m_document, cell.row, cell.column, number, tr("Wanted output"));
}

void WantedNumbers::close() {
    QLineEdit* field = std::exchange(m_field, nullptr);
    if (!field)
        return;
    field->removeEventFilter(this);
    if (field->hasFocus())
        m_heatmap.setFocus();
    retire(field);
}

} // namespace lab
