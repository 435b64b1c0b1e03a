// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a lesson on screen: Markdown and formulas in lines, nothing that is loaded, links that are
// said.
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "ui/formula/lesson_page.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/lesson_text_view.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QVBoxLayout>

#include <memory>
#include <random>

using namespace lab;
using namespace lab::test;

namespace {

/// What would have been opened outside the window.
class Openings : public QObject {
    Q_OBJECT
public:
    Openings() {
        for (const char* scheme : {"http", "https", "file", "example", "mailto"})
            QDesktopServices::setUrlHandler(scheme, this, "open");
    }
    ~Openings() override {
        for (const char* scheme : {"http", "https", "file", "example", "mailto"})
            QDesktopServices::unsetUrlHandler(scheme);
    }
    int count = 0;

public slots:
    void open(const QUrl& /*link*/) { ++count; }
};

/// Counts the LayoutRequests of a widget.
class Requests : public QObject {
public:
    explicit Requests(QWidget& widget) { widget.installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }
};

QTextLine line(const QTextBlock& block, int number) {
    return block.layout()->lineAt(number);
}

/// The links of a page, each with its text: "stage:scores=the card".
QStringList links_of(const QTextDocument& page) {
    QStringList links;
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            if (each.fragment().charFormat().isAnchor())
                links += each.fragment().charFormat().anchorHref() + '=' + each.fragment().text();
        }
    }
    return links;
}

/// The lowest painted row of each group of letters in an image, from left to right. Groups stand apart by
/// more than `gap` empty columns.
std::vector<int> lowest_rows(const QImage& image, int gap) {
    std::vector<int> lowest;
    int empty = gap + 1;
    for (int x = 0; x < image.width(); ++x) {
        int row = -1;
        for (int y = 0; y < image.height(); ++y) {
            if (qGray(image.pixel(x, y)) < 128)
                row = y;
        }
        if (row < 0) {
            ++empty;
            continue;
        }
        if (empty > gap)
            lowest.push_back(row);
        lowest.back() = std::max(lowest.back(), row);
        empty = 0;
    }
    return lowest;
}

constexpr const char* sample = R"(# What is a score?

A query *asks*, a key **answers**: $S_{ij} = q_i \cdot k_j$, divided by $\sqrt{d_k}$. The weights are
$A = \mathrm{softmax}\left(\frac{Q K^T}{\sqrt{d_k}}\right)$, so that $\sum_j A_{ij} = 1$.

- The mean is $\mu = \frac{1}{n} \sum_{i=1}^n x_i$.
- A [card](stage:scores).

A long one: $z = a_1 x_1 + a_2 x_2 + a_3 x_3 + a_4 x_4 + a_5 x_5 + a_6 x_6$. Code: `x = softmax(scores / sqrt(d_k))`.
)";

} // namespace

class TestLessonTextView : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_host.reset(); }

    void texts_data();
    void texts();
    void imagesAreNotLoaded();
    void links_data();
    void links();
    void linksByMouse();
    void linksByKeyboard();
    void tips();
    void formats();
    void copies_data();
    void copies();
    void copiesFromTheMenu();
    void baseline_data();
    void baseline();
    void linesAreEven();
    void fits_data();
    void fits();
    void lowestLine_data();
    void lowestLine();
    void heights();
    void requests();
    void inAScrollArea();
    void colours_data();
    void colours();
    void scales();
    void screenReader();
    void anyText();

private:
    LessonTextView& shown(const QString& markdown, int width = 400);
    QImage painted() { return m_view->grab().toImage(); }

    Theme m_theme;
    std::unique_ptr<QWidget> m_host;
    LessonTextView* m_view = nullptr;
};

void TestLessonTextView::init() {
    make_messages_fatal();
    m_theme.setScale(100);
    m_theme.setMode(ColourMode::light);
    m_theme.applyToApplication();
    m_host = std::make_unique<QWidget>();
    m_view = new LessonTextView(m_theme, m_host.get());
}

