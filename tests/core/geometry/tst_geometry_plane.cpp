// SPDX-License-Identifier: GPL-3.0-or-later
//
// The planes that vectors are drawn in: their names as text, features, principal components, and the plane of
// a query and its most attended key.
#include "core/analysis/geometry/plane.h"
#include "tests/core/geometry/arrows.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <Eigen/Eigenvalues>

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestGeometryPlane : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void choices_data();
    void choices();
    void whatVectorsHave_data();
    void whatVectorsHave();
    void axesAreOrthogonal();
    void features();
    void components();
    void componentsByHand();
    void theQueryAndItsKey();
    void insteadOfTheKey_data();
    void insteadOfTheKey();
    void movedInThePlane();
};

namespace {

using Kind = PlaneChoice::Kind;
const PlaneChoice pca{Kind::components}, best{Kind::best};

/// A picture of these vectors.
HeadVectors picture(const RowVector& q, const Matrix& keys, const RowVector& weights) {
    HeadVectors shown;
    shown.q = q;
    shown.z = q;
    shown.keys = keys;
    shown.values = keys;
    shown.weights = weights;
    return shown;
}

HeadVectors random_picture(RandomExperiments& random, Index d) {
    const Index n = random.between(1, 9);
    Matrix keys(n, d);
    for (Index row = 0; row < n; ++row)
        keys.row(row) = random_row(random, d);
    return picture(random_row(random, d), keys, random_row(random, n));
}

Matrix all_of(const HeadVectors& shown) {
    Matrix all(shown.keys.rows() + 1, shown.keys.cols());
    all << shown.keys, shown.q;
    return all;
}

QString name_of(const PlaneAxis& axis) {
    return axis.name.phrase.empty() ? QString() : QString::fromStdString(text_of(axis.name));
}

bool is_axis(const PlaneAxis& axis, const RowVector& direction) {
    return (axis.direction - direction).norm() <= 1e-9;
}

} // namespace

void TestGeometryPlane::choices_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRight");
    for (const char* right : {"1,2", "2,1", "12,3", "pca", "best"})
        QTest::newRow(right) << right << true;
    for (const char* wrong : {"", "1", "1,1", "0,1", "1,2,3", "1, 2", "-1,2", "a,b", "PCA", "best ", ",",
                              "1,", "+1,2", "1,2.0", "99999999999999999999,1"})
        QTest::addRow("wrong: %s", wrong) << wrong << false;
}

void TestGeometryPlane::choices() {
    QFETCH(const QString, text);
    QFETCH(const bool, isRight);
    const Result<PlaneChoice> choice = plane_choice(text.toStdString(), "--axes");
    QCOMPARE(static_cast<bool>(choice), isRight);
    if (isRight) {
        QCOMPARE(QString::fromStdString(text_of(choice.value())), text);
        return;
    }
    QCOMPARE(QString::fromStdString(choice.error().message()),
             "--axes: \"" + text +
                 "\", expected two different features, counted from 1, like 1,2; or pca or best");
}

void TestGeometryPlane::whatVectorsHave_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("d");
    QTest::addColumn<QString>("problem");
    QTest::newRow("both") << "1,4" << 4 << QString();
    QTest::newRow("one too many") << "1,5" << 4
                                  << "view.geometry: 1,5, expected two different features from 1 to 4";
    QTest::newRow("the first") << "5,1" << 4
                               << "view.geometry: 5,1, expected two different features from 1 to 4";
    QTest::newRow("one feature") << "1,2" << 1 << QString();
    QTest::newRow("not the first") << "2,1" << 1 << "view.geometry: 2,1, expected 1,2, pca or best";
    QTest::newRow("of two") << "1,3" << 2 << "view.geometry: 1,3, expected 1,2, pca or best";
    QTest::newRow("components") << "pca" << 1 << QString();
    QTest::newRow("best") << "best" << 1 << QString();
}

void TestGeometryPlane::whatVectorsHave() {
    QFETCH(const QString, text);
    QFETCH(const int, d);
    QFETCH(const QString, problem);
    const PlaneChoice choice = plane_choice(text.toStdString(), "").value();
    const auto found = problem_of_plane(choice, d, "view.geometry");
    QCOMPARE(found ? QString::fromStdString(found->message()) : QString(), problem);
}

