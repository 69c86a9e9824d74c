/** A post as a Markdown file: a head of YAML between two lines of `---`, and the text below it. */
import type { Fields } from '../../kernel/json.ts';
import { stringify } from 'yaml';
import { withoutEmpty, type Reading } from './row.ts';
import { readYaml } from './yaml.ts';

const FENCE = /^---[ \t]*$/;

export function readMarkdown(text: string): Reading {
  const lines = text.split(/\r?\n/);
  const end = FENCE.test(lines[0] ?? '') ? lines.findIndex((line, at) => at > 0 && FENCE.test(line)) : -1;
  if (end === -1 && FENCE.test(lines[0] ?? ''))
    return { rows: [], faults: [{ line: 1, message: 'The front matter has no end: add a line with `---` below it.' }] };
  const { rows, faults } = readYaml(`${lines.slice(1, Math.max(end, 1)).join('\n')}\n`);
  if (faults.length > 0) return { rows: [], faults: faults.map((one) => ({ ...one, line: (one.line ?? 0) + 1 })) };
  return rowOf(rows[0]?.fields ?? {}, lines.slice(end + 1).join('\n'));
}

/** Blank lines around the text are the look of the file and not its text. */
function rowOf(head: Fields, below: string): Reading {
  const content = below.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (content !== '' && head['content'] !== undefined)
    return { rows: [], faults: [{ line: 1, message: 'The text is given twice: in the front matter and below it.' }] };
  return { rows: [{ fields: withoutEmpty({ content, ...head }), isText: false }], faults: [] };
}

/** A file that `readMarkdown` can read. A text that would lose something as the body goes into the front matter. */
export function markdownText({ content, ...fields }: Fields): string {
  const text = typeof content === 'string' ? content : '';
  const keeps = text === text.trimEnd() && !/^[ \t]*\r?\n/.test(text) && !text.includes('\r');
  const head = keeps ? fields : { ...fields, content };
  const yaml = Object.keys(head).length === 0 ? '' : stringify(head, { lineWidth: 0 });
  return `---\n${yaml}---\n${keeps && text !== '' ? `\n${text}\n` : ''}`;
}
