// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_plot.h"

#include "core/base/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/largest.h"
#include "ui/plots/links/links_accessible.h"
#include "ui/plots/shared/accessible_table.h"
#include "ui/plots/shared/veil.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lab {

namespace {
constexpr double ribbonTolerance = 4;    // points
constexpr double largestLetters = 2;     // times those of the theme, while presenting
constexpr double leastForRibbons = 0.45; // of the room, left for ribbons while presenting
constexpr double leastOfBars = 0.85;     // of ribbons, compared with those beside the theme's letters
constexpr std::size_t fewRibbons = 150;  // are painted each time
} // namespace

bool LinksPlot::Target::isSame(const Target& other) const {
    return token == other.token && link.has_value() == other.link.has_value() &&
           (!link || link->joinsAs(*other.link));
}

LinksPlot::LinksPlot(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    installLinksAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, &LinksPlot::rebuild);
}

void LinksPlot::setContent(LinksContent content) {
    m_scene.content = std::move(content);
    const Index last = std::max<Index>(m_scene.content.count(m_cursor.side) - 1, 0);
    m_cursor.index = std::clamp<Index>(m_cursor.index, 0, last);
    m_pressed = {};
    setAccessibleName(m_scene.content.isOfEveryHead() ? tr("Links of every head")
                                                      : tr("Links of head %1").arg(m_scene.content.head + 1));
    rebuild();
}

void LinksPlot::setLook(const LinksLook& look) {
    if (look == m_scene.look)
        return;
    m_scene.look = look;
    rebuild();
}

void LinksPlot::setInspected(const LinksFocus& focus) {
    if (focus == m_inspected)
        return;
    m_inspected = focus;
    updateFocus();
}

void LinksPlot::setRoom(QSize room) {
    if (room == m_room)
        return;
    m_room = room;
    rebuild();
}

void LinksPlot::setForClass(bool isForClass) {
    if (std::exchange(m_isForClass, isForClass) != isForClass)
        rebuild();
}

/// The largest at which everything fits, at least those of the theme.
void LinksPlot::fitLetters() {
    m_letters.takeColoursOf(m_theme);
    m_letters.setPresentedScale(std::nullopt);
    m_letters.setScale(m_theme.scale());
    if (!m_isForClass)
        return;
    m_letters.setPresentedScale(m_theme.scale());
    if (!m_scene.content.weights.matrix || m_room.isEmpty())
        return;
    const bool columns = m_scene.look.layout == LinksLayout::columns;
    const auto at = [&](int scale) {
        m_letters.setPresentedScale(scale);
        return LinksGeometry(m_scene.content, m_letters, m_scene.look.layout, m_room, false);
    };
    const double thinnest = leastOfBars * at(m_theme.scale()).perWeight();
    const auto fits = [&](int scale) {
        const LinksGeometry tried = at(scale);
        const double across =
            columns ? tried.span().width() / m_room.width() : tried.span().height() / m_room.height();
        return tried.size().boundedTo(m_room) == tried.size() && across >= leastForRibbons &&
               tried.perWeight() >= thinnest;
    };
    const int usual = m_theme.scale();
    m_letters.setPresentedScale(largest(usual, static_cast<int>(largestLetters * usual), fits));
}

bool LinksPlot::isWhole() const {
    return m_scene.geometry.size().boundedTo(m_room) == m_scene.geometry.size();
}

LinksMarks LinksPlot::marks() const {
    return {cursor(), cursorLink(), QRectF(visibleRegion().boundingRect()), m_isForClass && !isWhole()};
}

void LinksPlot::setVeil(const QString& reason) {
    if (std::exchange(m_veil, reason) != reason)
        update();
}

bool LinksPlot::isCursorShown() const {
    return hasFocus() && m_keys && m_cursor.index < m_scene.content.count(m_cursor.side);
}

std::optional<LinkToken> LinksPlot::cursor() const {
    return isCursorShown() && !m_cursorLink ? std::optional(m_cursor) : std::nullopt;
}

