// SPDX-License-Identifier: GPL-3.0-or-later
//
// A field for a text of a lesson: Markdown with formulas. It is as high as its text. Where readers see
// something else than what is typed, that is shown below it.
#pragma once

#include <QPlainTextEdit>
#include <QWidget>

class QLabel;

namespace lab {

class LessonTextView;
class Theme;

/// LaTeX that is inserted: `argument` is replaced by what is selected, or is selected afterwards.
struct FormulaForm {
    QString before, argument, after;
};

class LessonTextField : public QWidget {
    Q_OBJECT
public:
    /// `name`: for assistive tools, and above the field unless it is in the placeholder.
    enum class Label { above, in_field };
    LessonTextField(const Theme& theme, const QString& name, const QString& placeholder, Label label,
                    QWidget* parent = nullptr);

    /// Emits no signal. A text too long for a field is shown shortened and read-only.
    void setText(const QString& text);
    QPlainTextEdit& field() const { return *m_field; }
    LessonTextView& preview() const { return *m_preview; }
    /// At the cursor, between dollars unless the cursor is in a formula already.
    void insert(const FormulaForm& form);

signals:
    /// The user has changed the text.
    void edited(const QString& text);
    /// The field has got the keyboard.
    void entered(lab::LessonTextField* field);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString typed() const;
    void showPreview();
    void fit();
    void restyle();

    const Theme& m_theme;
    QLabel* m_label;
    QPlainTextEdit* m_field;
    LessonTextView* m_preview;
    QString m_shown; ///< what setText() was called with
};

} // namespace lab
