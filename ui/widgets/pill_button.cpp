// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pill_button.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/icons.h"
#include "ui/look/rich_text.h"
#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/text/subscripts.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QTextDocument>

#include <cmath>

namespace lab {

namespace {
constexpr double mostText = 220; // points of a text that is elided
}

PillButton::PillButton(const Theme& theme, Kind kind, const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme), m_kind(kind) {
    setText(text);
    setFocusPolicy(Qt::StrongFocus);
    setCheckable(kind == Kind::choice);
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(); });
}

void PillButton::setBadge(const QString& badge) {
    m_badge = badge;
    updateGeometry();
    update();
}

void PillButton::setMenu(QMenu* menu) {
    m_menu = menu;
    m_opens = true;
    menu->setParent(this, menu->windowFlags());
    setCheckable(false);
    connect(this, &QAbstractButton::clicked, menu,
            [this] { m_menu->popup(mapToGlobal(QPoint(0, height()))); });
    updateGeometry();
    update();
}

void PillButton::setShowsArrow() {
    m_opens = true;
    updateGeometry();
}

void PillButton::setSwatch(const QList<QColor>& colours) {
    m_swatch = colours;
    updateGeometry();
    update();
}

void PillButton::setNeverElided() {
    m_whole = true;
    updateGeometry();
}

void PillButton::setWholeWhereThereIsRoom() {
    m_fills = true;
    QSizePolicy shrinks = sizePolicy();
    shrinks.setHorizontalPolicy(QSizePolicy::Preferred); // a button’s own does not
    setSizePolicy(shrinks);
    updateGeometry();
}

void PillButton::nextCheckState() {
    if (!m_menu)
        QAbstractButton::nextCheckState();
}

void PillButton::setSmall() {
    m_small = true;
    updateGeometry();
}

QFont PillButton::textFont() const {
    return m_theme.font(m_small ? TextRole::small : TextRole::body);
}

/// A click needs no focus ring, since its effect is seen. A focus that returns after a menu or another window
/// keeps the ring as it was.
void PillButton::focusInEvent(QFocusEvent* event) {
    const Qt::FocusReason reason = event->reason();
    if (reason == Qt::MouseFocusReason)
        m_byKeyboard = false;
    else if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
             reason == Qt::ShortcutFocusReason)
        m_byKeyboard = true;
    QAbstractButton::focusInEvent(event);
}

void PillButton::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Shift && event->key() != Qt::Key_Control && event->key() != Qt::Key_Alt) {
        m_byKeyboard = true; // not so by what is held for a key of the window's, such as Shift F5
        update();
    }
    const auto command = commandOf(KeyContext::button, *event);
    if (command == KeyCommand::choose || (m_opens && command == KeyCommand::down))
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

int PillButton::arrowWidth() const {
    return m_opens ? m_theme.px(12) : 0;
}

int PillButton::badgeWidth() const {
    if (m_badge.isEmpty())
        return 0;
    const TextWidth width(m_theme.font(TextRole::small));
    return std::max(width(m_badge) + m_theme.px(8), m_theme.px(20)) + m_theme.px(6);
}

int PillButton::swatchWidth() const {
    return m_swatch.isEmpty() ? 0 : m_theme.px(34);
}

void PillButton::setHollow(bool hollow) {
    if (std::exchange(m_hollow, hollow) != hollow)
        update();
}

void PillButton::setDot(const QColor& colour) {
    m_dot = colour;
    updateGeometry();
    update();
}

int PillButton::dotWidth() const {
    return m_dot.isValid() ? m_theme.px(16) : 0;
}

void PillButton::setBands(const QList<Band>& bands) {
    if (bands == std::exchange(m_bands, bands))
        return;
    update();
}

