/** The completion table as a fish script, with the summaries beside the words. */
import { MARK } from '../outputs.ts';
import type { CompletionTable, FlagWord, Word } from '../completions.ts';

export function fish({ below, flags, values, everywhere }: CompletionTable): string {
  const taking = new Set(
    [...everywhere, ...[...flags.values()].flat()].flatMap((flag) => (flag.takesValue ? [flag.name] : [])),
  );
  const choices = [...flags].flatMap(([path, words]) =>
    words.flatMap((flag) => choiceCase(`${path} ${flag.name}`, flag)),
  );
  return `# fish completion of svc. ${MARK}
# Put this file into ~/.config/fish/completions.

function __svc_below
    switch "$argv[1]"
${printed([...below])}
    end
end

function __svc_flags
    switch "$argv[1]"
${printed([...flags])}
    end
end

function __svc_choices
    switch "$argv[1]"
${[...choices, ...everywhere.flatMap((flag) => choiceCase(flag.name, flag))].join('\n')}
    end
end

function __svc_values
    switch "$argv[1]"
${[...values].map(([path, words]) => lines(path, words)).join('\n')}
    end
end

function __svc_words
    set -l taking ${[...taking].sort().join(' ')}
    set -l typed (commandline -opc)
    set -l word (commandline -ct)
    set -l path ''
    set -l skip 0
    for here in $typed[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $here $taking
            set skip 1
        else if not string match -q -- '-*' $here
            if contains -- $here (__svc_below "$path" | string split -f1 \\t)
                set path (string trim "$path $here")
            else
                break
            end
        end
    end
    if contains -- $typed[-1] $taking
        set -l found (__svc_choices "$path $typed[-1]") (__svc_choices "$typed[-1]")
        if test (count $found) -gt 0
            printf '%s\\n' $found
        else
            __fish_complete_path $word
        end
    else if string match -q -- '-*' $word
        __svc_flags "$path"
        printf '%s\\n' ${everywhere.map((flag) => quoted(line(flag))).join(' ')}
    else
        __svc_below "$path"
        __svc_values "$path"
    end
end

complete -c svc -f -a '(__svc_words)'
`;
}

function printed(rows: readonly (readonly [key: string, words: readonly Word[]])[]): string {
  return rows
    .filter(([, words]) => words.length > 0)
    .map(([key, words]) => lines(key, words.map(line)))
    .join('\n');
}

const lines = (key: string, words: readonly string[]): string =>
  `        case ${quoted(key)}\n            printf '%s\\n' ${words.map(quoted).join(' ')}`;

const line = ({ name, summary }: Word): string => `${name}\t${summary.replaceAll(/\s+/g, ' ')}`;

const choiceCase = (key: string, { choices }: FlagWord): string[] =>
  choices.length === 0 ? [] : [lines(key, choices)];

/** Between single quotes; fish escapes only the quote and the backslash there, and \`case\` takes \`*\` and \`?\` as wild. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
