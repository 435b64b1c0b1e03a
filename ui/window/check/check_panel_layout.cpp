// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the panel is built, and what it shows of an answer.
#include "ui/document/lab_document.h"
#include "ui/look/announce.h"
#include "ui/look/theme.h"
#include "ui/text/breakable.h"
#include "ui/text/subscripts.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"
#include "ui/window/check/check_grid.h"
#include "ui/window/check/check_model.h"
#include "ui/window/check/check_panel.h"
#include "ui/window/check/run_strip.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

// In points.
constexpr double leastAnswerWidth = 210; // beside the table
constexpr double leastAnswerHeight = 112;
constexpr double highestAnswer = 190; // beside the table; low, for the card above in a small window
constexpr double highestTable = 330;

QLabel* wrappedLabel(Qt::TextFormat format) {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(format);
    return label;
}

/// With subscripts, and as plain text for screen readers.
void write(QLabel& label, const QString& plain) {
    label.setText(withSubscripts(plain));
    label.setAccessibleName(plain);
}

} // namespace

CheckPanel::CheckPanel(LabDocument& document, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_theme(theme), m_model(new CheckModel(theme)),
      m_heading(new QLabel(tr("Check my numbers"))), m_which(new QLabel(tr("Which matrix:"))),
      m_stages(new QComboBox), m_heads(new QComboBox),
      m_paste(new PillButton(theme, PillButton::Kind::chip, tr("Paste"))),
      m_clear(new PillButton(theme, PillButton::Kind::chip, tr("Clear"))),
      m_everything(new PillButton(theme, PillButton::Kind::chip, tr("Everything…"))),
      m_close(new PillButton(theme, PillButton::Kind::plain, QStringLiteral("✕"))),
      m_run(new RunStrip(document, theme)), m_grid(new CheckGrid(m_model, theme)),
      m_problem(wrappedLabel(Qt::PlainText)), m_sentence(wrappedLabel(Qt::RichText)),
      m_more(wrappedLabel(Qt::RichText)) {
    setAutoFillBackground(true);
    setAccessibleName(tr("Check my numbers"));
    build();
    setFocusProxy(m_grid);
    for (QWidget* each : std::initializer_list<QWidget*>{m_stages, m_heads})
        each->installEventFilter(this);
    connectParts();
    connect(&theme, &Theme::changed, this, &CheckPanel::restyle);
    restyle();
    refresh();
}

void CheckPanel::build() {
    m_area = new QScrollArea(this);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    addOptions(*column);
    column->addWidget(m_run);
    m_body = new QBoxLayout(QBoxLayout::LeftToRight);
    m_body->addWidget(m_grid, 0, Qt::AlignTop | Qt::AlignLeft);
    m_answer = new QWidget;
    auto* answer = new QVBoxLayout(m_answer);
    answer->setContentsMargins({});
    answer->addWidget(m_problem);
    answer->addWidget(m_sentence);
    answer->addWidget(m_more);
    answer->setAlignment(Qt::AlignTop);
    m_answerArea = new QScrollArea;
    m_answerArea->setFrameShape(QFrame::NoFrame);
    m_answerArea->setWidgetResizable(true);
    m_answerArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_answerArea->setFocusPolicy(Qt::NoFocus);
    m_answerArea->setSizePolicy(QSizePolicy::Expanding,
                                QSizePolicy::Ignored); // so that no answer moves anything
    m_answerArea->setWidget(m_answer);
    m_body->addWidget(m_answerArea, 1, Qt::AlignTop);
    column->addLayout(m_body, 1);
    column->setAlignment(m_body, Qt::AlignTop);
    m_area->setWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(m_area);
}

void CheckPanel::addOptions(QBoxLayout& column) {
    m_options = new QWidget;
    auto* options = new FlowLayout(m_options);
    options->setContentsMargins({});
    m_stages->setAccessibleName(tr("Which matrix"));
    m_stages->setToolTip(tr("Which matrix your numbers should be"));
    m_stages->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_heads->setAccessibleName(tr("Head"));
    m_heads->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_paste->setToolTip(tr("Paste a matrix or one number from the clipboard (Ctrl V)"));
    m_clear->setToolTip(tr("Empty the table"));
    m_everything->setAccessibleName(tr("Check everything…"));
    m_everything->setToolTip(
        tr("Check all stages of your own computation at once, from a file with an array for "
           "each: .npz, .safetensors or .txt"));
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(tr("Close (Escape)"));
    for (PillButton* each : {m_paste, m_clear, m_everything, m_close}) {
        each->setSmall();
    }
    for (QWidget* each : std::initializer_list<QWidget*>{m_heading, m_which, m_stages, m_heads, m_paste,
                                                         m_clear, m_everything})
        options->addWidget(each);
    auto* top = new QHBoxLayout;
    top->addWidget(m_options, 1);
    top->addWidget(m_close, 0, Qt::AlignTop);
    column.addLayout(top);
}

void CheckPanel::restyle() {
    m_kept = {}; // letters may be smaller now
    const Colours& colours = m_theme.colours();
    QPalette plain = palette();
    plain.setColor(QPalette::Window, colours.panel);
    setPalette(plain);
    for (QScrollArea* area : {m_area, m_answerArea}) {
        area->viewport()->setAutoFillBackground(false);
        area->widget()->setAutoFillBackground(false);
    }
    QPalette muted = plain;
    muted.setColor(QPalette::WindowText, colours.muted);
    for (QLabel* label : {m_which, m_more}) {
        label->setPalette(muted);
        label->setFont(m_theme.font(label == m_which ? TextRole::small : TextRole::body));
    }
    QPalette alarm = plain;
    alarm.setColor(QPalette::WindowText, colours.error);
    m_problem->setPalette(alarm);
    m_problem->setFont(m_theme.font(TextRole::body));
    m_heading->setFont(m_theme.font(TextRole::strong));
    m_sentence->setFont(m_theme.font(TextRole::strong));
    m_options->layout()->setSpacing(m_theme.px(8));
    m_answer->layout()->setSpacing(m_theme.px(5));
    m_body->setSpacing(m_theme.px(16));
    m_area->widget()->layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12),
                                                   m_theme.px(8));
    m_area->widget()->layout()->setSpacing(m_theme.px(6));
    arrange();
}

