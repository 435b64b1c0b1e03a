// SPDX-License-Identifier: GPL-3.0-or-later
//
// The film as a file: a page, a frame, or a numbered picture a step.
#pragma once

#include "core/io/file.h"
#include "ui/figures/film/film_pages.h"

#include <QByteArray>
#include <QStringList>

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace lab {

/// An index into filmFormats(). Only those have names that code asks for by name.
enum class FilmFormat { pdf, gif, png };

/// By the suffix of the file name; none if it is another.
std::optional<FilmFormat> filmFormat(const QString& file);

struct FilmFileLook {
    FilmFormat format = FilmFormat::pdf;
    double width = 800;         ///< pixels; in PDF, 1/96 inch
    FilmPlace from = 1, to = 1; ///< the first and the last step, from 1 to the film's size
    bool motion = false;        ///< what the window shows between the steps, where the format moves
    double speed = 1;           ///< of the motion
};

inline constexpr double leastFilmWidth = 160, mostFilmWidth = 3840;
inline constexpr double leastFilmSpeed = 0.25, mostFilmSpeed = 8;
/// How many steps a file may have.
inline constexpr FilmPlace mostFilmSteps = 9999;

/// How long a moving picture of that look lasts before it begins again.
double filmSeconds(const Film& film, const FilmFileLook& look);
/// Pixels of a frame or a picture.
QSize filmImageSize(double width);

/// Told the part that is done, from 0 to 1. Returns false to give up.
using FilmProgress = std::function<bool(double done)>;

/// Work that reads or writes a file, and what runs that work: on the calling thread, unless the user must not
/// wait for it.
using DiskWork = std::function<std::optional<Error>()>;
using RunOnDisk = std::function<std::optional<Error>(DiskWork)>;

struct FilmFormatInfo {
    const char* name;   ///< "PDF"; of pictures, also what Qt's image writer calls them
    const char* ending; ///< of its files: ".pdf"
    QString (*tip)();
    bool moves = false;    ///< can show what the window shows between the steps
    bool isOpaque = false; ///< its background must not be transparent
    /// The bytes of the only file, empty if given up. Null: a numbered picture for each step.
    QByteArray (*bytes)(const FilmPages&, const FilmFileLook&, const FilmProgress&) = nullptr;
};

/// In the order in which they are offered. A new format is an entry at the end: preferences store the index.
std::span<const FilmFormatInfo> filmFormats();
const FilmFormatInfo& info(FilmFormat format);
/// ".pdf", ".gif", ".png".
QStringList filmEndings();

/// Writes `file` or, as pictures, the files "file-0001.png" and so on, and returns their number. 0 if given
/// up: then no file has changed, except pictures that have been replaced; those that are new are removed. Of
/// pictures, `report` is about the first one that there is something to say of.
Result<int> writeFilm(
    const FilmPages& pages, const FilmFileLook& look, const std::string& file,
    const FilmProgress& progress = {}, IfProtected ifProtected = IfProtected::refuse,
    WriteReport* report = nullptr, const RunOnDisk& onDisk = [](const DiskWork& work) { return work(); });

/// The name of the nth picture, from 1: "film.png" gives "film-0001.png".
std::string filmPicture(const std::string& file, int number);

} // namespace lab
