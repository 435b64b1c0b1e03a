// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the explanation as a user would, and reads its text.
#pragma once

#include "core/base/number_format.h"
#include "tests/support/lab_window.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_links.h"
#include "ui/panels/explanation/explanation_panel.h"

#include <QTextBlock>

namespace lab::test {

class ExplanationTest : public WindowTest {
protected:
    ExplanationPanel& panel() { return window().explanation(); }
    ExplanationBrowser& browser() { return panel().browser(); }
    QString text() { return browser().toPlainText().replace(QChar(QChar::Nbsp), QLatin1Char(' ')); }
    /// Clicks the page's link to that target.
    bool click(const QString& link);
    bool click(const Source& source) { return click(linkTo(source)); }
    static CellRef cell(StageId stage, Index row, Index column, HeadIndex head = 0) {
        return {stage, head, row, column};
    }
    static QString shown(double value) { return QString::fromStdString(display(value, 4)); }
};

inline bool ExplanationTest::click(const QString& link) {
    for (QTextBlock block = browser().document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            if (part.fragment().charFormat().anchorHref() != link)
                continue;
            QTextCursor at(browser().document());
            at.setPosition(part.fragment().position() + 1);
            browser().setTextCursor(at);
            browser().ensureCursorVisible();
            const QPoint place = browser().cursorRect(at).center() - QPoint(2, 0);
            QTest::mouseClick(browser().viewport(), Qt::LeftButton, {}, place);
            return true;
        }
    }
    return false;
}

} // namespace lab::test
