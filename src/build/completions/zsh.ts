/** The completion table as a zsh function, with the summaries beside the words. */
import { MARK } from '../outputs.ts';
import type { CompletionTable, FlagWord, Word } from '../completions.ts';
import { quoted } from './cases.ts';

export function zsh({ below, flags, values, everywhere }: CompletionTable): string {
  const taking = new Set(
    [...everywhere, ...[...flags.values()].flat()].flatMap((flag) => (flag.takesValue ? [flag.name] : [])),
  );
  const choices = [...flags].flatMap(([path, words]) =>
    words.flatMap((flag) => choiceCase(`${path} ${flag.name}`, flag)),
  );
  const shared = everywhere.flatMap((flag) => choiceCase(flag.name, flag));
  return `#compdef svc
# zsh completion of svc. ${MARK}
# Put this file, named _svc, into a folder of $fpath.

_svc_below() {
  case "$1" in
${described([...below])}
  esac
}

_svc_flags() {
  case "$1" in
${described([...flags])}
  esac
}

_svc_choices() {
  case "$1" in
${[...choices, ...shared].join('\n')}
  esac
}

_svc_values() {
  case "$1" in
${[...values].map(([path, words]) => `    ${quoted(path)}) reply=(${words.map(quoted).join(' ')}) ;;`).join('\n')}
  esac
}

_svc() {
  local -a reply taking shared below
  local path_so_far='' word
  local -i at=2
  taking=(${[...taking].sort().join(' ')})
  shared=(
${everywhere.map((flag) => `    ${quoted(pair(flag))}`).join('\n')}
  )
  while (( at < CURRENT )); do
    word="\${words[at]}"
    if (( \${taking[(Ie)$word]} )); then
      (( at++ ))
    elif [[ "$word" != -* ]]; then
      reply=()
      _svc_below "$path_so_far"
      below=("\${reply[@]%%:*}")
      (( \${below[(Ie)$word]} )) || break
      path_so_far="\${path_so_far:+$path_so_far }$word"
    fi
    (( at++ ))
  done
  reply=()
  word="\${words[CURRENT-1]}"
  if (( \${taking[(Ie)$word]} )); then
    _svc_choices "$path_so_far $word"
    (( \${#reply} )) || _svc_choices "$word"
    if (( \${#reply} )); then compadd -a reply; else _files; fi
  elif [[ "\${words[CURRENT]}" == -* ]]; then
    _svc_flags "$path_so_far"
    reply+=("\${shared[@]}")
    _describe -o 'flag' reply
  else
    _svc_below "$path_so_far"
    if (( \${#reply} )); then _describe 'command' reply; return; fi
    _svc_values "$path_so_far"
    if (( \${#reply} )); then compadd -a reply; else _files; fi
  fi
}

if [ "$funcstack[1]" = "_svc" ]; then _svc "$@"; else compdef _svc svc; fi
`;
}

function described(rows: readonly (readonly [key: string, words: readonly Word[]])[]): string {
  return rows
    .filter(([, words]) => words.length > 0)
    .map(([key, words]) => `    ${quoted(key)}) reply=(${words.map((word) => quoted(pair(word))).join(' ')}) ;;`)
    .join('\n');
}

/** \`name:summary\`, as \`_describe\` reads it. */
const pair = ({ name, summary }: Word): string =>
  `${name.replaceAll(':', String.raw`\:`)}:${summary.replaceAll(/\s+/g, ' ')}`;

const choiceCase = (key: string, { choices }: FlagWord): string[] =>
  choices.length === 0 ? [] : [`    ${quoted(key)}) reply=(${choices.map(quoted).join(' ')}) ;;`];
