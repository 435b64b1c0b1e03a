// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/dictionary/dictionary_table.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/panels/dictionary/dictionary_model.h"
#include "ui/plots/shared/accessible_grid.h"
#include "ui/widgets/number_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lab {

namespace {

constexpr int measuredWords = 200; // rows measured to size the text columns
constexpr int mostRows = 12;       // in the size hint

bool isNumber(const QModelIndex& index) {
    return index.column() != DictionaryModel::wordColumn && index.column() != DictionaryModel::stateColumn;
}

/// Draws words and their state as plain text; numbers are coloured cells. One delegate for all columns: from
/// an editor that it gives up, Qt 6.4 takes only the view's own delegate off, and that of a column would go
/// on committing what is typed.
class DictionaryDelegate : public NumberDelegate {
public:
    using NumberDelegate::NumberDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        if (isNumber(index))
            return NumberDelegate::paint(painter, option, index);
        painter->save();
        const QRect room = option.rect.adjusted(theme().px(5), 0, -theme().px(5), 0); // inside the outline
        const auto font = index.data(Qt::FontRole).value<QFont>();
        painter->setFont(font);
        painter->setPen(index.data(Qt::ForegroundRole).value<QColor>());
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(font).elidedText(index.data(Qt::DisplayRole).toString(),
                                                        Qt::ElideRight, room.width()));
        painter->restore();
        paintOutline(*painter, option);
    }
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        QWidget* line = NumberDelegate::createEditor(parent, option, index);
        if (!isNumber(index))
            line->setFont(theme().font(TextRole::body));
        m_index = index;
        return line;
    }

protected:
    QString problem(const QString& text) const override {
        if (isNumber(m_index))
            return NumberDelegate::problem(text);
        const auto* model = qobject_cast<const DictionaryModel*>(m_index.model());
        return model ? model->problem(m_index, text) : QString();
    }

private:
    mutable QPersistentModelIndex m_index; ///< of the open editor
};

} // namespace

DictionaryTable::DictionaryTable(DictionaryModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_model(model), m_theme(theme) {
    model->setParent(this);
    setModel(model);
    auto* delegate = new DictionaryDelegate(theme, this);
    setItemDelegate(delegate);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setUpNumberTable(*this);
    installGridAccessibility();
    setUpQuietHeaders(*this);
    setAccessibleName(tr("Dictionary"));
    verticalHeader()->hide();
    connect(delegate, &NumberDelegate::refused, this, &DictionaryTable::refused);
    connect(model, &DictionaryModel::refused, this, &DictionaryTable::refused);
    connect(model, &QAbstractItemModel::modelReset, this, &DictionaryTable::resizeColumns);
    connect(model, &QAbstractItemModel::dataChanged, this, &DictionaryTable::resizeColumns);
    connect(&theme, &Theme::changed, this, &DictionaryTable::restyle);
    restyle();
}

void DictionaryTable::restyle() {
    styleNumberTable(*this, m_theme, m_theme.colours().panel, m_theme.colours().muted);
    horizontalHeader()->setFixedHeight(QFontMetrics(m_theme.font(TextRole::small)).height() + m_theme.px(4));
    verticalHeader()->setDefaultSectionSize(QFontMetrics(m_theme.font(TextRole::number)).height() +
                                            m_theme.px(8));
    resizeColumns();
}

void DictionaryTable::resizeColumns() {
    const QFontMetrics number(m_theme.font(TextRole::number));
    const TextWidth word(m_theme.font(TextRole::body));
    const TextWidth small(m_theme.font(TextRole::small));
    const int rows = std::min(m_model->rowCount(), measuredWords);
    int widestWord = m_theme.px(60);
    int widestState = m_theme.px(60);
    const auto text = [this](int row, int column) {
        return m_model->index(row, column).data(Qt::DisplayRole).toString();
    };
    for (int row = 0; row < rows; ++row) {
        widestWord = std::max(widestWord, word(text(row, DictionaryModel::wordColumn)));
        widestState = std::max(widestState, small(text(row, DictionaryModel::stateColumn)));
    }
    const int cell =
        std::max(m_model->widestNumber(number), small(QStringLiteral("d%1").arg(m_model->columnCount()))) +
        m_theme.px(12);
    horizontalHeader()->setDefaultSectionSize(cell);
    setColumnWidth(DictionaryModel::wordColumn, std::min(widestWord, m_theme.px(160)) + m_theme.px(20));
    setColumnWidth(DictionaryModel::stateColumn, std::min(widestState, m_theme.px(220)) + m_theme.px(20));
    updateGeometry();
}

QSize DictionaryTable::sizeHint() const {
    const int rows = std::clamp(m_model->rowCount(), 1, mostRows);
    const int bar =
        horizontalHeader()->length() > width() ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0;
    return {horizontalHeader()->length(), horizontalHeader()->height() +
                                              rows * verticalHeader()->defaultSectionSize() + m_theme.px(2) +
                                              bar};
}

QSize DictionaryTable::minimumSizeHint() const {
    return {m_theme.px(120), horizontalHeader()->height() + verticalHeader()->defaultSectionSize()};
}

void DictionaryTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    updateGeometry();
}

void DictionaryTable::keyPressEvent(QKeyEvent* event) {
    const bool free = state() != EditingState && currentIndex().isValid();
    const auto command = commandOf(KeyContext::dictionary, *event);
    if (free && command == KeyCommand::edit)
        edit(currentIndex());
    else if (free && command == KeyCommand::remove)
        emit deleteWanted(currentIndex().row());
    else
        QTableView::keyPressEvent(event);
}

void DictionaryTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
    const QModelIndex edited = currentIndex();
    QTableView::closeEditor(editor, QAbstractItemDelegate::NoHint);
    if (const QModelIndex next = afterEditing(edited, hint); next.isValid())
        setCurrentIndex(next);
}

} // namespace lab
