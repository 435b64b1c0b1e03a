// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows a page of explanations. Numbers and names in a formula can be clicked, like links.
#pragma once

#include "ui/panels/explanation/explanation_reading.h"
#include "ui/panels/explanation/explanation_rich_text.h"

#include <QTextBrowser>

namespace lab {

class ExplanationBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ExplanationBrowser(const Theme& theme, QWidget* parent = nullptr);

    /// Replaces the page. Keeps the scroll position unless the page is about something else.
    void setPage(ExplanationRichText page, bool aboutSomethingElse);
    /// The page as it is read aloud.
    const std::vector<ReadLine>& lines() const;
    /// The width of a line in pixels.
    double lineWidth() const;
    /// The number or name at a point of the viewport, inside a formula.
    std::optional<Source> sourceAt(QPoint point) const;

signals:
    void followed(const QString& link);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    const Theme& m_theme;
    std::vector<InlineImage> m_pictures;
    QString m_html;
    mutable std::optional<std::vector<ReadLine>> m_lines; ///< made when they are asked for
};

} // namespace lab
