// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/column_page.h"

#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"
#include "ui/selection/selection.h"

#include <QVBoxLayout>

namespace lab {

ColumnPage::ColumnPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : Page(document, selection, theme, parent), m_column(new QVBoxLayout(widget())), m_body(new QWidget) {
    setWidgetResizable(true);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    m_column->addWidget(&emptyState(), 1);
    m_column->addWidget(m_body, 1);
    connect(&document, &LabDocument::changed, this, &ColumnPage::refreshIfVisible);
    connect(&document, &LabDocument::computed, this, &ColumnPage::refreshIfVisible);
    connect(&document, &LabDocument::previewEnded, this, &ColumnPage::refreshIfVisible);
    connect(&document, &LabDocument::viewChanged, this, &ColumnPage::refreshIfVisible);
    connect(&selection, &Selection::headChanged, this, &ColumnPage::refreshIfVisible);
    connect(&theme, &Theme::changed, this, [this] {
        restyle();
        refreshIfVisible();
    });
}

void ColumnPage::setHeader(QWidget* header) {
    if (m_header)
        m_column->removeWidget(m_header);
    m_header = header;
    if (!header)
        return;
    m_column->insertWidget(0, header);
    header->show();
}

int ColumnPage::headerHeight() const {
    return m_header && !m_header->isHidden() ? m_header->heightForWidth(viewport()->width()) : 0;
}

void ColumnPage::refreshIfVisible() {
    if (!isVisible())
        return;
    const bool empty = updateEmptyState();
    emptyState().setVisible(empty);
    m_body->setVisible(!empty);
    if (!empty)
        refresh();
}

void ColumnPage::restyle() {
    Page::restyle();
    emptyState().setMargin(m_theme.px(12));
}

void ColumnPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refreshIfVisible();
}

} // namespace lab
