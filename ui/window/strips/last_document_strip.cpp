// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/last_document_strip.h"

#include "ui/text/short_text.h"

#include <QPushButton>

namespace lab {

LastDocumentStrip::LastDocumentStrip(const QString& name, const QString& tip, const Theme& theme,
                                     QWidget* parent)
    : NoticeStrip(theme, parent) {
    connect(addButton(tr("Open it"), tr("Go on with the document of last time")), &QPushButton::clicked, this,
            &LastDocumentStrip::openRequested);
    connect(addButton(tr("Not now"), tr("Stay with the document that is open")), &QPushButton::clicked, this,
            &QWidget::hide);
    say(tr("“%1” was open when Attention Lab last ended, which was not by closing it.").arg(shortText(name)),
        tip);
}

} // namespace lab
