// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/grid_clipboard.h"

#include "core/import/import_plan.h"
#include "core/io/array_files.h"
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

void GridClipboard::copy(const QRect& cells) const {
    const Matrix matrix = m_model.numbers(cells);
    auto* data = new QMimeData;
    data->setText(text(matrix, MatrixNotation::tsv));
    data->setHtml(text(matrix, MatrixNotation::html));
    QGuiApplication::clipboard()->setMimeData(data);
}

void GridClipboard::copyAs(MatrixNotation form, const QRect& cells) const {
    QGuiApplication::clipboard()->setText(text(m_model.numbers(cells), form));
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
    const Experiment& before = m_document.commitPending();
    const Result<NamedArraysPtr> named = read_named_text(text.toStdString());
    if (!named)
        return emit refused(
            tr("Can’t paste these arrays. %1").arg(QString::fromStdString(named.error().message())));
    if (named.value()->arrays().size() < 2)
        follow(pasteText(before, m_model, selected, text));
    else if (import_prefixes(*named.value()).empty())
        follow(pasteNamed(before, *named.value()));
    else
        emit layerPasted(named.value());
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
