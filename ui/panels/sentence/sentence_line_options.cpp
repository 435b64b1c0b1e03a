// SPDX-License-Identifier: GPL-3.0-or-later
//
// Of a sentence line, what is chosen beside it: how it is split, and the position of its first token.
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/tab_order.h"
#include "ui/panels/sentence/sentence_line.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/number_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <array>

namespace lab {

namespace {

constexpr std::array tokenizers{Tokenizer::whitespace, Tokenizer::words, Tokenizer::characters,
                                Tokenizer::manual};

QString tokenizerText(Tokenizer tokenizer) {
    switch (tokenizer) {
    case Tokenizer::whitespace:
        return SentenceLine::tr("Spaces");
    case Tokenizer::words:
        return SentenceLine::tr("Words");
    case Tokenizer::characters:
        return SentenceLine::tr("Letters");
    case Tokenizer::manual:
        return SentenceLine::tr("By hand");
    }
    return {};
}

QString tokenizerHint(Tokenizer tokenizer) {
    switch (tokenizer) {
    case Tokenizer::whitespace:
        return SentenceLine::tr("Tokens are separated by spaces");
    case Tokenizer::words:
        return SentenceLine::tr("Words and punctuation marks, also in scripts without spaces");
    case Tokenizer::characters:
        return SentenceLine::tr("Each letter is a token, accents included");
    case Tokenizer::manual:
        return SentenceLine::tr("The tokens are listed in the document; the sentence does not change them");
    }
    return {};
}

} // namespace

QString SentenceLine::firstHint() {
    return tr(
        "The position of the first token, from 1: of a later part of a text, or of queries whose earlier "
        "keys are kept");
}

void SentenceLine::fillTokenizerMenu() {
    m_tokenizer->setObjectName(QStringLiteral("tokenizerMenu"));
    m_tokenizer->setMenu(
        choiceMenu(m_tokenizer, tokenizers, tokenizerText, tokenizerHint, [this](Tokenizer tokenizer) {
            m_document.setTokenizer(tokenizer, m_side);
            updateTokenizer(); // restores the menu if the choice was rejected
        }));
    QMenu* menu = m_tokenizer->menu();
    menu->addSeparator();
    menu->addAction(tr("First position…"), this, &SentenceLine::typeFirst)->setToolTip(firstHint());
}

void SentenceLine::updateTokenizer() {
    const Tokenizer tokenizer = sequence().tokenizer;
    m_tokenizer->setVisible(!isLastWord());
    checkChoice(*m_tokenizer->menu(), tokenizers, tokenizer);
    m_tokenizer->setText(tokenizerText(tokenizer));
    m_tokenizer->setToolTip(tokenizerHint(tokenizer));
    m_tokenizer->setAccessibleName(tr("Tokens: %1").arg(tokenizerText(tokenizer)));
}

/// Shows the position of the first token if it is another than 1, or being typed. The query of a cache step
/// has it on its chip.
void SentenceLine::showFirst(const Sequence& now) {
    const bool isSaid = now.offset != 0 && !isLastWord();
    if (!m_first && !isSaid)
        return;
    NumberField& field = first();
    field.setNumber(static_cast<double>(now.offset + 1));
    field.parentWidget()->setVisible(isSaid || field.hasFocus());
    arrange();
}

void SentenceLine::typeFirst() {
    first().parentWidget()->show();
    arrange();
    m_first->setFocus();
    m_first->selectAll();
}

NumberField& SentenceLine::first() {
    if (m_first)
        return *m_first;
    const QLayout& options = *m_options->layout();
    const QWidget& last = *options.itemAt(options.count() - 1)->widget();
    auto* group = new QWidget(m_options);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins({});
    m_firstLabel = new QLabel(tr("First position"), group);
    m_first = new NumberField(
        m_theme,
        {[this](double position) { return firstPositionProblem(m_document.experiment(), m_side, position); },
         1, 4, true},
        group);
    row->addWidget(m_firstLabel);
    row->addWidget(m_first);
    m_first->setAccessibleName(m_side == Side::source ? tr("First position for keys and values")
                                                      : tr("First position"));
    m_first->setToolTip(firstHint());
    m_first->installEventFilter(this);
    connect(m_first, &NumberField::entered, this,
            [this](double position) { setFirstPosition(m_document, m_side, static_cast<Index>(position)); });
    connect(m_first, &NumberField::refused, this, &SentenceLine::showProblem);
    m_first->setNumber(static_cast<double>(sequence().offset + 1));
    group->hide();
    addOption(group);
    tabAfter(last, *group);
    restyle();
    return *m_first;
}

} // namespace lab