LessonTextView& TestLessonTextView::shown(const QString& markdown, int width) {
    m_view->setText(markdown);
    m_view->setGeometry(0, 0, width, m_view->heightForWidth(width));
    m_host->resize(m_view->size());
    m_host->show();
    return *m_view;
}

void TestLessonTextView::texts_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("text");

    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("paragraphs") << "a *b* **c**\nd\n\ne"
                                << "a b c d\ne";
    QTest::newRow("a heading") << "## a $x$\nb"
                               << "a x\nb";
    QTest::newRow("lists") << "- a\n  1. b\n  2. c $x$\n- d"
                           << "• a\n1. b\n2. c x\n• d";
    QTest::newRow("a quote") << "> a\n\nb"
                             << "a\nb";
    QTest::newRow("data at the beginning") << "---\na: b\n---\nc"
                                           << "\na: b\nc";
    QTest::newRow("signs of other dialects") << "~~a~~ | b | www.x.org"
                                             << "~~a~~ | b | www.x.org";

    QTest::newRow("HTML in a line") << "a <b>x</b> <br> c"
                                    << "a <b>x</b> <br> c";
    QTest::newRow("HTML in lines") << "<div>\n*a*\n</div>"
                                   << "<div> a </div>";
    QTest::newRow("a picture in HTML") << "<img src=\"file:///x.png\">"
                                       << "<img src=\"file:///x.png\">";
    QTest::newRow("a comment") << "a <!-- b --> c"
                               << "a <!-- b --> c";
    QTest::newRow("a comment in lines") << "<!--\na\n-->"
                                        << "<!-- a -->";
    QTest::newRow("a script") << "<script>a()</script>\n\nb"
                              << "<script>a()</script>\nb";
    QTest::newRow("names of characters") << "&lt;b&gt; &amp; &copy; &#x3c;i&#62; &nbsp;."
                                         << "<b> & © <i>  .";
    QTest::newRow("names with a meaning") << "&#42;a&#42; &#91;c](x)"
                                          << "*a* [c](x)";
    QTest::newRow("no names") << "\\&lt; &nosuch; &; `&lt;`"
                              << "&lt; &nosuch; &; &lt;";
    QTest::newRow("a picture") << "a ![dog](file:///x.png) b ![](y.png)."
                               << "a dog b .";
    QTest::newRow("two pictures of one kind") << "![a $x$](u)![a $x$](u)"
                                              << "a xa x";

    QTest::newRow("formulas") << "$\\sqrt{d_k}$ and *$a + b$*"
                              << "√d_k and a + b";
    QTest::newRow("money") << "$5 and $6, \\$x\\$"
                           << "$5 and $6, $x$";
    QTest::newRow("what is not understood") << "a $\\foo{x}_1$ $*b*$"
                                            << "a $\\foo{x}_1$ $*b*$";
    QTest::newRow("emphasis beside a formula") << "**Note:**$x$ **$y$**"
                                               << "Note:x y";
    QTest::newRow("in code") << "`$x$`\n\n```\n$y$\n```\n\n    $z$"
                             << "$x$\n$y$\n$z$";
    QTest::newRow("in a link") << "[a $x$](http://b/$y$)"
                               << "a x";
    QTest::newRow("signs that mean something inside") << QString("a\uFFFC $x$ \uFDD00\uFDD1 $\uFDD20\uFDD3$")
                                                      << QString("a\uFFFD x \uFFFD0\uFFFD $\uFFFD0\uFFFD$");
    QTest::newRow("other line breaks") << "a\rb\r\n\r\nc"
                                       << "a b\nc";
}

void TestLessonTextView::texts() {
    QFETCH(QString, markdown);
    QTEST(shown(markdown).plainText(), "text");
}

