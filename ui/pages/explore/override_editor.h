// SPDX-License-Identifier: GPL-3.0-or-later
//
// A hand on the computed cells of a card: a double click fixes one at a number that is typed, or dragged
// where the button stays down. One that is fixed can be dragged at once.
#pragma once

#include "core/stage.h"
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QObject>
#include <QPointF>

#include <optional>

class QKeyEvent;
class QLineEdit;
class QMouseEvent;

namespace lab {

class LabDocument;
class StageCard;
class Theme;

class OverrideEditor : public QObject {
    Q_OBJECT
public:
    OverrideEditor(LabDocument& document, StageCard& card, const Theme& theme);

    /// Opens a field over a cell. Enter fixes the cell at what is typed, Escape leaves it as it was, and no
    /// text at all frees it.
    void edit(StoredCell cell);
    /// The field, while it is open; else null.
    QLineEdit* editor() const { return m_editor; }

signals:
    /// What was typed will not do, and why.
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool filterHeatmap(QEvent* event);
    bool filterEditor(QEvent* event);
    void take(const QMouseEvent& event);
    /// True where there was something in the hand.
    bool letGo();
    void dragTo(const QMouseEvent& event);
    void step(int steps);
    /// What is typed counts; false where it will not do, and it stays to be mended.
    bool apply();
    void close();
    QRect placeOf(StoredCell cell) const;
    double valueAt(const CellRef& cell) const;

    struct Scrub {
        CellRef cell;
        double start, step; ///< per pixel at 100 %
        QPointF from;       ///< on the screen
        bool types = false; ///< a field opens where it is let go at once
        bool moving = false;
    };

    LabDocument& m_document;
    StageCard& m_card;
    const Theme& m_theme;
    std::optional<Scrub> m_scrub;
    QLineEdit* m_editor = nullptr;
    CellRef m_edited;
};

} // namespace lab
