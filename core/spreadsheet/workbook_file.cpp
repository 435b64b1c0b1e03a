// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spreadsheet/workbook_file.h"

#include "core/base/number_format.h"
#include "core/spreadsheet/sheet_phrases.h"

#include <xlsxwriter.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>

namespace lab {

namespace {

constexpr double label_width = 16, number_width = 9.5, widest_column = 28, sentence_width = 60; // characters
constexpr double title_height = 21; // points, of letters of 15
constexpr lxw_color_t ink = 0x202124, grey_ink = 0x5f6368, warning_ink = 0x9a3412, editable_ink = 0x0b3d91,
                      editable_ground = 0xfff8d6, hidden_ground = 0xe4e4e4, label_ground = 0xf1f3f4,
                      line_ink = 0xc8ccd0, parameter_tab = 0xe8b100, stage_tab = 0x3b6ea8;

/// Numbers are written with a point whatever the user's locale, for this thread alone.
class PointLocale {
public:
    PointLocale() : m_own(::newlocale(LC_NUMERIC_MASK, "C", nullptr)) {
        if (m_own)
            m_before = ::uselocale(m_own);
    }
    ~PointLocale() {
        if (!m_own)
            return;
        ::uselocale(m_before);
        ::freelocale(m_own);
    }
    PointLocale(const PointLocale&) = delete;
    PointLocale& operator=(const PointLocale&) = delete;

private:
    locale_t m_own = nullptr, m_before = nullptr;
};

/// The look of a cell.
struct CellLook {
    enum class Kind { title, text, indented, warning, heading, label, number, link };
    Kind kind = Kind::text;
    SheetMark mark = SheetMark::fixed;
    std::string number_format = {};
    // clang-tidy 14 takes the 0 that this is compared with for a pointer.
    auto operator<=>(const CellLook&) const = default; // NOLINT(modernize-use-nullptr)
};

double largest_magnitude(const SheetBlock& block) {
    double largest = 0;
    for (const SheetCell& cell : block.cells) {
        if (std::isfinite(cell.value))
            largest = std::max(largest, std::abs(cell.value));
    }
    return largest;
}

std::string number_format(const SheetBlock& block, const SheetLook& look) {
    const double largest = largest_magnitude(block);
    if (largest >= exponent_from)
        return "0.00E+00";
    const bool whole = std::ranges::all_of(block.cells, [](const SheetCell& cell) {
        return cell.mark == SheetMark::editable && cell.value == std::round(cell.value);
    });
    if (whole)
        return "General";
    const int decimals = shown_decimals(look.decimals, largest, false);
    return decimals > 0 ? "0." + std::string(static_cast<std::size_t>(decimals), '0') : "0";
}

class WorkbookWriter {
public:
    WorkbookWriter(const Workbook& workbook, const SheetLook& look, const char* path)
        : m_from(workbook), m_look(look), m_limit(limit()), m_book(workbook_new(path)) {}

    /// Writes and closes it.
    lxw_error write();

private:
    lxw_format* format(const CellLook& look);
    std::optional<double> limit() const;
    void write_first_sheet(lxw_worksheet* to);
    void write_sheet(const Sheet& sheet, lxw_worksheet* to);
    void write_block(const SheetBlock& block, lxw_worksheet* to);
    void write_cell(const SheetCell& cell, const SheetPlace& at, const std::string& number_format,
                    lxw_worksheet* to);
    void colour(const SheetBlock& block, lxw_worksheet* to);
    void set_widths(const Sheet& sheet, lxw_worksheet* to);
    void add_rule(const SheetBlock& block, lxw_conditional_format& rule, lxw_worksheet* to);
    void add_text_rule(const SheetBlock& block, const std::string& condition, lxw_format* shown,
                       lxw_worksheet* to);
    void text(lxw_worksheet* to, Index row, Index column, const std::string& text, const CellLook& look) {
        worksheet_write_string(to, row_number(row), column_number(column), text.c_str(), format(look));
    }
    static lxw_row_t row_number(Index row) { return static_cast<lxw_row_t>(row); }
    static lxw_col_t column_number(Index column) { return static_cast<lxw_col_t>(column); }

