// SPDX-License-Identifier: GPL-3.0-or-later
//
// A heatmap of attention weights: time from setting new content until it is painted.
#include "tests/bench/support/window.h"

#include <QWheelEvent>

#include <benchmark/benchmark.h>

#include <array>

namespace lab::bench {

namespace {

constexpr QSize pixels{800, 800};

/// Rows that sum to 1, as after a softmax.
HeatmapContent weights(Index tokens, std::uint32_t seed) {
    Matrix matrix = random_matrix(tokens, tokens, seed).array().exp().matrix();
    for (Index i = 0; i < tokens; ++i)
        matrix.row(i) /= matrix.row(i).sum();
    HeatmapContent content;
    content.matrix = share(std::move(matrix));
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.kind = ColourScale::Kind::sequential;
    content.title = QStringLiteral("Attention weights");
    content.rowAxis = QStringLiteral("query");
    content.columnAxis = QStringLiteral("key");
    QStringList labels;
    for (Index i = 0; i < tokens; ++i)
        labels += QStringLiteral("t%1").arg(i);
    content.rowLabels = content.columnLabels = labels;
    return content;
}

/// The largest density at which the whole matrix is visible, chosen as on the board. `small_colour` if none
/// fits.
Density density_for(const MatrixHeatmap& heatmap) {
    for (const Density density :
         {Density::digits, Density::two_decimals, Density::large_colour, Density::colour}) {
        if (heatmap.sizeFor(density).boundedTo(pixels) == heatmap.sizeFor(density))
            return density;
    }
    return Density::small_colour;
}

/// Zooms out to the minimum, where a matrix that does not fit is drawn with several cells per pixel.
void zoom_out(MatrixHeatmap& heatmap) {
    const QPointF centre = QRectF(heatmap.rect()).center();
    for (int i = 0; i < 50; ++i) {
        QWheelEvent wheel(centre, heatmap.mapToGlobal(centre), {}, {0, -120}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&heatmap, &wheel);
    }
}

void run(benchmark::State& state, bool whole) {
    Theme theme;
    theme.setMode(ColourMode::light);
    MatrixHeatmap heatmap(theme);
    const std::array contents{weights(state.range(0), 1), weights(state.range(0), 2)};
    heatmap.resize(pixels);
    heatmap.setContent(contents[0]);
    heatmap.setLook(density_for(heatmap));
    heatmap.show();
    if (!QTest::qWaitForWindowExposed(&heatmap))
        return state.SkipWithError("the heatmap does not show");
    if (whole)
        zoom_out(heatmap);
    PaintWatch watch(heatmap);
    std::size_t turn = 0;
    for (auto _ : state) {
        const HeatmapContent& content = contents[++turn % 2];
        heatmap.setContent(content);
        if (!wait_until([&] { return watch.painted() == content.matrix.get(); }))
            return state.SkipWithError("the content is never painted");
    }
}

/// As on a card: only the part that fits.
void paint(benchmark::State& state) {
    run(state, false);
}

/// Zoomed out to the minimum.
void paint_whole(benchmark::State& state) {
    run(state, true);
}

#define LAB_PAINT(NAME)                                                                                      \
    BENCHMARK(NAME)->Arg(6)->Arg(64)->Arg(256)->Arg(1024)->UseRealTime()->Unit(benchmark::kMillisecond)
LAB_PAINT(paint);
LAB_PAINT(paint_whole);

} // namespace

} // namespace lab::bench