void PillButton::paintBands(QPainter& painter, const QRectF& shape, double radius) const {
    QPainterPath chip;
    chip.addRoundedRect(shape, radius, radius);
    painter.setPen(Qt::NoPen);
    const double height = shape.height() / static_cast<double>(m_bands.size());
    // The lines lie above and below the word: through it they would strike it out.
    const double thickness = m_theme.px(m_bands.size() > 2 ? 2 : 3);
    const qsizetype above = m_bands.size() / 2;
    for (qsizetype i = 0; i < m_bands.size(); ++i) {
        QPainterPath band;
        band.addRect(QRectF(shape.x(), shape.y() + height * static_cast<double>(i),
                            shape.width() * m_bands[i].share, height));
        painter.fillPath(chip.intersected(band), m_bands[i].colour);
        const double top = i < above ? shape.top() + thickness * static_cast<double>(i)
                                     : shape.bottom() - thickness * static_cast<double>(m_bands.size() - i);
        QPainterPath edge;
        edge.addRect(shape.x(), top, shape.width() * m_bands[i].share, thickness);
        painter.fillPath(chip.intersected(edge), m_bands[i].line);
    }
}

void PillButton::setFound(bool found) {
    if (found == std::exchange(m_found, found))
        return;
    setAccessibleDescription(found ? tr("found") : QString());
    update();
}

void PillButton::setStruck(bool struck) {
    if (struck == std::exchange(m_struck, struck))
        return;
    update();
}

void PillButton::setHasSymbols() {
    m_hasSymbols = true;
    updateGeometry();
}

void PillButton::setWrapping(bool wraps) {
    m_wraps = wraps;
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred); // as high as the wrapped lines
    policy.setHeightForWidth(wraps);
    policy.setRetainSizeWhenHidden(sizePolicy().retainSizeWhenHidden());
    setSizePolicy(policy);
}

int PillButton::margins() const {
    return m_theme.px(m_kind == Kind::plain ? 12 : m_small ? 14 : 20);
}

int PillButton::heightForWidth(int width) const {
    const QRect room(0, 0, std::max(width - margins(), 1), QWIDGETSIZE_MAX);
    return QFontMetrics(textFont()).boundingRect(room, Qt::TextWordWrap, text()).height() + m_theme.px(8);
}

QString PillButton::shownText() const {
    if (m_wraps || m_whole)
        return text();
    const int most = m_theme.px(mostText);
    return textWithin(m_fills ? std::max(most, width() - aroundText()) : most);
}

QString PillButton::textWithin(int most) const {
    const QFont font = textFont();
    const QString text = shortText(this->text());
    return TextWidth(font)(text) <= most ? text : QFontMetrics(font).elidedText(text, Qt::ElideMiddle, most);
}

int PillButton::aroundText() const {
    const int rounding = m_wraps ? m_theme.px(4) : 0; // text that fits exactly would be wrapped
    return badgeWidth() + dotWidth() + swatchWidth() + arrowWidth() + margins() + rounding;
}

QSize PillButton::sizeFor(const QString& text) const {
    const QFont font = textFont();
    const int width = m_hasSymbols
                          ? static_cast<int>(std::ceil(richText(withSubscripts(text), font)->idealWidth()))
                          : TextWidth(font)(text);
    return {width + aroundText(), QFontMetrics(font).height() + m_theme.px(8)};
}

QSize PillButton::sizeHint() const {
    return sizeFor(m_fills ? shortText(text()) : shownText());
}

QSize PillButton::minimumSizeHint() const {
    const QSize whole = m_fills ? sizeFor(textWithin(m_theme.px(mostText))) : sizeHint();
    return m_wraps ? QSize(std::min(whole.width(), m_theme.px(60)), whole.height()) : whole;
}

void PillButton::paintSwatch(QPainter& painter, const QRectF& bar, const QColor& outline) const {
    QLinearGradient colours(bar.topLeft(), bar.topRight());
    for (qsizetype i = 0; i < m_swatch.size(); ++i)
        colours.setColorAt(static_cast<double>(i) /
                               static_cast<double>(std::max<qsizetype>(m_swatch.size() - 1, 1)),
                           m_swatch[i]);
    painter.setPen(QPen(outline, 1));
    painter.setBrush(colours);
    painter.drawRoundedRect(bar, m_theme.px(3), m_theme.px(3));
}

