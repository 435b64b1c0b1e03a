// SPDX-License-Identifier: GPL-3.0-or-later
//
// `thumbnail`: what file managers show of a document. They start it for any file that somebody may have sent,
// so it takes little of the machine, reads that file alone, and follows no link.
#include "app/commands/command.h"

#include "core/experiment/validate.h"
#include "core/io/experiment_json.h"
#include "core/io/file_kind.h"
#include "ui/figures/figure_file.h"
#include "ui/gallery/weights_picture.h"

#include <QImage>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <utility>

namespace lab {

namespace {

constexpr rlim_t most_seconds = 2;    // of the processor
constexpr unsigned most_waiting = 20; // seconds, where something does not answer
constexpr rlim_t most_memory = rlim_t{256} << 20;
constexpr std::size_t most_document = std::size_t{32} << 20;
constexpr int least_side = 16, usual_side = 256, most_side = 1024;

void end_late(int) {
    constexpr std::string_view message = "attention-lab: time: more than 2 s, expected a smaller document\n";
    const auto written = ::write(STDERR_FILENO, message.data(), message.size());
    static_cast<void>(written); // nobody is left to hear of it
    ::_exit(exit_bad_input);
}

void lower_limit(auto resource, rlim_t soft, rlim_t margin = 0) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0)
        return;
    limit.rlim_cur = std::min(limit.rlim_cur, soft);
    limit.rlim_max = std::min(limit.rlim_max, soft + margin);
    ::setrlimit(resource, &limit);
}

/// From now on, the kernel refuses this process more than that.
void limit_process() {
    struct sigaction action {};
    action.sa_handler = end_late;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGXCPU, &action, nullptr);
    ::sigaction(SIGALRM, &action, nullptr);
    ::alarm(most_waiting);
    lower_limit(RLIMIT_CPU, most_seconds, 1);
#if !defined(LAB_SANITIZES_ADDRESS) && !defined(LAB_SANITIZES_THREAD) // which reserve terabytes
    lower_limit(RLIMIT_AS, most_memory);
#endif
}

