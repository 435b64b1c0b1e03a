// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/lesson_page.h"

#include "core/lesson/formula_text.h"
#include "core/lesson/lesson_text.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/formula_object.h"

#include <QFontDatabase>
#include <QHash>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>
#include <QTextFrame>
#include <QTextList>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

// A formula's number stands between them while Qt reads the Markdown. The dollars are to Markdown what those
// of the formula would be; what stands inside of them is in no text. U+FDD0 and U+FDD1 would begin and end a
// frame in Qt's documents.
const QString markBegin = QStringLiteral("$\uFDD2"), markEnd = QStringLiteral("\uFDD3$");

constexpr double levelIndent = 20;                                                   // of lists, in points
constexpr double quoteIndent = 16;                                                   // points
constexpr double underParagraph = 8, underItem = 4, underText = 5, aboveHeading = 6; // points

/// Without what has a meaning of its own inside a document, and with line breaks of one kind.
QString cleaned(QString text) {
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    for (QChar& each : text) {
        if (each == QLatin1Char('\r'))
            each = QLatin1Char('\n');
        const bool hasMeaning = each == QChar(0) || each == QChar::ObjectReplacementCharacter ||
                                (each >= QChar(0xFDD0) && each <= QChar(0xFDEF));
        if (hasMeaning)
            each = QChar::ReplacementCharacter;
    }
    return text;
}

/// Characters in place of their names, "&lt;". Qt inserts names as HTML, and ends bold and italic there.
QString withoutEntities(const QString& markdown) {
    static const QRegularExpression entity(
        QStringLiteral(R"((\\.)|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});)"));
    QHash<QString, QString> known;
    QString result;
    qsizetype end = 0;
    for (auto each = entity.globalMatch(markdown); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        if (match.hasCaptured(1)) // escaped, or a backslash that is
            continue;
        const QString name = match.captured();
        if (!known.contains(name))
            known[name] = name == QStringLiteral("&nbsp;")
                              ? QString(QChar::Nbsp)
                              : QTextDocumentFragment::fromHtml(name).toPlainText();
        const QString& meant = known[name];
        if (meant.isEmpty() || meant == name || meant.at(0) <= QLatin1Char(' '))
            continue; // to Qt
        const bool isSign = meant.at(0) < QChar(0x7F) && !meant.at(0).isLetterOrNumber();
        result += markdown.mid(end, match.capturedStart() - end) +
                  (isSign ? QStringLiteral("\\") : QString()) + meant;
        end = match.capturedEnd();
    }
    return result + markdown.mid(end);
}

/// Whether a link leads to somewhere that the window or, after asking, a browser can show.
bool isKnownLink(const QString& link) {
    const QUrl url(link);
    if (!url.isValid())
        return false;
    const QString scheme = url.scheme();
    if (scheme == QStringLiteral("http") || scheme == QStringLiteral("https"))
        return !url.host().isEmpty();
    static const QStringList own{QStringLiteral("example"), QStringLiteral("lesson"),
                                 QStringLiteral("stage")};
    return own.contains(scheme) && !url.path().isEmpty();
}

/// Whether Qt has set something in a font of its own, as it does with code alone.
bool isCodeFormat(const QTextCharFormat& format) {
    return format.hasProperty(QTextFormat::FontFamilies) || format.fontFixedPitch();
}

QTextCharFormat asCode(QTextCharFormat format) {
    format.setFontFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
    format.setFontFixedPitch(true);
    format.setFontStyleHint(QFont::Monospace);
    return format;
}

/// Whether a block is a line of code; Qt sets some text below code without broken lines, too.
bool isLineOfCode(const QTextBlock& block) {
    const QTextBlockFormat format = block.blockFormat();
    if (block.length() == 1)
        return format.nonBreakableLines();
    const bool isIndented = format.topMargin() == 0;
    return (format.nonBreakableLines() || isIndented) && isCodeFormat(block.begin().fragment().charFormat());
}

} // namespace

