// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/parameter_section.h"

#include "core/edits/dictionary.h"
#include "core/io/matrix_file.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/files/file_name.h"
#include "ui/document/lab_document.h"
#include "ui/keys/tab_order.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/panels/parameters/matrix_grid.h"
#include "ui/panels/parameters/matrix_menu.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/panels/parameters/paste_strip.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/breakable.h"
#include "ui/widgets/fold_header.h"
#include "ui/widgets/number_form.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

#include <initializer_list>
#include <utility>

namespace lab {

ParameterSection::ParameterSection(LabDocument& document, Selection& selection, const Theme& theme,
                                   ParameterId id, std::optional<ParameterId> bias, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_id(id),
      m_model(new MatrixModel(document, selection, theme, id, bias, this)),
      m_grid(new MatrixGrid(document, m_model, theme, this)),
      m_menu(new MatrixMenu(document, *m_model, theme, this)),
      m_header(new FoldHeader(theme, QString::fromUtf8(info(id).title.data()), this)),
      m_menuButton(new QToolButton(this)),
      m_add(new PillButton(theme, PillButton::Kind::plain, tr("+ add"), this)),
      m_words(new PillButton(theme, PillButton::Kind::plain, {}, this)),
      m_paste(new PasteStrip(document, theme, this)), m_problem(new QLabel(this)),
      m_noPull(new QLabel(this)) {
    setObjectName(QString::fromUtf8(info(id).name.data()));
    m_grid->setAccessibleName(QString::fromUtf8(info(id).title.data()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    addHeader(column);
    column->addWidget(m_paste);
    column->addWidget(m_grid);
    column->addWidget(m_words, 0, Qt::AlignLeft);
    column->addWidget(m_problem);
    column->addWidget(m_noPull);
    m_noPull->setWordWrap(true);
    m_noPull->setTextFormat(Qt::PlainText);
    m_words->setSmall();
    m_words->setToolTip(tr("The dictionary: all words that have vectors, used or not"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText); // it may name what was pasted
    m_problem->hide();
    m_grid->installEventFilter(this);
    const QWidget* before = m_header;
    for (QWidget* each : std::initializer_list<QWidget*>{m_add, m_menuButton, m_grid, m_words})
        tabAfter(*std::exchange(before, each), *each);
    connectParts();
    restyle();
    refresh();
}

void ParameterSection::addHeader(QVBoxLayout* column) {
    const QString title = QString::fromUtf8(info(m_id).title.data());
    m_menuButton->setAutoRaise(true);
    m_menuButton->setFocusPolicy(Qt::TabFocus);
    m_menuButton->setAccessibleName(tr("What can be done to %1").arg(title));
    m_add->setSmall();
    m_add->setAccessibleName(tr("Add %1").arg(title));
    m_add->setToolTip(tr("Add W_O, which mixes the heads’ outputs"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addWidget(m_header, 1);
    row->addWidget(m_add);
    row->addWidget(m_menuButton);
    column->addLayout(row);
}

void ParameterSection::connectParts() {
    connect(m_header, &QAbstractButton::toggled, this, [this](bool open) { setFolded(!open); });
    connect(m_menuButton, &QToolButton::clicked, this, &ParameterSection::showMenu);
    connect(m_add, &QAbstractButton::clicked, this, [this] { setOutputWeights(m_document, true); });
    connect(m_menu, &MatrixMenu::formWanted, this, &ParameterSection::showForm);
    connect(m_menu, &MatrixMenu::pasteWanted, m_grid, qOverload<>(&MatrixGrid::paste));
    connect(m_menu, &MatrixMenu::fileWanted, this, &ParameterSection::askForFile);
    connect(m_menu, &MatrixMenu::numbersWanted, this,
            [this](ParameterId id) { emit numbersRequested(id, m_model->shownHead().value_or(0)); });
    connect(m_menu, &MatrixMenu::dictionaryWanted, this, &ParameterSection::dictionaryWanted);
    connect(m_words, &QAbstractButton::clicked, this, &ParameterSection::dictionaryWanted);
    connect(&m_document, &LabDocument::changed, this, &ParameterSection::updateWords);
    connect(m_menu, &MatrixMenu::refused, this, &ParameterSection::refuse);
    connect(m_grid, &MatrixGrid::refused, this, &ParameterSection::refuse);
    connect(m_grid, &MatrixGrid::messageRequested, this, &ParameterSection::messageRequested);
    connect(m_grid, &MatrixGrid::choiceNeeded, m_paste, &PasteStrip::ask);
    connect(m_grid, &MatrixGrid::layerPasted, this, &ParameterSection::layerPasted);
    connect(m_grid, &MatrixGrid::menuOpening, m_menu,
            [this](QMenu* menu, const QRect& cells) { m_menu->addCells(*menu, cells); });
    connect(m_grid, &MatrixGrid::cellChosen, this,
            [this](const QModelIndex& index) { emit numberChosen(m_model->cellOf(index)); });
    connect(m_paste, &PasteStrip::done, this, [this](const QString& text) {
        m_grid->setFocus();
        if (!text.isEmpty())
            emit messageRequested(text);
    });
    connect(m_paste, &PasteStrip::cancelled, m_grid, qOverload<>(&QWidget::setFocus));
    connect(&m_document, &LabDocument::changed, m_problem, &QWidget::hide);
    connect(&m_document, &LabDocument::fileChanged, this, &ParameterSection::closeForm);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ParameterSection::refresh);
    connect(&m_document, &LabDocument::playedChanged, this, &ParameterSection::showLock);
    connect(&m_theme, &Theme::changed, this, &ParameterSection::restyle);
}

void ParameterSection::setFolded(bool folded) {
    m_folded = folded;
    m_header->setChecked(!folded);
    refresh();
}

/// A lock in place of the menu, where a step of a lesson locks the numbers; no sign where only the bias may
/// be changed.
void ParameterSection::showLock() {
    const bool isLocked = m_document.locks(info(m_id).name);
    const auto bias = m_model->hasBias() ? m_model->biasId() : std::nullopt;
    const bool isBiasOpen = isLocked && bias && !m_document.locks(info(*bias).name);
    m_menuButton->setEnabled(!isLocked);
    m_menuButton->setToolTip(isBiasOpen ? tr("Only the bias can be changed in this step of the lesson")
                             : isLocked ? tr("Locked in this step of the lesson")
                                        : tr("Random numbers, zeros, identity and more"));
    m_menuButton->setIcon(icon(isLocked && !isBiasOpen ? Sign::lock : Sign::more, m_theme.colours().muted,
                               m_theme.px(16), devicePixelRatioF()));
}

void ParameterSection::refresh() {
    const bool present = m_model->isPresent();
    m_header->setEnabled(present);
    m_header->setSymbol(parameterSymbol(m_id));
    m_header->setShape(present ? m_model->shapeText() : tr("none"));
    const auto head = m_model->shownHead();
    m_header->setNote(head ? tr("head %1").arg(*head + 1) : QString(),
                      head ? tr("h%1").arg(*head + 1) : QString());
    m_menuButton->setVisible(present);
    showLock();
    m_add->setVisible(!present && m_id == ParameterId::W_O);
    m_grid->setVisible(present && !m_folded);
    updateWords({});
    showNoPull();
    if (!present)
        closeForm();
}

void ParameterSection::setPull(const ShownPullPtr& pull) {
    m_pull = pull;
    m_model->setPull(pull);
    showNoPull();
}

QString ParameterSection::pullNote() const {
    return m_noPull->isVisibleTo(this) ? m_noPull->text() : QString();
}

/// Of a matrix and its bias, if nothing pulls at either.
void ParameterSection::showNoPull() {
    QString why;
    const auto none = [this](ParameterId id) { return m_pull->none.find(id); };
    if (m_pull && m_model->isPresent() && !m_folded && none(m_id) != m_pull->none.end()) {
        const bool isBiasPulled = m_model->hasBias() && none(*m_model->biasId()) == m_pull->none.end();
        why = isBiasPulled ? QString() : tr("%1.").arg(QString::fromStdString(text_of(none(m_id)->second)));
    }
    m_noPull->setText(why);
    m_noPull->setVisible(!why.isEmpty());
}

void ParameterSection::updateWords(const Change& change) {
    const bool others = reshapes(change) || change.field == Field::embedding;
    if (!others || (change.block && change.block->rows > 0)) // only numbers of existing words changed
        return;
    const bool shown = m_id == ParameterId::E && m_model->isPresent() && !m_folded;
    const Index count = shown ? unused_word_count(m_document.experiment()) : 0;
    m_words->setText(count == 1 ? tr("1 unused word") : tr("%1 unused words").arg(count));
    m_words->setVisible(count > 0);
    m_words->updateGeometry();
}

void ParameterSection::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().error);
    m_problem->setPalette(colours);
    m_problem->setFont(m_theme.font(TextRole::small));
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_noPull->setPalette(colours);
    m_noPull->setFont(m_theme.font(TextRole::small));
    showLock();
    m_menuButton->setIconSize({m_theme.px(16), m_theme.px(16)});
    m_menuButton->setFixedSize(m_theme.px(24), m_theme.px(24));
}

void ParameterSection::refuse(const QString& reason) {
    writeBreakable(*m_problem, reason);
    m_problem->show();
    emit refused(reason);
}

void ParameterSection::showMenu() {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_menu->fill(*menu, m_grid->selectedCells());
    menu->popup(m_menuButton->mapToGlobal(QPoint(0, m_menuButton->height())));
}

void ParameterSection::showForm(InputForm* form) {
    closeForm();
    setFolded(false);
    m_form = form;
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_paste), form);
    form->show();
    form->setFocus();
    connect(form, &InputForm::refused, this, &ParameterSection::refuse);
    connect(form, &InputForm::closed, this, [this] {
        closeForm();
        m_grid->setFocus();
    });
}

void ParameterSection::closeForm() {
    if (!m_form)
        return;
    retire(m_form);
    m_form = nullptr;
    m_problem->hide();
}

void ParameterSection::askForFile() {
    auto* dialog = new QFileDialog(this, tr("Import %1").arg(m_model->name()), {},
                                   tr("Matrices (*.npy *.csv *.tsv *.txt *.md *.tex)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ParameterSection::readFile);
    dialog->open();
}

void ParameterSection::readFile(const QString& file) {
    if (const QString problem = nameProblem(file); !problem.isEmpty())
        return refuse(problem);
    const PastedNumbers allowed =
        m_model->mayHideKeys() ? PastedNumbers::finite_or_minus_infinity : PastedNumbers::finite;
    m_files.leave(); // an earlier one is not wanted any more, and may never answer
    const int number = ++m_reading;
    QTimer::singleShot(FileTasks::slowAfter, this, [this, number, name = QFileInfo(file).fileName()] {
        if (number == m_reading)
            emit messageRequested(tr("Still waiting for “%1”: nothing has come from it yet").arg(name));
    });
    m_files.start([this, path = file.toStdString(), allowed, number,
                   tokens = m_model->isTransposed() ? TokensIn::columns : TokensIn::rows](
                      const std::stop_token& stop) -> FileTasks::Then {
        return [this, number, read = read_matrix_file(path, allowed, stop, tokens)] {
            if (number != m_reading)
                return;
            ++m_reading; // done
            if (!read)
                refuse(QString::fromStdString(read.error().message()));
            else if (m_model->isPresent())
                m_grid->paste(read.value());
        };
    });
}

bool ParameterSection::eventFilter(QObject* watched, QEvent* event) {
    // The error message goes when the focus leaves the grid.
    if (watched == m_grid && event->type() == QEvent::FocusOut)
        m_problem->hide();
    return QWidget::eventFilter(watched, event);
}

} // namespace lab
