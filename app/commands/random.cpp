// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "core/io/json_text.h"
#include "core/random/random_matrices.h"

#include <vector>

namespace lab {

namespace {

struct RandomRequest {
    RandomSource source;
    std::vector<Shape> shapes;
};

/// Looks up the value of an option by name; the error's place is the option.
template<class T>
Result<T> choice(const char* option, const QString& name, const std::map<std::string, T>& names) {
    if (const auto found = names.find(name.toStdString()); found != names.end())
        return found->second;
    std::string expected;
    for (const auto& [known, value] : names)
        expected += (expected.empty() ? "" : " or ") + known;
    return Error{{}, option, '"' + name.toStdString() + '"', expected};
}

/// Parses the option values; the error's place is the option without its dashes.
Result<RandomRequest> read_request(const QString& generator, const QString& seed, const QString& distribution,
                                   const QStringList& shapes) {
    RandomRequest request;
    const auto known_generator = choice("generator", generator, generators);
    if (!known_generator)
        return known_generator.error();
    const auto known_distribution = choice("distribution", distribution, distributions);
    if (!known_distribution)
        return known_distribution.error();
    const auto number = read_seed(seed.toStdString(), known_generator.value());
    if (!number)
        return number.error();
    request.source = {known_generator.value(), number.value(), known_distribution.value()};
    for (const QString& text : shapes) {
        const Result<Shape> shape = read_shape(text.toStdString());
        if (!shape)
            return shape.error();
        request.shapes.push_back(shape.value());
    }
    if (const auto problem = refusal(request.source, request.shapes))
        return *problem;
    return request;
}

/// Appends a matrix to the text and prints the text whenever it gets long. Only one matrix and little text
/// are in memory, since the text of a number is longer than the number. Returns an exit code.
int print(const Matrix& matrix, std::string& text) {
    constexpr std::size_t is_long = 1 << 20;
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += row == 0 ? "\n    [" : ",\n    [";
        for (Index column = 0; column < matrix.cols(); ++column) {
            text += (column == 0 ? "" : ", ") + json_number(matrix(row, column));
            if (text.size() < is_long)
                continue;
            if (const int code = deliver(text, {}); code != exit_done)
                return code;
            text.clear();
        }
        text += ']';
    }
    return exit_done;
}

int print(const RandomRequest& request) {
    RandomMatrices matrices(request.source);
    std::string text = "[";
    for (std::size_t i = 0; i < request.shapes.size(); ++i) {
        text += i == 0 ? "\n  [" : ",\n  [";
        if (const int code = print(matrices.next(request.shapes[i]), text); code != exit_done)
            return code;
        text += "\n  ]";
    }
    return deliver(text + "\n]\n", {});
}

} // namespace

int run_random(const QStringList& arguments) {
    const QString name = QStringLiteral("random");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Prints, as JSON, the matrices that PyTorch or NumPy draws one after another once it "
                       "is seeded."));
    const QCommandLineOption generator(QStringLiteral("generator"),
                                       QStringLiteral("Whose numbers: pytorch or numpy."),
                                       QStringLiteral("NAME"));
    const QCommandLineOption seed(
        QStringLiteral("seed"),
        QStringLiteral("0 to 4294967295; for pytorch any whole number of 64 bits, of which it takes 32."),
        QStringLiteral("N"));
    const QCommandLineOption distribution(
        QStringLiteral("distribution"),
        QStringLiteral("uniform (torch.rand, np.random.rand), normal (torch.randn, np.random.randn) or, of "
                       "pytorch, linear (the weight of torch.nn.Linear, outputs x inputs)."),
        QStringLiteral("NAME"));
    const QCommandLineOption shape(
        QStringLiteral("shape"), QStringLiteral("Rows and columns of a matrix; may be given several times."),
        QStringLiteral("RxC"));
    parser.addOptions({generator, seed, distribution, shape});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (!parser.positionalArguments().isEmpty())
        return misuse(name, QStringLiteral("random takes options alone, and no \"%1\"")
                                .arg(parser.positionalArguments().constFirst()));
    for (const QCommandLineOption& option : {generator, seed, distribution}) {
        if (parser.values(option).size() != 1)
            return misuse(name, QStringLiteral("random needs --%1, once").arg(option.names().constFirst()));
    }
    if (!parser.isSet(shape))
        return misuse(name, QStringLiteral("random needs --shape, at least once"));
    const Result<RandomRequest> request = read_request(parser.value(generator), parser.value(seed),
                                                       parser.value(distribution), parser.values(shape));
    if (!request)
        return misuse(name, QStringLiteral("--%1").arg(QString::fromStdString(request.error().message())));
    return print(request.value());
}

} // namespace lab