void TestLessonTextView::imagesAreNotLoaded() {
    QTemporaryDir folder;
    const QString file = folder.filePath("picture.png");
    QImage picture(20, 20, QImage::Format_RGB32);
    picture.fill(Qt::green);
    QVERIFY(picture.save(file));
    const QUrl url = QUrl::fromLocalFile(file);
    LessonTextView& view = shown(QString("![a dog](%1) <img src=\"%1\"> [![b](%1)](%1)").arg(url.toString()));
    for (const QUrl& each : {url, QUrl(file), QUrl("picture.png")})
        QVERIFY(!view.document()->resource(QTextDocument::ImageResource, each).isValid());
    const QImage image = painted();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            QVERIFY(image.pixelColor(x, y) != QColor(Qt::green));
    }
    QVERIFY(view.plainText().startsWith("a dog <img src=\"file:"));
}

void TestLessonTextView::links_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QStringList>("expected");

    const auto is_link = [](const char* markdown, const char* link) {
        QTest::newRow(markdown) << QString(markdown) << QStringList(link);
    };
    is_link("[a](stage:scores)", "stage:scores=a");
    is_link("[a b](example:sky-is-blue)", "example:sky-is-blue=a b");
    is_link("[a](lesson:why-softmax)", "lesson:why-softmax=a");
    is_link("[a](<example:Sky is blue>)", "example:Sky is blue=a");
    is_link("[a](https://x.org/b?c=d#e \"title\")", "https://x.org/b?c=d#e=a");
    is_link("[a](http://x.org?a=1&amp;b=2)", "http://x.org?a=1&b=2=a");
    is_link("<http://x.org>", "http://x.org=http://x.org");
    is_link("[a]\n\n[a]: stage:keys", "stage:keys=a");
    is_link("[a](http://x.org/$b$)", "http://x.org/$b$=a");
    for (const char* markdown :
         {"[a](file:///etc/passwd)", "[a](javascript:alert(1))", "[a](data:text/html,x)",
          "[a](mailto:b@x.org)", "<b@x.org>", "[a](other.md)", "[a](/etc/passwd)", "[a](#b)", "[a]()",
          "[a](example:)", "[a](stage)", "[a](http:b)", "[a](http:///b)", "[a](https://)", "[a](ftp://x.org)",
          "[a](//x.org)", "[a](qrc:/manual/index.md)", "[a](vbscript:b)", "http://x.org"})
        QTest::newRow(markdown) << QString(markdown) << QStringList();
}

void TestLessonTextView::links() {
    QFETCH(QString, markdown);
    QTEST(links_of(*shown(markdown).document()), "expected");
}

void TestLessonTextView::linksByMouse() {
    Openings openings;
    for (const QString link :
         {"stage:scores", "example:Sky is blue", "https://x.org/a%20b?c=d", "file:///etc/passwd"}) {
        LessonTextView& view = shown(QString("[the card](<%1>)").arg(link));
        QSignalSpy activated(&view, &LessonTextView::linkActivated);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {10, 8});
        const bool isLink = !link.startsWith("file");
        QCOMPARE(activated.count(), isLink ? 1 : 0);
        if (isLink)
            QCOMPARE(activated.first().first().toString(), link);
        QCOMPARE(view.plainText(), QString("the card")); // it is still there
    }
    QCOMPARE(openings.count, 0);
}

/// Tab goes to each link, one with a formula in it, too, and then on.
void TestLessonTextView::linksByKeyboard() {
    LessonTextView& view = shown("[one](stage:scores) x [two $d_k$ words](example:a) y [no](file:///a)");
    m_host->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_host.get()));
    view.setFocus();
    QSignalSpy activated(&view, &LessonTextView::linkActivated);
    for (const char* link : {"stage:scores", "example:a"}) {
        QTest::keyClick(&view, Qt::Key_Tab);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(activated.takeLast().first().toString(), QString(link));
    }
    QVERIFY(activated.isEmpty());
}

/// A title of a link would be a tip, and HTML in it be read.
void TestLessonTextView::tips() {
    const LessonTextView& view = shown("[a](stage:scores \"<img src='x.png'>\") ![b](u \"c\")");
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each)
            QCOMPARE(each.fragment().charFormat().toolTip(), QString());
    }
}

