// SPDX-License-Identifier: GPL-3.0-or-later
//
// A hand on one number of a grid: it drags it sideways, turns it by the wheel, or lets it swing. Each is live
// everywhere, and one step to undo at most.
#pragma once

#include "ui/document/lab_document.h"

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

    /// Takes a number at a place of the screen, from where it can be dragged.
    void take(const QModelIndex& index, QPointF from);
    bool isScrubbing() const { return m_scrub.has_value(); }
    /// Shift makes it finer, Ctrl coarser.
    void dragTo(QPointF position, Qt::KeyboardModifiers modifiers);
    void letGo();

    /// Steps a number by notches of the wheel; those that follow each other shortly are one step to undo.
    void turn(const QModelIndex& index, double notches, Qt::KeyboardModifiers modifiers);

    /// The number swings around itself, until it is stopped; then it is what it was.
    void startSwinging(const QModelIndex& index);
    void stopSwinging();
    bool isSwinging() const { return m_swing.has_value(); }

private:
    struct Scrub {
        QPersistentModelIndex index;
        double start; ///< the value when the hand took it
        double step;  ///< per pixel at 100 %
        QPointF from;
        bool moving = false;
    };
    struct Swing {
        QPersistentModelIndex index;
        double middle, reach, step;
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
    QTimer m_untilTurned; ///< runs while the wheel may still go on
    QTimer m_untilSwung;
};

} // namespace lab
