/** The completion table as a bash script, for bash 3.2 and later. */
import { MARK } from '../outputs.ts';
import type { CompletionTable, FlagWord } from '../completions.ts';
import { cases } from './cases.ts';

export function bash({ below, flags, values, everywhere }: CompletionTable): string {
  const nouns = cases([...below].map(([path, words]) => [path, words.map(({ name }) => name)]));
  const own = cases([...flags].map(([path, words]) => [path, words.map(({ name }) => name)]));
  const all: readonly (readonly [string, FlagWord])[] = [
    ...everywhere.map((flag) => ['*', flag] as const),
    ...[...flags].flatMap(([path, words]) => words.map((flag) => [path, flag] as const)),
  ];
  const choices = cases(
    all.flatMap(([path, flag]) => (flag.choices.length === 0 ? [] : [[`${path} ${flag.name}`, flag.choices]])),
  );
  const taking = [...new Set(all.flatMap(([, flag]) => (flag.takesValue ? [flag.name] : [])))].sort();
  return `# bash completion of svc. ${MARK}
# Load it with: source completions/svc.bash

_svc_below() {
  case "$1" in
${nouns}
  esac
}

_svc_flags() {
  case "$1" in
${own}
  esac
}

_svc_choices() {
  case "$1" in
${choices}
  esac
}

_svc_values() {
  case "$1" in
${cases([...values])}
  esac
}

_svc_takes_value() {
  case " ${taking.join(' ')} " in *" $1 "*) return 0 ;; esac
  return 1
}

_svc() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" path='' at=1 candidates
  while [ "$at" -lt "$COMP_CWORD" ]; do
    local here="\${COMP_WORDS[at]}"
    if _svc_takes_value "$here"; then
      at=$((at + 1))
    elif [ "\${here#-}" = "$here" ]; then
      case " $(_svc_below "$path") " in *" $here "*) path="\${path:+$path }$here" ;; *) break ;; esac
    fi
    at=$((at + 1))
  done
  COMPREPLY=()
  if _svc_takes_value "$previous"; then
    candidates="$(_svc_choices "$path $previous")$(_svc_choices "* $previous")"
    if [ -z "$candidates" ]; then
      compopt -o default 2>/dev/null
      return 0
    fi
  elif [ "\${word#-}" != "$word" ]; then
    candidates="$(_svc_flags "$path") ${everywhere.map(({ name }) => name).join(' ')}"
  else
    candidates="$(_svc_below "$path") $(_svc_values "$path")"
  fi
  while IFS='' read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$candidates" -- "$word")
  return 0
}

complete -F _svc svc
`;
}
