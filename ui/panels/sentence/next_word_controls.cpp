// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/next_word_controls.h"

#include "core/edits/next_word.h"
#include "core/experiment/cache_step.h"
#include "ui/document/edits/next_word_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"

#include <QLineEdit>
#include <QMenu>

namespace lab {

namespace {

constexpr double widthOfWord = 110; // points

/// What a move does, or why it is not offered, as the tooltip of a control.
void offer(QWidget& control, const QString& hint, const QString& problem) {
    control.setEnabled(problem.isEmpty());
    control.setToolTip(problem.isEmpty() ? hint : problem);
}

/// Whether other moves may be offered after a change.
bool mayOfferOther(const Change& change) {
    switch (change.field) {
    case Field::offset:
    case Field::X:
    case Field::X_source:
    case Field::additive:
    case Field::mask:
    case Field::dropout:
    case Field::overrides:
        return true;
    default:
        return reshapes(change);
    }
}

} // namespace

NextWordControls::NextWordControls(LabDocument& document, const Theme& theme, QWidget* parent)
    : QObject(parent), m_document(document), m_theme(theme),
      m_back(new PillButton(theme, PillButton::Kind::chip, QStringLiteral("◀"), parent)),
      m_word(new QLineEdit(parent)),
      m_next(new PillButton(theme, PillButton::Kind::chip, tr("Next word ▶"), parent)),
      m_whole(new PillButton(theme, PillButton::Kind::plain, tr("Whole sentence"), parent)) {
    m_back->setAccessibleName(tr("One word back"));
    m_next->setAccessibleName(tr("Next word"));
    m_word->setAccessibleName(tr("Next word of the sentence"));
    m_word->installEventFilter(this);
    m_whole->setAccessibleName(tr("Whole sentence"));
    m_next->setNeverElided();
    for (QWidget* each : steps())
        each->hide();
    m_whole->hide();
    QWidget::setTabOrder(m_next, m_word);
    connect(m_back, &QAbstractButton::clicked, this, [this] { goToWordBefore(m_document); });
    connect(m_next, &QAbstractButton::clicked, this, &NextWordControls::goOn);
    connect(m_word, &QLineEdit::returnPressed, this, &NextWordControls::type);
    connect(m_whole, &QAbstractButton::clicked, this, [this] { goToWholeSentence(m_document); });
    connect(&theme, &Theme::changed, this, &NextWordControls::restyle);
    restyle();
}

std::vector<QWidget*> NextWordControls::steps() const {
    return {m_back, m_next, m_word};
}

void NextWordControls::addTo(QMenu& menu) {
    m_line = menu.addSeparator();
    m_in = menu.addAction(tr("Word by word, with a key cache"));
    connect(m_in, &QAction::triggered, this, [this] {
        goToLastWord(m_document);
        if (m_back->isVisible())
            (m_back->isEnabled() ? m_back : m_next)->setFocus();
    });
    refreshWayIn();
}

void NextWordControls::goOn() {
    if (!words_to_come(m_document.experiment()).empty())
        return goToNextWord(m_document);
    if (m_word->text().trimmed().isEmpty())
        m_word->setFocus();
    else
        type();
}

void NextWordControls::type() {
    const QString problem = typeNextWord(m_document, m_word->text());
    if (!problem.isEmpty())
        emit refused(problem);
    else if (m_word->isEnabled())
        m_word->setFocus();
    else
        m_next->setFocus();
}

void NextWordControls::refresh(const Change& change) {
    if (!mayOfferOther(change))
        return;
    if (reshapes(change))
        m_word->clear();
    refreshWayIn();
    const bool isStep = is_cache_step(m_document.experiment());
    m_back->setVisible(isStep);
    m_next->setVisible(isStep);
    m_word->setVisible(isStep);
    m_whole->setVisible(isStep);
    if (!isStep)
        return;
    refreshBack();
    refreshNext();
    offer(*m_whole, tr("Every word is a query again"), cacheProblem(m_document.experiment(), CacheMove::out));
}

void NextWordControls::refreshWayIn() {
    if (!m_in)
        return;
    const Experiment& experiment = m_document.experiment();
    m_line->setVisible(!experiment.source);
    m_in->setVisible(!experiment.source);
    if (experiment.source)
        return;
    const bool hasWords = !experiment.sequence.tokens.empty();
    const QString problem = hasWords ? cacheProblem(experiment, CacheMove::in) : tr("There is no word yet");
    m_in->setEnabled(problem.isEmpty());
    m_in->setToolTip(
        problem.isEmpty()
            ? tr("As a model writes: the last word is the only query. The keys and values of the "
                 "words before it are kept, and it adds its own")
            : problem);
}

void NextWordControls::refreshBack() {
    const Experiment& experiment = m_document.experiment();
    const auto last = static_cast<TokenIndex>(experiment.source->tokens.size()) - 1;
    if (last == 0)
        return offer(*m_back, {}, tr("There is no word before this one"));
    offer(*m_back,
          tr("Back to %1: the key and the value of %2 are taken away")
              .arg(quotedToken(experiment, Side::source, last - 1),
                   quotedToken(experiment, Side::source, last)),
          cacheProblem(experiment, CacheMove::back));
}

void NextWordControls::refreshNext() {
    const Experiment& experiment = m_document.experiment();
    const std::vector<std::string> toCome = words_to_come(experiment);
    const QString coming = toCome.empty() ? QString() : shownWord(toCome.front());
    const QString problem = cacheProblem(experiment, CacheMove::on);
    const QString kept = tr("The keys and values of earlier words stay as they are: only %1 is new");
    offer(*m_next, toCome.empty() ? tr("Type the next word") : kept.arg(tr("“%1”").arg(coming)), problem);
    // While words come by themselves, the field is only disabled: hiding it would move the buttons.
    offer(*m_word, tr("Return adds it to the sentence. %1").arg(kept.arg(tr("this word"))),
          !problem.isEmpty() || toCome.empty() ? problem : tr("“%1” comes next").arg(coming));
    m_word->setPlaceholderText(toCome.empty() ? tr("Type a word") : coming);
}

void NextWordControls::restyle() {
    m_word->setFont(m_theme.font(TextRole::body));
    m_word->setFixedWidth(m_theme.px(widthOfWord));
}

bool NextWordControls::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_word && leavesToWindow(event))
        return true;
    return QObject::eventFilter(watched, event);
}

} // namespace lab