/// Of any vectors, and the same when asked twice.
void TestGeometryPlane::axesAreOrthogonal() {
    RandomExperiments random(511);
    for (int round = 0; round < many_experiments; ++round) {
        const Index d = random.between(1, 6);
        HeadVectors shown = random_picture(random, d);
        if (random.coin())
            shown.q.setZero();
        if (random.coin())
            shown.keys.row(random.between(0, shown.keys.rows() - 1)) *= random.coin() ? 0 : HUGE_VAL;
        if (random.between(0, 3) == 0)
            shown.keys = Matrix(shown.keys.col(0) * random_row(random, d));
        if (random.between(0, 5) == 0)
            shown.keys *= 1e-200;
        for (const PlaneChoice& choice : {PlaneChoice{}, pca, best}) {
            for (const auto& plane_of : {plane_of_scores, plane_of_output}) {
                const Plane plane = plane_of(shown, choice);
                const auto& [one, other] = plane.axes;
                QVERIFY(std::abs(one.direction.norm() - 1) < 1e-12);
                QVERIFY(std::abs(other.direction.norm() - (d > 1 ? 1 : 0)) < 1e-12);
                QVERIFY(std::abs(one.direction.dot(other.direction)) < 1e-12);
                QCOMPARE(plane.shows_all, d <= 2);
                QCOMPARE(name_of(one).isEmpty(), false);
                QCOMPARE(name_of(other).isEmpty(), d == 1);
                const Plane again = plane_of(shown, choice);
                QVERIFY(again.axes[0].direction == one.direction);
                QVERIFY(again.axes[1].direction == other.direction);
                // With two features a plane shows every length.
                if (d <= 2 && shown.q.allFinite())
                    QVERIFY(std::abs(plane.point(shown.q).norm() - shown.q.norm()) < 1e-12);
            }
        }
    }
}

void TestGeometryPlane::features() {
    const HeadVectors shown = picture(RowVector{{1, 2, 3}}, Matrix{{4, 5, 6}, {7, 8, 9}}, RowVector{{1, 0}});
    const Plane plane = plane_of_scores(shown, {Kind::features, 2, 0});
    QVERIFY(plane.point(shown.q) == PlanePoint(3, 1));
    QVERIFY(plane.points(shown.keys) == (Matrix{{6, 4}, {9, 7}}));
    QCOMPARE(name_of(plane.axes[0]), "feature 3");
    QCOMPARE(name_of(plane.axes[1]), "feature 1");
    QVERIFY(!plane.axes[0].share);
}

/// Against the eigenvectors of XᵀX, and 200 other planes.
void TestGeometryPlane::components() {
    RandomExperiments random(512);
    for (int round = 0; round < many_experiments / 4; ++round) {
        const Index d = random.between(2, 6);
        const HeadVectors shown = random_picture(random, d);
        const Plane plane = plane_of_scores(shown, pca);
        const Matrix all = all_of(shown);
        const double sum = all.squaredNorm();
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(Eigen::MatrixXd(all.transpose() * all));
        const Matrix points = plane.points(all);
        for (Index i = 0; i < 2; ++i) {
            const PlaneAxis& axis = plane.axes[static_cast<std::size_t>(i)];
            const double share = eigen.eigenvalues()(d - 1 - i) / sum;
            QVERIFY(std::abs(*axis.share - share) < 1e-9);
            QVERIFY(std::abs(points.col(i).squaredNorm() / sum - share) < 1e-9);
            QVERIFY(axis.direction.maxCoeff() >= -axis.direction.minCoeff() * (1 - 1e-9));
            QCOMPARE(name_of(axis), QString("principal component %1").arg(i + 1));
        }
        for (int other = 0; other < 200; ++other) {
            const HeadVectors one =
                picture(random_row(random, d), Matrix(random_row(random, d)), RowVector{{1}});
            QVERIFY(plane_of_scores(one, best).points(all).squaredNorm() <=
                    points.squaredNorm() * (1 + 1e-9));
        }
    }
}

void TestGeometryPlane::componentsByHand() {
    const double infinity = HUGE_VAL;
    // From the origin, where the mean would leave nothing along the second feature.
    const HeadVectors shown =
        picture(RowVector{{1, -3}}, Matrix{{-1, -3}, {infinity, 1}, {0, -3}}, RowVector{{0, 0, 1}});
    const Plane plane = plane_of_scores(shown, pca);
    QVERIFY(is_axis(plane.axes[0], RowVector{{0, 1}}));
    QVERIFY(is_axis(plane.axes[1], RowVector{{1, 0}}));
    QVERIFY(std::abs(*plane.axes[0].share - 27.0 / 29) < 1e-12);
    QVERIFY(std::abs(*plane.axes[1].share - 2.0 / 29) < 1e-12);
    const Plane none =
        plane_of_scores(picture(RowVector{{0, 0, 0}}, Matrix::Zero(2, 3), RowVector{{1, 0}}), pca);
    QVERIFY(is_axis(none.axes[0], RowVector{{1, 0, 0}}));
    QVERIFY(!none.axes[0].share);
}

