// Both profiles of a session while it runs: are their files still what they were when it started (design §5)?
// What differs is applied by the next session, never by this one.
#pragma once

#include "core/config/profile_reader.h"
#include "core/session/profile_change.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <string>
#include <vector>

namespace asb {

/// What has become of the profiles, for the question after the session.
struct ProfileNews {
    bool agent_changed = false;
    bool commands_changed = false;
    std::string sentence; ///< "1 rule added, 1 grant removed"
    std::string text;     ///< a line each
    std::string problem;  ///< why the new ones cannot be used: nono's words; empty: they can

    bool any() const { return agent_changed || commands_changed; }
    /// "command-profile.json", or both.
    std::string names;
};

class ProfileWatch : public QObject {
    Q_OBJECT
public:
    explicit ProfileWatch(QObject* parent = nullptr);

    /// Keeps what both are now, and begins to watch their files and folders.
    void start(const Profile& agent, const Profile& commands);
    bool agent_changed() const { return agent_.changed; }
    bool commands_changed() const { return commands_.changed; }
    const std::string& agent_digest() const { return agent_.digest; }
    const std::string& commands_digest() const { return commands_.digest; }

    /// Looks now, compares, and asks nono about what has changed; `done` is called from the event loop (soon
    /// when nothing has).
    void examine(std::function<void(const ProfileNews&)> done);

Q_SIGNALS:
    /// agent_changed() or commands_changed() differs from before; also when a file is again what it was.
    void changed();

private:
    struct Side {
        Profile profile;
        std::string digest;
        bool changed = false;
    };
    void watch(const Profile& profile);
    void look();

    Side agent_;
    Side commands_;
    QFileSystemWatcher watcher_;
    QTimer soon_;
    QTimer poll_;
};

} // namespace asb
