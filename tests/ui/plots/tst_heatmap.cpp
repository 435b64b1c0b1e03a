// SPDX-License-Identifier: GPL-3.0-or-later
//
// The heatmap: mouse, keyboard, painting and accessibility. Over 400 lines: the functions share the one
// heatmap that show() makes.
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/shown_table.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_change.h"

#include <QApplication>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

HeatmapContent content_of(const Matrix& matrix, bool transposed = false) {
    HeatmapContent content;
    content.matrix = std::make_shared<const Matrix>(matrix);
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.transposed = transposed;
    content.title = "Scores";
    content.rowAxis = "query";
    content.columnAxis = "key";
    QStringList rows, columns;
    for (Index i = 0; i < matrix.rows(); ++i)
        rows += QStringLiteral("q%1").arg(i);
    for (Index i = 0; i < matrix.cols(); ++i)
        columns += QStringLiteral("k%1").arg(i);
    content.rowLabels = rows;
    content.columnLabels = columns;
    return content;
}

Matrix numbered(Index rows, Index columns) {
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = 0.1 * double(i) - 0.7;
    return matrix;
}

bool send_wheel(MatrixHeatmap& heatmap, QPointF where, int delta, Qt::KeyboardModifiers modifiers) {
    QWheelEvent event(where, heatmap.mapToGlobal(where), QPoint(), QPoint(0, delta), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&heatmap, &event);
    return event.isAccepted();
}

} // namespace

class TestHeatmap : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_heatmap.reset(); }
    void accessibleTable_data();
    void accessibleTable();
    void accessibleNames();
    void cursorKeys_data();
    void cursorKeys();
    void pointer();
    void wheel();
    void cutRowsAreNamed();
    void middleButtonPans();
    void coloursInPixels_data();
    void coloursInPixels();
    void specialCellsInPixels_data();
    void specialCellsInPixels();
    void hatch();
    void nothingToShow();

private:
    MatrixHeatmap& show(const HeatmapContent& content, Density density = Density::digits);
    QPoint middle(StoredCell cell) const { return m_heatmap->cellRect(cell).center().toPoint(); }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<MatrixHeatmap> m_heatmap;
};

void TestHeatmap::init() {
    make_messages_fatal();
    if (!m_theme) {
        m_theme = std::make_unique<Theme>();
        m_theme->setMode(ColourMode::light);
    }
}

MatrixHeatmap& TestHeatmap::show(const HeatmapContent& content, Density density) {
    m_heatmap = std::make_unique<MatrixHeatmap>(*m_theme);
    m_heatmap->setContent(content);
    m_heatmap->setLook(density);
    m_heatmap->resize(m_heatmap->sizeHint());
    m_heatmap->show();
    m_heatmap->setFocus();
    if (!QTest::qWaitForWindowActive(m_heatmap.get()))
        qWarning("no active window");
    return *m_heatmap;
}

void TestHeatmap::accessibleTable_data() {
    QTest::addColumn<bool>("transposed");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

void TestHeatmap::accessibleTable() {
    QFETCH(bool, transposed);
    RandomExperiments random(31);
    for (int round = 0; round < 20; ++round) {
        Matrix matrix(random.between(1, 6), random.between(1, 6));
        for (Index i = 0; i < matrix.size(); ++i)
            matrix.data()[i] = random.number() / 3;
        matrix(0, 0) = round % 4 == 0 ? nan_value : round % 4 == 1 ? -infinity : -0.0;
        MatrixHeatmap& heatmap = show(content_of(matrix, transposed));
        const Matrix shown = shown_values(heatmap);
        QVERIFY(same_bits(transposed ? Matrix(shown.transpose()) : shown, matrix));
        const QAccessibleTableInterface& table = table_of(heatmap);
        const QString across = transposed ? "q" : "k";
        const QString down = transposed ? "k" : "q";
        for (int i = 0; i < table.rowCount(); ++i)
            QCOMPARE(table.rowDescription(i), down + QString::number(i));
        for (int i = 0; i < table.columnCount(); ++i)
            QCOMPARE(table.columnDescription(i), across + QString::number(i));
        QVERIFY(!table.cellAt(table.rowCount(), 0));
        QVERIFY(!table.cellAt(0, table.columnCount()));
        QVERIFY(!table.cellAt(-1, 0));
        const QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&heatmap);
        QCOMPARE(whole->text(QAccessible::Name), QStringLiteral("Scores"));
        QCOMPARE(whole->role(), QAccessible::Table);
        QCOMPARE(whole->childCount(), (table.rowCount() + 1) * (table.columnCount() + 1)); // with headers
        for (int i = 0; i < whole->childCount(); ++i)
            QCOMPARE(whole->indexOfChild(whole->child(i)), i);
    }
}

