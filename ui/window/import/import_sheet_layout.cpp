// SPDX-License-Identifier: GPL-3.0-or-later
//
// The widgets of the import sheet, and how they stand.
#include "core/io/json_fields.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/import/import_sheet.h"
#include "ui/window/import/import_table.h"
#include "ui/window/import/role_delegate.h"

#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QTableView>

#include <cmath>

namespace lab {

namespace {

constexpr int searchedFrom = 12; // layers, from which they are searched by typing

QLabel* wrappedText(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setMinimumWidth(1); // a long name must not widen the sheet
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

ImportSheet::ImportSheet(NamedArraysPtr arrays, const QString& name, const Experiment& present,
                         const Theme& theme, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_arrays(std::move(arrays)), m_present(present),
      m_table(new ImportTable(this)), m_view(new QTableView(this)), m_scroll(new QScrollArea(this)),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight)), m_answers(theme) {
    setWindowTitle(tr("Import “%1”").arg(shortText(name)));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins({});
    m_used = wrappedText(content);
    column->addWidget(m_used);
    column->addLayout(m_columns, 1);
    addTable();
    addPicture(content);
    addQuestion(*column);
    addFields(*column);
    m_computed = wrappedText(content);
    m_replaced = wrappedText(content);
    column->addWidget(m_computed);
    column->addWidget(m_replaced);
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* whole = new QVBoxLayout(this);
    whole->addWidget(m_scroll, 1);
    m_problem = wrappedText(this);
    whole->addWidget(m_problem);
    addButtons(*whole);
    m_untilRead.setSingleShot(true);
    connect(&m_untilRead, &QTimer::timeout, this, &ImportSheet::read);
    connect(&theme, &Theme::changed, this, &ImportSheet::restyle);
    restyle();
    m_choices.usual = present.heads; // so that replacing parameters changes no more than it has to
    plan();
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ImportSheet::showSelected);
    m_view->setFocus();
}

void ImportSheet::addTable() {
    m_view->setModel(m_table);
    m_view->setAccessibleName(tr("Arrays of the file"));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setWordWrap(false);
    m_view->setItemDelegateForColumn(ImportTable::taken_for, new RoleDelegate(m_view));
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                            QAbstractItemView::EditKeyPressed);
    connect(m_table, &ImportTable::takenFor, this, &ImportSheet::choose, Qt::QueuedConnection);
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    QHeaderView& header = *m_view->horizontalHeader();
    header.setHighlightSections(false);
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header.setResizeContentsPrecision(30); // rows that are measured
    header.setSectionResizeMode(ImportTable::name, QHeaderView::Stretch);
    m_columns->addWidget(m_view, 1);
}

void ImportSheet::addPicture(QWidget* content) {
    m_side = new QWidget(content);
    auto* column = new QVBoxLayout(m_side);
    column->setContentsMargins({});
    m_picture = new QLabel(m_side);
    m_picture->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_caption = wrappedText(m_side);
    m_turn = new QPushButton(tr("Turn round"), m_side);
    m_turn->setAutoDefault(false);
    m_turn->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_turnReason = wrappedText(m_side);
    for (QWidget* each : {static_cast<QWidget*>(m_picture), static_cast<QWidget*>(m_caption),
                          static_cast<QWidget*>(m_turn), static_cast<QWidget*>(m_turnReason)})
        column->addWidget(each);
    column->addStretch(1);
    m_columns->addWidget(m_side);
    connect(m_turn, &QPushButton::clicked, this, &ImportSheet::turnRound);
}

void ImportSheet::addQuestion(QBoxLayout& column) {
    m_question = new QWidget;
    auto* rows = new QVBoxLayout(m_question);
    rows->setContentsMargins({});
    m_questionText = wrappedText(m_question);
    rows->addWidget(m_questionText);
    auto* row = new QWidget(m_question);
    row->setAccessibleName(tr("Which way the square arrays are stored"));
    auto* flow = new FlowLayout(row);
    flow->setContentsMargins({});
    flow->setSpacing(m_theme.px(5));
    rows->addWidget(row);
    const auto add = [&](const QString& text, bool transposed, const QString& tip) {
        PillButton* pill = m_answers.add(row, text, [this, transposed] { return isAnswered(transposed); });
        pill->setAutoExclusive(false); // at first, and where arrays differ, neither is set
        pill->setToolTip(tip);
        connect(pill, &QAbstractButton::clicked, this, [this, transposed] { answer(transposed); });
        return pill;
    };
    m_pills = {
        add(tr("Inputs × outputs"), false, tr("As they are, X·W")),
        add(tr("Outputs × inputs"), true, tr("As torch.nn.Linear stores them: they are turned round"))};
    column.addWidget(m_question);
}

