/** Refuses a guard with words outside kernel/guard.ts. Called by audit.ts. */
import { GUARD_WORDS, type GuardWord } from '../kernel/guard.ts';
import type { OperationWords } from './contract.ts';
import type { Effect } from '../kernel/effect.ts';
import type { Place, Refuse } from './refusal.ts';

export function auditGuard(words: OperationWords, place: Place, refuse: Refuse): void {
  for (const [key, word] of Object.entries(words['x-svc-guard'] ?? {})) {
    if (!isGuardWord(key))
      refuse(place, `x-svc-guard.${key} is not known; the keys are ${Object.keys(GUARD_WORDS).join(', ')}`);
    else if (!(GUARD_WORDS[key] as readonly unknown[]).includes(word))
      refuse(place, `x-svc-guard.${key} is ${JSON.stringify(word)}; it must be one of ${GUARD_WORDS[key].join(', ')}`);
  }
  if (connects(words) && words['x-svc-guard']?.['gate'] !== 'connect')
    refuse(place, 'connects an account, or begins to, without x-svc-guard: { gate: connect }');
}

/** What makes an account or a sign-in for one is another way of connecting, and every way has the same gate. Source: AUTH-19 */
function connects({ 'x-svc-effect': effect }: OperationWords): boolean {
  const { does, kind = '' } = (effect ?? {}) as Partial<Effect>;
  return does === 'create' && ['account', 'connect_session'].includes(kind);
}

const isGuardWord = (key: string): key is GuardWord => Object.hasOwn(GUARD_WORDS, key);
