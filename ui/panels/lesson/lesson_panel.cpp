// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/lesson_panel.h"

#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/announce.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/lesson_text_view.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/panels/lesson/step_dots.h"
#include "ui/panels/lesson/step_pages.h"
#include "ui/widgets/retire.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lab {

namespace {

constexpr std::size_t mostDots = 200; // of more steps the header says which one it is

/// At some sizes text has room without a scroll bar, but not beside one, or the other way round: Qt would
/// then resize what it scrolls within that resize, without end.
class StepArea : public QScrollArea {
public:
    using QScrollArea::QScrollArea;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (m_resizes && event->type() == QEvent::Resize)
            return false;
        const QScopedValueRollback resizes(m_resizes, m_resizes || event->type() == QEvent::Resize);
        return QScrollArea::eventFilter(watched, event);
    }

private:
    bool m_resizes = false;
};

} // namespace

LessonPanel::LessonPanel(LessonPlayer& player, LabDocument& document, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_player(player), m_document(document), m_theme(theme), m_area(new StepArea(this)),
      m_cut(new QWidget(m_area->viewport())), m_where(new QLabel), m_name(new QLabel),
      m_dots(new StepDots(theme)), m_text(new LessonTextView(theme)), m_cardColumn(new QVBoxLayout),
      m_menu(new QToolButton), m_close(new QToolButton), m_back(new QPushButton(tr("Back"))),
      m_again(new QPushButton(tr("New numbers"))), m_next(new QPushButton) {
    setObjectName(QStringLiteral("lesson"));
    setAccessibleName(tr("Lesson"));
    setAutoFillBackground(true);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    m_header = makeHeader();
    column->addWidget(m_header);
    column->addWidget(m_name);
    column->addWidget(m_dots);
    column->addWidget(m_text);
    column->addLayout(m_cardColumn);
    column->addStretch();
    m_area->setWidget(content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_cut->setObjectName(QStringLiteral("cut"));
    m_cut->setAutoFillBackground(true);
    m_cut->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_cut->hide();
    connect(m_area->verticalScrollBar(), &QScrollBar::valueChanged, this, &LessonPanel::hideCut);
    connect(m_area->verticalScrollBar(), &QScrollBar::rangeChanged, this, &LessonPanel::hideCut);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins({});
    all->setSpacing(0);
    all->addWidget(m_area, 1);
    all->addWidget(makeBar());
    m_name->setWordWrap(true);
    m_name->setTextFormat(Qt::PlainText);
    m_where->setTextFormat(Qt::PlainText);
    connect(m_dots, &StepDots::chosen, &player, &LessonPlayer::goTo);
    connect(m_text, &LessonTextView::linkActivated, this, &LessonPanel::linkActivated);
    connect(&player, &LessonPlayer::leaving, this, [this] {
        if (QuestionCard* card = openCard())
            card->keepText();
    });
    connect(&player, &LessonPlayer::stepChanged, this, &LessonPanel::showStep);
    connect(&player, &LessonPlayer::changed, this, &LessonPanel::refresh);
    for (DocumentStep* each : std::initializer_list<DocumentStep*>{&player.asked(), &player.tried()}) {
        connect(each, &DocumentStep::begun, this, &LessonPanel::showStep);
        connect(each, &DocumentStep::ended, this, &LessonPanel::showStep);
        connect(each, &DocumentStep::changed, this, &LessonPanel::refresh);
    }
    connect(&theme, &Theme::changed, this, &LessonPanel::restyle);
    restyle();
    showStep();
}

/// Where one is, and what can be done with the lesson as a whole.
QWidget* LessonPanel::makeHeader() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins({});
    m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_where, 1);
    row->addWidget(m_menu);
    row->addWidget(m_close);
    for (QToolButton* each : {m_menu, m_close})
        each->setAutoRaise(true);
    auto* menu = new QMenu(m_menu);
    menu->addAction(tr("Start this step again"), &m_player, &LessonPlayer::startStepAgain);
    menu->addAction(tr("Start the lesson again"), this, &LessonPanel::startAgainWanted);
    m_newNumbers = menu->addAction(tr("Start again with new numbers…"), this, &LessonPanel::newNumbersWanted);
    menu->addAction(tr("Edit the lesson"), this, &LessonPanel::editWanted);
    m_leave = menu->addAction(tr("Leave the lesson"), &m_player, &LessonPlayer::leave);
    m_menu->setMenu(menu);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setToolTip(tr("Start again, or leave the lesson"));
    m_menu->setAccessibleName(tr("More about the lesson"));
    connect(m_close, &QToolButton::clicked, this, [this] {
        if (DocumentStep* step = m_player.documentStep())
            step->leave();
        else
            m_player.leave();
    });
    return header;
}

