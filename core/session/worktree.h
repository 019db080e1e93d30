// A linked git worktree keeps its repository elsewhere; the agent needs that folder (reference-cli.md §16).
#pragma once

#include <string>

namespace asb {

/// The git folder outside `directory` that belongs to it: the common folder of a linked worktree, or a
/// submodule's folder. Empty for an ordinary repository, no repository, or when the other side does not point
/// back: a `.git` file comes with the project, and a forged one must not open a foreign folder to the agent.
std::string outside_git_folder(const std::string& directory);

} // namespace asb
