// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a lesson, ready to be laid out: Markdown by Qt, formulas by us.
#pragma once

#include <QStringList>
#include <QTextCharFormat>
#include <QTextDocument>

class QTextBlock;
class QTextCursor;
class QTextFragment;

namespace lab {

class FormulaObject;
class Theme;

/// Has no pictures: QTextDocument would read files for them.
class UnloadedDocument : public QTextDocument {
    Q_OBJECT
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int type, const QUrl& name) override;
};

/// Nothing in a text makes it load anything: HTML is text, a picture is the text that describes it, and links
/// that are not for the window or the web are text, too.
class LessonPage : public UnloadedDocument {
    Q_OBJECT
public:
    /// In the theme's sizes and colours of now.
    LessonPage(const QString& markdown, const Theme& theme, QObject* parent = nullptr);

    enum class Formulas {
        typed,   ///< as LaTeX between dollars
        in_words ///< on one line: "√d_k"
    };
    /// The text between two positions.
    QString textBetween(int begin, int end, Formulas formulas);
    QString wholeText(Formulas formulas);

private:
    QString marked(const QString& markdown);
    QString withDollars(const QString& text) const;
    QString typedFormula(const QString& text) const;
    void addBlock(QTextCursor& end, const QTextBlock& read);
    void addFragment(QTextCursor& end, const QTextFragment& read, const QTextBlock& block);
    QTextCharFormat styled(const QTextCharFormat& read, const QTextBlock& block) const;

    const Theme& m_theme;
    FormulaObject* m_object;
    QStringList m_typed; ///< formulas as LaTeX
};

} // namespace lab
