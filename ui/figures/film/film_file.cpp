// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/film/film_file.h"

#include "ui/figures/figure_file.h"
#include "ui/figures/film/gif_file.h"
#include "ui/figures/pdf_file.h"
#include "ui/figures/units.h"
#include "ui/look/theme.h"
#include "ui/plots/film/scene_motion.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPagedPaintDevice>
#include <QPainter>

#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

namespace lab {

namespace {

constexpr int stillTime = 70; // hundredths of a second
constexpr int frameTime = 4;
constexpr int endTime = 200; // of the last frame, before the film begins again

QImage emptyPage(const FilmPages& pages, double width) {
    QImage image(filmImageSize(width),
                 pages.isTransparent() ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    image.fill(Qt::transparent);
    return image;
}

template<class Draw>
QImage imageOf(const FilmPages& pages, double width, Draw draw) {
    QImage image = emptyPage(pages, width);
    QPainter painter(&image);
    const double scale = width / filmPageSize.width();
    painter.scale(scale, scale);
    draw(painter);
    return image;
}

QImage stillImage(const FilmPages& pages, FilmPlace place, double width) {
    return imageOf(pages, width, [&](QPainter& painter) { pages.draw(painter, pages.page(place)); });
}

QByteArray pdfOf(const FilmPages& pages, const FilmFileLook& look, const FilmProgress& progress) {
    const double pointsPerPixel = pointsPerInch / 96;
    const double scale = look.width * pointsPerPixel / filmPageSize.width();
    return pdfFile({pages.title(), filmPageSize * scale, [&](QPagedPaintDevice& device) {
                        QPainter painter(&device);
                        painter.setFont(
                            pages.theme().font(TextRole::small)); // else the file names another one
                        const double dots = scale * pdfDotsPerInch / pointsPerInch;
                        painter.scale(dots, dots);
                        const auto count = static_cast<double>(look.to - look.from + 1);
                        for (FilmPlace place = look.from; place <= look.to; ++place) {
                            if (place > look.from)
                                device.newPage();
                            pages.draw(painter, pages.page(place));
                            if (progress && !progress(static_cast<double>(place - look.from + 1) / count))
                                return false;
                        }
                        return true;
                    }});
}

/// A place and how long it is shown, with the way there if it is the next one after the place before.
struct Shown {
    FilmPlace place = 0;
    int hundredths = stillTime;
    std::optional<FilmPlace> before = {}; ///< the place before it, if steps are played
    bool moves() const { return before && place == *before + 1; }
};

/// Each step for the same time.
std::vector<Shown> stills(const FilmFileLook& look) {
    std::vector<Shown> all;
    for (FilmPlace place = look.from; place <= look.to; ++place)
        all.push_back({place});
    return all;
}

/// The steps as the window plays them, from the place before the first one.
std::vector<Shown> played(const Film& film, const FilmFileLook& look) {
    std::vector<Shown> all{{look.from - 1}};
    double late = 0; // hundredths that have been shown too long so far
    while (all.back().place < look.to) {
        FilmPlace next = all.back().place;
        double wanted = -late;
        while (next < look.to && wanted < frameTime) { // steps that are faster than frames go together
            const std::optional<Film::Beat> beat = film.beat(next);
            next = std::min(beat->next, look.to);
            wanted += 100 * beat->seconds / look.speed;
        }
        const int hundredths = frameTime * std::max(1, static_cast<int>(std::lround(wanted / frameTime)));
        late = hundredths - wanted;
        all.push_back({next, hundredths, all.back().place});
    }
    all.back().hundredths += endTime;
    return all;
}

std::vector<Shown> shownBy(const Film& film, const FilmFileLook& look) {
    return look.motion ? played(film, look) : stills(look);
}

/// The frames of a GIF. Those that follow each other are often of one page, which is laid out once.
class Movie {
public:
    Movie(const FilmPages& pages, const FilmFileLook& look) : m_pages(pages), m_width(look.width) {
        for (const Shown& each : shownBy(pages.film(), look))
            addFrames(each);
    }

    QByteArray gif(const FilmProgress& progress) {
        GifMovie movie;
        movie.size = filmImageSize(m_width);
        movie.frames = static_cast<int>(m_frames.size());
        movie.image = [this](int frame) { return image(m_frames[static_cast<std::size_t>(frame)]); };
        movie.hundredths = [this](int frame) { return m_frames[static_cast<std::size_t>(frame)].hundredths; };
        return gifFile(movie, progress);
    }

private:
    struct Frame {
        FilmPlace place = 0;
        double share = 1; ///< of the way
        int hundredths = 0;
    };

    void addFrames(const Shown& shown) {
        int left = shown.hundredths;
        m_shown[shown.place] = shown;
        if (shown.moves()) {
            goTo(shown.place, true);
            const auto count = static_cast<int>(std::lround(100 * m_motion.seconds() / frameTime));
            for (int i = 0; i < count && left > frameTime; ++i, left -= frameTime)
                m_frames.push_back({shown.place, static_cast<double>(i) / count, frameTime});
        }
        m_frames.push_back({shown.place, 1, left});
    }

    /// Lays out that page, and the motion that leads there if it is wanted.
    void goTo(FilmPlace place, bool moves) {
        const Shown& shown = m_shown[place];
        if (m_page.content.panels.empty() || m_page.place != place) {
            m_page = m_pages.page(place, shown.before);
            m_hasMotion = false;
        }
        if (moves && !std::exchange(m_hasMotion, true))
            m_motion = SceneMotion(m_pages.content(place - 1), m_page.content, m_page.geometry,
                                   m_pages.theme(), shown.hundredths / 100.0);
    }

    QImage image(const Frame& frame) {
        goTo(frame.place, frame.share < 1);
        const SceneLook look = frame.share < 1 ? m_motion.at(frame.share) : m_pages.lookAtRest(m_page);
        return imageOf(m_pages, m_width, [&](QPainter& painter) { m_pages.draw(painter, m_page, look); });
    }

    const FilmPages& m_pages;
    double m_width;
    std::vector<Frame> m_frames;
    std::map<FilmPlace, Shown> m_shown;
    FilmPage m_page;
    SceneMotion m_motion; ///< that leads to the page
    bool m_hasMotion = false;
};

/// Pictures that were not there before, so that they can be removed again.
class NewPictures {
public:
    explicit NewPictures(const RunOnDisk& onDisk) : m_onDisk(onDisk) {}
    NewPictures(const NewPictures&) = delete;
    NewPictures& operator=(const NewPictures&) = delete;
    NewPictures(NewPictures&&) = delete;
    NewPictures& operator=(NewPictures&&) = delete;
    ~NewPictures() {
        if (m_files.empty())
            return;
        m_onDisk([files = std::move(m_files)]() -> std::optional<Error> {
            std::error_code ignored;
            for (const std::filesystem::path& each : files)
                std::filesystem::remove(each, ignored);
            return {};
        });
    }

    std::optional<Error> write(const std::filesystem::path& file, const QByteArray& bytes,
                               IfProtected ifProtected, WriteReport& report) {
        const auto isNew = std::make_shared<bool>(false);
        const auto ofThis = std::make_shared<WriteReport>();
        std::optional<Error> error = m_onDisk([file, bytes, ifProtected, isNew, ofThis] {
            std::error_code ignored;
            *isNew = !std::filesystem::exists(file, ignored);
            return write_file(file, std::string_view(bytes.data(), std::size_t(bytes.size())), ifProtected,
                              ofThis.get());
        });
        if (!error && report.in_place.empty())
            report = *ofThis;
        if (!error && *isNew)
            m_files.push_back(file);
        return error;
    }
    void keep() { m_files.clear(); }

private:
    const RunOnDisk& m_onDisk;
    std::vector<std::filesystem::path> m_files;
};

Result<int> writePictures(const FilmPages& pages, const FilmFileLook& look, const std::string& file,
                          const FilmProgress& progress, IfProtected ifProtected, WriteReport* report,
                          const RunOnDisk& onDisk) {
    NewPictures pictures(onDisk);
    WriteReport unwanted;
    const auto count = static_cast<int>(look.to - look.from + 1);
    for (int number = 1; number <= count; ++number) {
        const QImage image = stillImage(pages, look.from + number - 1, look.width);
        const std::string name = filmPicture(file, number);
        const Result<QByteArray> bytes = imageFile(image, info(look.format).name);
        if (!bytes)
            return in_file(bytes.error(), name);
        if (auto error = pictures.write(name, bytes.value(), ifProtected, report ? *report : unwanted))
            return std::move(*error);
        if (progress && !progress(static_cast<double>(number) / count))
            return 0;
    }
    pictures.keep();
    return count;
}

QByteArray gifOf(const FilmPages& pages, const FilmFileLook& look, const FilmProgress& progress) {
    return Movie(pages, look).gif(progress);
}

class FilmFormatText {
    Q_DECLARE_TR_FUNCTIONS(FilmFormats)
};

constexpr std::array allFilmFormats{
    FilmFormatInfo{.name = "PDF",
                   .ending = ".pdf",
                   .tip = [] { return FilmFormatText::tr("A page for each step: slides and handouts"); },
                   .bytes = pdfOf},
    FilmFormatInfo{.name = "GIF",
                   .ending = ".gif",
                   .tip = [] { return FilmFormatText::tr("A moving picture, for web pages and chats"); },
                   .moves = true,
                   .isOpaque = true,
                   .bytes = gifOf},
    FilmFormatInfo{.name = "PNG",
                   .ending = ".png",
                   .tip = [] { return FilmFormatText::tr("A numbered picture for each step"); }},
};

} // namespace

std::span<const FilmFormatInfo> filmFormats() {
    return allFilmFormats;
}

const FilmFormatInfo& info(FilmFormat format) {
    return allFilmFormats[static_cast<std::size_t>(format)];
}

QStringList filmEndings() {
    QStringList endings;
    for (const FilmFormatInfo& each : allFilmFormats)
        endings += QString::fromLatin1(each.ending);
    return endings;
}

std::optional<FilmFormat> filmFormat(const QString& file) {
    const qsizetype found = filmEndings().indexOf(QLatin1Char('.') + QFileInfo(file).suffix().toLower());
    return found < 0 ? std::nullopt : std::optional(static_cast<FilmFormat>(found));
}

std::string filmPicture(const std::string& file, int number) {
    const std::string digits = std::to_string(number);
    const std::size_t dot = file.rfind('.');
    return file.substr(0, dot) + '-' + std::string(4 - std::min<std::size_t>(4, digits.size()), '0') +
           digits + file.substr(dot);
}

double filmSeconds(const Film& film, const FilmFileLook& look) {
    double hundredths = 0;
    for (const Shown& each : shownBy(film, look))
        hundredths += each.hundredths;
    return hundredths / 100;
}

QSize filmImageSize(double width) {
    return {qRound(width), qRound(filmPageSize.height() * width / filmPageSize.width())};
}

Result<int> writeFilm(const FilmPages& pages, const FilmFileLook& look, const std::string& file,
                      const FilmProgress& progress, IfProtected ifProtected, WriteReport* report,
                      const RunOnDisk& onDisk) {
    const FilmFormatInfo& format = info(look.format);
    if (!format.bytes)
        return writePictures(pages, look, file, progress, ifProtected, report, onDisk);
    const QByteArray bytes = format.bytes(pages, look, progress);
    if (bytes.isEmpty())
        return 0;
    const auto told = std::make_shared<WriteReport>();
    auto error = onDisk([file, bytes, ifProtected, told] {
        return write_file(file, std::string_view(bytes.data(), std::size_t(bytes.size())), ifProtected,
                          told.get());
    });
    if (report && !error)
        *report = *told;
    if (error)
        return std::move(*error);
    return 1;
}

} // namespace lab
