// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/caption_view.h"

#include "core/base/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/announce.h"
#include "ui/look/theme.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double usualHeight = 78, presentedHeight = 62; // points

QString nameOf(const Source& source) {
    if (const auto* cell = std::get_if<CellRef>(&source)) {
        const std::string_view title = info(cell->stage).title;
        return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
    }
    const std::string_view title = info(std::get<ParameterCell>(source).id).title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

} // namespace

CaptionView::CaptionView(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    connect(&theme, &Theme::changed, this, [this] {
        beginAnew();
        layOut();
    });
}

void CaptionView::setCaption(const Caption& caption, int decimals, const QString& remark) {
    m_text = captionText(caption, decimals, remark);
    speak(QString::fromStdString(caption.text));
    layOut();
}

void CaptionView::setText(const QString& text) {
    m_text = {text};
    speak(text);
    layOut();
}

void CaptionView::speak(const QString& text) {
    if (std::exchange(m_spoken, text) != text && isVisible())
        announce(*this, text);
}

void CaptionView::setPresented(bool presented) {
    m_presented = presented;
    beginAnew();
    layOut();
}

int CaptionView::preferredHeight() const {
    return m_theme.px(m_presented ? presentedHeight : usualHeight);
}

void CaptionView::layOut() {
    m_layout = CaptionLayout(m_text, m_theme, QRectF(rect()),
                             m_presented ? CaptionForm::slide : CaptionForm::box, m_fit);
    m_fit = m_presented && !m_text.numbers.parts.empty() ? m_layout.fit() : m_fit;
    const auto count = static_cast<int>(links().size());
    m_link = hasFocus() ? std::min(m_link, count - 1) : -1;
    setFocusPolicy(count > 0 ? Qt::TabFocus : Qt::NoFocus);
    setAccessibleName(m_spoken);
    describeLink();
    update();
}

/// Says which number the keyboard is on.
void CaptionView::describeLink() {
    const auto all = links();
    setAccessibleDescription(m_link >= 0 && m_link < static_cast<int>(all.size())
                                 ? tr("Number from %1; Enter inspects it")
                                       .arg(nameOf(all[static_cast<std::size_t>(m_link)].source))
                             : m_text.remark.isEmpty() ? tr("What this step computes")
                                                       : m_text.remark);
}

void CaptionView::follow(const Source& source) {
    if (const auto* cell = std::get_if<CellRef>(&source))
        emit cellChosen(*cell);
    else
        emit parameterChosen(std::get<ParameterCell>(source));
}

void CaptionView::resizeEvent(QResizeEvent* /*event*/) {
    beginAnew();
    layOut();
}

void CaptionView::mouseMoveEvent(QMouseEvent* event) {
    setCursor(m_layout.sourceAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void CaptionView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        event->ignore();
}

void CaptionView::mouseReleaseEvent(QMouseEvent* event) {
    const auto source = m_layout.sourceAt(event->position());
    if (event->button() == Qt::LeftButton && source)
        follow(*source);
}

void CaptionView::keyPressEvent(QKeyEvent* event) {
    const auto all = links();
    const bool isOn = m_link >= 0 && m_link < static_cast<int>(all.size());
    if (isOn && commandOf(KeyContext::button, *event) == KeyCommand::choose)
        follow(all[static_cast<std::size_t>(m_link)].source);
    else
        event->ignore();
}

bool CaptionView::focusNextPrevChild(bool next) {
    const int to = m_link + (next ? 1 : -1);
    if (!hasFocus() || to < 0 || to >= static_cast<int>(links().size()))
        return QWidget::focusNextPrevChild(next);
    m_link = to;
    describeLink();
    update();
    return true;
}

void CaptionView::focusInEvent(QFocusEvent* event) {
    m_link = event->reason() == Qt::BacktabFocusReason ? static_cast<int>(links().size()) - 1 : 0;
    describeLink();
    update();
}

void CaptionView::focusOutEvent(QFocusEvent* /*event*/) {
    m_link = -1;
    update();
}

void CaptionView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    m_layout.draw(painter, m_theme);
    if (m_link < 0)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.colours().accent, m_theme.px(2)));
    const auto all = links();
    if (m_link < static_cast<int>(all.size()))
        painter.drawRoundedRect(all[static_cast<std::size_t>(m_link)].area.adjusted(-2, -1, 2, 1),
                                m_theme.px(3), m_theme.px(3));
}

} // namespace lab
