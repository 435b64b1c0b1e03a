// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/example_card.h"

#include "core/edits/snapshots.h"
#include "core/lesson/done_steps.h"
#include "ui/document/examples.h"
#include "ui/gallery/weights_picture.h"
#include "ui/keys/key_bindings.h"

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

/// "Lesson · 8 steps", "Lesson · 3 of 8 steps done"; empty if it has none.
QString stepsOf(const ReadLesson& lesson, const LessonProgress& progress) {
    const std::size_t steps = lesson.steps.size(), done = done_steps(lesson, progress);
    if (steps == 0)
        return {};
    return done == steps ? ExampleCard::tr("Lesson · done")
           : done > 0    ? ExampleCard::tr("Lesson · %1 of %2 steps done").arg(done).arg(steps)
           : steps == 1  ? ExampleCard::tr("Lesson · 1 step")
                         : ExampleCard::tr("Lesson · %1 steps").arg(steps);
}

/// "5 scenes"; empty if there are none.
QString scenesOf(const Experiment& experiment) {
    const auto count = std::ranges::count_if(experiment.snapshots, is_scene);
    return count == 0   ? QString()
           : count == 1 ? ExampleCard::tr("1 scene")
                        : ExampleCard::tr("%1 scenes").arg(count);
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
    m_lesson = read_lesson(experiment);
    const bool isLesson = !m_lesson.steps.empty();
    m_scenes = isLesson ? stepsOf(m_lesson, {}) : scenesOf(experiment);
    const QString title = QString::fromStdString(experiment.title);
    setText(title);
    setAccessibleName(title);
    describe();
    const QString more = isLesson             ? tr("\nGoes step by step, asks, and answers")
                         : m_scenes.isEmpty() ? QString()
                                              : tr("\nPresent (F5) walks through its scenes");
    setToolTip(tr("%1\n%2").arg(title, m_sentence) + more);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    connect(&theme, &Theme::changed, this, &ExampleCard::restyle);
    m_cells = weightCells(experiment, theme.colours().hidden);
}

void ExampleCard::describe() {
    QStringList said{m_sentence, m_promise};
    if (!m_scenes.isEmpty())
        said += m_scenes;
    setAccessibleDescription(said.join(QStringLiteral(". ")));
}

void ExampleCard::setProgress(const LessonProgress& progress) {
    m_scenes = stepsOf(m_lesson, progress);
    describe();
    update();
}

/// The colour of hidden cells is the theme's.
void ExampleCard::restyle() {
    m_cells = weightCells(example(m_name), m_theme.colours().hidden);
    updateGeometry();
    update();
}

/// The lines from top to bottom. Their positions are not set yet.
std::vector<ExampleCard::Line> ExampleCard::linesIn(int width) const {
    const Colours& c = m_theme.colours();
    const QFontMetrics body(m_theme.font(TextRole::body));
    std::vector<Line> lines{
        {text(), TextRole::strong, c.text, 0, {}},
        {firstLines(body, width, m_sentence, mostSentenceLines), TextRole::body, c.text, 0, {}},
        {m_promise, TextRole::small, c.muted, 2, {}}};
    if (!m_scenes.isEmpty())
        lines.push_back({m_scenes, TextRole::small, c.accent, 2, {}});
    return lines;
}

ExampleCard::Places ExampleCard::placesIn(int width) const {
    const int padding = m_theme.px(cardPadding);
    const int side = std::min(m_theme.px(pictureSide), width / 4);
    const int left = 2 * padding + side;
    const int room = std::max(1, width - left - padding);
    Places places{{padding, padding, side, side}, linesIn(room)};
    int y = padding;
    for (Line& line : places.lines) {
        y += m_theme.px(line.above);
        line.place = {left, y, room, heightOf(QFontMetrics(m_theme.font(line.role)), room, line.text)};
        y += line.place.height();
    }
    places.height = std::max(places.picture.bottom() + 1, y) + padding;
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
    for (const Line& line : places.lines) {
        painter.setFont(m_theme.font(line.role));
        painter.setPen(line.colour);
        painter.drawText(line.place, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, line.text);
    }
}

} // namespace lab
