// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cards that have no room on the board fold to thumbnails, so that the weights and the output are on the
// first screen.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/option_edits.h"
#include "ui/pages/explore/board_connectors.h"
#include "ui/pages/explore/board_fitter.h"
#include "ui/pages/explore/operation_label.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/shared/board_layout.h"

#include <QLabel>
#include <QRegularExpression>
#include <QToolButton>

#include <set>

using namespace lab;
using namespace lab::test;

namespace {

MatrixPtr random(Index rows, Index columns) {
    return lab::share(Matrix(Matrix::Random(rows, columns)));
}

/// A sentence of `words` different words, with two features for each head (four for one head).
Experiment sentenceOf(Index words, Index heads) {
    std::srand(7);
    const Index features = std::max<Index>(2 * heads, 4);
    Experiment e;
    EmbeddingTable table;
    for (Index i = 0; i < words; ++i) {
        const std::string word = "word" + std::to_string(i + 1);
        e.sequence.text += (i > 0 ? " " : "") + word;
        e.sequence.tokens.push_back(word);
        table.set(word, {std::make_shared<const RowVector>(RowVector::Random(features)), false});
    }
    e.embedding.dimension = features;
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    e.heads = {heads, heads};
    e.projection.W_Q = random(features, 2 * heads);
    e.projection.W_K = random(features, 2 * heads);
    e.projection.W_V = random(features, 2 * heads);
    e.projection.W_O = random(2 * heads, features);
    return e;
}

bool isWholeInSight(const StageCard& card) {
    return card.visibleRegion().boundingRect().size() == card.size();
}

QString plain(QString text) {
    text.replace("<br>", "; ");
    return text.remove(QRegularExpression("<[^>]*>"));
}

} // namespace

class TestBoardFolds : public WindowTest {
    Q_OBJECT

private slots:
    void firstScreen_data();
    void firstScreen();
    void everythingInALargeWindow();
    void unfolds_data();
    void unfolds();
    void revealUnfolds();
    void thumbnailsAreLive();
    void operationsNameWhatIsFolded();
    void inOrder_data();
    void inOrder();
    void lettersAlike_data();
    void lettersAlike();
    void connectorsAreTrue_data();
    void connectorsAreTrue();
    void staysWhileDragging();
    void draggedBeforeItIsComputed();
    void largeThumbnailsFollow();
    void largeMatrices();
    void optionsInUse_data();
    void optionsInUse();
    void thumbnailsAreAsWideAsTheyAre();
    void looks_data();
    void looks();

private:
    StageCard& card(StageId id) { return *window().board().card(id); }
};

void TestBoardFolds::firstScreen_data() {
    QTest::addColumn<Index>("words");
    QTest::addColumn<Index>("heads");
    QTest::addColumn<QSize>("size");
    for (const Index words : {1, 2, 3, 6, 9, 12}) {
        for (const Index heads : {1, 2, 12}) {
            for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1600, 1000)})
                QTest::addRow("%d words, %d heads, %d", int(words), int(heads), size.width())
                    << words << heads << size;
        }
    }
}

/// The weights and the output are visible as a whole, and Q, K and V in one row.
void TestBoardFolds::firstScreen() {
    QFETCH(Index, words);
    QFETCH(Index, heads);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.document().replace(sentenceOf(words, heads), {});
    QCoreApplication::processEvents();
    for (const StageId id : {StageId::weights, StageId::output}) {
        QVERIFY(!card(id).isThumbnail());
        QVERIFY(isWholeInSight(card(id)));
        QVERIFY2(card(id).heatmap().shownPart().isEmpty(), qPrintable(card(id).heatmap().shownPart()));
    }
    for (const StageId id : {StageId::keys, StageId::values}) {
        QCOMPARE(card(id).isThumbnail(), card(StageId::queries).isThumbnail());
        QCOMPARE(card(id).y(), card(StageId::queries).y());
    }
}

