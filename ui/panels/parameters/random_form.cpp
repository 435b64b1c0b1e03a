// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/random_form.h"

#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/widgets/choice_menu.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace lab {

namespace {

constexpr qsizetype seedDigits = 6, mostSeedDigits = 20; // visible in the field

QString textOf(Generator generator) {
    return generator == Generator::pytorch ? RandomForm::tr("PyTorch") : RandomForm::tr("NumPy");
}

QString textOf(Distribution distribution) {
    switch (distribution) {
    case Distribution::uniform:
        return RandomForm::tr("uniform");
    case Distribution::normal:
        return RandomForm::tr("normal");
    case Distribution::linear:
        return RandomForm::tr("Linear layer");
    }
    return {};
}

QString textOf(DrawScope scope) {
    switch (scope) {
    case DrawScope::one:
        return RandomForm::tr("this matrix");
    case DrawScope::projection:
        return RandomForm::tr("W_Q, W_K, W_V");
    case DrawScope::with_output:
        return RandomForm::tr("W_Q, W_K, W_V, W_O");
    case DrawScope::head_by_head:
        return RandomForm::tr("W_Q, W_K, W_V head by head");
    }
    return {};
}

QString hintOf(Generator generator) {
    return generator == Generator::pytorch ? RandomForm::tr("The numbers after torch.manual_seed(seed)")
                                           : RandomForm::tr("The numbers after np.random.seed(seed)");
}

QString hintOf(Distribution distribution) {
    switch (distribution) {
    case Distribution::uniform:
        return RandomForm::tr("From 0 to 1: torch.rand, np.random.rand");
    case Distribution::normal:
        return RandomForm::tr("Mean 0, standard deviation 1: torch.randn, np.random.randn");
    case Distribution::linear:
        return RandomForm::tr("The initial values of torch.nn.Linear: its weight, transposed so that it "
                              "multiplies X from the right, and its bias if there is one");
    }
    return {};
}

QString hintOf(DrawScope scope) {
    switch (scope) {
    case DrawScope::one:
        return RandomForm::tr("Draws one matrix right after seeding");
    case DrawScope::projection:
        return RandomForm::tr(
            "Drawn one after another from one seeding, as a notebook does, then their biases; "
            "of linear layers each bias follows its weight");
    case DrawScope::with_output:
        return RandomForm::tr("The output weights and their bias are drawn last");
    case DrawScope::head_by_head:
        return RandomForm::tr(
            "All three blocks of one head, then the next head’s, as a list of heads draws them");
    }
    return {};
}

bool isOfProjection(ParameterId id) {
    return id == ParameterId::W_Q || id == ParameterId::W_K || id == ParameterId::W_V ||
           id == ParameterId::W_O;
}

/// Whether an option is offered for a parameter.
bool isOffered(Distribution distribution, ParameterId id, const Experiment&) {
    return distribution != Distribution::linear || can_be_linear(id);
}

bool isOffered(Generator, ParameterId, const Experiment&) {
    return true;
}

bool isOffered(DrawScope scope, ParameterId id, const Experiment& experiment) {
    const bool projected = isOfProjection(id) && experiment.projection.kind == ProjectionKind::linear;
    switch (scope) {
    case DrawScope::one:
        return true;
    case DrawScope::projection:
        return projected && id != ParameterId::W_O;
    case DrawScope::with_output:
        return projected && experiment.projection.W_O;
    case DrawScope::head_by_head:
        return projected && id != ParameterId::W_O && experiment.heads.count > 1;
    }
    return false;
}

} // namespace

RandomForm::RandomForm(LabDocument& document, const Theme& theme, ParameterId id, const Drawn& drawn)
    : InputForm(theme), m_document(document), m_id(id), m_how(drawn), m_generator(addPill({})),
      m_distribution(addPill({})), m_seed(new QLineEdit(this)), m_scope(addPill({})) {
    if (!isOffered(m_how.scope, id, document.experiment()))
        m_how.scope = DrawScope::one;
    fillMenu(m_generator, {Generator::pytorch, Generator::numpy}, m_how.source.generator);
    fillMenu(m_distribution, {Distribution::uniform, Distribution::normal, Distribution::linear},
             m_how.source.distribution);
    fillMenu(m_scope,
             {DrawScope::one, DrawScope::projection, DrawScope::with_output, DrawScope::head_by_head},
             m_how.scope);
    m_seed->setText(QString::number(m_how.source.seed));
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setToolTip(tr("The same seed gives the same numbers"));
    auto* group = new QWidget(this); // keeps label and field on one line
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins({});
    row->addWidget(new QLabel(tr("seed"), group));
    row->addWidget(m_seed);
    add(group);
    m_draw = addEnd(tr("Draw"));
    m_draw->setToolTip(tr("Draw with this seed (Enter in the field)"));
    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    add(m_note);
    connect(m_seed, &QLineEdit::returnPressed, this, &RandomForm::ask);
    connect(m_draw, &QAbstractButton::clicked, this, &RandomForm::ask);
    connect(&document, &LabDocument::changed, this, &RandomForm::updateNote);
    const auto fit = [this] { // whole seeds are seen
        const qsizetype digits = std::clamp<qsizetype>(m_seed->text().size(), seedDigits, mostSeedDigits);
        m_seed->setFont(m_theme.font(TextRole::number));
        m_seed->setFixedWidth(QFontMetrics(m_seed->font()).horizontalAdvance(QString(digits, u'0')) +
                              m_theme.px(16));
    };
    connect(&theme, &Theme::changed, this, fit);
    connect(m_seed, &QLineEdit::textChanged, this, fit);
    fit();
    updateTexts();
    setFocusProxy(m_seed);
}

