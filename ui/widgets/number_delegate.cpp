// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_delegate.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/mark_outline.h"
#include "ui/look/theme.h"
#include "ui/widgets/number_problem.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

#include <optional>

namespace lab {

namespace {

/// What a key that ends editing does; nothing for other keys.
std::optional<QAbstractItemDelegate::EndEditHint> hintOf(const QKeyEvent& event) {
    const auto command = commandOf(KeyContext::cell_text, event);
    if (command == KeyCommand::choose)
        return QAbstractItemDelegate::SubmitModelCache;
    if (command == KeyCommand::next)
        return QAbstractItemDelegate::EditNextItem;
    if (command == KeyCommand::previous)
        return QAbstractItemDelegate::EditPreviousItem;
    return std::nullopt;
}

} // namespace

NumberDelegate::NumberDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme) {}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF cell = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter->setPen(Qt::NoPen);
    painter->setBrush(index.data(Qt::BackgroundRole).value<QColor>());
    painter->drawRoundedRect(cell, m_theme.px(3), m_theme.px(3));
    if (index.data(LinkedRole).toBool()) {
        const double width = m_theme.px(2);
        const double inset = markReach(m_theme, width);
        drawMark(*painter, m_theme, cell.adjusted(inset, inset, -inset, -inset), m_theme.px(3), width);
    }
    paintOutline(*painter, option); // before the number, which may reach into it
    painter->setPen(index.data(Qt::ForegroundRole).value<QColor>());
    painter->setFont(m_theme.font(TextRole::number));
    paintNumber(*painter, cell, index.data(Qt::DisplayRole).toString());
    painter->restore();
}

void NumberDelegate::paintNumber(QPainter& painter, const QRectF& cell, const QString& text) const {
    painter.drawText(cell, Qt::AlignCenter, text);
}

void NumberDelegate::paintOutline(QPainter& painter, const QStyleOptionViewItem& option) const {
    const Colours& c = m_theme.colours();
    const QRectF cell = QRectF(option.rect).adjusted(1, 1, -1, -1);
    const bool current = option.state & QStyle::State_HasFocus;
    const bool selected = option.state & QStyle::State_Selected && option.widget && option.widget->hasFocus();
    if (!current && !selected)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = m_theme.px(current ? 2.5 : 1.5);
    const double inner = 1.5 * width; // inner light line: visible on any cell colour
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(c.side, m_theme.px(1)));
    painter.drawRoundedRect(cell.adjusted(inner, inner, -inner, -inner), m_theme.px(2), m_theme.px(2));
    painter.setPen(QPen(c.accent, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(cell.adjusted(width / 2, width / 2, -width / 2, -width / 2), m_theme.px(3),
                            m_theme.px(3));
    painter.restore();
}

QWidget* NumberDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                      const QModelIndex& index) const {
    auto* line = new QLineEdit(parent);
    line->setFont(m_theme.font(TextRole::number));
    line->setAutoFillBackground(true);
    line->setAccessibleName(index.data(Qt::AccessibleTextRole).toString());
    return line;
}

void NumberDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    auto* line = static_cast<QLineEdit*>(editor);
    if (line->isModified()) // the view asks again whenever the cell changes its look
        return;
    line->setText(index.data(Qt::EditRole).toString());
    line->selectAll();
}

void NumberDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                  const QModelIndex& index) const {
    auto* line = static_cast<QLineEdit*>(editor);
    if (line->text() != index.data(Qt::EditRole).toString())
        model->setData(index, line->text(), Qt::EditRole);
}

void NumberDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                          const QModelIndex& /*index*/) const {
    // Sixteen digits need more room than a cell has.
    QRect area = option.rect;
    area.setWidth(std::max(area.width(), m_theme.px(120)));
    const int limit = editor->parentWidget()->width();
    if (area.right() >= limit)
        area.moveRight(std::max(limit - 1, area.width() - 1));
    editor->setGeometry(area);
}

QString NumberDelegate::problem(const QString& text) const {
    return numberProblem(text);
}

bool NumberDelegate::eventFilter(QObject* watched, QEvent* event) {
    auto* line = qobject_cast<QLineEdit*>(watched);
    const auto hint =
        line && event->type() == QEvent::KeyPress ? hintOf(*static_cast<QKeyEvent*>(event)) : std::nullopt;
    if (!hint)
        return QStyledItemDelegate::eventFilter(watched, event);
    if (const QString why = problem(line->text()); !why.isEmpty()) {
        // Keep the editor open so that the text can be corrected.
        emit refused(why);
        return true;
    }
    // At once: Qt would do it later, by which time a quick next key may have closed the editor.
    emit commitData(line);
    emit closeEditor(line, *hint);
    return true;
}

void setUpNumberTable(QTableView& table) {
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed);
    table.setTabKeyNavigation(false); // Tab leaves the table, the arrow keys move inside it
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setCornerButtonEnabled(false);
}

void setUpQuietHeaders(QTableView& table) {
    for (QHeaderView* header : {table.verticalHeader(), table.horizontalHeader()}) {
        header->setSectionResizeMode(QHeaderView::Fixed); // do not measure thousands of rows
        header->setMinimumSectionSize(1);
        header->setHighlightSections(false);
        header->setSectionsClickable(false);
    }
}

void styleNumberTable(QTableView& table, const Theme& theme, const QColor& ground, const QColor& labels) {
    QPalette colours = table.palette();
    colours.setColor(QPalette::Base, ground);
    colours.setColor(QPalette::Button, ground);
    colours.setColor(QPalette::ButtonText, labels);
    table.setPalette(colours);
    table.horizontalHeader()->setFont(theme.font(TextRole::small));
    table.verticalHeader()->setFont(theme.font(TextRole::small));
}

QModelIndex afterEditing(const QModelIndex& edited, QAbstractItemDelegate::EndEditHint hint) {
    const int down = hint == QAbstractItemDelegate::SubmitModelCache ? 1 : 0;
    const int right = hint == QAbstractItemDelegate::EditNextItem       ? 1
                      : hint == QAbstractItemDelegate::EditPreviousItem ? -1
                                                                        : 0;
    return edited.sibling(edited.row() + down, edited.column() + right);
}

} // namespace lab