void TestBoardFolds::everythingInALargeWindow() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    for (const StageCard* each : w.board().findChildren<StageCard*>())
        QVERIFY(!each->isThumbnail());
}

void TestBoardFolds::unfolds_data() {
    QTest::addColumn<bool>("byKeyboard");
    QTest::newRow("mouse") << false;
    QTest::newRow("keyboard") << true;
}

/// A thumbnail becomes a card with its controls, others keep their size, and its button folds it again.
void TestBoardFolds::unfolds() {
    QFETCH(bool, byKeyboard);
    LabWindow& w = openWindow({1024, 700});
    w.document().replace(sentenceOf(9, 2), {});
    QCoreApplication::processEvents();
    QVERIFY(card(StageId::queries).isThumbnail());
    QVERIFY(card(StageId::masked_scores).isThumbnail());
    const QSize before = card(StageId::weights).size();
    const auto press = [&](QWidget& widget) {
        if (byKeyboard)
            QTest::keyClick(&widget, Qt::Key_Space);
        else
            QTest::mouseClick(&widget, Qt::LeftButton);
    };
    const auto folder = [](const StageCard& card) {
        for (auto* each : card.findChildren<QToolButton*>()) {
            if (each->isVisible() && each->accessibleName().startsWith("Fold"))
                return each;
        }
        return static_cast<QToolButton*>(nullptr);
    };
    press(card(StageId::masked_scores));
    QVERIFY(!card(StageId::masked_scores).isThumbnail());
    QVERIFY(isWholeInSight(card(StageId::masked_scores)));
    QAbstractButton* causal = LabWindow::button(card(StageId::masked_scores), "Causal");
    QVERIFY(LabWindow::press(causal));
    QVERIFY(w.document().experiment().mask.causal);
    QVERIFY(!folder(card(StageId::weights)));
    press(card(StageId::keys));
    for (const StageId id : {StageId::queries, StageId::keys, StageId::values})
        QVERIFY(!card(id).isThumbnail());
    QCOMPARE(card(StageId::weights).size(), before);
    for (const StageId id : {StageId::masked_scores, StageId::values}) {
        QToolButton* button = folder(card(id));
        QVERIFY(button);
        press(*button);
        QVERIFY(card(id).isThumbnail());
    }
    QVERIFY(card(StageId::queries).isThumbnail());
    QVERIFY(!folder(card(StageId::values)));
    // With room for everything, nothing can be folded.
    press(card(StageId::keys));
    w.resize(2600, 1800);
    QCoreApplication::processEvents();
    QVERIFY(!card(StageId::keys).isThumbnail());
    QVERIFY(!folder(card(StageId::keys)));
}

/// A number that the explanation leads to is shown, wherever it is.
void TestBoardFolds::revealUnfolds() {
    LabWindow& w = openWindow({1024, 700});
    w.document().replace(sentenceOf(9, 2), {});
    QVERIFY(card(StageId::scores).isThumbnail());
    const CellRef cell{StageId::scores, 0, 2, 1};
    w.board().reveal(cell);
    QVERIFY(!card(StageId::scores).isThumbnail());
    const MatrixHeatmap& heatmap = card(StageId::scores).heatmap();
    QVERIFY(heatmap.visibleRegion().contains(heatmap.cellRect({2, 1}).center().toPoint()));
}

void TestBoardFolds::thumbnailsAreLive() {
    LabWindow& w = openWindow({1024, 700});
    w.document().replace(sentenceOf(9, 2), {});
    StageCard& queries = card(StageId::queries);
    QVERIFY(queries.isThumbnail());
    const QImage before = queries.grab().toImage();
    for (const double value : {3.0, -4.0}) {
        w.document().preview(ParameterId::W_Q, 0, 0, value);
        const MatrixPtr shown = queries.heatmap().content().matrix;
        QVERIFY(shown);
        QCOMPARE((*shown)(3, 0), (*w.document().view(StageId::queries, 0).matrix)(3, 0));
        QVERIFY(queries.grab().toImage() != before);
    }
    w.document().cancelPreview();
    QCOMPARE(queries.grab().toImage(), before);
}

