# Completion of agent-sandbox for fish. Words and options come from the program's own help, so they are those
# of the version that is installed.

function __agent_sandbox_words
    command agent-sandbox --help 2>/dev/null </dev/null | awk '
        /^Words:/ { on = 1; next }
        /^$/ { on = 0 }
        on { name = $1; $1 = ""; sub(/^ /, ""); print name "\t" $0 }'
end

function __agent_sandbox_sessions
    command agent-sandbox sessions $argv --json 2>/dev/null </dev/null | string match -r -g '"id": ?"([0-9a-f]{16})"'
end

# What `kill` takes: the first column of ps.
function __agent_sandbox_running
    echo leftovers
    command agent-sandbox ps 2>/dev/null </dev/null | string match -r '^(?:[0-9]+(?:\.[0-9]+)?|pid:[0-9]+)(?=\s)'
end

# The word of this command line: what stands behind agent-sandbox and --no-gui.
function __agent_sandbox_word
    set -l words (commandline -opc)[2..-1]
    if test "$words[1]" = --no-gui
        set -e words[1]
    end
    # Behind -- stand the agent's arguments or a line of shell.
    if contains -- -- $words
        return 1
    end
    echo $words[1]
end

# Options of the word, or the values of the one in front of the cursor.
function __agent_sandbox_options
    set -l word (__agent_sandbox_word); or return
    test -n "$word"; or return
    set -l previous (commandline -opc)[-1]
    set -l options (command agent-sandbox help $word 2>/dev/null </dev/null | awk '
        function add(option, value, text) { if (option != "--no-gui" && !(option in seen)) { seen[option] = 1; print option "\t" value "\t" text } }
        /^[Uu]sage:/ { usage = 1 }
        /^$/ { usage = 0 }
        usage { line = $0
                while (match(line, /\[--[a-z-]+( [^]]+)?\]/)) {
                    split(substr(line, RSTART + 1, RLENGTH - 2), part, " ")
                    late[++n] = part[1] "\t" part[2]
                    line = substr(line, RSTART + RLENGTH) } }
        match($0, /^  --[a-z-]+/) { split(substr($0, 3), part, " ")
                                    rest = substr($0, RSTART + RLENGTH)
                                    value = rest ~ /^ [A-Z]/ ? part[2] : ""
                                    text = $0; sub(/^  --[a-z-]+( [^ ]+)? +/, "", text)
                                    add(part[1], value, text) }
        END { for (i = 1; i <= n; ++i) { split(late[i], part, "\t"); add(part[1], part[2], "") } }')
    for line in $options
        set -l part (string split \t -- $line)
        if test "$part[1]" = "$previous" -a -n "$part[2]"
            switch $part[2]
                case FILE PATH DIR
                    __fish_complete_path (commandline -ct)
                case ID
                    __agent_sandbox_sessions
                case '*|*'
                    string split '|' -- $part[2]
            end
            return
        end
    end
    for line in $options
        set -l part (string split \t -- $line)
        printf '%s\t%s\n' $part[1] $part[3]
    end
    printf '%s\t%s\n' --help 'its help'
    switch $word
        case help
            __agent_sandbox_words
        case ai
            printf '%s\n' explain config-check
        case stop
            __agent_sandbox_sessions --running
        case kill
            __agent_sandbox_running
        case claude exec launch
            printf '%s\t%s\n' -- 'what follows is not ours'
    end
end

function __agent_sandbox_behind_dashes
    contains -- -- (commandline -opc)
end

# How many words stand in front of the cursor: 1 is the program alone, 2 with --no-gui.
function __agent_sandbox_at
    set -l words (commandline -opc)
    test (count $words) -eq $argv[1]; and test $argv[1] -eq 1 -o "$words[2]" = --no-gui
end

function __agent_sandbox_later
    not __agent_sandbox_at 1; and not __agent_sandbox_at 2; and not __agent_sandbox_behind_dashes
end

complete -c agent-sandbox -f
complete -c agent-sandbox -n '__agent_sandbox_at 1' -a '(__agent_sandbox_words)'
complete -c agent-sandbox -n '__agent_sandbox_at 1' -a '--no-gui --version --help'
complete -c agent-sandbox -n '__agent_sandbox_at 2' -a 'claude demo'
complete -c agent-sandbox -n __agent_sandbox_later -k -a '(__agent_sandbox_options)'
complete -c agent-sandbox -n __agent_sandbox_behind_dashes -F
