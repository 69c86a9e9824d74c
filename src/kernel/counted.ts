/** A number with its noun, for sentences. */

/** `1 row`, `1,200 rows` */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