/// Bold and italic go on behind a character's name, and code has its font in the size of the text.
void TestLessonTextView::formats() {
    const LessonTextView& view = shown("**a &lt; b** *c &copy; d* `e` $\\foo$");
    QStringList formats;
    for (auto each = view.document()->begin().begin(); !each.atEnd(); ++each) {
        const QFont font = each.fragment().charFormat().font();
        formats += each.fragment().text().trimmed() + (font.bold() ? " bold" : "") +
                   (font.italic() ? " italic" : "") + (font.fixedPitch() ? " code" : "");
        QCOMPARE(QFontInfo(font).pixelSize(), m_theme.font(TextRole::body).pixelSize());
    }
    formats.removeAll("");
    QCOMPARE(formats, QStringList({"a < b bold", "c © d italic", "e code", "$\\foo$ code"}));
}

void TestLessonTextView::copies_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QString>("copied");
    QTest::newRow("all") << "a $\\sqrt{ d_k}$, $\\frac1 2$ $\\foo$" << 0 << -1
                         << "a $\\sqrt{ d_k}$, $\\frac1 2$ $\\foo$";
    QTest::newRow("paragraphs") << "a\n\n- b $x$" << 0 << -1 << "a\n•\tb $x$";
    QTest::newRow("the text before") << "ab $x$ c" << 1 << 3 << "b ";
    QTest::newRow("the formula") << "ab $x$ c" << 3 << 6 << "$x$";
    QTest::newRow("backwards") << "ab $x$ c" << 8 << 1 << "b $x$ c";
    QTest::newRow("of two") << "$x$ $y$" << 3 << -1 << " $y$";
    QTest::newRow("code") << "```\na\n  b\n```" << 0 << -1 << "a\n  b";
}

void TestLessonTextView::copies() {
    QFETCH(QString, markdown);
    QFETCH(int, from);
    QFETCH(int, to);
    LessonTextView& view = shown(markdown);
    QTextCursor cursor = view.textCursor();
    cursor.setPosition(from);
    cursor.setPosition(to < 0 ? view.document()->characterCount() - 1 : to, QTextCursor::KeepAnchor);
    view.setTextCursor(cursor);
    QApplication::clipboard()->clear();
    view.copy();
    QTEST(QApplication::clipboard()->text(), "copied");
    QVERIFY(!QApplication::clipboard()->mimeData()->hasHtml());
}

void TestLessonTextView::copiesFromTheMenu() {
    LessonTextView& view = shown("the *score* $q \\cdot k$");
    m_host->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_host.get()));
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QApplication::clipboard()->clear();
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QString("the score $q \\cdot k$"));
    QTest::keyClick(&view, Qt::Key_X);
    QTest::keyClick(&view, Qt::Key_Delete);
    QCOMPARE(view.plainText(), QString("the score q · k"));
}

void TestLessonTextView::baseline_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<int>("scale");
    for (const int scale : {80, 100, 200, 300}) {
        const auto row = [scale](const char* name, const char* markdown) {
            QTest::addRow("%s, %d %%", name, scale) << QString(markdown) << scale;
        };
        row("alone", "H $\\mathrm{H}$");
        row("in a heading", "# H $\\mathrm{H}$");
        row("in a small heading", "### H $\\mathrm{H}$");
        row("behind a power", "H $\\mathrm{H}^{\\mathrm{H}}\\quad\\mathrm{H}$");
        row("beside a fraction", "H $\\quad\\frac{\\mathrm{H}}{\\mathrm{H}}\\quad\\mathrm{H}$");
        row("beside fractions of fractions",
            "H $\\quad\\frac{\\mathrm{H}}{\\mathrm{H}}$ $\\frac{1}{\\frac{1}{2}}$ $\\quad\\mathrm{H}$");
        row("in a formula with a fraction", "H $\\frac{1}{2}\\quad\\mathrm{H}$");
        row("in a high formula",
            "H $\\frac{1}{\\frac{1}{2}}\\quad\\mathrm{H}$ $\\frac{1}{2}\\quad\\mathrm{H}$");
        row("in a list", "1. $\\frac{1}{2}$ $\\mathrm{H}$");
    }
}

