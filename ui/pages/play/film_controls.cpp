// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/film_controls.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/pages/film_button.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/film_track.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr double leastTrack = 440; // points, beside the other controls
constexpr double leastThinTrack = 160;

QString speedText(double speed) {
    const QString number = speed == 0.25  ? QStringLiteral("¼")
                           : speed == 0.5 ? QStringLiteral("½")
                                          : QString::number(speed);
    return QStringLiteral("%1×").arg(number);
}

QString filmKey(KeyCommand command) {
    return keyText(KeyContext::film, command);
}

/// What playing takes together, where it does not show every step. Empty where it does.
QString playingText(const FilmPlayer& player) {
    const FilmGrain grain = player.grain();
    const bool isFine = grain == FilmGrain::cell || grain == FilmGrain::term;
    if (player.order() == FilmOrder::by_query)
        return isFine ? FilmControls::tr("The first query goes step by step, the others by whole rows")
                      : QString();
    return isFine ? FilmControls::tr("The first row of each stage goes step by step, the others together")
                  : QString();
}

QWidget* row(const QString& name, QWidget* parent) {
    auto* row = new QWidget(parent);
    row->setAccessibleName(name);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    return row;
}

} // namespace

FilmControls::FilmControls(FilmPlayer& player, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_player(player), m_theme(theme), m_pills(theme), m_buttons(row(tr("Playing"), this)),
      m_track(new FilmTrack(theme, this)), m_step(new QLabel(this)), m_orders(row(tr("Order"), this)),
      m_grains(row(tr("One step is"), this)) {
    addButtons();
    addSpeed();
    addChoices();
    connect(m_track, &FilmTrack::scrubbed, &player, [&player](FilmPlace place) { player.goTo(place); });
    connect(m_track, &FilmTrack::beginChosen, &player, &FilmPlayer::goToBegin);
    connect(&player, &FilmPlayer::playingChanged, this, &FilmControls::refresh);
    connect(&player, &FilmPlayer::speedChanged, this, &FilmControls::refresh);
    QWidget::setTabOrder(m_buttons, m_track);
    refresh();
}

FilmButton* FilmControls::addButton(Sign sign, bool main, const QString& name, const QString& key) {
    auto* button = new FilmButton(m_theme, sign, main, m_buttons);
    button->setAccessibleName(name);
    button->setToolTip(tr("%1 (%2)").arg(name, key));
    m_buttons->layout()->addWidget(button);
    return button;
}

void FilmControls::addButtons() {
    m_start = addButton(Sign::to_start, false, tr("To the beginning"), filmKey(KeyCommand::first));
    m_back = addButton(Sign::back, false, tr("One step back"), filmKey(KeyCommand::left));
    m_play = addButton(Sign::play, true, tr("Play"), filmKey(KeyCommand::play));
    m_forward = addButton(Sign::forward, false, tr("One step forward"), filmKey(KeyCommand::right));
    m_end = addButton(Sign::to_end, false, tr("To the end"), filmKey(KeyCommand::last));
    connect(m_start, &QAbstractButton::clicked, this, [this] { m_player.goTo(FilmPlace(0)); });
    connect(m_back, &QAbstractButton::clicked, this, [this] { m_player.step(-1); });
    connect(m_play, &QAbstractButton::clicked, this, [this] { m_player.togglePlaying(); });
    connect(m_forward, &QAbstractButton::clicked, this, [this] { m_player.step(1); });
    connect(m_end, &QAbstractButton::clicked, this, [this] {
        if (m_player.film())
            m_player.goTo(m_player.film()->size());
    });
    for (FilmButton* each : {m_back, m_forward})
        each->setAutoRepeat(true);
}

void FilmControls::addSpeed() {
    m_speed = new PillButton(m_theme, PillButton::Kind::choice, speedText(1), m_buttons);
    m_speed->setSmall();
    m_speed->setFocusPolicy(Qt::TabFocus);
    m_speed->setMenu(choiceMenu(
        m_speed, filmSpeeds, speedText, [](double) { return QString(); },
        [this](double speed) { m_player.setSpeed(speed); }));
    m_speed->setToolTip(tr("How fast the film plays"));
    m_buttons->layout()->addWidget(m_speed);
}

void FilmControls::addChoices() {
    const auto order = [this](const QString& text, FilmOrder which, const QString& tip) {
        PillButton* pill = m_pills.add(m_orders, text, [this, which] { return m_player.order() == which; });
        pill->setToolTip(tip);
        connect(pill, &QAbstractButton::clicked, this, [this, which] { m_player.setOrder(which); });
    };
    order(tr("by stage"), FilmOrder::by_stage, tr("Each stage for all words, as matrix products compute it"));
    order(tr("by query"), FilmOrder::by_query,
          tr("One query’s whole way to its output, then the next one’s, as loops compute it"));
    const auto grain = [this](const QString& text, FilmGrain which, const QString& tip) {
        PillButton* pill = m_pills.add(m_grains, text, [this, which] { return m_player.grain() == which; });
        pill->setToolTip(tr("%1 (%2 coarser, %3 finer)")
                             .arg(tip, filmKey(KeyCommand::coarser), filmKey(KeyCommand::finer)));
        connect(pill, &QAbstractButton::clicked, this, [this, which] { m_player.setGrain(which); });
    };
    grain(tr("stage"), FilmGrain::stage, tr("A step computes a whole matrix"));
    grain(tr("row"), FilmGrain::row, tr("A step computes a row"));
    grain(tr("cell"), FilmGrain::cell, tr("A step computes one number"));
    grain(tr("term"), FilmGrain::term, tr("A step adds one term of a sum"));
}

void FilmControls::refresh() {
    const Film* film = m_player.film();
    const FilmPlace size = film ? film->size() : 0;
    const FilmPlace place = m_player.place();
    const bool plays = m_player.isPlaying();
    m_play->setSign(plays ? Sign::pause : Sign::play);
    const QString name = plays ? tr("Pause") : tr("Play");
    m_play->setAccessibleName(name);
    const QString says = tr("%1 (%2)").arg(name, filmKey(KeyCommand::play));
    const QString how = playingText(m_player);
    m_play->setToolTip(how.isEmpty() ? says : tr("%1\n%2").arg(says, how));
    m_play->setAccessibleDescription(how);
    for (FilmButton* each : {m_start, m_back})
        each->setEnabled(place > 0);
    for (FilmButton* each : {m_forward, m_end})
        each->setEnabled(place < size);
    m_speed->setText(speedText(m_player.speed()));
    m_speed->setAccessibleName(tr("Speed: %1").arg(speedText(m_player.speed())));
    checkChoice(*m_speed->menu(), filmSpeeds, m_player.speed());
    m_step->setText(tr("step %1 of %2").arg(place).arg(size));
    m_pills.refresh();
    for (QWidget* each : {m_orders, m_grains}) {
        for (PillButton* pill : each->findChildren<PillButton*>())
            pill->setFocusPolicy(Qt::TabFocus);
    }
    m_track->setPlace(place, m_player.isBeforeScene());
    this->place(width(), true);
}

bool FilmControls::setRoomAtEnd(int width) {
    const int track =
        this->width() - 2 * m_theme.px(10) - m_theme.px(14) - m_buttons->sizeHint().width() - width;
    const bool fits = m_thin && track >= m_theme.px(leastThinTrack);
    m_roomAtEnd = fits ? width : 0;
    place(this->width(), true);
    return fits;
}

void FilmControls::setThin(bool thin) {
    m_thin = thin;
    m_roomAtEnd = 0;
    for (QWidget* each : {static_cast<QWidget*>(m_step), static_cast<QWidget*>(m_speed), m_orders, m_grains})
        each->setVisible(!thin);
    for (FilmButton* each : {m_start, m_back, m_play, m_forward, m_end})
        each->setQuiet(thin);
    m_track->setLow(thin);
    m_buttons->layout()->activate(); // with other sizes
    refresh();
}

void FilmControls::resizeEvent(QResizeEvent* /*event*/) {
    place(width(), true);
}

/// Returns the height.
int FilmControls::place(int width, bool forReal) const {
    const int margin = m_theme.px(10), gap = m_theme.px(14), pad = m_theme.px(4);
    const auto size = [&](QWidget* each) {
        QSize wanted = each->sizeHint();
        if (each == m_step && m_player.film()) { // does not move the others while it counts
            const QString last = QString::number(m_player.film()->size());
            wanted.setWidth(m_step->fontMetrics().horizontalAdvance(tr("step %1 of %2").arg(last, last)) +
                            m_theme.px(4));
        }
        return wanted;
    };
    const auto put = [&](QWidget* each, int x, int y, int w, int high) {
        if (forReal)
            each->setGeometry(x, y + (high - size(each).height()) / 2, w, size(each).height());
    };
    if (m_thin) {
        const int high = std::max(m_track->sizeHint().height(), size(m_buttons).height());
        const int left = margin + size(m_buttons).width() + gap;
        put(m_buttons, margin, pad, size(m_buttons).width(), high);
        const int right = m_roomAtEnd > 0 ? m_roomAtEnd : margin;
        put(m_track, left, pad, std::max(0, width - right - left), high);
        return high + 2 * pad;
    }
    const std::array<QWidget*, 4> groups{m_buttons, m_step, m_orders, m_grains};
    int total = 2 * margin, high = m_track->sizeHint().height();
    for (QWidget* each : groups) {
        total += size(each).width() + gap;
        high = std::max(high, size(each).height());
    }
    if (!m_trackAlone && total + m_theme.px(leastTrack) <= width) {
        int x = margin;
        put(m_buttons, x, pad, size(m_buttons).width(), high);
        x += size(m_buttons).width() + gap;
        const int track = width - total;
        put(m_track, x, pad, track, high);
        x += track + gap;
        for (QWidget* each : {static_cast<QWidget*>(m_step), m_orders, m_grains}) {
            put(each, x, pad, size(each).width(), high);
            x += size(each).width() + gap;
        }
        return high + 2 * pad;
    }
    int y = pad;
    put(m_track, margin, y, width - 2 * margin, m_track->sizeHint().height());
    y += m_track->sizeHint().height() + pad;
    int x = margin, line = 0;
    for (QWidget* each : groups) {
        const QSize wanted = size(each);
        if (x > margin && x + wanted.width() > width - margin) {
            x = margin;
            y += line + pad;
            line = 0;
        }
        line = std::max(line, wanted.height());
        put(each, x, y, wanted.width(), std::max(line, m_buttons->sizeHint().height()));
        x += wanted.width() + gap;
        line = std::max(line, m_buttons->sizeHint().height());
    }
    return y + line + pad;
}

void FilmControls::paintEvent(QPaintEvent* /*event*/) {
    if (m_thin)
        return; // a part of the slide
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colours().panel);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.colours().border);
}

} // namespace lab
