// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/comparison_picker.h"

#include "core/experiment/normalizers.h"
#include "core/experiment/phrases.h"
#include "core/io/document_file.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/files/file_name.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/plots/compare/comparison.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>

namespace lab {

namespace {

using Kind = CompareAgainst::Kind;

constexpr double nameWidth = 160; // points

/// Their names: "Softmax, naive softmax, …".
QString normalizersHint() {
    std::vector<Said> names;
    for (const Normalizer& each : normalizers())
        names.push_back(say(each.words));
    QString text = QString::fromStdString(text_of(list_of(std::move(names), phrase::last_of_rules)));
    text.replace(0, 1, text.front().toUpper());
    return text;
}

QString hintOf(Variation variation) {
    switch (variation) {
    case Variation::mask:
        return ComparisonPicker::tr("Without a mask, and with the causal one");
    case Variation::scale:
        return ComparisonPicker::tr("Scores with and without the factor 1/√d_k");
    case Variation::softcap:
        return ComparisonPicker::tr("Scores without a softcap, and capped at 50, 5 and 2");
    case Variation::normalizer:
        return normalizersHint();
    case Variation::temperature:
        return ComparisonPicker::tr("From sharp to flat weights");
    case Variation::dropout:
        return ComparisonPicker::tr("Without dropout, and with three draws of it");
    case Variation::sink:
        return ComparisonPicker::tr("Without a sink, and with one");
    case Variation::positions:
        return ComparisonPicker::tr("Without positions, and with each kind of them");
    case Variation::norm:
        return ComparisonPicker::tr("Queries and keys as they are, and normalised in either way");
    case Variation::rotary_layout:
        return ComparisonPicker::tr("Which features are rotated together: interleaved pairs (1 and 2, 3 and "
                                    "4 …), and half (1 and the first of the second half …)");
    case Variation::heads:
        return ComparisonPicker::tr("The same numbers as one head, and split among several");
    }
    return {};
}

} // namespace

ComparisonPicker::ComparisonPicker(LabDocument& document, ComparisonChoice& choice, const Theme& theme,
                                   QWidget* parent)
    : QWidget(parent), m_document(document), m_choice(choice), m_theme(theme), m_second(new QWidget(this)),
      m_stagePill(new PillButton(theme, PillButton::Kind::choice, {}, m_second)),
      m_rename(new PillButton(theme, PillButton::Kind::plain, tr("Rename"), m_second)),
      m_delete(new PillButton(theme, PillButton::Kind::plain, tr("Delete"), m_second)),
      m_goBack(new PillButton(theme, PillButton::Kind::plain, tr("Restore"), m_second)),
      m_name(new QLineEdit(m_second)), m_files(document) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_second);
    buildSecondRow();
    // Pills are rebuilt only when others are offered: the keyboard may be on one.
    connect(&choice, &ComparisonChoice::offersChanged, this, &ComparisonPicker::rebuildPills);
    connect(&choice, &ComparisonChoice::changed, this, &ComparisonPicker::showChoice);
    connect(&theme, &Theme::changed, this, &ComparisonPicker::restyle);
    restyle();
}

void ComparisonPicker::showChoice() {
    if (m_choice.chosen().kept.experiment != m_renamed)
        endRename(false);
    m_pills->refresh();
    showSecondRow();
}

void ComparisonPicker::addCaption(const QString& text) {
    auto* caption = new QLabel(text, m_first);
    caption->setFont(m_theme.font(TextRole::small));
    caption->setMinimumHeight(m_rename->sizeHint().height()); // in line with the pills
    QPalette quiet = caption->palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    caption->setPalette(quiet);
    m_first->layout()->addWidget(caption);
}

void ComparisonPicker::addSnapshots() {
    for (const Snapshot& each : m_choice.snapshots()) {
        const auto isSet = [this, experiment = each.experiment] {
            return m_choice.chosen().kind == Kind::snapshot &&
                   m_choice.chosen().kept.experiment == experiment;
        };
        PillButton* pill = m_pills->add(m_first, shortText(each.name), isSet);
        pill->setToolTip(tr("A snapshot. F2 renames it, Delete deletes it."));
        pill->installEventFilter(this);
        connect(pill, &QAbstractButton::clicked, this, [this, each] {
            m_choice.choose({Kind::snapshot, each});
        });
    }
    const auto addKept = [this](const QString& text, const QString& hint, Kind kind, const Snapshot& kept) {
        PillButton* pill =
            m_pills->add(m_first, text, [this, kind] { return m_choice.chosen().kind == kind; });
        pill->setToolTip(hint);
        connect(pill, &QAbstractButton::clicked, this, [this, kind, kept] { m_choice.choose({kind, kept}); });
    };
    addKept(tr("As opened"), tr("The document as it was opened"), Kind::opened,
            {tr("As opened").toStdString(), m_choice.opened(), nullptr});
    if (const auto& file = m_choice.file())
        addKept(shortText(file->name), tr("Another document, not changed"), Kind::file, *file);
    auto* ask = new PillButton(m_theme, PillButton::Kind::plain, tr("Another document…"), m_first);
    ask->setSmall();
    ask->setToolTip(tr("Choose a file to compare with; it is not changed"));
    m_first->layout()->addWidget(ask);
    connect(ask, &QAbstractButton::clicked, this, &ComparisonPicker::askForFile);
}