void ImportSheet::addFields(QBoxLayout& column) {
    m_fields = new QFormLayout;
    column.addLayout(m_fields);
    m_fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_fields->setRowWrapPolicy(QFormLayout::WrapLongRows);
    addLayers();
    const auto addTokens = [this](const QString& caption, std::optional<std::string>& choice) {
        auto* line = new QLineEdit;
        line->setAccessibleName(caption);
        line->setPlaceholderText(tr("separated by spaces; empty: those of the file, or 1, 2, …"));
        m_fields->addRow(caption, line);
        connect(line, &QLineEdit::textChanged, this, [this, &choice](const QString& text) {
            choice = text.trimmed().isEmpty() ? std::nullopt : std::optional(text.toStdString());
            plan();
        });
        return line;
    };
    m_tokens = addTokens(tr("Tokens"), m_choices.tokens);
    m_sourceTokens = addTokens(tr("Second sentence"), m_choices.source_tokens);
    m_heads = addHeads(tr("Heads"), m_choices.heads);
    m_kvHeads = addHeads(tr("Key/value heads"), m_choices.kv_heads);
}

void ImportSheet::addLayers() {
    const std::vector<std::string> prefixes = import_prefixes(*m_arrays);
    if (prefixes.size() < 2)
        return;
    m_choices.prefix = prefixes.front();
    m_layers = new QComboBox;
    m_layers->setAccessibleName(tr("Layer"));
    m_layers->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_layers->setMinimumContentsLength(12);
    m_layers->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (const std::string& prefix : prefixes) {
        const QString shown = prefix.empty() ? tr("(no prefix)") : shortText(prefix);
        m_layers->addItem(shown, QString::fromStdString(prefix));
        m_layers->setItemData(m_layers->count() - 1, shown.toHtmlEscaped(), Qt::ToolTipRole);
    }
    if (m_layers->count() >= searchedFrom) {
        m_layers->setEditable(true);
        m_layers->lineEdit()->setFrame(true);
        m_layers->setInsertPolicy(QComboBox::NoInsert);
        m_layers->setToolTip(tr("Type a part of the name to search"));
        m_layers->completer()->setFilterMode(Qt::MatchContains);
        m_layers->completer()->setCompletionMode(QCompleter::PopupCompletion);
    }
    m_fields->addRow(tr("Layer"), m_layers);
    connect(m_layers, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index < 0)
            return;
        m_choices.prefix = m_layers->itemData(index).toString().toStdString();
        m_table->clear(); // the first array of the layer comes first, and is selected
        plan();
    });
    if (m_layers->isEditable()) // a typed text that names no layer is replaced
        connect(m_layers->lineEdit(), &QLineEdit::editingFinished, this, [this] {
            if (m_layers->findText(m_layers->currentText()) < 0)
                m_layers->setEditText(m_layers->itemText(m_layers->currentIndex()));
        });
}

NumberField* ImportSheet::addHeads(const QString& text, std::optional<Index>& choice) {
    const auto problem = [text](double number) {
        return number >= 1 && number <= largest_size && number == std::floor(number)
                   ? QString()
                   : tr("%1 must be a whole number from 1 to %2").arg(text).arg(largest_size);
    };
    auto* field = new NumberField(m_theme, {.problem = problem, .step = 1, .digits = 4, .whole = true});
    field->setAccessibleName(text);
    m_fields->addRow(text, field);
    field->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(field, &NumberField::entered, this, [this, &choice](double number) {
        choice = static_cast<Index>(number);
        plan();
    });
    return field;
}

void ImportSheet::addButtons(QBoxLayout& column) {
    auto* row = new QWidget(this);
    auto* flow = new FlowLayout(row);
    flow->setContentsMargins({});
    flow->setSpacing(m_theme.px(8));
    const auto add = [&](const QString& text) {
        auto* button = new QPushButton(text, row);
        button->setAutoDefault(false);
        flow->addWidget(button);
        return button;
    };
    m_open = add(tr("Open as new document"));
    m_replace = add(tr("Replace parameters"));
    QPushButton* cancel = add(tr("Cancel"));
    connect(m_open, &QPushButton::clicked, this, &ImportSheet::openDocument);
    connect(m_replace, &QPushButton::clicked, this, &ImportSheet::replaceParameters);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    column.addWidget(row);
}

void ImportSheet::restyle() {
    const Colours& colours = m_theme.colours();
    QPalette plain = palette();
    plain.setColor(QPalette::Window, colours.panel);
    setPalette(plain);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->widget()->setAutoFillBackground(false);
    QPalette alarm = palette();
    alarm.setColor(QPalette::WindowText, colours.error);
    m_problem->setPalette(alarm);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, colours.muted);
    for (QLabel* each : {m_used, m_caption, m_turnReason})
        each->setPalette(muted);
    m_table->setMuted(colours.muted);
    const QSize room =
        (parentWidget() ? parentWidget()->screen()->availableSize() : QSize(1024, 700)) - QSize(20, 60);
    const bool isNarrow = room.width() < m_theme.px(600);
    m_columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_columns->setSpacing(m_theme.px(12));
    m_side->setFixedWidth(isNarrow ? QWIDGETSIZE_MAX : m_theme.px(190));
    m_view->setMinimumHeight(m_theme.px(170));
    m_fields->setSpacing(m_theme.px(6));
    m_scroll->widget()->layout()->setSpacing(m_theme.px(8));
    m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + m_theme.px(6));
    resize(QSize(m_theme.px(860), m_theme.px(640)).boundedTo(room));
    if (m_plan || !m_planProblem.isEmpty())
        showSelected(); // the picture has other colours
}

} // namespace lab
