/** What an import says to a person: a line for a row, the sum of all, and how to go on. Pure. */
import { counted } from '../../kernel/counted.ts';
import { isFailed, type RowResult } from '../../client/bulk/result.ts';
import { quoted } from '../quoted.ts';

export interface Tally {
  readonly total: number;
  made: number;
  already: number;
  failed: number;
}

export function tallied(tally: Tally, result: RowResult): void {
  if (isFailed(result)) tally.failed += 1;
  else if (result.result === 'already') tally.already += 1;
  else tally.made += 1;
}

/** On a terminal, rows of an earlier run are only counted. */
export function rowLine(record: unknown): string {
  const { result, place, key, postId, status, scheduledFor, error, problems } = record as RowResult;
  if (result === 'already') return '';
  const name = key === undefined ? place : `${place} (${key})`;
  const at = scheduledFor === undefined ? '' : ` for ${scheduledFor}`;
  const why = error?.message ?? problems?.map(({ message }) => message).join(' ') ?? '';
  return [MARKS[result], name, postId ?? '', result === 'made' ? `${status ?? ''}${at}` : why]
    .filter(Boolean)
    .join('  ');
}

const MARKS: Readonly<Record<RowResult['result'], string>> = {
  made: '✓',
  already: '✓',
  partial: '!',
  failed: '✗',
  unknown: '?',
  invalid: '✗',
};

export function sumOf({ total, made, already, failed }: Tally): string {
  const parts = [
    `${made.toLocaleString('en-US')} created`,
    ...(already > 0 ? [`${already.toLocaleString('en-US')} already sent`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} failed`] : []),
  ];
  return `${counted(total, 'row')}: ${parts.join(', ')}.`;
}

export const endedOf = ({ total, made, already, failed }: Tally): string =>
  `${(made + already + failed).toLocaleString('en-US')} of ${counted(total, 'row')} were finished.`;

export interface Resumed {
  readonly names: readonly string[];
  readonly form?: string;
  readonly journal?: string;
  readonly skipInvalid: boolean;
}

/** The command line that goes on with an import. */
export function resumeLine({ names, form, journal, skipInvalid }: Resumed): string {
  const words = [
    ...names,
    ...(form === undefined ? [] : ['--format', form]),
    ...(journal === undefined ? [] : ['--journal', journal]),
    ...(skipInvalid ? ['--skip-invalid'] : []),
    '--resume',
  ];
  return `svc posts import ${words.map(quoted).join(' ')}`;
}
