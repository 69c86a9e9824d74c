/** What a listener holds signatures against, and whether it makes an endpoint of its own. Used by `svc webhooks listen`. */
import { failure } from '../../kernel/failure.ts';
import type { VerifyMode } from '../../kernel/listening.ts';
import type { Target } from '../../client/target.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import type { Context } from '../command.ts';
import { isServiceHere } from './here.ts';
import { ownSecret, secretsGiven, secretsOfContext, type NamedSecret, type SecretFlags } from './secrets.ts';

export interface TrustFlags extends SecretFlags {
  readonly verify: string | undefined;
  readonly register: boolean | undefined;
  readonly publicUrl: string | undefined;
  readonly webhookId: string | undefined;
  /** Set: the API itself says what was sent. */
  readonly poll?: string | undefined;
}

export interface ListenTrust {
  readonly mode: VerifyMode;
  /** Any of them may have signed. With an endpoint of our own, its secret comes to them. */
  readonly secrets: readonly NamedSecret[];
  /** Asked only to explain a mismatch. */
  readonly others: readonly NamedSecret[];
  /** Secret of the endpoint that is made for this run; absent when none is made. */
  readonly ownSecret?: string;
}

/**
 * Without any word about trust, and with a local service, the listener makes its own endpoint there.
 * @throws Failure `usage` when there is nothing to hold signatures against, or no way for the service to reach us
 */
export async function listenTrust(context: Context, flags: TrustFlags): Promise<ListenTrust> {
  const secrets = await secretsGiven(context, flags);
  const mode = (flags.verify ?? 'require') as VerifyMode;
  if (flags.poll !== undefined) return { mode: 'off', others: [], secrets };
  const others = await secretsOfContext(context);
  if (await registers(context, flags, secrets)) {
    const own = ownSecret(context);
    return { mode, others, secrets: [own, ...secrets], ownSecret: own.secret };
  }
  if (secrets.length === 0 && mode !== 'off') throw nothingToTrust(await context.target().catch(() => undefined));
  return { mode, others, secrets };
}

async function registers(context: Context, flags: TrustFlags, secrets: readonly NamedSecret[]): Promise<boolean> {
  const { register, publicUrl, verify, webhookId } = flags;
  if (publicUrl !== undefined) refusePublicUrl(publicUrl);
  if (register === true) {
    if (publicUrl !== undefined || (await isServiceHere(context))) return true;
    throw failure('usage', {
      message: '--register needs a URL at which the service can reach this machine.',
      param: '--public-url',
      hint: 'Open a tunnel to the port of --port, and pass its URL with --public-url.',
    });
  }
  if (register === false || secrets.length > 0 || verify !== undefined || webhookId !== undefined) return false;
  return isServiceHere(context);
}

function refusePublicUrl(text: string): void {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return;
  throw failure('usage', {
    message: `--public-url takes a URL such as https://hooks.example.com/, not ${JSON.stringify(text)}.`,
    param: '--public-url',
  });
}

/** An address on this machine that is no local service may be a tunnel: nothing is changed there unasked. */
const nothingToTrust = (target: Target | undefined) =>
  failure('usage', {
    message:
      target !== undefined && isLoopback(new URL(target.baseUrl).hostname)
        ? `No secret is known for the endpoint, and ${new URL(target.baseUrl).origin} is not a local service, where svc creates one automatically.`
        : 'No secret is known for the endpoint.',
    param: '--secret-file',
    hint:
      'Store it with `svc webhooks secret set NAME` and give --secret-name NAME, or give --secret-file, ' +
      '--secret-env or --secret-stdin; create an endpoint with --register; or accept everything with --verify ' +
      'off.',
  });
