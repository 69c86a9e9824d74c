# fish completion of svc. @MARK@
# Put this file into ~/.config/fish/completions.

function __svc_below
    switch "$argv[1]"
@BELOW@
    end
end

function __svc_flags
    switch "$argv[1]"
@FLAGS@
    end
end

function __svc_choices
    switch "$argv[1]"
@CHOICES@
    end
end

function __svc_values
    switch "$argv[1]"
@VALUES@
    end
end

function __svc_words
    set -l taking @TAKING@
    set -l typed (commandline -opc)
    set -l word (commandline -ct)
    set -l so_far ''
    set -l skip 0
    for here in $typed[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $here $taking
            set skip 1
        else if not string match -q -- '-*' $here
            if contains -- $here (__svc_below "$so_far" | string split -f1 \t)
                set so_far (string trim -- "$so_far $here")
            else
                break
            end
        end
    end
    set -l found
    if contains -- $typed[-1] $taking
        set found (__svc_choices "$so_far $typed[-1]")
        test (count $found) -gt 0; or set found (__svc_choices "$typed[-1]")
    else if string match -q -- '-*' $word
        set found (__svc_flags "$so_far") @EVERYWHERE@
    else
        set found (__svc_below "$so_far") (__svc_values "$so_far")
    end
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path $word
    end
end

complete -c svc -f -a '(__svc_words)'
