// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page whose content is a column of widgets. It is refreshed only while it is visible.
#pragma once

#include "ui/pages/page.h"

class QVBoxLayout;

namespace lab {

class ColumnPage : public Page {
    Q_OBJECT
public:
    void setHeader(QWidget* header) override;

protected:
    ColumnPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent);

    /// Parent of the content. It has no layout until the derived class sets one.
    QWidget& body() const { return *m_body; }
    /// Shows the current document. Called only while the page is visible and the document has tokens.
    virtual void refresh() = 0;
    void refreshIfVisible();
    /// The height of the header above the content; 0 without one.
    int headerHeight() const;
    void restyle() override;

    void showEvent(QShowEvent* event) override;

private:
    QVBoxLayout* m_column;
    QWidget* m_header = nullptr;
    QWidget* m_body;
};

} // namespace lab
