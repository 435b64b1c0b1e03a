// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/grid_clipboard.h"

#include "ui/document/lab_document.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/widgets/text_limit.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace lab {

namespace {

QString text(const Matrix& matrix, MatrixNotation form) {
    return QString::fromStdString(write_matrix(matrix, form));
}

} // namespace

GridClipboard::GridClipboard(LabDocument& document, const MatrixModel& model, QObject* parent)
    : QObject(parent), m_document(document), m_model(model) {}

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
    const Matrix zeros = Matrix::Zero(cells.height(), cells.width());
    const QString shape = QString::fromStdString(shape_text(zeros.rows(), zeros.cols()));
    const Experiment& before = m_document.commitPending();
    m_document.apply(
        putNumbers(before, m_model, cells.topLeft(), zeros, tr("%1: %2 cleared").arg(m_model.name(), shape)));
}

void GridClipboard::paste(const QRect& selected) {
    const QString text = QGuiApplication::clipboard()->text();
    if (const QString problem = pasteProblem(text); !problem.isEmpty())
        return emit refused(tr("%1 Use Import for larger matrices.").arg(problem));
    follow(pasteText(m_document.commitPending(), m_model, selected, text));
}

void GridClipboard::paste(const QRect& selected, const Matrix& numbers) {
    follow(pasteNumbers(m_document.commitPending(), m_model, selected, numbers));
}

void GridClipboard::follow(const Paste& paste) {
    if (paste.choices.empty()) {
        emit refused(paste.problem);
    } else if (!paste.question.isEmpty()) {
        emit choiceNeeded(paste);
    } else {
        m_document.apply(paste.choices.front().step);
        if (const QString& message = paste.choices.front().message; !message.isEmpty())
            emit this->messageRequested(message);
    }
}

} // namespace lab
