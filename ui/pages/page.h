// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the pages of modes have in common: they scroll, are worked out only while they are seen, follow the
// document, and say what an empty document is waiting for.
#pragma once

#include "ui/plots/figure.h"

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class Page : public QScrollArea {
    Q_OBJECT
public:
    Page(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    /// What stands above the page and scrolls with it, in small windows; null takes it away.
    void setHeader(QWidget* header);

signals:
    void exportRequested(const lab::Figure& view);
    void copyRequested(const lab::Figure& view);
    /// What was typed into a control will not do, and why.
    void refused(const QString& reason);

protected:
    /// What the page is made of stands in here; it has no layout of its own yet.
    QWidget& body() const { return *m_body; }
    /// Shows the document as it is now; called while the page is seen and the document has tokens.
    virtual void refresh() = 0;
    /// The theme changed: sizes and fonts. Called by the constructor's end of whoever derives from it.
    virtual void restyle();
    /// To be called where something else than the document changed.
    void refreshIfSeen();

    void showEvent(QShowEvent* event) override;

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;

private:
    QVBoxLayout* m_column;
    QWidget* m_header = nullptr;
    QLabel* m_empty;
    QWidget* m_body;
};

} // namespace lab
