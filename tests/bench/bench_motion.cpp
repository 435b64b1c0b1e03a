// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of the film, shown as motion in the real window: the time between two of its frames, and what
// painting one takes.
#include "tests/bench/support/samples.h"
#include "tests/bench/support/window.h"

#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"

#include <optional>

namespace lab::bench {

namespace {

constexpr QSize window_pixels{1440, 900};

/// Takes the time between the frames of a motion.
class FrameWatch : public QObject {
public:
    explicit FrameWatch(SceneView& scene) : m_scene(scene) { scene.installEventFilter(this); }

    void stop() { m_scene.removeEventFilter(this); }
    const Samples& gaps() const { return m_gaps; }
    double seconds() const { return m_seconds; }

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() != QEvent::Paint)
            return false;
        const Clock::time_point now = Clock::now();
        if (m_last && m_scene.isMoving()) {
            m_gaps.add(now - *m_last);
            m_seconds += std::chrono::duration<double>(now - *m_last).count();
        }
        m_last = m_scene.isMoving() ? std::optional(now) : std::nullopt;
        return false;
    }

private:
    SceneView& m_scene;
    std::optional<Clock::time_point> m_last;
    Samples m_gaps;
    double m_seconds = 0;
};

/// The second step of every scene, as if taken by hand.
template<class Frame>
void take_steps(FilmPlayer& player, const SceneView& scene, const Frame& each_turn) {
    for (const Scene& each : player.film()->scenes()) {
        player.goTo(player.film()->begin(each) + 1);
        player.step(1);
        while (scene.isMoving()) {
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
            each_turn();
        }
    }
}

/// At the grain `cell`, where sums of products have the most that moves.
void motion(benchmark::State& state) {
    Theme theme;
    theme.setMode(ColourMode::light);
    theme.applyToApplication();
    theme.motion().choose(false);
    test::LabWindow window(theme, window_pixels);
    window.document().replace(model({state.range(0), 8, 1}), {});
    window.press_key(Qt::Key_2, Qt::ControlModifier);
    const PlayPage& page = *window.findChild<PlayPage*>();
    FilmPlayer& player = page.player();
    SceneView& scene = page.scene();
    player.setGrain(FilmGrain::cell);
    if (!wait_until([&] { return scene.isVisible() && scene.content().isReady; }))
        return state.SkipWithError("the film does not show");
    FrameWatch watch(scene);
    Samples paints;
    for (auto _ : state) {
        take_steps(player, scene, [] {});
        watch.stop();
        take_steps(player, scene, [&] {
            const Clock::time_point begin = Clock::now();
            scene.repaint();
            paints.add(Clock::now() - begin);
        });
        watch.gaps().report(state);
        state.counters["fps"] = static_cast<double>(watch.gaps().count()) / watch.seconds();
        state.counters["paint_p50"] = paints.quantile(0.5);
        state.counters["paint_max"] = paints.quantile(1);
    }
}
BENCHMARK(motion)->Arg(3)->Arg(12)->Arg(24)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace lab::bench
