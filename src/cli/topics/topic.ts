/** A topic of the help: its form as data, and as text for a terminal. build/topics.ts makes a page of the same. */

export interface Section {
  readonly heading?: string;
  readonly paragraphs?: readonly string[];
  /** What something is called, and what it means. */
  readonly rows?: readonly Row[];
  /** Heads of the rows, for the page. */
  readonly columns?: readonly [term: string, meaning: string];
  /** Further sentences, after the rows. */
  readonly notes?: readonly string[];
  /** Command lines. */
  readonly examples?: readonly string[];
}

export type Row = readonly [term: string, meaning: string];

export interface Topic {
  readonly title: string;
  readonly sections: readonly Section[];
}

/** What a topic tells and no table in the code holds. */
export interface Facts {
  /** Names of the webhook catalogue. */
  readonly events: readonly string[];
}

/** Lines longer than this tire the eye, however wide the terminal is. */
const WIDEST = 100;
const INDENT = '  ';
/** A longer term gets a line of its own. */
const LONGEST_TERM = 26;

/** @param columns width of the terminal */
export function topicText({ title, sections }: Topic, columns: number, strong: (text: string) => string): string {
  const width = Math.min(columns, WIDEST);
  const parts = sections.flatMap(({ heading, paragraphs = [], rows = [], notes = [], examples = [] }) => [
    ...(heading === undefined ? [] : [strong(`${heading}:`)]),
    ...paragraphs.map((text) => `${wrapped(text, width, '')}\n`),
    ...(rows.length === 0 ? [] : [`${rowsText(rows, width)}\n`]),
    ...notes.map((text) => `${wrapped(text, width, '')}\n`),
    ...(examples.length === 0 ? [] : [`${examples.map((line) => INDENT + line).join('\n')}\n`]),
  ]);
  return `${[`${strong(title)}\n`, ...parts].join('\n').trimEnd()}\n`;
}

/** Terms beside their meanings, to the width of a terminal. */
export function rowsText(rows: readonly Row[], width: number): string {
  const lengths = rows.map(([term]) => term.length).filter((length) => length <= LONGEST_TERM);
  const column = Math.max(...lengths, 0) + INDENT.length * 2;
  const lines = rows.map(([term, meaning]) => {
    const head =
      term.length > LONGEST_TERM ? `${INDENT}${term}\n${' '.repeat(column)}` : (INDENT + term).padEnd(column);
    return head + wrapped(meaning, width - column, `\n${' '.repeat(column)}`);
  });
  return lines.join('\n');
}

/** Breaks at spaces; a word that is too long is not broken. */
export function wrapped(text: string, width: number, joint: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(joint === '' ? '\n' : joint);
}
