// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/covered_strip.h"

#include "core/edits/snapshots.h"
#include "ui/document/kept_view.h"
#include "ui/document/lab_document.h"

#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lab {

CoveredStrip::CoveredStrip(LabDocument& document, const Theme& theme, std::function<QString()> howOpened,
                           QWidget* parent)
    : NoticeStrip(theme, parent), m_document(document), m_howOpened(std::move(howOpened)) {
    setObjectName(QStringLiteral("covered"));
    QPushButton* ask =
        addButton(tr("Ask me"), tr("An exercise: type the covered numbers, one after another"));
    QPushButton* uncover = addButton(tr("Uncover"), tr("Show all that is covered"));
    for (QPushButton* button : {ask, uncover})
        button->setFocusPolicy(Qt::TabFocus);
    connect(ask, &QPushButton::clicked, this, [this] { m_document.setExercise(true); });
    connect(uncover, &QPushButton::clicked, this, [this] { m_document.uncover(); });
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        m_isEdited = isVisible();
        if (change.field == Field::snapshots && isVisible())
            refresh();
    });
    connect(&document, &LabDocument::coverChanged, this, &CoveredStrip::refresh);
    hide();
}

/// Whether a scene covers the same numbers.
bool CoveredStrip::isKept() const {
    const std::vector<StageBlock> covered = m_document.cover().left();
    return std::ranges::any_of(m_document.experiment().snapshots, [&](const Snapshot& each) {
        return is_scene(each) && keptView(*each.experiment).kept.covered == covered;
    });
}

QString CoveredStrip::countText() const {
    Index count = 0;
    for (const StageBlock& each : m_document.cover().left())
        count += each.block.rows * each.block.columns;
    QStringList said{count == 1 ? tr("1 number is covered.") : tr("%1 numbers are covered.").arg(count)};
    if (!isKept())
        said += count == 1 ? tr("Snapshot ▸ Keep as scene keeps it covered.")
                           : tr("Snapshot ▸ Keep as scene keeps them covered.");
    said += count == 1 ? tr("Present opens it.") : m_howOpened();
    return said.join(QLatin1Char(' '));
}

void CoveredStrip::tell(const QString& said) {
    m_said = said;
    refresh();
}

void CoveredStrip::setAside(bool aside) {
    m_isAside = aside;
    refresh();
}

void CoveredStrip::refresh() {
    const Cover& cover = m_document.cover();
    const bool isEdited = std::exchange(m_isEdited, false);
    if (cover.isEmpty() || cover.isExercise() || m_isAside) {
        m_said.clear();
        if (isEdited && isVisible() && cover.isEmpty() && !m_isAside)
            emit messageRequested(tr("Nothing is covered any more: the document has no such cells"));
        if (isVisible() && isAncestorOf(window()->focusWidget()))
            emit keyboardFreed(); // hiding would give it to any other field
        return hide();
    }
    const bool begins = !isVisible();
    const QString text = countText();
    say(m_said.isEmpty() ? text : m_said + QLatin1Char('\n') + text, QString());
    setVisible(true);
    if (begins)
        emit begun();
}

} // namespace lab
