/** The table of the sweep as a page: what was seen of every operation, area by area. */
import prettier from 'prettier';
import type { Seen } from './reading.ts';

const COLUMNS = [
  'area',
  'operations',
  'answered as the contract says',
  'read by another',
  'the same when asked again',
  'nothing reads it',
  'not simulated yet',
];

export async function pageOf(seen: readonly Seen[]): Promise<string> {
  const areas = [...new Set(seen.map(({ area }) => area))].sort();
  const rows = areas.map((area) => [`[${area}](${area}.md)`, ...countsOf(seen.filter((one) => one.area === area))]);
  const table = [COLUMNS, COLUMNS.map(() => '---'), ...rows, ['all', ...countsOf(seen)]];
  const text = `# Every operation, tried

Written by \`test/journeys/sweep\` with \`vitest -u\`; the same test fails when the page says anything else.

Each operation of the contract is sent made-up input: every field of it that may stand together, ids of what is there, and nothing else that was chosen by hand. A field that the service refuses by name in that state is left out the next time. The answer is judged against the contract by another validator. Then what it did is looked for:

- **read by another**: what was made is found with the fields that were sent, what was changed reads so, what was deleted is gone.
- **the same when asked again**: a reading at the same instant says the same.
- **nothing reads it**: no operation reads that kind of thing, or no field of a reading speaks of it; its own answer is all there is.
- **not simulated yet**: answered with 501 \`not_simulated\`; nothing is done.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

## Nothing reads it

${namesOf(seen, 'unread')}

## Not simulated yet

${namesOf(seen, 'waits')}
`;
  return prettier.format(text, { parser: 'markdown', printWidth: 120 });
}

const namesOf = (seen: readonly Seen[], wanted: Seen['shown']): string =>
  seen
    .filter(({ shown }) => shown === wanted)
    .map(({ id }) => `\`${id}\``)
    .sort()
    .join(', ');

const countsOf = (seen: readonly Seen[]): readonly string[] => {
  const count = (shown: Seen['shown']): string =>
    String(seen.filter((one) => one.fault === undefined && one.shown === shown).length);
  const right = seen.filter(({ fault }) => fault === undefined).length;
  return [String(seen.length), String(right), count('read'), count('again'), count('unread'), count('waits')];
};
