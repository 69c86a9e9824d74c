/** `--wait` on commands after which a post goes its way: the flag, and the wait itself. */
import type { Wait } from '../client/wait.ts';
import type { Context, Outcome } from './command.ts';

export const waitFlag = {
  type: 'string',
  implied: 'published',
  choices: ['published', 'terminal'] as const satisfies readonly Wait['until'][],
  summary: 'Wait until the post is published, or has come to any end; --timeout bounds the wait',
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
  return { ...outcome, ...(await settledPost({ postId: String(post['_id']), until, timeoutMs }, context)) };
}

/** The post that an answer is about. */
export function postIn({ result }: Outcome): Readonly<Record<string, unknown>> | undefined {
  const { post } = (result ?? {}) as { post?: unknown };
  return typeof post === 'object' && post !== null ? (post as Record<string, unknown>) : undefined;
}
