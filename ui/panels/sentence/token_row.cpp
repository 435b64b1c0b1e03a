// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/token_row.h"

#include "ui/look/theme.h"
#include "ui/panels/sentence/token_editor.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/text/short_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/retire.h"

#include <QEvent>
#include <QLabel>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {
constexpr int betweenTurns = 4; // milliseconds for the event loop between batches

/// As much of the head's colour as the word on it allows, half of it at most.
QColor bandColour(HeadIndex head, const Colours& colours) {
    constexpr double readable = 4.5; // WCAG 2.1's contrast of text
    constexpr int most = 10, whole = 20;
    const QColor own = headFill(head, colours.control);
    QColor band = colours.control;
    for (int part = most; part > 0; --part) {
        const auto mixed = [&](int from, int to) { return from + (to - from) * part / whole; };
        band = QColor(mixed(colours.control.red(), own.red()), mixed(colours.control.green(), own.green()),
                      mixed(colours.control.blue(), own.blue()));
        if (contrast(band, colours.text) >= readable)
            break;
    }
    return band;
}

} // namespace

TokenRow::TokenRow(const Theme& theme, QWidget* parent)
    : QScrollArea(parent), m_theme(theme), m_row(new QWidget), m_flow(new FlowLayout(m_row)),
      m_heading(new QLabel(m_row)),
      m_tokenEditor(std::make_unique<TokenEditor>(theme, m_row, m_chips, m_tokens)) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    m_heading->setAlignment(Qt::AlignVCenter);
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->hide();
    m_flow->addWidget(m_heading);
    setWidget(m_row);
    m_untilMore.setSingleShot(true);
    m_untilMore.setInterval(betweenTurns);
    connect(&m_untilMore, &QTimer::timeout, this, [this] {
        addChips();
        emit grown();
        if (m_awaited && static_cast<std::size_t>(*m_awaited) < m_chips.size())
            QMetaObject::invokeMethod( // once the chips are laid out
                this, [this, token = *std::exchange(m_awaited, {})] { reveal(token); }, Qt::QueuedConnection);
    });
    connect(&theme, &Theme::changed, this, &TokenRow::restyle);
    restyle();
}

TokenRow::~TokenRow() = default;

QString TokenRow::heading() const {
    return m_heading->text();
}

void TokenRow::setTokens(const Sequence& sequence, const QString& heading) {
    const std::vector<std::string>& tokens = sequence.tokens;
    if (tokens != m_tokens)
        m_tokenEditor->letGo();
    m_heading->setText(heading);
    m_heading->setVisible(!heading.isEmpty());
    while (m_chips.size() > tokens.size()) {
        retire(m_chips.back());
        m_chips.pop_back();
    }
    m_tokens = tokens;
    const std::vector<TokenName> before = std::exchange(m_names, token_names(tokens, sequence.offset));
    const bool renumbered = std::exchange(m_offset, sequence.offset) != sequence.offset;
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        if (before[i] != m_names[i] || renumbered)
            setToken(static_cast<TokenIndex>(i));
    }
    addChips();
}

/// Creating a widget takes as long as computing a thousand numbers, so many chips are created over several
/// passes of the event loop.
void TokenRow::addChips() {
    constexpr std::size_t atOnce = 24;
    const std::size_t end = std::min(m_tokens.size(), m_chips.size() + atOnce);
    while (m_chips.size() < end) {
        const auto token = static_cast<TokenIndex>(m_chips.size());
        auto* chip = new PillButton(m_theme, PillButton::Kind::chip, {}, m_row);
        chip->setCheckable(true);
        connect(chip, &QAbstractButton::clicked, this, [this, token] { emit clicked(token); });
        m_tokenEditor->add(chip);
        if (!m_chips.empty()) // else Tab would come to it behind everything else
            QWidget::setTabOrder(m_chips.back(), chip);
        chip->installEventFilter(this);
        m_chips.push_back(chip);
        setToken(token);
        chip->setChecked(m_lit && m_lit(token));
        chip->setFound(m_found && m_found(token));
        chip->setBands(bandsOf(static_cast<std::size_t>(token)));
        m_flow->addWidget(chip);
        chip->show();
    }
    if (end < m_tokens.size())
        m_untilMore.start();
    else
        m_untilMore.stop();
}

void TokenRow::setToken(TokenIndex index) {
    const auto i = static_cast<std::size_t>(index);
    m_chips[i]->setText(QString::fromStdString(m_names[i].word));
    const QString position = QString::number(m_offset + index + 1);
    const QString badge = shortPosition(position, static_cast<qsizetype>(m_tokens.size()));
    m_chips[i]->setBadge(badge);
    const QString click =
        tr("Click to inspect %1 everywhere").arg(QString::fromStdString(text_of(m_names[i].quoted())));
    const QString whole = badge == position ? click : tr("%1. Position %2").arg(click, position);
    m_chips[i]->setToolTip((m_isLocked
                                ? tr("%1, right-click for more")
                                : tr("%1\nDrag to move it, double-click to type, right-click for more"))
                               .arg(whole));
    showHidden(index);
    m_chips[i]->updateGeometry();
}

