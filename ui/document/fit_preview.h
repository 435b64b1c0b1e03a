// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a fit has found, in the document, before anybody keeps it: a preview of one step after another.
// Meanwhile the document refuses every other edit, with LabDocument::locked(), and saving writes it without
// the fit. Opening another document or a step of a lesson cancels it.
#pragma once

#include <QObject>
#include <QString>

namespace lab {

class LabDocument;
struct Experiment;

class FitPreview : public QObject {
    Q_OBJECT
public:
    /// A part of `document`, which must outlive it.
    explicit FitPreview(LabDocument& document) : m_document(document) {}

    bool isActive() const;
    /// False: it was refused, with locked().
    bool begin();
    /// Shows a step, which differs from what was before in the numbers of parameters alone; kept, it is
    /// called `text`. False: refused, likewise.
    bool show(const Experiment& step, const QString& text);
    /// Whether there is something to keep.
    bool changes() const;
    /// Makes what is shown one undo step, or none if nothing changed.
    void keep();
    void cancel();
    /// The document without it. It must be active.
    const Experiment& before() const;

    /// Says what is done meanwhile: "Finding weights: step 37 of 200".
    void setText(const QString& text);
    /// Why the document refuses an edit meanwhile.
    static QString whyLocked();

signals:
    void textChanged();

private:
    LabDocument& m_document;
    QString m_undoText;
};

} // namespace lab
