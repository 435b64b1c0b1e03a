// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/sentence_panel.h"

#include "core/edits/added_scores.h"
#include "core/edits/next_word.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/rotation.h"
#include "ui/document/edits/next_word_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/tab_order.h"
#include "ui/look/theme.h"
#include "ui/panels/sentence/expected_width.h"
#include "ui/panels/sentence/find_line.h"
#include "ui/panels/sentence/next_word_controls.h"
#include "ui/panels/sentence/preset_menu.h"
#include "ui/selection/selection.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <set>

namespace lab {

namespace {

constexpr std::array positions{PositionKind::none, PositionKind::sinusoidal, PositionKind::learned};

QString positionText(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return SentencePanel::tr("none");
    case PositionKind::sinusoidal:
        return SentencePanel::tr("sinusoidal");
    case PositionKind::learned:
        return SentencePanel::tr("learned");
    }
    return {};
}

QString positionHint(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return SentencePanel::tr("Adds nothing to a token’s vector");
    case PositionKind::sinusoidal:
        return SentencePanel::tr("Adds sines and cosines of the position to each token’s vector");
    case PositionKind::learned:
        return SentencePanel::tr("Adds a row of an editable table to each token’s vector");
    }
    return {};
}

/// The kind of positions that are added to the inputs: none if queries, keys and values are given.
PositionKind addedPosition(const Experiment& experiment) {
    return has_inputs(experiment) ? experiment.embedding.position.kind : PositionKind::none;
}

/// What tells positions apart, in the order in which it acts.
QStringList positionsInUse(const Experiment& experiment) {
    QStringList all;
    if (const PositionKind kind = addedPosition(experiment); kind != PositionKind::none)
        all += positionText(kind);
    if (experiment.scores.rotary)
        all += SentencePanel::tr("rotary");
    if (experiment.scores.bias == ScoreBias::alibi)
        all += SentencePanel::tr("ALiBi");
    if (has_t5_buckets(experiment))
        all += SentencePanel::tr("T5 buckets");
    return all;
}

QString positionsText(const Experiment& experiment) {
    const QStringList all = positionsInUse(experiment);
    return all.isEmpty() ? positionText(PositionKind::none) : all.join(QStringLiteral(" + "));
}

bool mayChangePositions(const Change& change) {
    constexpr std::array fields{Field::position, Field::rotary, Field::scale, Field::additive, Field::mask};
    return reshapes(change) || std::ranges::find(fields, change.field) != fields.end();
}

QString rotaryHint() {
    return SentencePanel::tr("Rotates queries and keys by their position before their product");
}

QString alibiHint() {
    return SentencePanel::tr("Lowers a score with the distance between key and query");
}

/// The same as sentences.
QString positionsHint(const Experiment& experiment) {
    QStringList hints;
    if (!has_inputs(experiment))
        hints += SentencePanel::tr("Queries, keys and values are given, so no position is added");
    else
        hints += positionHint(experiment.embedding.position.kind);
    if (experiment.scores.rotary && !is_empty(experiment) && Rotation(experiment).pairs() == 0)
        hints += SentencePanel::tr("Rotary positions are on, but heads have no two features to rotate");
    else if (experiment.scores.rotary)
        hints += rotaryHint();
    if (experiment.scores.bias == ScoreBias::alibi)
        hints += alibiHint();
    if (has_t5_buckets(experiment))
        hints += SentencePanel::tr("Adds a number to each score, by the bucket of the distance, as in T5");
    else if (!experiment.scores.additive.empty())
        hints += SentencePanel::tr("Scores are added, too, which may depend on positions");
    return hints.join(QLatin1Char('\n'));
}

constexpr double withLooking = 800; // points of width

constexpr std::array bothLooking{Looking::at, Looking::by};

QString lookingText(Looking looking) {
    return looking == Looking::at ? SentencePanel::tr("Looks at") : SentencePanel::tr("Looked at by");
}

QString lookingHint(Looking looking) {
    return looking == Looking::at
               ? SentencePanel::tr("Point at a token: the tokens fill with the attention that it gives them")
               : SentencePanel::tr("Point at a token: the tokens fill with the attention that they give it");
}

} // namespace

