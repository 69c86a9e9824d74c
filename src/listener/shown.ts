/** The lines of a listener as a terminal shows them: one aligned line an event. What comes from outside stays on its line. Pure. */
import type { Came, Line, NotTaken, Ready, Response, Summary, TurnedAway } from './lines.ts';

/** Signs that would end a line or move the cursor. */
const RISKY = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** What a line has room for. */
export interface Room {
  /** Columns of the terminal; undefined where nothing is cut or wrapped. */
  readonly width?: number | undefined;
  /** Whether events go to several targets, so that a response has to say which one it is of. */
  readonly several?: boolean;
}

/** Narrower than this, a row of every column would be broken by the terminal. */
const WHOLE_ROW = 120;

/** Text for a line; empty for a record that another line tells of. */
export function shownLine(line: Line, room: Room = {}): string {
  switch (line.type) {
    case 'ready':
      return readyText(line);
    case 'event':
    case 'duplicate':
      return line.targets > 0 && line.type === 'event' ? '' : cameText(line, room);
    case 'response':
      return (room.width ?? WHOLE_ROW) < WHOLE_ROW ? narrowResponse(line, room) : responseText(line);
    case 'invalid':
      return invalidText(line);
    case 'refused':
      return refusedText(line);
    case 'details':
      return line.text;
    case 'warning':
      return `${time(line.at)}  ! ${line.message}`;
    case 'summary':
      return summaryText(line);
  }
}

/** Everything about an event that a person may want to see. */
export function detailsOf(came: Came, response: Response | undefined): string {
  const answer =
    response === undefined ? [] : [`answer     ${statusOf(response)}`, ...(response.body ?? '').split('\n')];
  return [
    `id         ${came.id}`,
    `event      ${came.event}`,
    `timestamp  ${came.timestamp ?? 'none'}`,
    `signature  ${came.signature}${came.reason === undefined ? '' : `: ${came.reason}`}`,
    JSON.stringify(came.payload, undefined, 2),
    ...answer,
  ].join('\n');
}

type Stamped<T> = T & { readonly at: string };

const readyText = ({ url, poll, forwardTo, webhookName, verify }: Ready): string =>
  [
    `${poll === undefined ? `Listening on ${url ?? ''}` : `Reading the delivery log every ${String(poll.everyMs / 1_000)} s`}${forwardTo.length === 0 ? '' : ` → ${forwardTo.join(', ')}`}`,
    ...(webhookName === undefined ? [] : [`The service sends its events here, as endpoint ${webhookName}.`]),
    ...(verify === 'off' && poll === undefined ? ['Signatures are not checked.'] : []),
  ].join('\n');

function cameText({ at, event, accountIds, signature, type, targets }: Stamped<Came>, { width }: Room): string {
  const [account = ''] = accountIds;
  const isNarrow = (width ?? WHOLE_ROW) < WHOLE_ROW;
  const came = isNarrow ? narrowRow(at, { event, account, signature }) : row(at, { event, account, signature });
  return type === 'duplicate' ? `${came}  duplicate${targets > 0 ? '' : ', not forwarded'}`.trimEnd() : came;
}

/** What else there is to say of a response. */
const tailOf = ({ attempt, error, retryInMs }: Response): readonly string[] =>
  [
    attempt > 1 ? `attempt ${String(attempt)}` : '',
    error === undefined ? '' : flat(error),
    retryInMs === undefined ? '' : `again in ${String(retryInMs / 1_000)} s`,
  ].filter(Boolean);

/** The target and the error have a line of their own, below the event. */
function narrowResponse(response: Stamped<Response>, { several = false }: Room): string {
  const { at, event, accountIds, signature, to, ms } = response;
  const words = { event, account: accountIds[0] ?? '', signature, status: statusOf(response), ms: `${String(ms)} ms` };
  const tail = [...(several ? [flat(to)] : []), ...tailOf(response)];
  return [narrowRow(at, words), ...(tail.length === 0 ? [] : [`${' '.repeat(10)}${tail.join('  ')}`])].join('\n');
}

function responseText(response: Stamped<Response>): string {
  const { at, event, accountIds, signature, to, ms } = response;
  const words = {
    event,
    account: accountIds[0] ?? '',
    signature,
    to,
    status: statusOf(response),
    ms: `${String(ms)} ms`,
  };
  return [row(at, words), ...tailOf(response)].join('  ');
}

const invalidText = ({ at, event, reason, sentence }: Stamped<NotTaken>): string =>
  `${row(at, { event: event ?? '?', account: '', signature: 'invalid' })}  401 ${reason}: ${flat(sentence)}`;

const refusedText = ({ at, why, status, what }: Stamped<TurnedAway>): string =>
  `${time(at)}  ${String(status)} ${why.replaceAll('_', ' ')}${what ? `: ${flat(what)}` : ''}`;

function summaryText({ events, duplicates, filtered, invalid, refused, forwarded, failed }: Summary): string {
  const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0);
  const counted: readonly (readonly [number, string])[] = [
    [duplicates, 'duplicate'],
    [filtered, 'filtered out'],
    [invalid, 'invalid'],
    [refusals, 'refused'],
    [forwarded, 'passed on'],
    [failed, 'failed'],
  ];
  const more = counted.filter(([count]) => count > 0).map(([count, word]) => `, ${String(count)} ${word}`);
  return `${String(events)} ${events === 1 ? 'event' : 'events'}${more.join('')}.`;
}

interface Words {
  readonly event: string;
  readonly account: string;
  readonly signature: string;
  readonly to?: string;
  readonly status?: string;
  readonly ms?: string;
}

const row = (at: string, { event, account, signature, to = '', status = '', ms = '' }: Words): string =>
  [
    time(at),
    flat(event).padEnd(26),
    flat(account).padEnd(24),
    (SIGNATURES[signature] ?? signature).padEnd(9),
    ...(to === '' ? [] : [flat(to).padEnd(28), status.padStart(4), ms.padStart(8)]),
  ]
    .join('  ')
    .trimEnd();

const narrowRow = (at: string, { event, account, signature, status = '', ms = '' }: Words): string =>
  [
    time(at),
    flat(event).padEnd(26),
    (account === '' ? '' : `…${flat(account).slice(-6)}`).padEnd(7),
    (SIGNATURES[signature] ?? signature).padEnd(9),
    ...(status === '' ? [] : [status.padStart(4), ms.padStart(8)]),
  ]
    .join('  ')
    .trimEnd();

const SIGNATURES: Readonly<Record<string, string>> = { valid: 'signed', invalid: 'INVALID', unchecked: 'unchecked' };

const statusOf = ({ status, to }: Response): string => {
  if (status === null) return 'none';
  return to === 'exec' ? `exit ${String(status)}` : String(status);
};

/** Of the terminal's own zone. */
const time = (at: string): string => new Date(at).toTimeString().slice(0, 8);

const flat = (text: string): string => text.replace(RISKY, ' ');
