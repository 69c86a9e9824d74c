/** Words of a command line, quoted where a shell would take them apart. Pure. */

const PLAIN = /^[\w@%+=:,./-]+$/;

export const quoted = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** `--name value`, or nothing without a value. */
export const flag = (name: string, value: string | number | undefined): string =>
  value === undefined || value === '' ? '' : ` --${name} ${quoted(String(value))}`;
