// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/weight_controls.h"

#include "core/experiment/normalizers.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/pages/page_choices.h"
#include "ui/text/normalizer_texts.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"

#include <QLayout>
#include <QMenu>

#include <array>
#include <utility>

namespace lab {

namespace {

constexpr double longSlider = 170, shortSlider = 56; // points

} // namespace

WeightControls::WeightControls(LabDocument& document, PageChoices& choices, StageCard& card,
                               const Theme& theme)
    : ControlRow(theme), m_document(document), m_kind(addPill({})), m_bars(addPill(tr("Bars"))) {
    m_kind->setMenu(choiceMenu(m_kind, normalizerKinds(), normalizerName, normalizerHint,
                               [this](NormalizationKind kind) { setNormalization(m_document, kind); }));
    addDropout();
    addBars(choices, card);
    addTemperature();
    addBias();
    addSink();
}

/// In the menu of the normaliser.
void WeightControls::addDropout() {
    constexpr double usualRate = 0.1;
    m_kind->menu()->addSeparator();
    m_dropout = m_kind->menu()->addAction(tr("Dropout"));
    m_dropout->setCheckable(true);
    m_dropout->setToolTip(tr("Sets weights to 0 at random, as in training"));
    connect(m_dropout, &QAction::triggered, this, [this](bool on) {
        setDropout(m_document, on ? std::optional(Dropout{usualRate, 0}) : std::nullopt);
        if (on)
            emit dropoutTurnedOn();
    });
}

void WeightControls::addBars(PageChoices& choices, StageCard& card) {
    m_bars->setAccessibleName(tr("Weights as bars"));
    m_bars->setToolTip(tr("Each query’s weights as a bar of length 1, cut into its keys"));
    const auto show = [this, &choices, &card] {
        m_bars->setChecked(choices.bars());
        card.setBars(choices.bars());
    };
    connect(m_bars, &QAbstractButton::clicked, &choices, &PageChoices::setBars);
    connect(&choices, &PageChoices::barsChanged, this, show);
    show();
}

void WeightControls::addTemperature() {
    m_temperature =
        addField(QStringLiteral("τ"), tr("Temperature"),
                 {[](double number) { return positiveProblem(tr("The temperature"), number); }, 0, 4});
    m_slider = new LogSlider(m_theme, -1, 1, this);
    m_slider->setDetent(1);
    m_slider->setLength(longSlider);
    m_slider->setAccessibleName(tr("Temperature, as a slider"));
    addBefore(m_temperature, m_slider);
    connect(m_slider, &LogSlider::dragged, this,
            [this](double temperature) { previewTemperature(m_document, temperature); });
    connect(m_slider, &LogSlider::dropped, &m_document, &LabDocument::commitPreview);
    connect(m_slider, &LogSlider::cancelled, &m_document, &LabDocument::cancelPreview);
    connect(m_slider, &LogSlider::stepped, this,
            [this](double temperature) { setTemperature(m_document, temperature); });
    connect(m_temperature, &NumberField::entered, this,
            [this](double temperature) { setTemperature(m_document, temperature); });
    // The drag ends with its preview, whatever ended that.
    connect(&m_document, &LabDocument::previewEnded, m_slider, &LogSlider::letGo);
}

void WeightControls::addBias() {
    m_bias = addField(tr("bias"), tr("Bias of the sigmoid"), {{}, 0, 4});
    m_bias->setToolTip(tr("Added to every score/τ: below 0 all weights become smaller, above 0 larger"));
    connect(m_bias, &NumberField::entered, this, [this](double bias) { setSigmoidBias(m_document, bias); });
}

/// Adds the sink to the menu of the normaliser, since only softmax has one. The field with the sink's score
/// is shown while there is a sink.
void WeightControls::addSink() {
    QMenu& menu = *m_kind->menu();
    menu.addSeparator();
    m_hasSink = menu.addAction(tr("Sink"));
    m_hasSink->setCheckable(true);
    m_sinkForEachHead = menu.addAction(tr("A sink for each head"));
    m_sinkForEachHead->setCheckable(true);
    m_sinkForEachHead->setToolTip(tr("Its scores are among the parameters"));
    connect(m_hasSink, &QAction::triggered, this,
            [this](bool on) { setSink(m_document, on ? std::optional(0.0) : std::nullopt); });
    connect(m_sinkForEachHead, &QAction::triggered, this,
            [this](bool on) { setSinkForEachHead(m_document, on); });
    m_sink = addField(tr("sink"), tr("Score of the sink"), {{}, 0, 4});
    m_sink->setToolTip(tr("One more score in every query’s softmax, with no key and no value"));
    connect(m_sink, &NumberField::entered, this, [this](double sink) { setSink(m_document, sink); });
}

/// Folded, all controls are in one line.
int WeightControls::leastWidth() const {
    return m_folded ? layout()->sizeHint().width() : ControlRow::leastWidth();
}

void WeightControls::setFolded(bool folded) {
    if (std::exchange(m_folded, folded) == folded)
        return; // each change of a size asks for another layout
    m_slider->setLength(folded ? shortSlider : longSlider);
    m_temperature->parentWidget()->updateGeometry(); // Qt would do so only later, from the event loop
}

void WeightControls::refresh() {
    const Normalization& normalization = m_document.experiment().normalization;
    const QString name = normalizerName(normalization.kind);
    checkChoice(*m_kind->menu(), normalizerKinds(), normalization.kind);
    m_dropout->setChecked(m_document.experiment().dropout.has_value());
    m_kind->setText(name);
    m_kind->setAccessibleName(tr("Normaliser: %1").arg(name));
    m_kind->setToolTip(normalizerHint(normalization.kind));
    m_kind->updateGeometry();
    const bool used = normalizer(normalization.kind).has_temperature;
    m_temperature->parentWidget()->setEnabled(used);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_temperature->parentWidget(), m_slider, m_temperature}) {
        each->setToolTip(used ? tr("Temperature τ: below 1 weights become sharper, above 1 more even")
                              : tr("Temperature τ: not used when dividing by the sum"));
    }
    m_slider->setNumber(normalization.temperature);
    m_temperature->setNumber(normalization.temperature);
    setShown(m_bias, normalizer(normalization.kind).has_bias);
    m_bias->setNumber(normalization.bias);
    refreshSink();
}

void WeightControls::refreshSink() {
    const Experiment& experiment = m_document.experiment();
    const MatrixPtr& sink = experiment.normalization.sink;
    const bool used = normalizer(experiment).has_sink;
    const bool isShared = sink && sink->cols() == 1;
    m_hasSink->setEnabled(used);
    m_hasSink->setChecked(sink != nullptr);
    m_hasSink->setToolTip(used ? tr("One more score in every query’s softmax, with no key and no value: it "
                                    "takes a share of the query’s attention")
                               : tr("Not used: only softmax has a sink"));
    m_sinkForEachHead->setEnabled(used && sink && experiment.heads.count > 1);
    m_sinkForEachHead->setChecked(sink && !isShared);
    setShown(m_sink, used && isShared);
    if (isShared)
        m_sink->setNumber((*sink)(0, 0));
}

} // namespace lab
