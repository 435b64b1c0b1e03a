// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lab {

Page::Page(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_selection(selection), m_theme(theme), m_empty(new QLabel),
      m_body(new QWidget) {
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    setWidgetResizable(true);
    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->hide();
    m_column->addWidget(m_empty, 1);
    m_column->addWidget(m_body, 1);
    setWidget(content);
    connect(&document, &LabDocument::changed, this, &Page::refreshIfSeen);
    connect(&document, &LabDocument::computed, this, &Page::refreshIfSeen);
    connect(&document, &LabDocument::previewEnded, this, &Page::refreshIfSeen);
    connect(&document, &LabDocument::viewChanged, this, &Page::refreshIfSeen);
    connect(&selection, &Selection::headChanged, this, &Page::refreshIfSeen);
    connect(&theme, &Theme::changed, this, [this] {
        restyle();
        refreshIfSeen();
    });
}

void Page::setHeader(QWidget* header) {
    if (m_header)
        m_column->removeWidget(m_header);
    m_header = header;
    if (!header)
        return;
    m_column->insertWidget(0, header);
    header->show();
}

void Page::refreshIfSeen() {
    if (!isVisible())
        return; // nothing is computed for nobody
    const bool empty = is_empty(m_document.experiment());
    if (empty)
        m_empty->setText(emptyStateText(m_document.experiment()));
    m_empty->setVisible(empty);
    m_body->setVisible(!empty);
    if (!empty)
        refresh();
}

void Page::restyle() {
    QPalette page = palette();
    page.setColor(QPalette::Window, m_theme.colours().page);
    setPalette(page);
    QPalette quiet = page;
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_empty->setPalette(quiet);
    m_empty->setMargin(m_theme.px(12));
}

void Page::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    refreshIfSeen();
}

} // namespace lab