LessonPage::LessonPage(const QString& markdown, const Theme& theme, QObject* parent)
    : QTextDocument(parent), m_theme(theme), m_object(new FormulaObject(theme, this)) {
    setUndoRedoEnabled(false);
    setDocumentMargin(0);
    setDefaultFont(theme.font(TextRole::body));
    setMarkdown(prepared(cleaned(markdown)), MarkdownFeatures(MarkdownNoHTML) | MarkdownDialectCommonMark);
    const std::vector<Piece> read = pieces();
    std::for_each(read.rbegin(), read.rend(), // so that places before a piece stay as they are
                  [this](const Piece& piece) { replace(piece); });
    arrangeBlocks();
    m_object->install();
}

/// What QTextDocument's own would read files for.
QVariant LessonPage::loadResource(int /*type*/, const QUrl& /*name*/) {
    return {};
}

/// The Markdown with marks in place of formulas.
QString LessonPage::prepared(const QString& markdown) {
    const std::string text = markdown.toStdString();
    QString result(QLatin1Char('\n')); // at the very beginning, "---" would begin what Qt takes for data
    for (const LessonRun& run : lesson_runs(text)) {
        const QString piece = QString::fromUtf8(run.text.data(), static_cast<qsizetype>(run.text.size()));
        switch (run.kind) {
        case LessonRun::Kind::markdown:
            result += withoutEntities(piece);
            break;
        case LessonRun::Kind::code:
            result += piece;
            break;
        case LessonRun::Kind::formula:
            result += markBegin + QString::number(m_typed.size()) + markEnd;
            m_typed += piece;
            break;
        }
    }
    return result;
}

/// Formulas as typed in place of their marks, where they cannot be painted: in code and in links.
QString LessonPage::withDollars(const QString& text) const {
    const QStringList parts = text.split(markBegin);
    QString result = parts.first();
    for (const QString& part : parts.mid(1))
        result += QLatin1Char('$') + typedFormula(part) + QLatin1Char('$') + part.section(markEnd, 1);
    return result;
}

/// The formula whose number a text begins with.
QString LessonPage::typedFormula(const QString& text) const {
    return m_typed.value(text.section(markEnd, 0, 0).toInt());
}

std::vector<LessonPage::Piece> LessonPage::pieces() const {
    std::vector<Piece> pieces;
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            const QTextFragment fragment = each.fragment();
            QString text = fragment.text();
            if (fragment.charFormat().isImageFormat()) // as many images as characters
                text = fragment.charFormat()
                           .property(QTextFormat::ImageAltText)
                           .toString()
                           .repeated(text.size());
            pieces.push_back({fragment.position(), fragment.length(), text, styled(fragment, block),
                              isCodeFormat(fragment.charFormat())});
        }
    }
    return pieces;
}

/// Only what is listed here is taken over of what Qt has read: no tips, no images, no sizes of its own.
QTextCharFormat LessonPage::styled(const QTextFragment& fragment, const QTextBlock& block) const {
    const QTextCharFormat read = fragment.charFormat();
    const int heading = block.blockFormat().headingLevel();
    QTextCharFormat format;
    if (read.fontWeight() > QFont::Normal)
        format.setFontWeight(QFont::Bold);
    if (read.fontItalic())
        format.setFontItalic(true);
    if (heading == 1 || heading == 2)
        format.setProperty(QTextFormat::FontPixelSize, m_theme.font(TextRole::heading).pixelSize());
    if (block.blockFormat().hasProperty(QTextFormat::BlockQuoteLevel))
        format.setForeground(m_theme.colours().muted);
    const QString link = withDollars(read.anchorHref());
    if (read.isAnchor() && isKnownLink(link)) {
        format.setAnchor(true);
        format.setAnchorHref(link);
        format.setForeground(m_theme.colours().accent);
    }
    return isCodeFormat(read) ? asCode(format) : format;
}

