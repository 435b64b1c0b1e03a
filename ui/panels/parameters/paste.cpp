// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/paste.h"

#include "core/base/number_format.h"
#include "core/edits/input_kind.h"
#include "core/edits/matrix_operations.h"
#include "core/edits/set_matrices.h"
#include "core/io/matrix_text.h"
#include "core/io/named_arrays.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <functional>

namespace lab {

namespace {

class Pasting {
    Q_DECLARE_TR_FUNCTIONS(Paste)
};

QString shapeOf(const Matrix& matrix) {
    return QString::fromStdString(shape_text(matrix.rows(), matrix.cols()));
}

QSize sizeOf(const Matrix& matrix) {
    return {static_cast<int>(matrix.cols()), static_cast<int>(matrix.rows())};
}

QString stepText(const MatrixModel& model, const Matrix& numbers) {
    return Pasting::tr("%1: %2 pasted").arg(model.name(), shapeOf(numbers));
}

QString transposedText(const Matrix& numbers) {
    return Pasting::tr("Transposed %1 numbers to fit, as PyTorch’s Linear stores weights transposed")
        .arg(shapeOf(numbers));
}

/// The size of the grid without its bias.
QSize ownSize(const MatrixModel& model) {
    const QSize all = model.allCells().size();
    if (!model.hasBias())
        return all;
    return model.isTransposed() ? all - QSize(1, 0) : all - QSize(0, 1);
}

/// The choice that pastes the numbers without asking; nullopt if they do not fit.
std::optional<PasteChoice> fitting(const Experiment& before, const MatrixModel& model, const QRect& selected,
                                   const Matrix& numbers) {
    const QRect all = model.allCells();
    const QSize own = ownSize(model);
    const auto put = [&](QPoint first, const Matrix& shown, const QString& message) {
        return PasteChoice{{}, putNumbers(before, model, first, shown, stepText(model, numbers)), message};
    };
    const QSize size = sizeOf(numbers);
    if (numbers.size() == 1)
        return put(selected.topLeft(), Matrix::Constant(selected.height(), selected.width(), numbers(0, 0)),
                   {});
    if (size != all.size() && all.contains(QRect(selected.topLeft(), size)))
        return put(selected.topLeft(), numbers, {});
    if (size == all.size() || size == own)
        return put({0, 0}, numbers, {});
    if (size.transposed() == all.size() || size.transposed() == own)
        return put({0, 0}, numbers.transpose(), transposedText(numbers));
    return std::nullopt;
}

/// The choices that replace the whole matrix, or the shown head's block, and change the sizes to fit.
std::vector<PasteChoice> following(const Experiment& before, const MatrixModel& model,
                                   const Matrix& numbers) {
    std::vector<PasteChoice> choices;
    const auto add = [&](const Matrix& stored, std::optional<HeadIndex> head, bool transposed) {
        const Result<Experiment> next = with_matrix(before, model.id(), stored, head);
        if (!next)
            return;
        QString text = sizesText(before, next.value());
        if (transposed)
            text = Pasting::tr("transposed: %1").arg(text);
        if (head)
            text = Pasting::tr("head %1 alone: %2").arg(*head + 1).arg(text);
        const QString message =
            transposed ? transposedText(numbers)
            : !head && model.shownHead()
                ? Pasting::tr("%1 numbers set in %2 of all heads").arg(shapeOf(numbers), model.name())
                : QString();
        choices.push_back({text, {next.value(), {}, stepText(model, numbers)}, message});
    };
    // If all heads read one group, its block is the whole matrix.
    const bool isPart =
        model.shownHead() && model.shownColumns().count < parameter(before, model.id())->cols();
    for (const bool transposed : {false, true}) {
        if (transposed && numbers.rows() == numbers.cols())
            break;
        const Matrix stored = transposed != model.isTransposed() ? Matrix(numbers.transpose()) : numbers;
        add(stored, std::nullopt, transposed);
        if (isPart)
            add(stored, model.shownHead(), transposed);
    }
    return choices;
}

QString whyNot(const Experiment& before, const MatrixModel& model, const Matrix& numbers) {
    QString text = Pasting::tr("%1 numbers don’t fit here: %2 has %3")
                       .arg(shapeOf(numbers), model.name(), model.shapeText());
    if (model.id() == ParameterId::additive)
        return Pasting::tr("%1. It needs a row for each query and a column for each key").arg(text);
    const bool tokens = model.id() == ParameterId::E || is_given_input(model.id()) ||
                        model.id() == ParameterId::Q || model.id() == ParameterId::K ||
                        model.id() == ParameterId::V;
    if (!tokens)
        return text;
    const Index rows = parameter(before, model.id())->rows();
    return model.id() == ParameterId::E
               ? Pasting::tr("%1. It needs a vector for each of the %2 different tokens").arg(text).arg(rows)
               : Pasting::tr("%1. It needs a vector for each of the %2 tokens").arg(text).arg(rows);
}

/// The first few numbers of a reading, as short text.
QString spoken(const Matrix& numbers) {
    constexpr Index most = 3;
    QStringList texts;
    for (Index i = 0; i < std::min(numbers.size(), most); ++i)
        texts += QString::fromStdString(brief(numbers.data()[i]));
    if (numbers.size() > most)
        texts += QStringLiteral("…");
    return texts.join(QStringLiteral("  "));
}

/// Whether numbers that cover only a part of the grid could be meant for all of it: they have its height or
/// width, and the user has not selected a target.
bool couldBeAll(const MatrixModel& model, const QRect& selected, const Matrix& numbers) {
    const QSize size = sizeOf(numbers);
    const QSize own = ownSize(model);
    return selected.topLeft() == QPoint(0, 0) && selected.size() != size && size != own &&
           numbers.rows() > 1 && numbers.cols() > 1 &&
           (size.height() == own.height() || size.width() == own.width());
}

/// What a text means, where `meaning` says it of numbers. If it can be read in several ways, all of them.
Paste read(const QString& text, PastedNumbers allowed, const std::function<Paste(const Matrix&)>& meaning) {
    if (text.trimmed().isEmpty())
        return {{}, {}, Pasting::tr("The clipboard has no numbers: copy some first")};
    const std::string written = text.toStdString();
    const Result<Matrix> only = read_matrix_text(written, allowed);
    if (only)
        return meaning(only.value());
    const std::vector<Matrix> readings = matrix_readings(written, allowed);
    if (readings.size() < 2)
        return {{},
                {},
                Pasting::tr("Can’t paste this as numbers. %1")
                    .arg(QString::fromStdString(only.error().message()))};
    Paste together;
    for (const Matrix& numbers : readings) {
        Paste one = meaning(numbers);
        for (PasteChoice& choice : one.choices) {
            choice.text = choice.text.isEmpty() ? spoken(numbers)
                                                : Pasting::tr("%1 (%2)").arg(spoken(numbers), choice.text);
            together.choices.push_back(std::move(choice));
        }
        together.problem = one.problem;
    }
    if (!together.choices.empty())
        together.question = Pasting::tr("These commas are ambiguous. Which reading is meant?");
    return together;
}

QString tokenCount(Index count) {
    return count == 1 ? Pasting::tr("1 token") : Pasting::tr("%1 tokens").arg(count);
}

/// Makes a token of each row, as the notation shows tokens; or the other way round.
Paste tokensOf(const Experiment& before, const Matrix& numbers) {
    Paste paste;
    const bool areColumns = before.notation == Notation::columns;
    for (const bool transposed : {areColumns, !areColumns}) {
        const Matrix rows = transposed ? Matrix(numbers.transpose()) : numbers;
        const Result<Experiment> next = with_tokens_of_rows(before, rows);
        if (!next) {
            paste.problem = Pasting::tr("Can’t make tokens of these numbers. %1")
                                .arg(QString::fromStdString(next.error().message()));
            continue;
        }
        const QString each =
            transposed ? Pasting::tr("each column a token: %1") : Pasting::tr("each row a token: %1");
        const QString sizes = sizesText(before, next.value());
        const QString count = tokenCount(rows.rows());
        paste.choices.push_back(
            {each.arg(sizes.isEmpty() ? count : QStringLiteral("%1, %2").arg(count, sizes)),
             {next.value(), {}, Pasting::tr("%1 pasted").arg(count)},
             {}});
    }
    if (!paste.choices.empty())
        paste.question = Pasting::tr("%1 numbers. Make tokens of them?").arg(shapeOf(numbers));
    return paste;
}

} // namespace

Step putNumbers(const Experiment& before, const MatrixModel& model, QPoint first, const Matrix& shown,
                const QString& what) {
    Experiment next = before;
    std::optional<Change> change;
    for (const MatrixModel::Part& part : model.parts(first.y(), first.x(), shown)) {
        const Change here{info(part.id).field,
                          Block{part.row, part.column, part.numbers.rows(), part.numbers.cols()}};
        change = change ? merged(*change, here) : here;
        next = with_cells(next, part.id, part.row, part.column, part.numbers);
    }
    return {std::move(next), *change, what};
}

Paste pasteNumbers(const Experiment& before, const MatrixModel& model, const QRect& selected,
                   const Matrix& numbers) {
    const auto fits = fitting(before, model, selected, numbers);
    if (fits && !couldBeAll(model, selected, numbers))
        return {{*fits}, {}, {}};
    std::vector<PasteChoice> choices = following(before, model, numbers);
    if (fits && choices.empty())
        return {{*fits}, {}, {}};
    if (fits)
        choices.insert(choices.begin(), {fits->message.isEmpty() ? Pasting::tr("fill a part")
                                                                 : Pasting::tr("transposed, with the bias"),
                                         fits->step, fits->message});
    if (choices.empty())
        return {{}, {}, whyNot(before, model, numbers)};
    const auto all = std::ranges::find_if(
        choices, [&](const PasteChoice& choice) { return sizesText(before, choice.step.next).isEmpty(); });
    if (!fits && all != choices.end()) // all heads at once
        return {{*all}, {}, {}};
    return {
        std::move(choices),
        Pasting::tr("%1 numbers; %2 is %3. Resize?").arg(shapeOf(numbers), model.name(), model.shapeText()),
        {}};
}

Paste pasteText(const Experiment& before, const MatrixModel& model, const QRect& selected,
                const QString& text) {
    return read(text, model.mayHideKeys() ? PastedNumbers::finite_or_minus_infinity : PastedNumbers::finite,
                [&](const Matrix& numbers) { return pasteNumbers(before, model, selected, numbers); });
}

Paste pasteNamed(const Experiment& before, const NamedArrays& arrays) {
    std::vector<Replacement> replacements;
    QStringList taken, names, unknown;
    for (const ArrayInfo& array : arrays.arrays()) {
        const auto target = matrix_target(array.name);
        const Result<Matrix> numbers = arrays.read(array);
        const QString name = shortText(QString::fromStdString(array.name));
        if (!target || !numbers) {
            unknown += name;
            continue;
        }
        names += name;
        taken += Pasting::tr("%1 (%2)").arg(name, shapeOf(numbers.value()));
        replacements.push_back({*target, numbers.value()});
    }
    const QString separator = QStringLiteral(", ");
    if (replacements.empty())
        return {{},
                {},
                Pasting::tr("None of these names is known: %1. Known are %2")
                    .arg(unknown.join(separator), QString::fromStdString(matrix_target_names()))};
    const Result<Experiment> next = with_matrices(before, replacements);
    if (!next)
        return {{},
                {},
                Pasting::tr("Can’t replace %1. %2")
                    .arg(names.join(separator), QString::fromStdString(next.error().message()))};
    const QString replaced = Pasting::tr("Replace %1, as in X W?").arg(taken.join(separator));
    return {{{Pasting::tr("Replace"),
              {next.value(), {}, Pasting::tr("%1 pasted").arg(names.join(separator))},
              {}}},
            unknown.empty() ? replaced
                            : Pasting::tr("%1 Not used: %2.").arg(replaced, unknown.join(separator)),
            {}};
}

Paste pasteTokens(const Experiment& before, const QString& text) {
    return read(text, PastedNumbers::finite,
                [&](const Matrix& numbers) { return tokensOf(before, numbers); });
}

} // namespace lab