void ComparisonPicker::addVariations() {
    for (const Variation variation : m_choice.variations()) {
        PillButton* pill = m_pills->add(m_first, variationTitle(variation), [this, variation] {
            return m_choice.chosen().kind == Kind::variation && m_choice.chosen().variation == variation;
        });
        pill->setToolTip(hintOf(variation));
        connect(pill, &QAbstractButton::clicked, this, [this, variation] {
            m_choice.choose({Kind::variation, {}, variation});
        });
    }
}

void ComparisonPicker::rebuildPills() {
    const bool hadFocus = m_first && m_first->isAncestorOf(QApplication::focusWidget());
    retire(m_first);
    m_first = new QWidget(this);
    m_first->setAccessibleName(tr("Compare with"));
    auto* flow = new FlowLayout(m_first);
    flow->setContentsMargins({});
    flow->setSpacing(m_theme.px(5));
    m_pills = std::make_unique<ChoicePills>(m_theme);
    addCaption(tr("Compare with"));
    addSnapshots();
    addCaption(tr("or sweep"));
    addVariations();
    m_pills->refresh();
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_first);
    m_first->show();
    showSecondRow();
    if (PillButton* set = m_pills->firstSet(); set && hadFocus)
        set->setFocus();
    else if (!set) // nothing is set: Tab reaches the first pill
        m_first->findChild<PillButton*>()->setFocusPolicy(Qt::StrongFocus);
}

void ComparisonPicker::buildSecondRow() {
    auto* flow = new FlowLayout(m_second);
    flow->setContentsMargins({});
    for (QWidget* each : std::initializer_list<QWidget*>{m_rename, m_name, m_delete, m_goBack, m_stagePill})
        flow->addWidget(each); // the stage pill last: its width changes
    for (PillButton* each : {m_stagePill, m_rename, m_delete, m_goBack})
        each->setSmall();
    m_stagePill->setAccessibleName(tr("Stage"));
    m_stagePill->setToolTip(tr("The stage to compare"));
    m_stagePill->setMenu(new QMenu(m_stagePill));
    connect(m_stagePill->menu(), &QMenu::aboutToShow, this, [this] {
        QMenu* menu = m_stagePill->menu();
        menu->clear();
        for (const StageId id : boardStages(m_document.experiment())) {
            const CompareAgainst& chosen = m_choice.chosen();
            const bool isAlike = chosen.kind == Kind::variation && !depends_on(id, chosen.variation);
            QAction* action =
                menu->addAction(isAlike ? menuEntry(stageTitle(id), tr("identical")) : stageTitle(id));
            action->setCheckable(true);
            action->setChecked(id == m_choice.stage());
            connect(action, &QAction::triggered, this, [this, id] { m_choice.setStage(id); });
        }
    });
    m_rename->setToolTip(tr("Rename this snapshot (F2)"));
    m_delete->setToolTip(tr("Delete this snapshot (Delete); can be undone"));
    m_goBack->setToolTip(tr("Restore this state; can be undone"));
    m_name->setAccessibleName(tr("Name of the snapshot"));
    m_name->hide();
    m_name->installEventFilter(this);
    connect(m_rename, &QAbstractButton::clicked, this, &ComparisonPicker::beginRename);
    connect(m_delete, &QAbstractButton::clicked, this, &ComparisonPicker::removeChosen);
    connect(m_goBack, &QAbstractButton::clicked, this, [this] {
        const Snapshot kept = m_choice.chosen().kept;
        goBackTo(m_document, kept);
    });
    connect(m_name, &QLineEdit::returnPressed, this, [this] { endRename(true); });
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        if (!m_name->hasFocus())
            endRename(true);
    });
}

