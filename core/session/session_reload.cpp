// Profiles that change while a session runs, and the question after it (design §5).
#include "core/session/session.h"

#include "core/base/fd.h"
#include "core/session/reload_question.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace asb {
namespace {

/// Claude Code's own switches for a run that nobody sits at.
bool is_one_shot(const std::vector<std::string>& arguments) {
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::any_of(arguments.begin(), end,
                       [](const std::string& word) { return word == "-p" || word == "--print"; });
}

} // namespace

/// What the session runs under is kept: later the files may say something else.
void Session::watch_profiles() {
    const std::string folder = preparation_.state_folder() + "/profiles";
    const auto keep = [&](const Profile& profile, const char* name, std::string& copy) {
        const Result<std::string> kept = keep_profile(profile, folder + '/' + name);
        if (kept)
            copy = *kept;
        else
            log_.warning("no copy of the profile is kept: " + kept.error().text());
    };
    keep(preparation_.agent_profile(), "agent", agent_copy_);
    keep(preparation_.command_profile(), "commands", command_copy_);
    profile_watch_.start(preparation_.agent_profile(), preparation_.command_profile());
    connect(&profile_watch_, &ProfileWatch::changed, this, [this] {
        log_.info("a profile has changed, or is again what it was");
        control_.status_changed();
    });
}

/// After the teardown: what is to be said about the profiles, then the end.
void Session::examine_profiles() {
    if (!ran_) {
        finish_up(false);
        return;
    }
    profile_watch_.examine([this](const ProfileNews& news) {
        news_ = news;
        close_records();
        for (const std::string& text : std::exchange(delayed_, {}))
            tell(text);
        if (!news.any()) {
            finish_up(false);
            return;
        }
        log_.info(reload_notice(news));
        const bool kept = keeper_ != 0 && ::getppid() == keeper_; // only the keeper can start another one
        const bool asked = kept && news.problem.empty() && stop_signal_ == 0
                           && !preparation_.options().restart_words.empty()
                           && !is_one_shot(preparation_.options().arguments) && terminal_can_ask();
        if (!asked) {
            tell(reload_notice(news));
            finish_up(false);
            return;
        }
        restore_terminal();
        connect(&question_, &ReloadQuestion::answered, this, &Session::finish_up);
        question_.ask(news);
        control_.status_changed();
    });
}

/// The keeper starts the next session when it has cleaned up after this one: folder and words, each ended by
/// a NUL.
void Session::order_restart() {
    std::string text = preparation_.project() + '\0';
    for (const std::string& word : preparation_.options().restart_words)
        text += word + '\0';
    const Status written = write_file_atomically(preparation_.folder().root + "/again", text, 0600);
    if (!written)
        tell("agent-sandbox: " + written.error().text());
}

} // namespace asb
