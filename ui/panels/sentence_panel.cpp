// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence_panel.h"

#include "ui/document/lab_document.h"
#include "ui/selection.h"
#include "ui/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lab {

namespace {
constexpr int mostChipLines = 3; // more of them scroll
}

SentencePanel::SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_line(new QLineEdit(this)), m_area(new QScrollArea(this)), m_row(new QWidget),
      m_flow(new FlowLayout(m_row)) {
    setAutoFillBackground(true);
    m_line->setPlaceholderText(tr("Type a sentence"));
    m_line->setAccessibleName(tr("Sentence"));
    m_line->installEventFilter(this);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_row->setAccessibleName(tr("Tokens"));
    m_area->setWidget(m_row);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_line);
    column->addWidget(m_area);
    connect(m_line, &QLineEdit::textEdited, &document, &LabDocument::setText);
    connect(&document, &LabDocument::changed, this, &SentencePanel::refresh);
    connect(&selection, &Selection::heldChanged, this, &SentencePanel::updateHeld);
    connect(&theme, &Theme::changed, this, &SentencePanel::restyle);
    restyle();
    refresh({});
}

void SentencePanel::refresh(const Change& change) {
    if (change.field != Field::everything && change.field != Field::sequence)
        return;
    const Sequence& sequence = m_document.experiment().sequence;
    const QString text = QString::fromStdString(sequence.text);
    if (m_line->text() != text)
        m_line->setText(text);
    while (m_chips.size() > sequence.tokens.size()) {
        delete m_chips.back();
        m_chips.pop_back();
    }
    for (std::size_t i = 0; i < sequence.tokens.size(); ++i) {
        if (i == m_chips.size()) {
            auto* chip = new PillButton(m_theme, PillButton::Kind::chip, {}, m_row);
            chip->setBadge(QString::number(i + 1));
            connect(chip, &QAbstractButton::clicked, this,
                    [this, i] { m_selection.toggleHeldToken(static_cast<TokenIndex>(i)); });
            m_chips.push_back(chip);
            m_flow->addWidget(chip);
            chip->show();
        }
        const QString token = QString::fromStdString(sequence.tokens[i]);
        m_chips[i]->setText(token);
        m_chips[i]->setToolTip(tr("Hold “%1” everywhere").arg(token));
        m_chips[i]->setAccessibleName(tr("Token %1, %2").arg(i + 1).arg(token));
        m_chips[i]->updateGeometry();
    }
    updateHeld();
    fitChips();
}

void SentencePanel::updateHeld() {
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const auto token = static_cast<TokenIndex>(i);
        const auto& held = m_selection.held();
        const bool cross = m_document.experiment().source.has_value();
        const auto isOurs = [&](Axis axis) { return same_axis(axis, Axis::query_token, cross); };
        const bool inCell = held && ((isOurs(info(held->stage).rows) && held->row == token) ||
                                     (isOurs(info(held->stage).columns) && held->column == token));
        m_chips[i]->setChecked(inCell || m_selection.heldToken() == token);
    }
}

void SentencePanel::restyle() {
    m_line->setFont(m_theme.font(TextRole::sentence));
    m_line->setTextMargins(m_theme.px(8), m_theme.px(3), m_theme.px(8), m_theme.px(3));
    m_flow->setContentsMargins({});
    m_flow->setSpacing(m_theme.px(6));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
    fitChips();
}

/// Gives the chips the lines they need, up to a few.
void SentencePanel::fitChips() {
    const QMargins margins = layout()->contentsMargins();
    const int inner = std::max(width() - margins.left() - margins.right(), 1);
    const int line = PillButton(m_theme, PillButton::Kind::chip, QStringLiteral("X")).sizeHint().height();
    const int most = mostChipLines * line + (mostChipLines - 1) * m_flow->spacing();
    m_area->setFixedHeight(std::clamp(m_flow->heightForWidth(inner), line, most));
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
    return QFrame::eventFilter(watched, event);
}

} // namespace lab
