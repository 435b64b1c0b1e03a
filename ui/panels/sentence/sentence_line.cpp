// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/sentence_line.h"

#include "core/experiment/cache_step.h"
#include "core/experiment/masks.h"
#include "core/lesson/allow_names.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/panels/sentence/attention_arcs.h"
#include "ui/panels/sentence/expected_width.h"
#include "ui/panels/sentence/token_editor.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"
#include "ui/text/breakable.h"
#include "ui/text/short_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace lab {

namespace {

constexpr int linesOfChips = 3; // at most; beyond that they scroll
constexpr int linesOfSourceChips = 2;
constexpr double readableLine = 220;      // points: minimum width of the line beside its controls
constexpr qsizetype mostInLine = 100'000; // characters: QLineEdit lays out all of them at every key press

} // namespace

SentenceLine::SentenceLine(LabDocument& document, Selection& selection, const Theme& theme, Side side,
                           QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme), m_side(side),
      m_top(new QBoxLayout(QBoxLayout::LeftToRight)), m_typed(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_label(new QLabel(this)), m_line(new QLineEdit(this)),
      m_lock(m_line->addAction(QIcon(), QLineEdit::TrailingPosition)), m_options(new QWidget(this)),
      m_tokenizer(new QPushButton(m_options)), m_problem(new QLabel(this)),
      m_tokens(new TokenRow(theme, this)), m_arcs(new AttentionArcs(theme, this)) {
    const bool source = side == Side::source;
    m_line->setAccessibleName(source ? tr("Sentence for keys and values") : tr("Sentence"));
    // A text is accepted or rejected as a whole, never truncated.
    m_line->setMaxLength(std::numeric_limits<int>::max());
    m_line->installEventFilter(this);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    m_tokens->widget()->setAccessibleName(source ? tr("Tokens for keys and values") : tr("Tokens"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addLayout(m_top);
    m_top->addLayout(m_typed, 1);
    m_typed->addWidget(m_label);
    m_typed->addWidget(m_line, 1);
    m_label->setTextFormat(Qt::PlainText);
    m_label->hide();
    m_top->addWidget(m_options);
    auto* options = new FlowLayout(m_options);
    options->setContentsMargins({});
    options->addWidget(m_tokenizer);
    fillTokenizerMenu();
    column->addWidget(m_problem);
    column->addWidget(m_tokens);
    column->addWidget(m_arcs);
    m_arcs->hide();
    connect(m_line, &QLineEdit::textEdited, this,
            [this](const QString& text) { m_document.setText(text, m_side); });
    connectChips();
    connect(&document, &LabDocument::changed, this, &SentenceLine::refresh);
    connect(&document, &LabDocument::textRefused, this, &SentenceLine::refuse);
    connect(&document, &LabDocument::playedChanged, this, &SentenceLine::showLock);
    connect(&selection, &Selection::inspectedChanged, this, &SentenceLine::updateInspected);
    connect(&document, &LabDocument::computed, this, &SentenceLine::updateAttention);
    connect(&document, &LabDocument::previewEnded, this, &SentenceLine::updateAttention);
    for (const auto signal :
         {&Selection::hoveredChanged, &Selection::hoveredTokenChanged, &Selection::lookingChanged,
          &Selection::inspectedChanged, &Selection::headChanged, &Selection::knownWeightsChanged})
        connect(&selection, signal, this, &SentenceLine::updateAttention);
    connect(&theme, &Theme::changed, this, &SentenceLine::restyle);
    m_lock->setToolTip(tr("Locked in this step of the lesson"));
    m_lock->setVisible(false);
    restyle();
    refresh({});
}

/// At the end of the line, where a step of a lesson locks the sentence.
void SentenceLine::showLock() {
    const bool isLocked = m_document.locks(allow_sentence);
    m_lock->setVisible(isLocked);
    m_tokens->setLocked(isLocked);
    m_lock->setIcon(icon(Sign::lock, m_theme.colours().muted, m_theme.px(16), devicePixelRatioF()));
}

Sequence SentenceLine::sequence() const {
    const Experiment& experiment = m_document.experiment();
    if (m_side == Side::source && !experiment.source)
        return {};
    return sequence_of(experiment, m_side);
}

bool SentenceLine::isLastWord() const {
    return m_side == Side::sentence && is_cache_step(m_document.experiment());
}

QString SentenceLine::problem() const {
    return m_problem->isHidden() ? QString() : m_problem->accessibleName();
}

void SentenceLine::addOption(QWidget* option) {
    m_options->layout()->addWidget(option);
}

void SentenceLine::refresh(const Change& change) {
    m_problem->hide();
    if (reshapes(change) || change.field == Field::mask)
        updatePadding();
    if (!reshapes(change) && change.field != Field::offset)
        return updateAttention();
    const Sequence now = sequence();
    showText(now);
    if (change.field == Field::everything) // of another document one wants to see the beginning
        m_line->setCursorPosition(0);
    const bool given = now.tokenizer == Tokenizer::manual;
    m_line->setPlaceholderText(given                    ? tr("The tokens are listed in the document")
                               : m_side == Side::source ? tr("Type the sentence for keys and values")
                                                        : tr("Type a sentence"));
    updateTokenizer();
    m_tokens->setTokens(now, isLastWord() ? QString() : tokensSetting(now));
    showFirst(now);
    setVisible(m_side == Side::sentence || m_document.experiment().source);
    updateInspected();
    updateLine();
    fitChips();
    updateAttention();
}

/// Shows the sentence, or its beginning and end if it is too long to be edited here.
void SentenceLine::showText(const Sequence& now) {
    // Word by word, the text is that of the whole sentence.
    const QString text = QString::fromStdString(isLastWord() ? now.tokens.front() : now.text);
    const QString shown = shortText(text, mostInLine);
    const bool tooLong = shown.size() != text.size();
    const bool given = now.tokenizer == Tokenizer::manual;
    if (m_line->text() != shown)
        m_line->setText(shown);
    m_line->setReadOnly(given || tooLong);
    m_line->setToolTip(
        isLastWord() ? tr("Its words come one by one: go back to the whole sentence to edit it")
        : given      ? tr("The tokens are listed in the document, so the sentence can’t be edited: choose "
                               "another way to split it first")
        : tooLong    ? tr("The sentence has %1 characters, too many to be edited here: edit or remove "
                             "its tokens instead")
                        .arg(groupedNumber(text.size()))
                  : QString());
}

void SentenceLine::connectChips() {
    connect(m_tokens, &TokenRow::clicked, &m_selection, [this](TokenIndex token) {
        m_selection.toggleInspectedToken({token, m_side});
    });
    connect(m_tokens, &TokenRow::grown, this, &SentenceLine::fitChips);
    connect(m_tokens, &TokenRow::pointed, &m_selection, [this](std::optional<TokenIndex> token) {
        m_selection.setHoveredToken(token ? std::optional(InspectedToken{*token, m_side}) : std::nullopt);
    });
    const TokenEditor* editor = &m_tokens->tokenEditor();
    connect(editor, &TokenEditor::opened, &m_selection, &Selection::clearInspected);
    connect(editor, &TokenEditor::moved, this,
            [this](TokenIndex from, TokenIndex to) { moveToken(m_document, m_side, from, to); });
    connect(editor, &TokenEditor::removed, this,
            [this](TokenIndex token) { removeToken(m_document, m_side, token); });
    connect(editor, &TokenEditor::typed, this,
            [this](TokenIndex token, const QString& text) { replaceToken(m_document, m_side, token, text); });
    connect(editor, &TokenEditor::menuWanted, this, &SentenceLine::showTokenMenu);
    connect(editor, &TokenEditor::refused, this, &SentenceLine::showProblem);
}

void SentenceLine::showTokenMenu(TokenIndex token, QPoint at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addAction(tr("Replace…"), keyOf(KeyContext::token, KeyCommand::edit), m_tokens,
                    [row = m_tokens, token] { row->tokenEditor().edit(token); });
    menu->addAction(tr("Duplicate"), this, [this, token] { duplicateToken(m_document, m_side, token); });
    menu->addAction(tr("Remove"), keyOf(KeyContext::token, KeyCommand::remove), this,
                    [this, token] { removeToken(m_document, m_side, token); });
    menu->addSeparator();
    if (!m_document.experiment().source) {
        QAction* lookedAt = menu->addAction(tr("Show what looks at a token"));
        lookedAt->setToolTip(tr("Instead of what it looks at"));
        lookedAt->setCheckable(true);
        lookedAt->setChecked(m_selection.looking() == Looking::by);
        connect(lookedAt, &QAction::triggered, &m_selection,
                [this](bool by) { m_selection.setLooking(by ? Looking::by : Looking::at); });
    }
    if (m_side == keySide(m_document.experiment())) {
        QAction* padding = menu->addAction(tr("Padding"));
        padding->setToolTip(tr("Padding: no query attends to this token"));
        padding->setCheckable(true);
        padding->setChecked(is_padding(m_document.experiment().mask, token));
        connect(padding, &QAction::triggered, this,
                [this, token](bool hidden) { setPadding(m_document, token, hidden); });
    }
    menu->popup(at);
}

void SentenceLine::updatePadding() {
    const bool keys = keySide(m_document.experiment()) == m_side;
    m_tokens->strike([padding = keys ? m_document.experiment().mask.padding : std::vector<TokenIndex>{}](
                         TokenIndex token) { return std::ranges::find(padding, token) != padding.end(); });
}

/// Restores the line to the sentence, which did not change.
void SentenceLine::refuse(const QString& reason, Side side) {
    if (side != m_side)
        return;
    showText(sequence());
    showProblem(reason);
}

void SentenceLine::showProblem(const QString& reason) {
    writeBreakable(*m_problem, reason);
    m_problem->show();
}

void SentenceLine::updateInspected() {
    const std::optional<CellRef> inspected = m_selection.inspected();
    const bool cross = m_document.experiment().source.has_value();
    const Axis own = m_side == Side::source ? Axis::key_token : Axis::query_token;
    const auto inCell = [inspected, own, cross](TokenIndex token) {
        const auto stands = [&](Axis axis, Index index) {
            return same_axis(axis, own, cross) && index == token;
        };
        return inspected && (stands(info(inspected->stage).rows, inspected->row) ||
                             stands(info(inspected->stage).columns, inspected->column));
    };
    const auto inspectedToken = m_selection.inspectedToken();
    m_tokens->light([inCell, inspectedToken, side = m_side](TokenIndex token) {
        return inCell(token) || inspectedToken == InspectedToken{token, side};
    });
}

void SentenceLine::updateAttention() {
    std::optional<TokenAttention> attention;
    if (m_side == Side::sentence || m_document.experiment().source) // the other line is hidden
        attention = tokenAttention(m_document, m_selection);
    if (attention && attention->side != m_side)
        attention.reset();
    m_tokens->showAttention(attention);
    m_arcs->setAttention(attention);
    const bool isAsked = m_selection.hoveredToken() || m_selection.isInspecting();
    m_arcs->setHint(isAsked && m_selection.knownWeights() ? tr("These attention weights are not computed yet")
                    : m_selection.looking() == Looking::at
                        ? tr("Point at a token to see how much attention it gives to each token")
                        : tr("Point at a token to see how much attention each token gives it"));
}

void SentenceLine::setRoomForArcs(bool room) {
    if (std::exchange(m_roomForArcs, room) != room)
        fitChips();
}

void SentenceLine::placeArcs() {
    m_tokens->widget()->layout()->activate(); // the chips are where they will be painted
    m_arcs->setPlaces(m_tokens->middlesOfOneLine());
}

int SentenceLine::labelWidth(const QString& text) const {
    return QFontMetrics(m_theme.font(TextRole::body)).horizontalAdvance(text) + m_theme.px(4);
}

void SentenceLine::setLabel(const QString& text, int width) {
    m_label->setText(text);
    m_label->setVisible(!text.isEmpty());
    m_label->setMinimumWidth(width);
    arrange();
}

void SentenceLine::arrange() {
    const int width = expectedWidth(*this);
    const int label = m_label->isHidden() ? 0 : m_label->minimumWidth() + m_typed->spacing();
    const int typed = m_theme.px(readableLine) + label;
    const bool beside = width >= typed + m_options->sizeHint().width() + m_top->spacing();
    m_typed->setDirection(width >= typed ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_top->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_top->setAlignment(m_options, beside ? Qt::AlignVCenter : Qt::Alignment());
    m_options->setSizePolicy(beside ? QSizePolicy::Fixed : QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void SentenceLine::updateLine() {
    QPalette line = palette();
    if (m_line->isReadOnly()) {
        line.setColor(QPalette::Base, m_theme.colours().page);
        line.setColor(QPalette::Text, m_theme.colours().muted);
    }
    m_line->setPalette(line);
}

void SentenceLine::restyle() {
    updateLine();
    showLock();
    m_line->setFont(m_theme.font(TextRole::sentence));
    m_line->setTextMargins(m_theme.px(8), m_theme.px(3), m_theme.px(8), m_theme.px(3));
    QPalette problem = palette();
    problem.setColor(QPalette::WindowText, m_theme.colours().error);
    m_problem->setPalette(problem);
    m_problem->setFont(m_theme.font(TextRole::body));
    QPalette label = palette();
    label.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* each : {m_label, m_firstLabel}) {
        if (!each)
            continue;
        each->setPalette(label);
        each->setFont(m_theme.font(TextRole::body));
    }
    if (m_firstLabel)
        m_firstLabel->parentWidget()->layout()->setSpacing(m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
    m_top->setSpacing(m_theme.px(8));
    m_typed->setSpacing(m_theme.px(8));
    m_options->layout()->setSpacing(m_theme.px(8));
    arrange();
    fitChips();
}

void SentenceLine::fitChips() {
    const int width = expectedWidth(*this);
    m_tokens->fit(std::max(width, 1), m_side == Side::source ? linesOfSourceChips : linesOfChips);
    // Between two sentences there are no arcs, and the board needs the room.
    const bool within = !m_document.experiment().source && !sequence().tokens.empty();
    const bool hasRoom = m_roomForArcs && within, hasArcs = hasRoom && m_tokens->takesOneLine(width);
    m_arcs->setVisible(hasArcs);
    // More lines of chips take the place of the arcs, so that what is below does not move.
    const int arcs = hasRoom && !hasArcs ? layout()->spacing() + m_arcs->sizeHint().height() : 0;
    const int lines = m_tokens->maximumHeight() - m_tokens->lineHeight();
    layout()->setContentsMargins(0, 0, 0, std::max(0, arcs - lines));
    placeArcs();
}

void SentenceLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
    fitChips();
}

bool SentenceLine::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_line && leavesToWindow(event))
        return true;
    // The error message goes when the focus leaves the line.
    if (watched == m_line && event->type() == QEvent::FocusOut)
        m_problem->hide();
    if (m_first && watched == m_first && event->type() == QEvent::FocusOut) // once it has taken its input
        QMetaObject::invokeMethod(
            this, [this] { showFirst(sequence()); }, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

} // namespace lab