std::optional<Link> LinksPlot::cursorLink() const {
    return isCursorShown() ? m_cursorLink : std::nullopt;
}

std::optional<Link> LinksPlot::hoveredLink() const {
    return m_target.token ? std::nullopt : m_target.link ? m_target.link : cursorLink();
}

void LinksPlot::announceHovered(bool again) {
    const std::optional<Link> link = hoveredLink();
    const bool same = link.has_value() == m_announced.has_value() && (!link || link->joinsAs(*m_announced));
    m_announced = link;
    if (!same || (again && link))
        emit linkHovered(link);
}

void LinksPlot::rebuild() {
    const QSize before = sizeHint();
    m_target = {}; // its tokens may be others now
    m_scene.content.isForClass = m_isForClass;
    fitLetters();
    LinksContent content = std::move(m_scene.content);
    const LinkLetters letters =
        m_isForClass ? LinkLetters{m_theme.font(TextRole::number), m_letters.font(TextRole::body)}
                     : LinkLetters{m_theme.font(TextRole::small)};
    m_scene = linksScene(std::move(content), m_scene.look, m_scene.focus, m_letters, m_room, false, letters);
    m_layers = {};
    if (sizeHint() != before)
        updateGeometry();
    if (m_cursorLink) { // it may be gone, or weigh something else
        const std::vector<Link> links = linksOfCursor();
        const auto found =
            std::ranges::find_if(links, [&](const Link& link) { return link.joinsAs(*m_cursorLink); });
        m_cursorLink = found == links.end() ? std::nullopt : std::optional(*found);
    }
    if (m_pointer)
        m_target = targetAt(*m_pointer);
    updateFocus();
    announceHovered(true);
}

void LinksPlot::updateFocus() {
    LinksFocus focus = m_inspected;
    const std::optional<LinkToken> token = m_target.token ? m_target.token : cursor();
    if (const std::optional<Link> link = hoveredLink())
        focus = {link->query, link->key, true, link->head};
    else if (token)
        focus = focusOn(*token);
    if (focus != m_scene.focus)
        refocus(m_scene, focus, m_letters);
    updateDescription();
    update();
}

/// Describes the focus for screen readers.
void LinksPlot::updateDescription() {
    const LinksContent& content = m_scene.content;
    const LinksFocus& focus = m_scene.focus;
    QStringList texts;
    const bool query = focus.query && *focus.query < content.count(LinkSide::query);
    const bool key = focus.key && *focus.key < content.count(LinkSide::key);
    if (focus.pair && query && key)
        texts += content.describe(content.linkOf(*focus.query, *focus.key, focus.head));
    if (!focus.pair && query)
        texts += describe(content, LinkToken{LinkSide::query, *focus.query});
    if (!focus.pair && key)
        texts += describe(content, LinkToken{LinkSide::key, *focus.key});
    if (texts.isEmpty())
        texts += tr("Ribbons from queries to keys, as wide as the attention weight. Arrow keys go from token "
                    "to token, and across to its links; Enter inspects one.");
    const QString text = texts.join(QStringLiteral("; "));
    if (text != accessibleDescription())
        setAccessibleDescription(text);
}

LinksPlot::Target LinksPlot::targetAt(QPointF position) const {
    if (const auto token = m_scene.geometry.tokenAt(position))
        return {token, {}};
    if (const LinkRibbon* ribbon = m_scene.ribbonAt(position, m_theme.px(ribbonTolerance)))
        return {{}, ribbon->link};
    return {};
}

