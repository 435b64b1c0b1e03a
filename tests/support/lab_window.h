// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program's window with default preferences, and helpers for testing it.
#pragma once

#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/panels/parameters/matrix_grid.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/panels/parameters/parameter_section.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/panels/sentence/sentence_panel.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/window/document_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace lab::test {

/// Types letters of any script. QTest::keyClicks() only supports Latin-1.
inline void type_letters(QWidget& widget, const QString& text) {
    for (const QChar letter : text)
        QTest::sendKeyEvent(QTest::Click, &widget, Qt::Key_unknown, QString(letter), Qt::NoModifier);
}

class LabWindow : public MainWindow {
public:
    explicit LabWindow(Theme& theme, QSize size = {2000, 1400}, const Preferences& preferences = {})
        : MainWindow(theme, preferences) {
        resize(size);
        show();
        if (!QTest::qWaitForWindowActive(this))
            qWarning("the window does not become active");
    }

    MatrixHeatmap& heatmap(StageId id) const { return board().card(id)->heatmap(); }
    MatrixGrid& grid(ParameterId id) const { return parameters().section(id)->grid(); }
    QPoint cell_of(ParameterId id, int row = 0, int column = 0) const {
        return grid(id).visualRect(grid(id).model()->index(row, column)).center();
    }
    double value(ParameterId id, Index row = 0, Index column = 0) {
        return (*parameter(document().experiment(), id))(row, column);
    }

    /// Unfolds the card if it is folded.
    void click(StageId id, StoredCell cell) const {
        if (board().card(id)->isThumbnail())
            board().reveal(id);
        QTest::mouseClick(&heatmap(id), Qt::LeftButton, {}, heatmap(id).cellRect(cell).center().toPoint());
    }
    void type_sentence(const QString& text) const {
        sentence().line().setFocus();
        sentence().line().selectAll();
        if (text.isEmpty())
            QTest::keyClick(&sentence().line(), Qt::Key_Delete);
        else
            QTest::keyClicks(&sentence().line(), text);
    }
    /// The visible button with this text below `parent`, or nullptr.
    static QAbstractButton* button(const QWidget& parent, const QString& text) {
        for (QAbstractButton* each : parent.findChildren<QAbstractButton*>()) {
            if (each->text() == text && each->isVisible())
                return each;
        }
        return nullptr;
    }
    static bool press(QAbstractButton* button) {
        if (button)
            QTest::mouseClick(button, Qt::LeftButton);
        return button != nullptr;
    }
    void press_key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QWidget* focused = focusWidget();
        QTest::keyClick(focused ? focused : this, key, modifiers);
    }
};

/// Base class for window tests. Each test function gets a new window in light mode at 100 % zoom, and
/// warnings are fatal. Stored settings are kept apart from those of the user running the tests.
class WindowTest : public QObject {
    Q_OBJECT

protected:
    /// The window, opened on first use.
    LabWindow& window();
    /// Replaces the window with a new one.
    LabWindow& openWindow(QSize size, int scale = 100, const Preferences& preferences = {});
    Theme& theme() const { return *m_theme; }
    /// The path of a file in the test's temporary folder.
    QString path(const QString& name) const { return m_folder.filePath(name); }

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void cleanupTestCase() { m_theme.reset(); }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<LabWindow> m_window;
};

} // namespace lab::test
