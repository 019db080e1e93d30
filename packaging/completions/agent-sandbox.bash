# Completion of agent-sandbox for bash. Words and options come from the program's own help, so they are those
# of the version that is installed.

# _agent_sandbox_options WORD: "--option VALUE" a line, VALUE is "-" for an option without one.
_agent_sandbox_options() {
    command agent-sandbox help "$1" 2>/dev/null </dev/null | awk '
        function add(option, value) { if (option != "--no-gui" && !(option in seen)) { seen[option] = 1; print option, value } }
        /^[Uu]sage:/ { usage = 1 }
        /^$/ { usage = 0 }
        usage { line = $0
                while (match(line, /\[--[a-z-]+( [^]]+)?\]/)) {
                    split(substr(line, RSTART + 1, RLENGTH - 2), part, " ")
                    add(part[1], part[2] == "" ? "-" : part[2])
                    line = substr(line, RSTART + RLENGTH) } }
        match($0, /^  --[a-z-]+/) { split(substr($0, 3), part, " ")
                                    rest = substr($0, RSTART + RLENGTH)
                                    add(part[1], rest ~ /^ [A-Z]/ ? part[2] : "-") }'
}

_agent_sandbox_words() {
    command agent-sandbox --help 2>/dev/null </dev/null | awk '/^Words:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'
}

_agent_sandbox_sessions() {
    command agent-sandbox sessions "$@" --json 2>/dev/null </dev/null | grep -oE '"id": ?"[0-9a-f]{16}"' | grep -oE '[0-9a-f]{16}'
}

# What `kill` takes: the first column of ps.
_agent_sandbox_running() {
    printf 'leftovers\n'
    command agent-sandbox ps 2>/dev/null </dev/null | awk '$1 ~ /^([0-9]+([.][0-9]+)?|pid:[0-9]+)$/ { print $1 }'
}

_agent_sandbox() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} at=1 word="" options value
    COMPREPLY=()
    [[ ${COMP_WORDS[1]} != --no-gui ]] || at=2
    if ((COMP_CWORD <= at)); then
        case $at in
        1) options="$(_agent_sandbox_words) --no-gui --version --help" ;;
        *) options="claude demo" ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    word=${COMP_WORDS[at]}
    # Behind -- stand the agent's arguments or a line of shell: files.
    local index
    for ((index = at + 1; index < COMP_CWORD; ++index)); do
        if [[ ${COMP_WORDS[index]} == -- ]]; then
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
        fi
    done
    options=$(_agent_sandbox_options "$word")
    value=$(awk -v option="$previous" '$1 == option { print $2 }' <<<"$options")
    case $value in
    "" | -) ;;
    FILE | PATH)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    DIR)
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    ID)
        mapfile -t COMPREPLY < <(compgen -W "$(_agent_sandbox_sessions)" -- "$current")
        return
        ;;
    *"|"*)
        mapfile -t COMPREPLY < <(compgen -W "${value//|/ }" -- "$current")
        return
        ;;
    *) return ;;
    esac
    local words
    words=$(awk 'NF { print $1 }' <<<"$options")
    case $word in
    help) words=$(_agent_sandbox_words) ;;
    ai) words+=" explain config-check" ;;
    stop) [[ $current == -* ]] || words=$(_agent_sandbox_sessions --running) ;;
    kill) [[ $current == -* ]] || words=$(_agent_sandbox_running) ;;
    claude | exec | launch) words+=" --" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words --help" -- "$current")
}
complete -o filenames -F _agent_sandbox agent-sandbox
