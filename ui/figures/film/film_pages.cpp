// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/film/film_pages.h"

#include "ui/document/stage_source.h"
#include "ui/figures/figure_parts.h"
#include "ui/plots/film/film_remark.h"
#include "ui/plots/film/scene_names.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace lab {

namespace {

// In points.
constexpr double pageMargin = 16;
constexpr double headerHeight = 26;
constexpr double captionHeight = 84;
constexpr double barHeight = 3;

class FilmPagesText {
    Q_DECLARE_TR_FUNCTIONS(FilmPages)
};

QString titleOf(const Experiment& experiment) {
    if (!experiment.title.empty())
        return shortText(experiment.title);
    QStringList words;
    for (const std::string& token : experiment.sequence.tokens)
        words += shownWord(token);
    return shortText(words.join(QLatin1Char(' ')));
}

FigureLook lookWith(FigureLook::Background background) {
    FigureLook look;
    look.background = background;
    return look;
}

QRectF inner(const Theme& theme) {
    const double margin = theme.px(pageMargin);
    return QRectF(0, 0, theme.px(filmPageSize.width()), theme.px(filmPageSize.height()))
        .adjusted(margin, margin, -margin, -margin);
}

} // namespace

FilmPages::FilmPages(StageSource& stages, const FilmSettings& settings, FigureLook::Background background)
    : m_stages(stages), m_theme(figureTheme(lookWith(background))),
      m_background(background == FigureLook::Background::transparent ? QColor(Qt::transparent)
                                                                     : m_theme->colours().page),
      m_film(stages.experiment(), settings), m_title(titleOf(stages.experiment())),
      m_unit(filmPageSize.width() / m_theme->px(filmPageSize.width())) {}

void FilmPages::complete(HeadIndex head) const {
    for (const StageInfo& stage : all_stages()) {
        if (has_stage(m_stages.experiment(), stage.id))
            m_stages.completeView(stage.id, head);
    }
}

SceneContent FilmPages::content(FilmPlace place) const {
    const Scene scene = sceneAt(m_film, place);
    if (info(scene.stage).per_head) {
        complete(scene.head);
    } else {
        for (HeadIndex head = 0; head < m_stages.experiment().heads.count; ++head)
            complete(head);
    }
    return sceneContent(m_stages, m_film, place);
}

FilmPage FilmPages::page(FilmPlace place, std::optional<FilmPlace> before) const {
    FilmPage page{place, content(place), {}, {}};
    const QRectF room = inner(*m_theme);
    const double caption = m_theme->px(captionHeight);
    page.geometry =
        SceneGeometry(page.content, *m_theme, room.adjusted(0, m_theme->px(headerHeight), 0, -caption));
    const bool isWhole = m_film.settings().stages.empty();
    CaptionText text{isWhole ? FilmPagesText::tr("Nothing is computed yet.")
                             : sceneTitle(m_stages.experiment(), page.content.scene)};
    if (place > 0) {
        const std::optional<Caption> said = captionOf(m_stages, m_film.step(place));
        Q_ASSERT(said); // all that it reads is complete
        text = captionText(*said, captionDecimals(m_stages.experiment()),
                           filmRemark(m_stages, m_film, place, before));
    }
    page.caption =
        CaptionLayout(text, *m_theme, {room.left(), room.bottom() - caption, room.width(), caption});
    return page;
}

SceneLook FilmPages::lookAtRest(const FilmPage& page) const {
    SceneLook look;
    look.frames = sceneFrames(page.content, page.geometry);
    return look;
}

/// What stands round the scene.
void FilmPages::drawFrame(QPainter& painter, const FilmPage& page) const {
    const Colours& colours = m_theme->colours();
    const QRectF room = inner(*m_theme);
    const QString step =
        FilmPagesText::tr("Step %1 of %2")
            .arg(groupedNumber(page.place), groupedNumber(static_cast<qsizetype>(m_film.size())));
    const QFont font = m_theme->font(TextRole::body);
    const QFontMetricsF metrics(font);
    const double used = metrics.horizontalAdvance(step) + m_theme->px(16);
    painter.setFont(font);
    painter.setPen(colours.muted);
    painter.drawText(room, Qt::AlignRight | Qt::AlignTop, step);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop,
                     metrics.elidedText(m_title, Qt::ElideRight, room.width() - used));
    const double bar = m_theme->px(barHeight), width = m_theme->px(filmPageSize.width());
    const double share = static_cast<double>(page.place) / static_cast<double>(m_film.size());
    painter.fillRect(QRectF(0, m_theme->px(filmPageSize.height()) - bar, width * share, bar), colours.accent);
}

void FilmPages::draw(QPainter& painter, const FilmPage& page, const SceneLook& look) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (!isTransparent())
        painter.fillRect(QRectF(QPointF(), filmPageSize), m_background);
    painter.scale(m_unit, m_unit);
    drawFrame(painter, page);
    drawScene(painter, page.content, page.geometry, *m_theme, look);
    page.caption.draw(painter, *m_theme);
    painter.restore();
}

void FilmPages::draw(QPainter& painter, const FilmPage& page) const {
    draw(painter, page, lookAtRest(page));
}

} // namespace lab
