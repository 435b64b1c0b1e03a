// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes one number of a grid by dragging it sideways, by the wheel, or by oscillating it. Each updates
// everything live, and is at most one undo step. Escape cancels it: MatrixGrid cancels the document's
// preview.
#pragma once

#include "ui/document/lab_document.h"
#include "ui/widgets/scrubbing.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPersistentModelIndex>
#include <QPointF>
#include <QTimer>

#include <optional>

namespace lab {

class MatrixModel;
class Theme;

class CellScrubber : public QObject {
    Q_OBJECT
public:
    CellScrubber(LabDocument& document, MatrixModel& model, const Theme& theme, QObject* parent = nullptr);

    /// Starts a drag of a number. `from` is in the same coordinates as dragTo().
    void take(const QModelIndex& index, QPointF from);
    bool isScrubbing() const { return m_scrub.has_value(); }
    /// Shift makes the steps finer, Ctrl coarser.
    void dragTo(QPointF position, Qt::KeyboardModifiers modifiers);
    void letGo();
    /// Ends the drag, even before the first move, and restores the number.
    void cancel();

    /// Steps a number by notches of the wheel. Notches in quick succession are one undo step.
    void stepByWheel(const QModelIndex& index, double notches, Qt::KeyboardModifiers modifiers);

    /// Oscillates the number around its value until stopped, which restores it.
    void startSwinging(const QModelIndex& index);
    void stopSwinging();
    bool isSwinging() const { return m_swing.has_value(); }

private:
    struct Scrub {
        QPersistentModelIndex index;
        NumberDrag drag;
    };
    struct Swing {
        QPersistentModelIndex index;
        double middle, amplitude, step;
        QElapsedTimer since;
    };

    double stepOf(const QModelIndex& index) const;
    void show(const QModelIndex& index, double value, AfterPreview after = AfterPreview::keep);
    void swing();

    LabDocument& m_document;
    MatrixModel& m_model;
    const Theme& m_theme;
    std::optional<Scrub> m_scrub;
    std::optional<Swing> m_swing;
    QTimer m_wheelPause; ///< runs while further notches belong to the same undo step
    QTimer m_oscillationTimer;
};

} // namespace lab
