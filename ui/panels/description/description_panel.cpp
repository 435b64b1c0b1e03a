// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/description/description_panel.h"

#include "core/experiment/change.h"
#include "core/experiment/experiment.h"
#include "ui/document/example_text.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/fold_header.h"
#include "ui/widgets/pill_button.h"

#include <QCoreApplication>
#include <QEvent>
#include <QKeySequence>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double underHeader = 4; // points
constexpr double aboveWays = 8;   // points, of the buttons
constexpr double betweenWays = 2; // points, of one button and the next

/// Whether the description, unchanged, was written for other tokens, positions, settings or another notation.
bool isOfAnother(const Experiment& now, const Experiment& opened) {
    const bool sameSource =
        now.source ? opened.source && now.source->tokens == opened.source->tokens : !opened.source;
    return now.description == opened.description &&
           (now.sequence.tokens != opened.sequence.tokens || !sameSource || now.notation != opened.notation ||
            !hasSettingsOf(now, opened));
}

} // namespace

DescriptionPanel::DescriptionPanel(LabDocument& document, const Scenes& scenes, const LessonPlayer& lesson,
                                   const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_scenes(scenes), m_lesson(lesson), m_theme(theme),
      m_header(new FoldHeader(theme, tr("About the document as opened"), this)), m_text(new QLabel(this)),
      m_scenesButton(new PillButton(theme, PillButton::Kind::chip, {}, this)),
      m_lessonButton(new PillButton(theme, PillButton::Kind::choice, {}, this)),
      m_firstLesson(new PillButton(theme, PillButton::Kind::chip, {}, this)),
      m_nextLesson(new PillButton(theme, PillButton::Kind::choice, {}, this)),
      m_tryButton(new PillButton(theme, PillButton::Kind::chip, {}, this)) {
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_header->hide();
    connect(m_header, &QAbstractButton::toggled, this, &DescriptionPanel::requestLayout);
    m_scenesButton->setWrapping();
    connect(m_scenesButton, &QAbstractButton::clicked, this,
            [this] { emit sceneWanted(m_scenes.next().value_or(0)); });
    m_lessonButton->setChecked(true); // filled: it is the main thing here
    m_lessonButton->setWrapping();
    connect(m_lessonButton, &QAbstractButton::clicked, this, [this] {
        m_lessonButton->setChecked(m_nextLesson->text().isEmpty());
        emit lessonWanted();
    });
    m_firstLesson->setWrapping();
    m_firstLesson->setToolTip(
        tr("Opens one of the lessons under Document ▸ Examples: it goes step by step, asks, and answers"));
    connect(m_firstLesson, &QAbstractButton::clicked, this, [this] { emit exampleWanted(m_offered); });
    m_nextLesson->setChecked(true);
    m_nextLesson->setWrapping();
    connect(m_nextLesson, &QAbstractButton::clicked, this, [this] {
        m_nextLesson->setChecked(true);
        emit exampleWanted(lessonAfter(m_document.exampleName()));
    });
    setTabOrder(m_nextLesson, m_lessonButton);
    offerLesson({});
    connect(&document, &LabDocument::fileChanged, this, &DescriptionPanel::showLesson);
    connect(&scenes, &Scenes::changed, this, &DescriptionPanel::showScenes);
    connect(&lesson, &LessonPlayer::lessonChanged, this, &DescriptionPanel::showLesson);
    connect(&lesson, &LessonPlayer::stepChanged, this, &DescriptionPanel::showLesson);
    m_tryButton->setWrapping();
    m_tryButton->setToolTip(tr("Asks what “Try” suggests, and says when it is done"));
    connect(m_tryButton, &QAbstractButton::clicked, this, &DescriptionPanel::tryWanted);
    connect(&lesson.tried(), &TriedStep::begun, this, &DescriptionPanel::showTry);
    connect(&lesson.tried(), &TriedStep::changed, this, &DescriptionPanel::showTry);
    connect(&lesson.tried(), &TriedStep::offerChanged, this, &DescriptionPanel::showTry);
    connect(&lesson.tried(), &TriedStep::ended, this, &DescriptionPanel::showTry);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (!change.block) // a changed number affects no text
            refresh();
    });
    connect(&theme, &Theme::changed, this, &DescriptionPanel::restyle);
    restyle();
    refresh();
    showScenes();
    showLesson();
    showTry();
}

/// The buttons that have a place, from top to bottom.
std::vector<PillButton*> DescriptionPanel::ways() const {
    if (m_lesson.isOn())
        return {};
    if (m_lesson.hasLesson() && isLessonDone() && !m_nextLesson->text().isEmpty())
        return {m_nextLesson, m_lessonButton};
    if (m_lesson.hasLesson())
        return {m_lessonButton};
    std::vector<PillButton*> ways;
    if (isUnfolded() && m_document.exampleName() == exampleNames().constFirst())
        ways.push_back(m_firstLesson);
    if (isUnfolded() && m_lesson.tried().offered() > 0 && !m_lesson.tried().isOn())
        ways.push_back(m_tryButton);
    if (isUnfolded() && !m_scenes.indices().empty())
        ways.push_back(m_scenesButton);
    return ways;
}

bool DescriptionPanel::isLessonDone() const {
    return m_lesson.hasLesson() && m_lesson.doneCount() == m_lesson.stepCount();
}