bool CheckPanel::isNarrow(int width) const {
    return width < m_grid->minimumSizeHint().width() + m_theme.px(60 + leastAnswerWidth);
}

/// The height of everything but the table and the answer.
int CheckPanel::heightOfOptions(int width) const {
    const QLayout* layout = m_area->widget()->layout();
    const QMargins rim = layout->contentsMargins();
    const int room = width - rim.left() - rim.right() - m_close->sizeHint().width() - layout->spacing();
    const int all = rim.top() + m_options->layout()->heightForWidth(room) + layout->spacing() + rim.bottom();
    return m_run->isEmpty() ? all
                            : all + m_run->layout()->totalHeightForWidth(width - rim.left() - rim.right()) +
                                  layout->spacing();
}

/// The room for the table in a panel of that width, as high as may be.
QSize CheckPanel::roomForGrid(int width) const {
    const QMargins rim = m_area->widget()->layout()->contentsMargins();
    const int answer = isNarrow(width) ? 0 : m_theme.px(leastAnswerWidth) + m_body->spacing();
    return {std::max(width - rim.left() - rim.right() - answer, 1), m_theme.px(highestTable)};
}

int CheckPanel::answerWidth(int width) const {
    const QSize room = roomForGrid(width);
    if (isNarrow(width)) // the panel scrolls
        return std::max(room.width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent), 1);
    const QMargins rim = m_area->widget()->layout()->contentsMargins();
    return std::max(width - rim.left() - rim.right() - m_grid->sizeWithin(room).width() - m_body->spacing(),
                    1);
}

/// The answer beside the table is as high as it needs to be, up to a limit, and then scrolls. Above the table
/// it has no limit: there, the panel scrolls, and one thing that scrolls is enough.
int CheckPanel::answerHeight(int width) const {
    const int needed = std::max(m_answer->heightForWidth(answerWidth(width)), m_theme.px(leastAnswerHeight));
    return isNarrow(width) ? needed : std::min(needed, m_theme.px(highestAnswer));
}

/// As much of the answer as there is room for, but no line in part.
int CheckPanel::wholeLinesOfAnswer(QSize room) const {
    if (m_answer->heightForWidth(room.width()) <= room.height())
        return room.height();
    const int width = room.width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const QLayout* lines = m_answer->layout();
    int whole = 0, top = 0;
    for (int i = 0; i < lines->count(); ++i) {
        const QWidget* each = lines->itemAt(i)->widget();
        if (!each || each->isHidden())
            continue;
        const bool isText = each->hasHeightForWidth();
        const int all = isText ? each->heightForWidth(width) : each->sizeHint().height();
        const int step = qobject_cast<const QLabel*>(each) ? each->fontMetrics().lineSpacing() : all;
        const int seen = std::min(all, (room.height() - top) / step * step);
        if (seen > 0)
            whole = top + seen;
        if (seen < all)
            break;
        top += all + lines->spacing();
    }
    return whole;
}

