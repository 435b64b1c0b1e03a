// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the Links page as a user would, and gives access to its ribbons.
#pragma once

#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/links/links_plot.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"

#include <QLabel>
#include <QScrollBar>

namespace lab::test {

class LinksTest : public WindowTest {
protected:
    LinksPlot& plot() { return window().links().plot(); }
    const LinksScene& scene() { return plot().scene(); }
    void openLinks() {
        window().pages().open<LinksPage>();
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

    /// The ribbon between two tokens, or nullptr.
    const LinkRibbon* ribbon(TokenIndex query, TokenIndex key, HeadIndex head = -1) {
        for (const LinkRibbon& each : scene().ribbons) {
            if (each.link.query == query && each.link.key == key && (head < 0 || each.link.head == head))
                return &each;
        }
        return nullptr;
    }
    /// The ribbons that are not faded, sorted, as "0→2 1→2".
    QString strong() {
        QStringList texts;
        for (const LinkRibbon& each : scene().focus.isSet() ? scene().emphasised : scene().ribbons)
            texts += QStringLiteral("%1→%2").arg(each.link.query).arg(each.link.key);
        texts.sort();
        return texts.join(' ');
    }
    /// Draws every link, also the weaker ones.
    void showAll() {
        LinksLook look = scene().look;
        look.threshold = 0;
        window().findChild<PageChoices*>()->setLinks(look);
    }
    void openEveryHead(bool every) {
        LinksLook look = scene().look;
        look.everyHead = every;
        window().findChild<PageChoices*>()->setLinks(look);
    }
    /// How many weaker links there are, as the page says it; empty if it says nothing.
    QString weaker() {
        const PillButton* button = weakerButton();
        return button ? button->text() : QString();
    }
    PillButton* weakerButton() {
        for (PillButton* each : window().links().findChildren<PillButton*>()) {
            if (each->isVisible() && each->text().contains(QLatin1String("weaker")))
                return each;
        }
        return nullptr;
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
