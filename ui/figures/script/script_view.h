// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program, to be read: its syntax in colours, some of its lines marked.
#pragma once

#include "core/base/python.h"
#include "core/script/script_file.h"

#include <QPlainTextEdit>

class QSyntaxHighlighter;

namespace lab {

struct Colours;
class Theme;

/// The colour of a part of a line, at least 4.5:1 on `panel` and on the mark, `accentSoft`.
QColor scriptColour(PythonKind kind, const Colours& colours);

class ScriptView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit ScriptView(const Theme& theme);

    /// The first marked line is scrolled to.
    void setProgram(const QString& text, const std::vector<ScriptLines>& marked);
    /// Shows a sentence in place of a program.
    void setMessage(const QString& text);
    bool isProgram() const { return m_isProgram; }
    const std::vector<ScriptLines>& marked() const { return m_marked; }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void mark();
    void reveal();

    const Theme& m_theme;
    QSyntaxHighlighter* m_colours; ///< has no document while a message is shown
    std::vector<ScriptLines> m_marked;
    bool m_isProgram = false;
};

} // namespace lab
