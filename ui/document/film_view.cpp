// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/film_view.h"

#include "ui/document/lab_document.h"
#include "ui/document/view/view_json.h"

#include <array>
#include <cmath>
#include <string_view>

namespace lab {

namespace {

constexpr const char* filmKey = "film";
constexpr const char* orderKey = "order";
constexpr const char* grainKey = "grain";
constexpr const char* placeKey = "place";
constexpr const char* beforeKey = "before";
constexpr std::string_view byQueryName = "by_query";
constexpr std::array<std::string_view, 4> grainNames{"stage", "row", "cell", "term"};
constexpr double mostExact = 9007199254740992.0; // 2⁵³: whole numbers up to here are exact in JSON
constexpr Index manyTokens = 24;

} // namespace

FilmView filmView(const Experiment& experiment) {
    FilmView film;
    const ViewJson* entries = fieldOf(experiment.view.get(), filmKey);
    if (textOf(entries, orderKey) == byQueryName)
        film.order = FilmOrder::by_query;
    for (std::size_t i = 0; i < grainNames.size(); ++i) {
        if (textOf(entries, grainKey) == grainNames[i])
            film.grain = static_cast<FilmGrain>(i);
    }
    if (const ViewJson* place = fieldOf(entries, placeKey); place && place->is_number()) {
        const auto number = place->get<double>();
        if (number >= 0 && number <= mostExact && number == std::floor(number))
            film.place = static_cast<FilmPlace>(number);
    }
    if (const ViewJson* before = fieldOf(entries, beforeKey); before && before->is_boolean())
        film.isBeforeScene = before->get<bool>();
    return film;
}

JsonPtr withFilmView(const Experiment& experiment, const FilmView& film) {
    const FilmView before = filmView(experiment);
    ViewJson view = objectOf(experiment.view.get());
    ViewJson entries = objectOf(fieldOf(&view, filmKey));
    if (film.order != before.order)
        writeField(entries, orderKey, film.order == FilmOrder::by_stage ? ViewJson() : ViewJson(byQueryName));
    if (film.grain != before.grain)
        writeField(entries, grainKey,
                   film.grain ? ViewJson(grainNames[static_cast<std::size_t>(*film.grain)]) : ViewJson());
    if (film.place != before.place)
        writeField(entries, placeKey, film.place == 0 ? ViewJson() : ViewJson(film.place));
    if (film.isBeforeScene != before.isBeforeScene)
        writeField(entries, beforeKey, film.isBeforeScene ? ViewJson(true) : ViewJson());
    writeField(view, filmKey, unlessEmpty(std::move(entries)));
    return viewOf(std::move(view));
}

void setFilmView(LabDocument& document, const FilmView& film) {
    if (film != filmView(document.experiment()))
        document.setView(withFilmView(document.experiment(), film));
}

FilmGrain usualGrain(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    return std::max(d.n_q, d.n_k) > manyTokens ? FilmGrain::stage : FilmGrain::cell;
}

} // namespace lab