void LessonPage::replace(const Piece& piece) {
    QTextCursor cursor(this);
    cursor.setPosition(piece.begin);
    cursor.setPosition(piece.begin + piece.length, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    if (piece.isCode) {
        cursor.insertText(withDollars(piece.text), piece.format);
        return;
    }
    const QStringList parts = piece.text.split(markBegin);
    cursor.insertText(parts.first(), piece.format);
    for (const QString& part : parts.mid(1)) {
        const QString typed = typedFormula(part);
        if (auto formula = formula_from(typed.toStdString()))
            m_object->insert(cursor, std::move(*formula), typed, piece.format);
        else
            cursor.insertText(QLatin1Char('$') + typed.simplified() + QLatin1Char('$'), asCode(piece.format));
        cursor.insertText(part.section(markEnd, 1), piece.format);
    }
}

/// Spaces and indents in the theme's size; and lines of code that are broken, for there is no scroll bar.
void LessonPage::arrangeBlocks() {
    QTextCursor cursor(this);
    const bool beginsEmpty = begin().length() == 1 && blockCount() > 1 && !begin().textList() &&
                             begin().blockFormat().propertyCount() == 0;
    if (beginsEmpty) // Qt leaves it before a line across the page
        cursor.deleteChar();
    std::vector<QTextBlockFormat> formats;
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        const QTextBlock next = block.next();
        const bool goesOn = next.isValid() && isLineOfCode(block) && isLineOfCode(next);
        const double under = goesOn ? 0 : block.textList() && next.textList() ? underItem : underParagraph;
        QTextBlockFormat format = block.blockFormat();
        const bool hasAbove = format.headingLevel() > 0 && block != begin();
        const int level = format.indent() + (block.textList() ? block.textList()->format().indent() : 0);
        format.setIndent(0);
        format.setTopMargin(hasAbove ? m_theme.px(aboveHeading) : 0);
        format.setBottomMargin(under > 0 ? m_theme.px(under) : 0);
        format.setLeftMargin(format.intProperty(QTextFormat::BlockQuoteLevel) * m_theme.px(quoteIndent) +
                             level * m_theme.px(levelIndent));
        format.setRightMargin(0);
        format.setNonBreakableLines(false);
        formats.push_back(format);
    }
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        cursor.setBlockFormat(formats[static_cast<std::size_t>(block.blockNumber())]);
    }
    writeSigns();
    QTextFrameFormat all = rootFrame()->frameFormat();
    all.setBottomMargin(m_theme.px(underText));
    rootFrame()->setFrameFormat(all);
}

/// Signs and numbers of lists as text. Qt paints them beside the upper edge of a line, not on its baseline,
/// which a fraction moves apart; and so they are read and copied, too.
void LessonPage::writeSigns() {
    std::vector<QString> signs;
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        const QTextList* list = block.textList();
        signs.push_back(!list                                                    ? QString()
                        : list->format().style() == QTextListFormat::ListDecimal ? list->itemText(block)
                                                                                 : QStringLiteral("•"));
    }
    QTextCursor cursor(this);
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        const QString& sign = signs[static_cast<std::size_t>(block.blockNumber())];
        if (sign.isEmpty())
            continue;
        QTextBlockFormat format = block.blockFormat();
        const double indent = m_theme.px(levelIndent);
        format.setObjectIndex(-1); // no item of Qt's list
        format.setTextIndent(-indent);
        format.setTabPositions({QTextOption::Tab(indent, QTextOption::LeftTab)});
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
        cursor.insertText(sign + QLatin1Char('\t'), QTextCharFormat());
    }
}

QString LessonPage::textBetween(int begin, int end, Formulas formulas) {
    QTextCursor cursor(this);
    cursor.setPosition(begin);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    const QString selected = cursor.selectedText();
    QString text;
    for (qsizetype i = 0; i < selected.size(); ++i) {
        const QChar each = selected.at(i);
        if (each != QChar::ObjectReplacementCharacter) {
            const bool isBreak = each == QChar::ParagraphSeparator || each == QChar::LineSeparator;
            const bool isSpace =
                each == QChar::Nbsp || (each == QLatin1Char('\t') && formulas == Formulas::in_words);
            text += isBreak ? QLatin1Char('\n') : isSpace ? QLatin1Char(' ') : each;
            continue;
        }
        cursor.setPosition(std::min(begin, end) + static_cast<int>(i) + 1);
        if (const auto* inserted = m_object->formulaOf(cursor.charFormat()))
            text += formulas == Formulas::typed ? QLatin1Char('$') + inserted->latex + QLatin1Char('$')
                                                : QString::fromStdString(plain(inserted->formula));
    }
    return text;
}

QString LessonPage::wholeText(Formulas formulas) {
    return textBetween(0, characterCount() - 1, formulas);
}

} // namespace lab
