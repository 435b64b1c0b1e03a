// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/explanation_browser.h"

#include "ui/look/theme.h"
#include "ui/panels/explanation/explanation_accessible.h"
#include "ui/panels/explanation/explanation_links.h"

#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>

#include <cmath>

namespace lab {

ExplanationBrowser::ExplanationBrowser(const Theme& theme, QWidget* parent)
    : QTextBrowser(parent), m_theme(theme) {
    installExplanationAccessibility();
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setUndoRedoEnabled(false);
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { emit followed(link.toString()); });
}

double ExplanationBrowser::lineWidth() const {
    // Always leaves room for the scroll bar, so that images keep their width when it appears.
    return width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent) - 2 * document()->documentMargin();
}

void ExplanationBrowser::setPage(ExplanationRichText page, bool aboutSomethingElse) {
    const int scrolled = verticalScrollBar()->value();
    m_pictures = page.takeImages();
    m_html = page.html();
    document()->setDocumentMargin(m_theme.px(12));
    document()->setDefaultFont(m_theme.font(TextRole::small));
    document()->setDefaultStyleSheet(
        QStringLiteral("a { color: %1; text-decoration: none }").arg(m_theme.colours().accent.name()));
    setHtml(m_html);
    m_lines.reset();
    verticalScrollBar()->setValue(aboutSomethingElse ? 0 : scrolled);
}

QVariant ExplanationBrowser::loadResource(int type, const QUrl& name) {
    bool isNumber = false;
    const std::size_t place = name.toString().toUInt(&isNumber);
    if (type != QTextDocument::ImageResource || !isNumber || place >= m_pictures.size())
        return {};
    const InlineImage& picture = m_pictures[place];
    const double ratio = devicePixelRatioF();
    QImage image((picture.size * ratio).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    picture.draw(painter);
    return image;
}

std::optional<Source> ExplanationBrowser::sourceAt(QPoint point) const {
    const QPointF inside =
        QPointF(point) + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    QTextCursor at = cursorForPosition(point);
    // The cursor is before or after the image, whichever is nearer.
    for (const int position : {at.position(), at.position() - 1}) {
        if (position < 0)
            continue;
        at.setPosition(position);
        QTextCursor behind(at);
        behind.setPosition(position + (position + 1 < document()->characterCount() ? 1 : 0));
        const QTextImageFormat format = behind.charFormat().toImageFormat();
        bool isNumber = false;
        const std::size_t place = format.name().toUInt(&isNumber);
        if (!format.isValid() || !isNumber || place >= m_pictures.size() || !m_pictures[place].formula)
            continue;
        const QRect left = cursorRect(at);
        const QPointF corner(left.left() + horizontalScrollBar()->value(),
                             left.bottom() + 1 + verticalScrollBar()->value() -
                                 m_pictures[place].size.height());
        if (const auto source = m_pictures[place].formula->sourceAt(inside - corner))
            return source;
    }
    return std::nullopt;
}

const std::vector<ReadLine>& ExplanationBrowser::lines() const {
    if (!m_lines)
        m_lines = readLines(*document(), m_pictures);
    return *m_lines;
}

bool ExplanationBrowser::focusNextPrevChild(bool next) {
    const bool stays = QTextBrowser::focusNextPrevChild(next);
    if (stays)
        tellLinkReached(*this);
    return stays;
}

void ExplanationBrowser::mouseMoveEvent(QMouseEvent* event) {
    QTextBrowser::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton && sourceAt(event->pos()))
        viewport()->setCursor(Qt::PointingHandCursor);
}

void ExplanationBrowser::mouseReleaseEvent(QMouseEvent* event) {
    const auto source = event->button() == Qt::LeftButton && !textCursor().hasSelection()
                            ? sourceAt(event->position().toPoint())
                            : std::nullopt;
    if (source)
        emit followed(linkTo(*source));
    else
        QTextBrowser::mouseReleaseEvent(event);
}

} // namespace lab
