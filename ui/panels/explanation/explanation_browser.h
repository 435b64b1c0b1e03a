// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows a page of explanations. Numbers and names in a formula can be clicked, as links can.
#pragma once

#include "ui/panels/explanation/explanation_page.h"

#include <QTextBrowser>

namespace lab {

class ExplanationBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ExplanationBrowser(const Theme& theme, QWidget* parent = nullptr);

    /// Takes the place of what was shown; where it was scrolled to stays, unless it is about something else.
    void setPage(ExplanationPage page, bool aboutSomethingElse);
    /// How wide a line is.
    double lineWidth() const;
    /// What stands at a point of the viewport, in a formula.
    std::optional<Source> sourceAt(QPoint point) const;

signals:
    void followed(const QString& link);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    const Theme& m_theme;
    std::vector<InlineImage> m_pictures;
    QString m_html;
};

} // namespace lab