QWidget* LessonPanel::makeBar() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->addWidget(m_back);
    row->addWidget(m_again);
    row->addStretch();
    row->addWidget(m_next);
    m_again->setToolTip(
        tr("Replace the weights, or what takes their place, by random numbers from a new seed. "
           "Ctrl Z brings back those of before."));
    m_again->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard to the answer
    connect(m_again, &QPushButton::clicked, this, &LessonPanel::drawAgain);
    connect(m_back, &QPushButton::clicked, this, [this] { m_player.move(-1); });
    connect(m_next, &QPushButton::clicked, this, &LessonPanel::goOn);
    return bar;
}

void LessonPanel::goOn() {
    if (DocumentStep* step = m_player.documentStep())
        step->leave();
    else if (m_player.isOn() && !m_player.move(1))
        emit finished();
}

void LessonPanel::drawAgain() {
    m_player.asked().drawNewNumbers(QRandomGenerator::global()->generate());
    if (QuestionCard* card = openCard())
        card->begin(true);
}

void LessonPanel::goToAsked(bool isOther) {
    if (QuestionCard* card = openCard())
        card->begin(isOther);
}

void LessonPanel::showStep() {
    const bool hadKeyboard = isAncestorOf(window()->focusWidget()); // perhaps on a card that goes now
    for (QuestionCard* each : std::exchange(m_cards, {}))
        retire(each);
    m_shown.reset();
    m_questions = m_player.questions();
    if (!m_questions)
        return;
    if (m_player.isOn())
        m_shown = m_player.current();
    const std::string& text = m_questions->step().text;
    m_text->setText(QString::fromStdString(text));
    m_text->setVisible(!text.empty());
    m_open = m_questions->openQuestion();
    m_said.reset();
    if (const DocumentStep* step = m_player.documentStep())
        announce(*this, step->heading());
    refresh();
    showPage(0);
    if (hadKeyboard)
        takeKeyboard();
}

/// One for each question that was answered, and for the open one.
void LessonPanel::addCards() {
    const std::size_t shown = std::min(m_questions->openQuestion() + 1, m_questions->step().ask.size());
    while (m_cards.size() < shown) {
        auto* card = new QuestionCard(*m_questions, m_document, m_cards.size(), m_theme);
        connect(card, &QuestionCard::linkActivated, this, &LessonPanel::linkActivated);
        card->setPresented(m_presented);
        m_cardColumn->addWidget(card);
        card->show();
        QWidget* before = m_cards.empty() ? static_cast<QWidget*>(m_text) : m_cards.back()->lastInTabOrder();
        card->putInTabOrder(before);
        setTabOrder(card->lastInTabOrder(), m_back);
        setTabOrder(m_back, m_again);
        setTabOrder(m_again, m_next);
        m_cards.push_back(card);
    }
}

/// Whether the cards are those of the step that is played.
bool LessonPanel::isOfThisStep() const {
    return m_questions && m_questions == m_player.questions() &&
           (!m_player.isOn() || m_shown == m_player.current());
}

void LessonPanel::refresh() {
    if (!isOfThisStep())
        return; // showStep() follows
    const bool hadKeyboard = isAncestorOf(window()->focusWidget());
    addCards();
    if (m_questions->isJudging() && m_said)
        m_said->clear(); // the reply is a new one, also in the same words
    const bool isLesson = m_player.isOn();
    if (hadKeyboard && !isLesson && !m_questions->question())
        m_next->setFocus(Qt::OtherFocusReason); // the field that hides would give it to each button in turn
    for (QuestionCard* each : m_cards)
        each->refresh();
    for (QWidget* each : std::initializer_list<QWidget*>{m_menu, m_back})
        each->setVisible(isLesson);
    m_again->setVisible(m_questions == &m_player.asked());
    if (m_next->icon().isNull() == isLesson)
        restyle();
    if (const DocumentStep* step = m_player.documentStep())
        refreshDocumentStep(*step);
    else
        refreshLesson();
    // When what is said has its place.
    QMetaObject::invokeMethod(this, &LessonPanel::keepInSight, Qt::QueuedConnection);
    const std::size_t open = m_questions->openQuestion();
    if (std::exchange(m_open, open) == open)
        return;
    if (hadKeyboard) // it was in the question that is answered now
        takeKeyboard();
}

