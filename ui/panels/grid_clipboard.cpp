// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/grid_clipboard.h"

#include "core/io/matrix_text.h"
#include "ui/document/lab_document.h"
#include "ui/models/matrix_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace lab {

namespace {

QString text(const Matrix& matrix, MatrixNotation form) {
    return QString::fromStdString(write_matrix(matrix, form));
}

QString shapeOf(const Matrix& matrix) {
    return QString::fromStdString(shape_text(matrix.rows(), matrix.cols()));
}

} // namespace

GridClipboard::GridClipboard(LabDocument& document, const MatrixModel& model, QObject* parent)
    : QObject(parent), m_document(document), m_model(model) {}

QRect GridClipboard::everything() const {
    return {0, 0, m_model.columnCount(), m_model.rowCount()};
}

Matrix GridClipboard::numbers(const QRect& cells) const {
    Matrix matrix(cells.height(), cells.width());
    for (int row = 0; row < cells.height(); ++row) {
        for (int column = 0; column < cells.width(); ++column)
            matrix(row, column) = m_model.valueOf(m_model.index(cells.y() + row, cells.x() + column));
    }
    return matrix;
}

void GridClipboard::copy(const QRect& cells) const {
    const Matrix matrix = numbers(cells);
    auto* data = new QMimeData;
    data->setText(text(matrix, MatrixNotation::tsv));
    data->setHtml(text(matrix, MatrixNotation::html));
    QGuiApplication::clipboard()->setMimeData(data);
}

void GridClipboard::copyAs(MatrixNotation form, const QRect& cells) const {
    QGuiApplication::clipboard()->setText(text(numbers(cells), form));
}

void GridClipboard::clear(const QRect& cells) {
    put(cells.topLeft(), Matrix::Zero(cells.height(), cells.width()), tr("%1: %2 cleared"));
}

/// The matrix and its bias are two parameters, and one step.
void GridClipboard::put(QPoint first, const Matrix& shown, const QString& what) {
    Experiment next = m_document.settle();
    std::optional<Change> change;
    for (const MatrixModel::Part& part : m_model.parts(first.y(), first.x(), shown)) {
        const Change here{info(part.id).field,
                          Block{part.row, part.column, part.numbers.rows(), part.numbers.cols()}};
        change = change ? merged(*change, here) : here;
        next = with_cells(next, part.id, part.row, part.column, part.numbers);
    }
    m_document.apply({std::move(next), *change, what.arg(m_model.name(), shapeOf(shown))});
}

void GridClipboard::paste(const QRect& selected) {
    const Result<Matrix> read = read_matrix_text(QGuiApplication::clipboard()->text().toStdString());
    if (!read) {
        emit refused(
            tr("This cannot be pasted as numbers. %1").arg(QString::fromStdString(read.error().message())));
        return;
    }
    const Matrix& matrix = read.value();
    const QString pasted = tr("%1: %2 pasted");
    const QSize size(static_cast<int>(matrix.cols()), static_cast<int>(matrix.rows()));
    const QRect all = everything();
    if (matrix.size() == 1)
        put(selected.topLeft(), Matrix::Constant(selected.height(), selected.width(), matrix(0, 0)), pasted);
    else if (size != all.size() && all.contains(QRect(selected.topLeft(), size)))
        put(selected.topLeft(), matrix, pasted);
    else if (size == all.size() || fillsWithoutBias(size))
        put({0, 0}, matrix, pasted);
    else if (size.transposed() == all.size() || fillsWithoutBias(size.transposed())) {
        put({0, 0}, matrix.transpose(), pasted);
        emit told(tr("%1 numbers were turned around to fit, as weights of PyTorch’s Linear have to be")
                      .arg(shapeOf(matrix)));
    } else {
        emit refused(tr("%1 numbers do not fit here: %2 has %3")
                         .arg(shapeOf(matrix), m_model.name(), m_model.shapeText()));
    }
}

bool GridClipboard::fillsWithoutBias(QSize size) const {
    const QRect all = everything();
    const QSize own = m_model.isTransposed() ? all.size() - QSize(1, 0) : all.size() - QSize(0, 1);
    return m_model.hasBias() && size == own;
}

} // namespace lab
