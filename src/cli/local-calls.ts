/** What the `svc local calls` commands have in common: the call, and the act of its other end. */
import type { CALL_ACTIONS } from '../kernel/steering.ts';
import type { Context, Outcome } from './command.ts';
import { callControl, withoutUnset } from './local.ts';

/** The call meant; without it the only one that is under way. */
export const call = { summary: 'Call (default: the only one in progress)' } as const;

interface Act {
  readonly action: (typeof CALL_ACTIONS)[number];
  readonly digit?: string | undefined;
  readonly seconds?: number | undefined;
  readonly text?: string | undefined;
  readonly machine?: boolean | undefined;
}

interface Aim {
  readonly dataDir?: string | undefined;
}

/** A call as the control surface lists it. */
export interface ListedCall {
  readonly id: string;
  readonly from?: string;
  readonly to?: string;
  readonly status: string;
}

const OVER: readonly string[] = ['ended', 'failed'];

export async function listCalls(context: Context, aim: Aim): Promise<readonly ListedCall[]> {
  const { calls } = await callControl(context, aim, { method: 'GET', path: '/_local/calls' });
  return (calls ?? []) as readonly ListedCall[];
}

export const isUnderWay = ({ status }: Pick<ListedCall, 'status'>): boolean => !OVER.includes(status);

/** @throws Failure `usage` or `ambiguous` where no call is named and not exactly one is under way */
export async function playOtherEnd(context: Context, aim: Aim, id: string | undefined, act: Act): Promise<Outcome> {
  const callId = id ?? (await onlyCall(context, aim));
  const path = `/_local/calls/${encodeURIComponent(callId)}`;
  const { call: after } = await callControl(context, aim, { method: 'POST', path, body: withoutUnset({ ...act }) });
  return { result: after, columns: ['id', 'status', 'endReason'] };
}

async function onlyCall(context: Context, aim: Aim): Promise<string> {
  const { failure } = await import('../kernel/failure.ts');
  const [only, ...more] = (await listCalls(context, aim)).filter(isUnderWay);
  if (only !== undefined && more.length === 0) return only.id;
  if (only === undefined)
    throw failure('usage', {
      message: 'No call is in progress.',
      param: '<call>',
      hint: '`svc calls place` or `svc local inbound call --stage received` starts one.',
    });
  const words = [only, ...more].map(({ id, from = '?', to = '?', status }) => `${id} (${from} to ${to}, ${status})`);
  throw failure('ambiguous', {
    message: `${String(words.length)} calls are in progress: ${words.join(', ')}.`,
    param: '<call>',
    hint: 'Choose one of them.',
  });
}
