/** A call to a platform that its caller waits for: retries by the rules, and the answer of the API when it fails for good. */
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Desk } from '../../../desk.ts';
import { upstreamOf } from '../../../../platforms/platforms.ts';
import { stepAfter, type Refusal, type TargetFailure } from '../../../limits/retries.ts';
import type { NetworkAnswer } from '../../../networks/driver.ts';
import { disconnectAccount } from '../../accounts/offers.ts';
import type { NetworkAccount } from '../../../records/account.ts';
import type { Refused } from '../changes.ts';

export interface PlatformCall<T> {
  readonly account: NetworkAccount;
  readonly signal: AbortSignal;
  ask(): Promise<NetworkAnswer<T>>;
}

/**
 * The platform's value, or the refusal to answer with. In real mode waits are waited for; a frozen clock answers 503
 * with the wait in `Retry-After`.
 * Source: specification, "Platform retries and shared budgets"; control surface, "Settled readings"
 */
export async function platformValue<T>(desk: Desk, call: PlatformCall<T>): Promise<{ readonly value: T } | Refused> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call.ask();
    if (answer.outcome === 'ok') return { value: answer.value };
    const step = stepAfter(answer, call.account.platform, tries);
    if ('failure' in step) return { refused: await recordFailure(desk, call.account, answer, step.failure) };
    if (desk.clock.mode === 'frozen' || !(await slept(desk, step.waitMs, call.signal)))
      return { refused: unavailable(step.waitMs) };
  }
}

const slept = (desk: Desk, ms: number, signal: AbortSignal): Promise<boolean> =>
  desk.clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );

async function recordFailure(
  desk: Desk,
  account: NetworkAccount,
  answer: Refusal,
  failure: TargetFailure,
): Promise<Reply> {
  const { message, retryAfterSeconds } = failure;
  if (answer.outcome === 'token_expired') {
    const { id: accountId } = account;
    await disconnectAccount(desk, { accountId, reason: message, type: 'unintentional' });
    return refuse('ACCOUNT_DISCONNECTED', { message, details: { accountId, platform: account.platform } });
  }
  if (answer.outcome === 'rate_limited')
    return refuse('rate_limited', {
      message,
      ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
      more: { platform: upstreamOf(account.platform) },
    });
  const raw = answer.outcome === 'rejected' ? answer.platformError : undefined;
  return refuse('platform_api_error', {
    message,
    status: answer.outcome === 'rejected' ? answer.status : 502,
    more: { platform: upstreamOf(account.platform), ...(raw === undefined ? {} : { platformError: raw }) },
  });
}

function unavailable(waitMs: number): Reply {
  const seconds = Math.ceil(waitMs / 1000);
  return refuse('temporarily_unavailable', {
    message: `The platform asks you to wait. Try again in ${String(seconds)} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
