/** `svc calls web dial`: dials with no session that has expired, or would before the call is over. Source: VOI-25 */
import { failure } from '../../../kernel/failure.ts';
import { isFields } from '../../../kernel/json.ts';
import { override, type Context } from '../../../cli/command.ts';

export default override('calls web dial', {
  flags: {
    minutes: {
      type: 'number',
      common: true,
      summary: 'Maximum length of the call in minutes; the session must outlast it',
    },
    expiresAt: {
      type: 'string',
      common: true,
      placeholder: 'time',
      summary: 'When the session expires (default: as noted by `svc calls web start`)',
    },
  },
  examples: [
    'svc calls web dial --to +12025550198 --credential-id 65bd7b799aaf48015bc4438b --from +12025550123',
    'svc calls web dial --to +12025550198 --credential-id 65bd7b799aaf48015bc4438b --minutes 30',
  ],

  async prepare(input, context, { flags: { minutes = 0, expiresAt } }) {
    if (minutes < 0) throw failure('usage', { message: '--minutes is at least 0.', param: '--minutes' });
    const endMs = await sessionEnd(context, { credentialId: credentialIn(input.body), expiresAt });
    if (endMs === undefined && minutes > 0) throw UNKNOWN_END;
    // A dry run asks no service for its time.
    if (endMs === undefined || context.flags.dryRun) return input;
    const { sessionProblem } = await import('../../../client/web-sessions.ts');
    const problem = sessionProblem({ endMs, nowMs: await context.serviceNow(), minutes });
    if (problem !== undefined) throw problem;
    return input;
  },
});

const credentialIn = (body: unknown): string => (isFields(body) ? String(body['credentialId']) : '');

interface Named {
  readonly credentialId: string;
  /** As it was typed. */
  readonly expiresAt: string | undefined;
}

/** Milliseconds; undefined for a session that was started elsewhere. */
async function sessionEnd({ world }: Context, { credentialId, expiresAt }: Named): Promise<number | undefined> {
  const { expiryOf } = await import('../../../client/web-sessions.ts');
  const noted = expiresAt ?? (await expiryOf(world, credentialId));
  const endMs = noted === undefined ? undefined : Date.parse(noted);
  if (Number.isNaN(endMs))
    throw failure('usage', {
      message: '--expires-at takes a time such as 2026-12-01T09:00:00Z.',
      param: '--expires-at',
    });
  return endMs;
}

const UNKNOWN_END = failure('usage', {
  message: 'This session was not started here, so svc does not know when it expires.',
  param: '--minutes',
  hint: 'Add --expires-at with the time from the response that started it.',
});