void ComparisonPicker::showSecondRow() {
    const Kind kind = m_choice.chosen().kind;
    m_stagePill->setText(stageTitle(m_choice.stage()));
    const bool isSnapshot = kind == Kind::snapshot;
    m_stagePill->setVisible(kind != Kind::nothing);
    m_rename->setVisible(isSnapshot && m_name->isHidden());
    m_delete->setVisible(isSnapshot);
    m_goBack->setVisible(isSnapshot || kind == Kind::opened || kind == Kind::file);
    m_goBack->setText(kind == Kind::file ? tr("Replace this document with it") : tr("Restore"));
    if (!isSnapshot)
        m_name->hide();
}

void ComparisonPicker::askForFile() {
    const QString its = QFileInfo(m_document.file()).absolutePath();
    const QString folder = m_document.file().isEmpty() || !isFolder(its) ? QDir::homePath() : its;
    auto* dialog = new QFileDialog(window(), tr("Compare with a document"), folder,
                                   tr("Attention documents (*.attn);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ComparisonPicker::compareWithFile);
    dialog->open();
}

void ComparisonPicker::compareWithFile(const QString& file) {
    if (const QString problem = nameProblem(file); !problem.isEmpty())
        return emit refused(problem);
    const QString name = QFileInfo(file).fileName();
    m_isReading = file;
    QTimer::singleShot(FileTasks::slowAfter, this, [this, file, name] {
        if (m_isReading == file)
            emit refused(tr("Still waiting for “%1”: nothing has come from it yet").arg(name));
    });
    m_files.read(
        [path = file.toStdString()](const std::stop_token& stop) {
            return load_experiment(path, FileStart::document, nullptr, stop);
        },
        [this, file](const Result<Experiment>& read) {
            m_isReading.clear();
            if (!read)
                return refused(tr("Can’t compare with this document. %1")
                                   .arg(QString::fromStdString(read.error().message())));
            m_choice.setFile({QFileInfo(file).completeBaseName().toStdString(),
                              std::make_shared<const Experiment>(read.value()), nullptr});
        });
}

void ComparisonPicker::beginRename() {
    if (!m_choice.chosenSnapshot())
        return;
    m_renamed = m_choice.chosen().kept.experiment;
    m_name->setText(shortText(m_choice.chosen().kept.name)); // a longer one would be truncated
    m_rename->hide();
    m_name->show();
    m_name->setFocus();
    m_name->selectAll();
}

/// A rejected name leaves the old one unchanged, and the line open if it has the focus.
void ComparisonPicker::endRename(bool take) {
    if (m_name->isHidden())
        return;
    const auto which = m_choice.chosenSnapshot();
    if (take && which && m_choice.chosen().kept.experiment == m_renamed &&
        m_name->text() != shortText(m_choice.chosen().kept.name)) {
        if (const QString reason = renameSnapshot(m_document, *which, m_name->text()); !reason.isEmpty()) {
            emit refused(tr("%1; the name is unchanged").arg(reason));
            if (m_name->hasFocus())
                return;
        }
    }
    const bool hadFocus = m_name->hasFocus();
    m_name->hide();
    showSecondRow();
    if (hadFocus && m_pills->firstSet())
        m_pills->firstSet()->setFocus();
}

void ComparisonPicker::removeChosen() {
    if (const auto which = m_choice.chosenSnapshot())
        removeSnapshot(m_document, *which);
}

bool ComparisonPicker::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_name) {
        if (leavesToWindow(event) || takesEscape(event))
            return true;
        if (event->type() == QEvent::KeyPress &&
            commandOf(KeyContext::dialogue, *static_cast<QKeyEvent*>(event)) == KeyCommand::cancel) {
            endRename(false);
            return true;
        }
        return false;
    }
    const bool isDouble = event->type() == QEvent::MouseButtonDblClick;
    const auto command = event->type() == QEvent::KeyPress
                             ? commandOf(KeyContext::snapshots, *static_cast<QKeyEvent*>(event))
                             : std::nullopt;
    if (!isDouble && !command)
        return QWidget::eventFilter(watched, event);
    static_cast<QAbstractButton*>(watched)->click(); // chooses the snapshot first
    if (command == KeyCommand::remove)
        removeChosen();
    else
        beginRename();
    return true;
}

void ComparisonPicker::restyle() {
    m_name->setFont(m_theme.font(TextRole::small));
    m_name->setFixedWidth(m_theme.px(nameWidth));
    m_second->layout()->setSpacing(m_theme.px(5));
    layout()->setSpacing(m_theme.px(6));
    rebuildPills();
}

} // namespace lab
