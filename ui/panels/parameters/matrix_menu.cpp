// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/matrix_menu.h"

#include "core/edits/matrix_operations.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/norm_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/lab_document.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/panels/parameters/paste.h"
#include "ui/panels/parameters/random_form.h"
#include "ui/text/number_name.h"
#include "ui/widgets/number_form.h"

#include <QMenu>

namespace lab {

namespace {

constexpr int firstDecimals = 2;
constexpr int mostDecimals = 15;
constexpr Drawn firstDrawn{{Generator::pytorch, 123, Distribution::normal}, DrawScope::projection};

void explain(QAction* action, bool possible, const QString& otherwise) {
    action->setEnabled(possible);
    if (!possible)
        action->setToolTip(otherwise);
}

/// The tokens that the rows of E or of given inputs belong to; none of other parameters.
std::vector<std::string> tokensOfRows(const Experiment& experiment, ParameterId id) {
    switch (id) {
    case ParameterId::E:
        return distinct_tokens(experiment);
    case ParameterId::X:
        return experiment.sequence.tokens;
    case ParameterId::X_source:
        return key_tokens(experiment);
    default:
        return {};
    }
}

} // namespace

MatrixMenu::MatrixMenu(LabDocument& document, const MatrixModel& model, const Theme& theme, QObject* parent)
    : QObject(parent), m_document(document), m_model(model), m_theme(theme) {}

Matrix MatrixMenu::shown() const {
    const Columns columns = m_model.shownColumns();
    return parameter(m_document.experiment(), m_model.id())->middleCols(columns.first, columns.count);
}

void MatrixMenu::edit(const QString& what, const std::function<Matrix(const Matrix&)>& edited) {
    const Experiment& before = m_document.commitPending();
    const Matrix numbers = edited(shown());
    if (!may_hold(m_model.id(), numbers))
        return refuse(shown().allFinite());
    const Index first = m_model.shownColumns().first;
    m_document.apply({with_cells(before, m_model.id(), 0, first, numbers),
                      {info(m_model.id()).field, Block{0, first, numbers.rows(), numbers.cols()}},
                      tr("%1: %2").arg(m_model.name(), what)});
}

void MatrixMenu::refuse(bool wasFinite) {
    emit refused((wasFinite ? tr("%1 is unchanged: its numbers would overflow")
                            : tr("%1 is unchanged: −∞ can’t become another number this way"))
                     .arg(m_model.name()));
}

void MatrixMenu::editCells(const QRect& cells, const QString& what,
                           const std::function<Matrix(const Matrix&)>& edited) {
    const Experiment& before = m_document.commitPending();
    if (!m_model.allCells().contains(cells)) // the matrix has been resized since
        return emit refused(tr("%1 is unchanged: it no longer has all of these cells").arg(m_model.name()));
    const Matrix now = m_model.numbers(cells);
    const Matrix numbers = edited(now);
    if (!may_hold(m_model.id(), numbers))
        return refuse(now.allFinite());
    m_document.apply(putNumbers(before, m_model, cells.topLeft(), numbers,
                                tr("%1, %2: %3").arg(m_model.name(), wordsFor(cells), what)));
}

/// "row sky", "column d1", "2 × 2 cells".
QString MatrixMenu::wordsFor(const QRect& cells) const {
    if (cells.height() == 1 && cells.width() == m_model.columnCount())
        return tr("row %1").arg(m_model.headerData(cells.y(), Qt::Vertical, Qt::DisplayRole).toString());
    if (cells.width() == 1 && cells.height() == m_model.rowCount())
        return tr("column %1").arg(m_model.headerData(cells.x(), Qt::Horizontal, Qt::DisplayRole).toString());
    if (cells.size() == QSize(1, 1))
        return tr("1 cell");
    return tr("%1 cells").arg(QString::fromStdString(shape_text(cells.height(), cells.width())));
}

void MatrixMenu::addCells(QMenu& menu, const QRect& cells) {
    const QString words = wordsFor(cells);
    const auto ask = [this](const QString& question, double first, const std::function<void(double)>& does) {
        emit formWanted(new NumberForm(m_theme, question, first, {{}, 0, 6}, does));
    };
    menu.addAction(tr("Scale %1 by…").arg(words), this, [this, ask, cells, words] {
        ask(tr("Scale %1 by").arg(words), 2, [this, cells](double factor) {
            editCells(cells, tr("× %1").arg(numberName(factor)),
                      [factor](const Matrix& m) { return Matrix(factor * m); });
        });
    });
    menu.addAction(tr("Negate %1").arg(words), this, [this, cells] {
        editCells(cells, tr("negated"), [](const Matrix& m) { return Matrix(-m); });
    });
    menu.addAction(tr("Set %1 to…").arg(words), this, [this, ask, cells, words] {
        ask(tr("Set %1 to").arg(words), 0, [this, cells](double number) {
            editCells(cells, tr("set to %1").arg(numberName(number)),
                      [number](const Matrix& m) { return Matrix::Constant(m.rows(), m.cols(), number); });
        });
    });
}

void MatrixMenu::fill(QMenu& menu, const QRect& selected) {
    menu.setToolTipsVisible(true);
    const bool isPart = selected.size() != m_model.allCells().size();
    if (isPart && selected.width() * selected.height() > 1) {
        addCells(menu, selected);
        menu.addSeparator();
    }
    addRandom(menu);
    menu.addSeparator();
    addAlgebra(menu);
    menu.addSeparator();
    if (m_model.id() == ParameterId::additive)
        addAddedScores(menu);
    menu.addAction(tr("Paste"), this, &MatrixMenu::pasteWanted)
        ->setToolTip(tr("Numbers from the clipboard: into the selected cells, or the whole matrix"));
    menu.addAction(tr("Import…"), this, &MatrixMenu::fileWanted);
    menu.addAction(tr("Save numbers…"), this, [this] { emit numbersWanted(m_model.id()); });
    if (m_model.hasBias())
        menu.addAction(tr("Save numbers of the bias…"), this,
                       [this] { emit numbersWanted(*m_model.biasId()); });
    addRevert(menu);
    addBias(menu);
    if (m_model.id() == ParameterId::E || is_given_input(m_model.id())) {
        addInputs(menu);
        addSeed(menu);
        menu.addAction(tr("Dictionary…"), this, &MatrixMenu::dictionaryWanted)
            ->setToolTip(tr("All words that have vectors, used or not"));
    }
}

Drawn MatrixMenu::proposal() const {
    const auto last = drawn(m_document.experiment(), m_model.id());
    return last ? *last : m_lastDrawn.value_or(firstDrawn);
}

void MatrixMenu::addRandom(QMenu& menu) {
    menu.addAction(tr("Random…"), this, [this] {
        auto* form = new RandomForm(m_document, m_theme, m_model.id(), proposal());
        connect(form, &RandomForm::drawn, this, [this](const Drawn& how) { m_lastDrawn = how; });
        emit formWanted(form);
    });
    const auto origin = drawn(m_document.experiment(), m_model.id());
    const auto last = origin ? origin : m_lastDrawn;
    QAction* again = menu.addAction(
        last ? tr("Again: %1").arg(drawnText(*last)) : tr("Redraw with the same seed"), this, [this, last] {
            const QString problem = drawRandom(m_document, m_model.id(), *last);
            if (!problem.isEmpty())
                emit refused(problem);
        });
    explain(again, last.has_value(), tr("No seed is known for these numbers"));
}

void MatrixMenu::addAlgebra(QMenu& menu) {
    const bool transposed = m_model.isTransposed();
    menu.addAction(tr("Zeros"), this, [this] {
        edit(tr("zeros"), [](const Matrix& m) { return Matrix::Zero(m.rows(), m.cols()); });
    });
    menu.addAction(tr("Identity"), this, [this] {
        edit(tr("identity"), [](const Matrix& m) { return Matrix::Identity(m.rows(), m.cols()); });
    });
    QAction* transpose = menu.addAction(tr("Transpose"), this, [this] {
        edit(tr("transposed"), [](const Matrix& m) { return Matrix(m.transpose()); });
    });
    const Matrix now = shown();
    explain(transpose, now.rows() == now.cols(),
            tr("Only a square matrix can be transposed here; this one is %1").arg(m_model.shapeText()));
    menu.addAction(tr("Scale by…"), this, [this] {
        emit formWanted(new NumberForm(m_theme, tr("Scale by"), 2, {{}, 0, 6}, [this](double factor) {
            edit(tr("× %1").arg(numberName(factor)),
                 [factor](const Matrix& m) { return Matrix(factor * m); });
        }));
    });
    menu.addAction(tr("Round…"), this, [this] {
        const auto problem = [](double decimals) {
            return decimals >= 0 && decimals <= mostDecimals && decimals == std::floor(decimals)
                       ? QString()
                       : tr("Decimals are a whole number from 0 to %1").arg(mostDecimals);
        };
        emit formWanted(
            new NumberForm(m_theme, tr("Decimals"), firstDecimals, {problem, 1, 3}, [this](double decimals) {
                const auto count = static_cast<int>(decimals);
                edit(count == 1 ? tr("rounded to 1 decimal") : tr("rounded to %1 decimals").arg(count),
                     [count](const Matrix& m) { return rounded(m, count); });
            }));
    });
    menu.addAction(transposed ? tr("Normalise columns") : tr("Normalise rows"), this,
                   [this] { edit(tr("normalised"), [](const Matrix& m) { return with_unit_rows(m); }); })
        ->setToolTip(tr("Scales each to length 1; zeros stay zeros"));
}

void MatrixMenu::addRevert(QMenu& menu) {
    const Experiment& opened = m_document.opened();
    const Experiment& now = m_document.experiment();
    const MatrixPtr before = parameter(opened, m_model.id());
    const MatrixPtr here = parameter(now, m_model.id());
    const bool sameTokens = tokensOfRows(opened, m_model.id()) == tokensOfRows(now, m_model.id());
    const bool sameShape = before && before->rows() == here->rows() && before->cols() == here->cols();
    QAction* reset = menu.addAction(tr("Revert"), this, [this, before] {
        const Columns columns = m_model.shownColumns();
        edit(tr("reverted"),
             [&](const Matrix&) { return Matrix(before->middleCols(columns.first, columns.count)); });
    });
    explain(reset, sameTokens && sameShape,
            !before       ? tr("Not in the document as opened")
            : !sameTokens ? tr("The tokens have changed since the document was opened")
                          : tr("The shape has changed since the document was opened"));
}

void MatrixMenu::addBias(QMenu& menu) {
    if (const auto bias = m_model.biasId()) {
        const bool present = m_model.hasBias();
        menu.addAction(present ? tr("Remove the bias") : tr("Add a bias"), this,
                       [this, bias, present] { setBias(m_document, *bias, !present); });
    }
    if (is_gain(m_model.id()))
        menu.addAction(tr("Remove the gains"), this, [this] { setGains(m_document, m_model.id(), false); });
    if (m_model.id() == ParameterId::W_O)
        menu.addAction(tr("Remove W_O"), this, [this] { setOutputWeights(m_document, false); });
}

/// One vector per word, or one row per position.
void MatrixMenu::addInputs(QMenu& menu) {
    if (m_model.id() == ParameterId::E) {
        menu.addAction(tr("One row per position"), this, [this] { setInputs(m_document, InputKind::rows); })
            ->setToolTip(tr("Gives every token a row of its own to edit, as a model’s hidden states have. No "
                            "number changes"));
        return;
    }
    QAction* back =
        menu.addAction(tr("One vector per word"), this, [this] { setInputs(m_document, InputKind::tokens); });
    const QString problem = inputsByWordProblem(m_document.experiment());
    explain(back, problem.isEmpty(), problem);
    if (problem.isEmpty())
        back->setToolTip(tr("Makes each row the vector of its word. No number changes"));
}

void MatrixMenu::addAddedScores(QMenu& menu) {
    const Experiment& now = m_document.experiment();
    QAction* buckets = menu.addAction(tr("T5 buckets"), this, [this] { fillWithT5Buckets(m_document); });
    buckets->setToolTip(
        tr("Relative positions as in T5: a number from the document’s seed for each of 32 buckets of "
           "distances. Near distances have a bucket each, farther ones share them"));
    if (const QString problem = addedScoresProblem(now, now.scores.additive.size() > 1); !problem.isEmpty())
        explain(buckets, false, problem);
    if (m_document.experiment().heads.count > 1) {
        const bool isShared = split_of(m_document.experiment(), m_model.id()) == Split::none;
        QAction* each = menu.addAction(isShared ? tr("One for each head") : tr("Same for all heads"), this,
                                       [this, isShared] {
                                           const HeadIndex head = m_model.shownHead().value_or(0);
                                           setAddedScoresPerHead(m_document, isShared, head);
                                       });
        const QString problem = isShared ? addedScoresProblem(now, true) : QString();
        if (!problem.isEmpty())
            explain(each, false, problem);
        else if (!isShared)
            each->setToolTip(tr("The numbers of head %1").arg(m_model.shownHead().value_or(0) + 1));
    }
    menu.addAction(tr("Remove"), this, [this] { setAddedScores(m_document, false); })
        ->setToolTip(tr("Nothing is added to the scores any more"));
    menu.addSeparator();
}

void MatrixMenu::addSeed(QMenu& menu) {
    QAction* action = menu.addAction(tr("Seed of new words…"), this, [this] {
        emit formWanted(new SeedForm(m_theme, tr("Seed of new words"), m_document.experiment().embedding.seed,
                                     [this](std::uint64_t seed) { setSeed(m_document, seed); }));
    });
    action->setToolTip(m_model.id() == ParameterId::E
                           ? tr("New words get their vectors from this seed")
                           : tr("New tokens whose word has no vector get their rows from this seed"));
}

} // namespace lab
