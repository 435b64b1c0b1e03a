// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lab_document.h"

#include "core/number_format.h"
#include "core/sentence.h"
#include "core/stages/01_tokens.h"
#include "core/validate.h"
#include "ui/document/commands/edit_command.h"
#include "ui/document/examples.h"

#include <QFileInfo>

namespace lab {

LabDocument::LabDocument(QObject* parent) : QObject(parent) {
    connect(&m_computation, &Computation::arrived, this, &LabDocument::computed);
    connect(&m_computation, &Computation::outOfMemory, this, &LabDocument::outOfMemory);
    openExample(exampleNames().constFirst());
}

// The undo stack has its last word while it is destroyed, and who listens would ask a document half gone.
LabDocument::~LabDocument() {
    m_undoStack.disconnect();
}

StageView LabDocument::view(StageId id, HeadIndex head, std::optional<Rows> first) {
    return m_computation.view(id, info(id).per_head ? head : 0, first);
}

StageView LabDocument::completeView(StageId id, HeadIndex head) {
    return m_computation.complete(id, info(id).per_head ? head : 0);
}

StageView LabDocument::viewBefore(StageId id, HeadIndex head) const {
    if (!m_preview)
        return {};
    const auto found = m_preview->views_before.find({id, info(id).per_head ? head : 0});
    return found == m_preview->views_before.end() ? StageView{} : found->second;
}

QString LabDocument::displayName() const {
    if (!m_experiment.title.empty())
        return QString::fromStdString(m_experiment.title);
    return m_file.isEmpty() ? tr("Untitled") : QFileInfo(m_file).completeBaseName();
}

void LabDocument::openExample(const QString& name) {
    replace(example(name), {});
}

void LabDocument::noteSaved(const Experiment& saved, const QString& file) {
    // It may have been edited while it was written.
    if (is_same(m_preview ? m_preview->before : m_experiment, saved))
        m_undoStack.setClean();
    else
        m_undoStack.resetClean();
    const QString absolute = QFileInfo(file).absoluteFilePath();
    if (std::exchange(m_file, absolute) != absolute)
        emit fileChanged();
}

void LabDocument::replace(const Experiment& experiment, const QString& file) {
    if (m_preview) {
        m_preview.reset();
        emit previewEnded();
    }
    m_opened = experiment;
    m_file = file.isEmpty() ? QString() : QFileInfo(file).absoluteFilePath();
    put(experiment, {});
    m_undoStack.clear();
    emit fileChanged();
}

void LabDocument::put(const Experiment& experiment, const Change& change) {
    m_experiment = experiment;
    m_computation.update(m_experiment, change);
    emit changed(change);
}

void LabDocument::push(Experiment next, const Change& change, const QString& text, bool mergesWhileTyping) {
    commitPreview();
    m_undoStack.push(new EditCommand(*this, std::move(next), change, text, mergesWhileTyping));
}

void LabDocument::undo() {
    if (m_preview)
        cancelPreview();
    else
        m_undoStack.undo();
}

void LabDocument::redo() {
    commitPreview();
    m_undoStack.redo();
}

void LabDocument::setText(const QString& text) {
    const std::string wanted = text.toStdString();
    if (wanted == m_experiment.sequence.text)
        return;
    // What moves with tokens takes the square of their number itself, so their size is asked first.
    Experiment typed = m_experiment;
    typed.sequence = make_sequence(wanted, m_experiment.sequence.tokenizer);
    if (m_experiment.sequence.tokenizer == Tokenizer::manual) {
        emit textRefused(tr("The tokens are given in the file, so the sentence cannot be edited here"));
    } else if (const auto problem = too_large(typed)) {
        emit textRefused(
            tr("Too long, the sentence stays as it was: %1; possible are %2")
                .arg(QString::fromStdString(problem->found), QString::fromStdString(problem->expected)));
    } else {
        push(with_text(m_experiment, wanted), {Field::sequence, {}}, tr("Sentence"), true);
    }
}

void LabDocument::setValue(ParameterId id, Index row, Index column, double value) {
    const double old = value_at(m_experiment, id, row, column);
    if (value != old)
        push(with_cell(m_experiment, id, row, column, value), {info(id).field, Block{row, column}},
             valueText(id, row, column, old, value));
}

void LabDocument::setCausal(bool causal) {
    if (causal == m_experiment.mask.causal)
        return;
    Experiment next = m_experiment;
    next.mask.causal = causal;
    push(std::move(next), {Field::mask, {}}, causal ? tr("Causal mask") : tr("No causal mask"));
}

void LabDocument::setScale(std::optional<double> scale) {
    if (scale == m_experiment.scores.scale)
        return;
    Experiment next = m_experiment;
    next.scores.scale = scale;
    const QString text =
        scale ? tr("Scale by %1").arg(QString::fromStdString(shortest(*scale))) : tr("Scale by 1/√d_k");
    push(std::move(next), {Field::scale, {}}, text);
}

void LabDocument::setNotation(Notation notation) {
    if (notation == m_experiment.notation)
        return;
    Experiment next = m_experiment;
    next.notation = notation;
    push(std::move(next), {Field::notation, {}},
         notation == Notation::rows ? tr("Rows notation") : tr("Columns notation"));
}

void LabDocument::resetToOpened() {
    commitPreview();
    if (!is_same(m_experiment, m_opened))
        push(m_opened, {}, tr("Reset to opened"));
}

void LabDocument::preview(ParameterId id, Index row, Index column, double value) {
    const bool continues =
        m_preview && m_preview->id == id && m_preview->row == row && m_preview->column == column;
    if (!continues) {
        commitPreview();
        m_preview = Preview{id, row, column, m_experiment, m_computation.known()};
    }
    put(with_cell(m_preview->before, id, row, column, value), {info(id).field, Block{row, column}});
}

void LabDocument::commitPreview() {
    if (!m_preview)
        return;
    const Preview preview = *std::exchange(m_preview, std::nullopt);
    const double value = value_at(m_experiment, preview.id, preview.row, preview.column);
    // The step to undo starts where the hand did.
    m_experiment = preview.before;
    m_computation.update(m_experiment, {info(preview.id).field, Block{preview.row, preview.column}});
    setValue(preview.id, preview.row, preview.column, value);
    emit previewEnded();
}

void LabDocument::cancelPreview() {
    if (!m_preview)
        return;
    const Preview preview = *std::exchange(m_preview, std::nullopt);
    put(preview.before, {info(preview.id).field, Block{preview.row, preview.column}});
    emit previewEnded();
}

QString LabDocument::previewText() const {
    if (!m_preview)
        return {};
    const auto value = [&](const Experiment& experiment) {
        return value_at(experiment, m_preview->id, m_preview->row, m_preview->column);
    };
    return valueText(m_preview->id, m_preview->row, m_preview->column, value(m_preview->before),
                     value(m_experiment));
}

QString LabDocument::valueText(ParameterId id, Index row, Index column, double from, double to) const {
    const auto text = [](double value) {
        return QString::fromStdString(shortest(value)).replace(QLatin1Char('-'), QChar(0x2212));
    };
    return tr("%1 %2 → %3").arg(cellName(m_experiment, id, row, column), text(from), text(to));
}

QString cellName(const Experiment& experiment, ParameterId id, Index row, Index column) {
    const QString name =
        QString::fromUtf8(info(id).name.data(), static_cast<qsizetype>(info(id).name.size()));
    if (is_bias(id))
        return QStringLiteral("%1[%2]").arg(name).arg(column + 1);
    if (experiment.notation == Notation::columns)
        std::swap(row, column);
    return QStringLiteral("%1[%2,%3]").arg(name).arg(row + 1).arg(column + 1);
}

} // namespace lab