void LinksPlot::setTarget(const Target& target) {
    if (target.isSame(m_target))
        return;
    m_target = target;
    setCursor(target.token || target.link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    updateFocus();
    announceHovered();
}

bool LinksPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipOf(targetAt(help->pos()));
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

/// What the figure does not show: an elided word, why a query has no ribbon, a weight with every digit.
QString LinksPlot::toolTipOf(const Target& target) const {
    const LinksContent& content = m_scene.content;
    if (target.token) {
        const LinkToken token = *target.token;
        if (!content.whyNone(token).isEmpty())
            return describe(content, token);
        if (const QString sink = content.sinkText(token); !sink.isEmpty())
            return tr("%1: %2").arg(content.quoted(token), sink);
        const bool cut = m_scene.word(token, m_letters) != content.labels(token.side).value(token.index);
        return cut ? content.quoted(token) : QString();
    }
    if (!target.link)
        return {};
    const double weight = target.link->weight;
    const QString words = content.describe(*target.link);
    const bool allSaid = !std::isfinite(weight) || read_typed_number(brief(weight)) == weight;
    return allSaid ? words : tr("%1\nexactly %2").arg(words, QString::fromStdString(shortest(weight)));
}

void LinksPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    m_keys = false;
    m_cursorLink.reset();
    m_pressed = targetAt(event->position());
    updateFocus();
    announceHovered();
}

void LinksPlot::mouseMoveEvent(QMouseEvent* event) {
    m_pointer = event->position();
    setTarget(targetAt(*m_pointer));
}

void LinksPlot::mouseReleaseEvent(QMouseEvent* event) {
    const Target pressed = std::exchange(m_pressed, {});
    if (event->button() != Qt::LeftButton || !pressed.isSame(targetAt(event->position())))
        return;
    if (pressed.token) {
        m_cursor = *pressed.token;
        m_cursorLink.reset();
        emit tokenClicked(*pressed.token);
    } else if (pressed.link) {
        emit linkClicked(*pressed.link);
    }
}

void LinksPlot::leaveEvent(QEvent* /*event*/) {
    m_pointer.reset();
    setTarget({});
}

void LinksPlot::moveCursor(LinkToken to) {
    const Index count = m_scene.content.count(to.side);
    if (count == 0)
        return;
    to.index = std::clamp<Index>(to.index, 0, count - 1);
    m_cursor = to;
    m_cursorLink.reset();
    m_keys = true;
    m_pointer.reset();
    setTarget({});
    updateFocus();
    announceHovered();
    emit cursorMoved(m_scene.geometry.label(to).united(m_scene.geometry.number(to)));
    tellCellFocused(*this);
}

/// Moves the keyboard cursor to a link, and scrolls its other end into view.
void LinksPlot::moveCursorTo(const Link& link) {
    m_cursorLink = link;
    m_keys = true;
    m_pointer.reset();
    setTarget({});
    updateFocus();
    announceHovered();
    const LinkToken other = m_cursor.side == LinkSide::query ? LinkToken{LinkSide::key, link.key}
                                                             : LinkToken{LinkSide::query, link.query};
    emit cursorMoved(m_scene.geometry.label(other).united(m_scene.geometry.number(other)));
    tellCellFocused(*this);
}

/// The drawn links of the cursor's token, as they lie on its bar.
std::vector<Link> LinksPlot::linksOfCursor() const {
    if (m_cursor.index >= m_scene.content.count(m_cursor.side))
        return {};
    std::vector<Link> links =
        linksOf(m_scene.content, m_scene.counts.threshold, m_scene.look.showsWeaker, focusOn(m_cursor));
    std::ranges::sort(links, {},
                      [](const Link& link) { return std::tuple(link.query, link.key, link.head); });
    return links;
}

/// Moves the cursor from a token to its strongest link, and from there to the token at the other end; back
/// the same way.
void LinksPlot::moveAcross(LinkSide towards) {
    if (m_cursorLink)
        return moveCursor({towards, towards == LinkSide::query ? m_cursorLink->query : m_cursorLink->key});
    if (m_cursor.side == towards)
        return moveCursor(m_cursor);
    const std::vector<Link> links = linksOfCursor();
    if (links.empty())
        return moveCursor({towards, m_cursor.index});
    const auto strength = [](const Link& link) { return std::abs(link.weight); };
    moveCursorTo(*std::ranges::max_element(links, {}, strength));
}