template<class T>
void RandomForm::fillMenu(PillButton* pill, std::initializer_list<T> values, T& chosen) {
    QMenu* menu = choiceMenu(
        pill, values, [](T value) { return textOf(value); }, [](T value) { return hintOf(value); },
        [this, &chosen](T value) {
            chosen = value;
            updateTexts();
        });
    checkChoice(*menu, values, chosen);
    for (qsizetype i = 0; const T value : values)
        menu->actions()[i++]->setVisible(isOffered(value, m_id, m_document.experiment()));
    pill->setMenu(menu);
}

void RandomForm::updateTexts() {
    m_generator->setText(textOf(m_how.source.generator));
    m_distribution->setText(textOf(m_how.source.distribution));
    m_scope->setText(textOf(m_how.scope));
    m_generator->setToolTip(hintOf(m_how.source.generator));
    m_distribution->setToolTip(hintOf(m_how.source.distribution));
    m_scope->setToolTip(hintOf(m_how.scope));
    m_scope->setVisible(isOfProjection(m_id));
    for (PillButton* pill : {m_generator, m_distribution, m_scope})
        pill->updateGeometry();
    updateNote();
}

QString RandomForm::note() const {
    return m_note->isHidden() ? QString() : m_note->text();
}

/// PyTorch draws normal numbers in another way from a certain count on, so a matrix of another size may get
/// entirely different numbers.
void RandomForm::updateNote() {
    const MatrixPtr matrix = parameter(m_document.experiment(), m_id);
    QString text;
    if (m_how.source.generator == Generator::numpy && m_how.source.distribution == Distribution::linear) {
        text = tr("NumPy has no linear layers: choose uniform, normal, or PyTorch");
    } else if (matrix && m_how.source.generator == Generator::pytorch &&
               m_how.source.distribution == Distribution::normal) {
        const Index count =
            m_how.scope == DrawScope::head_by_head
                ? matrix->rows() *
                      head_columns(matrix->cols(), info(m_id).split, m_document.experiment().heads, 0).count
                : matrix->size();
        text = count < normal_in_runs_from
                   ? tr("Numbers drawn at once: %1. From %2 on, PyTorch uses another method, so all numbers "
                        "differ.")
                         .arg(count)
                         .arg(normal_in_runs_from)
                   : tr("Numbers drawn at once: %1. Below %2, PyTorch uses another method, so all numbers "
                        "differ.")
                         .arg(count)
                         .arg(normal_in_runs_from);
    }
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    updateGeometry();
}

void RandomForm::ask() {
    const Result<std::uint64_t> seed =
        read_seed(m_seed->text().trimmed().toStdString(), m_how.source.generator);
    if (!seed) {
        emit refused(tr("The seed must be %1").arg(QString::fromStdString(seed.error().expected)));
        return;
    }
    m_how.source.seed = seed.value();
    if (const QString problem = drawRandom(m_document, m_id, m_how); !problem.isEmpty())
        emit refused(problem);
    else
        emit drawn(m_how);
}

QString drawnText(const Drawn& how) {
    const QString text = RandomForm::tr("%1, seed %2, %3")
                             .arg(textOf(how.source.generator), QString::number(how.source.seed),
                                  textOf(how.source.distribution));
    return how.scope == DrawScope::one ? text : RandomForm::tr("%1 for %2").arg(text, textOf(how.scope));
}

QString drawRandom(LabDocument& document, ParameterId id, const Drawn& how) {
    Result<Experiment> next = with_random(document.commitPending(), id, how.source, how.scope);
    if (!next)
        return RandomForm::tr("Not drawn: %1; expected %2")
            .arg(QString::fromStdString(next.error().found), QString::fromStdString(next.error().expected));
    const bool layer = how.source.distribution == Distribution::linear;
    const bool alone = how.scope == DrawScope::one && !layer;
    document.apply(
        {std::move(next).value(), alone ? Change{info(id).field, {}} : Change{},
         RandomForm::tr("%1: %2").arg(how.scope == DrawScope::one ? QString::fromUtf8(info(id).name.data())
                                                                  : RandomForm::tr("Random"),
                                      drawnText(how))});
    return {};
}

} // namespace lab
