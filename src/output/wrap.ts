/** Text broken between its words to a width. What is longer than a line, such as an address, is never broken. Pure. */
import type { Ruler } from './width.ts';

export function wrapped(text: string, width: number, ruler: Pick<Ruler, 'width'>): readonly string[] {
  return text.split('\n').flatMap((line) => (ruler.width(line) <= width ? [line] : brokenLine(line, width, ruler)));
}

function brokenLine(line: string, width: number, ruler: Pick<Ruler, 'width'>): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const next = current === '' ? word : `${current} ${word}`;
    if (current !== '' && ruler.width(next) > width) {
      lines.push(current);
      current = word;
    } else current = next;
  }
  return [...lines, current];
}
