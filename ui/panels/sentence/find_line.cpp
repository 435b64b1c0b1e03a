// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/find_line.h"

#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/labels.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include <utility>

namespace lab {

namespace {

constexpr double findWidth = 200; // points

void addFound(const Experiment& experiment, Side side, const QString& text,
              std::vector<InspectedToken>& found) {
    const Sequence& sentence = sequence_of(experiment, side);
    for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
        const auto token = static_cast<TokenIndex>(i);
        const std::string& word = sentence.tokens[i];
        if (QString::fromStdString(word).contains(text, Qt::CaseInsensitive) ||
            shownWord(word).contains(text, Qt::CaseInsensitive) || // white space can be typed as its signs
            text == QString::number(sentence.offset + token + 1))
            found.push_back({token, side});
    }
}

} // namespace

std::vector<InspectedToken> tokensFound(const Experiment& experiment, const QString& text) {
    std::vector<InspectedToken> found;
    const QString wanted = text.trimmed();
    if (wanted.isEmpty())
        return found;
    addFound(experiment, Side::sentence, wanted, found);
    if (experiment.source)
        addFound(experiment, Side::source, wanted, found);
    return found;
}

FindLine::FindLine(const LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_field(new QLineEdit(this)), m_count(new QLabel(this)),
      m_previous(new PillButton(theme, PillButton::Kind::plain, tr("Previous"), this)),
      m_next(new PillButton(theme, PillButton::Kind::plain, tr("Next"), this)),
      m_close(new PillButton(theme, PillButton::Kind::plain, QStringLiteral("✕"), this)) {
    m_field->setAccessibleName(tr("Find a token"));
    m_field->setPlaceholderText(tr("Find: a word or a position"));
    m_field->setToolTip(tr("Part of a token’s word, or the number on its chip"));
    m_count->setTextFormat(Qt::PlainText);
    const auto with = [](const QString& text, KeyCommand command) {
        return tr("%1 (%2)").arg(text, keyText(KeyContext::find, command));
    };
    m_next->setToolTip(with(tr("Inspect the next token that matches"), KeyCommand::next));
    m_previous->setToolTip(with(tr("Inspect the previous token that matches"), KeyCommand::previous));
    m_close->setToolTip(tr("Close (Escape)"));
    m_close->setAccessibleName(tr("Close the search"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(m_field);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_count, 1);
    row->addWidget(m_close);
    for (QWidget* each : std::initializer_list<QWidget*>{m_field, m_previous, m_next, m_close})
        each->installEventFilter(this);
    for (QWidget* each : {m_previous, m_next, m_close})
        each->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard to the field
    connect(m_field, &QLineEdit::textEdited, this, &FindLine::type);
    connect(m_previous, &QAbstractButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QAbstractButton::clicked, this, [this] { step(1); });
    connect(m_close, &QAbstractButton::clicked, this, &FindLine::close);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (!isHidden() && (reshapes(change) || change.field == Field::offset))
            search();
    });
    connect(&theme, &Theme::changed, this, &FindLine::restyle);
    restyle();
    hide();
}

void FindLine::open() {
    QWidget* focused = window()->focusWidget();
    if (!focused || !isAncestorOf(focused))
        m_before = focused;
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    search();
}

void FindLine::close() {
    const QWidget* focused = window()->focusWidget();
    const bool hasKeyboard = focused && isAncestorOf(focused);
    if (hasKeyboard && m_before && m_before->isVisible())
        m_before->setFocus(Qt::OtherFocusReason);
    else if (hasKeyboard)
        emit keyboardFreed(); // hiding would give it to any other field
    hide();
    m_found.clear();
    m_at.reset();
    emit found(m_found);
}

QString FindLine::count() const {
    return m_count->text();
}

/// Keeps the one that was gone to, unless other tokens match now.
void FindLine::search() {
    std::vector<InspectedToken> now = tokensFound(m_document.experiment(), m_field->text());
    if (now != m_found)
        m_at.reset();
    m_found = std::move(now);
    emit found(m_found);
    tell();
}

void FindLine::type() {
    m_at.reset();
    search();
    if (!m_found.empty())
        emit reached(m_found.front());
}

/// From the last one to the first, too.
void FindLine::step(int by) {
    if (m_found.empty())
        return;
    const std::size_t count = m_found.size(), last = count - 1;
    if (by > 0)
        m_at = m_at ? (*m_at + 1) % count : 0;
    else
        m_at = m_at ? (*m_at + last) % count : last;
    const InspectedToken token = m_found[*m_at];
    m_selection.inspect(token);
    emit reached(token);
    tell();
}

void FindLine::tell() {
    const QString text = m_field->text().trimmed();
    const std::size_t count = m_found.size();
    m_count->setText(text.isEmpty() ? QString()
                     : count == 0   ? tr("no token has %1").arg(inQuotes(shortText(text)))
                     : m_at         ? tr("%1 of %2").arg(*m_at + 1).arg(count)
                     : count == 1   ? tr("1 token")
                                    : tr("%1 tokens").arg(count));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

bool FindLine::eventFilter(QObject* watched, QEvent* event) {
    if (takesEscape(event) || (watched == m_field && leavesToWindow(event)))
        return true;
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto command = commandOf(KeyContext::find, *static_cast<QKeyEvent*>(event));
        if (command)
            step(command == KeyCommand::next ? 1 : -1);
        return command.has_value();
    }
    return QWidget::eventFilter(watched, event);
}

void FindLine::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel)
        close();
    else
        QWidget::keyPressEvent(event);
}

void FindLine::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_count->setPalette(colours);
    m_count->setFont(m_theme.font(TextRole::body));
    m_field->setFont(m_theme.font(TextRole::body));
    m_field->setTextMargins(m_theme.px(4), 0, m_theme.px(4), 0);
    m_field->setFixedWidth(m_theme.px(findWidth));
    layout()->setSpacing(m_theme.px(6));
}

} // namespace lab
