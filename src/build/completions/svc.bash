# bash completion of svc. @MARK@
# Load it with: source completions/svc.bash

_svc_below() {
  case "$1" in
@BELOW@
  esac
}

_svc_flags() {
  case "$1" in
@FLAGS@
  esac
}

_svc_choices() {
  case "$1" in
@CHOICES@
  esac
}

_svc_values() {
  case "$1" in
@VALUES@
  esac
}

_svc_takes_value() {
  case " @TAKING@ " in *" $1 "*) return 0 ;; esac
  return 1
}

_svc() {
  local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}" path='' at=1 candidates here line
  while [ "$at" -lt "$COMP_CWORD" ]; do
    here="${COMP_WORDS[at]}"
    if _svc_takes_value "$here"; then
      at=$((at + 1))
    elif [ "${here#-}" = "$here" ]; then
      case " $(_svc_below "$path") " in *" $here "*) path="${path:+$path }$here" ;; *) break ;; esac
    fi
    at=$((at + 1))
  done
  COMPREPLY=()
  if _svc_takes_value "$previous"; then
    candidates="$(_svc_choices "$path $previous")"
    [ -n "$candidates" ] || candidates="$(_svc_choices "$previous")"
  elif [ "${word#-}" != "$word" ]; then
    candidates="$(_svc_flags "$path") @EVERYWHERE@"
  else
    candidates="$(_svc_below "$path") $(_svc_values "$path")"
  fi
  if [ -z "${candidates// /}" ]; then
    compopt -o default 2>/dev/null
    return 0
  fi
  while IFS='' read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$candidates" -- "$word")
  return 0
}

complete -F _svc svc