void LinksPlot::moveAlong(Index by) {
    if (!m_cursorLink)
        return moveCursor({m_cursor.side, m_cursor.index + by});
    const std::vector<Link> links = linksOfCursor();
    const auto found =
        std::ranges::find_if(links, [&](const Link& link) { return link.joinsAs(*m_cursorLink); });
    if (found == links.end())
        return;
    moveCursorTo(links[static_cast<std::size_t>(
        std::clamp<Index>(found - links.begin() + by, 0, static_cast<Index>(links.size()) - 1))]);
}

void LinksPlot::moveToEnd(bool last) {
    if (!m_cursorLink)
        return moveCursor({m_cursor.side, last ? m_scene.content.count(m_cursor.side) - 1 : 0});
    if (const std::vector<Link> links = linksOfCursor(); !links.empty())
        moveCursorTo(last ? links.back() : links.front());
}

void LinksPlot::choose() {
    if (m_cursorLink)
        emit linkClicked(*m_cursorLink);
    else if (m_cursor.index < m_scene.content.count(m_cursor.side))
        emit tokenClicked(m_cursor);
}

void LinksPlot::keyPressEvent(QKeyEvent* event) {
    const bool columns = m_scene.geometry.layout() == LinksLayout::columns;
    const auto command = commandOf(KeyContext::links, *event);
    if (!command)
        return QWidget::keyPressEvent(event);
    if (command == KeyCommand::choose)
        return choose();
    // The first key press only shows the cursor.
    if (!m_keys && !m_scene.focus.names(m_cursor))
        return moveCursor(m_cursor);
    const auto is = [&](KeyCommand inColumns, KeyCommand inLines) {
        return *command == (columns ? inColumns : inLines);
    };
    if (is(KeyCommand::up, KeyCommand::left))
        moveAlong(-1);
    else if (is(KeyCommand::down, KeyCommand::right))
        moveAlong(1);
    else if (is(KeyCommand::left, KeyCommand::up))
        moveAcross(LinkSide::query);
    else if (is(KeyCommand::right, KeyCommand::down))
        moveAcross(LinkSide::key);
    else
        moveToEnd(command == KeyCommand::last);
}

void LinksPlot::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    m_keys = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
             event->reason() == Qt::ShortcutFocusReason;
    if (m_keys)
        moveCursor(m_cursor);
    update();
}

void LinksPlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    updateFocus();
    announceHovered();
}

/// Painted anew only where the visible area or the links have changed.
void LinksPlot::paintRibbons(QPainter& painter, const QRect& exposed) {
    const QRect area = visibleRegion().boundingRect();
    if (m_scene.ribbons.size() <= fewRibbons || !area.contains(exposed))
        return paintAllRibbons(painter, m_scene, m_letters, exposed);
    Layer& layer = m_layers[m_scene.focus.isSet() ? 1 : 0];
    const double ratio = devicePixelRatioF();
    if (layer.area != area || layer.pixmap.devicePixelRatio() != ratio) {
        layer = {QPixmap((QSizeF(area.size()) * ratio).toSize()), area};
        layer.pixmap.setDevicePixelRatio(ratio);
        layer.pixmap.fill(Qt::transparent);
        QPainter own(&layer.pixmap);
        own.translate(-area.topLeft());
        paintAllRibbons(own, m_scene, m_letters, area);
    }
    painter.drawPixmap(area.topLeft(), layer.pixmap);
}

void LinksPlot::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const QRect exposed = event->rect();
    painter.fillRect(exposed, m_theme.colours().panel);
    paintRibbons(painter, exposed);
    paintOverRibbons(painter, m_scene, m_letters, exposed, marks());
    if (!m_veil.isEmpty())
        paintVeil(painter, m_theme, exposed, visibleRegion().boundingRect(), m_veil);
}

} // namespace lab
