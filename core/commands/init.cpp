#include "core/commands/init.h"

#include "core/base/command_line.h"
#include "core/base/fd.h"
#include "core/base/output.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/commands/doctor_nono.h"
#include "core/commands/init_templates.h"
#include "core/nono/nono_program.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace asb {

namespace {

constexpr const char* kHelp =
    "usage: agent-sandbox init [--dir DIR]\n"
    "Writes agent-sandbox.toml, claude-profile.json and command-profile.json for this machine\n"
    "into DIR (default: this folder). Never overwrites.\n";

int fail(const Error& error) {
    std::fprintf(stderr, "agent-sandbox: init: %s\n", error.text().c_str());
    return 1;
}

struct Options {
    std::string folder; ///< empty: the current one
    bool help = false;
};

Result<Options> parse(const std::vector<std::string>& arguments) {
    const std::vector<OptionSpec> known{{"--dir", "DIR"}, {"--help"}, {"-h"}};
    const Result<CommandLine> words = parse_command_line("", arguments, known);
    if (!words)
        return words.error();
    if (!words->operands.empty() || words->separated)
        return unexpected_word("", words->separated ? "--" : words->operands[0], known);
    return Options{words->value("--dir"), words->has("--help") || words->has("-h")};
}

/// A project is granted to every command as a whole: keys, mail, browser data of the user are no project.
Status check_place(const std::string& folder) {
    std::error_code code;
    const std::string home = std::filesystem::weakly_canonical(home_dir(), code).string();
    const std::string place = std::filesystem::weakly_canonical(folder, code).string();
    const bool holds_home = !home.empty() && (place == "/" || place == home || home.starts_with(place + '/'));
    if (!holds_home)
        return success();
    return Error{folder + (place == home ? " is your home folder" : " holds your home folder")
                     + ": as a project all of it would be granted to every command, with your keys and mail, "
                       "and nono refuses that",
                 "go to the project's own folder, or name it with --dir", 0};
}

/// Writes the templates into a folder that only this program knows, where nono looks at them.
Status stage(const std::string& folder, const std::vector<FilledTemplate>& templates) {
    if (::mkdir(folder.c_str(), 0700) != 0)
        return system_error("make " + folder, errno);
    for (const FilledTemplate& item : templates) {
        if (const Status status = write_file_atomically(folder + "/" + item.name, item.text, 0600); !status)
            return status;
    }
    return success();
}

Error refused(const std::string& name, const std::string& asked, const NonoAnswer& verdict) {
    std::string text = asked + " of " + name + " failed; nothing was written. nono says:";
    for (const std::string& line : verdict.problems)
        text += "\n    " + line;
    return Error{text, "`agent-sandbox doctor` looks at nono itself; report this if nono is in order", 0};
}

/// nono has to accept both profiles as it will find them at a launch, before anything is written.
Status check_profiles(const std::string& nono, const std::string& folder, const std::string& project,
                      const ScratchFolder& scratch) {
    const std::string program = find_program("true");
    for (const Side side : {Side::Agent, Side::Command}) {
        const std::string name = side == Side::Agent ? "claude-profile.json" : "command-profile.json";
        const std::string path = folder + "/" + name;
        const NonoAnswer valid = validate_profile(nono, path);
        if (!valid.accepted)
            return refused(name, "validation", valid);
        Result<Profile> profile = read_profile(path);
        if (!profile)
            return profile.error();
        const SandboxCommand command = side_command(side, nono, path, profile->workdir, project, scratch,
                                                    {program.empty() ? "/bin/true" : program});
        const NonoAnswer dry = dry_run(side, command, scratch);
        if (!dry.accepted)
            return refused(name, "dry run", dry);
        for (const NonoAnswer* verdict : {&valid, &dry}) {
            for (const std::string& line : verdict->warnings)
                put_out("  note on " + name + ": " + line + '\n');
        }
    }
    return success();
}

enum class Written { New, Skipped };

/// Exclusive create: an entry that is there, a dangling link too, is left alone.
Result<Written> write_new(const std::string& path, const std::string& text) {
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!file && errno == EEXIST)
        return Written::Skipped;
    if (!file)
        return system_error("make " + path, errno);
    if (!write_all(file.get(), text) || ::fsync(file.get()) != 0) {
        const int code = errno;
        ::unlink(path.c_str());
        return system_error("write " + path, code);
    }
    return Written::New;
}

int write_templates(const std::string& folder, const std::vector<FilledTemplate>& templates) {
    std::size_t written = 0;
    for (const FilledTemplate& item : templates) {
        const std::string path = folder + "/" + item.name;
        Result<Written> result = write_new(path, item.text);
        if (!result)
            return fail(result.error());
        written += *result == Written::New ? 1 : 0;
        put_out(std::string("  ") + (*result == Written::New ? "written " : "skipped, it is there already: ")
                + path + '\n');
    }
    if (written == 0)
        put_out("Nothing to do: all files are there already.\n");
    put_out("Next: read the two profiles and change what they grant, then\n"
            "  agent-sandbox doctor      checks this machine and the profiles\n"
            "  agent-sandbox claude --   starts Claude Code in its sandboxes\n");
    return 0;
}

int init_in(const std::string& folder) {
    Result<std::string> nono = find_nono();
    if (!nono)
        return fail(nono.error());
    Result<std::vector<FilledTemplate>> templates = filled_templates(find_machine_values());
    if (!templates)
        return fail(templates.error());
    Result<std::unique_ptr<ScratchFolder>> scratch = ScratchFolder::make();
    if (!scratch)
        return fail(scratch.error());
    const std::string staging = (*scratch)->path() + "/p";
    if (const Status status = stage(staging, *templates); !status)
        return fail(status.error());
    std::error_code code;
    const bool there = std::filesystem::is_directory(folder, code);
    // A folder that is still to be made cannot be the project of the dry run; its stand-in is as private.
    const std::string project = there ? folder : (*scratch)->run().agent_temp();
    if (const Status status = check_profiles(*nono, staging, project, **scratch); !status)
        return fail(status.error());
    if (const Status status = make_dirs(folder, 0755); !status)
        return fail(status.error());
    return write_templates(folder, *templates);
}

} // namespace

int run_init(const std::vector<std::string>& arguments) {
    const Result<Options> options = parse(arguments);
    if (!options) {
        fail(options.error());
        return 2;
    }
    if (options->help) {
        put_out(kHelp);
        return output_status(0);
    }
    std::error_code code;
    const std::string here = std::filesystem::current_path(code).string();
    if (code)
        return fail(system_error("find the current folder", code.value()));
    const std::string folder = options->folder.empty() ? here : absolute_path(options->folder, here);
    if (const Status fit = check_place(folder); !fit)
        return fail(fit.error());
    adopt_orphans();
    return output_status(init_in(folder));
}

} // namespace asb
