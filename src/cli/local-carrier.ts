/** What the decisions of `svc local carrier` have in common: the order, and the call to the control surface. */
import { Failure } from '../kernel/failure.ts';
import type { CarrierDecision } from '../kernel/steering.ts';
import type { Context, Outcome } from './command.ts';
import { callControl, withoutUnset } from './local.ts';

/** An order as `svc local carrier` names it. */
export const order = { summary: 'Number, SMS registration or port-in: id or E.164 number', required: true } as const;

/** The column of an order's numbers. */
export const NUMBERS = { field: 'phoneNumbers', heading: 'numbers' } as const;

export const ORDER_FIELDS = ['kind', 'id', 'phoneNumbers', 'status', 'open', 'eventIds'];

interface Decided {
  readonly order: string;
  readonly decision: CarrierDecision;
  readonly reason?: string | undefined;
}

export async function decideOrder(
  context: Context,
  flags: { readonly dataDir?: string | undefined },
  { order: id, ...words }: Decided,
): Promise<Outcome> {
  const path = `/_local/carrier/${encodeURIComponent(id)}`;
  const call = { method: 'POST', path, body: withoutUnset(words) } as const;
  const result = await callControl(context, flags, call).catch((error: unknown) => {
    throw withList(error);
  });
  return { result, columns: ['kind', 'id', NUMBERS, 'status'] };
}

/** What is not there is looked for in the list, unless a reason nearer at hand was found. */
const withList = (error: unknown): unknown =>
  error instanceof Failure && error.exit === 'not_found' && error.fields.hint === undefined
    ? new Failure(
        { ...error.fields, hint: '`svc local carrier list` lists what a carrier has to decide.' },
        error.exit,
        error,
      )
    : error;