void PillButton::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void PillButton::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void PillButton::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF shape = QRectF(rect()).adjusted(1, 1, -1, -1);
    const double radius = std::min(shape.height(), sizeHint().height() - 2.0) / 2; // as for one line
    const bool filled = m_kind == Kind::choice && (isChecked() || (m_menu && !isCheckable()));

    QColor fill = m_kind == Kind::plain || m_hollow ? QColor(Qt::transparent) : c.control;
    if (filled)
        fill = c.accent;
    else if (isChecked() || (underMouse() && isEnabled()))
        fill = c.accentSoft;
    QPen outline = Qt::NoPen;
    if (hasRing())
        outline = QPen(filled ? c.text : c.accent, 2);
    else if (m_found)
        outline = QPen(c.text, 2);
    else if (m_kind == Kind::chip)
        outline = QPen(isChecked() ? c.accent : m_hollow ? c.muted : c.border, 1);
    painter.setPen(outline);
    painter.setBrush(fill);
    painter.drawRoundedRect(shape, radius, radius);
    if (!m_bands.isEmpty()) {
        paintBands(painter, shape, radius);
        painter.setPen(outline);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(shape, radius, radius);
    }

    QRectF textArea = shape;
    if (!m_badge.isEmpty()) {
        const double size = shape.height() - m_theme.px(6);
        const QRectF badge(shape.x() + m_theme.px(3), shape.y() + m_theme.px(3),
                           std::max<double>(badgeWidth() - m_theme.px(6), size), size);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.panel);
        painter.drawRoundedRect(badge, size / 2, size / 2);
        painter.setPen(c.muted);
        painter.setFont(m_theme.font(TextRole::small));
        painter.drawText(badge, Qt::AlignCenter, m_badge);
        textArea.setLeft(badge.right());
    }
    if (m_dot.isValid()) {
        const double size = m_theme.px(5);
        const QPointF centre(shape.x() + margins() / 2.0 + size, shape.center().y());
        painter.setPen(QPen(c.panel, m_theme.px(1.5))); // keeps the dot visible on a similar background
        painter.setBrush(m_dot);
        painter.drawEllipse(centre, size, size);
        textArea.setLeft(textArea.left() + dotWidth());
    }
    const QColor ink = filled ? c.onAccent : isEnabled() ? c.text : c.muted;
    if (!m_swatch.isEmpty()) {
        const double height = m_theme.px(12);
        const QRectF bar(shape.left() + margins() / 2.0, shape.center().y() - height / 2,
                         swatchWidth() - m_theme.px(6), height);
        paintSwatch(painter, bar, filled ? c.onAccent : c.border);
        textArea.setLeft(bar.right() + m_theme.px(6));
        textArea.setRight(shape.right() - margins() / 2.0 + 1);
    }
    if (m_opens) {
        const double size = m_theme.px(10);
        textArea.setRight(textArea.right() - arrowWidth());
        paintSign(painter, Sign::unfolded,
                  QRectF(textArea.right() - m_theme.px(6), (height() - size) / 2.0, size, size), ink);
    }
    if (m_hasSymbols) {
        const auto symbols = richText(withSubscripts(text()), textFont());
        const QSizeF size(symbols->idealWidth(), symbols->size().height());
        return paintRichText(painter, *symbols,
                             textArea.center() - QPointF(size.width() / 2, size.height() / 2), ink);
    }
    painter.setPen(m_struck ? c.muted : ink);
    QFont font = textFont();
    font.setStrikeOut(m_struck);
    painter.setFont(font);
    if (m_wraps)
        textArea.adjust(margins() / 2.0, 0, -margins() / 2.0, 0);
    painter.drawText(textArea, Qt::AlignCenter | (m_wraps ? Qt::TextWordWrap : 0), shownText());
}

} // namespace lab
