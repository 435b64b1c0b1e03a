// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas in a text, as large as the text around them and on its baseline.
#pragma once

#include "core/describe/formula.h"
#include "ui/formula/formula_layout.h"

#include <QObject>
#include <QString>
#include <QTextFormat>
#include <QTextObjectInterface>

#include <optional>
#include <vector>

class QTextCursor;
class QTextDocument;

#ifdef Q_MOC_RUN // which reads no other header here, see CMakeLists.txt
Q_DECLARE_INTERFACE(QTextObjectInterface, "org.qt-project.Qt.QTextObjectInterface")
#endif

namespace lab {

class Theme;

class FormulaObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    FormulaObject(const Theme& theme, QTextDocument* document);

    /// Makes the document's layout show formulas; once its text is complete, for it lays out from then on.
    void install();
    /// Inserts a formula. `latex`: how it was typed. `around`: the format of the text there.
    void insert(QTextCursor& cursor, Formula formula, const QString& latex, const QTextCharFormat& around);

    struct Typed {
        Formula formula;
        QString latex;
        bool isDeep; ///< reaches farther below the baseline than the space between lines
    };
    /// What a character is; nullptr if it is no formula.
    const Typed* formulaOf(const QTextCharFormat& format) const;

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& area, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    /// The characters that a formula is. Qt makes a line as high as one that it has tried there and then
    /// moved to the next line, so what has the width has no height, and those that follow no width.
    enum Part {
        wide = QTextFormat::UserObject + 1,
        above, ///< has the height above the baseline, and draws all of it
        below, ///< has the height below it, at least that of letters, which may be in another line
    };
    /// A formula as it was laid out last.
    struct Fitted {
        int pixels;
        double room;
        FormulaLayout layout;

        double width() const { return layout.size().width() - 1; } // which is there for the edges of letters
        /// From the top to the line's baseline. Of a formula that is broken it is the last one, so that the
        /// text goes on there.
        double baseline() const { return layout.lastBaseline(); }
        double under() const { return layout.size().height() - baseline(); }
    };
    Fitted laidOut(const Formula& formula, int pixels, double room) const;
    const Fitted& fitted(int position, const QTextCharFormat& format);

    const Theme& m_theme;
    QTextDocument& m_document;
    std::vector<Typed> m_typed;
    std::vector<std::optional<Fitted>> m_fitted; ///< for each of them
};

} // namespace lab
