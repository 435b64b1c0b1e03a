// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_case.h"

#include "core/io/experiment_json.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>

namespace lab::test {

namespace {

struct Made {
    std::mutex mutex; ///< some tests make experiments in several threads
    std::optional<RandomCase> last;
};

Made& made_so_far() {
    static Made made;
    return made;
}

/// Read once: a test may make thousands.
const std::optional<RandomCase>& given_case() {
    static const std::optional<RandomCase> given = [] {
        const char* file = std::getenv(random_case_variable);
        return file ? read_random_case(file) : std::nullopt;
    }();
    return given;
}

} // namespace

Experiment passed_on(Experiment made) {
    Made& so_far = made_so_far();
    const std::scoped_lock lock(so_far.mutex);
    const std::size_t number = so_far.last ? so_far.last->number + 1 : 1;
    if (given_case() && given_case()->number == number)
        made = given_case()->experiment;
    so_far.last = RandomCase{number, made};
    return made;
}

std::optional<RandomCase> last_random_case() {
    Made& so_far = made_so_far();
    const std::scoped_lock lock(so_far.mutex);
    return so_far.last;
}

void write(const RandomCase& random_case, const std::string& file) {
    std::ofstream(file) << random_case.number << '\n' << write_experiment(random_case.experiment);
}

std::optional<RandomCase> read_random_case(const std::string& file) {
    std::ifstream in(file);
    std::size_t number = 0;
    if (!(in >> number))
        return std::nullopt;
    const auto read = read_experiment({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
    return read ? std::optional(RandomCase{number, read.value()}) : std::nullopt;
}

} // namespace lab::test
