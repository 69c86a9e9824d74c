/** What an import of contacts says to a person: the plan, the sum of all, and how to go on. Pure. */
import type { ContactRows } from '../../client/bulk/contact-rows.ts';
import type { ContactStanding, RowError } from '../../client/bulk/contact-send.ts';
import type { History } from '../../client/bulk/journal.ts';
import { counted } from '../../kernel/counted.ts';
import { Failure, failure } from '../../kernel/failure.ts';
import { instantOf } from '../../kernel/instant.ts';
import type { Outcome } from '../command.ts';
import type { Tally } from './words.ts';

export interface Planned extends Pick<ContactRows, 'doubles' | 'faulty'> {
  readonly standing: ContactStanding;
  /** Rows, and what should have been rows. */
  readonly total: number;
}

const number = (count: number): string => count.toLocaleString('en-US');

/** What an earlier run has left to do; undefined without an earlier run. */
export function standingWords({ fresh, open, added }: ContactStanding, { begin }: History): string | undefined {
  if (added.length + open.length === 0) return undefined;
  const all = counted(added.length + open.length + fresh.length, 'contact');
  const when = begin === undefined ? '' : ` of ${instantOf(begin.at)}`;
  const lost = open.length === 0 ? '' : `, and ${number(open.length)} may have been`;
  return `Continuing the import${when}: ${number(added.length)} of ${all} were added by it${lost}; --again sends all of them.`;
}

/** The verdict of the real run; nothing was sent. */
export function previewed({ standing: { fresh, open, added }, doubles, faulty, total }: Planned): Outcome {
  const send = fresh.length + open.length;
  const result = {
    dryRun: true,
    rows: total,
    send,
    already: added.length,
    doubles: doubles.length,
    invalid: faulty.length,
  };
  const more = [
    ...(added.length > 0 ? [`${number(added.length)} were sent by an earlier run`] : []),
    ...(doubles.length > 0
      ? [`${counted(doubles.length, 'row')} ${doubles.length === 1 ? 'is a duplicate' : 'are duplicates'}`]
      : []),
    ...(faulty.length > 0 ? [`${counted(faulty.length, 'row')} cannot be sent`] : []),
  ];
  return {
    result,
    text: `${[`${counted(send, 'contact')} would be sent from ${counted(total, 'row')}`, ...more].join('; ')}.`,
  };
}

export interface Imported {
  readonly rows: number;
  readonly created: number;
  /** Contacts that the service had already. */
  readonly existing: number;
  /** Rows that an earlier run of the same import has sent. */
  readonly already: number;
  readonly doubles: ContactRows['doubles'];
  readonly errors: readonly RowError[];
}

export function outcomeOf(result: Imported): Outcome {
  const { rows, created, existing, already, doubles, errors } = result;
  const parts = [
    `${number(created)} created`,
    ...(existing > 0 ? [`${number(existing)} already existed`] : []),
    ...(already > 0 ? [`${number(already)} skipped, as an earlier run has sent them`] : []),
    ...(doubles.length > 0 ? [`${number(doubles.length)} duplicates in the file`] : []),
    ...(errors.length > 0 ? [`${number(errors.length)} failed`] : []),
  ];
  const text = [
    `${counted(rows, 'row')}: ${parts.join(', ')}.`,
    ...doubles.map(({ place, of }) => `${place}: the same contact as ${of}.`),
    ...errors.map(({ place, message }) => `${place}: ${message}`),
  ].join('\n');
  if (errors.length === 0) return { result, text };
  const message = `${number(errors.length)} of ${counted(rows, 'row')} failed.`;
  const hint = 'Fix them and run the same command again: rows that were sent are skipped.';
  return { result, text, failure: failure('partial', { message, hint }) };
}

export function stopFailure(stopped: Failure, tally: Tally, journal: string): Failure {
  const { total, made, already, failed } = tally;
  const message = `${stopped.fields.message} ${number(made + already + failed)} of ${counted(total, 'contact')} had been sent.`;
  const details = { ...tally, journal };
  const hint = 'Run the same command again to continue: rows that were sent are skipped.';
  return new Failure({ ...stopped.fields, message, details, hint }, stopped.exit, stopped);
}
