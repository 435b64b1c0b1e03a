// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/dictionary/dictionary_panel.h"

#include "ui/document/edits/dictionary_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/panels/dictionary/dictionary_model.h"
#include "ui/panels/dictionary/dictionary_table.h"
#include "ui/text/breakable.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {
constexpr Index fewWords = 20; // up to this many need no filter
}

DictionaryPanel::DictionaryPanel(LabDocument& document, const Selection& selection, const Theme& theme,
                                 QWidget* parent)
    : QFrame(parent), m_document(document), m_theme(theme),
      m_model(new DictionaryModel(document, selection, theme)), m_heading(new QLabel(tr("Dictionary"))),
      m_counts(new QLabel), m_filter(new QLineEdit),
      m_delete(new PillButton(theme, PillButton::Kind::chip, {})),
      m_close(new PillButton(theme, PillButton::Kind::plain, QStringLiteral("✕"), this)),
      m_problem(new QLabel(this)), m_options(new QWidget(this)),
      m_notUsed(new QLabel(
          tr("Not used now: inputs are given row by row. New tokens begin with the vector of their word."),
          this)),
      m_table(new DictionaryTable(m_model, theme, this)) {
    setAutoFillBackground(true);
    setAccessibleName(tr("Dictionary"));
    m_filter->setPlaceholderText(tr("Find a word"));
    m_filter->setAccessibleName(tr("Find a word"));
    m_filter->setClearButtonEnabled(true);
    m_delete->setSmall();
    m_delete->setToolTip(tr("Words that no sentence uses"));
    m_close->setSmall();
    m_close->setAccessibleName(tr("Close the dictionary"));
    m_close->setToolTip(tr("Close (Escape)"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    m_notUsed->setWordWrap(true);
    auto* options = new FlowLayout(m_options);
    options->setContentsMargins({});
    for (QWidget* each : {static_cast<QWidget*>(m_heading), static_cast<QWidget*>(m_counts),
                          static_cast<QWidget*>(m_filter), static_cast<QWidget*>(m_delete)})
        options->addWidget(each);
    auto* top = new QHBoxLayout;
    top->addWidget(m_options, 1);
    top->addWidget(m_close, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(m_notUsed);
    column->addWidget(m_problem);
    column->addWidget(m_table, 1);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->installEventFilter(this);
    m_filter->installEventFilter(this);
    setFocusProxy(m_table);
    connectParts();
    restyle();
    refresh();
    m_table->setCurrentIndex(m_model->index(0, DictionaryModel::wordColumn));
}

void DictionaryPanel::connectParts() {
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &DictionaryPanel::keepPlace);
    connect(m_model, &QAbstractItemModel::modelReset, this, &DictionaryPanel::takePlace);
    connect(m_model, &DictionaryModel::wordsChanged, this, &DictionaryPanel::refresh);
    connect(m_table, &DictionaryTable::refused, this, &DictionaryPanel::refuse);
    connect(m_table, &DictionaryTable::deleteWanted, this, &DictionaryPanel::deleteWordAt);
    connect(m_table, &QWidget::customContextMenuRequested, this, &DictionaryPanel::showMenu);
    connect(m_filter, &QLineEdit::textChanged, m_model, &DictionaryModel::setFilter);
    connect(m_delete, &QAbstractButton::clicked, this, [this] {
        deleteUnusedWords(m_document);
        m_table->setFocus();
    });
    connect(m_close, &QAbstractButton::clicked, this, &DictionaryPanel::closed);
    connect(&m_document, &LabDocument::changed, m_problem, &QWidget::hide);
    connect(&m_theme, &Theme::changed, this, &DictionaryPanel::restyle);
}

void DictionaryPanel::updateLook() {
    m_model->updateLook();
}

QString DictionaryPanel::problem() const {
    return m_problem->isHidden() ? QString() : m_problem->accessibleName();
}

void DictionaryPanel::refresh() {
    m_notUsed->setVisible(has_given_inputs(m_document.experiment()));
    const Index words = m_model->wordCount();
    const Index unused = m_model->unusedCount();
    QStringList counts{words == 1 ? tr("1 word") : tr("%1 words").arg(words)};
    if (unused > 0)
        counts += tr("%1 unused").arg(unused);
    if (!m_filter->text().isEmpty())
        counts += tr("%1 found").arg(m_model->rowCount());
    m_counts->setText(counts.join(QStringLiteral(", ")));
    m_delete->setText(unused == 1 ? tr("Delete 1 unused word") : tr("Delete %1 unused words").arg(unused));
    m_delete->setVisible(unused > 0);
    m_delete->updateGeometry();
    m_filter->setVisible(words > fewWords || !m_filter->text().isEmpty());
}

void DictionaryPanel::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().panel);
    setPalette(colours);
    QPalette quiet = colours;
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* label : {m_counts, m_notUsed}) {
        label->setPalette(quiet);
        label->setFont(m_theme.font(TextRole::small));
    }
    m_heading->setFont(m_theme.font(TextRole::strong));
    QPalette error = colours;
    error.setColor(QPalette::WindowText, m_theme.colours().error);
    m_problem->setPalette(error);
    m_problem->setFont(m_theme.font(TextRole::body));
    const int line = m_delete->sizeHint().height();
    for (QLabel* label : {m_heading, m_counts})
        label->setMinimumHeight(line);
    m_filter->setFont(m_theme.font(TextRole::small));
    m_filter->setFixedSize(m_theme.px(170), line);
    m_options->layout()->setSpacing(m_theme.px(8));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    layout()->setSpacing(m_theme.px(4));
}