/// Letters of a formula stand on the line of those of the text.
void TestLessonTextView::baseline() {
    QFETCH(QString, markdown);
    QFETCH(int, scale);
    m_theme.setScale(scale);
    shown(markdown, 2000);
    const std::vector<int> rows = lowest_rows(painted(), m_theme.px(1));
    QVERIFY(rows.size() >= 2);
    QVERIFY2(std::abs(rows.front() - rows.back()) <= 1,
             qPrintable(QString("%1 and %2").arg(rows.front()).arg(rows.back())));
}

/// Lines without a high formula are as high as any, also where one would be if it had room.
void TestLessonTextView::linesAreEven() {
    LessonTextView& view =
        shown("one two three four $\\frac{a}{\\frac{b}{c}}$ five six $x_i$ seven eight nine ten eleven");
    const QTextBlock block = view.document()->begin();
    int high = 0;
    for (int width = 60; width < 400; width += 7) {
        view.resize(width, 400);
        const double usual = line(block, block.layout()->lineCount() - 1).height();
        for (int i = 0; i < block.layout()->lineCount(); ++i) {
            const QTextLine each = line(block, i);
            const QString text = block.text().mid(each.textStart(), each.textLength());
            const bool hasFormula = text.contains(QChar::ObjectReplacementCharacter);
            QVERIFY2(hasFormula || each.height() <= usual, qPrintable(text));
            high += each.height() > 2 * usual ? 1 : 0;
        }
    }
    QVERIFY(high > 40);
}

void TestLessonTextView::fits_data() {
    QTest::addColumn<QString>("markdown");
    QTest::newRow("a sum")
        << "a $z = a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + a_{10} + a_{11}$.";
    QTest::newRow("a word")
        << "a $\\text{abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz abcdefghijklm}$.";
    QTest::newRow("in a list")
        << "- a\n  - b\n    - $\\text{abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstu}$.";
    QTest::newRow("a fraction")
        << "a $\\frac{a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8}{b_1 + b_2 + b_3}$.";
    QTest::newRow("what is not understood")
        << "a $\\foo{abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdef}$.";
    QTest::newRow("code")
        << "```\nabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n```";
    QTest::newRow("a word of text")
        << "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
}

/// In any width, each line is within the view.
void TestLessonTextView::fits() {
    QFETCH(QString, markdown);
    for (const int scale : {100, 300}) {
        m_theme.setScale(scale);
        for (int width = m_theme.px(110); width < m_theme.px(600); width += m_theme.px(17)) {
            const LessonTextView& view = shown(markdown, width);
            QVERIFY(view.document()->idealWidth() <= width);
            QCOMPARE(view.document()->size().height(), double(view.height()));
            QCOMPARE(view.horizontalScrollBar()->maximum(), 0);
            QCOMPARE(view.verticalScrollBar()->maximum(), 0);
            QVERIFY(!view.horizontalScrollBar()->isVisible() && !view.verticalScrollBar()->isVisible());
        }
    }
}

void TestLessonTextView::lowestLine_data() {
    QTest::addColumn<QString>("markdown");
    QTest::newRow("letters") << "gjpqy";
    QTest::newRow("an index") << "$x_j$";
    QTest::newRow("indexes of indexes") << "$x_{y_{z_j}}$";
    QTest::newRow("a fraction") << "$\\frac{1}{g_{j_j}}$";
    QTest::newRow("a root") << "$\\sqrt{d_j}$";
    QTest::newRow("a broken sum")
        << "$z = a_j + a_j + a_j + a_j + a_j + a_j + a_j + a_j + a_j + a_j + a_j + a_j$";
}

