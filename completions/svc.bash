# bash completion of svc. `svc completion install` lets every new shell load it.

_svc() {
  local mode='' line
  COMPREPLY=()
  {
    IFS='' read -r mode
    while IFS='' read -r line; do COMPREPLY+=("$line"); done
  } < <(svc __complete bash "${COMP_TYPE:-9}" "${COLUMNS:-80}" "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  case "$mode" in
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o dirnames 2>/dev/null ;;
  esac
  return 0
}

complete -F _svc svc
