// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script/script_view.h"

#include "ui/look/theme.h"

#include <QFontDatabase>
#include <QSyntaxHighlighter>
#include <QTextBlock>

namespace lab {

namespace {

/// Colours lines of Python.
class PythonColours : public QSyntaxHighlighter {
public:
    PythonColours(const Theme& theme, QObject* parent) : QSyntaxHighlighter(parent), m_theme(theme) {}

protected:
    void highlightBlock(const QString& text) override {
        const std::string line = text.toStdString();
        int at = 0;
        for (const PythonPiece& piece : pieces_of(line)) {
            const auto bytes = static_cast<qsizetype>(piece.text.size());
            const auto length = static_cast<int>(QString::fromUtf8(piece.text.data(), bytes).size());
            if (piece.kind != PythonKind::plain && piece.kind != PythonKind::name)
                setFormat(at, length, scriptColour(piece.kind, m_theme.colours()));
            at += length;
        }
    }

private:
    const Theme& m_theme;
};

} // namespace

QColor scriptColour(PythonKind kind, const Colours& colours) {
    switch (kind) {
    case PythonKind::keyword:
        return colours.dark ? 0xd7a6ff : 0x7b2fbf;
    case PythonKind::number:
        return colours.dark ? 0x8fc1ff : 0x1f4fb8;
    case PythonKind::string:
        return colours.dark ? 0x8fdca0 : 0x1a6630;
    case PythonKind::comment:
        return colours.dark ? 0xaab3c2 : 0x535d6c;
    case PythonKind::plain:
    case PythonKind::name:
        break;
    }
    return colours.text;
}

ScriptView::ScriptView(const Theme& theme) : m_theme(theme), m_colours(new PythonColours(theme, this)) {
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setAccessibleName(tr("Program"));
    connect(&theme, &Theme::changed, this, &ScriptView::restyle);
    restyle();
}

void ScriptView::restyle() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(QFontInfo(m_theme.font(TextRole::small)).pixelSize());
    document()->setDefaultFont(font);
    if (m_isProgram)
        setProgram(toPlainText(), m_marked);
}

void ScriptView::setProgram(const QString& text, const std::vector<ScriptLines>& marked) {
    m_isProgram = true;
    m_marked = marked;
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setPlainText(text);
    if (!m_colours->document())
        m_colours->setDocument(document());
    mark();
    reveal();
}

void ScriptView::setMessage(const QString& text) {
    m_isProgram = false;
    m_marked.clear();
    m_colours->setDocument(nullptr);
    setExtraSelections({});
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setPlainText(text);
}

void ScriptView::mark() {
    QList<QTextEdit::ExtraSelection> selections;
    for (const ScriptLines& lines : m_marked) {
        for (std::size_t i = 0; i < lines.count; ++i) {
            QTextEdit::ExtraSelection selection;
            selection.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(lines.first + i)));
            selection.format.setBackground(m_theme.colours().accentSoft);
            selection.format.setProperty(QTextFormat::FullWidthSelection, true);
            selections += selection;
        }
    }
    setExtraSelections(selections);
}

/// Puts the first marked line at the middle.
void ScriptView::reveal() {
    if (m_marked.empty())
        return;
    setTextCursor(QTextCursor(document()->findBlockByNumber(static_cast<int>(m_marked.front().first))));
    centerCursor();
}

void ScriptView::showEvent(QShowEvent* event) {
    QPlainTextEdit::showEvent(event);
    reveal();
}

void ScriptView::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    reveal();
}

} // namespace lab
