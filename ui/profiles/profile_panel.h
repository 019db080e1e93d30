// One profile: is it valid, has it changed, its rules with their reasons, the difference to the one in force.
#pragma once

#include "ui/profiles/profile_look.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace asb::ui {

class ProfilePanel : public QWidget {
    Q_OBJECT
public:
    explicit ProfilePanel(QWidget* parent = nullptr);
    ~ProfilePanel() override;

    void set_profile(const ProfileFacts& facts);
    /// Reads the files again and asks nono again; not waiting.
    void look_again();
    const ProfileLook& look() const { return look_; }
    void show_difference();

Q_SIGNALS:
    void looked();
    void rule_wanted(const QString& file, int line);

protected:
    void changeEvent(QEvent* event) override;

private:
    void take(ProfileLook look);
    void ask_nono(int number);
    void refresh();
    void fill_rules();
    void add_command(const DeclaredCommand& command);
    void add_lists(const Profile& profile);
    QTreeWidgetItem* add_group(const QString& name, const QStringList& values);
    void fill_difference();

    enum class Validity { Unknown, Checking, Valid, Invalid };
    ProfileFacts facts_;
    ProfileLook look_;
    Validity validity_ = Validity::Unknown;
    QString nono_words_;
    int look_number_ = 0; ///< answers of earlier looks are dropped

    QLabel* path_;
    QLabel* state_;
    QLabel* change_;
    QPushButton* open_;
    QTabWidget* tabs_;
    QTreeWidget* rules_;
    QPlainTextEdit* difference_;
};

} // namespace asb::ui
