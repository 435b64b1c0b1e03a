// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "ui/document/lab_document.h"
#include "ui/plots/view_export.h"
#include "ui/theme.h"

#include "core/io/document_file.h"
#include "core/number_format.h"
#include "core/validate.h"

#include <QFileInfo>

namespace lab {

namespace {

constexpr const char* name = "export";

struct Request {
    std::string file;
    QString out;
    DrawnView view;
    HeadIndex head = 0;
    ColourMode theme = ColourMode::light;
    PictureOptions picture;
};

/// "inputs, queries, …, links".
QString view_names() {
    return stage_names() + QStringLiteral(", ") + QString::fromUtf8(linksViewName);
}

std::optional<DrawnView> view_named(const QString& text, HeadIndex head) {
    if (text == QString::fromUtf8(linksViewName))
        return LinksPicture{head, {}, {}};
    if (const std::optional<StageId> stage = stage_named(text.toStdString()))
        return StagePicture{*stage, head};
    return std::nullopt;
}

int draw(const Request& request) {
    const Result<Experiment> read = load_experiment(request.file);
    if (!read)
        return fail(read.error());
    const Experiment& experiment = read.value();
    if (std::optional<Error> problem = without_tokens(experiment)) {
        problem->file = request.file;
        return fail(*problem);
    }
    const auto* stage = std::get_if<StagePicture>(&request.view);
    const std::string place = (stage ? "stage " : "view ") + viewName(request.view).toStdString();
    if (stage && !has_stage(experiment, stage->stage))
        return fail({request.file, place, "not computed for this document", "another stage"});
    if (request.head >= experiment.heads.count)
        return fail({request.file, "head " + std::to_string(request.head), "not in this document",
                     "0 to " + std::to_string(experiment.heads.count - 1)});
    LabDocument document;
    document.replace(experiment, QString::fromStdString(request.file));
    Theme theme;
    theme.setMode(request.theme);
    if (const auto problem = scaleProblem(document, request.view, theme, request.picture.scale))
        return fail({request.file, place, problem->toStdString(), {}});
    const QImage picture = viewPicture(document, request.view, theme, request.picture);
    return deliver(png(picture).toStdString(), request.out);
}

} // namespace

int run_export(const QStringList& arguments) {
    const QString command = QString::fromLatin1(name);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Draws a view of a document, with no display needed."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    const QCommandLineOption view(QStringLiteral("view"),
                                  QStringLiteral("What to draw: %1.").arg(view_names()),
                                  QStringLiteral("NAME"));
    const QCommandLineOption out(QStringLiteral("o"), QStringLiteral("The picture to write."),
                                 QStringLiteral("OUT.png"));
    const QCommandLineOption head(QStringLiteral("head"), QStringLiteral("The head, from 0."),
                                  QStringLiteral("N"), QStringLiteral("0"));
    const QCommandLineOption scale(QStringLiteral("scale"), QStringLiteral("Pixels a point."),
                                   QStringLiteral("X"), QStringLiteral("2"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light, dark or transparent."),
                                   QStringLiteral("THEME"), QStringLiteral("light"));
    parser.addOptions({view, out, head, scale, theme});
    if (const auto done = parse(parser, command, arguments))
        return *done;

    Request request;
    if (parser.positionalArguments().size() != 1)
        return misuse(command, QStringLiteral("export takes one file"));
    request.file = parser.positionalArguments().constFirst().toStdString();
    request.out = parser.value(out);
    if (!parser.isSet(view) || request.out.isEmpty())
        return misuse(command, QStringLiteral("export needs --view NAME and -o OUT.png"));
    if (!view_named(parser.value(view), 0))
        return misuse(
            command,
            QStringLiteral("there is no view \"%1\"; there are %2").arg(parser.value(view), view_names()));
    if (QFileInfo(request.out).suffix().compare(QStringLiteral("png"), Qt::CaseInsensitive) != 0)
        return misuse(
            command,
            QStringLiteral("\"%1\" does not end with .png, the kind of picture there is").arg(request.out));
    bool isNumber = false;
    request.head = parser.value(head).toInt(&isNumber);
    if (!isNumber || request.head < 0)
        return misuse(command,
                      QStringLiteral("--head \"%1\" is no whole number from 0").arg(parser.value(head)));
    request.view = *view_named(parser.value(view), request.head);
    const std::optional<double> factor = read_number(parser.value(scale).toStdString());
    if (!factor || *factor <= 0)
        return misuse(command,
                      QStringLiteral("--scale \"%1\" is no number above 0").arg(parser.value(scale)));
    request.picture.scale = *factor;
    const QString colours = parser.value(theme);
    if (colours != QStringLiteral("light") && colours != QStringLiteral("dark") &&
        colours != QStringLiteral("transparent"))
        return misuse(command,
                      QStringLiteral("--theme \"%1\" is none of light, dark, transparent").arg(colours));
    request.theme = colours == QStringLiteral("dark") ? ColourMode::dark : ColourMode::light;
    request.picture.transparent = colours == QStringLiteral("transparent");
    return draw(request);
}

} // namespace lab
