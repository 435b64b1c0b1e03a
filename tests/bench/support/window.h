// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program's window with a model open, and detection of when its content has been painted.
#pragma once

#include "tests/bench/support/model.h"

#include "tests/support/lab_window.h"

#include <functional>
#include <memory>
#include <vector>

namespace lab::bench {

/// Runs the event loop until `reached` returns true, checked after each round of events. Returns false after
/// a minute.
bool wait_until(const std::function<bool()>& reached);

/// Tracks which matrix a heatmap has painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(MatrixHeatmap& heatmap);

    /// The matrix painted last.
    const Matrix* painted() const { return m_painted; }
    /// How often the heatmap has been painted.
    int count() const { return m_count; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    MatrixHeatmap& m_heatmap;
    const Matrix* m_painted = nullptr;
    int m_count = 0;
};

class ModelWindow {
public:
    /// A window of that size in pixels, with the model open, painted and idle.
    ModelWindow(Size size, QSize pixels);

    const Size& size() const { return m_size; }
    QSize pixels() const { return m_window.size(); }
    LabDocument& document() { return m_window.document(); }

    /// Changes one cell of W_Q in the shown head's columns, as dragging its number does.
    void preview(double value);
    /// Whether the visible heatmaps show the current experiment, and at least one was painted since the last
    /// preview.
    bool is_painted();
    /// The number of cards on the board, and how many of them are visible.
    int cards() const;
    int cards_in_sight() const { return static_cast<int>(m_watched.size()); }

private:
    struct Watched {
        StageCard* card;
        std::unique_ptr<PaintWatch> watch;
    };

    bool is_computed() const;
    void watch_what_is_in_sight();
    int paintings() const;

    Size m_size;
    Theme m_theme;
    test::LabWindow m_window;
    std::vector<Watched> m_watched;
    int m_paintings_before = 0;
};

} // namespace lab::bench