void TestHeatmap::accessibleNames() {
    HeatmapContent content = content_of(Matrix{{0.5, 0}, {0.25, 0.75}});
    content.masked = std::make_shared<const Matrix>(Matrix{{1, -infinity}, {1, 1}});
    MatrixHeatmap& heatmap = show(content);
    QCOMPARE(shown_name(heatmap, 1, 0), QStringLiteral("query “q1”, key “k0”: 0.25"));
    QCOMPARE(shown_name(heatmap, 0, 1), QStringLiteral("query “q0”, key “k1”: 0 (hidden: its score is −∞)"));
    content.mask.causal = true;
    content.overridden = {{1, 1}};
    heatmap.setContent(content);
    QCOMPARE(shown_name(heatmap, 0, 1), QStringLiteral("query “q0”, key “k1”: 0 (hidden: causal)"));
    QCOMPARE(shown_name(heatmap, 1, 1), QStringLiteral("query “q1”, key “k1”: 0.75 (overridden)"));
    heatmap.setMarks({{}, {}, StoredCell{1, 0}});
    QVERIFY(table_of(heatmap).cellAt(1, 0)->state().selected);
    QVERIFY(!table_of(heatmap).cellAt(0, 0)->state().selected);
    QVERIFY(table_of(heatmap).cellAt(0, 0)->state().focused);
    QCOMPARE(QAccessible::queryAccessibleInterface(&heatmap)->focusChild(), table_of(heatmap).cellAt(0, 0));
}

// Keys pressed in a 2 × 3 matrix from its first cell, and the resulting cursor cell in storage order.
void TestHeatmap::cursorKeys_data() {
    QTest::addColumn<QList<int>>("keys");
    QTest::addColumn<bool>("transposed");
    QTest::addColumn<StoredCell>("expected");
    const auto row = [](const char* name, const QList<int>& keys, StoredCell plain, StoredCell transposed) {
        QTest::addRow("%s", name) << keys << false << plain;
        QTest::addRow("%s, transposed", name) << keys << true << transposed;
    };
    using namespace Qt;
    row("right", {Key_Right}, {0, 1}, {1, 0});
    row("down", {Key_Down}, {1, 0}, {0, 1});
    row("right and back", {Key_Right, Key_Left}, {0, 0}, {0, 0});
    row("down and back", {Key_Down, Key_Up}, {0, 0}, {0, 0});
    row("against the walls", {Key_Left, Key_Up, Key_Left}, {0, 0}, {0, 0});
    row("end", {Key_Down, Key_End}, {1, 2}, {1, 1});
    row("beyond the end", {Key_End, Key_Right, Key_Down, Key_Down, Key_Down}, {1, 2}, {1, 2});
    row("home", {Key_Down, Key_End, Key_Home}, {1, 0}, {0, 1});
}

void TestHeatmap::cursorKeys() {
    QFETCH(QList<int>, keys);
    QFETCH(bool, transposed);
    QFETCH(StoredCell, expected);
    MatrixHeatmap& heatmap = show(content_of(numbered(2, 3), transposed));
    std::vector<StoredCell> clicked;
    connect(&heatmap, &MatrixHeatmap::cellClicked, this, [&](StoredCell cell) { clicked.push_back(cell); });
    for (const int key : keys)
        QTest::keyClick(&heatmap, Qt::Key(key));
    QVERIFY(heatmap.cursor() == expected);
    QVERIFY(clicked.empty());
    QTest::keyClick(&heatmap, Qt::Key_Return);
    QTest::keyClick(&heatmap, Qt::Key_Enter);
    QTest::keyClick(&heatmap, Qt::Key_Space);
    QCOMPARE(clicked.size(), std::size_t(3));
    QVERIFY(clicked[0] == expected && clicked[1] == expected && clicked[2] == expected);
}