/// q lies on the first axis, the key in the plane, above it; nothing is lost of either.
void TestGeometryPlane::theQueryAndItsKey() {
    RandomExperiments random(513);
    for (int round = 0; round < many_experiments; ++round) {
        const Index d = random.between(2, 6);
        HeadVectors shown = random_picture(random, d);
        shown.weights = shown.weights.array().abs();
        const Index key = *most_attended(shown.weights);
        const Plane plane = plane_of_scores(shown, best);
        const RowVector k = shown.keys.row(key);
        const PlanePoint q = plane.point(shown.q), at = plane.point(k);
        QVERIFY(std::abs(q.x() - shown.q.norm()) < 1e-9 && std::abs(q.y()) < 1e-9);
        QVERIFY(at.y() > 0);
        QVERIFY(std::abs(at.norm() - k.norm()) < 1e-9);
        QCOMPARE(name_of(plane.axes[0]), "along the query");
        QCOMPARE(name_of(plane.axes[1]), "across it, towards the most attended key");
    }
}

void TestGeometryPlane::insteadOfTheKey_data() {
    QTest::addColumn<RowVector>("q");
    QTest::addColumn<Matrix>("keys");
    QTest::addColumn<RowVector>("weights");
    QTest::addColumn<RowVector>("first");
    QTest::addColumn<RowVector>("second");
    QTest::addColumn<QString>("names");
    const double nan = std::nan("");
    const RowVector x{{1, 0, 0}}, y{{0, 1, 0}}, z{{0, 0, 1}}, none{{0, 0, 0}};
    const auto row = [](const char* name, const RowVector& q, const Matrix& keys, const RowVector& weights,
                        const RowVector& first, const RowVector& second, const char* names) {
        QTest::newRow(name) << q << keys << weights << first << second << names;
    };
    row("parallel", x, Matrix{{-2, 0, 0}, {1, 0, 5}, {1, 3, 0}}, RowVector{{0.5, 0.2, 0.3}}, x, y,
        "along the query; across it, towards another key");
    row("all parallel", x, Matrix{{-2, 0, 0}, {0, 0, 0}}, RowVector{{0.5, 0.5}}, x, y,
        "along the query; across it");
    row("no query", none, Matrix{{0, 0, 7}, {0, 2, 0}}, RowVector{{0.4, 0.6}}, y, z,
        "along the most attended key; across it, towards another key");
    row("no query and no such key", none, Matrix{{0, 0, 7}, {0, 0, 0}}, RowVector{{0.4, 0.6}}, z, x,
        "along a key; across it");
    row("nothing", none, Matrix{{0, 0, 0}}, RowVector{{1}}, x, y, "feature 1; across it");
    row("a query that is no number", RowVector{{nan, 0, 0}}, Matrix{{0, 0, 7}}, RowVector{{1}}, z, x,
        "along the most attended key; across it");
    row("no attention", x, Matrix{{0, 3, 0}, {0, 0, 1}}, RowVector{{0, 0}}, x, y,
        "along the query; across it, towards another key");
    row("weights that are no numbers", x, Matrix{{0, 3, 0}, {0, 0, 1}}, RowVector{{nan, nan}}, x, y,
        "along the query; across it, towards another key");
    row("one feature", RowVector{{-2}}, Matrix{{3}}, RowVector{{1}}, RowVector{{-1}}, RowVector{{0}},
        "along the query; ");
}

void TestGeometryPlane::insteadOfTheKey() {
    QFETCH(const RowVector, q);
    QFETCH(const Matrix, keys);
    QFETCH(const RowVector, weights);
    QFETCH(const RowVector, first);
    QFETCH(const RowVector, second);
    QFETCH(QString, names);
    const HeadVectors shown = picture(q, keys, weights);
    const Plane plane = plane_of_scores(shown, best);
    QVERIFY(is_axis(plane.axes[0], first));
    QVERIFY(is_axis(plane.axes[1], second));
    QCOMPARE(name_of(plane.axes[0]) + "; " + name_of(plane.axes[1]), names);
    const Plane output = plane_of_output(shown, best);
    QVERIFY(is_axis(output.axes[1], second));
    QCOMPARE(name_of(output.axes[0]) + "; " + name_of(output.axes[1]),
             names.replace("query", "output").replace("key", "value"));
}

void TestGeometryPlane::movedInThePlane() {
    RandomExperiments random(514);
    for (int round = 0; round < many_experiments; ++round) {
        const Index d = random.between(2, 6);
        const HeadVectors shown = random_picture(random, d);
        for (const PlaneChoice& choice : {PlaneChoice{}, pca, best}) {
            const Plane plane = plane_of_scores(shown, choice);
            const PlanePoint to(random.number(), random.number());
            const RowVector moved = plane.moved(shown.q, to);
            QVERIFY((plane.point(moved) - to).norm() < 1e-12);
            // What moves, moves in the plane.
            const RowVector by = moved - shown.q;
            QVERIFY(std::abs(plane.point(by).norm() - by.norm()) < 1e-12);
            if (choice == PlaneChoice{})
                QVERIFY(moved.tail(d - 2) == shown.q.tail(d - 2));
        }
    }
}

LAB_GUILESS_TEST(TestGeometryPlane)
#include "tst_geometry_plane.moc"
