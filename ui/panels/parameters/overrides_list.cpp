// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/overrides_list.h"

#include "core/base/number_format.h"
#include "core/experiment/overrides.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"

#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {
constexpr int mostInSight = 4;           // entries, of two lines each
constexpr std::size_t mostListed = 1000; // a longer list is slow to fill, and of no use
} // namespace

OverridesList::OverridesList(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_heading(new QLabel(this)), m_list(new QListWidget(this)),
      m_remove(new QPushButton(tr("Remove"), this)), m_removeAll(new QPushButton(tr("Remove all"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_heading);
    column->addWidget(m_list);
    auto* buttons = new FlowLayout;
    buttons->addWidget(m_remove);
    buttons->addWidget(m_removeAll);
    column->addLayout(buttons);
    m_list->setAccessibleName(tr("Overridden cells"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setTabKeyNavigation(false);
    m_list->installEventFilter(this);
    m_remove->setToolTip(tr("Removes the selected override (Delete)"));
    m_removeAll->setToolTip(tr("Removes all overrides"));
    connect(m_list, &QListWidget::itemClicked, this, [this] { show(m_list->currentRow()); });
    connect(m_list, &QListWidget::itemActivated, this, [this] { show(m_list->currentRow()); });
    connect(m_list, &QListWidget::currentRowChanged, this,
            [this](int row) { m_remove->setEnabled(row >= 0); });
    connect(m_remove, &QPushButton::clicked, this, &OverridesList::removeCurrent);
    connect(m_removeAll, &QPushButton::clicked, this, [this] { removeOverrides(m_document); });
    connect(&document, &LabDocument::changed, this, &OverridesList::refresh);
    connect(&theme, &Theme::changed, this, &OverridesList::restyle);
    restyle();
    refresh({});
}

void OverridesList::refresh(const Change& change) {
    if (!renames(change) && change.field != Field::overrides)
        return;
    const Experiment& experiment = m_document.experiment();
    const std::vector<const Override*> all = overrides_in_force(experiment);
    setVisible(!all.empty());
    const int row = m_list->currentRow();
    m_list->clear();
    m_cells.clear();
    for (const Override* each : all) {
        if (m_cells.size() == mostListed)
            break;
        const CellRef cell = cell_of(*each);
        auto* item = new QListWidgetItem(tr("%1\n%2 = %3")
                                             .arg(stageTitle(experiment, cell.stage, cell.head),
                                                  cellPlace(experiment, cell),
                                                  QString::fromStdString(brief(each->value))));
        item->setToolTip(item->text());
        m_list->addItem(item);
        m_cells.push_back(cell);
    }
    m_heading->setText(all.size() > mostListed
                           ? tr("OVERRIDES: %1, THE FIRST %2").arg(all.size()).arg(mostListed)
                           : tr("OVERRIDES: %1").arg(all.size()));
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    m_remove->setEnabled(m_list->currentRow() >= 0);
    fitHeight();
}

void OverridesList::show(int row) {
    if (row < 0)
        return;
    const CellRef cell = m_cells[static_cast<std::size_t>(row)];
    m_selection.inspect(cell);
    emit stageRequested(cell.stage);
}

void OverridesList::removeCurrent() {
    if (const int row = m_list->currentRow(); row >= 0)
        removeOverride(m_document, m_cells[static_cast<std::size_t>(row)]);
}

bool OverridesList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (commandOf(KeyContext::overrides_list, key) == KeyCommand::remove) {
            removeCurrent();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void OverridesList::restyle() {
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_heading->setPalette(quiet);
    QFont heading = m_theme.font(TextRole::small);
    heading.setWeight(QFont::DemiBold);
    m_heading->setFont(heading);
    for (QWidget* each : std::initializer_list<QWidget*>{m_list, m_remove, m_removeAll})
        each->setFont(m_theme.font(TextRole::small));
    layout()->setSpacing(m_theme.px(6));
    fitHeight();
}

void OverridesList::fitHeight() {
    const int entry = m_list->count() > 0 ? m_list->sizeHintForRow(0) : 0;
    m_list->setFixedHeight(std::min(m_list->count(), mostInSight) * entry + 2 * m_list->frameWidth() +
                           m_theme.px(2));
}

} // namespace lab