SentencePanel::SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_sentence(new SentenceLine(document, selection, theme, Side::sentence, this)),
      m_position(new QPushButton), m_looking(new QPushButton),
      m_nextWord(new NextWordControls(document, theme, this)),
      m_add(new PillButton(theme, PillButton::Kind::plain, {})) {
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_sentence);
    m_sentence->addOption(m_position);
    m_sentence->addOption(m_looking);
    m_sentence->addOption(m_add);
    for (QWidget* each : m_nextWord->steps())
        m_sentence->addOption(each);
    connect(m_nextWord, &NextWordControls::refused, m_sentence, &SentenceLine::showProblem);
    m_add->setAccessibleName(tr("Add a second sentence"));
    m_add->setToolTip(tr("Keys and values from a sentence of their own: cross-attention. It starts as a "
                         "copy of the first sentence, so nothing changes until you type"));
    connect(m_add, &QAbstractButton::clicked, this, [this] {
        m_document.setSource(true);
        source().line().setFocus();
        source().line().selectAll();
    });
    fillPositionMenu();
    fillLookingMenu();
    connect(&selection, &Selection::lookingChanged, this, &SentencePanel::updateLooking);
    connect(&document, &LabDocument::changed, this, &SentencePanel::refresh);
    connect(&theme, &Theme::changed, this, &SentencePanel::restyle);
    restyle();
    refresh({});
}

/// A line leaves Return to its parents.
void SentencePanel::keyPressEvent(QKeyEvent* event) {
    const QWidget* focused = focusWidget();
    const bool isLine = focused == &line() || (m_source && focused == &m_source->line());
    if (isLine && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit typed();
    else
        QFrame::keyPressEvent(event);
}

SentenceLine& SentencePanel::source() {
    if (m_source)
        return *m_source;
    m_source = new SentenceLine(m_document, m_selection, m_theme, Side::source, this);
    m_remove = new PillButton(m_theme, PillButton::Kind::plain, QStringLiteral("✕"));
    m_remove->setToolTip(tr("Remove the second sentence and go back to self-attention"));
    m_remove->setAccessibleName(tr("Remove the second sentence"));
    m_source->addOption(&m_nextWord->whole());
    m_source->addOption(m_remove);
    m_remove->show();
    connect(m_remove, &QAbstractButton::clicked, this, [this] {
        // Leaving word-by-word mode brings the whole sentence back.
        const Experiment& experiment = m_document.experiment();
        if (is_cache_step(experiment) && cacheProblem(experiment, CacheMove::out).isEmpty())
            goToWholeSentence(m_document);
        else
            m_document.setSource(false);
        if (!m_document.experiment().source)
            m_add->setFocus();
    });
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_source); // below the first one
    tabAfter(m_source->tokenizer(), m_nextWord->whole());           // before the tokens, which may be many
    tabAfter(m_nextWord->whole(), *m_remove);
    tabAfter(*m_sentence, *m_source);
    labelLines();
    return *m_source;
}

PillButton& SentencePanel::removeSource() {
    source();
    return *m_remove;
}

FindLine& SentencePanel::find() {
    if (m_find)
        return *m_find;
    m_find = new FindLine(m_document, m_selection, m_theme, this);
    layout()->addWidget(m_find);
    tabAfter(m_source ? *m_source : *m_sentence, *m_find);
    connect(m_find, &FindLine::found, this, &SentencePanel::mark);
    connect(m_find, &FindLine::keyboardFreed, this, [this] { line().setFocus(); });
    connect(m_find, &FindLine::reached, this, [this](const InspectedToken& token) {
        (token.side == Side::source ? source() : *m_sentence).tokens().reveal(token.token);
    });
    return *m_find;
}

void SentencePanel::mark(const std::vector<InspectedToken>& tokens) {
    std::set<TokenIndex> ofSentence, ofSource;
    for (const InspectedToken& each : tokens)
        (each.side == Side::source ? ofSource : ofSentence).insert(each.token);
    m_sentence->tokens().mark([ofSentence](TokenIndex token) { return ofSentence.contains(token); });
    if (m_source)
        m_source->tokens().mark([ofSource](TokenIndex token) { return ofSource.contains(token); });
}

void SentencePanel::refresh(const Change& change) {
    if (m_document.experiment().source)
        source(); // has one of the controls
    m_nextWord->refresh(change);
    if (reshapes(change))
        tellEnd();
    if (reshapes(change))
        updateSource();
    if (mayChangePositions(change))
        updatePosition();
}

/// Says so where another text of the keys has ended word by word, and until the keys' line is left.
void SentencePanel::tellEnd() {
    const Experiment& experiment = m_document.experiment();
    const bool isStep = is_cache_step(experiment);
    const bool isTyped = m_source && experiment.source && m_source->line().hasFocus();
    m_hasEnded = !isStep && isTyped && (m_wasStep || m_hasEnded);
    m_wasStep = isStep;
    if (!m_hasEnded)
        return;
    QMetaObject::invokeMethod( // once the line has shown its text
        this,
        [this] {
            if (m_hasEnded)
                m_source->showProblem(
                    tr("No longer word by word: the query “%1” is not the last key. Undo brings "
                       "it back")
                        .arg(tokenText(m_document.experiment(), Side::sentence, 0)));
        },
        Qt::QueuedConnection);
}

void SentencePanel::updateSource() {
    m_add->setVisible(!m_document.experiment().source);
    labelLines();
    fitOptions();
}

