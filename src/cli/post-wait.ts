/** `--wait` on commands after which a post goes its way: the flag, and the wait itself. */
import type { Wait } from '../client/wait.ts';
import { Failure } from '../kernel/failure.ts';
import type { Context, Outcome } from './command.ts';

export const waitFlag = {
  type: 'string',
  implied: 'published',
  choices: ['published', 'terminal'] as const satisfies readonly Wait['until'][],
  summary: 'Wait until the post is published or reaches any final state; --timeout limits the wait',
} as const;

const WAIT_MS = 60_000;

/** The outcome of the wait where there is something to wait for, else what the command itself came to. */
export async function afterWait(outcome: Outcome, wait: string | undefined, context: Context): Promise<Outcome> {
  const post = postIn(outcome);
  if (wait === undefined || post === undefined || outcome.failure !== undefined) return outcome;
  if (post['status'] === 'draft') {
    context.say('The post is a draft: there is nothing to wait for.');
    return outcome;
  }
  const { settledPost } = await import('../client/wait.ts');
  const until = wait === 'terminal' ? 'terminal' : 'published';
  const timeoutMs = context.flags.timeoutMs ?? WAIT_MS;
  try {
    return { ...outcome, ...(await settledPost({ postId: String(post['_id']), until, timeoutMs }, context)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...outcome, failure: lostSight(error, post) };
  }
}

/** A wait that breaks off must not read as if there were no post: whoever sends it again has two. */
function lostSight({ fields, exit }: Failure, { _id, status }: Readonly<Record<string, unknown>>): Failure {
  const what = `The post ${String(_id)} was created (${String(status)}) and will be published; the wait for it ended`;
  return new Failure(
    {
      ...fields,
      message: `${what}: ${fields.message}`,
      details: { ...(fields.details as object | undefined), status },
      hint: `Do not send it again. \`svc posts get ${String(_id)}\` shows its status.`,
    },
    exit,
  );
}

/** The post that an answer is about. */
export function postIn({ result }: Outcome): Readonly<Record<string, unknown>> | undefined {
  const { post } = (result ?? {}) as { post?: unknown };
  return typeof post === 'object' && post !== null ? (post as Record<string, unknown>) : undefined;
}
