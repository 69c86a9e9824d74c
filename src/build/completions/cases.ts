/** Branches of a `case` in bash and zsh, which write them alike. */

/** `'posts create') echo 'a b' ;;` for each key with words. */
export const cases = (rows: readonly (readonly [key: string, words: readonly string[]])[]): string =>
  rows
    .filter(([, words]) => words.length > 0)
    .map(([key, words]) => `    ${quoted(key)}) echo ${quoted(words.join(' '))} ;;`)
    .join('\n');

/** Between single quotes, safe in every POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
