// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas in a text, each a character of its own that is as large as the text around it.
#pragma once

#include "core/describe/formula.h"
#include "ui/formula/formula_layout.h"

#include <QObject>
#include <QTextFormat>
#include <QTextObjectInterface>

#include <vector>

class QTextDocument;

#ifdef Q_MOC_RUN // which reads no other header here, see CMakeLists.txt
Q_DECLARE_INTERFACE(QTextObjectInterface, "org.qt-project.Qt.QTextObjectInterface")
#endif

namespace lab {

class Theme;

/// Has to be registered with the layout of the document that has the formulas.
class FormulaObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    static constexpr int type = QTextFormat::UserObject + 1;

    FormulaObject(const Theme& theme, QObject* parent);

    /// Makes the format of a character that stands for the formula. `around`: of the text there.
    QTextCharFormat formatFor(Formula formula, const QTextCharFormat& around);
    /// The formula of a character; nullptr if it is none.
    const Formula* formulaOf(const QTextCharFormat& format) const;
    /// What an object of the same document reaches below its line at most, relative to the size of letters.
    static constexpr double mostBelowLine = 0.3;

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& area, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    FormulaLayout laidOut(const QTextDocument& document, int position, const QTextCharFormat& format) const;

    const Theme& m_theme;
    std::vector<Formula> m_formulas;
};

} // namespace lab
