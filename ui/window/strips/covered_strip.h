// SPDX-License-Identifier: GPL-3.0-or-later
//
// Says how many numbers are covered without being asked for, and how presenting opens them; offers to ask for
// them, and to uncover them. Hidden while nothing is covered, and while they are asked for.
#pragma once

#include "ui/window/strips/notice_strip.h"

#include <functional>

namespace lab {

class LabDocument;

class CoveredStrip : public NoticeStrip {
    Q_OBJECT
public:
    /// `howOpened` says how presenting opens several numbers that are covered.
    CoveredStrip(LabDocument& document, const Theme& theme, std::function<QString()> howOpened,
                 QWidget* parent = nullptr);

    /// While aside it is hidden, whatever is covered.
    void setAside(bool aside);
    /// Shows what is covered, or hides. To be called once it has its place in the window.
    void refresh();
    /// Says this, too, until it hides.
    void tell(const QString& said);

signals:
    /// It is about to be shown.
    void begun();
    /// The strip has the keyboard focus and is about to hide: the focus has to go elsewhere.
    void keyboardFreed();
    void messageRequested(const QString& message);

private:
    bool isKept() const;
    QString countText() const;

    LabDocument& m_document;
    std::function<QString()> m_howOpened;
    QString m_said;
    bool m_isEdited = false; ///< the document has just changed
    bool m_isAside = false;
};

} // namespace lab
