// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/formula/lesson_page.h"

#include "core/lesson/formula_text.h"
#include "core/lesson/lesson_text.h"
#include "ui/formula/formula_object.h"
#include "ui/look/theme.h"

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
    if (block.length() <= 1)
        return format.nonBreakableLines();
    const bool isIndented = format.topMargin() == 0;
    return (format.nonBreakableLines() || isIndented) && isCodeFormat(block.begin().fragment().charFormat());
}

/// Qt leaves an empty block before a line across the page with which a text begins.
bool isEmptyBegin(const QTextBlock& block) {
    return block.length() == 1 && block.next().isValid() && !block.textList() &&
           block.blockFormat().propertyCount() == 0;
}

} // namespace

QVariant UnloadedDocument::loadResource(int /*type*/, const QUrl& /*name*/) {
    return {};
}

/// Qt reads the Markdown into a document of its own, from which this one is written. Changing what Qt has
/// made would take minutes in a paragraph of thousands of formulas.
LessonPage::LessonPage(const QString& markdown, const Theme& theme, QObject* parent)
    : UnloadedDocument(parent), m_theme(theme), m_object(new FormulaObject(theme, this)) {
    setUndoRedoEnabled(false);
    setDefaultFont(theme.font(TextRole::body));
    QTextFrameFormat all = rootFrame()->frameFormat();
    all.setMargin(0);
    all.setBottomMargin(theme.px(underText));
    rootFrame()->setFrameFormat(all);

    UnloadedDocument read;
    QTextCursor reading(&read);
    reading.beginEditBlock(); // else each piece costs a walk through all of them
    read.setMarkdown(marked(cleaned(markdown)), MarkdownFeatures(MarkdownNoHTML) | MarkdownDialectCommonMark);
    reading.endEditBlock();
    QTextBlock block = read.begin();
    if (isEmptyBegin(block))
        block = block.next();
    QTextCursor end(this);
    end.beginEditBlock();
    for (bool isFirst = true; block.isValid(); block = block.next()) {
        if (!std::exchange(isFirst, false))
            end.insertBlock();
        addBlock(end, block);
    }
    end.endEditBlock();
    m_object->install();
}

/// The Markdown with marks in place of formulas.
QString LessonPage::marked(const QString& markdown) {
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

/// Spaces and indents in the theme's size. Lines of code may be broken, for there is no scroll bar.
///
/// Signs and numbers of lists are text: Qt paints them beside the upper edge of a line, not on its baseline,
/// which a fraction moves apart. So they are read and copied, too.
void LessonPage::addBlock(QTextCursor& end, const QTextBlock& read) {
    const QTextBlock next = read.next();
    const QTextList* list = read.textList();
    const QTextBlockFormat of = read.blockFormat();
    const double indent = m_theme.px(levelIndent);
    const int level = of.indent() + (list ? list->format().indent() : 0);
    const bool isCode = isLineOfCode(read) && isLineOfCode(next);
    QTextBlockFormat format;
    format.setHeadingLevel(of.headingLevel());
    if (of.hasProperty(QTextFormat::BlockTrailingHorizontalRulerWidth))
        format.setProperty(QTextFormat::BlockTrailingHorizontalRulerWidth,
                           of.property(QTextFormat::BlockTrailingHorizontalRulerWidth));
    format.setLeftMargin(of.intProperty(QTextFormat::BlockQuoteLevel) * m_theme.px(quoteIndent) +
                         level * indent);
    if (of.headingLevel() > 0 && end.position() > 0)
        format.setTopMargin(m_theme.px(aboveHeading));
    if (next.isValid() && !isCode)
        format.setBottomMargin(m_theme.px(list && next.textList() ? underItem : underParagraph));
    if (list) {
        format.setTextIndent(-indent);
        format.setTabPositions({QTextOption::Tab(indent, QTextOption::LeftTab)});
    }
    end.setBlockFormat(format);
    if (list) {
        const bool isNumbered = list->format().style() == QTextListFormat::ListDecimal;
        const QString sign = isNumbered ? list->itemText(read) : QStringLiteral("•");
        end.insertText(sign + QLatin1Char('\t'), QTextCharFormat());
    }
    for (auto each = read.begin(); !each.atEnd(); ++each)
        addFragment(end, each.fragment(), read);
}

void LessonPage::addFragment(QTextCursor& end, const QTextFragment& read, const QTextBlock& block) {
    const QTextCharFormat of = read.charFormat();
    const QTextCharFormat format = styled(of, block);
    QString text = read.text();
    if (of.isImageFormat()) // as many pictures as characters
        text = of.property(QTextFormat::ImageAltText).toString().repeated(text.size());
    if (isCodeFormat(of)) {
        end.insertText(withDollars(text), format);
        return;
    }
    const QStringList parts = text.split(markBegin);
    end.insertText(parts.first(), format);
    for (const QString& part : parts.mid(1)) {
        const QString typed = typedFormula(part);
        if (auto formula = formula_from(typed.toStdString()))
            m_object->insert(end, std::move(*formula), typed, format);
        else
            end.insertText(QLatin1Char('$') + typed.simplified() + QLatin1Char('$'), asCode(format));
        end.insertText(part.section(markEnd, 1), format);
    }
}

/// Only what is listed here is taken over of what Qt has read: no tips, no pictures, no sizes of its own.
QTextCharFormat LessonPage::styled(const QTextCharFormat& read, const QTextBlock& block) const {
    const int heading = block.blockFormat().headingLevel();
    QTextCharFormat format;
    if (heading > 0 || read.fontWeight() > QFont::Normal)
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