/// Nothing of the lowest line is cut off.
void TestLessonTextView::lowestLine() {
    QFETCH(QString, markdown);
    for (const int scale : {80, 100, 300}) {
        m_theme.setScale(scale);
        LessonTextView& view = shown(markdown, m_theme.px(200));
        const std::vector<int> rows = lowest_rows(painted(), 10'000);
        view.resize(view.width(), view.height() + m_theme.px(50));
        QCOMPARE(rows, lowest_rows(painted(), 10'000));
        QVERIFY(!rows.empty());
    }
}

void TestLessonTextView::heights() {
    LessonTextView& view = shown(sample, 600);
    QVERIFY(view.hasHeightForWidth() && view.sizePolicy().hasHeightForWidth());
    int last = 0;
    for (int width = 900; width > 150; width -= 50) {
        const int height = view.heightForWidth(width);
        QVERIFY(height >= last);
        last = height;
        view.resize(width, height);
        QCOMPARE(view.document()->size().height(), double(height));
    }
    QVERIFY(last > 3 * view.heightForWidth(900) / 2);
    QCOMPARE(view.sizeHint().height(), view.heightForWidth(view.sizeHint().width()));
    QVERIFY(view.minimumSizeHint().height() < view.sizeHint().height());

    // The same in a layout.
    QWidget stack;
    auto* layout = new QVBoxLayout(&stack);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* inLayout = new LessonTextView(m_theme, &stack);
    inLayout->setText(sample);
    layout->addWidget(inLayout);
    QCOMPARE(layout->heightForWidth(300), view.heightForWidth(300));
}

void TestLessonTextView::requests() {
    LessonTextView& view = shown("a", 300);
    QCoreApplication::processEvents();
    Requests requests(view);
    view.setText("a");
    view.setText("b");
    QCOMPARE(requests.count, 0); // as high as before
    view.setText("a\n\nb");
    QCOMPARE(requests.count, 1); // before anything is painted
    view.setText("a");
    QCOMPARE(requests.count, 2);
    m_theme.setMode(ColourMode::dark);
    QCOMPARE(requests.count, 2);
    m_theme.setScale(150);
    QVERIFY(requests.count > 2);
}

/// The wheel scrolls what the view stands in, and changes no letters.
void TestLessonTextView::inAScrollArea() {
    QScrollArea area;
    area.setWidgetResizable(true);
    auto* view = new LessonTextView(m_theme);
    view->setText(QString(sample).repeated(4));
    area.setWidget(view);
    area.resize(300, 200);
    area.show();
    QCoreApplication::processEvents();
    QCOMPARE(view->height(), view->heightForWidth(view->width()));
    QVERIFY(area.verticalScrollBar()->maximum() > 100);
    turn_wheel(*view->viewport(), {20, 20}, {0, -120});
    QVERIFY(area.verticalScrollBar()->value() > 0);
    turn_wheel(*view->viewport(), {20, 20}, {0, -120}, Qt::ControlModifier);
    QCOMPARE(view->document()->size().height(), double(view->height()));
    QCOMPARE(view->document()->defaultFont(), m_theme.font(TextRole::body));
    QCOMPARE(view->verticalScrollBar()->value(), 0);
}

void TestLessonTextView::colours_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QColor Colours::*>("colour");
    QTest::newRow("text") << "HHH" << &Colours::text;
    QTest::newRow("a formula") << "$\\frac{HHH}{HHH}$" << &Colours::text;
    QTest::newRow("code") << "`HHH`" << &Colours::text;
    QTest::newRow("the sign of an item") << "1. " << &Colours::text;
    QTest::newRow("a link") << "[HHH](stage:scores)" << &Colours::accent;
    QTest::newRow("a formula in a link") << "[$\\frac{HHH}{HHH}$](stage:scores)" << &Colours::accent;
    QTest::newRow("no link") << "[HHH](file:///a)" << &Colours::text;
    QTest::newRow("a quote") << "> HHH" << &Colours::muted;
    QTest::newRow("a formula in a quote") << "> $\\frac{HHH}{HHH}$" << &Colours::muted;
}

/// In both modes, what is painted is of that colour, or between it and the one behind.
void TestLessonTextView::colours() {
    QFETCH(QString, markdown);
    QFETCH(QColor Colours::*, colour);
    m_theme.setScale(300); // letters have an inside
    LessonTextView& view = shown(markdown);
    for (const ColourMode mode : {ColourMode::light, ColourMode::dark, ColourMode::light}) {
        m_theme.setMode(mode);
        view.resize(view.width(), view.heightForWidth(view.width()));
        const QImage image = painted();
        const QColor behind = image.pixelColor(image.width() - 1, 0);
        QColor farthest = behind;
        const auto distance = [&](const QColor& each) {
            return std::abs(qGray(each.rgb()) - qGray(behind.rgb()));
        };
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (distance(image.pixelColor(x, y)) > distance(farthest))
                    farthest = image.pixelColor(x, y);
            }
        }
        QCOMPARE(farthest.name(), (m_theme.colours().*colour).name());
    }
}