void LessonPanel::refreshLesson() {
    setAccessibleName(tr("Lesson"));
    const std::size_t current = m_player.current(), count = m_player.stepCount();
    std::vector<StepDots::Dot> dots;
    for (std::size_t i = 0; count <= mostDots && i < count; ++i)
        dots.push_back({m_player.nameOf(i), m_player.isDone(i)});
    m_dots->setDots(std::move(dots), current);
    m_dots->setVisible(count <= mostDots && !m_presented);
    m_name->setText(m_player.nameOf(current));
    m_name->setVisible(!m_presented);
    m_header->setVisible(!m_presented); // the slide says where one is, and Escape ends it
    showWhere();
    m_newNumbers->setVisible(m_player.canHaveNewNumbers());
    sayHowToLeave();
    m_back->setEnabled(current > 0);
    const bool isLast = current + 1 == count;
    const std::size_t left = m_player.step().ask.size() - m_player.openQuestion();
    m_next->setText(isLast && left > 0 ? tr("Skip and finish")
                    : isLast           ? tr("Finish")
                    : left > 0         ? tr("Skip")
                                       : tr("Next"));
    m_next->setToolTip(left == 0   ? QString()
                       : left == 1 ? tr("One question is still open; it can be answered later")
                                   : tr("%1 questions are still open; they can be answered later").arg(left));
}

void LessonPanel::refreshDocumentStep(const DocumentStep& step) {
    setAccessibleName(step.kindName());
    m_name->setText(step.heading());
    m_name->setVisible(true);
    m_header->setVisible(true);
    m_dots->setVisible(false);
    showWhere();
    m_next->setText(tr("Done"));
    m_next->setToolTip(step.leaveTip());
    m_close->setAccessibleName(step.leaveText());
    m_close->setToolTip(m_next->toolTip());
}

void LessonPanel::sayHowToLeave() {
    const bool isTried = m_player.isTrial() && !m_document.isPresented();
    m_leave->setText(isTried ? tr("Back to editing") : tr("Leave the lesson"));
    m_close->setAccessibleName(m_leave->text());
    m_close->setToolTip(isTried ? tr("Back to editing; no answer is kept")
                        : m_player.isTrial()
                            ? tr("Leave the lesson; no answer is kept")
                            : tr("Leave the lesson; it goes on from here when you come back"));
}

