#include "core/desktop/editors.h"

#include "core/base/paths.h"
#include "core/desktop/shell_words.h"
#include "core/nono/tool_run.h"

#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <cstdlib>

namespace asb {
namespace {

constexpr int kAskMs = 3000;

/// Words of `options`: %f file, %n line.
struct Row {
    std::vector<const char*> names;
    std::vector<const char*> options;
    bool in_terminal;
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows{
        {{"code", "codium", "cursor", "code-oss", "code-insiders"}, {"-g", "%f:%n"}, false},
        {{"kate", "kwrite", "geany", "mousepad"}, {"-l", "%n", "%f"}, false},
        {{"gedit", "pluma", "xed", "featherpad", "gvim"}, {"+%n", "%f"}, false},
        {{"gnome-text-editor"}, {"%f"}, false},
        {{"subl", "zed", "zeditor"}, {"%f:%n"}, false},
        {{"vim", "nvim", "vi", "nano", "micro", "joe", "editor", "sensible-editor"}, {"+%n", "%f"}, true},
        {{"helix", "hx"}, {"%f:%n"}, true},
    };
    return rows;
}

const Row* find_row(const std::string& name) {
    for (const Row& row : table()) {
        if (std::any_of(row.names.begin(), row.names.end(), [&](const char* known) { return name == known; }))
            return &row;
    }
    return nullptr;
}

/// emacs opens a window unless it is told not to.
std::optional<Row> emacs_row(const std::vector<std::string>& words) {
    const std::string name = base_name(words.front());
    if (name != "emacs" && name != "emacsclient")
        return std::nullopt;
    const bool terminal = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word == "-nw" || word == "-t" || word == "--tty" || word == "--no-window-system";
    });
    return Row{{}, {"+%n", "%f"}, terminal};
}

void fill(std::string& text, const char* mark, const std::string& value) {
    const std::size_t at = text.find(mark);
    if (at != std::string::npos)
        text.replace(at, 2, value);
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string description(const EditorCall& call, const std::string& file, int line) {
    std::string text = "opened " + file + " in " + base_name(call.argv.front());
    if (line > 0)
        text += call.at_line ? ", line " + std::to_string(line) : "; look at line " + std::to_string(line);
    return text;
}

Result<std::string> start(const EditorCall& call, const std::string& file, int line,
                          const DesktopFacts& facts) {
    std::vector<std::string> argv = call.argv;
    if (call.in_terminal) {
        const Result<std::string> terminal = choose_terminal(facts);
        if (!terminal)
            return terminal.error();
        Result<TerminalCall> around = terminal_call(*terminal, home_dir(), base_name(file), call.argv);
        if (!around)
            return around.error();
        argv = around->argv;
    }
    QStringList arguments;
    for (std::size_t i = 1; i < argv.size(); ++i)
        arguments.append(QString::fromStdString(argv[i]));
    if (!QProcess::startDetached(QString::fromStdString(argv.front()), arguments))
        return Error{"start " + argv.front() + ": it could not be started", "set $VISUAL to your editor", 0};
    return description(call, file, line);
}

} // namespace

Result<EditorCall> editor_call(const std::string& command, const std::string& file, int line) {
    Result<std::vector<std::string>> words = split_shell_words(command);
    if (!words)
        return words.error();
    EditorCall call;
    call.argv = std::move(*words);
    const std::optional<Row> emacs = emacs_row(call.argv);
    const Row* row = emacs ? &*emacs : find_row(base_name(call.argv.front()));
    if (!row) {
        call.argv.push_back(file);
        return call;
    }
    call.in_terminal = row->in_terminal;
    if (line <= 0) {
        call.argv.push_back(file);
        return call;
    }
    for (const char* option : row->options) {
        std::string word = option;
        call.at_line = call.at_line || word.find("%n") != std::string::npos;
        fill(word, "%n", std::to_string(line));
        fill(word, "%f", file);
        call.argv.push_back(word);
    }
    return call;
}

std::string editor_from_environment() {
    for (const char* name : {"VISUAL", "EDITOR"}) {
        const std::string command = variable(name);
        const Result<std::vector<std::string>> words = split_shell_words(command);
        if (words && !find_program(words->front()).empty())
            return command;
    }
    return {};
}

std::string editor_of_desktop_file(const std::string& id) {
    std::string name = id.substr(0, id.rfind(".desktop"));
    name = name.substr(name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
    });
    return name == "texteditor" ? "gnome-text-editor" : name;
}

void open_in_editor(const std::string& file, int line, const DesktopFacts& facts, QObject* context,
                    std::function<void(const Result<std::string>&)> done) {
    const auto open = [file, line, facts, done](const std::string& command) {
        const Result<EditorCall> call = editor_call(command, file, line);
        done(call ? start(*call, file, line, facts) : Result<std::string>(call.error()));
    };
    const std::string own = facts.editor.empty() ? editor_from_environment() : facts.editor;
    const std::string asker = own.empty() ? find_program("xdg-mime") : std::string();
    if (asker.empty()) {
        QTimer::singleShot(0, context, [open, own] { open(own.empty() ? "xdg-open" : own); });
        return;
    }
    auto* run =
        new ToolRun({{asker, "query", "default", "text/plain"}}, current_environment(), kAskMs, context);
    QObject::connect(run, &ToolRun::finished, context, [run, open](const std::vector<ToolResult>& results) {
        run->deleteLater();
        const std::string output = results.front().output;
        const std::string name = editor_of_desktop_file(output.substr(0, output.find('\n')));
        open(!name.empty() && !find_program(name).empty() ? name : "xdg-open");
    });
    run->start();
}

} // namespace asb