    const Workbook& m_from;
    const SheetLook& m_look;
    std::optional<double> m_limit; ///< where the colours of signed numbers end
    lxw_workbook* m_book;
    std::map<CellLook, lxw_format*> m_formats;
    lxw_format *m_hidden = nullptr, *m_white = nullptr;
};

std::optional<double> WorkbookWriter::limit() const {
    if (!m_look.shares_limit)
        return m_look.limit;
    double largest = 0;
    for (const Sheet& sheet : m_from.sheets) {
        for (const SheetBlock& block : sheet.blocks) {
            if (block.colouring == SheetColouring::of_signed)
                largest = std::max(largest, largest_magnitude(block));
        }
    }
    return largest > 0 ? largest : 1;
}

void set_number_look(lxw_format* format, const CellLook& look) {
    format_set_num_format(format, look.number_format.c_str());
    format_set_align(format, LXW_ALIGN_RIGHT);
    format_set_border(format, look.mark == SheetMark::overridden ? LXW_BORDER_MEDIUM : LXW_BORDER_THIN);
    format_set_border_color(format, look.mark == SheetMark::overridden ? ink : line_ink);
    if (look.mark == SheetMark::editable) {
        format_set_font_color(format, editable_ink);
        format_set_bg_color(format, editable_ground);
    } else if (look.mark == SheetMark::overridden) {
        format_set_bold(format);
    } else if (look.mark == SheetMark::fixed) {
        format_set_italic(format);
    }
}

lxw_format* WorkbookWriter::format(const CellLook& look) {
    lxw_format*& format = m_formats[look];
    if (format)
        return format;
    format = workbook_add_format(m_book);
    using Kind = CellLook::Kind;
    switch (look.kind) {
    case Kind::title:
        format_set_bold(format);
        format_set_font_size(format, 15);
        break;
    case Kind::text:
        format_set_font_color(format, grey_ink);
        break;
    case Kind::indented:
        format_set_font_color(format, grey_ink);
        format_set_indent(format, 1);
        break;
    case Kind::warning:
        format_set_font_color(format, warning_ink);
        break;
    case Kind::heading:
        format_set_bold(format);
        break;
    case Kind::label:
        format_set_font_color(format, grey_ink);
        format_set_bg_color(format, label_ground);
        format_set_align(format, LXW_ALIGN_RIGHT);
        break;
    case Kind::number:
        set_number_look(format, look);
        break;
    case Kind::link:
        format_set_font_color(format, editable_ink);
        format_set_underline(format, LXW_UNDERLINE_SINGLE);
        break;
    }
    return format;
}

void WorkbookWriter::write_cell(const SheetCell& cell, const SheetPlace& at, const std::string& number_format,
                                lxw_worksheet* to) {
    lxw_format* look = format({CellLook::Kind::number, cell.mark, number_format});
    const lxw_row_t row = row_number(at.row);
    const lxw_col_t column = column_number(at.column);
    const bool is_number = std::isfinite(cell.value);
    const std::string text = is_number ? std::string() : not_finite_text(cell.value);
    if (cell.formula.empty() && is_number)
        worksheet_write_number(to, row, column, cell.value, look);
    else if (cell.formula.empty())
        worksheet_write_string(to, row, column, text.c_str(), look);
    else if (is_number)
        worksheet_write_formula_num(to, row, column, cell.formula.c_str(), look, cell.value);
    else
        worksheet_write_formula_str(to, row, column, cell.formula.c_str(), look, text.c_str());
}

void WorkbookWriter::add_rule(const SheetBlock& block, lxw_conditional_format& rule, lxw_worksheet* to) {
    const SheetPlace first = first_number(block);
    worksheet_conditional_format_range(to, row_number(first.row), column_number(first.column),
                                       row_number(first.row + block.rows_on_sheet() - 1),
                                       column_number(first.column + block.columns_on_sheet() - 1), &rule);
}

void WorkbookWriter::add_text_rule(const SheetBlock& block, const std::string& condition, lxw_format* shown,
                                   lxw_worksheet* to) {
    std::string copy = condition;
    lxw_conditional_format rule{};
    rule.type = LXW_CONDITIONAL_TYPE_FORMULA;
    rule.value_string = copy.data();
    rule.format = shown;
    add_rule(block, rule, to);
}

/// Colours that follow the numbers: their ends are formulas.
void WorkbookWriter::colour(const SheetBlock& block, lxw_worksheet* to) {
    const std::string cell = place_name(first_number(block)), range = range_name(block);
    add_text_rule(block, "=ISTEXT(" + cell + ")", m_hidden, to);
    const bool is_signed = block.colouring == SheetColouring::of_signed;
    const SheetScale& scale = is_signed ? m_look.of_signed : m_look.of_weights;
    std::string highest = "MAX(MAX(" + range + "),-MIN(" + range + "),1E-300)";
    if (is_signed && m_limit)
        highest = shortest(*m_limit);
    else if (!is_signed)
        highest = m_look.weights_to_one ? "1" : "MAX(MAX(" + range + "),1E-300)";
    const auto at = [&](double place) { // of the scale, 0 to 1
        return highest + "*" + display(is_signed ? 2 * place - 1 : place, 3);
    };
    const auto add_white = [&](const char* order, double place) {
        add_text_rule(block,
                      with_plain_minus("=AND(ISNUMBER(" + cell + ")," + cell + order + at(place) + ")"),
                      m_white, to);
    };
    if (scale.white_below > 0)
        add_white("<", scale.white_below);
    if (scale.white_above < 1)
        add_white(">", scale.white_above);
    std::string lowest = is_signed ? "=-" + highest : "=0", middle = is_signed ? "=0" : "=" + highest + "/2",
                top = "=" + highest;
    lxw_conditional_format rule{};
    rule.type = LXW_CONDITIONAL_3_COLOR_SCALE;
    rule.min_rule_type = rule.mid_rule_type = rule.max_rule_type = LXW_CONDITIONAL_RULE_TYPE_FORMULA;
    rule.min_value_string = lowest.data();
    rule.mid_value_string = middle.data();
    rule.max_value_string = top.data();
    rule.min_color = scale.lowest;
    rule.mid_color = scale.middle;
    rule.max_color = scale.highest;
    add_rule(block, rule, to);
}

void WorkbookWriter::write_block(const SheetBlock& block, lxw_worksheet* to) {
    if (!block.heading.empty())
        text(to, block.top, 0, block.heading, {CellLook::Kind::heading});
    const SheetPlace first = first_number(block);
    const CellLook label{CellLook::Kind::label};
    text(to, first.row - 1, 0, {}, label);
    for (std::size_t i = 0; i < block.labels_above().size(); ++i)
        text(to, first.row - 1, first.column + static_cast<Index>(i), block.labels_above()[i], label);
    for (std::size_t i = 0; i < block.labels_beside().size(); ++i)
        text(to, first.row + static_cast<Index>(i), 0, block.labels_beside()[i], label);
    const std::string shown = number_format(block, m_look);
    for (Index row = 0; row < block.rows(); ++row) {
        for (Index column = 0; column < block.columns(); ++column)
            write_cell(block.cell(row, column), place_of(block, row, column), shown, to);
    }
    if (block.colouring != SheetColouring::none)
        colour(block, to);
}

std::size_t characters_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

void WorkbookWriter::set_widths(const Sheet& sheet, lxw_worksheet* to) {
    std::size_t beside = 0, above = 0;
    Index columns = 0;
    for (const SheetBlock& block : sheet.blocks) {
        for (const std::string& label : block.labels_beside())
            beside = std::max(beside, characters_of(label));
        for (const std::string& label : block.labels_above())
            above = std::max(above, characters_of(label));
        columns = std::max(columns, block.columns_on_sheet());
    }
    const auto width = [](std::size_t characters, double least) {
        return std::clamp(static_cast<double>(characters) + 2, least, widest_column);
    };
    worksheet_set_column(to, 0, 0, width(beside, label_width), nullptr);
    worksheet_set_column(to, 1, column_number(columns), width(above, number_width), nullptr);
}

void WorkbookWriter::write_sheet(const Sheet& sheet, lxw_worksheet* to) {
    const bool shows_symbol = sheet.name != sheet.title;
    worksheet_set_row(to, 0, title_height, nullptr);
    text(to, 0, 0, shows_symbol ? sheet.title + "  (" + sheet.name + ")" : sheet.title,
         {CellLook::Kind::title});
    Index row = 1;
    if (!sheet.rule.empty())
        text(to, row++, 0, sheet.rule, {CellLook::Kind::text});
    for (const std::string& note : sheet.notes)
        text(to, row++, 0, note, {CellLook::Kind::warning});
    for (const SheetBlock& block : sheet.blocks)
        write_block(block, to);
    set_widths(sheet, to);
    // The labels above stay in view where one block has them for the whole sheet.
    const Index rows = sheet.blocks.size() == 1 ? first_number(sheet.blocks.front()).row : sheet.rows_above();
    worksheet_freeze_panes(to, row_number(rows), 1);
    worksheet_set_tab_color(to, sheet.is_stage ? stage_tab : parameter_tab);
}

void WorkbookWriter::write_first_sheet(lxw_worksheet* to) {
    worksheet_set_row(to, 0, title_height, nullptr);
    text(to, 0, 0, m_from.title, {CellLook::Kind::title});
    Index row = 2;
    for (const std::string& line : m_from.lines)
        text(to, row++, 0, line, {CellLook::Kind::text});
    ++row;
    for (const SheetSetting& setting : m_from.settings) {
        text(to, row, 0, setting.name, {CellLook::Kind::label});
        write_cell(setting.cell, {row, 1}, "General", to);
        text(to, row, 2, setting.meaning, {CellLook::Kind::indented});
        const std::string place = "=" + std::string(sheet_phrase::about) + "!" + fixed_place_name({row, 1});
        workbook_define_name(m_book, setting.name.c_str(), place.c_str());
        ++row;
    }
    ++row;
    for (const Sheet& sheet : m_from.sheets) {
        const std::string target = "internal:" + sheet.name + "!A1";
        worksheet_write_url(to, row_number(row), 0, target.c_str(), format({CellLook::Kind::link}));
        text(to, row, 0, sheet.name, {CellLook::Kind::link});
        text(to, row, 1, sheet.title, {CellLook::Kind::text});
        text(to, row, 2, sheet.rule, {CellLook::Kind::indented});
        ++row;
    }
    worksheet_set_column(to, 0, 0, label_width, nullptr);
    worksheet_set_column(to, 1, 1, label_width + number_width, nullptr);
    worksheet_set_column(to, 2, 2, sentence_width, nullptr);
}

lxw_error WorkbookWriter::write() {
    if (!m_book)
        return LXW_ERROR_MEMORY_MALLOC_FAILED;
    lxw_doc_properties properties{};
    properties.created = 315532800; // 1980-01-01: equal documents give equal bytes
    std::string title = m_from.title;
    properties.title = title.data();
    workbook_set_properties(m_book, &properties);
    m_hidden = workbook_add_format(m_book);
    format_set_bg_color(m_hidden, hidden_ground);
    format_set_font_color(m_hidden, grey_ink);
    m_white = workbook_add_format(m_book);
    format_set_font_color(m_white, LXW_COLOR_WHITE);
    std::vector<lxw_worksheet*> sheets{workbook_add_worksheet(m_book, sheet_phrase::about)};
    for (const Sheet& sheet : m_from.sheets)
        sheets.push_back(workbook_add_worksheet(m_book, sheet.name.c_str()));
    for (lxw_worksheet* each : sheets) {
        worksheet_set_landscape(each);
        worksheet_set_paper(each, 9); // A4
        worksheet_fit_to_pages(each, 1, 0);
        worksheet_gridlines(each, LXW_HIDE_ALL_GRIDLINES);
    }
    write_first_sheet(sheets.front());
    for (std::size_t i = 0; i < m_from.sheets.size(); ++i)
        write_sheet(m_from.sheets[i], sheets[i + 1]);
    return workbook_close(m_book);
}

} // namespace

Result<std::string> workbook_file(const Workbook& workbook, const SheetLook& look) {
    const auto close = [](std::FILE* file) { std::fclose(file); };
    // It has no name, and vanishes when it is closed; the library opens files by name only.
    const std::unique_ptr<std::FILE, decltype(close)> file(std::tmpfile(), close);
    const auto failed = [](const char* why) {
        return Error{{}, std::string("cannot be written to a temporary file: ") + why, {}};
    };
    if (!file)
        return failed(std::strerror(errno));
    const std::string path = "/dev/fd/" + std::to_string(::fileno(file.get()));
    {
        const PointLocale locale;
        if (const lxw_error error = WorkbookWriter(workbook, look, path.c_str()).write())
            return failed(lxw_strerror(error));
    }
    std::string bytes;
    std::rewind(file.get());
    constexpr std::size_t piece = std::size_t{1} << 16;
    for (std::size_t read = piece; read == piece;) {
        const std::size_t before = bytes.size();
        bytes.resize(before + piece);
        read = std::fread(bytes.data() + before, 1, piece, file.get());
        bytes.resize(before + read);
    }
    if (std::ferror(file.get()) != 0)
        return failed(std::strerror(errno));
    return bytes;
}

} // namespace lab
