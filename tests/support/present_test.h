// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests of presenting have in common.
#pragma once

#include "core/covered.h"
#include "tests/support/lab_window.h"
#include "ui/window/present/presentation.h"

namespace lab::test {

/// Needs no Q_OBJECT: it adds no slots.
class PresentTest : public WindowTest {
protected:
    Presentation& present() {
        window().press_key(Qt::Key_F5);
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
