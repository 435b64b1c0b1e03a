// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/lesson_text_view.h"

#include "ui/formula/lesson_page.h"
#include "ui/look/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <QWheelEvent>

#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr double usualWidth = 420, leastWidth = 120; // points

/// Qt's own would read a sign without a meaning for each formula.
class AccessibleLessonText : public QAccessibleWidget {
public:
    explicit AccessibleLessonText(LessonTextView& view)
        : QAccessibleWidget(&view, QAccessible::StaticText), m_view(view) {}

    QString text(QAccessible::Text kind) const override {
        const QString named = QAccessibleWidget::text(kind);
        return kind == QAccessible::Value || (kind == QAccessible::Name && named.isEmpty())
                   ? m_view.plainText()
                   : named;
    }

private:
    LessonTextView& m_view;
};

QAccessibleInterface* lessonTextInterface(const QString& /*className*/, QObject* object) {
    auto* view = qobject_cast<LessonTextView*>(object);
    return view ? new AccessibleLessonText(*view) : nullptr;
}

/// Addresses in the web keep their escapes; names of ours have none.
QString asTyped(const QUrl& link) {
    return link.toString(link.host().isEmpty() ? QUrl::PrettyDecoded : QUrl::FullyEncoded);
}

} // namespace

LessonTextView::LessonTextView(const Theme& theme, QWidget* parent) : QTextBrowser(parent), m_theme(theme) {
    static const bool installed = (QAccessible::installFactory(lessonTextInterface), true);
    Q_UNUSED(installed)
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // A hidden scroll bar scrolls, too, and Qt keeps the range of an earlier width.
    for (QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()})
        connect(bar, &QScrollBar::rangeChanged, this, [bar] { bar->setRange(0, 0); });
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    viewport()->setAutoFillBackground(false);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { emit linkActivated(asTyped(link)); });
    connect(&theme, &Theme::changed, this, &LessonTextView::restyle);
    restyle();
}

LessonTextView::~LessonTextView() = default;

void LessonTextView::setText(const QString& markdown) {
    if (markdown == m_markdown)
        return;
    m_markdown = markdown;
    showText();
}

void LessonTextView::restyle() {
    QPalette look;
    look.setColor(QPalette::Text, m_theme.colours().text);
    setPalette(look);
    setFont(m_theme.font(TextRole::body)); // Qt gives it to the page when it changes
    showText();
}

void LessonTextView::showText() {
    const int before = m_page ? heightForWidth(width()) : -1;
    LessonPage* page = new LessonPage(m_markdown, m_theme, this);
    m_measured.reset();
    setDocument(page);
    if (LessonPage* old = std::exchange(m_page, page))
        old->deleteLater();
    updateGeometry();
    if (heightForWidth(width()) != before) {
        QEvent request(QEvent::LayoutRequest);
        QCoreApplication::sendEvent(this, &request);
    }
}

QString LessonTextView::plainText() const {
    return m_page->wholeText(LessonPage::Formulas::in_words);
}

std::vector<QRect> LessonTextView::lines() const {
    std::vector<QRect> all;
    const QPoint around(contentsMargins().left(), contentsMargins().top());
    for (QTextBlock block = m_page->begin(); block.isValid(); block = block.next()) {
        const QTextLayout& layout = *block.layout();
        const QPointF place =
            m_page->documentLayout()->blockBoundingRect(block).topLeft() - layout.boundingRect().topLeft();
        for (int i = 0; i < layout.lineCount(); ++i)
            all.push_back(layout.lineAt(i).rect().translated(place).toAlignedRect().translated(around));
    }
    return all;
}

int LessonTextView::heightForWidth(int width) const {
    if (!m_measured)
        m_measured = std::make_unique<LessonPage>(m_markdown, m_theme);
    const QMargins around = contentsMargins();
    m_measured->setTextWidth(std::max(1, width - around.left() - around.right()));
    return static_cast<int>(std::ceil(m_measured->size().height())) + around.top() + around.bottom();
}

QSize LessonTextView::sizeHint() const {
    const int width = m_theme.px(usualWidth);
    return {width, heightForWidth(width)};
}

QSize LessonTextView::minimumSizeHint() const {
    return {m_theme.px(leastWidth), QFontMetrics(m_theme.font(TextRole::body)).height()};
}

QMimeData* LessonTextView::createMimeDataFromSelection() const {
    const QTextCursor cursor = textCursor();
    auto* copied = new QMimeData;
    copied->setText(
        m_page->textBetween(cursor.selectionStart(), cursor.selectionEnd(), LessonPage::Formulas::typed));
    return copied;
}

/// With a ring where the keyboard has come here: Enter and letters are for the question.
void LessonTextView::paintEvent(QPaintEvent* event) {
    QTextBrowser::paintEvent(event);
    if (!hasFocus() || !window()->testAttribute(Qt::WA_KeyboardFocusChange))
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.colours().accent, 2));
    painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1), m_theme.px(6), m_theme.px(6));
}

void LessonTextView::focusInEvent(QFocusEvent* event) {
    QTextBrowser::focusInEvent(event);
    viewport()->update();
}

void LessonTextView::focusOutEvent(QFocusEvent* event) {
    QTextBrowser::focusOutEvent(event);
    viewport()->update();
}

/// Leaves the wheel to what the view stands in; Qt would change the size of letters with Ctrl.
void LessonTextView::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace lab
