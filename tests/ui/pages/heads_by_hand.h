// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the Heads page as a user would.
#pragma once

#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/matrix_card.h"

#include <QMenu>
#include <QPushButton>

namespace lab::test {

/// `heads` heads with random queries and keys over `tokens` tokens.
inline Experiment manyHeads(Index heads, Index tokens) {
    Experiment e = load_golden("two-heads").experiment;
    std::string text;
    for (Index i = 0; i < tokens; ++i)
        text += (i > 0 ? " w" : "w") + std::to_string(i);
    e.sequence = {Tokenizer::whitespace, text, {}};
    for (Index i = 0; i < tokens; ++i)
        e.sequence.tokens.push_back("w" + std::to_string(i));
    e.embedding = {};
    e.heads = {heads, heads};
    e.projection = {};
    e.projection.kind = ProjectionKind::direct;
    std::srand(5);
    e.projection.Q = lab::share(Matrix(3 * Matrix::Random(tokens, 2 * heads)));
    e.projection.K = lab::share(Matrix(Matrix::Random(tokens, 2 * heads)));
    e.projection.V = lab::share(Matrix(Matrix::Random(tokens, 2 * heads)));
    return e;
}

class HeadsTest : public WindowTest {
protected:
    HeadsPage& heads() { return window().headsPage(); }
    /// Computes on the window's thread, however slow the machine is: the tests read numbers right away.
    void open(const Experiment& experiment) {
        window().document().setFrame(60);
        window().document().replace(experiment, {});
        window().press_key(Qt::Key_4, Qt::ControlModifier);
        QTest::qWait(20);
        QVERIFY(heads().isVisible());
        QTRY_VERIFY(heads().overHeads().isVisible());
    }
    void choose(const char* menu, int entry) {
        auto* button = heads().findChild<QPushButton*>(QString::fromLatin1(menu));
        button->menu()->actions().at(entry)->trigger();
        QTest::qWait(20);
    }
    /// Retries, because cards may still move during computation or layout.
    void pointAt(const MatrixCard& card, StoredCell cell) {
        MatrixHeatmap& heatmap = card.heatmap();
        const auto isThere = [&] {
            const auto& hovered = window().selection().hovered();
            return hovered && hovered->row == cell.row && hovered->column == cell.column;
        };
        for (int i = 0; i < 100 && !isThere(); ++i) {
            QTest::qWait(20);
            QTest::mouseMove(&heatmap, heatmap.cellRect({0, 0}).center().toPoint());
            QTest::mouseMove(&heatmap, heatmap.cellRect(cell).center().toPoint());
        }
    }
    /// The heads in the order of their cards, row by row.
    QList<int> standing() {
        QList<int> heads;
        for (int head = 0; head < this->heads().cardCount(); ++head)
            heads += head;
        std::ranges::sort(heads, {}, [&](int head) {
            const QPoint place = this->heads().card(head).pos();
            return std::pair(place.y(), place.x());
        });
        return heads;
    }
};

} // namespace lab::test
