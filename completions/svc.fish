# fish completion of svc. `svc completion install` lets every new shell load it.

function __svc_complete
    set -l begun (commandline -ct)
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l lines (svc __complete fish "=$begun" $typed 2>/dev/null)
    set -l mode $lines[1]
    set -l prefix "$lines[2]"
    set -e lines[1..2]
    set -l rest (string sub -s (math 1 + (string length -- "$prefix")) -- "$begun")
    switch "$mode"
        case files
            printf "$prefix%s\n" (__fish_complete_path "$rest")
        case folders
            printf "$prefix%s\n" (__fish_complete_directories "$rest")
        case words
            test (count $lines) -gt 0; and printf '%s\n' $lines
    end
end

complete -c svc -f -a '(__svc_complete)'