void TokenRow::setLocked(bool locked) {
    m_isLocked = locked;
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        setToken(static_cast<TokenIndex>(i));
}

void TokenRow::showHidden(TokenIndex index) {
    PillButton* chip = m_chips[static_cast<std::size_t>(index)];
    const bool hidden = m_hidden && m_hidden(index);
    chip->setStruck(hidden);
    chip->setAccessibleName((hidden ? tr("Token %1, %2, hidden as padding") : tr("Token %1, %2"))
                                .arg(m_offset + index + 1)
                                .arg(chip->text()));
}

void TokenRow::strike(std::function<bool(TokenIndex)> hidden) {
    m_hidden = std::move(hidden);
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        if (m_chips[i]->isStruck() != m_hidden(static_cast<TokenIndex>(i)))
            showHidden(static_cast<TokenIndex>(i));
    }
}

void TokenRow::light(std::function<bool(TokenIndex)> lit) {
    m_lit = std::move(lit);
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        m_chips[i]->setChecked(m_lit(static_cast<TokenIndex>(i)));
}

void TokenRow::mark(std::function<bool(TokenIndex)> found) {
    m_found = std::move(found);
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        m_chips[i]->setFound(m_found(static_cast<TokenIndex>(i)));
}

void TokenRow::reveal(TokenIndex token) {
    m_awaited.reset();
    if (static_cast<std::size_t>(token) < m_chips.size())
        scrollTo(token);
    else
        m_awaited = token;
}

/// The page scrolls as well, where it contains the sentence.
void TokenRow::scrollTo(TokenIndex token) {
    m_flow->activate();
    PillButton* chip = m_chips[static_cast<std::size_t>(token)];
    for (QWidget* each = this; each; each = each->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(each))
            area->ensureWidgetVisible(chip, 0, m_flow->spacing());
    }
}

QList<PillButton::Band> TokenRow::bandsOf(std::size_t token) const {
    QList<PillButton::Band> bands;
    if (!m_attention)
        return bands;
    const Colours& colours = m_theme.colours();
    for (const TokenAttention::Head& head : m_attention->heads) {
        const double weight = token < head.weights.size() ? head.weights[token] : 0;
        bands += {std::isfinite(weight) ? std::clamp(weight, 0.0, 1.0) : 0, bandColour(head.head, colours),
                  headInk(head.head, colours.control)};
    }
    return bands;
}

void TokenRow::showAttention(const std::optional<TokenAttention>& attention) {
    m_attention = attention;
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        m_chips[i]->setBands(bandsOf(i));
}

bool TokenRow::takesOneLine(int width) const {
    return m_chips.size() == m_tokens.size() && m_flow->heightForWidth(width) <= lineHeight();
}

int TokenRow::lineHeight() const {
    return PillButton(m_theme, PillButton::Kind::chip, QStringLiteral("X")).sizeHint().height();
}

std::vector<int> TokenRow::middlesOfOneLine() const {
    std::vector<int> middles;
    for (const PillButton* chip : m_chips) {
        const QRect place = chip->geometry().translated(m_row->pos());
        if (place.top() != m_chips.front()->geometry().translated(m_row->pos()).top())
            return {};
        middles.push_back(place.center().x());
    }
    return middles.size() == m_tokens.size() ? middles : std::vector<int>();
}

bool TokenRow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        const auto chip = std::ranges::find(m_chips, watched);
        if (event->type() == QEvent::Enter && chip != m_chips.end())
            emit pointed(static_cast<TokenIndex>(chip - m_chips.begin()));
        else
            emit pointed(std::nullopt);
    }
    if (event->type() == QEvent::ToolTip) {
        // Above the chip: the attention is below it.
        auto* chip = static_cast<QWidget*>(watched);
        const int height = 3 * QFontMetrics(QToolTip::font()).height() + m_theme.px(24);
        QToolTip::showText(chip->mapToGlobal(QPoint(0, -height)), chip->toolTip(), chip);
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

void TokenRow::fit(int width, int mostLines) {
    // Wrap a heading that is longer than a line.
    m_heading->setWordWrap(QFontMetrics(m_heading->font()).horizontalAdvance(m_heading->text()) > width);
    const int line = lineHeight();
    m_heading->setMinimumHeight(line);
    const int most = mostLines * line + (mostLines - 1) * m_flow->spacing();
    setFixedHeight(std::clamp(m_flow->heightForWidth(width), line, most));
}

void TokenRow::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_heading->setPalette(colours);
    m_heading->setFont(m_theme.font(TextRole::body));
    m_flow->setContentsMargins({});
    m_flow->setSpacing(m_theme.px(6));
    showAttention(m_attention); // in the theme's colours
}

} // namespace lab