/// The text of a regular file that is no link.
Result<std::string> read_itself(const std::string& name) {
    const Descriptor file(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (file.number < 0 && errno == ELOOP)
        return Error{name, {}, "is a link", "a file"};
    struct stat status {};
    if (file.number < 0 || ::fstat(file.number, &status) != 0)
        return unreadable(name, errno);
    if (!S_ISREG(status.st_mode))
        return Error{name, {}, kind_in_words(status.st_mode), "a file"};
    std::string text;
    std::array<char, 1 << 16> buffer;
    for (;;) {
        const ::ssize_t count = ::read(file.number, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return unreadable(name, errno);
        if (count == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > most_document)
            return Error{name, {}, "more than " + std::to_string(most_document) + " bytes", "a smaller file"};
    }
}

// Lines between and around the cells, which can be seen on a light and on a dark desktop: near 0, weights are
// darker than most dark backgrounds.
constexpr QRgb line_colour = 0xff8c8c98, hidden_colour = 0xffd2d2da;

/// The mean of the cells that a pixel of a picture of that size stands for.
QRgb mean_colour(const QImage& cells, QSize size, int x, int y) {
    const auto range = [](int at, int all, int parts) {
        const int from = static_cast<int>(static_cast<std::int64_t>(at) * all / parts);
        const int to = static_cast<int>(static_cast<std::int64_t>(at + 1) * all / parts);
        return std::pair(from, std::max(to, from + 1));
    };
    const auto down = range(y, cells.height(), size.height());
    const auto across = range(x, cells.width(), size.width());
    std::int64_t red = 0, green = 0, blue = 0, count = 0;
    for (int row = down.first; row < down.second; ++row) {
        for (int column = across.first; column < across.second; ++column, ++count) {
            const QRgb colour = cells.pixel(column, row);
            red += qRed(colour);
            green += qGreen(colour);
            blue += qBlue(colour);
        }
    }
    return qRgb(static_cast<int>(red / count), static_cast<int>(green / count),
                static_cast<int>(blue / count));
}

/// The cells as large as fit into a square of that side; those of more cells than pixels are averaged. Pixel
/// by pixel: where Qt scales an image, it starts threads, and waits for ever if the memory is too little for
/// that.
QImage enlarged(const QImage& cells, int side) {
    const int longest = std::max(cells.width(), cells.height());
    constexpr int least_frame = 1, from_which_lines_show = 8, cells_a_line = 16;
    int cell = (side - 2 * least_frame) / longest;
    const int line = cell < from_which_lines_show ? 0 : std::max(1, cell / cells_a_line);
    const int frame = std::max(least_frame, line);
    cell = (side - 2 * frame + line) / longest - line; // without the line behind it
    const int step = cell + line;
    const QSize inner =
        cell > 0
            ? cells.size() * step - QSize(line, line)
            : cells.size().scaled(QSize(1, 1) * (side - 2 * frame), Qt::KeepAspectRatio).expandedTo({1, 1});
    QImage picture(inner + 2 * QSize(frame, frame), QImage::Format_RGB32);
    if (picture.isNull())
        return picture; // no memory
    picture.fill(line_colour);
    for (int y = 0; y < inner.height(); ++y) {
        for (int x = 0; x < inner.width(); ++x) {
            if (cell == 0)
                picture.setPixel(frame + x, frame + y, mean_colour(cells, inner, x, y));
            else if (x % step < cell && y % step < cell)
                picture.setPixel(frame + x, frame + y, cells.pixel(x / step, y / step));
        }
    }
    return picture;
}

int draw_thumbnail(const std::string& file, int side, const QString& out) {
    const Result<std::string> text = read_itself(file);
    if (!text)
        return fail(text.error());
    const Result<Experiment> experiment = read_experiment(text.value());
    if (!experiment)
        return fail_in(file, experiment.error());
    if (const std::optional<Error> problem = without_tokens(experiment.value()))
        return fail_in(file, *problem);
    const QImage cells = weightCells(experiment.value(), QColor(hidden_colour));
    if (cells.isNull())
        return fail({file, "weights", "cannot be drawn", "a smaller document"});
    const QImage picture = enlarged(cells, side);
    if (picture.isNull())
        return out_of_memory(exit_bad_input);
    const Result<QByteArray> bytes = imageFile(picture, "PNG");
    if (!bytes)
        return fail_in(bytes_of(out), bytes.error());
    if (std::error_code none; std::filesystem::is_symlink(bytes_of(out), none))
        return fail({bytes_of(out), {}, "is a link", "a file to write"});
    return deliver(bytes.value().toStdString(), out);
}

} // namespace

int run_thumbnail(const QStringList& arguments) {
    const QString name = QStringLiteral("thumbnail");
    CommandParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Draws the attention weights of the first head as a small picture without letters, for "
        "file managers. It takes at most 2 s of the processor and 256 MB of memory, reads that "
        "file alone, and follows no link."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    parser.addPositionalArgument(QStringLiteral("OUT"), QStringLiteral("The PNG to write."));
    const QCommandLineOption size(
        QStringLiteral("size"),
        QStringLiteral("The longer side at most, in pixels, from %1 to %2.").arg(least_side).arg(most_side),
        QStringLiteral("N"), QString::number(usual_side));
    parser.addOption(size);
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 2)
        return misuse(name, QStringLiteral("thumbnail takes two files, the document and the picture"));
    const std::optional<Index> side = count_of(parser.value(size));
    if (!side || *side < least_side || *side > most_side)
        return misuse(name, QStringLiteral("--size \"%1\" is no whole number from %2 to %3")
                                .arg(parser.value(size))
                                .arg(least_side)
                                .arg(most_side));
    limit_process();
    return draw_thumbnail(bytes_of(parser.positionalArguments().constFirst()), static_cast<int>(*side),
                          parser.positionalArguments().constLast());
}

} // namespace lab
