// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence_panel.h"

#include "ui/document/lab_document.h"
#include "ui/panels/file_settings.h"
#include "ui/selection.h"
#include "ui/theme.h"
#include "ui/widgets/pill_button.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <limits>

namespace lab {

namespace {
constexpr int mostLines = 3; // of chips
constexpr int mostSourceLines = 2;
} // namespace

SentencePanel::SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_line(new QLineEdit(this)), m_problem(new QLabel(this)), m_tokens(new TokenRow(theme, true, this)),
      m_source(new TokenRow(theme, false, this)) {
    setAutoFillBackground(true);
    m_line->setAccessibleName(tr("Sentence"));
    // A text is refused or taken as a whole, never cut.
    m_line->setMaxLength(std::numeric_limits<int>::max());
    m_line->installEventFilter(this);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    m_tokens->widget()->setAccessibleName(tr("Tokens"));
    m_source->widget()->setAccessibleName(tr("Tokens that keys and values come from"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_line);
    column->addWidget(m_problem);
    column->addWidget(m_tokens);
    column->addWidget(m_source);
    connect(m_line, &QLineEdit::textEdited, &document, &LabDocument::setText);
    for (const TokenRow* row : {m_tokens, m_source})
        connect(row, &TokenRow::grown, this, &SentencePanel::fitChips);
    connect(m_tokens, &TokenRow::clicked, &selection, &Selection::toggleHeldToken);
    connect(&document, &LabDocument::changed, this, &SentencePanel::refresh);
    connect(&document, &LabDocument::textRefused, this, &SentencePanel::refuse);
    connect(&selection, &Selection::heldChanged, this, &SentencePanel::updateHeld);
    connect(&theme, &Theme::changed, this, &SentencePanel::restyle);
    restyle();
    refresh({});
}

QString SentencePanel::problem() const {
    return m_problem->isHidden() ? QString() : m_problem->text();
}

void SentencePanel::refresh(const Change& change) {
    m_problem->hide();
    if (!reshapes(change))
        return;
    const Experiment& experiment = m_document.experiment();
    const QString text = QString::fromStdString(experiment.sequence.text);
    if (m_line->text() != text)
        m_line->setText(text);
    const bool given = experiment.sequence.tokenizer == Tokenizer::manual;
    m_line->setReadOnly(given);
    m_line->setPlaceholderText(given ? tr("The tokens are given in the file") : tr("Type a sentence"));
    m_line->setToolTip(given ? tr("The tokens are given in the file, so the sentence cannot be edited here")
                             : QString());
    m_tokens->setTokens(experiment.sequence.tokens, sentenceSetting(experiment));
    m_source->setTokens(experiment.source ? experiment.source->tokens : std::vector<std::string>{},
                        sourceSetting(experiment));
    m_source->setVisible(experiment.source.has_value());
    updateHeld();
    updateLine();
    fitChips();
}

/// The line goes back to the sentence, which stays as it was.
void SentencePanel::refuse(const QString& reason) {
    m_line->setText(QString::fromStdString(m_document.experiment().sequence.text));
    m_problem->setText(reason);
    m_problem->show();
}

void SentencePanel::updateHeld() {
    const std::optional<CellRef> held = m_selection.held();
    const bool cross = m_document.experiment().source.has_value();
    const auto inCell = [held, cross](Axis sequence, TokenIndex token) {
        const auto stands = [&](Axis axis, Index index) {
            return same_axis(axis, sequence, cross) && index == token;
        };
        return held &&
               (stands(info(held->stage).rows, held->row) || stands(info(held->stage).columns, held->column));
    };
    m_tokens->light([inCell, heldToken = m_selection.heldToken()](TokenIndex token) {
        return inCell(Axis::query_token, token) || heldToken == token;
    });
    m_source->light([inCell](TokenIndex token) { return inCell(Axis::key_token, token); });
}

void SentencePanel::updateLine() {
    QPalette line = palette();
    if (m_line->isReadOnly()) {
        line.setColor(QPalette::Base, m_theme.colours().page);
        line.setColor(QPalette::Text, m_theme.colours().muted);
    }
    m_line->setPalette(line);
}

void SentencePanel::restyle() {
    updateLine();
    m_line->setFont(m_theme.font(TextRole::sentence));
    m_line->setTextMargins(m_theme.px(8), m_theme.px(3), m_theme.px(8), m_theme.px(3));
    QPalette problem = palette();
    problem.setColor(QPalette::WindowText, m_theme.colours().error);
    m_problem->setPalette(problem);
    m_problem->setFont(m_theme.font(TextRole::body));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
    fitChips();
}

void SentencePanel::fitChips() {
    const QMargins margins = layout()->contentsMargins();
    const int inner = std::max(width() - margins.left() - margins.right(), 1);
    m_tokens->fit(inner, mostLines);
    m_source->fit(inner, mostSourceLines);
}

void SentencePanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitChips();
}

bool SentencePanel::eventFilter(QObject* watched, QEvent* event) {
    // The line would undo its own letters; undo belongs to the whole document.
    if (watched == m_line && event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    // The reason for a refusal goes when the hand leaves the line.
    if (watched == m_line && event->type() == QEvent::FocusOut)
        m_problem->hide();
    return QFrame::eventFilter(watched, event);
}

} // namespace lab