void TestHeatmap::pointer() {
    MatrixHeatmap& heatmap = show(content_of(numbered(3, 4)));
    std::vector<std::optional<StoredCell>> hovered;
    std::vector<StoredCell> clicked;
    connect(&heatmap, &MatrixHeatmap::cellHovered, this, [&](auto cell) { hovered.push_back(cell); });
    connect(&heatmap, &MatrixHeatmap::cellClicked, this, [&](StoredCell cell) { clicked.push_back(cell); });
    QTest::mouseMove(&heatmap, middle({1, 2}));
    QTest::mouseMove(&heatmap, middle({1, 2}) + QPoint(2, 1));
    QTest::mouseMove(&heatmap, middle({2, 3}));
    QTest::mouseMove(&heatmap, QPoint(1, 1)); // on the axis titles
    QCOMPARE(hovered.size(), std::size_t(3));
    QVERIFY(hovered[0] == (StoredCell{1, 2}) && hovered[1] == (StoredCell{2, 3}) && !hovered[2]);

    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, middle({2, 0}));
    QCOMPARE(clicked.size(), std::size_t(1));
    QVERIFY(clicked[0] == (StoredCell{2, 0}));
    QVERIFY(heatmap.cursor() == (StoredCell{2, 0}));
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, QPoint(1, 1));
    QTest::mouseClick(&heatmap, Qt::RightButton, {}, middle({0, 0}));
    // Pressing on one cell and releasing on another is not a click.
    QTest::mousePress(&heatmap, Qt::LeftButton, {}, middle({0, 0}));
    QTest::mouseRelease(&heatmap, Qt::LeftButton, {}, middle({1, 1}));
    QCOMPARE(clicked.size(), std::size_t(1));
}

void TestHeatmap::wheel() {
    MatrixHeatmap& heatmap = show(content_of(numbered(6, 6)));
    const QRectF before = heatmap.cellRect({3, 3});
    QVERIFY(heatmap.shownPart().isEmpty());
    QVERIFY(!send_wheel(heatmap, before.center(), 120, Qt::NoModifier));
    QCOMPARE(heatmap.cellRect({3, 3}), before);
    QVERIFY(send_wheel(heatmap, before.center(), 120, Qt::ControlModifier));
    const QRectF zoomed = heatmap.cellRect({3, 3});
    QVERIFY(zoomed.width() > before.width() * 1.1 && zoomed.height() > before.height() * 1.1);
    QVERIFY(!heatmap.shownPart().isEmpty());
    QVERIFY(heatmap.cellAt(before.center()) == (StoredCell{3, 3})); // the cell under the pointer stays there
    for (int i = 0; i < 30; ++i)
        send_wheel(heatmap, before.center(), -120, Qt::ControlModifier);
    QVERIFY(heatmap.shownPart().isEmpty());
}

/// Two columns leave no room for the axis names and the rows in sight: the rows are named.
void TestHeatmap::cutRowsAreNamed() {
    MatrixHeatmap& heatmap = show(content_of(numbered(60, 2)));
    QVERIFY(!heatmap.axisLine().contains("of 60"));
    heatmap.resize(heatmap.width(), heatmap.height() / 2);
    QVERIFY2(heatmap.axisLine().contains("of 60"), qPrintable(heatmap.axisLine()));
    heatmap.resize(4 * heatmap.width(), heatmap.height());
    QVERIFY(heatmap.axisLine().contains("of 60"));
    QVERIFY(heatmap.axisLine().startsWith(heatmap.content().axisNames()));
}

