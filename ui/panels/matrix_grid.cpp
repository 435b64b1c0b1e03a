// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_grid.h"

#include "ui/document/lab_document.h"
#include "ui/models/matrix_delegate.h"
#include "ui/models/matrix_model.h"
#include "ui/text_width.h"
#include "ui/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// As large as the grid wants it, where Qt's own would measure hundreds of labels each time it is asked.
class GridHeader : public QHeaderView {
public:
    GridHeader(Qt::Orientation orientation, QWidget* parent) : QHeaderView(orientation, parent) {
        setSectionResizeMode(QHeaderView::Fixed);
        setMinimumSectionSize(1);
        setFocusPolicy(Qt::NoFocus);
    }
    QSize sizeHint() const override { return minimumSize(); }
};

} // namespace

MatrixGrid::MatrixGrid(LabDocument& document, MatrixModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_document(document), m_model(model), m_theme(theme) {
    model->setParent(this);
    setModel(model);
    auto* delegate = new MatrixDelegate(theme, this);
    setItemDelegate(delegate);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                    QAbstractItemView::AnyKeyPressed);
    setTabKeyNavigation(false); // Tab leads out of the grid, the arrow keys move inside it
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    viewport()->setCursor(Qt::SizeHorCursor);
    setHorizontalHeader(new GridHeader(Qt::Horizontal, this));
    setVerticalHeader(new GridHeader(Qt::Vertical, this));
    setCornerButtonEnabled(false);
    connect(delegate, &MatrixDelegate::refused, this, &MatrixGrid::refused);
    connect(model, &MatrixModel::refused, this, &MatrixGrid::refused);
    connect(model, &QAbstractItemModel::modelReset, this, &MatrixGrid::resizeCells);
    connect(model, &QAbstractItemModel::dataChanged, this, &MatrixGrid::resizeColumns);
    // Whoever ends the preview takes the number out of the hand.
    connect(&document, &LabDocument::previewEnded, this, [this] { m_scrub.reset(); });
    connect(&theme, &Theme::changed, this, &MatrixGrid::restyle);
    restyle();
}

void MatrixGrid::restyle() {
    horizontalHeader()->setFont(m_theme.font(TextRole::small));
    verticalHeader()->setFont(m_theme.font(TextRole::small));
    QPalette colours = palette();
    colours.setColor(QPalette::Base, m_theme.colours().side);
    colours.setColor(QPalette::Button, m_theme.colours().side);
    colours.setColor(QPalette::ButtonText, m_theme.colours().text);
    setPalette(colours);
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
    updateGeometries(); // the margins that the headers stand in
    updateGeometry();
}

void MatrixGrid::resizeColumns() {
    const QFontMetrics number(m_theme.font(TextRole::number));
    const int cell = std::max({number.horizontalAdvance(QStringLiteral("−0.0000")),
                               m_model->widestNumber(number), m_widestHeader}) +
                     m_theme.px(12);
    if (cell == horizontalHeader()->defaultSectionSize())
        return;
    horizontalHeader()->setDefaultSectionSize(cell);
    updateGeometries();
    updateGeometry();
}

QSize MatrixGrid::sizeHint() const {
    const int width = verticalHeader()->width() + horizontalHeader()->length() + m_theme.px(2);
    // The bar that a wide matrix needs must not hide its last row.
    const int bar = width > this->width() ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0;
    const int height = horizontalHeader()->height() + verticalHeader()->length() + m_theme.px(2) + bar;
    return {width, std::min(height, m_theme.px(280))};
}

void MatrixGrid::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    updateGeometry();
}

QSize MatrixGrid::minimumSizeHint() const {
    return {std::min(sizeHint().width(), m_theme.px(120)), sizeHint().height()};
}

bool MatrixGrid::event(QEvent* event) {
    // While a number is dragged, Escape is about that, and not about what is held.
    if (event->type() == QEvent::ShortcutOverride && m_document.isPreviewing() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void MatrixGrid::mousePressEvent(QMouseEvent* event) {
    QTableView::mousePressEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !index.isValid() || state() == EditingState)
        return;
    const double value = m_model->valueOf(index);
    m_scrub = Scrub{index, value, scrubStep(value, m_model->magnitude()), event->position()};
}

void MatrixGrid::mouseMoveEvent(QMouseEvent* event) {
    if (!m_scrub || !(event->buttons() & Qt::LeftButton))
        return;
    if (!m_scrub->moving) {
        if (std::abs(event->position().x() - m_scrub->from.x()) < QApplication::startDragDistance() / 2.0)
            return;
        m_scrub->moving = true;
        m_scrub->from = event->position();
    }
    scrubTo(event->position(), event->modifiers());
}

void MatrixGrid::scrubTo(QPointF position, Qt::KeyboardModifiers modifiers) {
    double step = m_scrub->step;
    if (modifiers & Qt::ShiftModifier)
        step /= 10;
    if (modifiers & Qt::ControlModifier)
        step *= 10;
    const double pixels = std::round((position.x() - m_scrub->from.x()) * 100.0 / m_theme.scale());
    // Binary fractions add up to 0.30000000000000004: the hand means tenths.
    const double digits = std::pow(10.0, std::max(0.0, 6 - std::floor(std::log10(step))));
    const double value = std::round((m_scrub->start + pixels * step) * digits) / digits;
    const MatrixModel::Cell cell = m_model->cellOf(m_scrub->index);
    m_document.preview(cell.id, cell.row, cell.column, pixels == 0 ? m_scrub->start : value);
}

void MatrixGrid::mouseReleaseEvent(QMouseEvent* event) {
    const bool moved = m_scrub && m_scrub->moving;
    m_scrub.reset();
    if (moved)
        m_document.commitPreview();
    QTableView::mouseReleaseEvent(event);
}

void MatrixGrid::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_document.isPreviewing()) {
        m_document.cancelPreview();
        return;
    }
    const bool edits = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (edits && state() != EditingState && currentIndex().isValid()) {
        edit(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

void MatrixGrid::wheelEvent(QWheelEvent* event) {
    // The plain wheel scrolls the page, unless the grid has something to scroll itself.
    const QScrollBar* bar = verticalScrollBar();
    if (bar->minimum() == bar->maximum())
        event->ignore();
    else
        QTableView::wheelEvent(event);
}

double scrubStep(double value, double magnitude) {
    const double fiftieth = std::max({std::abs(value), magnitude, 1e-300}) / 50;
    const double power = std::pow(10.0, std::floor(std::log10(fiftieth)));
    for (const double digit : {5.0, 2.0}) {
        if (digit * power <= fiftieth)
            return digit * power;
    }
    return power;
}

} // namespace lab