/// Enough for every stage, so that the choice of another one moves nothing.
int CheckPanel::tableHeight(int width) const {
    const QSize room = roomForGrid(width);
    const Experiment& experiment = m_document.experiment();
    int highest = 0;
    for (const StageInfo& stage : all_stages()) {
        if (is_empty(experiment) || !has_stage(experiment, stage.id))
            continue;
        const Dimensions d = dimensions(experiment);
        Index rows = length(stage.rows, d), columns = length(stage.columns, d);
        if (experiment.notation == Notation::columns)
            std::swap(rows, columns);
        highest = std::max(highest, m_grid->heightFor(rows, columns, room));
    }
    return std::max(m_grid->sizeWithin(room).height(), highest);
}

/// The height never shrinks at the same width, so that the page above does not move with every answer.
int CheckPanel::heightForWidth(int width) const {
    const int table = tableHeight(width), answer = answerHeight(width);
    const int needed = heightOfOptions(width) +
                       (isNarrow(width) ? answer + m_body->spacing() + table : std::max(table, answer));
    return width == m_kept.width() ? std::max(needed, m_kept.height()) : needed;
}

/// In a narrow panel the answer is above the table, which is no higher than the panel, so that all of it can
/// be in sight.
void CheckPanel::arrange() {
    QSize room = roomForGrid(width());
    const int others = isNarrow(width()) ? 2 * m_theme.px(8) : heightOfOptions(width());
    room.setHeight(std::min(room.height(), std::max(height() - others, 1)));
    m_body->setDirection(isNarrow(width()) ? QBoxLayout::BottomToTop : QBoxLayout::LeftToRight);
    m_answerArea->setMinimumSize(
        m_theme.px(140), isNarrow(width()) ? answerHeight(width())
                                           : wholeLinesOfAnswer({answerWidth(width()), room.height()}));
    m_grid->setFixedSize(m_grid->sizeWithin(room));
    const QSize wanted(width(), heightForWidth(width()));
    if (std::exchange(m_kept, wanted).height() != wanted.height())
        QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
}

/// Where the panel scrolls, the table may be in sight in part.
void CheckPanel::showCurrentCell() {
    if (!m_grid->hasFocus())
        return;
    const QRect cell = m_grid->visualRect(m_grid->currentIndex());
    const QPoint middle = m_grid->viewport()->mapTo(m_area->widget(), cell.center());
    m_area->ensureVisible(middle.x(), middle.y(), 0, cell.height());
}

/// Draws a hairline at the top, between the panel and the page that it covers.
void CheckPanel::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter(this).fillRect(0, 0, width(), 1, m_theme.colours().border);
}

void CheckPanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

QSize CheckPanel::sizeHint() const {
    const int width = m_theme.px(600);
    return {width, heightForWidth(width)};
}

void CheckPanel::say(CheckAnswer::Verdict verdict, const QString& sentence, const QStringList& more,
                     const std::vector<CheckPlace>& places) {
    const QString mark = verdict == CheckAnswer::Verdict::right   ? QStringLiteral("✓ ")
                         : verdict == CheckAnswer::Verdict::wrong ? QStringLiteral("✗ ")
                                                                  : QString();
    write(*m_sentence, mark + sentence);
    write(*m_more, more.join(QLatin1Char('\n')));
    m_more->setVisible(!more.isEmpty());
    const bool hadFocus =
        std::ranges::any_of(m_places, [](const PillButton* each) { return each->hasFocus(); });
    for (PillButton* each : m_places)
        retire(each);
    m_places.clear();
    auto* column = static_cast<QVBoxLayout*>(m_answer->layout());
    for (const CheckPlace& place : places) {
        auto* button = new PillButton(m_theme, PillButton::Kind::chip, place.text, m_answer);
        button->setWrapping();
        button->setToolTip(place.kind == CheckPlace::Kind::cell ? tr("Go to this cell and inspect it")
                                                                : tr("Go to this matrix"));
        connect(button, &QAbstractButton::clicked, this, [this, place] { emit placeChosen(place); });
        column->addWidget(button, 0, Qt::AlignLeft);
        button->show(); // it counts for the height of the answer at once
        m_places.push_back(button);
    }
    if (hadFocus)
        m_grid->setFocus();
    arrange();
    speak();
}

void CheckPanel::refuse(const QString& reason) {
    writeBreakable(*m_problem, reason);
    m_problem->setVisible(!reason.isEmpty());
    if (reason.isEmpty())
        return;
    m_answerArea->verticalScrollBar()->setValue(0);
    speak();
}

/// Tells screen readers what has just been said.
void CheckPanel::speak() {
    if (std::exchange(m_spoken, said()) != said() && isVisible())
        announce(*this, m_spoken);
    m_grid->setAccessibleDescription(m_spoken);
}

QString CheckPanel::said() const {
    QStringList lines{m_problem->accessibleName(), m_sentence->accessibleName(), m_more->accessibleName()};
    lines.removeAll({});
    return lines.join(QLatin1Char('\n'));
}

} // namespace lab
