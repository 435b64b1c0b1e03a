// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/marks/callout.h"

#include "ui/look/announce.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/widgets/retire.h"

#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>

#include <algorithm>

namespace lab {

namespace {

constexpr double calloutArrow = 9;   // points, from the box to what it points at
constexpr double calloutPadding = 8; // points
constexpr double closeSide = 16;     // points

} // namespace

Callout::Callout(const Theme& theme, const QString& text, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_text(new QLabel(text, this)), m_close(new QToolButton(parent)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(text);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::TabFocus);
    m_close->setToolTip(tr("Close this hint"));
    m_close->setAccessibleName(tr("Close the hint “%1”").arg(text));
    connect(m_close, &QAbstractButton::clicked, this, &Callout::closed);
    connect(&theme, &Theme::changed, this, &Callout::restyle);
    restyle();
    leave();
}

void Callout::restyle() {
    const Colours& c = m_theme.colours();
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, c.text);
    m_text->setPalette(colours);
    m_text->setFont(m_theme.font(TextRole::body));
    const int side = m_theme.px(closeSide);
    m_close->setIcon(icon(Sign::close, c.text, side, devicePixelRatioF()));
    m_close->setIconSize({side, side});
    update();
}

int Callout::arrowLength() const {
    return m_theme.px(calloutArrow);
}

int Callout::buttonRoom() const {
    return m_close->sizeHint().width() + m_theme.px(2);
}

std::vector<QSize> Callout::sizes() const {
    const int padding = m_theme.px(calloutPadding);
    const QFontMetrics metrics(m_text->font());
    const int line = metrics.horizontalAdvance(m_text->text()) + 2; // one pixel of slack a side
    const auto sizeOf = [&](int width) {
        const int height =
            std::max(metrics.boundingRect(0, 0, width, 10'000, Qt::TextWordWrap, m_text->text()).height(),
                     m_close->sizeHint().height());
        return QSize(width + 2 * padding + buttonRoom(), height + padding);
    };
    int longest = 0; // the longest word, and a width for about two lines
    for (const QString& word : m_text->text().split(QLatin1Char(' ')))
        longest = std::max(longest, metrics.horizontalAdvance(word) + 2);
    return {sizeOf(line), sizeOf(std::max(longest, line * 11 / 20)), sizeOf(std::max(longest, line * 2 / 5))};
}

void Callout::showAt(const CalloutPlace& place) {
    const bool appears = !isVisible();
    m_place = place;
    const int arrow = arrowLength() + 2; // the tip is on the target's edge
    const int padding = m_theme.px(calloutPadding);
    setGeometry(place.box.adjusted(-arrow, -arrow, arrow, arrow));
    const QSize button = m_close->sizeHint();
    m_text->setGeometry(arrow + padding, arrow, place.box.width() - 2 * padding - buttonRoom(),
                        place.box.height());
    m_close->setGeometry(QRect(place.box.right() - m_theme.px(3) - button.width(),
                               place.box.center().y() - button.height() / 2, button.width(),
                               button.height()));
    show();
    m_close->show();
    raise();
    m_close->raise();
    update();
    if (!appears)
        return;
    announce(*this, accessibleName());
}

void Callout::leave() {
    hide();
    m_close->hide();
}

void Callout::retireAll() {
    retire(m_close);
    retire(this);
}

void Callout::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    const QRectF box = QRectF(m_place.box.translated(-pos())).adjusted(0.5, 0.5, -0.5, -0.5);
    const QPointF tip = m_place.tip - pos();
    const double half = m_theme.px(6);
    const double edge = m_theme.px(8); // the corners stay round
    QPainterPath shape;
    shape.addRoundedRect(box, edge, edge);
    QPointF foot(std::clamp(tip.x(), box.left() + edge + half,
                            std::max(box.right() - edge - half, box.left() + edge + half)),
                 std::clamp(tip.y(), box.top() + edge + half,
                            std::max(box.bottom() - edge - half, box.top() + edge + half)));
    QPointF along;
    if (tip.x() > box.right() || tip.x() < box.left()) {
        foot.setX(tip.x() > box.right() ? box.right() : box.left());
        along = {0, half};
    } else {
        foot.setY(tip.y() > box.bottom() ? box.bottom() : box.top());
        along = {half, 0};
    }
    QPainterPath arrow;
    arrow.addPolygon(QPolygonF({foot - along, tip, foot + along}));
    arrow.closeSubpath();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.accent, 1.5));
    painter.setBrush(c.accentSoft);
    painter.drawPath(shape.united(arrow));
}

} // namespace lab
