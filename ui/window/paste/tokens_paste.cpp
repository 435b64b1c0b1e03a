// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/paste/tokens_paste.h"

#include "core/import/import_plan.h"
#include "core/io/array_files.h"
#include "ui/document/lab_document.h"
#include "ui/panels/parameters/paste_strip.h"
#include "ui/panels/sentence/sentence_panel.h"
#include "ui/widgets/text_limit.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace lab {

TokensPaste::TokensPaste(LabDocument& document, SentencePanel& sentence, const Theme& theme, QWidget* window)
    : QObject(window), m_document(document), m_sentence(sentence), m_theme(theme), m_window(window) {
    window->installEventFilter(this);
    sentence.line().installEventFilter(this);
}

bool TokensPaste::canPaste() const {
    const Experiment& experiment = m_document.experiment();
    return experiment.sequence.tokens.empty() && !experiment.source && has_inputs(experiment);
}

/// Takes a pasted matrix, or arrays with names. Pasted into the sentence's field, a single line is words, as
/// usual.
bool TokensPaste::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste) ||
        !canPaste())
        return false;
    const QString text = QGuiApplication::clipboard()->text();
    const bool isTyping = watched != m_window;
    if (isTyping && !text.trimmed().contains(QLatin1Char('\n')))
        return false;
    const QString problem = pasteProblem(text);
    if (problem.isEmpty()) {
        const Result<NamedArraysPtr> named = read_named_text(text.toStdString());
        if (named && !import_prefixes(*named.value()).empty()) {
            emit layerPasted(named.value());
            return true;
        }
    }
    const Paste paste = problem.isEmpty() ? pasteTokens(m_document.commitPending(), text) : Paste();
    if (!paste.choices.empty())
        ask(paste);
    else if (!isTyping)
        emit messageRequested(problem.isEmpty() ? paste.problem : problem);
    return !isTyping || !paste.choices.empty();
}

void TokensPaste::ask(const Paste& paste) {
    if (!m_strip) {
        m_strip = new PasteStrip(m_document, m_theme, m_window);
        connect(m_strip, &PasteStrip::done, &m_sentence.line(), qOverload<>(&QWidget::setFocus));
        connect(m_strip, &PasteStrip::cancelled, &m_sentence.line(), qOverload<>(&QWidget::setFocus));
        emit stripMade(m_strip);
    }
    m_strip->ask(paste);
}

} // namespace lab
