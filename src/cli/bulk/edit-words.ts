/** What a bulk edit says to a person: the difference of each post, and a line for what came of it. Pure. */
import type { PostChange } from '../../client/edit/change.ts';
import type { EditResult } from '../../client/edit/send.ts';
import { counted } from '../../kernel/counted.ts';

/** Posts shown before the question; --dry-run shows all. */
const MOST_SHOWN = 20;

export const differenceText = (changes: readonly PostChange[]): readonly string[] => {
  const more = changes.length - MOST_SHOWN;
  return [
    ...changes.slice(0, MOST_SHOWN).flatMap((change) => changeText(change).split('\n')),
    ...(more > 0 ? [`… and ${counted(more, 'further post')}; --dry-run shows all of them.`] : []),
  ];
};

/** The id, then what goes and what comes, field by field. */
export function changeText({ postId, status, before, after }: PostChange): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const lines = names.flatMap((name) => [
    ...(before[name] === undefined ? [] : [`  - ${name}: ${valueText(before[name])}`]),
    ...(after[name] === undefined ? [] : [`  + ${name}: ${valueText(after[name])}`]),
  ]);
  return [`${postId} (${status})`, ...lines].join('\n');
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\n', '⏎') : JSON.stringify(value);

const MARKS: Readonly<Record<EditResult['result'], string>> = {
  changed: '✓',
  restored: '✓',
  already: '✓',
  partial: '!',
  conflict: '!',
  failed: '✗',
  unknown: '?',
};

export function resultLine(record: unknown): string {
  const { postId, result, fields, lost = [], error } = record as EditResult;
  const why =
    error?.message ??
    (result === 'conflict'
      ? 'was changed by somebody else since, and stays as it is'
      : result === 'partial'
        ? `keeps ${lost.join(', ')}, which the API cannot take away`
        : `${result} ${fields.join(', ')}`);
  return `${MARKS[result]}  ${postId}  ${why}`;
}
