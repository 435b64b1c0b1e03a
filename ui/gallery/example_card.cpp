// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/example_card.h"

#include "ui/document/examples.h"
#include "ui/gallery/weights_picture.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QPainter>

#include <algorithm>

namespace lab {

namespace {

constexpr double pictureSide = 64;   // points
constexpr double cardPadding = 10;   // points
constexpr int mostSentenceLines = 2; // of a longer one the tooltip has the rest

QString sentenceOf(const Experiment& experiment) {
    const QString sentence = QString::fromStdString(experiment.sequence.text);
    return experiment.source
               ? ExampleCard::tr("%1 / %2").arg(sentence, QString::fromStdString(experiment.source->text))
               : sentence;
}

int heightOf(const QFontMetrics& metrics, int width, const QString& text) {
    return metrics.boundingRect(0, 0, width, 10'000, Qt::TextWordWrap, text).height();
}

/// As many words of a text as fit.
QString firstLines(const QFontMetrics& metrics, int width, const QString& text, int lines) {
    QString shown = text;
    qsizetype end = text.size();
    const int most = lines * metrics.lineSpacing() + metrics.lineSpacing() / 2; // heights are rounded
    while (heightOf(metrics, width, shown) > most && end > 0) {
        end = text.lastIndexOf(QLatin1Char(' '), end - 1);
        shown = text.left(std::max<qsizetype>(end, 0)) + QStringLiteral(" …");
    }
    return shown;
}

} // namespace

ExampleCard::ExampleCard(const Theme& theme, const QString& name, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme), m_name(name), m_promise(promiseOf(name)) {
    const Experiment experiment = example(name);
    m_sentence = sentenceOf(experiment);
    const QString title = QString::fromStdString(experiment.title);
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(tr("%1. %2").arg(m_sentence, m_promise));
    setToolTip(tr("%1\n%2").arg(title, m_sentence));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    connect(&theme, &Theme::changed, this, &ExampleCard::restyle);
    m_cells = weightCells(experiment, theme.colours().hidden);
}

/// The colour of hidden cells is the theme's.
void ExampleCard::restyle() {
    m_cells = weightCells(example(m_name), m_theme.colours().hidden);
    updateGeometry();
    update();
}

ExampleCard::Places ExampleCard::placesIn(int width) const {
    const int padding = m_theme.px(cardPadding);
    const int side = std::min(m_theme.px(pictureSide), width / 4);
    const int left = 2 * padding + side;
    const int room = std::max(1, width - left - padding);
    const QFontMetrics strong(m_theme.font(TextRole::strong));
    const QFontMetrics small(m_theme.font(TextRole::small));
    Places places;
    places.picture = {padding, padding, side, side};
    places.shown = firstLines(strong, room, m_sentence, mostSentenceLines);
    const int sentence = heightOf(strong, room, places.shown);
    places.sentence = {left, padding, room, sentence};
    places.promise = {left, padding + sentence + m_theme.px(2), room, heightOf(small, room, m_promise)};
    places.height = std::max(places.picture.bottom(), places.promise.bottom()) + 1 + padding;
    return places;
}

int ExampleCard::heightForWidth(int width) const {
    return placesIn(width).height;
}

QSize ExampleCard::sizeHint() const {
    const int width = m_theme.px(300);
    return {width, heightForWidth(width)};
}

void ExampleCard::keyPressEvent(QKeyEvent* event) {
    const auto command = commandOf(KeyContext::gallery, *event);
    if (command == KeyCommand::choose)
        click();
    else if (command)
        event->ignore(); // the gallery's; a button would move as Tab does
    else
        QAbstractButton::keyPressEvent(event);
}

void ExampleCard::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    const Places places = placesIn(width());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(c.accent, 2) : QPen(c.border, 1));
    painter.setBrush(isDown() ? c.accentSoft : underMouse() ? c.control : c.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme.px(10), m_theme.px(10));
    painter.drawPixmap(places.picture.topLeft(),
                       weightsPicture(m_cells, places.picture.width(), devicePixelRatioF()));
    painter.setFont(m_theme.font(TextRole::strong));
    painter.setPen(c.text);
    painter.drawText(places.sentence, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, places.shown);
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(c.muted);
    painter.drawText(places.promise, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_promise);
}

} // namespace lab
