// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/wanted_tools.h"

#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace lab {

namespace {

QString shareProblem(double number) {
    return number >= 0 && number <= 1 ? QString()
                                      : WantedTools::tr("A share is a number from 0 to 1; unchanged");
}

/// Whether some query has a key of the same word.
bool hasCommonWord(const Experiment& experiment) {
    return std::ranges::any_of(experiment.sequence.tokens, [&](const std::string& query) {
        const std::vector<std::string>& keys = key_tokens(experiment);
        return std::ranges::find(keys, query) != keys.end();
    });
}

} // namespace

WantedTools::WantedTools(LabDocument& document, const Theme& theme)
    : ControlRow(theme), m_document(document), m_pills(theme) {
    setAccessibleName(tr("What is wanted"));
    addStages();
    m_ofOutput = new QLabel(tr("Click a cell of Wanted and type its number; empty: any"), this);
    add(m_ofOutput);
    addBrushes();
    addPatterns();
    m_share = addField(tr("share to paint"), tr("Share of the query that is painted next"),
                       {shareProblem, 0.05, 4, false, false, false});
    m_share->setToolTip(tr("What a painted weight, or the words of a pattern together, get of the attention "
                           "of their query; the other keys share the rest. What is painted stays: paint "
                           "over it to change it"));
    connect(m_share, &NumberField::entered, this, [this](double share) {
        LearnView learn = learnView(m_document.experiment()).learn;
        learn.brush = share;
        setLearnChoices(m_document, learn);
    });
    m_find = addPill(tr("Find weights"));
    m_find->setObjectName(QStringLiteral("findWeights"));
    m_find->setCheckable(true); // drawn as the main thing to do
    m_find->setNeverElided();
    connect(m_find, &QAbstractButton::clicked, this, [this] {
        m_find->setChecked(true);
        emit findRequested();
    });
    refresh();
}

void WantedTools::addStages() {
    auto* row = new QWidget(this);
    row->setAccessibleName(tr("Wanted of"));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    const auto stage = [&](const QString& text, WantedStage which, const QString& tip) {
        PillButton* pill = m_pills.add(
            row, text, [this, which] { return learnView(m_document.experiment()).learn.of == which; });
        pill->setToolTip(tip);
        connect(pill, &QAbstractButton::clicked, this, [this, which, text] {
            if (!m_document.refusesToEdit({}))
                setWantedStage(m_document, which, tr("Wanted: %1").arg(text));
            refresh();
        });
    };
    stage(tr("Weights"), WantedStage::weights, tr("Paint which attention weights are wanted"));
    stage(tr("Output"), WantedStage::output, tr("Type which numbers are wanted of the output"));
    add(row);
}

void WantedTools::addBrushes() {
    auto* row = new QWidget(this);
    row->setAccessibleName(tr("Paint"));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    const auto brush = [&](const QString& text, WantedBrush which, const QString& tip) {
        PillButton* pill = m_pills.add(row, text, [this, which] { return m_brush == which; });
        pill->setToolTip(tip);
        m_row = which == WantedBrush::row ? pill : m_row;
        connect(pill, &QAbstractButton::clicked, this, [this, which] {
            m_brush = which;
            refresh();
        });
    };
    brush(tr("Cell"), WantedBrush::cell, tr("Click or drag over cells; again takes them away"));
    brush(tr("Row"), WantedBrush::row, tr("The same weight for every key that the query sees"));
    brush(tr("Any"), WantedBrush::any, tr("Nothing is wanted any more of the queries that you click"));
    add(row);
    m_ofWeights.push_back(row);
}

void WantedTools::addPatterns() {
    const auto pattern = [&](const QString& text, WantedPattern which, const QString& tip) {
        auto* pill = new PillButton(m_theme, PillButton::Kind::chip, text, this);
        pill->setSmall();
        pill->setNeverElided();
        pill->setToolTip(tip);
        connect(pill, &QAbstractButton::clicked, this, [this, which] { emit patternChosen(which); });
        add(pill);
        m_ofWeights.push_back(pill);
        return pill;
    };
    m_withinSentence.push_back(pattern(tr("Previous word"), WantedPattern::previous_word,
                                       tr("Every query looks at the word before it")));
    m_sameWord = pattern(tr("Same word"), WantedPattern::same_word, QString());
    pattern(tr("First word"), WantedPattern::first_word, tr("Every query looks at the first key"));
}

void WantedTools::setPresented(bool presented) {
    m_isPresented = presented;
    for (QWidget* each : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        each->setVisible(!presented || each == m_find);
    refresh();
}

void WantedTools::takeKeyboard() {
    m_find->setFocus(Qt::TabFocusReason);
}

bool WantedTools::hasKeyboard() const {
    return m_find->hasFocus();
}

bool WantedTools::canFind() const {
    return m_find->isEnabled();
}

void WantedTools::setProblem(const QString& problem) {
    m_find->setEnabled(problem.isEmpty());
    m_find->setChecked(problem.isEmpty());
    m_find->setToolTip(problem.isEmpty() ? tr("Changes parameters step by step until it is as wanted")
                                         : problem);
}

void WantedTools::refresh() {
    m_pills.refresh();
    const LearnView learn = learnView(m_document.experiment()).learn;
    m_share->setNumber(learn.brush);
    m_row->setText(m_document.experiment().notation == Notation::columns ? tr("Column") : tr("Row"));
    const bool isOutput = learn.of == WantedStage::output;
    for (QWidget* each : m_ofWeights)
        each->setVisible(!m_isPresented && !isOutput);
    setShown(m_share, !m_isPresented && !isOutput);
    m_ofOutput->setVisible(!m_isPresented && isOutput);
    const bool hasCommon = hasCommonWord(m_document.experiment());
    m_sameWord->setEnabled(hasCommon);
    m_sameWord->setToolTip(hasCommon ? tr("Every query looks at the keys of the same word")
                                     : tr("No word is in both sentences"));
    for (PillButton* each : m_withinSentence) {
        const bool isWithin = !m_document.experiment().source;
        each->setEnabled(isWithin);
        each->setToolTip(isWithin ? tr("Every query looks at the word before it")
                                  : tr("Queries and keys are of two sentences: no key is before a query"));
    }
}

} // namespace lab
