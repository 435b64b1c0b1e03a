// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_plot.h"

#include "core/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/veil.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {
constexpr double lineTolerance = 5; // points
}

bool LinksPlot::Target::isSame(const Target& other) const {
    return token == other.token && link.has_value() == other.link.has_value() &&
           (!link || link->joinsAs(*other.link));
}

LinksPlot::LinksPlot(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, &LinksPlot::rebuild);
}

void LinksPlot::setContent(LinksContent content) {
    m_scene.content = std::move(content);
    const auto fit = [&](LinkToken& token) {
        token.index =
            std::clamp<Index>(token.index, 0, std::max<Index>(m_scene.content.count(token.side) - 1, 0));
    };
    fit(m_cursor);
    m_pressed = {};
    setAccessibleName(tr("Links of head %1").arg(m_scene.content.head + 1));
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

void LinksPlot::setVeil(const QString& reason) {
    if (std::exchange(m_veil, reason) != reason)
        update();
}

std::optional<LinkToken> LinksPlot::cursor() const {
    const bool shown = hasFocus() && m_keys && m_cursor.index < m_scene.content.count(m_cursor.side);
    return shown ? std::optional(m_cursor) : std::nullopt;
}

void LinksPlot::rebuild() {
    const QSize before = sizeHint();
    const Target target = std::exchange(m_target, {}); // its tokens may be others now
    LinksContent content = std::move(m_scene.content);
    m_scene = linksScene(std::move(content), m_scene.look, m_scene.focus, m_theme, m_room, false);
    if (sizeHint() != before)
        updateGeometry();
    if (m_pointer)
        m_target = targetAt(*m_pointer);
    updateFocus();
    if (m_target.link.has_value() || target.link.has_value())
        emit linkHovered(m_target.link);
}

void LinksPlot::updateFocus() {
    LinksFocus focus = m_inspected;
    const std::optional<LinkToken> token = m_target.token ? m_target.token : cursor();
    if (m_target.link)
        focus = {m_target.link->query, m_target.link->key, true};
    else if (token)
        focus = token->side == LinkSide::query ? LinksFocus{token->index, {}, false}
                                               : LinksFocus{{}, token->index, false};
    if (focus != m_scene.focus)
        refocus(m_scene, focus, m_theme);
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
        texts += content.describe(Link{*focus.query, *focus.key, content.weight(*focus.query, *focus.key)});
    if (!focus.pair && query)
        texts += content.describe(LinkToken{LinkSide::query, *focus.query});
    if (!focus.pair && key)
        texts += content.describe(LinkToken{LinkSide::key, *focus.key});
    if (texts.isEmpty())
        texts += tr("Lines from queries to keys, as wide as the attention weight. Arrow keys go from token "
                    "to token, Enter inspects one.");
    const QString text = texts.join(QStringLiteral("; "));
    if (text != accessibleDescription())
        setAccessibleDescription(text);
}

LinksPlot::Target LinksPlot::targetAt(QPointF position) const {
    if (const auto token = m_scene.geometry.tokenAt(position))
        return {token, {}};
    if (const LinkLine* line = m_scene.lineAt(position, m_theme.px(lineTolerance)))
        return {{}, line->link};
    return {};
}

void LinksPlot::setTarget(const Target& target) {
    if (target.isSame(m_target))
        return;
    const bool sameLink = !target.link && !m_target.link;
    m_target = target;
    setCursor(target.token || target.link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    updateFocus();
    if (!sameLink)
        emit linkHovered(target.link);
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

/// What the figure does not show: an elided word, why a query has no line, a weight with every digit.
QString LinksPlot::toolTipOf(const Target& target) const {
    const LinksContent& content = m_scene.content;
    if (target.token) {
        const LinkToken token = *target.token;
        const bool cut = m_scene.word(token, m_theme) != content.labels(token.side).value(token.index);
        const auto among = [&](const std::vector<Index>& rows) {
            return std::ranges::find(rows, token.index) != rows.end();
        };
        const auto& overflow = content.weights.overflow;
        const bool alone = token.side == LinkSide::query &&
                           (among(content.weights.hiddenRows) || (overflow && among(overflow->rows)));
        return alone ? content.describe(token) : cut ? content.quoted(token) : QString();
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
    m_pressed = targetAt(event->position());
    updateFocus();
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
    m_keys = true;
    m_pointer.reset();
    setTarget({});
    updateFocus();
    emit cursorMoved(m_scene.geometry.label(to).united(m_scene.geometry.number(to)));
}

void LinksPlot::keyPressEvent(QKeyEvent* event) {
    const bool columns = m_scene.geometry.layout() == LinksLayout::columns;
    const auto command = commandOf(KeyContext::links, *event);
    if (!command)
        return QWidget::keyPressEvent(event);
    const auto is = [&](KeyCommand inColumns, KeyCommand inLines) {
        return *command == (columns ? inColumns : inLines);
    };
    LinkToken next = m_cursor;
    if (is(KeyCommand::up, KeyCommand::left))
        --next.index;
    else if (is(KeyCommand::down, KeyCommand::right))
        ++next.index;
    else if (is(KeyCommand::left, KeyCommand::up))
        next.side = LinkSide::query;
    else if (is(KeyCommand::right, KeyCommand::down))
        next.side = LinkSide::key;
    else if (command == KeyCommand::first)
        next.index = 0;
    else if (command == KeyCommand::last)
        next.index = m_scene.content.count(next.side) - 1;
    else { // choose
        if (m_cursor.index < m_scene.content.count(m_cursor.side))
            emit tokenClicked(m_cursor);
        return;
    }
    // The first key press only shows the cursor.
    const bool known = m_keys || m_scene.focus.names(m_cursor);
    moveCursor(known ? next : m_cursor);
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
}

void LinksPlot::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const QRect exposed = event->rect();
    painter.fillRect(exposed, m_theme.colours().panel);
    paintLinks(painter, m_scene, m_theme, exposed,
               {cursor(), QPointF(visibleRegion().boundingRect().topLeft())});
    if (!m_veil.isEmpty())
        paintVeil(painter, m_theme, exposed, visibleRegion().boundingRect(), m_veil);
}

} // namespace lab
