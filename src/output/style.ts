/** Colors (chalk), loaded only where they are wanted. */

export interface Styles {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const plain = (text: string): string => text;

const PLAIN: Styles = { bold: plain, dim: plain, green: plain, red: plain, yellow: plain };

/** @param color what the stream, the environment and --color decided */
export async function stylesFor(color: boolean): Promise<Styles> {
  if (!color) return PLAIN;
  const { Chalk } = await import('chalk');
  return new Chalk({ level: 1 });
}
