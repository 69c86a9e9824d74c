/** What `svc webhooks create` and `update` have in common: the secret comes by file, environment or keychain, and never as the value of a flag. */
import type { CallInput } from '../../client/request.ts';
import { failure } from '../../kernel/failure.ts';
import type { Context, Outcome, Send } from '../command.ts';
import { freshSecret, secretFlags, secretGiven, type SecretFlags } from './secrets.ts';

export const endpointFlags = {
  ...secretFlags,
  newSecret: {
    type: 'boolean',
    common: true,
    summary: 'Generate a secret and store it in the keychain under the name of the endpoint, or its id',
  },
} as const;

export interface EndpointFlags extends SecretFlags {
  readonly newSecret: boolean | undefined;
}

/** The input with its secret in it. Source: WHK-07 */
export async function withSecret(input: CallInput, context: Context, flags: EndpointFlags): Promise<CallInput> {
  adviseAlone(input, context);
  const given = await secretGiven(context, flags);
  if (given !== undefined && flags.newSecret === true)
    throw failure('usage', { message: 'Use --new-secret or give a secret, not both.', param: '--new-secret' });
  const secret = flags.newSecret === true ? freshSecret(context.world.random) : given?.secret;
  if (secret === undefined) return input;
  // A request that is only shown tells no secret.
  return { ...input, body: { ...bodyOf(input), secret: context.flags.dryRun ? '$WEBHOOK_SECRET' : secret } };
}

/** Sends, once a new secret is kept: one that only the service knows would be lost. It is forgotten when the service refuses. */
export async function sentWithSecret(
  context: Context,
  input: CallInput,
  send: Send,
  { newSecret }: Pick<EndpointFlags, 'newSecret'>,
): Promise<Outcome> {
  const { name, _id, secret } = bodyOf(input);
  if (newSecret !== true || typeof secret !== 'string') return send(input);
  const { keepAndTell } = await import('./keeping.ts');
  const { forgetSecret, secretContext } = await import('../../auth/webhook-secrets.ts');
  const { world, flags, say } = context;
  const kept = { context: secretContext(world, { context: flags.context }), name: String(name ?? _id) };
  await keepAndTell(context, kept.name, secret);
  try {
    const outcome = await send(input);
    say(`The secret is stored as ${JSON.stringify(kept.name)}: \`svc webhooks secret show\` prints it.`);
    return outcome;
  } catch (error) {
    await forgetSecret(world, kept);
    throw error;
  }
}

/** Source: EVT-100 */
function adviseAlone(input: CallInput, { say }: Context): void {
  const { events } = bodyOf(input);
  if (!Array.isArray(events) || events.length < 2 || !events.includes('analytics.synced')) return;
  say('analytics.synced is frequent: use a separate endpoint so that other events do not wait behind it.');
}

const bodyOf = ({ body }: CallInput): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
