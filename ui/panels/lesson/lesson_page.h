// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a lesson, ready to be laid out: Markdown by Qt, formulas by us.
#pragma once

#include <QStringList>
#include <QTextCharFormat>
#include <QTextDocument>

#include <vector>

class QTextBlock;
class QTextFragment;

namespace lab {

class FormulaObject;
class Theme;

/// Nothing in a text makes it load anything: HTML is text, an image is the text that describes it, and links
/// that are not for the window or the web are text, too.
class LessonPage : public QTextDocument {
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

protected:
    QVariant loadResource(int type, const QUrl& name) override;

private:
    /// A piece of one format, and what it becomes.
    struct Piece {
        int begin, length;
        QString text;
        QTextCharFormat format;
        bool isCode;
    };
    QString prepared(const QString& markdown);
    QString withDollars(const QString& text) const;
    QString typedFormula(const QString& text) const;
    std::vector<Piece> pieces() const;
    QTextCharFormat styled(const QTextFragment& fragment, const QTextBlock& block) const;
    void replace(const Piece& piece);
    void arrangeBlocks();
    void writeSigns();

    const Theme& m_theme;
    FormulaObject* m_object;
    QStringList m_typed; ///< formulas as LaTeX
};

} // namespace lab
