// What the command profile of a session says about a record: where its rule stands, which environment names
// reach it. Read in the background; until then, and where the profile cannot be read, nothing is known.
#pragma once

#include "core/base/event.h"
#include "core/config/profile_reader.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace asb::ui {

class ProfileRules : public QObject {
    Q_OBJECT
public:
    explicit ProfileRules(QObject* parent = nullptr);

    /// Reads the profile at `path` as it is now; loaded() follows. Empty: none.
    void load(const QString& path);

    /// Where the rule that refused `event` stands now; nullopt when it is not known or the profile does not
    /// hold it any more.
    std::optional<SourcePosition> place_of(const Event& event) const;
    /// Names and patterns of the variables that reach a command; made visible.
    QStringList environment_of(const Event& event) const;

Q_SIGNALS:
    void loaded();

private:
    std::shared_ptr<const Profile> profile_;
    QString path_;
};

} // namespace asb::ui