/// The arrow before a card names all operations since the last card that is not folded.
void TestBoardFolds::operationsNameWhatIsFolded() {
    LabWindow& w = openWindow({1024, 700});
    w.document().replace(sentenceOf(12, 12), {});
    QCoreApplication::processEvents();
    QVERIFY(card(StageId::head_outputs).isThumbnail());
    QVERIFY(card(StageId::concat).isThumbnail());
    QStringList shown;
    for (const auto* label : w.board().findChildren<OperationLabel*>()) {
        if (label->isVisible())
            shown += plain(label->text());
    }
    QCOMPARE(shown, QStringList({"softmax", "· V; concat; · WO"}));
}

void TestBoardFolds::inOrder_data() {
    QTest::addColumn<StageId>("unfolded");
    for (const StageId stage : {StageId::queries, StageId::inputs, StageId::masked_scores})
        QTest::newRow(info(stage).name.data()) << stage;
}

/// Folded or unfolded by hand, a card keeps its place in the order of the computation: from left to right,
/// row by row.
void TestBoardFolds::inOrder() {
    QFETCH(StageId, unfolded);
    LabWindow& w = openWindow({1024, 700});
    w.document().replace(sentenceOf(12, 2), {});
    QCoreApplication::processEvents();
    QVERIFY(card(unfolded).isThumbnail() && card(StageId::scores).isThumbnail());
    QTest::mouseClick(&card(unfolded), Qt::LeftButton);
    QCoreApplication::processEvents();
    QVERIFY(!card(unfolded).isThumbnail() && card(StageId::scores).isThumbnail());
    QPoint before(-1, -1);
    for (const StageId stage : boardStages(w.document().experiment())) {
        const QPoint at = card(stage).pos();
        QVERIFY2(at.y() > before.y() || (at.y() == before.y() && at.x() > before.x()),
                 info(stage).name.data());
        before = at;
    }
}

void TestBoardFolds::lettersAlike_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Index>("words");
    for (const QSize size : {QSize(2400, 1500), QSize(1440, 900), QSize(1024, 700)}) {
        for (const Index words : {3, 6})
            QTest::addRow("%d, %d words", size.width(), int(words)) << size << words;
    }
}

/// Numbers have letters of one size on all cards, with fewer decimals and unfolded by hand, too.
void TestBoardFolds::lettersAlike() {
    QFETCH(QSize, size);
    QFETCH(Index, words);
    LabWindow& w = openWindow(size);
    w.document().replace(sentenceOf(words, 2), {});
    QCoreApplication::processEvents();
    const auto sizes = [&] {
        std::set<int> all;
        for (const StageId stage : boardStages(w.document().experiment())) {
            const StageCard& each = card(stage);
            if (!each.isThumbnail() && !isColourOnly(each.heatmap().metrics().density))
                all.insert(QFontInfo(each.heatmap().metrics().numberFont).pixelSize());
        }
        return all;
    };
    QVERIFY(sizes().size() <= 1);
    if (!card(StageId::inputs).isThumbnail())
        return;
    QTest::mouseClick(&card(StageId::inputs), Qt::LeftButton);
    QCoreApplication::processEvents();
    QVERIFY(sizes().size() <= 1);
}

void TestBoardFolds::connectorsAreTrue_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 700), QSize(1600, 1000), QSize(2400, 1500)})
        QTest::addRow("%d", size.width()) << size;
}

