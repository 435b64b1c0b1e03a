// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/print_outs.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace lab::test {

std::vector<PrintOut> print_outs_in(const std::string& path) {
    std::vector<PrintOut> all;
    std::ifstream file(path);
    const std::string format = std::filesystem::path(path).stem().string();
    bool in_text = false;
    for (std::string line; std::getline(file, line);) {
        const std::string mark = line.substr(0, 7), rest = line.size() > 7 ? line.substr(7) : std::string();
        if (mark == "=====> ") {
            all.push_back({format + ": " + rest, {}, {}, false, {}});
            in_text = true;
        } else if (mark == "=====: " || mark == "=====! ") {
            all.back().said = rest;
            all.back().is_refused = mark == "=====! ";
            in_text = false;
        } else if (in_text) {
            all.back().text += line + '\n';
        } else {
            std::istringstream words(line);
            for (std::string word; words >> word;)
                all.back().numbers.push_back(word);
        }
    }
    return all;
}

} // namespace lab::test
