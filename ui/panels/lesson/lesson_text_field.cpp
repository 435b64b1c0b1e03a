// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/lesson_text_field.h"

#include "core/base/text_limits.h"
#include "core/lesson/lesson_text.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/lesson_text_view.h"
#include "ui/text/short_text.h"

#include <QAbstractTextDocumentLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int mostFieldLines = 14;   // of a longer text, the field scrolls
constexpr double previewIndent = 10; // points

/// Whether a place in the text, in bytes, is inside a formula or at its edge.
bool isInFormula(const std::string& text, std::size_t place) {
    for (const LessonRun& each : lesson_runs(text)) {
        const auto from = static_cast<std::size_t>(each.text.data() - text.data());
        if (each.kind == LessonRun::Kind::formula && place >= from && place <= from + each.text.size())
            return true;
    }
    return false;
}

} // namespace

LessonTextField::LessonTextField(const Theme& theme, const QString& name, const QString& placeholder,
                                 Label label, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_label(new QLabel(name, this)), m_field(new QPlainTextEdit(this)),
      m_preview(new LessonTextView(theme, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_label);
    column->addWidget(m_field);
    auto* shown = new QHBoxLayout;
    shown->setContentsMargins(theme.px(previewIndent), 0, 0, 0);
    shown->addWidget(m_preview);
    column->addLayout(shown);
    m_label->setVisible(label == Label::above);
    m_label->setBuddy(m_field);
    m_field->setAccessibleName(name);
    m_field->setPlaceholderText(placeholder);
    m_field->setTabChangesFocus(true);
    // Undo belongs to the whole document.
    m_field->setUndoRedoEnabled(false);
    m_field->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_field->installEventFilter(this);
    m_preview->setAccessibleName(tr("As it is shown: %1").arg(name));
    m_preview->setFocusPolicy(Qt::NoFocus); // its links lead nowhere here
    m_preview->hide();
    connect(m_field, &QPlainTextEdit::textChanged, this, [this] {
        m_shown = typed();
        showPreview();
        emit edited(m_shown);
    });
    connect(m_field->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &LessonTextField::fit);
    connect(&theme, &Theme::changed, this, &LessonTextField::restyle);
    restyle();
}

/// As toPlainText(), with the spaces that do not break.
QString LessonTextField::typed() const {
    QString text = m_field->document()->toRawText();
    for (QChar& each : text) {
        if (each == QChar::ParagraphSeparator || each == QChar::LineSeparator)
            each = QLatin1Char('\n');
    }
    return text;
}

void LessonTextField::setText(const QString& text) {
    if (text == m_shown)
        return;
    m_shown = text;
    m_field->setReadOnly(text.size() > static_cast<qsizetype>(most_in_field));
    const QString shown = m_field->isReadOnly() ? shortText(text, shownOfText) : text;
    const QSignalBlocker blocker(m_field);
    const int cursor = m_field->textCursor().position();
    m_field->setPlainText(shown);
    QTextCursor back = m_field->textCursor();
    back.setPosition(std::min(cursor, m_field->document()->characterCount() - 1));
    m_field->setTextCursor(back);
    showPreview();
    fit();
    QMetaObject::invokeMethod(this, &LessonTextField::fit, Qt::QueuedConnection);
}

/// What is typed without any sign of Markdown reads the same.
void LessonTextField::showPreview() {
    const QString text = m_field->isReadOnly() ? QString() : m_shown;
    m_preview->setText(text);
    m_preview->setVisible(m_preview->plainText().simplified() != text.simplified());
}

void LessonTextField::insert(const FormulaForm& form) {
    if (m_field->isReadOnly())
        return;
    QTextCursor cursor = m_field->textCursor();
    const QString text = typed();
    const auto bytes = static_cast<std::size_t>(text.left(cursor.selectionStart()).toUtf8().size());
    const bool isInside = isInFormula(text.toStdString(), bytes);
    const QString chosen = cursor.selectedText().replace(QChar::ParagraphSeparator, QLatin1Char(' '));
    const QString argument = chosen.isEmpty() ? form.argument : chosen;
    const QString dollar = isInside ? QString() : QStringLiteral("$");
    const auto start = cursor.selectionStart() + static_cast<int>((dollar + form.before).size());
    cursor.insertText(dollar + form.before + argument + form.after + dollar);
    cursor.setPosition(start);
    cursor.setPosition(start + static_cast<int>(argument.size()), QTextCursor::KeepAnchor);
    m_field->setTextCursor(cursor);
    m_field->setFocus(Qt::OtherFocusReason);
}

void LessonTextField::fit() {
    const double lines = m_field->document()->documentLayout()->documentSize().height(); // counts lines
    const int shown = std::clamp(static_cast<int>(std::ceil(lines)), 1, mostFieldLines);
    const int margins = 2 * static_cast<int>(std::ceil(m_field->document()->documentMargin())) +
                        2 * m_field->frameWidth() + m_theme.px(4);
    m_field->setFixedHeight(shown * m_field->fontMetrics().lineSpacing() + margins);
    m_field->setVerticalScrollBarPolicy(lines > mostFieldLines ? Qt::ScrollBarAsNeeded
                                                               : Qt::ScrollBarAlwaysOff);
}

bool LessonTextField::eventFilter(QObject* watched, QEvent* event) {
    if (leavesToWindow(event))
        return true;
    if (event->type() == QEvent::FocusIn)
        emit entered(this);
    if (event->type() == QEvent::Resize) // how many lines there are is known when they are laid out
        QMetaObject::invokeMethod(this, &LessonTextField::fit, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

/// A line beside what readers see, so that it is not taken for a field.
void LessonTextField::paintEvent(QPaintEvent* /*event*/) {
    if (m_preview->isHidden())
        return;
    QPainter painter(this);
    const QRect beside = m_preview->geometry();
    painter.fillRect(QRect(m_theme.px(3), beside.top() + m_theme.px(3), m_theme.px(2),
                           std::max(0, beside.height() - m_theme.px(6))),
                     m_theme.colours().border);
}

void LessonTextField::restyle() {
    QPalette muted = m_label->palette();
    muted.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_label->setPalette(muted);
    m_label->setFont(m_theme.font(TextRole::small));
    m_field->setFont(m_theme.font(TextRole::body));
    fit();
}

} // namespace lab
