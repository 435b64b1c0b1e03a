// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heads/share_bars_plot.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/plots/heads/share_bars_accessible.h"
#include "ui/plots/shared/accessible_table.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lab {

ShareBarsPlot::ShareBarsPlot(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    installShareBarsAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Share of the output"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, &ShareBarsPlot::layOut);
}

void ShareBarsPlot::setContent(SharesContent content) {
    m_bars.content = std::move(content);
    m_hovered.reset();
    m_token = std::clamp<Index>(m_token, 0, std::max<Index>(m_bars.content.tokenCount() - 1, 0));
    m_part = std::clamp<Index>(m_part, 0, std::max<Index>(m_bars.content.partCount() - 1, 0));
    layOut();
}

void ShareBarsPlot::setLit(std::optional<Index> token) {
    if (std::exchange(m_lit, token) != token)
        update();
}

ShareMarks ShareBarsPlot::marks() const {
    if (m_hovered)
        return {m_hovered->token, m_hovered->part};
    if (cursor())
        return {m_token, m_part};
    return {m_lit, std::nullopt};
}

void ShareBarsPlot::layOut() {
    m_bars = shareBars(std::move(m_bars.content), m_theme, width());
    updateGeometry();
    describe();
    update();
}

/// Accessible description: with focus the part under the keyboard cursor, otherwise every token.
void ShareBarsPlot::describe() {
    const SharesContent& content = m_bars.content;
    QStringList texts;
    if (hasFocus() && content.shares)
        texts += content.describe(m_token, m_part);
    for (Index token = 0; !hasFocus() && token < content.tokenCount(); ++token)
        texts += content.describe(token);
    if (const QString text = texts.join(QStringLiteral("; ")); text != accessibleDescription())
        setAccessibleDescription(text);
}

int ShareBarsPlot::heightForWidth(int width) const {
    return shareBars(m_bars.content, m_theme, width).size.height();
}

QSize ShareBarsPlot::sizeHint() const {
    const int wide = m_theme.px(widestShares);
    return {wide, heightForWidth(wide)};
}

QSize ShareBarsPlot::minimumSizeHint() const {
    return {m_theme.px(180), 0};
}

void ShareBarsPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

void ShareBarsPlot::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintShareBars(painter, m_bars, m_theme, marks());
}

bool ShareBarsPlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto segment = m_bars.at(help->pos()))
        QToolTip::showText(help->globalPos(), m_bars.content.describe(segment->token, segment->part), this,
                           segment->place.toAlignedRect());
    else
        QToolTip::hideText();
    return true;
}

void ShareBarsPlot::mouseMoveEvent(QMouseEvent* event) {
    m_hovered = m_bars.at(event->position());
    update();
}

void ShareBarsPlot::mouseReleaseEvent(QMouseEvent* event) {
    const auto segment = m_bars.at(event->position());
    if (!segment || event->button() != Qt::LeftButton)
        return QWidget::mouseReleaseEvent(event);
    choose(segment->token, segment->part);
}

void ShareBarsPlot::choose(Index token, Index part) {
    m_token = token;
    m_part = part;
    describe();
    if (const auto head = m_bars.content.headOf(part))
        emit headChosen(*head);
}

std::optional<ShareSegment> ShareBarsPlot::cursor() const {
    return hasFocus() && m_bars.content.tokenCount() > 0 ? std::optional(ShareSegment{m_token, m_part, {}})
                                                         : std::nullopt;
}

void ShareBarsPlot::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
}

void ShareBarsPlot::keyPressEvent(QKeyEvent* event) {
    const auto step = [&](Index& at, Index by, Index count) {
        at = std::clamp<Index>(at + by, 0, std::max<Index>(count - 1, 0));
    };
    const auto command = commandOf(KeyContext::share_bars, *event);
    if (!command)
        return QWidget::keyPressEvent(event);
    switch (*command) {
    case KeyCommand::up:
        step(m_token, -1, m_bars.content.tokenCount());
        break;
    case KeyCommand::down:
        step(m_token, 1, m_bars.content.tokenCount());
        break;
    case KeyCommand::left:
        step(m_part, -1, m_bars.content.partCount());
        break;
    case KeyCommand::right:
        step(m_part, 1, m_bars.content.partCount());
        break;
    default: // choose
        if (m_bars.content.shares)
            choose(m_token, m_part);
    }
    m_hovered.reset();
    describe();
    update();
    tellCellFocused(*this);
}

void ShareBarsPlot::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    describe();
    update();
    tellCellFocused(*this);
}

void ShareBarsPlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    describe();
    update();
}

} // namespace lab
