// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence_panel.h"

#include "core/edits/tokens.h"
#include "ui/document/lab_document.h"
#include "ui/document/options.h"
#include "ui/document/token_options.h"
#include "ui/panels/chip_hand.h"
#include "ui/panels/file_settings.h"
#include "ui/selection.h"
#include "ui/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QActionGroup>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <limits>

namespace lab {

namespace {
constexpr int mostLines = 3; // of chips
constexpr int mostSourceLines = 2;
constexpr double readableLine = 220; // points of the sentence beside its button

constexpr std::array tokenizers{Tokenizer::whitespace, Tokenizer::words, Tokenizer::characters,
                                Tokenizer::manual};

QString tokenizerText(Tokenizer tokenizer) {
    switch (tokenizer) {
    case Tokenizer::whitespace:
        return SentencePanel::tr("Spaces");
    case Tokenizer::words:
        return SentencePanel::tr("Words");
    case Tokenizer::characters:
        return SentencePanel::tr("Letters");
    case Tokenizer::manual:
        return SentencePanel::tr("By hand");
    }
    return {};
}

QString tokenizerHint(Tokenizer tokenizer) {
    switch (tokenizer) {
    case Tokenizer::whitespace:
        return SentencePanel::tr("Tokens are what stands between spaces");
    case Tokenizer::words:
        return SentencePanel::tr("Tokens are words and punctuation marks, also in scripts without spaces");
    case Tokenizer::characters:
        return SentencePanel::tr("Tokens are letters as they are read, with their accents");
    case Tokenizer::manual:
        return SentencePanel::tr("The tokens stay as they are and the sentence does not change them");
    }
    return {};
}

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
        return SentencePanel::tr("A token's vector is the same wherever it stands");
    case PositionKind::sinusoidal:
        return SentencePanel::tr("Sines and cosines of the position are added to the vector of a token");
    case PositionKind::learned:
        return SentencePanel::tr("A row of a table, which you can edit, is added to the vector of a token");
    }
    return {};
}
} // namespace

SentencePanel::SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_top(new QBoxLayout(QBoxLayout::LeftToRight)), m_line(new QLineEdit(this)),
      m_options(new QWidget(this)), m_tokenizer(new QPushButton(m_options)),
      m_position(new QPushButton(m_options)), m_problem(new QLabel(this)),
      m_tokens(new TokenRow(theme, true, this)), m_source(new TokenRow(theme, false, this)) {
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
    column->addLayout(m_top);
    m_top->addWidget(m_line, 1);
    m_top->addWidget(m_options);
    auto* options = new FlowLayout(m_options);
    options->setContentsMargins({});
    options->addWidget(m_tokenizer);
    options->addWidget(m_position);
    fillTokenizerMenu();
    fillPositionMenu();
    column->addWidget(m_problem);
    column->addWidget(m_tokens);
    column->addWidget(m_source);
    connect(m_line, &QLineEdit::textEdited, &document,
            [&document](const QString& text) { document.setText(text); });
    connectRow(m_tokens, Side::sentence);
    connectRow(m_source, Side::source);
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
    if (reshapes(change) || change.field == Field::position)
        updatePosition();
    if (reshapes(change) || change.field == Field::mask)
        updatePadding();
    if (!reshapes(change))
        return;
    const Experiment& experiment = m_document.experiment();
    const QString text = QString::fromStdString(experiment.sequence.text);
    if (m_line->text() != text)
        m_line->setText(text);
    const bool given = experiment.sequence.tokenizer == Tokenizer::manual;
    m_line->setReadOnly(given);
    m_line->setPlaceholderText(given ? tr("The tokens are given by hand") : tr("Type a sentence"));
    m_line->setToolTip(given ? tr("The tokens are given by hand, so the sentence cannot be edited: choose "
                                  "another way to split it first")
                             : QString());
    updateTokenizer();
    m_tokens->setTokens(experiment.sequence.tokens, sentenceSetting(experiment));
    m_source->setTokens(experiment.source ? experiment.source->tokens : std::vector<std::string>{},
                        sourceSetting(experiment));
    m_source->setVisible(experiment.source.has_value());
    updateHeld();
    updateLine();
    fitChips();
}

void SentencePanel::connectRow(TokenRow* row, Side side) {
    connect(row, &TokenRow::grown, this, &SentencePanel::fitChips);
    const ChipHand* hand = &row->hand();
    connect(hand, &ChipHand::opened, &m_selection, &Selection::release);
    connect(hand, &ChipHand::moved, this,
            [this, side](TokenIndex from, TokenIndex to) { moveToken(m_document, side, from, to); });
    connect(hand, &ChipHand::removed, this,
            [this, side](TokenIndex token) { removeToken(m_document, side, token); });
    connect(hand, &ChipHand::typed, this, [this, side](TokenIndex token, const QString& text) {
        replaceToken(m_document, side, token, text);
    });
    connect(hand, &ChipHand::menuWanted, this,
            [this, side](TokenIndex token, QPoint at) { showTokenMenu(side, token, at); });
}