/// All heights from the cards up, which would take several events.
void LessonPanel::layOutNow() {
    for (const QuestionCard* each : m_cards)
        each->layout()->activate();
    m_area->widget()->layout()->activate();
    QEvent request(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(m_area, &request);
}

QRect LessonPanel::placeOf(const QuestionCard& card) const {
    return {card.mapTo(m_area->widget(), QPoint(0, 0)), card.size()};
}

QRect LessonPanel::placeOfSaid(const QuestionCard& card) const {
    const QRect said = card.saidPlace();
    return said.isEmpty() ? said : said.translated(placeOf(card).topLeft());
}

/// No farther than it takes to see all of both, or the first from its beginning and what has room below it.
void LessonPanel::scrollTo(const QRect& first, const QRect& all) {
    QScrollBar& bar = *m_area->verticalScrollBar();
    const int before = bar.value(), room = m_area->viewport()->height(), rim = m_theme.px(12);
    const int most = first.top() - rim;
    const int least = std::min(all.bottom() + 1 + rim - room, most);
    const int top = least == most ? most : std::min(all.top() - rim, most);
    bar.setValue(std::clamp(before, least, std::max(least, top)));
}

/// What was said last, and the open question as far as there is room. A step begins with its text, and what
/// is as it was leaves the panel where somebody has scrolled it to.
void LessonPanel::keepInSight() {
    if (!m_player.questions() || m_cards.empty() || !isVisible())
        return; // showEvent() follows
    QString said = QString::number(m_open);
    for (const QuestionCard* each : m_cards)
        said += each->said() + each->problem();
    const auto before = std::exchange(m_said, said);
    if (!before || before == said)
        return hideCut();
    layOutNow();
    const QuestionCard* open = openCard();
    const QuestionCard& card = open ? *open : *m_cards.back();
    QRect first = placeOfSaid(card);
    const QuestionCard* of = &card;
    for (auto each = m_cards.rbegin(); first.isEmpty() && each != m_cards.rend(); ++each) {
        of = *each;
        first = placeOfSaid(*of);
    }
    if (m_presented && !first.isEmpty())
        return showSaid(*of, first);
    const QRect place = placeOf(card);
    scrollTo(first.isEmpty() ? place : first, place | first);
}

/// A class reads the answer together with what is said of it, with the question if there is room, and then
/// goes on to the next one.
void LessonPanel::showSaid(const QuestionCard& card, const QRect& said) {
    const QRect place = placeOf(card), chosen = card.chosenPlace();
    const StepPages pages = this->pages();
    const int end = said.bottom() + 1;
    int top = said.top();
    if (!chosen.isEmpty() && pages.hasRoom(place.top() + chosen.top(), end))
        top = std::min(top, place.top() + chosen.top());
    if (pages.hasRoom(place.top(), end))
        top = place.top();
    showPage(pages.showing(top, end, m_area->verticalScrollBar()->value()));
}

void LessonPanel::showQuestion() {
    const QuestionCard* card = isVisible() ? openCard() : nullptr;
    if (!card)
        return;
    layOutNow();
    QRect asked = placeOf(*card);
    asked.setHeight(card->askedHeight());
    scrollTo(asked, asked);
}

/// What there is to see of the step on a slide.
StepPages LessonPanel::pages() const {
    std::vector<StepPiece> pieces;
    const auto add = [&](const QRect& piece, QPoint origin) {
        const int top = origin.y() + piece.top();
        pieces.push_back({top, top + piece.height()});
    };
    const QWidget& content = *m_area->widget();
    if (m_text->isVisibleTo(&content)) {
        for (const QRect& each : m_text->lines())
            add(each, m_text->mapTo(&content, QPoint()));
    }
    for (const QuestionCard* each : m_cards) {
        const QRect place = placeOf(*each);
        const std::size_t first = pieces.size();
        for (const QRect& piece : each->pieces())
            add(piece, place.topLeft());
        if (first == pieces.size())
            continue;
        pieces[first].top = place.top(); // with the frame
        pieces[first].beginsCard = true;
    }
    return {std::move(pieces), m_area->viewport()->height(), m_theme.px(12),
            QFontMetrics(m_theme.font(TextRole::body)).lineSpacing()};
}

/// Below the end there may be room left, so that nothing is cut at the top.
void LessonPanel::showPage(int top) {
    QWidget& content = *m_area->widget();
    const int least = m_presented && top > 0 ? top + m_area->viewport()->height() : 0;
    if (content.minimumHeight() != least) {
        content.setMinimumHeight(least);
        layOutNow();
    }
    m_area->verticalScrollBar()->setValue(top);
    hideCut();
}

bool LessonPanel::showMore() {
    if (!m_presented || !isVisible() || !m_questions)
        return false;
    layOutNow();
    const int before = m_area->verticalScrollBar()->value();
    showPage(pages().next(before));
    return m_area->verticalScrollBar()->value() != before;
}

void LessonPanel::hideCut() {
    const int at = m_area->verticalScrollBar()->value();
    const auto from = m_presented && m_questions ? pages().cutFrom(at) : std::nullopt;
    const QRect room = m_area->viewport()->rect();
    m_cut->setVisible(from.has_value());
    if (from)
        m_cut->setGeometry(room.adjusted(0, *from - at, 0, 0));
    m_cut->raise();
}

/// As much of the lesson's name as fits.
void LessonPanel::showWhere() {
    if (const DocumentStep* step = m_player.documentStep()) {
        m_where->setText(step->kindName());
        m_where->setToolTip({});
    }
    if (!m_shown)
        return;
    const QString numbers = m_player.whoseNumbers();
    QString where =
        tr("%1 of %2 · %3").arg(*m_shown + 1).arg(m_player.stepCount()).arg(m_document.displayName()) +
        (numbers.isEmpty() ? QString() : tr(" · %1").arg(numbers));
    if (m_player.isTrial() && !m_document.isPresented())
        where = tr("Tried · %1").arg(where);
    m_where->setText(m_where->fontMetrics().elidedText(where, Qt::ElideRight, m_where->width()));
    m_where->setToolTip(where);
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    QMetaObject::invokeMethod(this, &LessonPanel::hideCut, Qt::QueuedConnection);
    QMetaObject::invokeMethod(this, &LessonPanel::showWhere, Qt::QueuedConnection);
}

void LessonPanel::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    QMetaObject::invokeMethod(this, &LessonPanel::keepInSight, Qt::QueuedConnection);
}

