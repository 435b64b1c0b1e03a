// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/fit_preview.h"

#include "core/experiment/is_same.h"
#include "ui/document/lab_document.h"

#include <vector>

namespace lab {

bool FitPreview::isActive() const {
    return m_document.m_preview && m_document.m_preview->isFit;
}

bool FitPreview::begin() {
    LabDocument& d = m_document;
    d.commitPreview();
    if (d.refusesDuringFit())
        return false;
    d.m_preview =
        LabDocument::Preview{{}, {}, AfterPreview::discard, d.m_experiment, d.m_computation.upToDate(), true};
    m_undoText.clear();
    emit d.historyChanged(); // there is something that Escape cancels
    return true;
}

bool FitPreview::show(const Experiment& step, const QString& text) {
    LabDocument& d = m_document;
    const QString reason = d.m_played ? d.m_played->whyLocked(step) : QString();
    if (!reason.isEmpty()) {
        emit d.locked(reason);
        return false;
    }
    const Experiment before = d.m_experiment;
    std::vector<Change> changes;
    for (const ParameterInfo& each : all_parameters()) {
        if (!is_same(parameter(step, each.id), parameter(before, each.id)))
            changes.push_back({each.field, std::nullopt});
    }
    d.m_experiment = step;
    d.m_experiment.view = before.view;
    m_undoText = text;
    for (const Change& change : changes) {
        d.m_computation.update(d.m_experiment, change);
        d.m_maxParameterMagnitude.forget(change);
    }
    for (const Change& change : changes) // each finds all of the new numbers
        emit d.changed(change);
    return true;
}

bool FitPreview::changes() const {
    return isActive() && m_document.previewChanges();
}

void FitPreview::keep() {
    if (!isActive())
        return;
    m_document.m_preview->text = m_undoText;
    m_document.endPreview(true);
}

void FitPreview::cancel() {
    if (isActive())
        m_document.endPreview(false);
}

const Experiment& FitPreview::before() const {
    return m_document.m_preview->before;
}

void FitPreview::setText(const QString& text) {
    if (!isActive() || m_document.m_preview->text == text)
        return;
    m_document.m_preview->text = text;
    emit textChanged();
}

QString FitPreview::whyLocked() {
    return tr("Weights are being found: keep or cancel them first, on the page Learn");
}

} // namespace lab