void SentencePanel::showTokenMenu(Side side, TokenIndex token, QPoint at) {
    TokenRow* row = side == Side::source ? m_source : m_tokens;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addAction(tr("Type another word"), QKeySequence(Qt::Key_F2), row,
                    [row, token] { row->hand().edit(token); });
    menu->addAction(tr("Duplicate"), this, [this, side, token] { duplicateToken(m_document, side, token); });
    menu->addAction(tr("Remove"), QKeySequence(Qt::Key_Delete), this,
                    [this, side, token] { removeToken(m_document, side, token); });
    if (side == keySide(m_document.experiment())) {
        menu->addSeparator();
        QAction* padding = menu->addAction(tr("Padding"));
        padding->setToolTip(tr("No query attends to it, as to what fills up a shorter sentence"));
        padding->setCheckable(true);
        padding->setChecked(is_padding(m_document.experiment(), token));
        connect(padding, &QAction::triggered, this,
                [this, token](bool hidden) { setPadding(m_document, token, hidden); });
    }
    menu->popup(at);
}

void SentencePanel::updatePadding() {
    const bool source = keySide(m_document.experiment()) == Side::source;
    const auto hidden = [padding = m_document.experiment().mask.padding](TokenIndex token) {
        return std::ranges::find(padding, token) != padding.end();
    };
    const auto none = [](TokenIndex) { return false; };
    (source ? m_source : m_tokens)->strike(hidden);
    (source ? m_tokens : m_source)->strike(none);
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

void SentencePanel::fillTokenizerMenu() {
    m_tokenizer->setObjectName(QStringLiteral("tokenizerMenu"));
    auto* menu = new QMenu(m_tokenizer);
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(menu);
    for (const Tokenizer tokenizer : tokenizers) {
        QAction* action = menu->addAction(tokenizerText(tokenizer));
        action->setToolTip(tokenizerHint(tokenizer));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, tokenizer] {
            m_document.setTokenizer(tokenizer);
            updateTokenizer(); // a refused choice is none
        });
    }
    m_tokenizer->setMenu(menu);
}

void SentencePanel::updateTokenizer() {
    const Tokenizer tokenizer = m_document.experiment().sequence.tokenizer;
    const auto which = std::ranges::find(tokenizers, tokenizer) - tokenizers.begin();
    m_tokenizer->menu()->actions()[which]->setChecked(true);
    m_tokenizer->setText(tokenizerText(tokenizer));
    m_tokenizer->setToolTip(tokenizerHint(tokenizer));
    m_tokenizer->setAccessibleName(tr("Tokens: %1").arg(tokenizerText(tokenizer)));
}

void SentencePanel::fillPositionMenu() {
    m_position->setObjectName(QStringLiteral("positionMenu"));
    auto* menu = new QMenu(m_position);
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(menu);
    for (const PositionKind kind : positions) {
        QAction* action = menu->addAction(positionText(kind));
        action->setToolTip(positionHint(kind));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, kind] { setPosition(m_document, kind); });
    }
    m_position->setMenu(menu);
}

void SentencePanel::updatePosition() {
    const Experiment& experiment = m_document.experiment();
    const PositionKind kind = experiment.embedding.position.kind;
    const auto which = std::ranges::find(positions, kind) - positions.begin();
    m_position->menu()->actions()[which]->setChecked(true);
    m_position->setEnabled(has_inputs(experiment));
    m_position->setToolTip(has_inputs(experiment)
                               ? positionHint(kind)
                               : tr("Queries, keys and values are given, so no position is added"));
    m_position->setAccessibleName(tr("Position: %1").arg(positionText(kind)));
    arrangeLine();
}

/// The buttons stand beside the sentence, or under it where that would be too short to read.
void SentencePanel::arrangeLine() {
    const QMargins margins = layout()->contentsMargins();
    const int inner = width() - margins.left() - margins.right();
    const QString kind = positionText(m_document.experiment().embedding.position.kind);
    m_position->setText(tr("Position: %1").arg(kind));
    const bool beside = inner >= m_theme.px(readableLine) + m_options->sizeHint().width();
    m_top->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_top->setAlignment(m_options, beside ? Qt::AlignVCenter : Qt::Alignment());
    m_options->setSizePolicy(beside ? QSizePolicy::Fixed : QSizePolicy::Preferred, QSizePolicy::Preferred);
    if (m_position->sizeHint().width() > inner)
        m_position->setText(kind);
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
    m_top->setSpacing(m_theme.px(8));
    m_options->layout()->setSpacing(m_theme.px(8));
    arrangeLine();
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
    arrangeLine();
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
