// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests of presenting have in common.
#pragma once

#include "core/base/covered.h"
#include "core/stages/01_tokens.h"
#include "tests/support/lab_window.h"
#include "tests/support/random_experiments.h"
#include "ui/window/present/presentation.h"

#include <random>

namespace lab::test {

/// Words of four features, with numbers of both signs below 10.
inline Experiment presentedWords(Index count) {
    const QStringList all = QStringLiteral("Your journey starts with one step and ends here today in a "
                                           "quiet place near the long river where old boats rest now so")
                                .split(' ');
    std::mt19937_64 engine(7);
    std::normal_distribution<double> normal;
    const auto drawn = [&](Index rows, Index columns) {
        return share(Matrix(rows, columns).unaryExpr([&](double) { return normal(engine); }));
    };
    Experiment e;
    e.sequence = make_sequence(all.mid(0, static_cast<int>(count)).join(' ').toStdString());
    e.embedding.dimension = 4;
    EmbeddingTable table;
    for (const QString& word : all)
        table.set(word.toStdString(), {std::make_shared<const RowVector>(drawn(1, 4)->row(0)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    e.projection.kind = ProjectionKind::linear;
    e.projection.W_Q = drawn(4, 4);
    e.projection.W_K = drawn(4, 4);
    e.projection.W_V = drawn(4, 4);
    return e;
}

/// Needs no Q_OBJECT: it adds no slots.
class PresentTest : public WindowTest {
protected:
    /// From the page as it is, whatever scenes there are.
    Presentation& present() {
        window().press_key(Qt::Key_F5, Qt::ShiftModifier);
        return window().presentation();
    }
    /// Gives the slide this size, as another resolution does.
    void setScreen(QSize size) {
        window().setWindowState(Qt::WindowNoState);
        window().resize(size);
        QTRY_COMPARE(window().size(), size);
        QTRY_COMPARE(theme().scale(), presentedScale(size.height()));
        QCoreApplication::processEvents();
    }
    /// Presents a page with so many words.
    LabWindow& presented(int count, QSize size, const char* page) {
        LabWindow& w = openWindow({1440, 900});
        w.document().replace(presentedWords(count), {});
        w.pages().open(page);
        present();
        setScreen(size);
        return w;
    }
    /// Resolutions and numbers of words. 3840 × 2160 at scale 2 is the logical 1920 × 1080.
    static void addSizes() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("count");
        // Of each five, so that a size of the screen has other counts than the next.
        const int kept = is_exhaustive ? 5 : is_optimised ? 2 : 1;
        int index = 0;
        for (const QSize size : {QSize(800, 600), QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)}) {
            for (const int count : {1, 3, 6, 8, 12, 24}) {
                if (index++ % 5 < kept)
                    QTest::addRow("%d words, %dx%d", count, size.width(), size.height()) << size << count;
            }
        }
    }
    static bool isWide(QSize size) { return 9 * size.width() >= 16 * size.height(); }
    /// Whether the last row can read it.
    bool isLarge(const QFont& font) { return 40 * font.pixelSize() >= window().height(); }
    void pointAt(StageId id, StoredCell cell) {
        MatrixHeatmap& heatmap = window().heatmap(id);
        QTest::mouseMove(&heatmap, heatmap.cellRect(cell).center().toPoint());
        window().selection().setHovered(window().board().card(id)->cellAt(cell));
    }
    bool isCovered(StageId id, Index row, Index column) {
        return is_covered((*window().heatmap(id).content().matrix)(row, column));
    }
};

} // namespace lab::test
