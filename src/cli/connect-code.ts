/** The wait for a chat that sends its code to a bot. Used by `svc connect telegram start --wait`. */
import { failure, type Failure } from '../kernel/failure.ts';
import { writeLine } from '../output/neutral.ts';
import type { Context, Outcome } from './command.ts';
import { firstOutcome, lookUntil } from './connect-poll.ts';

interface Standing {
  readonly status: 'connected' | 'pending' | 'expired';
  readonly message?: string;
}

/**
 * Says what to do, then waits until the code has arrived.
 * @param begun the answer with the code, its instructions and its life
 * @returns the chat and its account, or why nothing was connected
 */
export async function codeSent(context: Context, begun: Outcome): Promise<Outcome> {
  const {
    code,
    instructions = [],
    expiresIn,
  } = Object(begun.result) as {
    readonly code?: string;
    readonly instructions?: readonly string[];
    readonly expiresIn?: number;
  };
  if (begun.failure !== undefined || typeof code !== 'string') return begun;
  for (const line of instructions) writeLine(context.world.io, line);
  const { flags, catalog, call } = context;
  const look = async (): Promise<Standing | undefined> => {
    const input = { path: {}, query: { code }, headers: {} };
    const standing = (await call(catalog.card('completeTelegramConnect'), input)).body as Standing;
    return standing.status === 'pending' ? undefined : standing;
  };
  const saying = 'Waiting for the code to arrive';
  const limitMs = flags.timeoutMs ?? (expiresIn ?? 0) * 1_000 + GRACE_MS;
  return firstOutcome(context, { saying, limitMs, late: () => lateFailure(code) }, (until) => [
    lookUntil(look, context, until).then(outcomeOf),
  ]);
}

/** The service, not this machine, says when a code has expired. */
const GRACE_MS = 10_000;

function outcomeOf(standing: Standing): Outcome {
  if (standing.status === 'connected')
    return { result: standing, columns: ['status', 'chatTitle', 'chatType', 'account._id'] };
  throw failure('connect_failed', {
    message: standing.message ?? 'The code has expired.',
    details: { error: 'expired' },
    hint: '`svc connect telegram start` gives another code.',
  });
}

const lateFailure = (code: string): Failure =>
  failure('pending', {
    message: 'Timed out waiting for the code.',
    hint: `\`svc connect telegram check --code ${code}\` shows whether it has arrived.`,
  });