/// Labels the sentences if there are two.
void SentencePanel::labelLines() {
    const bool two = m_document.experiment().source.has_value();
    if (two && !m_source)
        source();
    const bool isStep = is_cache_step(m_document.experiment());
    const QString queries = !two ? QString() : isStep ? tr("Query") : tr("Queries from");
    const QString keys = isStep ? tr("Keys and values up to it") : tr("Keys and values from");
    const int width = m_sentence->labelWidth(keys);
    m_sentence->setLabel(queries, width);
    if (m_source)
        m_source->setLabel(keys, width);
}

void SentencePanel::fillPositionMenu() {
    m_position->setObjectName(QStringLiteral("positionMenu"));
    m_position->setMenu(choiceMenu(m_position, positions, positionText, positionHint,
                                   [this](PositionKind kind) { setPosition(m_document, kind); }));
    showTipsUnder(*m_position->menu());
    // As on the scaled scores, where they act.
    m_position->menu()->addSeparator();
    const auto add = [this](const QString& text, const QString& tip) {
        QAction* action = m_position->menu()->addAction(text);
        action->setCheckable(true);
        action->setToolTip(tip);
        return action;
    };
    m_rotary = add(tr("Rotary positions"), rotaryHint());
    m_alibi = add(tr("ALiBi"), alibiHint());
    connect(m_rotary, &QAction::triggered, this, [this](bool on) { setRotary(m_document, on); });
    connect(m_alibi, &QAction::triggered, this,
            [this](bool on) { setScoreBias(m_document, on ? ScoreBias::alibi : ScoreBias::none); });
    m_first = m_position->menu()->addAction(tr("First position…"), this, [this] { m_sentence->typeFirst(); });
    m_firstOfSource = m_position->menu()->addAction(tr("First position for keys and values…"), this,
                                                    [this] { m_source->typeFirst(); });
    for (QAction* each : {m_first, m_firstOfSource})
        each->setToolTip(SentenceLine::firstHint());
    m_nextWord->addTo(*m_position->menu());
    addPresets(*m_position->menu(), m_document,
               [this](const QString& message) { emit messageRequested(message); });
}

void SentencePanel::updatePosition() {
    const Experiment& experiment = m_document.experiment();
    const PositionKind kind = addedPosition(experiment);
    checkChoice(*m_position->menu(), positions, kind);
    const QString problem = has_inputs(experiment)
                                ? QString()
                                : tr("Queries, keys and values are given, so no position is added");
    for (qsizetype i = 0; const PositionKind each : positions) {
        QAction& action = *m_position->menu()->actions()[i++];
        action.setEnabled(problem.isEmpty());
        action.setToolTip(problem.isEmpty() ? positionHint(each) : problem);
    }
    m_rotary->setChecked(experiment.scores.rotary);
    m_alibi->setChecked(experiment.scores.bias == ScoreBias::alibi);
    m_first->setVisible(!is_cache_step(experiment)); // there it is on the chip of the query
    m_firstOfSource->setVisible(experiment.source.has_value());
    m_position->setToolTip(positionsHint(experiment));
    m_position->setAccessibleName(tr("Position: %1").arg(positionsText(experiment)));
    fitOptions();
}

void SentencePanel::fillLookingMenu() {
    m_looking->setObjectName(QStringLiteral("lookingMenu"));
    m_looking->setMenu(choiceMenu(m_looking, bothLooking, lookingText, lookingHint,
                                  [this](Looking looking) { m_selection.setLooking(looking); }));
    updateLooking();
}

void SentencePanel::updateLooking() {
    const Looking looking = m_selection.looking();
    checkChoice(*m_looking->menu(), bothLooking, looking);
    m_looking->setToolTip(lookingHint(looking));
    m_looking->setAccessibleName(tr("Attention of a token: %1").arg(lookingText(looking)));
    m_looking->setText(lookingText(looking));
    m_sentence->arrange();
}

/// Shortens the texts in a very narrow window.
void SentencePanel::fitOptions() {
    const QMargins margins = layout()->contentsMargins();
    const int inner = expectedWidth(*this) - margins.left() - margins.right();
    const auto fit = [inner](QAbstractButton* button, const QString& text, const QString& shorter) {
        button->setText(text);
        if (button->sizeHint().width() > inner)
            button->setText(shorter);
    };
    // In a narrow window, only the menu of the chips offers it.
    m_looking->setVisible(!m_document.experiment().source && inner >= m_theme.px(withLooking));
    const QString inUse = positionsText(m_document.experiment());
    fit(m_position, tr("Position: %1").arg(inUse), inUse);
    fit(m_add, tr("+ Second sentence"), tr("+ Sentence"));
    m_sentence->arrange();
}

void SentencePanel::restyle() {
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
    labelLines();
    fitOptions();
}

void SentencePanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitOptions();
}

} // namespace lab
