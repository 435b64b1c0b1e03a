// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/paste_strip.h"

#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/text/breakable.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QKeyEvent>
#include <QLabel>

namespace lab {

namespace {
constexpr double shortChoice = 120; // points: wider choices wrap
}

PasteStrip::PasteStrip(LabDocument& document, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_theme(theme), m_flow(new FlowLayout(this)),
      m_question(new QLabel(this)),
      m_cancel(new PillButton(theme, PillButton::Kind::plain, tr("Cancel"), this)) {
    setObjectName(QStringLiteral("paste"));
    setAutoFillBackground(true);
    m_question->setWordWrap(true);
    m_question->setTextFormat(Qt::PlainText);
    m_cancel->setSmall();
    m_flow->addWidget(m_question);
    m_flow->addWidget(m_cancel);
    hide();
    connect(m_cancel, &QAbstractButton::clicked, this, &PasteStrip::cancel);
    // The choices no longer apply once the document has changed.
    connect(&document, &LabDocument::changed, this, &PasteStrip::leave);
    connect(&theme, &Theme::changed, this, &PasteStrip::restyle);
    restyle();
}

QString PasteStrip::question() const {
    return isHidden() ? QString() : m_question->accessibleName();
}

void PasteStrip::ask(const Paste& paste) {
    cancel();
    m_choices = paste.choices;
    writeBreakable(*m_question, paste.question);
    m_flow->removeWidget(m_cancel);
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        auto* button = new PillButton(m_theme, PillButton::Kind::choice, m_choices[i].text, this);
        button->setSmall();
        button->setCheckable(false);
        if (button->sizeHint().width() > m_theme.px(shortChoice))
            button->setWrapping();
        connect(button, &QAbstractButton::clicked, this, [this, i] { choose(i); });
        m_flow->addWidget(button);
        button->show();
        m_buttons.push_back(button);
    }
    m_flow->addWidget(m_cancel);
    show();
    m_buttons.front()->setFocus();
}

void PasteStrip::choose(std::size_t which) {
    const PasteChoice choice = m_choices[which];
    leave();
    m_document.apply(choice.step);
    emit done(choice.message);
}

void PasteStrip::cancel() {
    if (isHidden())
        return;
    leave();
    emit cancelled();
}

void PasteStrip::leave() {
    hide();
    m_choices.clear();
    for (PillButton* button : m_buttons)
        retire(button);
    m_buttons.clear();
}

bool PasteStrip::event(QEvent* event) {
    return takesEscape(event) || QFrame::event(event);
}

void PasteStrip::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel)
        cancel();
    else
        QFrame::keyPressEvent(event);
}

void PasteStrip::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().accentSoft);
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    setPalette(colours);
    m_question->setFont(m_theme.font(TextRole::small));
    m_flow->setContentsMargins(m_theme.px(8), m_theme.px(6), m_theme.px(8), m_theme.px(6));
    m_flow->setSpacing(m_theme.px(6));
}

} // namespace lab
