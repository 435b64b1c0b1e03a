// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/title_strip.h"

#include "core/base/text_limits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace lab {

namespace {
constexpr int linesShown = 3; // of the description
}

TitleStrip::TitleStrip(LabDocument& document, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_theme(theme), m_title(new QLineEdit(this)),
      m_description(new QPlainTextEdit(this)),
      m_done(new PillButton(theme, PillButton::Kind::chip, tr("Done"), this)) {
    setAutoFillBackground(true);
    m_title->setAccessibleName(tr("Title"));
    m_title->setPlaceholderText(tr("Title"));
    m_description->setAccessibleName(tr("Description"));
    m_description->setPlaceholderText(tr("Shown under the board: what to look at and what to try"));
    m_description->setTabChangesFocus(true);
    m_description->setFrameShape(QFrame::NoFrame);
    m_done->setToolTip(tr("Close (Escape)"));
    auto* grid = new QGridLayout(this);
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_done, 0, 1);
    grid->addWidget(m_description, 1, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    // A text field would undo its own typing, but undo belongs to the whole document.
    m_title->installEventFilter(this);
    m_description->installEventFilter(this);
    hide();
    connect(m_title, &QLineEdit::textEdited, this,
            [this](const QString& text) { setTitle(m_document, text); });
    connect(m_title, &QLineEdit::returnPressed, this, &QWidget::hide);
    connect(m_description, &QPlainTextEdit::textChanged, this, [this] {
        if (m_description->hasFocus())
            setDescription(m_document, m_description->toPlainText());
    });
    connect(m_done, &QAbstractButton::clicked, this, &QWidget::hide);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (!isHidden() && (change.field == Field::everything || change.field == Field::description))
            refresh();
    });
    connect(&document, &LabDocument::fileChanged, this, [this] {
        if (!isHidden())
            refresh();
    });
    connect(&theme, &Theme::changed, this, [this] {
        if (!isHidden())
            restyle();
    });
}

void TitleStrip::open() {
    restyle(); // while it is closed, nothing keeps it up to date
    refresh();
    show();
    m_title->setFocus();
    m_title->selectAll();
}

void TitleStrip::refresh() {
    // A text too long for its field is shown shortened and read-only.
    constexpr auto most = static_cast<qsizetype>(most_in_field);
    const QString wholeTitle = QString::fromStdString(m_document.experiment().title);
    const QString wholeDescription = QString::fromStdString(m_document.experiment().description);
    m_title->setReadOnly(wholeTitle.size() > most);
    m_description->setReadOnly(wholeDescription.size() > most);
    const QString title = m_title->isReadOnly() ? shortText(wholeTitle) : wholeTitle;
    const QString description =
        m_description->isReadOnly() ? shortText(wholeDescription, shownOfText) : wholeDescription;
    if (m_title->text() != title)
        m_title->setText(title);
    if (m_description->toPlainText() != description) {
        const QSignalBlocker blocker(m_description);
        m_description->setPlainText(description);
    }
}

void TitleStrip::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel)
        hide();
    else
        QFrame::keyPressEvent(event);
}

bool TitleStrip::eventFilter(QObject* watched, QEvent* event) {
    if (leavesToWindow(event))
        return true;
    if (takesEscape(event))
        return true;
    return QFrame::eventFilter(watched, event);
}

void TitleStrip::restyle() {
    const int lines = linesShown * QFontMetrics(m_theme.font(TextRole::body)).lineSpacing();
    QPalette soft = m_description->palette();
    soft.setColor(QPalette::Base, m_theme.colours().page);
    m_description->setPalette(soft);
    m_title->setFont(m_theme.font(TextRole::heading));
    m_description->setFont(m_theme.font(TextRole::body));
    m_description->setFixedHeight(lines + m_theme.px(12));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
}

} // namespace lab
