// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows the text of a lesson: Markdown with formulas, as high as its width asks for.
#pragma once

#include <QTextBrowser>

#include <memory>
#include <optional>
#include <vector>

namespace lab {

class LessonPage;
class Theme;

/// Opens and loads nothing. It has no scroll bars: it is given the height that heightForWidth() says.
class LessonTextView : public QTextBrowser {
    Q_OBJECT
public:
    explicit LessonTextView(const Theme& theme, QWidget* parent = nullptr);
    ~LessonTextView() override;

    /// When this, or another look, changes its height, the view gets a LayoutRequest at once.
    void setText(const QString& markdown);
    /// Without signs of Markdown, and formulas on one line: "√d_k". Screen readers have the same.
    QString plainText() const;
    /// Where its lines are, from the first to the last.
    std::vector<QRect> lines() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A link was clicked, or chosen with the keyboard: "example:NAME", "lesson:NAME", "stage:NAME", or an
    /// address in the web.
    void linkActivated(const QString& link);

protected:
    QMimeData* createMimeDataFromSelection() const override;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void restyle();
    void showText();

    const Theme& m_theme;
    QString m_markdown;
    LessonPage* m_page = nullptr;
    /// The same page, to measure it in other widths than the one that is shown.
    mutable std::unique_ptr<LessonPage> m_measured;
};

} // namespace lab
