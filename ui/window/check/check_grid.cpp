// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/check_grid.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/accessible_grid.h"
#include "ui/widgets/number_delegate.h"
#include "ui/window/check/check_model.h"
#include "ui/window/check/given_numbers.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QtMath>

#include <algorithm>
#include <functional>
#include <utility>

namespace lab {

namespace {

constexpr int measuredCells = 30; // rows and columns whose texts decide the width of columns
constexpr double widestLabel = 110;
constexpr double betweenLines = 4;  // points, between a number and what is said of it
constexpr double aroundLines = 2.5; // above and below them, in the cell
constexpr double besideNumber = 8;  // left and right, together
constexpr double aroundNumber = 3;  // above and below a number alone

/// Whether a text is more than one number.
bool isSeveral(const QString& text) {
    const QString trimmed = text.trimmed();
    return trimmed.contains(QLatin1Char('\n')) || trimmed.contains(QLatin1Char('\t')) ||
           trimmed.contains(QLatin1Char(' ')) || trimmed.contains(QLatin1Char('['));
}

} // namespace

/// Gives what is typed to the model as it is typed. Escape takes it back. Several numbers are pasted into the
/// whole table.
class CheckDelegate : public NumberDelegate {
public:
    /// `severalPasted`: called instead of pasting several numbers into one cell.
    CheckDelegate(const Theme& theme, std::function<void()> severalPasted, QObject* parent)
        : NumberDelegate(theme, parent), m_severalPasted(std::move(severalPasted)) {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        auto* line = static_cast<QLineEdit*>(NumberDelegate::createEditor(parent, option, index));
        m_index = index;
        m_before = index.data(Qt::EditRole).toString();
        connect(line, &QLineEdit::textEdited, this, [this](const QString& text) {
            if (m_index.isValid() && typedProblem(text).isEmpty())
                modelOf(m_index)->setData(m_index, text, Qt::EditRole);
        });
        return line;
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override {
        if (!typedProblem(static_cast<QLineEdit*>(editor)->text()).isEmpty())
            revert(); // before it is said why
        NumberDelegate::setModelData(editor, model, index);
    }
    /// Puts back what was in the cell before it was edited.
    void revert() const {
        if (m_index.isValid() && m_index.data(Qt::EditRole).toString() != m_before)
            modelOf(m_index)->setData(m_index, m_before, Qt::EditRole);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* line = qobject_cast<QLineEdit*>(watched);
        if (line && event->type() == QEvent::KeyPress &&
            static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste) &&
            isSeveral(QGuiApplication::clipboard()->text())) {
            emit closeEditor(line, RevertModelCache);
            m_severalPasted();
            return true;
        }
        return NumberDelegate::eventFilter(watched, event);
    }
    QString problem(const QString& text) const override { return typedProblem(text); }
    /// What is said of the number is below it, smaller.
    void paintNumber(QPainter& painter, const QRectF& cell, const QString& text) const override {
        const qsizetype end = text.indexOf(QLatin1Char('\n'));
        if (end < 0)
            return NumberDelegate::paintNumber(painter, cell, text);
        const QFont small = theme().font(TextRole::small);
        const double number = QFontMetricsF(painter.font()).capHeight(),
                     mark = QFontMetricsF(small).capHeight(), between = theme().px(betweenLines);
        const double base = cell.center().y() + (number - mark - between) / 2;
        writeCentred(painter, cell, base, text.left(end));
        painter.setFont(small);
        writeCentred(painter, cell, base + between + mark, text.mid(end + 1));
    }

private:
    static void writeCentred(QPainter& painter, const QRectF& cell, double base, const QString& text) {
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
        painter.drawText(QPointF(cell.center().x() - width / 2, base), text);
    }
    static QAbstractItemModel* modelOf(const QPersistentModelIndex& index) {
        return const_cast<QAbstractItemModel*>(index.model());
    }

