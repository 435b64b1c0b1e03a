// SPDX-License-Identifier: GPL-3.0-or-later
//
// Previews of an edit, as while a number is dragged. Those of a fit: fit_preview.
#include "core/experiment/is_same.h"
#include "ui/document/edit_command.h"
#include "ui/document/lab_document.h"

namespace lab {

const Experiment& LabDocument::beforePreview(const Change& change) {
    if (isDragging() && m_preview->change != change)
        commitPreview();
    return m_preview ? m_preview->before : m_experiment;
}

void LabDocument::preview(const Step& step, AfterPreview after) {
    const Experiment& before = beforePreview(step.change);
    if (isLocked(step.next))
        return;
    if (!m_preview)
        m_preview = Preview{step.change, {}, after, before, m_computation.upToDate()};
    m_preview->text = step.text;
    m_preview->after = after;
    put(step.next, step.change);
}

void LabDocument::preview(ParameterId id, Index row, Index column, double value, AfterPreview after) {
    const Experiment& before = beforePreview({info(id).field, Block{row, column}});
    preview(valueStep(before, id, row, column, value), after);
}

void LabDocument::commitPreview() {
    if (isDragging())
        endPreview(m_preview->after == AfterPreview::keep);
}

void LabDocument::endPreview(bool keeps) {
    if (!keeps) {
        const Preview preview = *std::exchange(m_preview, std::nullopt);
        put(preview.before, preview.change);
        emit previewEnded();
        return;
    }
    const Preview preview = *std::exchange(m_preview, std::nullopt);
    if (!is_same(m_experiment, preview.before)) {
        history().push(new EditCommand(*this, preview.before, preview.change, preview.text));
        emit changed(preview.change); // now an edit, although no number changes
    }
    noteIfSaved();
    emit previewEnded();
}

bool LabDocument::previewChanges() const {
    return m_preview && !is_same(m_experiment, m_preview->before);
}

void LabDocument::cancelPreview() {
    if (isDragging())
        endPreview(false);
}

} // namespace lab