void TestLessonTextView::scales() {
    LessonTextView& view = shown("# a\n\nb $\\frac{c}{d}$ `e`\n\n- f", 2000);
    const int usual = view.heightForWidth(2000);
    m_theme.setScale(300);
    const int large = view.heightForWidth(2000);
    QVERIFY2(std::abs(large - 3 * usual) <= usual / 5, qPrintable(QString("%1, %2").arg(usual).arg(large)));
    QCOMPARE(view.plainText(), QString("a\nb c / d e\n• f"));
    QCOMPARE(view.document()->begin().next().begin().fragment().charFormat().font().pixelSize(),
             m_theme.font(TextRole::body).pixelSize());
}

void TestLessonTextView::screenReader() {
    LessonTextView& view = shown("the **score** $\\sqrt{d_k}$");
    QAccessibleInterface* text = QAccessible::queryAccessibleInterface(&view);
    QVERIFY(text);
    QCOMPARE(text->role(), QAccessible::StaticText);
    QCOMPARE(text->text(QAccessible::Name), QString("the score √d_k"));
    QCOMPARE(text->text(QAccessible::Value), QString("the score √d_k"));
    view.setAccessibleName("Step 2");
    QCOMPARE(text->text(QAccessible::Name), QString("Step 2"));
}

/// Texts of pieces that mean something, in any width.
void TestLessonTextView::anyText() {
    const QStringList pieces{"$",
                             "$x$",
                             "$\\frac{a}{b}$",
                             "`",
                             "```\n",
                             "\n",
                             "\n\n",
                             "- ",
                             "1. ",
                             "> ",
                             "# ",
                             "*",
                             "**",
                             "[",
                             "](",
                             ")",
                             "![",
                             "<b>",
                             "&lt;",
                             "&",
                             ";",
                             "\\",
                             "word ",
                             "---\n",
                             "    ",
                             "http://x.y",
                             QString(QChar(0)),
                             QString(QChar(0xFFFC)),
                             QString(QChar(0xFDD0)),
                             QString(QChar(0xD800)),
                             QString("\u2028"),
                             QString("\u202E"),
                             "é"};
    std::mt19937 random(5);
    for (int i = 0; i < 400; ++i) {
        QString text;
        for (auto left = random() % 40; left > 0; --left)
            text += pieces[qsizetype(random() % std::size_t(pieces.size()))];
        const int width = int(random() % 400);
        LessonTextView& view = shown(text, width);
        QVERIFY(view.heightForWidth(std::max(1, width)) >= 0);
        for (const QString& each : links_of(*view.document()))
            QVERIFY2(each.startsWith("http://x.y"), qPrintable(each));
        painted();
    }
}

LAB_WINDOW_TEST(TestLessonTextView)
#include "tst_lesson_text_view.moc"