QuestionCard* LessonPanel::openCard() const {
    if (!isOfThisStep())
        return nullptr; // showStep() follows
    const std::size_t open = m_questions->openQuestion();
    return open < m_cards.size() ? m_cards[open] : nullptr;
}

void LessonPanel::setPresented(bool presented) {
    m_presented = presented;
    for (QuestionCard* each : m_cards)
        each->setPresented(presented);
    refresh();
    showPage(presented ? 0 : m_area->verticalScrollBar()->value());
}

/// Where nothing is typed for an answer, the text gets it: Enter must not skip the question.
void LessonPanel::takeKeyboard() {
    QuestionCard* card = openCard();
    if (!card)
        m_next->setFocus(Qt::OtherFocusReason);
    else if (!card->takeKeyboard())
        card->textView().setFocus(Qt::OtherFocusReason);
}

QString LessonPanel::question() const {
    const QuestionCard* card = openCard();
    return card ? card->asked() : QString();
}

bool LessonPanel::choose(std::size_t option) {
    QuestionCard* card = openCard();
    return card && card->choose(option);
}

/// What was typed elsewhere is given when the panel is clicked; what is typed in it stays.
void LessonPanel::mousePressEvent(QMouseEvent* event) {
    QFrame::mousePressEvent(event);
    if (!isAncestorOf(window()->focusWidget()))
        setFocus(Qt::MouseFocusReason);
}

/// The letter of an option chooses it, wherever in the panel nothing is typed; Enter presses the button that
/// has the keyboard.
void LessonPanel::keyPressEvent(QKeyEvent* event) {
    auto* button = qobject_cast<QPushButton*>(window()->focusWidget());
    if (button && commandOf(KeyContext::button, *event) == KeyCommand::choose)
        return button->click();
    const bool isLetter = event->key() >= Qt::Key_A && event->key() <= Qt::Key_Z &&
                          (event->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
    if (!isLetter || !choose(static_cast<std::size_t>(event->key() - Qt::Key_A)))
        QFrame::keyPressEvent(event);
}

void LessonPanel::refuse(const QString& reason) {
    if (QuestionCard* card = openCard())
        card->refuse(reason);
    QMetaObject::invokeMethod(this, &LessonPanel::keepInSight, Qt::QueuedConnection);
}

bool LessonPanel::take(const Answer& numbers) {
    QuestionCard* card = openCard();
    return card && card->take(numbers);
}

void LessonPanel::restyle() {
    const Colours& c = m_theme.colours();
    QPalette colours = palette();
    colours.setColor(QPalette::Window, c.panel);
    setPalette(colours);
    m_area->setPalette(colours);
    QPalette muted = m_where->palette();
    muted.setColor(QPalette::WindowText, c.muted);
    m_where->setPalette(muted);
    m_where->setFont(m_theme.font(TextRole::small));
    m_name->setFont(m_theme.font(TextRole::heading));
    const int size = m_theme.px(16);
    m_menu->setIcon(icon(Sign::more, c.text, size, devicePixelRatioF()));
    m_close->setIcon(icon(Sign::close, c.text, size, devicePixelRatioF()));
    m_back->setIcon(icon(Sign::back, c.text, size, devicePixelRatioF()));
    m_next->setIcon(m_player.isOn() ? icon(Sign::forward, c.text, size, devicePixelRatioF()) : QIcon());
    m_next->setLayoutDirection(Qt::RightToLeft); // the sign behind the word
}

} // namespace lab
