// SPDX-License-Identifier: GPL-3.0-or-later
//
// Overrides computed cells of a card. A double click opens a field for the number, or starts a drag if the
// button stays down. A cell that is already overridden can be dragged directly.
#pragma once

#include "core/experiment/stage.h"
#include "ui/plots/heatmap/heatmap_mapping.h"
#include "ui/widgets/scrubbing.h"

#include <QObject>

#include <functional>
#include <optional>

class QKeyEvent;
class QLineEdit;
class QMouseEvent;

namespace lab {

class LabDocument;
class MatrixHeatmap;
class Theme;

class OverrideEditor : public QObject {
    Q_OBJECT
public:
    /// The document's cell at a cell of the card's matrix; none while the matrix of other tokens is still
    /// shown.
    using CellAt = std::function<std::optional<CellRef>(StoredCell)>;
    OverrideEditor(LabDocument& document, const Theme& theme, MatrixHeatmap& heatmap, CellAt cellAt,
                   QWidget& card);

    /// Opens a field over a cell. Enter overrides the cell with the typed number, Escape leaves it as it was,
    /// and empty text removes the override.
    void edit(StoredCell cell);
    /// The open field, or null.
    QLineEdit* editor() const { return m_editor; }

signals:
    /// The typed text was rejected, and why.
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool filterHeatmap(QEvent* event);
    bool filterEditor(QEvent* event);
    void take(const QMouseEvent& event);
    /// Ends a drag. Returns whether the event is handled.
    bool letGo(const QMouseEvent& event);
    void dragTo(const QMouseEvent& event);
    void step(int steps);
    /// Applies the typed text. Returns false if it is rejected.
    bool apply();
    void close();
    std::optional<CellRef> numberAt(StoredCell stored) const;
    double valueAt(const CellRef& cell) const;

    struct Scrub {
        CellRef cell;
        NumberDrag drag;    ///< in global coordinates
        bool types = false; ///< open a field if released without dragging
    };

    LabDocument& m_document;
    const Theme& m_theme;
    MatrixHeatmap& m_heatmap;
    CellAt m_cellAt;
    QWidget& m_card;
    std::optional<Scrub> m_scrub;
    QLineEdit* m_editor = nullptr;
    CellRef m_edited;
};

} // namespace lab
