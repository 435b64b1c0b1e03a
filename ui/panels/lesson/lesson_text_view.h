// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace lab {

class Theme;

class LessonTextView : public QTextBrowser {
    Q_OBJECT
public:
    explicit LessonTextView(const Theme& theme, QWidget* parent = nullptr);
    void setText(const QString& markdown);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void linkActivated(const QString& link);

private:
    const Theme& m_theme;
};

} // namespace lab
