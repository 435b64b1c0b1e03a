// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drags the tip of a query on the page Geometry, and measures the time until both planes have been painted.
#include "tests/bench/support/model.h"
#include "tests/bench/support/samples.h"
#include "tests/bench/support/window.h"

#include "ui/pages/geometry/geometry_page.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/geometry/plane_plot.h"

#include <cmath>
#include <numbers>

namespace lab::bench {

namespace {

constexpr QSize window_size{1600, 1000};

/// Counts how often a widget has been painted.
class PaintCount : public QObject {
public:
    explicit PaintCount(QWidget& widget) { widget.installEventFilter(this); }
    int count() const { return m_count; }

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        m_count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }

private:
    int m_count = 0;
};

void tip_drag(benchmark::State& state) {
    Theme theme;
    theme.applyToApplication();
    test::LabWindow window(theme, window_size);
    window.document().replace(model({state.range(0), state.range(1), state.range(2)}), {});
    window.pages().open<GeometryPage>();
    window.findChild<PageChoices*>()->setRegions(state.range(3) != 0);
    auto& page = *window.findChild<GeometryPage*>();
    PlanePlot& plane = page.plot(PlaneKind::scores);
    QTest::qWait(100);
    PaintCount scores(plane), output(page.plot(PlaneKind::output));
    const QPointF centre = plane.scene().pixelOf(0);
    constexpr double radius = 60;
    QTest::mousePress(&plane, Qt::LeftButton, {}, centre.toPoint());
    Samples samples;
    const Patience patience;
    for (auto _ : state) {
        while (patience.wants_more(samples.count())) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(samples.count()) / 60;
            const int before[] = {scores.count(), output.count()};
            const Clock::time_point begin = Clock::now();
            QTest::mouseMove(&plane, (centre + radius * QPointF(std::cos(angle), std::sin(angle))).toPoint());
            if (!wait_until([&] { return scores.count() > before[0] && output.count() > before[1]; }))
                return state.SkipWithError("the move is never painted");
            samples.add(Clock::now() - begin);
        }
        if (!window.document().isDragging())
            return state.SkipWithError("nothing is dragged");
        samples.report(state);
    }
    QTest::mouseRelease(&plane, Qt::LeftButton, {}, centre.toPoint());
}

BENCHMARK(tip_drag)
    ->Args({12, 4, 2, 0})
    ->Args({12, 4, 2, 1})
    ->Args({64, 64, 4, 1})
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

} // namespace

} // namespace lab::bench