void TestHeatmap::middleButtonPans() {
    MatrixHeatmap& heatmap = show(content_of(numbered(12, 12)));
    heatmap.resize(heatmap.width() / 2, heatmap.height() / 2);
    QVERIFY(!heatmap.shownPart().isEmpty());
    const QPoint from = middle({2, 2});
    const QSizeF cell = heatmap.cellRect({2, 2}).size();
    QTest::mousePress(&heatmap, Qt::MiddleButton, {}, from);
    QTest::mouseMove(&heatmap, from - QPoint(int(cell.width()), int(cell.height())));
    QTest::mouseRelease(&heatmap, Qt::MiddleButton, {}, from);
    QVERIFY(heatmap.cellAt(from) == (StoredCell{3, 3}));
    // The keyboard cursor is always visible.
    for (int i = 0; i < 11; ++i)
        QTest::keyClick(&heatmap, Qt::Key_Down);
    QTest::keyClick(&heatmap, Qt::Key_End);
    QVERIFY(heatmap.cellAt(heatmap.cellRect({11, 11}).center()) == (StoredCell{11, 11}));
    QVERIFY(heatmap.rect().contains(middle({11, 11})));
}

void TestHeatmap::coloursInPixels_data() {
    QTest::addColumn<ColourScale::Kind>("kind");
    QTest::addColumn<bool>("transposed");
    QTest::newRow("signed") << ColourScale::Kind::diverging << false;
    QTest::newRow("signed, transposed") << ColourScale::Kind::diverging << true;
    QTest::newRow("weights") << ColourScale::Kind::sequential << false;
    QTest::newRow("weights, transposed") << ColourScale::Kind::sequential << true;
}

void TestHeatmap::coloursInPixels() {
    QFETCH(ColourScale::Kind, kind);
    QFETCH(bool, transposed);
    HeatmapContent content = content_of(numbered(3, 5), transposed);
    content.kind = kind;
    MatrixHeatmap& heatmap = show(content, Density::small_colour);
    heatmap.replot();
    const QImage image = heatmap.grab().toImage();
    const ColourScale scale = content.scale();
    for (Index row = 0; row < 3; ++row) {
        for (Index column = 0; column < 5; ++column) {
            const double value = (*content.matrix)(row, column);
            QCOMPARE(image.pixelColor(middle({row, column})), scale.colour(value));
        }
    }
}

// Cells that could be mistaken for a zero, next to a zero.
void TestHeatmap::specialCellsInPixels_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("masked");
    QTest::addColumn<bool>("changed");
    QTest::newRow("hidden weight") << 0.0 << -infinity << false;
    QTest::newRow("hidden score") << -infinity << -infinity << false;
    QTest::newRow("changed") << 0.0 << 0.0 << true;
    QTest::newRow("NaN") << nan_value << 0.0 << false;
    QTest::newRow("infinity") << infinity << 0.0 << false;
}

void TestHeatmap::specialCellsInPixels() {
    QFETCH(double, value);
    QFETCH(double, masked);
    QFETCH(bool, changed);
    HeatmapContent content = content_of(Matrix{{0, value, 1}});
    content.masked = std::make_shared<const Matrix>(Matrix{{0, masked, 0}});
    if (changed)
        content.before = std::make_shared<const Matrix>(Matrix{{0, value + 1, 1}});
    for (const Density density : {Density::digits, Density::colour}) {
        MatrixHeatmap& heatmap = show(content, density);
        heatmap.setCursorCell({0, 2}); // keeps the cursor's frame out of the compared cells
        heatmap.replot();
        const QImage image = heatmap.grab().toImage();
        const auto colours = [&](StoredCell cell) {
            std::set<QRgb> found;
            const QRect inner = heatmap.cellRect(cell).toRect();
            for (int y = inner.top(); y < inner.bottom(); ++y)
                for (int x = inner.left(); x < inner.right(); ++x)
                    found.insert(image.pixel(x, y));
            return found;
        };
        const std::set<QRgb> special = colours({0, 1});
        const Colours& c = m_theme->colours();
        if (std::isinf(masked))
            QVERIFY(special.contains(c.hidden.rgb()) && !colours({0, 0}).contains(c.hidden.rgb()));
        else if (changed && !isColourOnly(density)) { // a wedge
            const double gap = m_theme->px(2);
            const QRectF cell = heatmap.cellRect({0, 1}).adjusted(0, 0, -gap, -gap);
            const QPoint middle = changeWedge(cell, -1).boundingRect().center().toPoint();
            QCOMPARE(QColor(image.pixel(middle)), textOn(content.scale().colour(0)));
        } else if (changed)
            QVERIFY(special.contains(qRgb(0, 0, 0)) && !colours({0, 0}).contains(qRgb(0, 0, 0)));
        else
            QVERIFY(special.contains(notFiniteColour().rgb()));
        const auto darkest = [](const std::set<QRgb>& found) {
            return *std::ranges::min_element(found, {}, [](QRgb colour) { return qGray(colour); });
        };
        if (std::isinf(masked) && isColourOnly(density)) // the hatch
            QVERIFY(qGray(darkest(special)) < qGray(darkest(colours({0, 0}))));
        QVERIFY(!colours({0, 0}).contains(notFiniteColour().rgb()));
    }
}

