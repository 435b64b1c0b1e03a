// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/film_view.h"

#include "ui/document/lab_document.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <string_view>

namespace lab {

namespace {

using ViewJson = nlohmann::ordered_json;

constexpr const char* filmKey = "film";
constexpr const char* orderKey = "order";
constexpr const char* grainKey = "grain";
constexpr const char* placeKey = "place";
constexpr std::string_view byQueryName = "by_query";
constexpr std::array<std::string_view, 4> grainNames{"stage", "row", "cell", "term"};
constexpr double mostExact = 9007199254740992.0; // 2⁵³: whole numbers up to here are exact in JSON
constexpr Index manyTokens = 24;

std::string_view text(const ViewJson& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string()
               ? std::string_view(found->get_ref<const std::string&>())
               : std::string_view();
}

void write(ViewJson& object, const char* key, bool isUsual, const ViewJson& value) {
    if (isUsual)
        object.erase(key);
    else
        object[key] = value;
}

} // namespace

FilmView filmView(const Experiment& experiment) {
    FilmView film;
    const ViewJson* view = experiment.view.get();
    if (!view || !view->is_object() || !view->contains(filmKey) || !view->at(filmKey).is_object())
        return film;
    const ViewJson& entries = view->at(filmKey);
    if (text(entries, orderKey) == byQueryName)
        film.order = FilmOrder::by_query;
    for (std::size_t i = 0; i < grainNames.size(); ++i) {
        if (text(entries, grainKey) == grainNames[i])
            film.grain = static_cast<FilmGrain>(i);
    }
    if (const auto place = entries.find(placeKey); place != entries.end() && place->is_number()) {
        const auto number = place->get<double>();
        if (number >= 0 && number <= mostExact && number == std::floor(number))
            film.place = static_cast<FilmPlace>(number);
    }
    return film;
}

JsonPtr withFilmView(const Experiment& experiment, const FilmView& film) {
    const FilmView before = filmView(experiment);
    ViewJson view = experiment.view && experiment.view->is_object() ? *experiment.view : ViewJson::object();
    ViewJson entries =
        view.contains(filmKey) && view.at(filmKey).is_object() ? view.at(filmKey) : ViewJson::object();
    if (film.order != before.order)
        write(entries, orderKey, film.order == FilmOrder::by_stage, byQueryName);
    if (film.grain != before.grain)
        write(entries, grainKey, !film.grain,
              film.grain ? ViewJson(grainNames[static_cast<std::size_t>(*film.grain)]) : ViewJson());
    if (film.place != before.place)
        write(entries, placeKey, film.place == 0, film.place);
    write(view, filmKey, entries.empty(), entries);
    return view.empty() ? nullptr : std::make_shared<const ViewJson>(std::move(view));
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
