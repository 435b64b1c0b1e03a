// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/run_strip.h"

#include "core/analysis/diagnosis/run_words.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/text/subscripts.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

namespace lab {

namespace {

constexpr int untilJudged = 250; // milliseconds

QString sentence(const Said& words) {
    return RunStrip::tr("%1.").arg(QString::fromStdString(text_of(words)));
}

/// ✓ and ✗; in brackets if it is judged for the arrays before it.
QString sign(const JudgedArray& array) {
    const QString plain = array.diagnosis.is_right ? QStringLiteral("✓") : QStringLiteral("✗");
    return array.for_own.empty() ? plain : QStringLiteral("(%1)").arg(plain);
}

std::optional<JudgedRun> judgedWithinMemory(const Experiment& experiment,
                                            const std::vector<NamedPrint>& arrays,
                                            const std::stop_token& stop) try {
    return judge_all(experiment, arrays, 0, stop);
} catch (const std::bad_alloc&) {
    return std::nullopt;
} catch (const std::length_error&) {
    return std::nullopt;
}

} // namespace

RunStrip::RunStrip(LabDocument& document, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_words(new QLabel), m_row(new QWidget),
      m_arrays(std::make_shared<std::vector<NamedPrint>>()) {
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::RichText);
    m_row->setAccessibleName(tr("Arrays of your computation"));
    auto* row = new FlowLayout(m_row);
    row->setContentsMargins({});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_words);
    column->addWidget(m_row);
    m_untilJudged.setSingleShot(true);
    connect(&m_untilJudged, &QTimer::timeout, this, &RunStrip::judge);
    connect(&theme, &Theme::changed, this, &RunStrip::restyle);
    restyle();
    hide();
}

RunStrip::~RunStrip() {
    m_stop.request_stop();
}

void RunStrip::restyle() {
    m_words->setFont(m_theme.font(TextRole::body));
    m_row->layout()->setSpacing(m_theme.px(6));
    layout()->setSpacing(m_theme.px(4));
}

void RunStrip::setArrays(const QString& file, std::vector<NamedPrint> arrays, std::optional<StageId> asked) {
    clear();
    m_file = file;
    m_arrays = std::make_shared<std::vector<NamedPrint>>(std::move(arrays));
    m_asked = asked;
    say(tr("“%1”: checking all arrays…").arg(m_file));
    setVisible(true);
    judge();
}

void RunStrip::clear() {
    m_stop.request_stop();
    m_untilJudged.stop();
    ++m_question;
    m_arrays = std::make_shared<std::vector<NamedPrint>>();
    m_chosen.reset();
    for (PillButton* each : m_buttons)
        retire(each);
    m_buttons.clear();
    setVisible(false);
    emit changed();
}

void RunStrip::judgeAgain() {
    if (!isEmpty())
        m_untilJudged.start(untilJudged);
}

void RunStrip::judge() {
    m_stop.request_stop();
    m_stop = std::stop_source();
    auto experiment = std::make_shared<const Experiment>(m_document.experiment());
    m_tasks.start([this, number = ++m_question, experiment, arrays = m_arrays,
                   stop = m_stop.get_token()]() -> TaskThread::Then {
        return [this, number, run = judgedWithinMemory(*experiment, *arrays, stop)]() mutable {
            if (number != m_question)
                return;
            if (run)
                show(std::move(*run));
            else
                say(tr("There is not enough memory to check these arrays."));
        };
    });
}

void RunStrip::show(JudgedRun run) {
    m_run = std::move(run);
    for (PillButton* each : m_buttons)
        retire(each);
    m_buttons.clear();
    for (std::size_t i = 0; i < m_run.arrays.size(); ++i) {
        const JudgedArray& array = m_run.arrays[i];
        auto* button = new PillButton(
            m_theme, PillButton::Kind::choice,
            QStringLiteral("%1 %2").arg(sign(array), QString::fromStdString(array.name)), m_row);
        button->setSmall();
        const QString words = sentence(
            said_of_array(m_document.experiment(), array, naming_in_window(m_document.experiment())));
        button->setToolTip(words);
        button->setAccessibleDescription(words);
        connect(button, &QAbstractButton::clicked, this, [this, i] { choose(i); });
        m_row->layout()->addWidget(button);
        button->show();
        m_buttons.push_back(button);
    }
    QStringList lines;
    for (const Said& each :
         run_words(m_document.experiment(), m_run, naming_in_window(m_document.experiment())))
        lines += sentence(each);
    say(tr("“%1”: %2").arg(m_file, lines.join(QLatin1Char(' '))));
    if (!m_buttons.empty())
        choose(firstChoice());
}

/// Which is compared first: what was chosen before, what was asked for, what is wrong.
std::size_t RunStrip::firstChoice() const {
    const auto& arrays = m_run.arrays;
    const auto chosen = std::ranges::find_if(
        arrays, [&](const JudgedArray& each) { return m_chosen && each.name == *m_chosen; });
    const auto asked = std::ranges::find_if(
        arrays, [&](const JudgedArray& each) { return m_asked && each.diagnosis.asked.stage == *m_asked; });
    for (const auto& found : {chosen, asked}) {
        if (found != arrays.end())
            return static_cast<std::size_t>(found - arrays.begin());
    }
    return m_run.first_wrong.value_or(arrays.size() - 1);
}

void RunStrip::choose(std::size_t index) {
    const JudgedArray& array = m_run.arrays[index];
    m_chosen = array.name;
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setChecked(i == index);
    const auto given = std::ranges::find(*m_arrays, array.name, &NamedPrint::name);
    emit chosen(array, given->numbers);
    emit changed();
}

void RunStrip::chooseNone() {
    m_chosen.reset();
    for (PillButton* each : m_buttons)
        each->setChecked(false);
}

void RunStrip::say(const QString& words) {
    m_words->setText(withSubscripts(words));
    m_words->setAccessibleName(words);
    emit changed();
}

QString RunStrip::said() const {
    return isEmpty() ? QString() : m_words->accessibleName();
}

} // namespace lab
