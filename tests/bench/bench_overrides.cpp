// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document with as many overrides as its weights have cells, nearly: opened, edited, presented and walked
// through in the real window.
#include "tests/bench/support/samples.h"
#include "tests/bench/support/window.h"

#include "core/edits/sentence.h"

#include <algorithm>
#include <string>

namespace lab::bench {

namespace {

constexpr Index tokens = 320, most = 100'000;

/// Every third cell or so before every other one, so that they are in no order.
Experiment with_overrides(Index count) {
    Experiment e;
    e.embedding.dimension = 8;
    e.projection.kind = ProjectionKind::identity;
    std::string text;
    for (Index i = 0; i < tokens; ++i)
        text += "w" + std::to_string(i % 40) + ' ';
    e = with_text(e, text);
    constexpr Index step = 34'567; // has no divisor with the number of cells
    for (Index i = 0; i < count; ++i) {
        const Index cell = i * step % (tokens * tokens);
        e.overrides.push_back(
            {StageId::weights, 0, cell / tokens, cell % tokens, 0.001 * static_cast<double>(i % 1000), {}});
    }
    return e;
}

/// Until nothing is left to do: what is in sight is computed and painted.
bool settle(test::LabWindow& window) {
    return wait_until([&] {
        for (const StageInfo& stage : all_stages()) {
            const StageCard* card = window.board().card(stage.id);
            if (card->isVisible() && card->view().stale)
                return false;
        }
        window.repaint();
        return true;
    });
}

/// From opening, an edit of a parameter or of an override, undo, the key of a page, and F5, until the window
/// is painted: one counter each, in seconds.
void overrides(benchmark::State& state) {
    Theme theme;
    theme.setMode(ColourMode::light);
    theme.applyToApplication();
    test::LabWindow window(theme, QSize(1440, 900));
    const auto seconds = [&](const auto& act) {
        const Clock::time_point begin = Clock::now();
        act();
        QCoreApplication::processEvents();
        if (!settle(window))
            state.SkipWithError("the window does not come to rest");
        return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    const Experiment experiment = with_overrides(state.range(0));
    double value = 0;
    for (auto _ : state) {
        state.counters["open"] = seconds([&] { window.document().replace(experiment, {}); });
        state.counters["edit"] =
            seconds([&] { window.document().setValue(ParameterId::E, 0, 0, value += 0.25); });
        state.counters["override"] = seconds([&] {
            Experiment next = window.document().experiment();
            next.overrides.front().value += 0.25;
            window.document().apply({next, {Field::overrides, {}}, QStringLiteral("overridden")});
        });
        state.counters["undo"] = seconds([&] { window.document().undo(); });
        double pages = 0; // the slowest of them
        for (const int key : {Qt::Key_2, Qt::Key_3, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_1})
            pages = std::max(pages, seconds([&] { window.press_key(Qt::Key(key), Qt::ControlModifier); }));
        state.counters["page"] = pages;
        state.counters["present"] = seconds([&] { window.press_key(Qt::Key_F5); });
        state.counters["back"] = seconds([&] { window.press_key(Qt::Key_F5); });
    }
}

BENCHMARK(overrides)->Arg(0)->Arg(most)->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace lab::bench
