// A small session in a store of its own, as a viewer meets it: for tests of pages and for their pictures.
#pragma once

#include "core/events/store.h"
#include "core/ipc/session_facts.h"

#include <QDir>
#include <QTemporaryDir>

#include <string>
#include <vector>

namespace asb::test {

/// Makes records one after the other, ids and times ascending.
class SampleSession {
public:
    std::uint64_t line(const std::string& text, const std::string& folder, int status, std::int64_t took_us) {
        Event event = next(EventType::RequestEnd);
        event.request = ++request_;
        command_ = 0;
        event.line = text;
        event.cwd = folder;
        event.status = status;
        event.duration_us = took_us;
        put(event, true);
        return request_;
    }
    void running_line(const std::string& text, const std::string& folder) {
        Event event = next(EventType::RequestStart);
        event.request = ++request_;
        command_ = 0;
        event.line = text;
        event.cwd = folder;
        put(event, false);
    }
    void command(std::vector<std::string> argv, Verdict verdict, int status, std::int64_t took_us) {
        Event event = next(EventType::CommandEnd);
        event.request = request_;
        event.command = ++command_;
        event.path = "/usr/bin/" + argv.front();
        event.argv = std::move(argv);
        event.verdict = verdict;
        event.declared = verdict == Verdict::Policy || verdict == Verdict::Refused;
        event.status = status;
        event.duration_us = took_us;
        event.user_us = took_us / 2;
        event.system_us = took_us / 8;
        event.max_rss_kb = 14'200;
        event.pid = 4000 + static_cast<int>(records_.size());
        event.parent = 3999;
        if (event.declared) {
            event.policy = event.argv.front();
            event.caller_chain = {"session"};
        }
        if (verdict == Verdict::Refused) {
            event.reason = "pushing is for people: ask the operator";
            event.rule = "commands.git.from.session.deny[0]";
        }
        put(event, true);
    }
    void put(Event event, bool done) {
        const std::uint64_t id = records_.size() + 1;
        records_.push_back(Record{id, std::move(event), done, id});
    }
    Event next(EventType type) {
        Event event;
        event.type = type;
        event.time_ms = time_ms_ += 700;
        return event;
    }

    /// What a working day shows: allowed, refused, failed, running, cancelled, odd texts.
    void fill() {
        line("npm test 2>&1 | tail -5", project(), 0, 8'200'000);
        command({"npm", "test"}, Verdict::Floor, 0, 8'190'000);
        command({"tail", "-5"}, Verdict::Floor, 0, 8'100'000);
        line("git add -A && git push origin main", project(), 126, 100'000);
        command({"git", "add", "-A"}, Verdict::Policy, 0, 40'000);
        command({"git", "push", "origin", "main"}, Verdict::Refused, 126, 6'000);
        line("cat > a.py <<'EOF'\nimport os\nprint(os.getcwd())\nEOF\npython3 a.py", project(), 0, 61'000);
        command({"cat"}, Verdict::Floor, 0, 1000);
        command({"python3", "a.py"}, Verdict::Floor, 0, 55'000);
        line("grep -rn \"a \xe2\x80\xae"
             "evil\" /etc/shadow \x1b[31m",
             project() + "/src", 2, 3000);
        command({"grep", "-rn", "a evil", "/etc/shadow"}, Verdict::Floor, 2, 2500);
        line("for f in one two three; do convert \"$f.png\" -resize 50% -quality 80 -strip "
             "\"out/$f-with-a-rather-long-name-indeed.webp\"; "
             "done && echo all the pictures have been converted",
             project() + "/pictures", 0, 1'900'000);
        line("sleep 100", project(), 143, 5'000'000);
        records_.back().event.end_reason = EndReason::Cancelled;
        line("ls <b>bold</b> &amp; <img src=x>", project(), 0, 2000);
        running_line("python3 train.py --epochs 40", project() + "/ml");
    }

    static std::string project() { return "/home/ada/web-shop"; }
    std::vector<Record>& records() { return records_; }

    /// Writes the store into `folder` and tells what a viewer would know of the session, which has ended.
    SessionFacts facts(const QString& folder) const {
        SessionFacts facts;
        facts.id = QStringLiteral("sample");
        facts.state = SessionFacts::State::Ended;
        facts.project = QString::fromStdString(project());
        facts.agent = QStringLiteral("claude");
        facts.folder = folder;
        facts.store = folder + QStringLiteral("/events.sqlite");
        Store store;
        static_cast<void>(store.create(facts.store.toStdString()));
        static_cast<void>(store.write(records_));
        store.close();
        return facts;
    }

private:
    std::vector<Record> records_;
    std::uint64_t request_ = 0;
    std::uint64_t command_ = 0;
    std::int64_t time_ms_ = 1'764'424'931'000;
};

} // namespace asb::test