void DictionaryPanel::refuse(const QString& reason) {
    writeBreakable(*m_problem, reason);
    m_problem->show();
    emit refused(reason);
}

void DictionaryPanel::deleteWordAt(int row) {
    const std::string word = m_model->word(row);
    if (const QString why = deleteProblem(m_document.experiment(), word); !why.isEmpty())
        refuse(why);
    else
        deleteWord(m_document, word);
}

void DictionaryPanel::showMenu(QPoint at) {
    const QModelIndex index = m_table->indexAt(at);
    if (!index.isValid())
        return;
    m_table->setCurrentIndex(index);
    const std::string word = m_model->word(index.row());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const auto explain = [](QAction* action, const QString& problem) {
        action->setEnabled(problem.isEmpty());
        action->setToolTip(problem);
    };
    menu->addAction(tr("Rename"), keyOf(KeyContext::dictionary, KeyCommand::edit), this,
                    [this, row = index.row()] {
                        m_table->setCurrentIndex(m_model->index(row, DictionaryModel::wordColumn));
                        m_table->edit(m_table->currentIndex());
                    });
    explain(menu->addAction(tr("Restore its seeded vector"), this,
                            [this, word] { reseedWord(m_document, word); }),
            reseedProblem(m_document.experiment(), word));
    explain(menu->addAction(tr("Delete"), keyOf(KeyContext::dictionary, KeyCommand::remove), this,
                            [this, word] { deleteWord(m_document, word); }),
            deleteProblem(m_document.experiment(), word));
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void DictionaryPanel::keepPlace() {
    const QModelIndex current = m_table->currentIndex();
    m_place = {current.row(), current.column(), m_table->verticalScrollBar()->value(),
               m_table->isAncestorOf(QApplication::focusWidget())};
}

/// Restores the same row, which may now hold another word.
void DictionaryPanel::takePlace() {
    const int row = std::min(m_place.row, m_model->rowCount() - 1);
    const int column = std::min(m_place.column, m_model->columnCount() - 1);
    if (row >= 0 && column >= 0)
        m_table->setCurrentIndex(m_model->index(row, column));
    m_table->verticalScrollBar()->setValue(m_place.scrolled);
    if (m_place.hadFocus) // the focus may have been in an editor that is gone
        m_table->setFocus();
}

void DictionaryPanel::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dictionary, *event) != KeyCommand::cancel)
        return QFrame::keyPressEvent(event);
    if (m_filter->hasFocus() && !m_filter->text().isEmpty())
        m_filter->clear();
    else
        emit closed();
}

bool DictionaryPanel::eventFilter(QObject* watched, QEvent* event) {
    if (takesEscape(event))
        return true;
    // The error message goes when the focus leaves the table, but not when it moves into an editor.
    if (watched == m_table && event->type() == QEvent::FocusOut && !m_table->isAncestorOf(focusWidget()))
        m_problem->hide();
    return QFrame::eventFilter(watched, event);
}

} // namespace lab