/// A line leads from a matrix to one that is computed from it, and to no other; it crosses no card. In one
/// row with the inputs, keys and values have a line from them.
void TestBoardFolds::connectorsAreTrue() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    for (const Index heads : {1, 2, 12}) {
        w.document().replace(sentenceOf(5, heads), {});
        QCoreApplication::processEvents();
        std::vector<PlacedCard> placed;
        for (const StageCard* each : w.board().findChildren<StageCard*>()) {
            const auto labels = w.board().findChildren<OperationLabel*>();
            if (!each->isVisible())
                continue;
            const auto label = std::ranges::find_if(labels, [&](const OperationLabel* other) {
                const QRect place = other->geometry();
                return other->isVisible() && place.top() >= each->y() &&
                       place.bottom() <= each->geometry().bottom() && place.right() < each->x() &&
                       each->x() - place.right() <= theme().px(boardSpacing) + 1;
            });
            placed.push_back({each->stage(), each->geometry(),
                              label == labels.end() ? QRect() : (*label)->geometry(), each->isThumbnail()});
        }
        std::set<StageId> reached;
        for (const Connector& each : connectors(placed, theme().px(boardSpacing))) {
            const auto reads = info(each.to).reads;
            QVERIFY(std::ranges::find(reads, each.from) != reads.end());
            reached.insert(each.to);
            for (qsizetype i = 1; i < each.line.size(); ++i) {
                const QRectF stretch = QRectF(each.line[i - 1], each.line[i]).normalized();
                for (const PlacedCard& card : placed)
                    QVERIFY(!stretch.adjusted(-0.1, -0.1, 0.1, 0.1)
                                 .intersects(QRectF(card.card).adjusted(1, 1, -1, -1)));
            }
        }
        if (card(StageId::inputs).y() == card(StageId::keys).y())
            QVERIFY(card(StageId::inputs).isThumbnail() ||
                    (reached.contains(StageId::keys) && reached.contains(StageId::values)));
    }
}

void TestBoardFolds::staysWhileDragging() {
    LabWindow& w = openWindow({1024, 700});
    w.document().replace(sentenceOf(6, 2), {});
    QCoreApplication::processEvents();
    const auto look = [&] {
        QList<QPair<bool, int>> cards;
        for (const StageCard* each : w.board().findChildren<StageCard*>())
            cards.push_back({each->isThumbnail(), static_cast<int>(each->cardSize().density)});
        return cards;
    };
    const auto before = look();
    for (const double value : {1.0, 99.0, -12345.0, 1e9}) {
        w.document().preview(ParameterId::W_Q, 0, 1, value);
        QCOMPARE(look(), before);
    }
    w.document().cancelPreview();
    QCOMPARE(look(), before);
}

