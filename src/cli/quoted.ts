/** Words of a command line that a person may paste into a shell. */

/** In quotes where a shell would read anything into it. */
export const quoted = (text: string): string =>
  /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
