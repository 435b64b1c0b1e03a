// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery.h"

#include "ui/document/examples.h"
#include "ui/gallery/example_card.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QEvent>
#include <QScrollArea>

#include <algorithm>

namespace lab {

namespace {

constexpr double leastCardWidth = 280; // points
constexpr double betweenCards = 8;     // points
constexpr int mostColumns = 3;

} // namespace

Gallery::Gallery(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_kept(KeptProgress::standardFolder()) {
    setAccessibleName(tr("Examples"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    for (const QString& name : galleryNames()) {
        auto* card = new ExampleCard(theme, name, this);
        card->installEventFilter(this);
        connect(card, &QAbstractButton::clicked, this, [this, name] { emit chosen(name); });
        // One stop for Tab: the arrow keys move on from there.
        if (!m_cards.empty())
            card->setFocusPolicy(Qt::NoFocus);
        m_cards.push_back(card);
    }
    setFocusProxy(m_cards.front());
}

int Gallery::columnsIn(int width) const {
    const int gap = m_theme.px(betweenCards);
    return std::clamp((width + gap) / (m_theme.px(leastCardWidth) + gap), 1, mostColumns);
}

int Gallery::arrange(int width, bool place) const {
    const int gap = m_theme.px(betweenCards);
    const auto columns = static_cast<std::size_t>(columnsIn(width));
    const int cardWidth = (width - gap * (static_cast<int>(columns) - 1)) / static_cast<int>(columns);
    int top = 0;
    for (std::size_t first = 0; first < m_cards.size(); first += columns) {
        const std::size_t last = std::min(first + columns, m_cards.size());
        int height = 0;
        for (std::size_t i = first; i < last; ++i)
            height = std::max(height, m_cards[i]->heightForWidth(cardWidth));
        for (std::size_t i = first; place && i < last; ++i)
            m_cards[i]->setGeometry(static_cast<int>(i - first) * (cardWidth + gap), top, cardWidth, height);
        top += height + gap;
    }
    return top - gap;
}

int Gallery::heightForWidth(int width) const {
    return arrange(width, false);
}

QSize Gallery::sizeHint() const {
    const int width = mostColumns * m_theme.px(leastCardWidth) + (mostColumns - 1) * m_theme.px(betweenCards);
    return {width, heightForWidth(width)};
}

void Gallery::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange(width(), true);
}

/// How far somebody has come may have changed since it was last shown.
void Gallery::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    for (ExampleCard* each : m_cards) {
        if (!each->lessonId().empty())
            m_kept.read(each->lessonId(), [each](const std::optional<KeptProgress::Found>& found) {
                each->setProgress(found ? found->progress : LessonProgress{});
            });
    }
}

bool Gallery::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) // the size of the text has changed
        arrange(width(), true);
    return QWidget::event(event);
}

/// A key that a card does not use.
void Gallery::keyPressEvent(QKeyEvent* event) {
    const auto at = std::ranges::find_if(m_cards, [](const ExampleCard* card) { return card->hasFocus(); });
    const auto command = commandOf(KeyContext::gallery, *event);
    if (at == m_cards.end() || !command)
        return QWidget::keyPressEvent(event);
    const auto index = at - m_cards.begin();
    const auto last = static_cast<std::ptrdiff_t>(m_cards.size()) - 1;
    const std::ptrdiff_t columns = columnsIn(width());
    std::ptrdiff_t next = index;
    switch (*command) {
    case KeyCommand::left:
        next = index - 1;
        break;
    case KeyCommand::right:
        next = index + 1;
        break;
    case KeyCommand::up:
        next = index < columns ? index : index - columns;
        break;
    case KeyCommand::down: // to the last card, if the row below is shorter
        next = index / columns == last / columns ? index : index + columns;
        break;
    case KeyCommand::first:
        next = 0;
        break;
    case KeyCommand::last:
        next = last;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    moveTo(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, last)));
}

void Gallery::moveTo(std::size_t card) {
    for (ExampleCard* each : m_cards)
        each->setFocusPolicy(each == m_cards[card] ? Qt::TabFocus : Qt::NoFocus);
    setFocusProxy(m_cards[card]);
    m_cards[card]->setFocus(Qt::OtherFocusReason);
}

/// Whatever scrolls shows the card that gets the focus.
bool Gallery::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn) {
        for (QWidget* each = parentWidget(); each; each = each->parentWidget()) {
            if (auto* area = qobject_cast<QScrollArea*>(each)) {
                area->ensureWidgetVisible(static_cast<QWidget*>(watched), 0, m_theme.px(betweenCards));
                break;
            }
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lab