void DescriptionPanel::showLesson() {
    const QString next = isLessonDone() ? lessonAfter(m_document.exampleName()) : QString();
    m_nextLesson->setText(next.isEmpty()
                              ? QString()
                              : tr("The next lesson: %1").arg(QString::fromStdString(example(next).title)));
    m_lessonButton->setChecked(next.isEmpty()); // or it is not the main thing any more
    m_lessonButton->setText(m_lesson.startText());
    m_lessonButton->setToolTip(tr("Goes step by step, asks, and answers (%1)")
                                   .arg(QKeySequence(Qt::Key_F12).toString(QKeySequence::NativeText)));
    requestLayout();
}

void DescriptionPanel::offerLesson(const QString& name) {
    const bool isKnown = lessonNames().contains(name); // it was written by another version, perhaps
    m_offered = isKnown ? name : lessonNames().constFirst();
    m_firstLesson->setText(
        isKnown ? tr("Go on with the lessons: %1").arg(QString::fromStdString(example(name).title))
                : tr("New to attention? Start with a lesson"));
    requestLayout();
}

void DescriptionPanel::showTry() {
    const TriedStep& tried = m_lesson.tried();
    const std::size_t count = tried.offered(), left = tried.left();
    const QString text = left == 0      ? tr("Done: try it again")
                         : left < count ? tr("Go on trying: %1 of %2").arg(count - left + 1).arg(count)
                         : count == 1   ? tr("Try it: one question")
                                        : tr("Try it: %1 questions").arg(count);
    if (m_tryButton->text() != text)
        m_tryButton->setText(text);
    requestLayout();
}

/// Says where the button leads.
void DescriptionPanel::showScenes() {
    const std::size_t count = m_scenes.indices().size();
    const auto next = m_scenes.next();
    m_scenesButton->setText(count == 1            ? tr("Go to the scene")
                            : !m_scenes.current() ? tr("Go through %1 scenes").arg(count)
                            : next                ? tr("Next scene: %1 of %2").arg(*next + 1).arg(count)
                                                  : tr("Back to the first of %1 scenes").arg(count));
    const QString key = QKeySequence(Qt::ALT | Qt::Key_PageDown).toString(QKeySequence::NativeText);
    m_scenesButton->setToolTip(
        tr("Each scene shows a part of the lesson, with its own numbers; %1 goes on").arg(key));
    requestLayout();
}

void DescriptionPanel::takeKeyboard() {
    const std::vector<PillButton*> all = ways();
    if (!all.empty() && all.front()->isVisible())
        all.front()->setFocus(Qt::OtherFocusReason);
}

void DescriptionPanel::hideText(bool hides) {
    if (std::exchange(m_hidesText, hides) != hides)
        requestLayout();
}

/// Sends the LayoutRequest instead of posting it: whatever places the panel does so before anything is
/// painted.
void DescriptionPanel::requestLayout() {
    layOut();
    QEvent request(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(this, &request);
}

void DescriptionPanel::refresh() {
    const Experiment& now = m_document.experiment();
    const Experiment& opened = m_document.opened();
    const QString text = shortText(now.description, shownOfText);
    const bool folds = !text.isEmpty() && isOfAnother(now, opened);
    if (text == m_text->text() && folds == m_folds)
        return;
    m_text->setText(text);
    if (std::exchange(m_folds, folds) != folds) {
        const QSignalBlocker silent(m_header); // the layout follows
        m_header->setChecked(false);
    }
    requestLayout();
}

/// What a lesson says stands in its own panel.
bool DescriptionPanel::hasText() const {
    return !m_lesson.isOn() && !m_text->text().isEmpty() && !m_hidesText;
}

bool DescriptionPanel::isUnfolded() const {
    return hasText() && (!m_folds || m_header->isChecked());
}

int DescriptionPanel::headerHeight() const {
    if (!m_folds || !hasText())
        return 0;
    return m_header->sizeHint().height() + (isUnfolded() ? m_theme.px(underHeader) : 0);
}

DescriptionPanel::Parts DescriptionPanel::partsIn(int width) const {
    const int top = headerHeight();
    Parts parts;
    parts.text = {0, top, width, isUnfolded() ? m_text->heightForWidth(width) : 0};
    parts.height = top + parts.text.height();
    for (PillButton* button : ways()) {
        const int wide = std::min(button->sizeHint().width(), width);
        const int above = m_theme.px(parts.ways.empty() ? aboveWays : betweenWays);
        const QRect place(0, parts.height + above, wide, button->heightForWidth(wide));
        parts.ways.emplace_back(button, place);
        parts.height = place.bottom() + 1;
    }
    return parts;
}

int DescriptionPanel::heightForWidth(int width) const {
    if (!hasText() && (m_lesson.isOn() || !m_lesson.hasLesson()))
        return 0;
    return partsIn(width).height;
}

void DescriptionPanel::layOut() {
    m_header->setVisible(m_folds && hasText());
    m_text->setVisible(isUnfolded());
    const QSize header = m_header->sizeHint();
    m_header->setGeometry(0, 0, std::min(header.width(), width()), header.height());
    const Parts parts = partsIn(width());
    m_text->setGeometry(parts.text);
    for (PillButton* each : {m_scenesButton, m_lessonButton, m_firstLesson, m_nextLesson, m_tryButton}) {
        const auto place = std::ranges::find(parts.ways, each, &std::pair<PillButton*, QRect>::first);
        each->setVisible(place != parts.ways.end());
        if (place != parts.ways.end())
            each->setGeometry(place->second);
    }
}

void DescriptionPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void DescriptionPanel::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_text->setPalette(colours);
    m_text->setFont(m_theme.font(TextRole::body));
    requestLayout();
}

} // namespace lab
