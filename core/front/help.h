// Help texts of the front program, and the table of its words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace asb {

/// Which program runs a word of the command line.
enum class Runner {
    Front,   ///< this one
    Keeper,  ///< this one stays as keeper above agent-sandbox-session
    Session, ///< becomes agent-sandbox-session
};

struct Word {
    const char* name;
    Runner runner;
    bool listed;         ///< shown in the overall help
    const char* summary; ///< one line
    const char* help;    ///< whole text; nullptr: the session program has it
};

/// The entry of `name`; nullptr for an unknown word.
const Word* find_word(std::string_view name);
std::vector<std::string> word_names();

/// `agent-sandbox --help`.
std::string overall_help();

} // namespace asb
