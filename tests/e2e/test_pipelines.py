"""Pipelines with declared commands never stall; more of them than places at once all run."""
from framework import check, equal, nothing_left, test
from world import bash, declared

LONG = {"timeout": 590000}
TWO = "git log --oneline | cut -c1-7 | git cat-file --batch-check | wc -l"


def go(world, line, seconds=600):
    ended = world.claude([[bash(line, **LONG)], "DONE"], ("-p", "do it"), seconds=seconds)
    equal(ended.status, 0, "status (%s)" % ended)
    return ended.text(0)


@test
def two_declared_stages(context):
    """git log --oneline | git cat-file --batch-check, 200 runs."""
    world = context.world()
    text = go(world, "n=0; for i in $(seq 200); do x=$(git log --format=%H | git cat-file --batch-check | wc -l); [ \"$x\" = 2 ] && n=$((n+1)); done; echo \"good $n\"")
    equal(text, "good 200", "runs with the right output")
    nothing_left(context, world)


@test
def two_declared_stages_as_written(context):
    """The issue's own line: short names, straight from one git to the other."""
    world = context.world()
    text = go(world, "n=0; for i in $(seq 100); do git log --oneline | git cat-file --batch-check > out; [ $(wc -l < out) = 2 ] && n=$((n+1)); done; echo \"good $n\"; cat out | cut -d' ' -f2-")
    check(text.startswith("good 100"), "not all runs gave both lines", text)


def five(world):
    commands = world.command_profile["command_policies"]["commands"]
    for name in ("seq", "nl", "cat", "sort", "tail"):
        commands[name] = declared()
    return world


@test
def five_declared_stages(context):
    """seq | nl | cat | sort | tail, all declared, 100 runs."""
    world = five(context.world())
    text = go(world, "n=0; for ((i = 0; i < 100; i++)); do x=$(seq 5 | nl | cat | sort -rn | tail -n 1); [ \"${x//[[:space:]]/}\" = 11 ] && n=$((n+1)); done; echo \"good $n\"; type -p seq nl cat sort tail | grep -c shims")
    equal(text, "good 100\n5", "runs with the right output; declared stages")
    nothing_left(context, world)


@test
def reader_that_ends_early(context):
    world = five(context.world())
    text = go(world, "n=0; for ((i = 0; i < 20; i++)); do x=$(seq 100000 | cat | tail -n 1); y=$(seq 1000000 | cat | head -n 1); [ \"$x$y\" = 1000001 ] && n=$((n+1)); done 2>/dev/null; echo \"good $n\"")
    equal(text, "good 20", "runs with the right output")


@test
def more_than_there_are_places(context):
    """90 pipelines of three declared commands at once: none is refused, none is lost."""
    world = five(context.world())
    text = go(world, "for ((i = 0; i < 90; i++)); do (x=$(seq 3 | cat | tail -n 1); echo \"$x\" >> counts) & done; wait; awk '{n[$1]++} END {for (k in n) print n[k], k}' counts", 300)
    equal(text, "90 3", "answers")
    nothing_left(context, world)


@test
def background_pipeline(context):
    world = context.world()
    text = go(world, "git log --format=%H | git cat-file --batch-check > out & p=$!; wait $p; echo \"$? $(wc -l < out)\"")
    equal(text, "0 2", "status and lines of a background pipeline")
