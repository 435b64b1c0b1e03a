// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that the core says of a document, as text: results, explanations (Markdown, plain text, LaTeX),
// captions of the film, programs. Two builds that say the same write the same files; see tests/same_words.
//
//   every_word OUT COUNT SEED FILE...     the documents of the files, then COUNT random ones; a file each in
//   OUT
#include "core/describe/explain.h"
#include "core/engine/pipeline.h"
#include "core/film/caption.h"
#include "core/io/experiment_json.h"
#include "core/io/explanation_text.h"
#include "core/io/result_json.h"
#include "core/script/script_file.h"
#include "tests/support/random_experiments.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using namespace lab;

/// At most this many cells of a stage and head, and steps of a film at one grain, spread over all of them.
constexpr Index most_cells = 5;
constexpr FilmPlace most_steps = 40;

void write_explanations(std::ostream& out, const Experiment& e, const StageReader& matrix) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(e, stage.id) && head < (stage.per_head ? e.heads.count : 1);
             ++head) {
            const Matrix& all = matrix(stage.id, head);
            const Index step = std::max<Index>(1, all.size() / most_cells);
            for (Index i = 0; i < all.size(); i += step) {
                const Explanation cell = explain(e, matrix, {stage.id, head, i / all.cols(), i % all.cols()});
                out << write_markdown(cell) << '\n' << write_text(cell) << '\n' << write_latex(cell) << '\n';
            }
            if (const CellRef sink{stage.id, head, 0, all.cols()}; is_sink_share(e, sink))
                out << write_markdown(explain(e, matrix, sink)) << '\n';
        }
    }
}

void write_captions(std::ostream& out, const Experiment& e, const StageReader& matrix) {
    for (const FilmOrder order : {FilmOrder::by_stage, FilmOrder::by_query}) {
        for (const FilmGrain grain : {FilmGrain::stage, FilmGrain::row, FilmGrain::cell, FilmGrain::term}) {
            const Film film(e, {.order = order, .grain = grain});
            const FilmPlace step = std::max<FilmPlace>(1, film.size() / most_steps);
            for (FilmPlace place = 1; place <= film.size(); place += step)
                out << place << ' ' << caption(e, matrix, film.step(place), 3).text << '\n';
        }
    }
}

void write_programs(std::ostream& out, const Experiment& e) {
    for (const ScriptLibrary library : {ScriptLibrary::numpy, ScriptLibrary::pytorch}) {
        if (const auto script = make_script(e, library))
            out << script_text(script.value(), ScriptFormat::python) << '\n';
        else
            out << script.error().message() << '\n';
    }
}

void write_everything(const std::string& file, const Experiment& e) {
    std::ofstream out(file);
    out << write_experiment(e) << '\n';
    const auto trace = compute(e);
    if (!trace || e.sequence.tokens.empty()) {
        out << "nothing is computed\n";
        return;
    }
    write_result(e, StreamedTrace(e), {}, [&out](std::string_view piece) {
        out << piece;
        return true;
    });
    const StageReader matrix = [&](StageId stage, HeadIndex head) -> const Matrix& {
        return trace.value().stage(stage, head);
    };
    write_explanations(out, e, matrix);
    write_captions(out, e, matrix);
    write_programs(out, e);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: %s OUT COUNT SEED FILE...\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    for (int i = 4; i < argc; ++i) {
        std::ifstream in(argv[i]);
        const auto read =
            read_experiment({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
        if (!read) {
            std::fprintf(stderr, "%s: %s\n", argv[i], read.error().message().c_str());
            return 1;
        }
        write_everything(folder / std::filesystem::path(argv[i]).stem(), read.value());
    }
    test::RandomExperiments random(std::stoull(argv[3]));
    for (int i = 0; i < std::stoi(argv[2]); ++i)
        write_everything(folder / ("random-" + std::to_string(i)), random.next());
    return 0;
}