    std::function<void()> m_severalPasted;
    mutable QPersistentModelIndex m_index; ///< of the open editor
    mutable QString m_before;
};

CheckGrid::CheckGrid(CheckModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_model(model), m_theme(theme), m_delegate(new CheckDelegate(
                                                              theme, [this] { emit pasteWanted(); }, this)) {
    model->setParent(this);
    setModel(model);
    setItemDelegate(m_delegate);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setUpNumberTable(*this);
    installGridAccessibility();
    setUpQuietHeaders(*this);
    setHorizontalScrollMode(ScrollPerItem); // no row or column is in sight in part
    setVerticalScrollMode(ScrollPerItem);
    setAccessibleName(tr("My numbers"));
    connect(m_delegate, &NumberDelegate::refused, this, &CheckGrid::refused);
    connect(model, &CheckModel::refused, this, &CheckGrid::refused);
    connect(model, &QAbstractItemModel::modelReset, this, &CheckGrid::resizeCells);
    connect(model, &QAbstractItemModel::dataChanged, this, &CheckGrid::resizeColumns);
    connect(&theme, &Theme::changed, this, &CheckGrid::restyle);
    restyle();
}

void CheckGrid::restyle() {
    styleNumberTable(*this, m_theme, m_theme.colours().panel, m_theme.colours().muted);
    resizeCells();
}

/// Where numbers are compared, each cell has room for what is said of its number, so that an answer moves
/// nothing.
int CheckGrid::cellHeight(bool isCompared) const {
    const QFontMetricsF number(m_theme.font(TextRole::number)), small(m_theme.font(TextRole::small));
    const double lines = number.capHeight() + small.capHeight() + m_theme.px(betweenLines);
    const int rim = 2; // pixels around the cell
    return isCompared ? qCeil(lines) + m_theme.px(2 * aroundLines) + rim
                      : qCeil(number.height()) + m_theme.px(2 * aroundNumber);
}

void CheckGrid::resizeCells() {
    const QFontMetrics small(m_theme.font(TextRole::small));
    verticalHeader()->setDefaultSectionSize(cellHeight(m_model->isCompared()));
    horizontalHeader()->setFixedHeight(small.height() + m_theme.px(4));
    const TextWidth width(m_theme.font(TextRole::small));
    int widest = m_theme.px(16);
    for (int row = 0; row < std::min(m_model->rowCount(), measuredCells); ++row)
        widest = std::max(widest, width(m_model->headerData(row, Qt::Vertical, Qt::DisplayRole).toString()));
    verticalHeader()->setFixedWidth(std::min(widest, m_theme.px(widestLabel)) + m_theme.px(12));
    horizontalHeader()->setDefaultSectionSize(m_theme.px(66));
    resizeColumns();
}

/// Makes columns wider if numbers need it. They get narrower only for other numbers.
void CheckGrid::resizeColumns() {
    const TextWidth number(m_theme.font(TextRole::number));
    const TextWidth label(m_theme.font(TextRole::small));
    int widest = horizontalHeader()->defaultSectionSize() - m_theme.px(besideNumber);
    for (int column = 0; column < std::min(m_model->columnCount(), measuredCells); ++column) {
        const QString name = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        widest = std::max(widest, std::min(label(name), m_theme.px(widestLabel)));
        for (int row = 0; row < std::min(m_model->rowCount(), measuredCells); ++row) {
            const QString text = m_model->index(row, column).data(Qt::DisplayRole).toString();
            const qsizetype end = text.indexOf(QLatin1Char('\n'));
            widest = std::max({widest, number(text.left(end)), end < 0 ? 0 : label(text.mid(end + 1))});
        }
    }
    horizontalHeader()->setDefaultSectionSize(widest + m_theme.px(besideNumber));
    updateGeometries();
    updateGeometry();
}

QSize CheckGrid::sizeHint() const {
    return {verticalHeader()->width() + horizontalHeader()->length() + m_theme.px(2),
            horizontalHeader()->height() + verticalHeader()->length() + m_theme.px(2)};
}

QSize CheckGrid::minimumSizeHint() const {
    const QSize few(verticalHeader()->width() + horizontalHeader()->defaultSectionSize(),
                    horizontalHeader()->height() + 5 * verticalHeader()->defaultSectionSize() / 2);
    return few.boundedTo(sizeHint());
}

QSize CheckGrid::sizeWithin(QSize room) const {
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    QSize size = sizeHint();
    const QSize most = room.expandedTo(minimumSizeHint());
    const bool isTooWide = size.width() > most.width();
    const bool isTooHigh = size.height() + (isTooWide ? bar : 0) > most.height();
    if (isTooWide)
        size.rheight() += bar;
    if (isTooHigh)
        size.rwidth() += bar;
    const auto cut = [](int all, int header, int each) {
        const int whole = (all - header) / each;
        return whole < 1 ? all : header + whole * each;
    };
    if (size.height() > most.height())
        size.setHeight(cut(most.height() - (isTooWide ? bar : 0), horizontalHeader()->height(),
                           verticalHeader()->defaultSectionSize()) +
                       (isTooWide ? bar : 0));
    if (size.width() > most.width())
        size.setWidth(cut(most.width() - (isTooHigh ? bar : 0), verticalHeader()->width(),
                          horizontalHeader()->defaultSectionSize()) +
                      (isTooHigh ? bar : 0));
    return size;
}

int CheckGrid::heightFor(Index rows, Index columns, QSize room) const {
    const double cell = cellHeight(true), column = horizontalHeader()->defaultSectionSize();
    const bool isTooWide = verticalHeader()->width() + column * static_cast<double>(columns) > room.width();
    const double whole = horizontalHeader()->height() + cell * static_cast<double>(rows) + m_theme.px(2) +
                         (isTooWide ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0);
    return qCeil(std::min<double>(whole, room.height()));
}

void CheckGrid::keyPressEvent(QKeyEvent* event) {
    const bool isFree = state() != EditingState && currentIndex().isValid();
    const auto command = commandOf(KeyContext::matrix_grid, *event);
    if (isFree && event->matches(QKeySequence::Paste))
        emit pasteWanted();
    else if (isFree && event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(currentIndex().data(Qt::EditRole).toString());
    else if (isFree && command == KeyCommand::edit)
        edit(currentIndex());
    else if (isFree && command == KeyCommand::remove)
        m_model->setText(currentIndex(), {});
    else if (command == KeyCommand::cancel)
        event->ignore(); // closes the panel
    else
        QTableView::keyPressEvent(event);
}

void CheckGrid::focusInEvent(QFocusEvent* event) {
    QTableView::focusInEvent(event);
    if (!currentIndex().isValid())
        setCurrentIndex(m_model->index(0, 0));
    emit entered();
}

void CheckGrid::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
    const QModelIndex edited = currentIndex();
    if (hint == QAbstractItemDelegate::RevertModelCache)
        m_delegate->revert();
    QTableView::closeEditor(editor, QAbstractItemDelegate::NoHint);
    if (const QModelIndex next = afterEditing(edited, hint); next.isValid())
        setCurrentIndex(next);
}

} // namespace lab
