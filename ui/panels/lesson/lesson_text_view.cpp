// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/lesson_text_view.h"

#include "ui/look/theme.h"

#include <cmath>

namespace lab {

LessonTextView::LessonTextView(const Theme& theme, QWidget* parent) : QTextBrowser(parent), m_theme(theme) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
}
void LessonTextView::setText(const QString& markdown) {
    document()->setMarkdown(markdown);
    updateGeometry();
}
int LessonTextView::heightForWidth(int width) const {
    auto* copy = document()->clone();
    copy->setTextWidth(width);
    const int h = static_cast<int>(std::ceil(copy->size().height()));
    delete copy;
    return h;
}
QSize LessonTextView::sizeHint() const {
    return {200, heightForWidth(260)};
}
QSize LessonTextView::minimumSizeHint() const {
    return {100, heightForWidth(260)};
}

} // namespace lab
