// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the Links page as a user would, and gives access to its lines.
#pragma once

#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "ui/pages/links/links_page.h"
#include "ui/plots/links/links_plot.h"
#include "ui/widgets/number_field.h"

#include <QLabel>
#include <QScrollBar>

namespace lab::test {

class LinksTest : public WindowTest {
protected:
    LinksPlot& plot() { return window().links().plot(); }
    const LinksScene& scene() { return plot().scene(); }
    void openLinks() {
        window().press_key(Qt::Key_2, Qt::ControlModifier);
        QTest::qWait(20);
    }
    void openGolden(const char* name) {
        window().document().replace(load_golden(name).experiment, {});
        QTest::qWait(20);
    }
    QPoint labelOf(LinkSide side, TokenIndex index) {
        return scene().geometry.label({side, index}).center().toPoint();
    }
    void moveTo(QPointF place) {
        QCoreApplication::processEvents(); // let the layout above the links settle
        QTest::mouseMove(&plot(), place.toPoint());
    }

    /// The line between two tokens, or nullptr.
    const LinkLine* line(TokenIndex query, TokenIndex key) {
        for (const LinkLine& each : scene().lines) {
            if (each.link.query == query && each.link.key == key)
                return &each;
        }
        return nullptr;
    }
    /// The lines that are not faded, sorted, as "0→2 1→2".
    QString strong() {
        QStringList texts;
        for (const LinkLine& each : scene().lines) {
            if (!each.faded)
                texts += QStringLiteral("%1→%2").arg(each.link.query).arg(each.link.key);
        }
        texts.sort();
        return texts.join(' ');
    }
    /// The visible texts of the panel's labels.
    QString said() {
        QStringList texts;
        for (const QLabel* label : window().links().findChildren<QLabel*>()) {
            if (label->isVisible())
                texts += label->text();
        }
        return texts.join('\n');
    }
    void setThreshold(const QString& text) {
        auto* field = window().links().findChild<NumberField*>();
        QTest::mouseClick(field, Qt::LeftButton);
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
};

} // namespace lab::test