// The same numbers with and without a mask: only hidden cells differ, and they have diagonal lines at 45°.
void TestHeatmap::hatch() {
    const auto drawn = [this](const Matrix& masked) {
        HeatmapContent content = content_of(Matrix::Zero(2, 2));
        content.masked = std::make_shared<const Matrix>(masked);
        MatrixHeatmap& heatmap = show(content, Density::colour);
        heatmap.setCursorCell({1, 0}); // its frame is in both images
        heatmap.replot();
        return heatmap.grab().toImage();
    };
    const QImage plain = drawn(Matrix::Zero(2, 2));
    const QImage masked = drawn(Matrix{{0, -infinity}, {0, 0}});
    QCOMPARE(masked.size(), plain.size());
    const QRect hidden = m_heatmap->cellRect({0, 1}).toAlignedRect();
    const Colours& c = m_theme->colours();
    int lines = 0;
    int between = 0;
    for (int y = 0; y < plain.height(); ++y) {
        for (int x = 0; x < plain.width(); ++x) {
            const QRgb pixel = masked.pixel(x, y);
            if (!hidden.contains(x, y)) {
                QCOMPARE(pixel, plain.pixel(x, y));
                continue;
            }
            lines += qGray(pixel) <= (qGray(c.hatch.rgb()) + qGray(c.hidden.rgb())) / 2;
            between += pixel == c.hidden.rgb();
        }
    }
    QVERIFY(lines > hidden.width() && between > lines);
    // Along a 45° line the colour is constant. Across it, it changes.
    const QPoint middle = hidden.center();
    const auto gray = [&](int dx, int dy) { return qGray(masked.pixel(middle + QPoint(dx, dy))); };
    int along = 0;
    int across = 0;
    for (int i = -3; i < 3; ++i) {
        along += std::abs(gray(i + 1, -i - 1) - gray(i, -i));
        across += std::abs(gray(i + 1, 0) - gray(i, 0));
    }
    QVERIFY2(across > 3 * along, qPrintable(QStringLiteral("%1, %2").arg(across).arg(along)));
}

void TestHeatmap::nothingToShow() {
    MatrixHeatmap& heatmap = show({});
    QCOMPARE(table_of(heatmap).rowCount(), 0);
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_End, Qt::Key_Down})
        QTest::keyClick(&heatmap, key);
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, heatmap.rect().center());
    send_wheel(heatmap, heatmap.rect().center(), 120, Qt::ControlModifier);
    heatmap.grab();
    QVERIFY(heatmap.cursor() == (StoredCell{0, 0}));
    heatmap.setContent(content_of(numbered(2, 2)));
    heatmap.resize(heatmap.sizeHint());
    const QSizeF cell = heatmap.metrics().cell;
    QCOMPARE(heatmap.cellRect({0, 0}).size(), cell);
}

LAB_WINDOW_TEST(TestHeatmap)
#include "tst_heatmap.moc"
