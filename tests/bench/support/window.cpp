// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/support/window.h"

#include "core/io/experiment_json.h"
#include "core/io/file.h"

#include <QElapsedTimer>
#include <QTimer>

#include <numeric>

namespace lab::bench {

bool wait_until(const std::function<bool()>& reached) {
    constexpr int a_minute = 60'000;
    QTimer wake; // WaitForMoreEvents would block if no event arrived
    wake.start(100);
    QElapsedTimer timer;
    timer.start();
    while (!reached()) {
        if (timer.hasExpired(a_minute))
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    return true;
}

PaintWatch::PaintWatch(MatrixHeatmap& heatmap) : m_heatmap(heatmap) {
    heatmap.installEventFilter(this);
}

// The heatmap paints its current content before anything else can change it.
bool PaintWatch::eventFilter(QObject* /*watched*/, QEvent* event) {
    if (event->type() == QEvent::Paint) {
        m_painted = m_heatmap.content().matrix.get();
        ++m_count;
    }
    return false;
}

ModelWindow::ModelWindow(Size size, QSize pixels)
    : m_size(size), m_theme(), m_window((m_theme.setMode(ColourMode::light), m_theme), pixels) {
    m_theme.applyToApplication();
    document().replace(model(size), {});
    // The board is laid out by what is computed.
    if (!wait_until([this] { return is_computed(); }))
        qFatal("the stages are not computed");
    // If not everything fits, scroll to the weights: they are what one watches while dragging.
    QCoreApplication::processEvents();
    m_window.board().ensureWidgetVisible(m_window.board().card(StageId::weights));
    watch_what_is_in_sight();
    // The first preview of a drag also stores the state before it. Measure the later ones.
    preview(0.5);
    if (!wait_until([this] { return is_painted(); }))
        qFatal("the window does not come to rest");
    watch_what_is_in_sight();
}

/// Watches exactly the visible heatmaps, and has each paint its current content.
void ModelWindow::watch_what_is_in_sight() {
    QCoreApplication::processEvents(); // lays out the cards
    m_watched.clear();
    for (const StageInfo& stage : all_stages()) {
        StageCard* card = m_window.board().card(stage.id);
        if (card->isVisible() && !card->heatmap().visibleRegion().isEmpty())
            m_watched.push_back({card, std::make_unique<PaintWatch>(card->heatmap())});
    }
    for (const Watched& watched : m_watched)
        watched.card->heatmap().update();
    if (!wait_until([this] {
            return std::ranges::all_of(m_watched, [](const Watched& w) { return w.watch->count() > 0; });
        }))
        qFatal("the heatmaps are not painted");
}

int ModelWindow::paintings() const {
    return std::accumulate(m_watched.begin(), m_watched.end(), 0,
                           [](int sum, const Watched& watched) { return sum + watched.watch->count(); });
}

void ModelWindow::preview(double value) {
    m_paintings_before = paintings();
    document().preview(ParameterId::W_Q, m_size.d_model / 2, 1, value);
}

bool ModelWindow::is_computed() const {
    return std::ranges::none_of(all_stages(), [this](const StageInfo& stage) {
        const StageCard* card = m_window.board().card(stage.id);
        return card->isVisible() && (card->view().stale || !card->heatmap().content().matrix);
    });
}

bool ModelWindow::is_painted() {
    return paintings() > m_paintings_before && std::ranges::all_of(m_watched, [this](const Watched& watched) {
               const StageView view = document().view(watched.card->stage(), watched.card->head());
               return !view.stale && watched.watch->painted() == view.matrix.get();
           });
}

int ModelWindow::cards() const {
    return static_cast<int>(std::ranges::count_if(all_stages(), [this](const StageInfo& stage) {
        return m_window.board().card(stage.id)->isVisible();
    }));
}

} // namespace lab::bench