/// Many tokens: the weights and the output are visible as a whole, or with F7 a part of them with numbers.
/// A drag that begins before the stages are computed leaves the board as if it had begun later.
void TestBoardFolds::draggedBeforeItIsComputed() {
    const auto folded = [&] {
        std::vector<StageId> ids;
        for (const StageInfo& stage : all_stages()) {
            if (card(stage.id).isVisible() && card(stage.id).isThumbnail())
                ids.push_back(stage.id);
        }
        return ids;
    };
    const auto isComputed = [&] {
        return std::ranges::none_of(all_stages(), [&](const StageInfo& stage) {
            return card(stage.id).isVisible() && card(stage.id).view().stale;
        });
    };
    const Experiment large = sentenceOf(700, 2);
    openWindow({1440, 900}).document().replace(large, {});
    QTRY_VERIFY_WITH_TIMEOUT(isComputed(), 60'000);
    QCoreApplication::processEvents();
    const std::vector<StageId> expected = folded();
    QVERIFY(expected.size() > 5);
    openWindow({1440, 900}).document().replace(large, {});
    window().document().preview(ParameterId::W_Q, 0, 0, 0.5);
    QTRY_VERIFY_WITH_TIMEOUT(isComputed(), 60'000);
    QTRY_VERIFY(folded() == expected);
    QVERIFY(window().document().isPreviewing());
    window().document().cancelPreview();
}

/// Thumbnails of large matrices are refreshed one by one while a number is dragged, and at once at its end.
void TestBoardFolds::largeThumbnailsFollow() {
    LabDocument& document = openWindow({1440, 900}).document();
    document.replace(sentenceOf(400, 2), {});
    const std::vector<StageId> large{StageId::scores, StageId::scaled_scores, StageId::masked_scores};
    const auto follows = [&](StageId id) {
        const StageView view = card(id).view();
        return !view.stale && card(id).heatmap().content().matrix == view.matrix;
    };
    const auto allFollow = [&] { return std::ranges::all_of(large, follows); };
    QTRY_VERIFY_WITH_TIMEOUT(allFollow(), 60'000);
    QCoreApplication::processEvents();
    for (const StageId id : large)
        QVERIFY(card(id).isThumbnail());
    for (const double value : {0.5, 0.6, 0.7}) {
        document.preview(ParameterId::W_Q, 0, 0, value);
        QTRY_VERIFY_WITH_TIMEOUT(allFollow(), 60'000);
    }
    document.preview(ParameterId::W_Q, 0, 0, 0.8);
    document.commitPreview();
    QTRY_VERIFY_WITH_TIMEOUT(allFollow(), 60'000);
    document.preview(ParameterId::W_Q, 0, 0, 0.9);
    document.openExample("sky-is-blue"); // what waits is another matrix now
    QTRY_VERIFY(allFollow());
}

void TestBoardFolds::largeMatrices() {
    LabWindow& w = openWindow({1024, 700});
    w.document().replace(sentenceOf(65, 1), {});
    QCoreApplication::processEvents();
    const MatrixHeatmap& weights = w.heatmap(StageId::weights);
    QCOMPARE(weights.shownPart(), QString());
    QVERIFY(isWholeInSight(card(StageId::weights)));
    QVERIFY(isWholeInSight(card(StageId::output)));
    QVERIFY(isColourOnly(weights.metrics().density));
    w.press_key(Qt::Key_F7);
    QVERIFY(!isColourOnly(weights.metrics().density));
    QVERIFY(weights.shownPart().startsWith("rows 1–"));
    w.press_key(Qt::Key_F7);
    QCOMPARE(weights.shownPart(), QString());
}

void TestBoardFolds::optionsInUse_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<QString>("said");
    QTest::newRow("softcap") << "gemma-head" << StageId::scaled_scores << "softcap 50 …";
    QTest::newRow("rotary") << "llama-head" << StageId::scaled_scores << "rotary";
    QTest::newRow("dropout") << "journey-dropout" << StageId::dropped_weights << "p = 0.5";
    QTest::newRow("none") << "sky-is-blue" << StageId::scaled_scores << "";
}

/// In a small window, a folded card says which options act there, and a click on it shows their controls.
void TestBoardFolds::optionsInUse() {
    QFETCH(QString, example);
    QFETCH(StageId, stage);
    QFETCH(QString, said);
    LabWindow& w = openWindow({1024, 700});
    w.document().openExample(example);
    QCoreApplication::processEvents();
    if (said.isEmpty())
        w.document().replace(sentenceOf(9, 2), {});
    QCoreApplication::processEvents();
    StageCard& its = card(stage);
    QVERIFY(its.isThumbnail() && isWholeInSight(its));
    const auto label = [&]() -> const QLabel* {
        for (const QLabel* each : its.findChildren<QLabel*>()) {
            if (each->isVisible() && !said.isEmpty() && each->text() == said)
                return each;
        }
        return nullptr;
    };
    QCOMPARE(label() != nullptr, !said.isEmpty());
    if (const QLabel* hint = label()) {
        QVERIFY(hint->width() >= hint->sizeHint().width() && hint->height() >= hint->sizeHint().height());
        QVERIFY(its.rect().contains(hint->geometry()));
        QVERIFY(its.toolTip().contains("In use: " + said.section(u' ', 0, 1)));
    }
    QTest::mouseClick(&its, Qt::LeftButton);
    QVERIFY(!its.isThumbnail() && isWholeInSight(its) && !label());
}

/// The matrix of a thumbnail follows its card, whose width follows what it says of the options.
void TestBoardFolds::thumbnailsAreAsWideAsTheyAre() {
    LabWindow& w = openWindow({1024, 700});
    w.document().openExample(QStringLiteral("gemma-head"));
    QCoreApplication::processEvents();
    std::set<int> widths;
    const StageCard& its = card(StageId::scaled_scores);
    for (const Preset& preset : all_presets()) {
        if (!presetProblem(w.document().experiment(), preset).isEmpty())
            continue;
        setPreset(w.document(), preset);
        QCoreApplication::processEvents();
        for (const StageInfo& stage : all_stages()) {
            const StageCard& each = card(stage.id);
            if (!each.isThumbnail() || !each.isVisible())
                continue;
            const QByteArray where = QByteArray(preset.name.data()) + ", " + stage.name.data();
            QVERIFY2(each.heatmap().metrics().size.width() <= each.heatmap().width(), where.constData());
            QVERIFY2(each.heatmap().width() - each.heatmap().metrics().size.width() <= 2, where.constData());
        }
        widths.insert(its.width());
    }
    QVERIFY(its.isThumbnail() && widths.size() > 1);
}

void TestBoardFolds::looks_data() {
    QTest::addColumn<bool>("keepsDecimals");
    QTest::newRow("decimals go first") << false;
    QTest::newRow("chosen decimals") << true;
}

/// The first look shows everything; weights and output never fold; what folds does so in order.
void TestBoardFolds::looks() {
    QFETCH(bool, keepsDecimals);
    const std::vector<BoardMatrix> matrices{
        {StageId::inputs, 4},        {StageId::queries, 2}, {StageId::keys, 2},
        {StageId::values, 2},        {StageId::scores, 6},  {StageId::scaled_scores, 6},
        {StageId::masked_scores, 6}, {StageId::weights, 6}, {StageId::head_outputs, 2},
        {StageId::concat, 8},        {StageId::output, 8}};
    const std::vector<std::size_t> order{0, 1, 4, 6, 5, 9, 8}; // of folding; 1 stands for Q, K and V
    const std::vector<BoardLook> looks = looksInOrder(matrices, 64, keepsDecimals);
    for (const CardSize& each : looks.front().cards)
        QVERIFY(!each.thumbnail && each.density == Density::digits);
    int most = 0;
    for (const BoardLook& look : looks) {
        QVERIFY(!look.cards[7].thumbnail && !look.cards[10].thumbnail);
        QCOMPARE(look.cards[2].thumbnail, look.cards[1].thumbnail);
        QCOMPARE(look.cards[3].thumbnail, look.cards[1].thumbnail);
        for (std::size_t i = 1; i < order.size(); ++i)
            QVERIFY(!look.cards[order[i]].thumbnail || look.cards[order[i - 1]].thumbnail);
        int lost = 0;
        for (const CardSize& each : look.cards)
            lost += each.thumbnail || isColourOnly(each.density) ? 1 : 0;
        for (const CardSize& each : look.cards)
            QVERIFY(!keepsDecimals || each.thumbnail || each.density != Density::two_decimals);
        const auto places = [&](std::size_t card) { // of matrices with numbers
            const CardSize& its = look.cards[card];
            return its.thumbnail || isColourOnly(its.density) ? std::nullopt : std::optional(its.density);
        };
        for (const auto& [one, other] : {std::pair(8, 10), std::pair(9, 10), std::pair(4, 5), std::pair(4, 6),
                                         std::pair(1, 2), std::pair(1, 3)}) {
            const auto first = places(static_cast<std::size_t>(one));
            const auto second = places(static_cast<std::size_t>(other));
            QVERIFY(!first || !second || *first == *second); // the same kind of numbers
        }
        QVERIFY(lost >= most);
        most = lost;
    }
    QCOMPARE(most, keepsDecimals ? 9 : 11);
}

LAB_WINDOW_TEST(TestBoardFolds)
#include "tst_board_folds.moc"
